import pytest

from builders.masking.readings import readings, readings_zh


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("2014", "twenty fourteen"),
        ("2014", "two thousand fourteen"),
        ("2014", "two zero one four"),
        ("1905", "nineteen oh five"),
        ("1,000", "one thousand"),
        ("3.5", "three point five"),
        ("$13.60", "thirteen dollars sixty cents"),
        ("$13.60", "thirteen sixty"),
        ("$13.60", "thirteen point six zero dollars"),
        ("£1", "one pound"),
        ("$5 million", "five million dollars"),
        ("25%", "twenty five percent"),
        ("1st", "first"),
        ("14", "fourteenth"),
        ("1990s", "nineteen nineties"),
        ("80s", "eighties"),
        ("10:30", "ten thirty"),
        ("9:05", "nine oh five"),
    ],
)
def test_english(token, said):
    assert tuple(said.split()) in readings(token)


def test_small_numbers_are_no_ordinals():
    assert ("second",) not in readings("2")


def test_no_reading_of_what_is_no_number():
    assert readings("b2b") == ()


@pytest.mark.parametrize(
    ("number", "said"),
    [("2008", "二零零八"), ("2008", "两千零八"), ("12", "十二"), ("110", "幺幺零")],
)
def test_mandarin(number, said):
    assert said in readings_zh(number)
