"""Errors a user can act on."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class VivavoceError(Exception):
    """A problem whose message names the place and the remedy.

    The command line prints the message alone; a traceback would add nothing.
    """


class MissingExtraError(VivavoceError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"this needs the package '{package}', which is not installed: "
            f"pip install 'vivavoce[{extra}]'"
        )


class BackendError(VivavoceError):
    """An engine, model or endpoint failed on one input.

    Attributes:
        transient: True where trying again later may succeed (network, quota); such a failure is
            never stored, and the stage that met it does not count as done.
    """

    def __init__(self, message: str, *, transient: bool = False) -> None:
        super().__init__(message)
        self.transient = transient


def unknown_name(kind: str, name: str, known: Iterable[str], where: str = "") -> VivavoceError:
    """Make the error for a name that is not registered.

    Args:
        kind: What was looked for, such as ``"step"`` or ``"voice"``.
        name: The name that was given.
        known: The names that exist.
        where: Place of the mistake, such as ``"recipes/ear.yaml, subset wdyl"``.

    Returns:
        An error that names the closest matches.
    """
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(repr(c) for c in close)}?" if close else ""
    known_text = f"known: {', '.join(names[:40])}" if not close else ""
    place = f"{where}: " if where else ""
    return VivavoceError(f"{place}unknown {kind} '{name}'; {hint}{known_text}")
