from __future__ import annotations

import asyncio
import base64
import io
import time

import numpy as np
import pytest
import soundfile as sf

from builders.backends.llm.failures import MALFORMED, AttemptError
from builders.backends.llm.stream import collect


class Chunk:
    """A chunk as the ``openai`` package yields it."""

    def __init__(self, **data):
        self.data = data

    def model_dump(self, warnings):
        assert not warnings
        return self.data


def part(index=0, finish=None, **delta):
    return Chunk(choices=[{"index": index, "delta": delta, "finish_reason": finish}], model="m")


def read(*chunks, error=None):
    async def chunks_of():
        for chunk in chunks:
            yield chunk
        if error is not None:
            raise error

    return asyncio.run(collect(chunks_of(), time.monotonic()))


def b64(data):
    return base64.b64encode(data).decode()


def test_text_is_joined_and_usage_kept():
    body, times = read(
        part(role="assistant", content=""),
        part(content="Hel"),
        part(content="lo"),
        part(finish="stop"),
        Chunk(choices=[], usage={"total_tokens": 7}),
    )
    assert body == {
        "model": "m",
        "usage": {"total_tokens": 7},
        "choices": [
            {"message": {"role": "assistant", "content": "Hello"}, "finish_reason": "stop"}
        ],
    }
    assert list(times) == ["first_token"] and 0 <= times["first_token"] < 1


def test_choices_come_back_in_their_order():
    body, _ = read(
        part(1, content="b"), part(0, content="a"), part(0, finish="stop"), part(1, finish="length")
    )
    assert [(c["message"]["content"], c["finish_reason"]) for c in body["choices"]] == [
        ("a", "stop"), ("b", "length"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "pieces",
    [
        [b64(b"ab"), b64(b"cd")],  # each encoded by itself
        [b64(b"abcd")[:3], b64(b"abcd")[3:]],  # one encoding cut anywhere
        [b64(b"abc"), b64(b"d")],
    ],
)
def test_audio_is_joined_however_it_was_cut(pieces):
    chunks = [part(audio={"data": piece}) for piece in pieces]
    body, times = read(part(audio={"transcript": "hi"}), *chunks, part(finish="stop"))
    message = body["choices"][0]["message"]
    assert base64.b64decode(message["audio"]["data"]) == b"abcd"
    assert (message["content"], message["audio"]["transcript"]) == (None, "hi")
    assert list(times) == ["first_token", "first_audio"]


@pytest.mark.parametrize(
    ("chunks", "error", "detail"),
    [
        ([], None, "the stream ended before the answer was finished"),
        ([part(content="Hel")], None, "the stream ended before the answer was finished"),
        (
            [part(0, content="a", finish="stop"), part(1, content="b")], None,
            "the stream ended before the answer was finished",
        ),
        ([part(content="a")], ValueError("x"), "a chunk of the stream is not JSON: x"),
        (
            [part(audio={"data": "YQ=="}), part(audio={"data": "Y"}), part(finish="stop")], None,
            "the audio of the stream is not base64",
        ),
    ],
)  # fmt: skip
def test_a_stream_that_goes_wrong_is_malformed(chunks, error, detail):
    with pytest.raises(AttemptError) as caught:
        read(*chunks, error=error)
    assert (caught.value.kind, caught.value.detail) == (MALFORMED, detail)


@pytest.mark.parametrize(
    ("chunk", "detail"),
    [
        (5, "a chunk of the stream is no object"),
        ("x", "a chunk of the stream is no object"),
        (None, "the stream ended before the answer was finished"),
        ({"choices": [5]}, "a choice of the stream is no object"),
        ({"choices": 5}, "a choice of the stream is no object"),
        ({"choices": [{"delta": "x"}]}, "a piece of the stream is no object"),
        ({"choices": [{"delta": {"content": 5}}]}, "the text of the stream is no text"),
        ({"choices": [{"delta": {"audio": "x"}}]}, "the audio of the stream is no object"),
        ({"choices": [{"delta": {"audio": {"data": 5}}}]}, "the audio of the stream is no text"),
    ],
)
def test_a_chunk_of_another_shape_is_malformed(chunk, detail):
    with pytest.raises(AttemptError) as caught:
        read(chunk)
    assert (caught.value.kind, caught.value.detail) == (MALFORMED, detail)


def wav(samples):
    buffer = io.BytesIO()
    sf.write(buffer, np.array(samples, np.int16), 24_000, format="WAV", subtype="PCM_16")
    return buffer.getvalue()


def test_audio_in_the_place_of_text_is_speech_and_its_files_become_one():
    """As vLLM-Omni streams: each piece is a whole WAV file, and says so by its modality."""
    said = part(content="Hello.", finish="stop")
    first, second = (part(content=b64(wav(piece)), finish="stop") for piece in ([1, 2], [3]))
    for chunk in (first, second):
        chunk.data["modality"] = "audio"
    body, times = read(said, first, second)
    message = body["choices"][0]["message"]
    assert message["content"] == "Hello."
    samples, rate = sf.read(io.BytesIO(base64.b64decode(message["audio"]["data"])), dtype="int16")
    assert (samples.tolist(), rate) == ([1, 2, 3], 24_000)
    assert set(times) == {"first_token", "first_audio"}
