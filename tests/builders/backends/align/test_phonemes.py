import numpy as np
import pytest

from builders.backends.align.phonemes_en import english_phones
from builders.backends.align.phonemes_zh import mandarin_phones, syllable_phones
from builders.backends.align.phones import PHONES, phone_matrix, phone_scores
from builders.backends.align.pronounce import pronounce, reading
from builders.backends.align.tokens import tokenise


@pytest.mark.parametrize(
    ("word", "phones"),
    [
        ("Chicago", "ʃ ɪ k ɑ g oʊ"),
        ("jumps", "dʒ ʌ m p s"),
        ("don't", "d oʊ n t"),
        ("thirteen dollars", "θ ɝ t i n d ɑ l ɝ z"),
        ("—", ""),
    ],
)
def test_english(word, phones):
    assert english_phones(word) == phones.split()


@pytest.mark.parametrize(
    ("word", "phones"),
    [
        ("中国", "ʈʂ o ŋ k˭ w o"),
        ("知识", "ʈʂ ɨ ʂ ɨ"),
        ("里", "l i"),
        ("去", "tɕʰ y"),
        ("银行", "i n x a ŋ"),
        ("儿", "er"),
    ],
)
def test_mandarin(word, phones):
    assert mandarin_phones(word) == tuple(phones.split())


def test_every_syllable_of_pinyin_has_a_vowel_or_a_nasal():
    from pypinyin import Style, lazy_pinyin
    from pypinyin.constants import PINYIN_DICT

    characters = [chr(c) for c in range(0x4E00, 0x9FA6) if c in PINYIN_DICT]
    syllables = set()
    for c in characters:
        initial = lazy_pinyin(c, style=Style.INITIALS, strict=True)[0]
        final = lazy_pinyin(c, style=Style.FINALS, strict=True)[0]
        syllables.add((initial, final))
    missing = {s for s in syllables if s[1] and not syllable_phones(*s)}
    assert len(syllables) > 350
    assert missing == set()
    assert all(set(syllable_phones(*s)) <= set(PHONES) for s in syllables)


@pytest.mark.parametrize(
    ("text", "language", "readings"),
    [
        ("It cost $13.60.", "en", ["It", "cost", "thirteen dollars and sixty cents"]),
        ("COVID-19 in 2014", "en", ["COVID nineteen", "in", "twenty fourteen"]),
        ("北京2008年", "zh", ["北京", "二零零八", "年"]),
        ("Mr. Smith, i.e. her AT&T", "en", ["Mr", "Smith", "that is", "her", "A T N T"]),
    ],
)
def test_reading(text, language, readings):
    said = [reading(t, text, language) for t in tokenise(text)]
    assert [s.lower() for s in said] == [r.lower() for r in readings]


def test_mixed_scripts_are_pronounced_each_in_its_own_way():
    text = "用iPhone拍照"
    said = [" ".join(p) for p in pronounce(tokenise(text), text, "zh")]
    assert said == ["j o ŋ", "aɪ f oʊ n", "p aɪ ʈʂ aʊ"]


def test_phone_scores_add_up_tokens():
    tokens = ["t", "ɾ", "d", "a", "<wb>", "<blank>"]
    weights = phone_matrix(tokens)
    probabilities = np.array([[0.2, 0.1, 0.2, 0.1, 0.3, 0.1]])
    scores = np.exp(phone_scores(np.log(probabilities), weights)) - 1e-5
    # "t": its own tokens t and ɾ in full, d in part.
    assert scores[0, PHONES.index("t")] == pytest.approx(0.2 + 0.1 + 0.3 * 0.2, abs=1e-6)
    assert scores[0, PHONES.index("<blank>")] == pytest.approx(0.1, abs=1e-6)
    assert scores[0, PHONES.index("<wb>")] == pytest.approx(0.4, abs=1e-6)
