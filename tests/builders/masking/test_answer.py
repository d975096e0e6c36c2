import pytest

from builders.backends.align.tokens import tokenise
from builders.item import Word
from builders.masking.answer import contains, find_answer


def words(text):
    return [
        Word(text=t.text, start=float(i), end=i + 1.0, span=(t.begin, t.end))
        for i, t in enumerate(tokenise(text))
    ]


def full(text, answer):
    return [o.text for o in find_answer(words(text), answer).full]


@pytest.mark.parametrize(
    ("text", "answer", "found"),
    [
        # whole words only
        ("By comparison, Paris is small.", "Paris", ["Paris"]),
        ("My team drinks tea.", "tea", ["tea"]),
        ("A comparison.", "Paris", []),
        # case, punctuation, accents, possessives
        ("I like PARIS!", "paris", ["PARIS"]),
        ("Paris's streets and James' car", "Paris", ["Paris's"]),
        ("It was James' car.", "James", ["James"]),
        ("The king’s horse", "king", ["king’s"]),
        ("We met at the café.", "cafe", ["café"]),
        ("He lives in the U.S. now", "US", ["U.S"]),
        # several words, several occurrences
        ("New York is not York.", "New York", ["New York"]),
        ("Tea, please. More tea? Tea!", "tea", ["Tea", "tea", "Tea"]),
        ("You cross the river by boat.", "by boat", ["by boat"]),
        # a leading article does not count
        ("They follow stars.", "the stars", ["stars"]),
        ("They follow the stars.", "the stars", ["the stars"]),
        # hyphens
        ("COVID-19 came.", "COVID 19", ["COVID-19"]),
        ("A Paris-based firm", "Paris", ["Paris-based"]),
        ("twenty-one days", "21", ["twenty-one"]),
        # numbers
        ("It was in twenty fourteen.", "2014", ["twenty fourteen"]),
        ("It was in 2014.", "twenty fourteen", ["2014"]),
        ("It was in 2014.", "two thousand and fourteen", ["2014"]),
        (
            "It cost thirteen dollars and sixty cents.",
            "$13.60",
            ["thirteen dollars and sixty cents"],
        ),
        ("It cost $13.60 then.", "thirteen sixty", ["$13.60"]),
        ("It cost $5 million.", "five million dollars", ["$5 million"]),
        ("a hundred and five", "hundred five", ["hundred and five"]),
        ("one hundred and five of them", "105", ["one hundred and five"]),
        ("forty years", "40", ["forty"]),
        ("Wait one second.", "2", []),
        ("A hundred years and a thousand days.", "100", ["A hundred"]),
        ("A hundred years and a thousand days.", "1,000", ["a thousand"]),
        ("It cost a hundred dollars.", "$100", ["a hundred dollars"]),
        # written answers in a text that is written as it is said
        ("It ended World War Two.", "World War II", ["World War Two"]),
        ("Doctor Brown met Henry the Eighth.", "Dr. Brown", ["Doctor Brown"]),
        ("Doctor Brown met Henry the Eighth.", "Henry VIII", ["Henry the Eighth"]),
        ("It was twenty degrees Celsius.", "20℃", ["twenty degrees Celsius"]),
        ("They ran five kilometers.", "5 km", ["five kilometers"]),
        ("They ate three quarters of it.", "3/4", ["three quarters"]),
        # capitals tell an initialism from a pronoun
        ("They told us in the US.", "US", ["US"]),
        # Mandarin
        ("我喜欢北京烤鸭", "北京", ["北京烤鸭"]),
        ("一家在北京的医院", "北京", ["北京"]),
        ("奥运会在二零零八年", "2008年", ["二零零八年"]),
    ],
)
def test_full(text, answer, found):
    joined = [f.replace(" ", "") for f in full(text, answer)]
    if any("\u4e00" <= c <= "\u9fff" for c in text):
        # Where words end depends on the segmenter's dictionary.
        assert len(joined) == len(found)
        assert all(answer in j or f in j for j, f in zip(joined, found, strict=True))
    else:
        assert full(text, answer) == found


@pytest.mark.parametrize(
    ("text", "answer"), [("涨了百分之二十五", "25%"), ("一共三点五米", "3.5"), ("北京大学", "北京")]
)
def test_mandarin_as_it_is_said(text, answer):
    assert full(text, answer)


@pytest.mark.parametrize(("text", "answer"), [("我爱中国人民", "国人"), ("北京大学", "京大")])
def test_an_answer_across_two_words_is_none(text, answer):
    assert full(text, answer) == []


def test_one_chinese_character_must_be_a_word_of_its_own():
    assert full("这个茶馆", "茶") == []
    assert full("我 喝 茶", "茶") == ["茶"]


@pytest.mark.parametrize(
    ("text", "answer", "parts"),
    [
        ("I come from York.", "New York", ["York"]),
        ("The stone bridge is old.", "Golden Gate Bridge", ["bridge"]),
        ("He was in the garden of the school.", "the Hall of Mirrors", []),
        ("I like Rome.", "Paris", []),
    ],
)
def test_partial(text, answer, parts):
    found = find_answer(words(text), answer)
    assert found.full == ()
    assert [o.text for o in found.partial] == parts


def test_partial_beside_full():
    found = find_answer(words("New York is not York."), "New York")
    assert [(o.first, o.last) for o in found.full] == [(0, 1)]
    assert [(o.first, o.last) for o in found.partial] == [(4, 4)]


@pytest.mark.parametrize("answer", ["", "  ", "—"])
def test_an_empty_answer_is_nowhere(answer):
    assert full("I like tea.", answer) == []


def test_contains():
    assert contains("It happened in 2014, they say.", "twenty fourteen")
    assert not contains("My team won.", "tea")
    assert not contains("", "tea")
