import json

import numpy as np
import pytest

from builders.audio import write_audio
from builders.backends import load_backend
from builders.backends.protocols import Voice
from builders.errors import BackendError, VivavoceError

VOICE = Voice("studio-1", "recorded", "studio-1", "en")


def test_recordings_are_found_by_text_voice_take_and_style(tmp_path):
    write_audio(tmp_path / "a.wav", 0.2 * np.sin(np.arange(8000) / 10))
    entry = {"text": "Hello.", "voice": "studio-1", "audio": "a.wav"}
    index = tmp_path / "index.jsonl"
    index.write_text(json.dumps(entry) + "\n")
    engine = load_backend("tts", "recorded", {"file": str(index)})
    assert engine.synthesise("Hello.", VOICE).samples.size == 8000
    for given in ({"seed": 1}, {"style": {"rate": 2}}):
        with pytest.raises(BackendError, match=r"has no take \d of 'Hello\.' by 'studio-1'"):
            engine.synthesise("Hello.", VOICE, **given)


def test_a_bad_index_is_named(tmp_path):
    with pytest.raises(VivavoceError, match="no index"):
        load_backend("tts", "recorded", {"file": str(tmp_path / "absent.jsonl")})
    index = tmp_path / "index.jsonl"
    index.write_text('{"text": "a"}\n')
    with pytest.raises(VivavoceError, match="line 1"):
        load_backend("tts", "recorded", {"file": str(index)}).synthesise("a", VOICE)
