from __future__ import annotations

import pytest

from builders.backends.tagger.english import English
from builders.backends.tagger.lac import LAC

pytestmark = pytest.mark.weights


def test_chinese_entities_and_places():
    text = "李明昨天去了上海，他在华为公司工作。"
    found = LAC().tag(text)
    assert "".join(t.text for t in found) == text
    assert all(text[t.start : t.end] == t.text for t in found)
    tags = {t.text: t.tag for t in found}
    assert (tags["李明"], tags["上海"], tags["昨天"]) == ("PER", "LOC", "TIME")
    assert LAC().tag("") == []


def test_english_parts_of_speech_and_entities():
    text = "She flew to Paris with the red bag."
    tagger = English()
    tags = {t.text: t.tag for t in tagger.tag(text)}
    assert (tags["She"], tags["to"], tags["the"], tags["bag"]) == ("PRON", "ADP", "DET", "NOUN")
    assert [(e.text, e.tag) for e in tagger.entities(text)] == [("Paris", "GPE")]
