import hashlib
from pathlib import Path

import pytest
import soundfile as sf
import yaml

from builders.environment import CONDITIONS, condition
from builders.environment.steps import apply_condition, conditions
from builders.errors import VivavoceError
from builders.item import Item
from builders.step import Rejected, keyed_rng

RATE = 16_000


class Ctx:
    """A context without a store."""

    seed = 0

    def __init__(self) -> None:
        self.kept: dict[str, object] = {}

    def rng(self, item, name):
        return keyed_rng(self.seed, item.id, name)

    def backend(self, kind):
        raise AssertionError(f"no {kind} is needed here")

    def cached(self, kind, key, make):
        name = f"{kind} {sorted(key.items())}"
        if name not in self.kept:
            self.kept[name] = make()
        return self.kept[name]


def item(samples, row="single_round-004"):
    bare = Item(
        id=row,
        prompt="p",
        language="zh",
        source_id="004",
        source_revision="1",
        license="Apache-2.0",
    )
    return bare.with_audio(samples)


SIX = [name for name in CONDITIONS if name != "combination"]


def test_all_thirty_six_conditions_under_their_released_names(spoken):
    rows = conditions.function(item(spoken), Ctx(), dict.fromkeys(SIX, "all"))
    assert len(rows) == 36
    assert len({row.id for row in rows}) == 36
    levels = {(row.fields["Category"], row.fields["Level"]) for row in rows}
    assert ("background_noise", "snr_-5") in levels
    assert ("reverberation", "rt60_30") in levels
    assert ("farfield", "filter_400hz") in levels
    assert ("packet_loss", "dropping_0.70") in levels
    assert ("distortion", "clipping_0.0001") in levels
    assert rows[0].id == "single_round-004-white_noise-snr_-5"


def test_released_levels_match_the_published_set(spoken, shared):
    import json

    file = shared / "sources" / "vocalbench-zh" / "json" / "robust.json"
    released = {(row["Category"], row["Level"]) for row in json.loads(file.read_text("utf-8"))}
    rows = conditions.function(item(spoken), Ctx(), dict.fromkeys(SIX, "all"))
    assert {(row.fields["Category"], row.fields["Level"]) for row in rows} == released


def test_headline_levels():
    assert {name: condition(name).label(condition(name).HEADLINE) for name in SIX} == {
        "white_noise": "snr_-5",
        "background_noise": "snr_-5",
        "reverberation": "rt60_30",
        "farfield": "filter_400hz",
        "packet_loss": "dropping_0.70",
        "distortion": "clipping_0.0001",
    }


def test_released_ids_can_be_composed(spoken):
    row = conditions.function(
        item(spoken),
        Ctx(),
        {"background_noise": [-5]},
        id_format="robust-{condition}-{label}-{number}",
    )[0]
    assert row.id == "robust-background_noise-snr_-5-004"
    with pytest.raises(VivavoceError, match=r"may hold \{id\}, \{number\}"):
        conditions.function(item(spoken), Ctx(), {"farfield": [400]}, id_format="{row}")


def test_audio_and_measures(real_clips):
    row = item(real_clips["voice_prompt_zh_tingting.wav"])
    wanted = {name: "headline" for name in SIX} | {"reverberation": [0.5]}
    ctx = Ctx()
    for variant in conditions.function(row, ctx, wanted):
        made = apply_condition.function(variant, ctx)
        assert made.id == variant.id
        assert made.clip.frames == row.clip.frames
        assert made.clip.sha256 != row.clip.sha256
        params = made.provenance.variant.params
        assert params["measured"]
        assert variant.provenance.variant.params == {
            k: v for k, v in params.items() if k != "measured"
        }
        Item.model_validate_json(made.model_dump_json())


def test_same_bytes_in_any_order(spoken):
    wanted = {name: "headline" for name in SIX} | {"reverberation": [0.5]}

    def build(order):
        ctx, made = Ctx(), {}
        for row in sorted(("a", "b"), reverse=order):
            variants = conditions.function(item(spoken, row), ctx, wanted)
            for variant in sorted(variants, key=lambda v: v.id, reverse=order):
                made[variant.id] = apply_condition.function(variant, ctx).clip.sha256
        return hashlib.sha256(repr(sorted(made.items())).encode()).hexdigest()

    assert build(False) == build(True)


def test_same_file_for_any_number_of_workers(spoken, tmp_path):
    from builders.stage.engine import run_subset
    from builders.stage.pool import Workers
    from builders.stage.settings import Settings, StepCall

    wanted = {name: "headline" for name in SIX} | {"reverberation": [0.5]}
    chain = [StepCall("conditions", {"conditions": wanted}), StepCall("apply_condition")]
    rows = [item(spoken * gain, f"row-{gain}") for gain in (0.25, 0.5, 1.0)]
    made = []
    for count in (1, 3):
        folder = tmp_path / str(count)
        folder.mkdir()
        settings = Settings(seed=0, store=folder / "store", backends={}, root=tmp_path)
        with Workers(settings, count) as workers:
            metrics = run_subset(rows, chain, workers, folder, "robust")
        assert metrics.items_out == 18
        made.append((folder / "robust.parquet").read_bytes())
    assert made[0] == made[1]


def test_a_silent_clip_is_rejected_with_the_reason(spoken):
    row = conditions.function(item(spoken * 0), Ctx(), {"white_noise": [0]})[0]
    outcome = apply_condition.function(row, Ctx())
    assert isinstance(outcome, Rejected)
    assert outcome.reason == "no speech in the clip"


def test_noise_that_is_silent_behind_the_clip_is_rejected_with_its_file(spoken, tmp_path):
    sf.write(tmp_path / "quiet.wav", spoken * 0, RATE)
    given = {"mine": str(tmp_path)}
    settings = {"background_noise": {"corpus": "mine"}}
    row = conditions.function(item(spoken), Ctx(), {"background_noise": [0]}, settings, given)[0]
    outcome = apply_condition.function(row, Ctx(), given)
    assert isinstance(outcome, Rejected)
    assert outcome.reason == "silent noise" and "mine/quiet.wav" in outcome.detail


def test_bad_recipes_are_refused(spoken):
    row = item(spoken)
    with pytest.raises(VivavoceError, match="did you mean 'farfield'"):
        conditions.function(row, Ctx(), {"farfeld": "all"})
    with pytest.raises(VivavoceError, match="levels must be"):
        conditions.function(row, Ctx(), {"farfield": "snr_-5"})
    with pytest.raises(VivavoceError, match="did you mean 'frame_ms'"):
        conditions.function(row, Ctx(), {"packet_loss": "all"}, {"packet_loss": {"frame": 30}})
    with pytest.raises(VivavoceError, match="did you mean 'packet_loss'"):
        conditions.function(row, Ctx(), {"farfield": [400]}, {"packet_los": {}})
    with pytest.raises(VivavoceError, match="put the step 'conditions' before"):
        apply_condition.function(row, Ctx())


@pytest.mark.parametrize(
    ("name", "level", "settings"),
    [
        ("farfield", 9000, {}),
        ("farfield", 0, {}),
        ("reverberation", -1, {}),
        ("reverberation", 0.5, {"tail": "cutt"}),
        ("packet_loss", 3, {}),
        ("packet_loss", 0.3, {"frame_ms": 0}),
        ("distortion", 0, {}),
        ("background_noise", 0, {"corpus": "nowhere"}),
    ],
)
def test_what_is_out_of_range_is_refused_before_any_work(name, level, settings):
    with pytest.raises(VivavoceError, match=name if name != "background_noise" else "nowhere"):
        conditions.check({"conditions": {name: [level]}, "settings": {name: settings}})


def test_what_is_published_passes_the_check():
    conditions.check({"conditions": dict.fromkeys(SIX, "all"), "settings": {}})


def test_the_recipe_of_the_documentation_works(spoken, tmp_path):
    page = Path(__file__).parents[3] / "docs" / "environment.md"
    block = page.read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0]
    first, second = yaml.safe_load(block)["variants"]
    sf.write(tmp_path / "kitchen.wav", spoken, RATE)
    given = {name: str(tmp_path) for name in first["conditions"].pop("folders")}
    assert given.keys() == second["apply_condition"]["folders"].keys()
    rows = conditions.function(item(spoken), Ctx(), **first["conditions"], folders=given)
    assert len(rows) == 13
    noisy = next(row for row in rows if row.fields["Category"] == "background_noise")
    made = apply_condition.function(noisy, Ctx(), folders=given)
    assert made.provenance.variant.params["measured"]["snr_db"] == pytest.approx(0, abs=0.1)
