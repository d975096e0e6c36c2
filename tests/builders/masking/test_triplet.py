import pytest

from builders.masking.triplet import says


@pytest.mark.parametrize(
    ("text", "answer", "language", "found"),
    [
        ("It was grey.", "gray", "en", True),
        ("He paid 13 dollars and 60 cents", "$13.60", "en", True),
        ("My team won.", "tea", "en", False),
        ("", "tea", "en", False),
        ("King Henry VIII died.", "Henry the Eighth", "en", True),
        ("King Henry VII died.", "Henry the Eighth", "en", False),
        ("It is 20℃ outside.", "twenty degrees Celsius", "en", True),
        ("价格涨了25%", "百分之二十五", "zh", True),
        ("我在北京市工作", "北京", "zh", True),
        ("我在上海工作", "北京", "zh", False),
    ],
)
def test_says(text, answer, language, found):
    assert says(text, answer, language) is found
