from __future__ import annotations

import pytest
import yaml

from builders.backends.registry import BACKENDS
from builders.errors import VivavoceError
from builders.recipe.names import check_voices, engine_names, languages_of
from builders.recipe.params import load_params
from builders.recipe.schema import SubsetSpec
from builders.recipe.voices import voice_set
from builders.stage.settings import StepCall

ENGINES = tuple(BACKENDS["tts"])


def call(step="speak", **params):
    return StepCall(step, params, "toy.yaml, subset one, speech")


def test_a_voice_set_must_speak_a_language_of_the_rows(root, monkeypatch):
    monkeypatch.chdir(root)
    check_voices(call(voices="english_clean"), ["en"], ENGINES)
    check_voices(call(voices="english_clean"), ["en", "zh"], ENGINES)
    check_voices(call(voices="english_clean", cross_lingual=True), ["zh"], ENGINES)
    with pytest.raises(
        VivavoceError,
        match=r"toy.yaml, subset one, speech: .*'english_clean' speaks en, and the rows are in zh"
        r".*cross_lingual: true",
    ):
        check_voices(call(voices="english_clean"), ["zh"], ENGINES)
    with pytest.raises(VivavoceError, match=r"rows are in zh: choose another set$"):
        check_voices(call("speak_dialogue", voices="english_clean"), ["zh"], ENGINES)


def test_an_engine_that_does_not_exist(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    voices = tmp_path / "recipes" / "voices"
    voices.mkdir(parents=True)
    entry = {"id": "v", "name": "v", "engine": "kokro", "language": "en"}
    (voices / "of_a_typo.yaml").write_text(yaml.safe_dump({"voices": [entry]}))
    voice_set.cache_clear()
    with pytest.raises(VivavoceError, match=r"voice 'v'.*'kokro'; did you mean 'kokoro'"):
        check_voices(call(voices="of_a_typo"), ["en"], ENGINES)
    voice_set.cache_clear()


def test_servers_name_their_engines(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    voices = tmp_path / "recipes" / "voices"
    voices.mkdir(parents=True)
    entry = {"id": "v", "name": "EN-AU", "engine": "melotts", "language": "en"}
    (voices / "melo.yaml").write_text(yaml.safe_dump({"voices": [entry]}))
    voice_set.cache_clear()
    server = {"name": "cosyvoice_server", "options": {"engine": "melotts"}}
    (tmp_path / "params.yaml").write_text(
        yaml.safe_dump({"seed": 1, "backends": {"sample": {"tts/melotts": server}}})
    )
    known = engine_names(load_params(tmp_path / "params.yaml"))
    assert known == {*ENGINES, "melotts"}
    check_voices(call(voices="melo"), ["en"], known)
    voice_set.cache_clear()


def test_languages_come_from_sources_and_translations():
    spec = {"source": {"name": "jsonl", "options": {"language": "en"}}}
    subset = SubsetSpec.model_validate(spec)
    assert languages_of(subset, "zh", []) == ["en", "zh"]
    subset = SubsetSpec.model_validate({"source": {"name": "gsm8k"}})
    assert languages_of(subset, "en", []) == ["en"]
    assert languages_of(subset, "en", [StepCall("translate", {"target": "zh"})]) == ["en", "zh"]
