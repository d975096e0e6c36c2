from __future__ import annotations

from collections import Counter

import pytest

from builders.backends.protocols import Voice
from builders.errors import VivavoceError
from builders.recipe import voices as voices_module
from builders.recipe.voices import choose_voice, find_voice, voice_set, voice_set_content


def voices(count, language="en"):
    return tuple(
        Voice(id=f"v{n}", engine="toy", name=f"n{n}", language=language, gender="fm"[n % 2] * 1)
        for n in range(count)
    )


def test_every_voice_is_used_equally_often():
    chosen = Counter(choose_voice(voices(5), 1, f"row-{n}", language="en").id for n in range(2000))
    assert len(chosen) == 5
    assert max(chosen.values()) < 1.2 * min(chosen.values())


def test_a_new_voice_moves_only_the_rows_it_gains():
    before = [choose_voice(voices(4), 1, f"row-{n}", language="en").id for n in range(500)]
    after = [choose_voice(voices(5), 1, f"row-{n}", language="en").id for n in range(500)]
    moved = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    assert {b for _, b in moved} == {"v4"}
    assert 60 < len(moved) < 140


def test_the_seed_matters_and_no_fitting_voice_is_an_error():
    rows = [f"row-{n}" for n in range(50)]
    first = [choose_voice(voices(5), 1, r, language="en").id for r in rows]
    assert first != [choose_voice(voices(5), 2, r, language="en").id for r in rows]
    with pytest.raises(VivavoceError, match="no voice for language 'zh'"):
        choose_voice(voices(3), 1, "row", language="zh")


def test_another_recording_under_the_same_name_is_another_set(tmp_path, monkeypatch):
    prompt = tmp_path / "p.wav"
    prompt.write_bytes(b"one")
    voice = f"{{id: p, engine: e, name: n, language: en, prompt_audio: {prompt}}}"
    (tmp_path / "prompted.yaml").write_text(f"voices: [{voice}]")
    monkeypatch.setattr(voices_module, "voices_root", lambda: tmp_path)
    voice_set.cache_clear()
    before = voice_set_content({"voices": "prompted"})
    assert voice_set_content({"voices": "prompted"}) == before
    prompt.write_bytes(b"other")
    assert voice_set_content({"voices": "prompted"}) != before
    voice_set.cache_clear()


def test_sets_of_the_project(root):
    folder = root / "recipes" / "voices"
    assert len(voice_set("english_full", folder)) == 28
    assert len(voice_set("mandarin_full", folder)) == 7
    assert find_voice("kokoro-bf-emma", folder).accent == "gb"
    with pytest.raises(VivavoceError, match="did you mean 'kokoro-bf-emma'"):
        find_voice("kokoro-bf-ema", folder)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("voices: [{id: a, engine: e, name: n, langage: en}]", "did you mean 'language'"),
        ("voices: [{id: a, engine: e, name: n}]", "voice 1"),
        ("voices: []", "needs voices"),
    ],
)
def test_bad_sets_name_the_file(tmp_path, text, message):
    (tmp_path / "bad.yaml").write_text(text)
    with pytest.raises(VivavoceError, match=message) as caught:
        voice_set("bad", tmp_path)
    assert "bad.yaml" in str(caught.value)
