import pytest

from builders.backends.align.tokens import is_han, tokenise


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I like Chicago, the most!", ["I", "like", "Chicago", "the", "most"]),
        ("“Don't,” she said — twice…", ["Don't", "she", "said", "twice"]),
        ("COVID-19 cost $13.60 in 2014.", ["COVID-19", "cost", "$13.60", "in", "2014"]),
        ("about $5 million at 10:30, 3/4", ["about", "$5 million", "at", "10:30", "3/4"]),
        ("yes/no and so—well", ["yes", "no", "and", "so", "well"]),
        ("1,000 or 25%", ["1,000", "or", "25%"]),
        ("北京2008年奥运会", ["北京", "2008", "年", "奥运会"]),
        ("用iPhone拍照。", ["用", "iPhone", "拍照"]),
        ("— … 😀", []),
        ("", []),
    ],
)
def test_words(text, words):
    tokens = tokenise(text)
    assert [t.text for t in tokens] == words
    assert all(text[t.begin : t.end] == t.text for t in tokens)


def test_script():
    assert [t.script for t in tokenise("用iPhone拍照")] == ["han", "latin", "han"]
    assert is_han("在") and not is_han("in")
