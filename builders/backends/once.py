"""A model is loaded once, also where many threads ask for it at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

T = TypeVar("T")


class once(cached_property[T]):  # noqa: N801 - used as a decorator
    """A ``cached_property`` that threads wait for.

    Since Python 3.12 that of ``functools`` is made by each thread that comes before the first has
    ended, and a graphics card holds few models.
    """

    def __init__(self, func: Callable[[Any], T]) -> None:
        super().__init__(func)
        self._making = threading.RLock()

    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        """The value; the second thread finds that of the first."""
        with self._making:
            return super().__get__(instance, owner)
