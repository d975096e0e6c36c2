"""Tell a WAV that breaks off from a whole one."""

from __future__ import annotations

HEAD = 4096
"""Bytes of a file within which the samples begin."""

_UNKNOWN = 0x7FFF_0000


def missing_bytes(head: bytes, size: int) -> int:
    """Bytes of samples that a WAV header promises beyond those that are there.

    Who writes a stream does not know its length beforehand and promises the largest possible one;
    that is none.

    Args:
        head: The first ``HEAD`` bytes.
        size: Size of the whole in bytes.

    Returns:
        0 also for all other formats.
    """
    at = head.find(b"data", 12, HEAD)
    if head[:4] != b"RIFF" or at < 0 or len(head) < at + 8:
        return 0
    promised = int.from_bytes(head[at + 4 : at + 8], "little")
    return 0 if promised >= _UNKNOWN else max(0, promised - (size - at - 8))
