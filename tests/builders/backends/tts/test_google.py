"""Google's own client against a server that speaks its protocol."""

import pickle

import pytest

pytest.importorskip("google.cloud.texttospeech_v1", reason="needs the extra 'google'")
pytest.importorskip("grpc_status", reason="needs grpcio-status, which Google's client brings")

from speech_servers import GoogleGRPC

from builders.backends import load_backend
from builders.backends.llm.failures import BudgetError, EndpointError
from builders.backends.protocols import Voice
from builders.errors import BackendError, VivavoceError

VOICE = Voice("google-us-a", "google", "en-US-Wavenet-A", "en", gender="male", accent="us")


@pytest.fixture
def server():
    server = GoogleGRPC()
    yield server
    server.stop()


def engine(server, **options):
    quick = {"first_wait": 0.01, "longest_wait": 0.5, "attempts": 3, "plain": True}
    return load_backend("tts", "google", {**quick, "endpoint": server.address, **options})


def test_what_google_is_asked(server):
    speech = engine(server, sampling_rate=16_000).synthesise(
        "Good morning.", VOICE, style={"rate": 0.5, "pitch": -4, "volume": 6}
    )
    assert speech.sampling_rate == 16_000
    assert speech.samples.size == round(0.02 * 13 * 32_000)
    request = server.faults.calls[0]["request"]
    assert (request.voice.name, request.voice.language_code) == ("en-US-Wavenet-A", "en-US")
    config = request.audio_config
    assert (config.speaking_rate, config.pitch, config.volume_gain_db) == (0.5, -4.0, 6.0)
    assert config.sample_rate_hertz == 16_000
    assert config.audio_encoding.name == "LINEAR16"


def test_characters_are_counted_and_bounded(server):
    speaker = engine(server, max_characters=20)
    speaker.synthesise("Good morning.", VOICE)
    assert speaker.characters == 13
    with pytest.raises(BudgetError, match="would exceed max_characters 20"):
        speaker.synthesise("Good evening.", VOICE)
    assert len(server.faults.calls) == 1
    server.faults.plan["No!"] = ["refuse"]
    with pytest.raises(BackendError):
        speaker.synthesise("No!", VOICE)
    assert speaker.characters == 13


def test_a_quota_is_waited_for_as_asked(server):
    server.faults.plan["Hello."] = ["quota", "quota", "good"]
    assert engine(server).synthesise("Hello.", VOICE).samples.size
    assert server.faults.asked["Hello."] == 3
    server.faults.plan["Bye."] = ["quota"]
    with pytest.raises(BackendError, match="rate limited: ResourceExhausted") as caught:
        engine(server).synthesise("Bye.", VOICE)
    assert caught.value.transient
    server.faults.plan["Later."] = ["quota"]
    with pytest.raises(BackendError, match="rate limited"):
        engine(server, longest_wait=0.001).synthesise("Later.", VOICE)
    # Google asks for longer than is allowed: no second attempt.
    assert server.faults.asked["Later."] == 1


@pytest.mark.parametrize(
    ("kind", "reason", "transient"),
    [
        ("down", "connection: ServiceUnavailable", True),
        ("internal", "server error: InternalServerError", True),
        ("half", "half an answer", True),
        ("refuse", "request refused: InvalidArgument", False),
    ],
)
def test_failures_are_told_apart(server, kind, reason, transient):
    server.faults.plan["Hello."] = [kind]
    with pytest.raises(BackendError, match=reason) as caught:
        engine(server).synthesise("Hello.", VOICE)
    assert caught.value.transient is transient
    assert server.faults.asked["Hello."] == (3 if transient else 1)


def test_a_server_that_hangs(server):
    server.faults.plan["Hello."] = ["hang"]
    with pytest.raises(BackendError, match="timeout") as caught:
        engine(server, timeout=0.2, attempts=1).synthesise("Hello.", VOICE)
    assert caught.value.transient


def test_mistakes_are_named(server):
    server.faults.plan["Hello."] = ["denied"]
    with pytest.raises(EndpointError, match="PermissionDenied"):
        engine(server).synthesise("Hello.", VOICE)
    with pytest.raises(BackendError, match="a request takes 5000"):
        engine(server).synthesise("a" * 5001, VOICE)
    with pytest.raises(VivavoceError, match="no voice of Google's"):
        engine(server).synthesise("a", Voice("x", "google", "heart", "en"))
    with pytest.raises(VivavoceError, match="needs an 'endpoint'"):
        load_backend("tts", "google", {"plain": True})


def test_missing_credentials_are_named(monkeypatch, tmp_path):
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(tmp_path / "absent.json"))
    with pytest.raises(EndpointError, match="credentials"):
        load_backend("tts", "google", {"attempts": 1}).synthesise("Hello.", VOICE)


def test_it_travels_to_a_worker_process(server):
    speaker = engine(server)
    speaker.synthesise("Hello.", VOICE)
    copy = pickle.loads(pickle.dumps(speaker))
    assert copy.synthesise("Hello again.", VOICE).samples.size
    assert copy.revision == speaker.revision
