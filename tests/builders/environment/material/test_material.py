import json

import numpy as np
import pytest
from clips import noise, rng, write

from builders.environment import Assets, material
from builders.errors import VivavoceError

RATE = 16_000


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
