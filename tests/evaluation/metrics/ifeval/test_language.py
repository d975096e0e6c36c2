from __future__ import annotations

import pytest

from evaluation.metrics.ifeval import check
from evaluation.metrics.ifeval.text import language


def both(response: str, code: str) -> tuple[bool, bool]:
    following = check(response, ["language:response_language"], [{"language": code}])
    return following.strict[0], following.loose[0]


@pytest.mark.parametrize(
    ("response", "code", "strict", "loose"),
    [
        ("The weather is nice today and we go for a walk.", "en", True, True),
        ("The weather is nice today and we go for a walk.", "de", False, False),
        ("Das Wetter ist heute schön und wir gehen spazieren.", "de", True, True),
        ("Il tempo è bello oggi e andiamo a fare una passeggiata.", "it", True, True),
        ("आज मौसम अच्छा है और हम टहलने जाते हैं।", "hi", True, True),
        ("오늘은 날씨가 좋아서 우리는 산책을 갑니다.", "ko", True, True),
        ("Сегодня хорошая погода, и мы идём гулять.", "ru", True, True),
        ("ಇಂದು ಹವಾಮಾನ ಚೆನ್ನಾಗಿದೆ ಮತ್ತು ನಾವು ನಡೆಯುತ್ತೇವೆ.", "kn", True, True),
        ("今天天气很好，我们去公园散步。", "zh", True, True),
        ("今天天气很好，我们去公园散步。", "zh-cn", True, True),
        ("今天天气很好，我们去公园散步。", "ja", False, False),
        (
            "Sure, here is the German text that you asked me for:\nDas Wetter ist heute schön.",
            "de",
            False,
            True,
        ),
        ("12345 !!!", "de", True, True),
    ],
)
def test_response_language(response, code, strict, loose):
    assert both(response, code) == (strict, loose)


def test_detection_does_not_depend_on_what_came_before():
    short = ["Hello world", "並查看更", "THIS IS AMAZING.", "no", "Ciao a tutti"]
    first = [language(text) for text in short]
    for text in reversed(short):
        language(text)
    assert [language(text) for text in short] == first
    assert first[0] == "en"


def test_detection_leaves_the_library_unseeded_for_others():
    from langdetect import DetectorFactory

    language("Hello world")
    assert DetectorFactory.seed is None
