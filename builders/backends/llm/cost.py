"""Tokens, prices and the budget of a run."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from builders.backends.llm.failures import BudgetError
from builders.errors import VivavoceError

# A Chinese character is one to two tokens, an English word about 1.3; per UTF-8 byte both stay
# under a half, and a budget must rather expect too much.
TOKENS_PER_BYTE = 0.5
DEFAULT_ANSWER_TOKENS = 1024


@dataclass(frozen=True)
class Price:
    """Price of a model, in the currency of the budget, per million tokens."""

    input: float
    output: float

    @classmethod
    def of(cls, value: Mapping[str, Any] | None) -> Price | None:
        """Read ``{input: …, output: …}`` of ``params.yaml``."""
        if value is None:
            return None
        amounts = dict(value) if isinstance(value, Mapping) else {}
        if set(amounts) != {"input", "output"} or not all(_is_price(v) for v in amounts.values()):
            raise VivavoceError(
                "price of a language model: expected {input: NUMBER, output: NUMBER} (per million "
                f"tokens), got {value!r}"
            )
        return cls(float(amounts["input"]), float(amounts["output"]))

    def cost(self, prompt_tokens: float, completion_tokens: float) -> float:
        """Price of one call."""
        return (prompt_tokens * self.input + completion_tokens * self.output) / 1e6


def _is_price(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


@dataclass
class Totals:
    """What a client did since it was made.

    Attributes:
        answered: Calls that ended with an answer from the endpoint.
        stored: Calls answered from the store.
        failed: Calls that ended without an answer, by kind.
        attempts: Attempts that failed, by kind, also those that were repeated.
        prompt_tokens: Tokens sent, as the endpoint counts them.
        completion_tokens: Tokens received, as the endpoint counts them.
        without_usage: Answers that came without token counts.
        cost: Money spent; answers without usage enter with their estimate.
        waited: Seconds of back-off, summed over calls.
        peak_in_flight: Most calls that were in flight at once.
    """

    answered: int = 0
    stored: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    attempts: Counter[str] = field(default_factory=Counter)
    prompt_tokens: int = 0
    completion_tokens: int = 0
    without_usage: int = 0
    cost: float = 0.0
    waited: float = 0.0
    peak_in_flight: int = 0

    def line(self) -> str:
        """One line for a progress display."""
        troubles = ", ".join(f"{n} × {kind}" for kind, n in sorted(self.attempts.items()))
        return (
            f"{self.answered} answered, {self.stored} from the store, "
            f"{sum(self.failed.values())} failed; {self.prompt_tokens} + "
            f"{self.completion_tokens} tokens, cost {self.cost:.4f}"
            + (f"; repeated: {troubles}" if troubles else "")
        )


class Budget:
    """Money that may be spent. Runs on one event loop.

    A call sets aside what it may cost before it is sent, so that calls in flight together cannot
    overrun the budget; a call that does not fit waits until those in flight have settled.
    """

    def __init__(self, price: Price | None, most: float | None) -> None:
        if most is not None and price is None:
            raise VivavoceError(
                "max_cost needs the price of the model: set price: {input: …, output: …} "
                "(per million tokens) beside it"
            )
        self.price, self.most = price, most
        self.spent = 0.0
        self._reserved = 0.0
        self._settled = asyncio.Event()
        self._answers = 0
        self._answer_tokens = 0

    def estimate(self, prompt_bytes: int, settings: Mapping[str, Any]) -> float:
        """Most that a call is expected to cost; 0 where there is no price."""
        if self.price is None:
            return 0.0
        mean = self._answer_tokens / self._answers if self._answers else DEFAULT_ANSWER_TOKENS / 2
        ceiling = settings.get("max_tokens") or settings.get("max_completion_tokens")
        answer = (ceiling or 2 * mean) * (settings.get("n") or 1)
        return self.price.cost(prompt_bytes * TOKENS_PER_BYTE + 16, answer)

    async def reserve(self, amount: float) -> None:
        """Set money aside for one call.

        Raises:
            BudgetError: The call does not fit, and no call in flight can free anything.
        """
        while self.most is not None and self.spent + self._reserved + amount > self.most:
            if self._reserved <= 1e-12:
                raise BudgetError(
                    f"budget reached: {self.spent:.4f} of {self.most:.4f} is spent and the next "
                    f"call may cost {amount:.4f}; every answer so far is kept. Raise max_cost "
                    "and run again to go on where this stopped"
                )
            self._settled.clear()
            await self._settled.wait()
        self._reserved += amount

    def settle(self, amount: float, usage: Mapping[str, Any] | None) -> float | None:
        """Replace what was set aside by what the call cost.

        Args:
            amount: What was set aside.
            usage: Token counts of the answer, empty where it had none, ``None`` where the call
                failed and is taken to be free.

        Returns:
            The cost, ``None`` where it cannot be told.
        """
        self._reserved = max(0.0, self._reserved - amount)
        self._settled.set()
        if usage is None:
            return None
        if self.price is None or not usage:
            self.spent += amount
            return None
        self._answers += 1
        self._answer_tokens += int(usage.get("completion_tokens") or 0)
        cost = self.price.cost(usage.get("prompt_tokens") or 0, usage.get("completion_tokens") or 0)
        self.spent += cost
        return cost
