import pytest

from builders.text.spoken import spoken_form
from builders.text.spoken.formulas import read_formulas


@pytest.mark.parametrize(
    "text",
    [
        "5-6 people",
        "B-52 and A-1",
        "2-3x more",
        "id=5-3",
        "2023-06-26",
        "U+2300-U+23FF",
        "self-test",
    ],
)
def test_a_hyphen_outside_a_formula_is_no_minus(text):
    assert "−" not in read_formulas(text)


def test_signs_of_formulas():
    assert read_formulas("y = -2x - 3") == "y = -2x − 3"
    assert read_formulas("2**3*4 and *stress*") == "2^3×4 and *stress*"


def test_a_written_line_break_is_one():
    assert spoken_form(r"你是助手\n\n问题：2023年", "zh") == "你是助手。问题：二零二三年"
    assert spoken_form(r"First line\nSecond line", "en") == "First line. Second line"
    assert spoken_form(r"Put '\n' between them, and \nu", "en").startswith("Put ' n' between")
