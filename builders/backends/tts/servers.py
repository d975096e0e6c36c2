"""Several servers of one engine: taken in turn, rested when down, asked again when it may help."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from builders.backends.llm.failures import CONNECTION, TRANSIENT, AttemptError, EndpointError
from builders.backends.llm.limiter import Backoff
from builders.errors import BackendError, VivavoceError

log = logging.getLogger(__name__)
T = TypeVar("T")


class Servers:
    """Addresses in turn; may be used from any number of threads.

    Args:
        addresses: One address or several.
        rest: Seconds during which a server that did not answer is passed over.
    """

    def __init__(self, addresses: str | Sequence[str], rest: float = 10.0) -> None:
        given = [addresses] if isinstance(addresses, str) else list(addresses)
        if not given or not all(given):
            raise VivavoceError("a speech server needs an address, such as http://localhost:50000")
        self.addresses = tuple(given)
        self._rest = rest
        self._until = dict.fromkeys(self.addresses, 0.0)
        self._turn = 0
        self._lock = threading.Lock()

    def __getstate__(self) -> dict[str, Any]:
        """A worker process takes turns of its own."""
        return {k: v for k, v in self.__dict__.items() if k != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _lock=threading.Lock())

    def next(self) -> str:
        """The next address that is not resting; the one that rests least long if all are."""
        with self._lock:
            now, count = time.monotonic(), len(self.addresses)
            order = [self.addresses[(self._turn + i) % count] for i in range(count)]
            awake = [a for a in order if self._until[a] <= now]
            chosen = awake[0] if awake else min(order, key=lambda a: self._until[a])
            self._turn = (self.addresses.index(chosen) + 1) % count
            return chosen

    def rested(self, address: str) -> None:
        """Pass an address over for a while."""
        with self._lock:
            self._until[address] = time.monotonic() + self._rest


def ask_servers(
    servers: Servers, backoff: Backoff, engine: str, name: str, attempt: Callable[[str], T]
) -> T:
    """Ask until a server answers.

    Args:
        servers: Where to ask.
        backoff: How often, and how long to wait in between.
        engine: Name of the engine, for messages.
        name: What is asked for, for the jitter of the waits.
        attempt: Asks the server of an address; raises :class:`AttemptError`.

    Raises:
        BackendError: This input has no answer; transient where another run may have one.
        EndpointError: No input will have one.
    """
    for number in range(1, backoff.attempts + 1):
        address = servers.next()
        try:
            return attempt(address)
        except AttemptError as failure:
            if failure.fatal:
                raise EndpointError(
                    f"{engine} at {address}: {failure.detail}. No call can succeed; check the "
                    "address, the key, the model name and the quota"
                ) from failure
            if failure.kind == CONNECTION:
                servers.rested(address)
            wait = backoff.wait(name, number, failure.retry_after)
            too_long = failure.retry_after is not None and failure.retry_after > backoff.longest
            if failure.final or too_long or number == backoff.attempts:
                tries = f" (after {number} attempts)" if number > 1 else ""
                raise BackendError(
                    f"{engine} at {address}: {failure.kind}: {failure.detail}{tries}",
                    transient=failure.kind in TRANSIENT,
                ) from failure
            log.warning("%s at %s: %s; again in %.1f s", engine, address, failure.detail, wait)
            time.sleep(wait)
    raise VivavoceError(f"{engine}: attempts must be at least 1")
