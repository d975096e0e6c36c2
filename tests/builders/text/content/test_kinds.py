from __future__ import annotations

import pytest
import yaml
from jinja2 import Template

from builders.backends.llm.template import load_prompt
from builders.text.content import KINDS
from builders.text.content_variants import check_rewrite

EN = "How do I keep a basil plant alive indoors?"
ZH = "怎样在家里养好一盆薄荷？"

GOOD = [
    ("repair", EN, "How do I keep a mint, I mean, a basil plant alive indoors?"),
    ("repair", EN, "How do I keep a basil plant alive outdoors, no wait, indoors?"),
    ("repair", EN, "How do you... sorry, how do I keep a basil plant alive indoors?"),
    ("repair", ZH, "怎样在家里养好一盆玫瑰，不对，一盆薄荷？"),
    ("repeat", EN, "How do I I I keep a basil plant alive indoors?"),
    ("repeat", EN, "How do I keep a basil, a basil plant alive indoors?"),
    ("repeat", ZH, "怎样在家里，在家里养好一盆薄荷？"),
    ("pause", EN, "How do I, um, keep a basil plant, uh, alive indoors?"),
    ("pause", ZH, "怎样在家里，呃，养好一盆薄荷？"),
    ("interjection", EN, "Oh, well, how do I keep a basil plant alive indoors?"),
    ("interjection", EN, "Hey, how do I keep a basil plant, you know, alive indoors?"),
    ("interjection", ZH, "哎，怎样在家里养好一盆薄荷？"),
    ("false_start", EN, "Can you tell... How do I keep a basil plant alive indoors?"),
    ("false_start", EN, "How do I keep a... How do I keep a basil plant alive indoors?"),
    ("false_start", ZH, "我昨天刚……怎样在家里养好一盆薄荷？"),
    ("mispronunciation", EN, "How do I keep a bazzil plant alive indoors?"),
    ("mispronunciation", ZH, "怎样在家里养好一盆薄霍？"),
    ("grammar_error", EN, "How do I keeps a basil plant alive indoors?"),
    ("grammar_error", EN, "How I keep basil plant alive indoors?"),
    ("grammar_error", EN, "How do I keep a basil plants alive in indoors?"),
    ("grammar_error", ZH, "怎样在家里养好了一盆的薄荷？"),
    ("grammar_error", "What is the capital of France?", "What the capital of France is?"),
    ("grammar_error", "Who did he call?", "Who did him call?"),
]

BAD = [
    # nothing changed, or only punctuation
    *[(kind, EN, "How do I keep a basil plant alive indoors!") for kind in KINDS],
    *[(kind, ZH, "怎样在家里养好一盆薄荷") for kind in KINDS],
    # the model answers, or talks about its work
    *[(kind, EN, "Put it on a sunny windowsill and water it when dry.") for kind in KINDS],
    *[(kind, EN, f"Sure! Here it is: {EN}") for kind in KINDS if kind != "false_start"],
    # another question
    ("repair", EN, "How do I keep a mint, I mean, a rose plant alive indoors?"),
    ("mispronunciation", EN, "How do I keep a cactus plant alive indoors?"),
    ("grammar_error", EN, "How do I keep a basil plant dead indoors?"),
    ("grammar_error", EN, "How do I not keep a basil plant alive indoors?"),
    ("grammar_error", EN, "Why do I keep a basil plant alive indoors?"),
    ("grammar_error", ZH, "怎样不在家里养好一盆薄荷？"),
    ("grammar_error", ZH, "怎样在家里养好一盆玫瑰？"),
    # no correction: the right word never comes, nothing wrong was said, nothing announces it
    ("repair", EN, "How do I keep a mint, I mean, plant alive indoors?"),
    ("repair", EN, "How do I keep a basil, I mean, a basil plant alive indoors?"),
    ("repair", EN, "How do I keep a mint a basil plant alive indoors?"),
    ("repair", EN, "How do I keep, I mean, a basil plant alive indoors?"),
    ("repair", EN, "How do I keep a mint, uh, a basil plant alive indoors?"),
    ("repair", ZH, "怎样在家里养好一盆，不对，一盆薄荷？"),
    # a repetition with a new word, or of words that are apart
    ("repeat", EN, "How do I really keep a basil plant alive indoors?"),
    ("repeat", EN, "How do I keep a basil plant alive indoors how?"),
    ("repeat", EN, "How do I I keep basil plant alive indoors?"),
    # a pause at the edge, or a word that is no filler
    ("pause", EN, "Um, how do I keep a basil plant alive indoors?"),
    ("pause", EN, "How do I, please, keep a basil plant alive indoors?"),
    ("pause", ZH, "呃，怎样在家里养好一盆薄荷？"),
    ("interjection", EN, "Please, how do I keep a basil plant alive indoors?"),
    ("interjection", EN, "Well, oh, hey, how, so, do I keep a basil plant alive indoors?"),
    # no break, one word, not whole, only a filler, a correction, a speech of its own
    ("false_start", EN, "Can you tell how do I keep a basil plant alive indoors?"),
    ("false_start", EN, "Please... How do I keep a basil plant alive indoors?"),
    ("false_start", EN, "Can you tell... How do I keep basil alive indoors?"),
    ("false_start", EN, "Oh, um... How do I keep a basil plant alive indoors?"),
    ("false_start", EN, "Where, no wait, how do I keep a basil plant alive indoors?"),
    ("false_start", EN, f"{'I was in my garden with my aunt and saw her herbs and then '}... {EN}"),
    # sounds the same, too far, too many, another form of the word, a number
    ("mispronunciation", ZH, "怎样再家里养好一盆薄荷？"),
    ("mispronunciation", ZH, "怎样在家里养好一盆薄冰？"),
    ("mispronunciation", EN, "How do I kept a basil plants alive indoors?"),
    ("mispronunciation", EN, "How do I keep a basil plants alive indoors?"),
    ("mispronunciation", EN, "Haw do I keeb a bazil plent alife indoorz?"),
    ("mispronunciation", EN, "How do I keep a basil plant alive?"),
    # a disfluency under the name of a grammar error, and too much at once
    ("grammar_error", EN, "How do I I keep a basil plant alive indoors?"),
    ("grammar_error", EN, "So how do I keep a basil plant alive indoors?"),
    ("grammar_error", EN, "Is it that how do I keep a basil plant alive in the indoors of the?"),
    # another meaning in the same words, or with one function word for another
    ("grammar_error", "Does the dog bite the man?", "Does the man bite the dog?"),
    ("grammar_error", "How do I get from Boston to Paris?", "How do I get to Boston from Paris?"),
    ("grammar_error", "How do I turn on the light?", "How do I turn off the light?"),
    ("grammar_error", "Who did he call?", "Who did they call?"),
    ("grammar_error", "狗咬人了吗？", "人咬狗了吗？"),
    ("grammar_error", "我把书给他", "他把书给我"),
    # another word of some like letters, and a correction to the very same words
    ("mispronunciation", "What is the capital of France?", "What is the capital of Greece?"),
    ("repair", EN, "How do I keep a basil, no wait, a basil plant alive indoors?"),
    # another number, the opposite, and who does it to whom
    ("mispronunciation", "Can you list fifteen items?", "Can you list fifty items?"),
    ("mispronunciation", "Is it possible?", "Is it impossible?"),
    ("mispronunciation", "Is it illegal?", "Is it legal?"),
    ("mispronunciation", "我买了四个苹果", "我买了十个苹果"),
    ("mispronunciation", "他在买东西吗？", "他在卖东西吗？"),
    ("grammar_error", "Did the dog chase the cat?", "Was the dog chased by the cat?"),
    ("grammar_error", "狗被猫咬了吗？", "狗猫咬了吗？"),
    ("repair", "Do cats like milk?", "Do dogs or cats like milk?"),
    # what no voice can say, and a second line
    ("pause", EN, "How do I, *um*, keep a basil plant alive indoors?"),
    ("pause", EN, "How do I, um, keep a basil plant alive indoors?\nHope that helps"),
]


def language(text: str) -> str:
    return "en" if text.isascii() else "zh"


@pytest.mark.parametrize(("kind", "clean", "rewrite"), GOOD)
def test_a_good_rewrite_passes(kind, clean, rewrite):
    assert check_rewrite(clean, rewrite, kind, language(clean))


@pytest.mark.parametrize(("kind", "clean", "rewrite"), BAD)
def test_a_planted_bad_rewrite_is_caught(kind, clean, rewrite):
    with pytest.raises(ValueError):
        check_rewrite(clean, rewrite, kind, language(clean))


@pytest.mark.parametrize(("kind", "clean", "rewrite"), GOOD)
def test_no_rewrite_passes_as_another_kind(kind, clean, rewrite):
    # A restarted beginning is also a repetition of several words; both names fit.
    for other in set(KINDS) - {kind}:
        if {kind, other} == {"false_start", "repeat"}:
            continue
        with pytest.raises(ValueError):
            check_rewrite(clean, rewrite, other, language(clean))


def test_the_answer_must_not_slip_in():
    clean, rewrite = "Who wrote it?", "Was it Tolstoy... Who wrote it?"
    assert check_rewrite(clean, rewrite, "false_start", "en")
    with pytest.raises(ValueError, match="slipped in"):
        check_rewrite(clean, rewrite, "false_start", "en", reference="Tolstoy")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_examples_in_the_prompts_pass_their_own_check(kind, lang, root):
    data = yaml.safe_load((root / f"recipes/prompts/content_{kind}.yaml").read_text())
    texts = [Template(m["content"]).render(language=lang, text="") for m in data["messages"][1:-1]]
    assert len(texts) == 4
    for clean, rewrite in zip(texts[::2], texts[1::2], strict=True):
        assert check_rewrite(clean, rewrite, kind, lang)
    assert load_prompt(f"content_{kind}").variables == {"language", "text"}
