import pytest

from builders.masking.triplet import says


@pytest.mark.parametrize(
    ("text", "answer", "language", "found"),
    [
        ("It was grey.", "gray", "en", True),
        ("He paid 13 dollars and 60 cents", "$13.60", "en", True),
        ("My team won.", "tea", "en", False),
        ("", "tea", "en", False),
        ("我在北京市工作", "北京", "zh", True),
        ("我在上海工作", "北京", "zh", False),
    ],
)
def test_says(text, answer, language, found):
    assert says(text, answer, language) is found
