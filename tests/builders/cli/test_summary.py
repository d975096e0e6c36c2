from __future__ import annotations

from pathlib import Path

import pytest

from builders.cli.summary import summary
from builders.item import Item
from builders.provenance import Provenance, Quality, Speech
from builders.quality.voices import by_voice
from builders.stage.files import ItemWriter


def item(number: int, voice: str | None, match: bool = True, language: str = "en") -> Item:
    speech = Speech(engine="e", revision="1", voice=voice) if voice else None
    quality = Quality(asr_match=match, error_rate=0.0 if match else 0.5, mos=3.0 + number)
    return Item(
        id=f"r-{number}",
        prompt="text",
        language=language,
        source_id=f"r-{number}",
        source_revision="1",
        license="MIT",
        provenance=Provenance(speech=speech, quality=quality),
    )


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "build" / "talk" / "speech"
    folder.mkdir(parents=True)
    files = {
        "one.parquet": [item(0, "ann"), item(1, "bob"), item(2, None)],
        "one.review.parquet": [item(1, "ann", match=False)],
        "two.parquet": [item(0, "ann"), item(0, "ann", language="zh")],
    }
    for name, rows in files.items():
        with ItemWriter(folder / name) as writer:
            for row in rows:
                writer.write(row)
    return tmp_path / "build"


def test_rows_of_a_voice_count_whether_kept_or_in_review(work: Path) -> None:
    found = by_voice(work / "talk" / "speech")
    assert list(found) == [("en", "ann"), ("en", "bob"), ("zh", "ann")]
    ann = found["en", "ann"]
    assert (ann.heard, ann.rejected) == (3, 1)
    assert ann.match == pytest.approx(2 / 3, abs=1e-4)
    assert ann.error_rate == pytest.approx(0.5 / 3, abs=1e-4)
    assert ann.mos == pytest.approx(10 / 3, abs=1e-4)
    assert (found["en", "bob"].match, found["en", "bob"].rejected) == (1.0, 0)


def test_the_table_of_voices(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    summary(work=work, by_voice=True)
    ann, bob, _ = [line for line in capsys.readouterr().out.splitlines() if "talk" in line]
    assert [c.strip() for c in ann.split("│")[1:-1]] == [
        "talk", "en", "ann", "66.7% of 3", "0.167", "3.33", "1",
    ]  # fmt: skip
    assert "100.0% of 1" in bob
