from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import soundfile as sf

from builders.package import package_family
from builders.package.export import export
from builders.package.files import open_dataset
from builders.package.spec import ConfigSpec

KNOWLEDGE = {
    "Qid": "id",
    "audio": "audio",
    "Set": "=Chinese Knowledge",
    "Question": "prompt",
    "Answer": "reference",
    "Source": "fields.Source",
}


def _vocalbench(item: Any, folder: Path) -> Path:
    knowledge = [
        item(f"chinese_knowledge-{n:04d}", reference="x", fields={"Source": "CMMLU"})
        for n in range(2)
    ]
    robust = [
        item(
            f"robust-packet_loss-{level}-{n:03d}",
            reference="x",
            fields={"Category": "packet_loss", "Level": level},
        )
        for level in ("dropping_0.70", "dropping_0.90")
        for n in range(2)
    ]
    emotion = [
        item(
            "emotion-000",
            fields={
                "emo": "angry",
                "prob": 0.99,
                "prompt": "angry_1.wav",
                "score": [5, 1, 3, 5, 2],
            },
        )
    ]
    switched = [
        item("codeswitching_knowledge-000", fields={"zh": "问题"}),
        item("codeswitching_knowledge-001"),
    ]
    configs = {
        "chinese_knowledge": ConfigSpec(KNOWLEDGE, knowledge),
        "robust": ConfigSpec(
            {
                "Qid": "id",
                "audio": "audio",
                "Set": "=Robust",
                "Question": "prompt",
                "Answer": "reference",
                "Category": "fields.Category",
                "Level": "fields.Level",
            },
            robust,
            "{fields.Category}_{fields.Level}",
        ),
        "emotion": ConfigSpec(
            {
                "Qid": "id",
                "audio": "audio",
                "Set": "=Emotional Empathy",
                "Question": "prompt",
                "Question_emo": "fields.emo",
                "Question_prob": "fields.prob",
                "Question_prompt": "fields.prompt",
                "Score": "fields.score",
            },
            emotion,
        ),
        "cs_knowledge": ConfigSpec(
            {"Qid": "id", "audio": "audio", "Question": "prompt", "Question_zh": "fields.zh"},
            switched,
        ),
    }
    package_family("vocalbench_zh", configs, folder)
    return folder


def test_vocalbench(item: Any, tmp_path: Path) -> None:
    folder = _vocalbench(item, tmp_path / "d")
    counts = export(open_dataset(folder), "vocalbench", tmp_path / "out")
    assert counts["robust/packet_loss_dropping_0.70"] == 2

    def listing(name: str) -> list[dict[str, Any]]:
        return json.loads((tmp_path / "out" / "json" / f"{name}.json").read_text())

    assert listing("chinese_knowledge")[1] == {
        "Set": "Chinese Knowledge",
        "Qid": "chinese_knowledge-0001",
        "Audio": "knowledge/chinese/0001.wav",
        "Question": "Say chinese_knowledge-0001.",
        "Answer": "x",
        "Source": "CMMLU",
    }
    robust = listing("robust")
    assert [row["Audio"] for row in robust] == [
        "robust/packet_loss/dropping_0.70/000.wav",
        "robust/packet_loss/dropping_0.70/001.wav",
        "robust/packet_loss/dropping_0.90/000.wav",
        "robust/packet_loss/dropping_0.90/001.wav",
    ]
    assert "Question_prmopt" in listing("emotion")[0]
    assert [row["Question_zh"] for row in listing("cs_knowledge")] == ["问题", None]
    path = tmp_path / "out" / "audio" / robust[3]["Audio"]
    samples, rate = sf.read(path, dtype="float32")
    assert (rate, sf.info(path).subtype) == (16_000, "PCM_16")
    np.testing.assert_array_equal(samples, item(robust[3]["Qid"]).clip.samples)


def test_vocalbench_names_a_shared_clip_once(item: Any, tmp_path: Path) -> None:
    """As released: robust_clean-001 is the clip of single_round-002, whatever their order."""
    rows = [item(f"single_round-{n:03d}") for n in range(4)]
    clean = [row.but(id=f"robust_clean-{n:03d}") for n, row in enumerate(rows[::2])]
    other = item("robust_clean-009")
    columns = {"Qid": "id", "Question": "prompt"}
    configs = {
        "single_round": ConfigSpec(columns, rows),
        "robust_clean": ConfigSpec(columns, [*clean, other]),
    }
    package_family("vocalbench_zh", configs, tmp_path / "d")
    export(open_dataset(tmp_path / "d"), "vocalbench", tmp_path / "out")
    listed = json.loads((tmp_path / "out" / "json" / "robust_clean.json").read_text())
    assert [row["Audio"] for row in listed] == [
        "single_round/000.wav",
        "single_round/002.wav",
        "robust_clean/009.wav",
    ]
    files = sorted(p.name for p in (tmp_path / "out" / "audio" / "single_round").iterdir())
    assert files == ["000.wav", "001.wav", "002.wav", "003.wav"]
    assert len(list((tmp_path / "out" / "audio" / "robust_clean").iterdir())) == 1


def test_vocalbench_tells_ids_of_other_families_apart(item: Any, tmp_path: Path) -> None:
    rows = [item(f"{task}-0001") for task in ("bbh-navigate", "bbh-hyperbaton")]
    package_family("voicebench", {"bbh": ConfigSpec({"prompt": "prompt"}, rows)}, tmp_path / "d")
    export(open_dataset(tmp_path / "d"), "vocalbench", tmp_path / "out")
    listed = json.loads((tmp_path / "out" / "json" / "bbh.json").read_text())
    assert [row["Audio"] for row in listed] == [
        "bbh/bbh-navigate-0001.wav",
        "bbh/bbh-hyperbaton-0001.wav",
    ]


def test_the_names_are_those_of_the_released_files(item: Any, shared: Path, tmp_path: Path) -> None:
    folder = _vocalbench(item, tmp_path / "d")
    export(open_dataset(folder), "vocalbench", tmp_path / "out")
    for name in ("chinese_knowledge", "robust", "emotion"):
        released = json.loads(
            (shared / "sources" / "vocalbench-zh" / "json" / f"{name}.json").read_text()
        )
        ours = json.loads((tmp_path / "out" / "json" / f"{name}.json").read_text())[0]
        theirs = released[0]
        assert set(ours) <= set(theirs)
        assert list(ours)[:4] == list(theirs)[:4] == ["Set", "Qid", "Audio", "Question"]
        assert ours["Set"] == theirs["Set"]
        assert Path(ours["Audio"]).parent.parts[0] == Path(theirs["Audio"]).parent.parts[0]
