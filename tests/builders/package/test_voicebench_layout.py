"""What users of the published VoiceBench write today works on ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from builders.package import package_family
from builders.package.publish import publish
from builders.package.spec import ConfigSpec

REPO = "tester/voicebench"
SPEAKER = ("en_AU_Wavenet_A_1.0_0.0_0.0", "en_US_Wavenet_A_0.5_0.0_0.0")
KWARGS = {
    "num_words": "int64",
    "relation": "string",
    "keywords": ["string"],
    "let_frequency": "int64",
}


def _family(item: Any, folder: Path) -> Path:
    accents = ("usa", "ind_n")
    configs = {
        "alpacaeval": ConfigSpec({"prompt": "prompt"}, [item(f"a-{n}") for n in range(3)]),
        "alpacaeval_speaker": ConfigSpec(
            {"prompt": "prompt"},
            [item(f"s-{n}-{s}", fields={"speaker": s}) for n in range(2) for s in SPEAKER],
            "fields.speaker",
        ),
        "sd-qa": ConfigSpec(
            {"prompt": "prompt", "reference": "reference"},
            [
                item(f"q-{n}-{a}", reference=f"Answer {n}", fields={"accent": a})
                for n in range(2)
                for a in accents
            ],
            "fields.accent",
        ),
        "ifeval": ConfigSpec(
            {
                "key": "fields.key",
                "prompt": "prompt",
                "instruction_id_list": "fields.instruction_id_list",
                "kwargs": "fields.kwargs",
            },
            [
                item(
                    f"i-{n}",
                    fields={
                        "key": 1000 + n,
                        "instruction_id_list": ["punctuation:no_comma", "length:number_words"],
                        "kwargs": [{}, {"num_words": 30 * n, "relation": "at least"}],
                    },
                )
                for n in range(2)
            ],
            types={"kwargs": [KWARGS]},
        ),
    }
    package_family("voicebench", configs, folder)
    return folder


@pytest.mark.slow
def test_the_calls_of_voicebench(item: Any, hub: Any, client: Any, tmp_path: Path) -> None:
    publish(_family(item, tmp_path / "vb"), REPO, "v1.0.0", endpoint=hub.endpoint)
    out = client(
        f"""
import json
from datasets import Audio, get_dataset_split_names, load_dataset
found = {{}}

def take(name, split):
    # As VoiceBench's own main.py asks for the data and settles the sampling rate.
    rows = load_dataset({REPO!r}, name, split=split)
    rows = rows.cast_column("audio", Audio(sampling_rate=16_000))
    found[f"{{name}}/{{split}}"] = [rows.features["audio"].sampling_rate, len(rows)]
    return rows.cast_column("audio", Audio(sampling_rate=16_000, decode=False))

take("alpacaeval", "test")
found["speaker"] = get_dataset_split_names({REPO!r}, "alpacaeval_speaker")
take("alpacaeval_speaker", {SPEAKER[0]!r})
rows = take("sd-qa", "usa")
found["sd-qa"] = [[r["prompt"], r["reference"], r["audio"]["bytes"][:4].decode()] for r in rows]
row = take("ifeval", "test")[1]
found["ifeval"] = {{k: row[k] for k in ("key", "instruction_id_list", "kwargs")}}
print(json.dumps(found))
"""
    )
    found = json.loads(out.splitlines()[-1])
    assert found["alpacaeval/test"] == [16_000, 3]
    assert found["speaker"] == list(SPEAKER)
    assert found[f"alpacaeval_speaker/{SPEAKER[0]}"] == [16_000, 2]
    assert found["sd-qa"] == [
        ["Say q-0-usa.", "Answer 0", "fLaC"],
        ["Say q-1-usa.", "Answer 1", "fLaC"],
    ]
    empty = dict.fromkeys(KWARGS)
    assert found["ifeval"] == {
        "key": 1001,
        "instruction_id_list": ["punctuation:no_comma", "length:number_words"],
        "kwargs": [empty, {**empty, "num_words": 30, "relation": "at least"}],
    }


def test_column_order_is_that_of_the_recipe(item: Any, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    folder = _family(item, tmp_path / "vb")
    names = pq.read_schema(folder / "ifeval" / "test-00000-of-00001.parquet").names
    assert names[:6] == ["audio", "key", "prompt", "instruction_id_list", "kwargs", "id"]
    assert names[6:] == ["source_id", "source_revision", "license", "provenance"]
