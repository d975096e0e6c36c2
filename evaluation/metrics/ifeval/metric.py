"""IFEval accuracies as metrics over rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from builders.errors import VivavoceError
from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import answer
from evaluation.metrics.ifeval.following import Following, check


def follow(row: Row, text: str) -> Following:
    """Check a text against the instructions of a row.

    Raises:
        VivavoceError: The row lacks ``instruction_id_list`` or ``kwargs``, or they are wrong.
    """
    instructions, arguments = asked(row)
    where = f"row '{row.example.id}'"
    return _check(text, json.dumps(instructions), json.dumps(arguments, default=_plain), where)


def asked(row: Row) -> tuple[list[str], list[dict[str, Any]]]:
    """Instruction ids of a row and the arguments of each, from lists or from JSON text.

    Raises:
        VivavoceError: The row lacks one of the two columns.
    """
    lists: list[list[Any]] = []
    for name in ("instruction_id_list", "kwargs"):
        value = row.example.fields.get(name)
        if value is None:
            raise VivavoceError(f"row '{row.example.id}': IFEval needs the column '{name}'")
        lists.append(json.loads(value) if isinstance(value, str) else list(value))
    arguments = [json.loads(given) if isinstance(given, str) else given for given in lists[1]]
    return [str(name) for name in lists[0]], arguments


def counts(following: Following) -> tuple[float, ...]:
    """Prompts and instructions followed, strict then loose, then one prompt, its instructions."""
    strict, loose = following.strict, following.loose
    return (
        float(all(strict)),
        float(sum(strict)),
        float(all(loose)),
        float(sum(loose)),
        1.0,
        float(len(strict)),
    )


def mean_of_four(sums: np.ndarray) -> np.ndarray:
    """Mean of the four accuracies, shape ``(..., 6) -> (...)``."""
    with np.errstate(divide="ignore", invalid="ignore"):
        prompt = (sums[..., 0] + sums[..., 2]) / sums[..., 4]
        instruction = (sums[..., 1] + sums[..., 3]) / sums[..., 5]
    return np.asarray((prompt + instruction) / 4)


@lru_cache(maxsize=4096)
def _check(text: str, instructions: str, arguments: str, where: str) -> Following:
    """One check a response, however many of the accuracies are asked for."""
    return check(text, json.loads(instructions), json.loads(arguments), where)


def _plain(value: Any) -> Any:
    """Make numpy arrays and scalars plain, as Parquet readers hand them out."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(f"an argument of an IFEval instruction cannot be a {type(value).__name__}")


def _measure(row: Row) -> tuple[float, ...] | None:
    text = answer(row)
    return None if text is None else counts(follow(row, text))


def _accuracy(name: str, followed: int, total: int) -> Metric:
    """One of the four accuracies, from two of the six counts."""

    def measure(row: Row) -> tuple[float, ...] | None:
        found = _measure(row)
        return None if found is None else (found[followed], found[total])

    return Metric(name=name, version=1, measure=measure)


IFEVAL = Metric("ifeval", 1, _measure, combine=mean_of_four, components=6)
PROMPT_STRICT = _accuracy("ifeval_prompt_strict", 0, 4)
INSTRUCTION_STRICT = _accuracy("ifeval_instruction_strict", 1, 5)
PROMPT_LOOSE = _accuracy("ifeval_prompt_loose", 2, 4)
INSTRUCTION_LOOSE = _accuracy("ifeval_instruction_loose", 3, 5)
