"""CosyVoice's client against servers that speak its two protocols."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("grpc", reason="needs the extra 'grpc'")

from speech_servers import CosyVoiceGRPC, SpeechHTTP

from builders.backends import load_backend
from builders.backends.llm.failures import EndpointError
from builders.errors import BackendError, VivavoceError

QUICK = {"revision": "test", "first_wait": 0.01, "longest_wait": 0.1, "attempts": 3}


@pytest.fixture
def http():
    server = SpeechHTTP()
    yield server
    server.stop()


@pytest.fixture
def rpc():
    server = CosyVoiceGRPC()
    yield server
    server.stop()


def engine(*servers, **options):
    protocol = "grpc" if isinstance(servers[0], CosyVoiceGRPC) else "fastapi"
    given = {**QUICK, "addresses": [s.address for s in servers], "protocol": protocol, **options}
    return load_backend("tts", "cosyvoice_server", given)


@pytest.fixture(params=["fastapi", "grpc"])
def server(request):
    return request.getfixturevalue({"fastapi": "http", "grpc": "rpc"}[request.param])


class TestBothProtocols:
    def test_samples_arrive_as_they_were_sent(self, server, cloned):
        speech = engine(server).synthesise("今天天气很好。", cloned)
        assert (speech.sampling_rate, speech.samples.size) == (24_000, round(0.02 * 7 * 24_000))
        assert np.abs(speech.samples).max() == pytest.approx(0.3, abs=0.001)

    def test_what_may_pass_is_tried_again(self, server, cloned):
        kinds = ["429", "500", "good"] if isinstance(server, SpeechHTTP) else ["busy", "fault", "-"]
        server.faults.plan["再说一遍"] = kinds
        assert engine(server).synthesise("再说一遍", cloned).samples.size
        assert server.faults.asked["再说一遍"] == 3

    def test_half_an_answer_is_none(self, server, cloned):
        long = "这是一句很长的话，" * 20
        server.faults.plan[long] = ["break off", "good"]
        assert engine(server).synthesise(long, cloned).samples.size == round(
            0.02 * len(long) * 24_000
        )
        server.faults.plan[long] = ["break off"]
        with pytest.raises(BackendError, match="half an answer") as caught:
            engine(server).synthesise(long, cloned)
        assert caught.value.transient

    def test_a_refusal_is_final(self, server, cloned):
        server.faults.plan["不行"] = ["422" if isinstance(server, SpeechHTTP) else "refuse"]
        with pytest.raises(BackendError, match="request refused") as caught:
            engine(server).synthesise("不行", cloned)
        assert not caught.value.transient
        assert server.faults.asked["不行"] == 1

    def test_a_server_that_hangs(self, server, cloned):
        server.faults.plan["等等"] = ["hang"]
        with pytest.raises(BackendError, match="timeout") as caught:
            engine(server, timeout=0.2, attempts=1).synthesise("等等", cloned)
        assert caught.value.transient

    def test_a_server_that_is_not_there(self, server, cloned):
        server.stop()
        with pytest.raises(BackendError, match="connection") as caught:
            engine(server, attempts=2, timeout=2.0).synthesise("有人吗", cloned)
        assert caught.value.transient

    def test_one_failing_clip_takes_no_other_down(self, server, cloned):
        texts = [f"第{n}句话" for n in range(12)]
        server.faults.plan[texts[5]] = ["500" if isinstance(server, SpeechHTTP) else "fault"]
        speaker = engine(server)

        def say(text):
            try:
                return speaker.synthesise(text, cloned)
            except BackendError as error:
                return error

        with ThreadPoolExecutor(speaker.concurrency) as pool:
            made = list(pool.map(say, texts))
        assert [isinstance(m, BackendError) for m in made] == [n == 5 for n in range(12)]


def test_ways_of_speaking_on_the_wire(http, cloned, built_in):
    speaker, seen = engine(http), http.faults.calls
    speaker.synthesise("甲", cloned)
    speaker.synthesise("乙", replace(cloned, prompt_text=None))
    speaker.synthesise("丙", built_in)
    speaker.synthesise("丁", cloned, style={"instruct": "用伤心的语气说"})
    speaker.synthesise("戊", built_in, style={"instruct": "慢慢说"})
    paths = [call["path"].rpartition("_inference_")[2].removeprefix("/inference_") for call in seen]
    assert paths == ["zero_shot", "cross_lingual", "sft", "instruct2", "instruct"]
    assert seen[0]["fields"]["prompt_text"] == "你好。"
    assert seen[0]["fields"]["prompt_wav"][:4] == b"RIFF"
    assert "prompt_text" not in seen[1]["fields"]
    assert seen[2]["fields"] == {"tts_text": "丙", "spk_id": "中文女"}
    assert seen[3]["fields"]["instruct_text"] == "用伤心的语气说<|endofprompt|>"
    assert seen[4]["fields"]["spk_id"] == "中文女"


def test_grpc_ways_and_prompt_samples(rpc, cloned, built_in):
    speaker, seen = engine(rpc), rpc.faults.calls
    speaker.synthesise("甲", cloned)
    speaker.synthesise("丙", built_in)
    assert [call["way"] for call in seen] == ["zero_shot_request", "sft_request"]
    assert len(seen[0]["payload"].prompt_audio) == 2 * 16_000
    with pytest.raises(BackendError, match="no 'instruct2'"):
        speaker.synthesise("丁", cloned, style={"instruct": "用伤心的语气说"})


def test_servers_are_taken_in_turn_and_a_dead_one_is_passed_over(cloned):
    one, two = SpeechHTTP(), SpeechHTTP()
    speaker = engine(one, two)
    for n in range(6):
        speaker.synthesise(f"句{n}", cloned)
    assert [len(s.faults.calls) for s in (one, two)] == [3, 3]
    one.stop()
    for n in range(6, 12):
        assert speaker.synthesise(f"句{n}", cloned).samples.size
    assert len(two.faults.calls) == 9
    two.stop()


def test_answers_that_are_no_speech(http, cloned):
    for kind, reason in (("empty", "without samples"), ("silent", "silent samples")):
        http.faults.plan[kind] = [kind]
        with pytest.raises(BackendError, match=reason) as caught:
            engine(http, attempts=1).synthesise(kind, cloned)
        assert caught.value.transient


def test_a_melotts_server_at_its_own_rate():
    from builders.backends.protocols import Voice

    server = SpeechHTTP(rate=44_100)
    speaker = engine(server, engine="melotts", sampling_rate=44_100)
    speech = speaker.synthesise("Hello there.", Voice("melo-us", "melotts", "EN-US", "en"))
    assert (speaker.name, speech.sampling_rate) == ("melotts", 44_100)
    assert server.faults.calls[0]["fields"]["spk_id"] == "EN-US"
    server.stop()


def test_mistakes_are_named(http, cloned, built_in):
    with pytest.raises(EndpointError, match="No call can succeed"):
        http.faults.plan["钥匙"] = ["401"]
        engine(http).synthesise("钥匙", cloned)
    with pytest.raises(BackendError, match="lacks prompt_audio"):
        engine(http, mode="zero_shot").synthesise("甲", replace(built_in, prompt_text="你好"))
    with pytest.raises(BackendError, match=r"knows no style \['rate'\]"):
        engine(http).synthesise("甲", cloned, style={"rate": 1.5})
    with pytest.raises(VivavoceError, match="no speech prompt"):
        engine(http).synthesise("甲", replace(cloned, prompt_audio="absent.wav"))
    with pytest.raises(VivavoceError, match="did you mean 'zero_shot'"):
        engine(http, mode="zeroshot").synthesise("甲", cloned)
    with pytest.raises(VivavoceError, match="unknown protocol"):
        engine(http, protocol="soap")
