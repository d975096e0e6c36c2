import json

import numpy as np
import pytest
import soundfile as sf

from builders.environment import Assets, background_noise, material
from builders.environment.material import babble, folders, music
from builders.environment.material.loop import join, looped
from builders.errors import VivavoceError
from builders.step import keyed_rng

RATE = 16_000


def rng(row="a"):
    return keyed_rng(0, row, "x")


def write(path, samples, rate=RATE):
    path.parent.mkdir(parents=True, exist_ok=True)
    sf.write(path, samples, rate)


def noise(seconds, rate=RATE, seed=0):
    return (0.1 * np.random.default_rng(seed).standard_normal(int(seconds * rate))).astype("f4")


def test_joint_keeps_the_level_and_does_not_click():
    first, second = noise(1.0, seed=1), noise(1.0, seed=2)
    joined = join(first, second, 800)
    assert joined.size == 2 * RATE - 800
    middle = joined[RATE - 800 : RATE]
    assert np.std(middle) == pytest.approx(0.1, rel=0.1)
    tone = np.sin(2 * np.pi * 101.3 * np.arange(RATE) / RATE)
    step = np.abs(np.diff(join(tone, tone, 800))).max()
    assert step < 1.5 * np.abs(np.diff(tone)).max()


@pytest.mark.parametrize("start", [0, 5, 990, 12_345])
def test_loop_has_the_length_and_begins_at_its_place(start):
    whole = np.arange(1000, dtype=np.float32)
    piece = looped(whole, start, 5000, RATE)
    assert piece.shape == (5000,)
    # Too near to the end to fade out, 990 begins anew.
    assert piece[0] == (0 if start == 990 else start % 1000)


def test_loop_of_one_sample():
    assert looped(np.float32([0.5]), 0, 4, RATE).tolist() == [0.5] * 4


@pytest.mark.parametrize("corpus", ["ambience", "coloured", "music"])
def test_generated_tracks_are_all_different_and_never_silent(corpus):
    seen = {}
    for index in range(40):
        drawn = material.draw(rng(str(index)), corpus)
        assert drawn["license"] == "Apache-2.0"
        assert json.loads(json.dumps(drawn)) == drawn
        made = material.render({**drawn, "start": 0.0}, 2 * RATE, RATE)
        assert made.dtype == np.float32
        assert np.isfinite(made).all()
        seen[drawn["track"]] = made
        tenths = made.reshape(20, -1).std(axis=1)
        assert tenths.min() > 1e-3
    assert len(seen) >= 4
    tracks = list(seen.values())
    for i, one in enumerate(tracks):
        for other in tracks[:i]:
            assert abs(np.corrcoef(one, other)[0, 1]) < 0.5


def test_coloured_noise_has_its_slope():
    for track, octave in (("pink", -3.0), ("brown", -6.0), ("blue", 3.0)):
        drawn = {"corpus": "coloured", "track": track, "start": 0.0}
        made = material.render(drawn, 20 * RATE, RATE).astype(float)
        power, frequency = np.abs(np.fft.rfft(made)) ** 2, np.fft.rfftfreq(made.size, 1 / RATE)
        bands = [
            10 * np.log10(power[(frequency > f) & (frequency < 1.2 * f)].mean())
            for f in (200, 400, 800, 1600, 3200)
        ]
        assert np.diff(bands) == pytest.approx(octave, abs=0.6)


def test_music_plays_the_notes_of_its_scale():
    piece = music.TRACKS["major_slow"](rng(), 10 * RATE, RATE)
    spectrum = np.abs(np.fft.rfft(piece * np.hanning(piece.size)))
    frequency = np.fft.rfftfreq(piece.size, 1 / RATE)
    low = (frequency > 60) & (frequency < 500)
    peaks = frequency[low][spectrum[low] > 0.2 * spectrum[low].max()]
    off = 12 * np.log2(peaks / 440)
    assert np.abs(off - np.round(off)).max() < 0.15


def test_musan_layout(tmp_path):
    for kind, source in (("noise", "free-sound"), ("music", "fma"), ("speech", "librivox")):
        write(tmp_path / kind / source / f"{kind}-0000.wav", noise(1.0))
        (tmp_path / kind / source / "LICENSE").write_text("see each file")
    found = folders.tracks(str(tmp_path), "music")
    assert [t.id for t in found] == ["music/fma/music-0000.wav"]
    assert found[0].license == "CC-BY-4.0 (see music/fma/LICENSE)"


def test_demand_layout_takes_one_channel_a_place(tmp_path):
    for place in ("DKITCHEN", "TMETRO"):
        for channel in (1, 2, 16):
            write(tmp_path / place / f"ch{channel:02d}.wav", noise(0.5))
    found = folders.tracks(str(tmp_path))
    assert [t.id for t in found] == ["DKITCHEN/ch01.wav", "TMETRO/ch01.wav"]
    assert {t.license for t in found} == {"CC-BY-SA-3.0"}


def test_fsd50k_layout_has_a_licence_a_clip(tmp_path):
    write(tmp_path / "FSD50K.dev_audio" / "64760.wav", noise(0.5))
    write(tmp_path / "FSD50K.dev_audio" / "1.wav", noise(0.5))
    info = tmp_path / "FSD50K.metadata" / "dev_clips_info_FSD50K.json"
    info.parent.mkdir()
    info.write_text(json.dumps({"64760": {"license": "CC0"}}))
    assert {t.path.stem: t.license for t in folders.tracks(str(tmp_path))} == {
        "64760": "CC0",
        "1": "unknown",
    }


def test_user_folder_takes_the_nearest_licence(tmp_path):
    write(tmp_path / "mine" / "a.flac", noise(0.5))
    write(tmp_path / "b.wav", noise(0.5))
    (tmp_path / "mine" / "LICENSE").write_text("# CC-BY-4.0\nmore")
    assert {t.id: t.license for t in folders.tracks(str(tmp_path))} == {
        "mine/a.flac": "CC-BY-4.0",
        "b.wav": "unknown",
    }


@pytest.mark.parametrize("rate", [8_000, 16_000, 44_100])
def test_recordings_of_any_rate_and_length_fill_the_clip(rate, tmp_path):
    stereo = np.stack([noise(0.7, rate), noise(0.7, rate)], axis=1)
    write(tmp_path / "short.wav", stereo, rate)
    drawn = material.draw(rng(), "mine", folders={"mine": str(tmp_path)})
    assert drawn["track"] == "short.wav"
    made = material.render(drawn, 5 * RATE, RATE, Assets(folders={"mine": str(tmp_path)}))
    assert made.shape == (5 * RATE,)
    assert made.reshape(50, -1).std(axis=1).min() > 0.03
    assert np.abs(np.diff(made)).max() < 0.9


def test_a_changed_or_lost_recording_is_noticed(tmp_path):
    write(tmp_path / "a.wav", noise(1.0))
    where = {"mine": str(tmp_path)}
    drawn = material.draw(rng(), "mine", folders=where)
    write(tmp_path / "a.wav", noise(1.1, seed=5))
    with pytest.raises(VivavoceError, match="changed since it was drawn"):
        material.render(drawn, RATE, RATE, Assets(folders=where))
    (tmp_path / "a.wav").unlink()
    with pytest.raises(VivavoceError, match="not in the folder any more"):
        material.render(drawn, RATE, RATE, Assets(folders=where))


def test_bad_corpora_are_refused(tmp_path):
    with pytest.raises(VivavoceError, match="did you mean 'ambience'"):
        material.draw(rng(), "ambiance")
    with pytest.raises(VivavoceError, match="no noise here"):
        material.draw(rng(), "mine", folders={"mine": str(tmp_path)})
    with pytest.raises(VivavoceError, match="no such folder"):
        material.draw(rng(), "mine", folders={"mine": str(tmp_path / "nowhere")})
    (tmp_path / "x.wav").write_bytes(b"nonsense")
    with pytest.raises(VivavoceError, match="not readable as audio"):
        material.draw(rng(), "mine", folders={"mine": str(tmp_path)})


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
