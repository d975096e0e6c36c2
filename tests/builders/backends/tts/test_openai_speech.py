import pytest
from speech_servers import SpeechHTTP

from builders.backends import load_backend
from builders.backends.llm.failures import EndpointError
from builders.backends.protocols import Voice
from builders.errors import BackendError, VivavoceError

VOICE = Voice("alloy", "openai_speech", "alloy", "en")


@pytest.fixture
def server():
    server = SpeechHTTP()
    yield server
    server.stop()


def engine(*servers, **options):
    quick = {"first_wait": 0.01, "longest_wait": 0.2, "attempts": 3, "api_key_env": None}
    urls = [f"{server.address}/v1" for server in servers]
    given = {**quick, "model": "speech-1", "base_urls": urls, **options}
    return load_backend("tts", "openai_speech", given)


def test_what_is_asked(server, monkeypatch):
    monkeypatch.setenv("SPEECH_KEY", "secret-1")
    speech = engine(server, api_key_env="SPEECH_KEY", extra={"language": "en"}).synthesise(
        "Good morning.", VOICE, seed=2, style={"rate": 0.8, "instruct": "Sound sad."}
    )
    assert (speech.sampling_rate, speech.samples.size) == (24_000, round(0.02 * 13 * 24_000))
    call = server.faults.calls[0]
    assert call["path"] == "/v1/audio/speech"
    assert call["auth"] == "Bearer secret-1"
    assert call["fields"] == {
        "model": "speech-1",
        "input": "Good morning.",
        "voice": "alloy",
        "response_format": "wav",
        "language": "en",
        "seed": 2,
        "speed": 0.8,
        "instructions": "Sound sad.",
    }


def test_a_prompt_goes_into_the_fields_that_the_server_names(server, cloned):
    names = {"audio": "ref_audio", "text": "ref_text"}
    engine(server, engine="cosyvoice2", prompt_fields=names).synthesise("你好", cloned)
    fields = server.faults.calls[0]["fields"]
    assert fields["ref_text"] == "你好。"
    assert fields["ref_audio"].startswith("data:audio/wav;base64,UklGR")
    with pytest.raises(BackendError, match="names no field"):
        engine(server).synthesise("你好", cloned)
    with pytest.raises(VivavoceError, match="not 'sound'"):
        engine(server, prompt_fields={"sound": "x"})


@pytest.mark.parametrize(
    ("kind", "reason", "transient"),
    [
        ("429", "rate limited: HTTP 429: planned 429", True),
        ("500", "server error", True),
        ("break off", "half an answer", True),
        ("short file", "half an answer: .* bytes of the audio are missing", True),
        ("empty", "an empty answer", True),
        ("silent", "silent samples", True),
        ("html", "no audio", True),
        ("422", "request refused", False),
    ],
)
def test_failures_are_told_apart(server, kind, reason, transient):
    text = "A sentence of some length. " * 10
    server.faults.plan[text] = [kind]
    with pytest.raises(BackendError, match=reason) as caught:
        engine(server).synthesise(text, VOICE)
    assert caught.value.transient is transient
    assert server.faults.asked[text] == (3 if transient else 1)


def test_time_outs_keys_and_turns(server):
    server.faults.plan["Wait."] = ["hang"]
    with pytest.raises(BackendError, match="timeout"):
        engine(server, timeout=0.2, attempts=1).synthesise("Wait.", VOICE)
    server.faults.plan["Key."] = ["401"]
    with pytest.raises(EndpointError, match="planned 401"):
        engine(server).synthesise("Key.", VOICE)
    with pytest.raises(VivavoceError, match="SPEECH_KEY_ABSENT with the key is not set"):
        engine(server, api_key_env="SPEECH_KEY_ABSENT").synthesise("Key.", VOICE)
    other = SpeechHTTP()
    speaker = engine(server, other)
    for n in range(4):
        speaker.synthesise(f"Turn {n}.", VOICE)
    assert len(other.faults.calls) == 2
    other.stop()
