import numpy as np
import pytest
from clips import rng, write

from builders.environment import Assets, background_noise, material
from builders.environment.material import babble
from builders.errors import VivavoceError

RATE = 16_000


def test_babble_mixes_voices_at_equal_level(real_clips):
    speakers = {name: [clip] for name, clip in real_clips.items()}
    made = babble.mix(speakers, rng(), 5 * RATE, RATE, voices=4)
    assert made.shape == (5 * RATE,)
    assert np.std(made) == pytest.approx(0.1, rel=0.01)
    # Four voices hide each other's pauses.
    assert made.reshape(25, -1).std(axis=1).min() > 0.01
    louder = {name: [clip * (0.1 if i else 1.0)] for i, (name, clip) in enumerate(speakers.items())
              for clip in speakers[name]}  # fmt: skip
    assert babble.mix(louder, rng(), 5 * RATE, RATE, voices=4) == pytest.approx(made, abs=1e-4)


def test_babble_from_a_folder_of_speech(real_clips, tmp_path):
    names = list(real_clips)[:3]
    for name in names:
        write(tmp_path / "speakers" / name, real_clips[name])
    where = {"babble": str(tmp_path / "speakers")}
    clip = real_clips["voice_prompt_zh_tingting.wav"]
    params = background_noise.plan(rng(), 0, corpus="babble", folders=where)
    assert params["noise"]["sha256"]
    made, measured = background_noise.apply(clip, RATE, params, Assets(folders=where))
    assert measured["snr_db"] == pytest.approx(0, abs=0.1)
    assert made.shape == clip.shape


def test_babble_needs_voices(spoken):
    drawn = material.draw(rng(), "babble")
    with pytest.raises(VivavoceError, match="babble needs speech"):
        material.render(drawn, RATE, RATE)
    with pytest.raises(VivavoceError, match="two speakers or more"):
        babble.mix({"one": [spoken]}, rng(), RATE, RATE)


def test_no_more_voices_talk_than_asked(spoken):
    names = []
    speakers = {f"s{n}": [spoken * (n + 1) / 10] for n in range(5)}

    class Seen(dict):
        def __getitem__(self, name):
            names.append(name)
            return super().__getitem__(name)

    babble.mix(Seen(speakers), rng(), RATE, RATE, voices=3)
    assert len(names) == 3 and len(set(names)) == 3


def test_clips_shorter_than_the_fade_are_strung_together(spoken):
    begin = int(np.argmax(np.abs(spoken) > 0.05))
    short = spoken[begin : begin + 600]
    made = babble.mix({"a": [short], "b": [short, short]}, rng(), RATE, RATE)
    assert made.shape == (RATE,)
    assert np.sqrt(np.mean(made.astype(float) ** 2)) == pytest.approx(0.1, rel=1e-4)


def test_speakers_are_sub_folders_and_files_at_the_top(spoken, tmp_path):
    for name in ("anna/1.wav", "anna/2.wav", "ben/deep/1.wav", "carl.wav"):
        write(tmp_path / name, spoken[:8000], 8_000)
    found = babble.from_folder(str(tmp_path), RATE)
    assert {name: len(clips) for name, clips in found.items()} == {"anna": 2, "ben": 1, "carl": 1}
    assert {clip.size for clips in found.values() for clip in clips} == {16_000}


def test_what_fixes_the_content_is_stated(spoken, tmp_path):
    assert babble.source(None) == {"license": "Apache-2.0", "version": 1}
    for name in ("a", "b"):
        write(tmp_path / name / "1.wav", spoken[:4000])
        (tmp_path / name / "LICENSE").write_text(f"licence {name}")
    found = babble.source(str(tmp_path))
    assert (found["license"], found["version"]) == ("licence a; licence b", 1)
    assert len(found["sha256"]) == 64


def test_a_track_is_mixed_once_for_each_set_of_voices(spoken, monkeypatch):
    monkeypatch.setattr(babble, "_KEPT", {})
    monkeypatch.setattr(babble, "LENGTH", 1.0)
    asked = []

    def speakers(rate):
        asked.append(rate)
        return {"a": [spoken], "b": [spoken[::-1].copy()]}

    first = babble.track("babble_0", RATE, Assets(speakers=speakers, speakers_id="en"))
    again = babble.track("babble_0", RATE, Assets(speakers=speakers, speakers_id="en"))
    other = babble.track("babble_0", RATE, Assets(speakers=speakers, speakers_id="zh"))
    assert again is first and other is not first
    assert np.array_equal(first, other)
    assert asked == [RATE, RATE]
