import hashlib
import json

import numpy as np
import pytest
import soundfile as sf
from clips import noise, write

from builders.environment.material import folders
from builders.errors import VivavoceError

RATE = 16_000


@pytest.fixture(autouse=True)
def _fresh():
    """Listings are kept by folder; the folders of tests come and go."""
    folders.tracks.cache_clear()


def test_musan_layout(tmp_path):
    for kind, source in (("noise", "free-sound"), ("music", "fma"), ("speech", "librivox")):
        write(tmp_path / kind / source / f"{kind}-0000.wav", noise(1.0))
        (tmp_path / kind / source / "LICENSE").write_text("see each file")
    found = folders.tracks(str(tmp_path), "music")
    assert [t.id for t in found] == ["music/fma/music-0000.wav"]
    assert found[0].license == "CC-BY-4.0 (see music/fma/LICENSE)"


def test_folders_of_the_same_names_are_not_musan_without_its_licences(tmp_path):
    for kind in ("noise", "music", "speech"):
        write(tmp_path / kind / "a.wav", noise(0.2))
    assert folders.tracks(str(tmp_path), "music")[0].license == "unknown"
    (tmp_path / "LICENSE").write_text("CC0-1.0")
    folders.tracks.cache_clear()
    assert folders.tracks(str(tmp_path), "music")[0].license == "CC0-1.0"


def test_channels_of_other_places_are_not_demand(tmp_path):
    for channel in (1, 2):
        write(tmp_path / "meeting" / f"ch{channel:02d}.wav", noise(0.2))
    found = folders.tracks(str(tmp_path))
    assert [t.id for t in found] == ["meeting/ch01.wav", "meeting/ch02.wav"]
    assert {t.license for t in found} == {"unknown"}


def test_demand_may_lie_in_the_folders_of_its_archives(tmp_path):
    for channel in (1, 2):
        write(tmp_path / "DKITCHEN_16k" / "DKITCHEN" / f"ch{channel:02d}.wav", noise(0.2))
    found = folders.tracks(str(tmp_path))
    assert [(t.id, t.license) for t in found] == [
        ("DKITCHEN_16k/DKITCHEN/ch01.wav", "CC-BY-SA-3.0")
    ]


def test_hidden_files_are_left_out(tmp_path):
    write(tmp_path / "a.wav", noise(0.2))
    (tmp_path / "._a.wav").write_bytes(b"what another system keeps beside a file")
    assert [t.id for t in folders.tracks(str(tmp_path))] == ["a.wav"]


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


@pytest.mark.parametrize(
    ("text", "license"),
    [
        ("", "unknown"),
        ("\n\n  ## CC0 1.0 ##\nmore", "CC0 1.0"),
        ("x" * 99, "x" * 80),
    ],
)
def test_a_licence_is_the_first_line_that_says_something(text, license, tmp_path):
    write(tmp_path / "a.wav", noise(0.1))
    (tmp_path / "LICENCE.txt").write_text(text)
    assert folders.tracks(str(tmp_path))[0].license == license


def test_a_licence_above_the_folder_is_not_that_of_the_folder(tmp_path):
    write(tmp_path / "mine" / "a.wav", noise(0.1))
    (tmp_path / "LICENSE").write_text("MIT")
    assert folders.tracks(str(tmp_path / "mine"))[0].license == "unknown"


def test_tracks_come_in_the_order_of_their_ids_and_know_their_content(tmp_path):
    for name in ("b/2.WAV", "b/10.wav", "a.flac"):
        write(tmp_path / name, noise(0.25), RATE)
    (tmp_path / "notes.txt").write_text("no audio")
    found = folders.tracks(str(tmp_path))
    assert [t.id for t in found] == ["a.flac", "b/10.wav", "b/2.WAV"]
    assert found[0].seconds == 0.25
    assert found[0].sha256 == hashlib.sha256((tmp_path / "a.flac").read_bytes()).hexdigest()
    assert folders.digest(found) != folders.digest(found[1:])
    assert folders.digest(found) == folders.digest(tuple(found))


def test_refusals_name_the_folder_and_what_is_read(tmp_path):
    with pytest.raises(VivavoceError) as absent:
        folders.tracks(str(tmp_path / "no"), "music")
    assert str(absent.value) == f"{tmp_path / 'no'}: no such folder of music"
    with pytest.raises(VivavoceError) as kind:
        folders.tracks(str(tmp_path), "noises")
    assert str(kind.value) == "kind must be one of noise, music, speech, not 'noises'"
    with pytest.raises(VivavoceError) as empty:
        folders.tracks(str(tmp_path))
    assert str(empty.value) == (
        f"{tmp_path}: no noise here (.aif, .aiff, .flac, .mp3, .ogg, .opus, .wav are read)"
    )


def test_a_segment_is_the_samples_of_the_file(tmp_path):
    ramp = np.arange(1000, dtype=np.float32) / 1024
    sf.write(tmp_path / "a.wav", ramp, RATE, subtype="FLOAT")
    part = folders.read(str(tmp_path), "a.wav", 100 / RATE, 50, RATE)
    assert part.tolist() == ramp[100:150].tolist()
    assert not part.flags.writeable


def test_channels_become_one(tmp_path):
    stereo = np.stack([np.full(400, 0.5), np.full(400, -0.25)], axis=1)
    sf.write(tmp_path / "a.wav", stereo, RATE, subtype="FLOAT")
    assert set(folders.read(str(tmp_path), "a.wav", 0.0, 100, RATE).tolist()) == {0.125}


def test_a_short_recording_begins_again_with_a_fade(tmp_path):
    sf.write(tmp_path / "a.wav", np.full(100, 0.5), RATE, subtype="FLOAT")
    part = folders.read(str(tmp_path), "a.wav", 0.0, 1000, RATE)
    assert part.shape == (1000,)
    assert part.min() == pytest.approx(0.5) and part.max() <= 0.5 * 2**0.5 + 1e-6


def test_a_recording_without_samples_is_refused(tmp_path):
    sf.write(tmp_path / "a.wav", np.zeros(0), RATE)
    with pytest.raises(VivavoceError, match=r"a\.wav: the recording has no samples$"):
        folders.read(str(tmp_path), "a.wav", 0.0, 10, RATE)


def test_a_file_that_is_no_audio_says_what_to_do(tmp_path):
    (tmp_path / "a.wav").write_bytes(b"nonsense")
    with pytest.raises(VivavoceError, match=r"not readable as audio \(.*\); remove it from the"):
        _ = folders.tracks(str(tmp_path))[0].seconds
