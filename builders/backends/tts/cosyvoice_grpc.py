"""CosyVoice's gRPC protocol (``runtime/python/grpc/cosyvoice.proto``), described at run time.

One method, ``cosyvoice.CosyVoice/Inference``: a request that is one of four, and a stream of
16-bit samples. Describing the messages here spares generated code and its version ties.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

from builders.backends.llm.failures import (
    CONNECTION,
    MALFORMED,
    RATE_LIMITED,
    REFUSED,
    SERVER_ERROR,
    TIMEOUT,
    AttemptError,
)
from builders.backends.tts.cosyvoice_modes import Call
from builders.errors import BackendError, MissingExtraError

METHOD = "/cosyvoice.CosyVoice/Inference"

_MESSAGES = {
    "sftRequest": ("spk_id", "tts_text"),
    "zeroshotRequest": ("tts_text", "prompt_text", "prompt_audio"),
    "crosslingualRequest": ("tts_text", "prompt_audio"),
    "instructRequest": ("tts_text", "spk_id", "instruct_text"),
    "Response": ("tts_audio",),
}
_PAYLOADS = {
    "sft_request": "sftRequest",
    "zero_shot_request": "zeroshotRequest",
    "cross_lingual_request": "crosslingualRequest",
    "instruct_request": "instructRequest",
}
_BYTES = ("prompt_audio", "tts_audio")
_channels: dict[str, Any] = {}
_lock = threading.Lock()


@cache
def messages() -> dict[str, Any]:
    """Message classes by name: ``Request``, ``Response`` and the four payloads.

    Raises:
        MissingExtraError: protobuf is not installed.
    """
    try:
        from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
    except ImportError as error:
        raise MissingExtraError("protobuf", "grpc") from error
    field = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(
        name="vivavoce/cosyvoice.proto", package="cosyvoice", syntax="proto3"
    )
    for name, parts in _MESSAGES.items():
        message = file.message_type.add(name=name)
        for number, part in enumerate(parts, start=1):
            kind = field.TYPE_BYTES if part in _BYTES else field.TYPE_STRING
            message.field.add(name=part, number=number, type=kind, label=field.LABEL_OPTIONAL)
    request = file.message_type.add(name="Request")
    request.oneof_decl.add(name="RequestPayload")
    for number, (part, name) in enumerate(_PAYLOADS.items(), start=1):
        request.field.add(
            name=part,
            number=number,
            type=field.TYPE_MESSAGE,
            type_name=f".cosyvoice.{name}",
            label=field.LABEL_OPTIONAL,
            oneof_index=0,
        )
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    names = (*_MESSAGES, "Request")
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"cosyvoice.{name}"))
        for name in names
    }


def infer(address: str, call: Call, prompt: bytes, timeout: float) -> bytes:
    """Make one attempt.

    Args:
        address: ``host:port``.
        call: What to say, and how.
        prompt: Speech prompt, 16-bit samples at 16 kHz.
        timeout: Seconds the attempt may take.

    Returns:
        16-bit samples.

    Raises:
        AttemptError: There is no usable answer.
        BackendError: The protocol has no such way of speaking.
    """
    try:
        import grpc
    except ImportError as error:
        raise MissingExtraError("grpcio", "grpc") from error
    payload = f"{call.mode}_request"
    if payload not in _PAYLOADS:
        raise BackendError(f"CosyVoice's gRPC server has no '{call.mode}'; use the FastAPI one")
    fields: dict[str, Any] = {"tts_text": call.text, **call.fields}
    if call.prompt is not None:
        fields["prompt_audio"] = prompt
    known = messages()
    request = known["Request"](**{payload: known[_PAYLOADS[payload]](**fields)})
    stub = _channel(address).unary_stream(
        METHOD,
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=known["Response"].FromString,
    )
    parts: list[bytes] = []
    try:
        for response in stub(request, timeout=timeout):
            parts.append(response.tts_audio)
    except grpc.RpcError as error:
        raise _failure(error, sum(map(len, parts))) from error
    return b"".join(parts)


def _channel(address: str) -> Any:
    import grpc

    with _lock:
        if address not in _channels:
            _channels[address] = grpc.insecure_channel(
                address,
                options=[
                    ("grpc.max_receive_message_length", -1),
                    ("grpc.max_reconnect_backoff_ms", 1000),
                ],
            )
        return _channels[address]


def _failure(error: Any, received: int) -> AttemptError:
    import grpc

    code = error.code()
    detail = f"{code.name}: {error.details()}"
    if received and code != grpc.StatusCode.DEADLINE_EXCEEDED:
        return AttemptError(MALFORMED, f"half an answer, {received} bytes; then {detail}")
    kinds = {
        "UNAVAILABLE": CONNECTION,
        "DEADLINE_EXCEEDED": TIMEOUT,
        "RESOURCE_EXHAUSTED": RATE_LIMITED,
        "INVALID_ARGUMENT": REFUSED,
        "UNIMPLEMENTED": REFUSED,
        "UNAUTHENTICATED": REFUSED,
        "PERMISSION_DENIED": REFUSED,
    }
    kind = kinds.get(code.name, SERVER_ERROR)
    fatal = code.name in ("UNIMPLEMENTED", "UNAUTHENTICATED", "PERMISSION_DENIED")
    return AttemptError(kind, detail, final=kind == REFUSED, fatal=fatal)
