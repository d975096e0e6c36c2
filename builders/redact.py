"""What must stand in no log, error or manifest: keys, and audio as text."""

from __future__ import annotations

import re

_KEYS = re.compile(
    r"\b(?:(?:sk|key|Bearer)[-_ ][\w*.\-]{6,}|hf_\w{16,}|AIza[\w\-]{20,})", re.IGNORECASE
)
_SURELY_KEYS = re.compile(
    r"\b(?:sk-(?:\w+-)?[A-Za-z0-9]{16,}|hf_\w{16,}|AIza[\w\-]{20,}|Bearer [\w.\-]{6,})"
)
_QUERY = re.compile(r"(?i)([?&](?:api[-_]?key|key|token|access_token)=)[^&\s]+")
# Words of a language are far shorter; a path has dots and dashes in it.
_MEDIA = re.compile(r"[A-Za-z0-9+/]{100,}={0,2}")
_FLAG = re.compile(
    r"(?i)(?:^|[-_?&])(?:api[-_]?key|key|token|secret|passw(?:or)?d|credentials?|authori[sz]ation)$"
)
LEFT_OUT = "<left out>"


def redact(text: str, *secrets: str) -> str:
    """Text without the given secrets, what looks like a key, and base64 of media.

    A server that refuses a call may repeat all of it in its message.
    """
    for secret in filter(None, secrets):
        text = text.replace(secret, "<key>")
    text = _QUERY.sub(r"\1<key>", _KEYS.sub("<key>", text))
    return _MEDIA.sub("<media>", text)


def redact_setting(text: str) -> str:
    """A setting without what is surely a key; it must mean the same to a reader afterwards."""
    return _QUERY.sub(r"\1<key>", _SURELY_KEYS.sub("<key>", text))


def redact_arguments(arguments: list[str]) -> list[str]:
    """A command line without the values of options that name a secret."""
    found: list[str] = []
    hidden = False
    for argument in arguments:
        name, sign, _ = argument.partition("=")
        if hidden:
            found.append(LEFT_OUT)
        elif sign and _FLAG.search(name):
            found.append(f"{name}={LEFT_OUT}")
        else:
            found.append(argument)
        hidden = not sign and argument.startswith("-") and bool(_FLAG.search(argument))
    return found
