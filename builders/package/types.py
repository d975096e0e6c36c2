"""Types of published columns: declared in a recipe, or inferred over all rows of a config.

A type is a name (``string``, ``int64``, ``float64``, ``bool``, ``json``, …), a list with one type
in it, or a mapping from field name to type: the same shapes in YAML and in Python.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from builders.errors import VivavoceError, unknown_name

Type: TypeAlias = "str | list[Any] | dict[str, Any]"

SCALARS = ("string", "int32", "int64", "float32", "float64", "bool", "json")
UNKNOWN = "null"
"""Type of a value that is always missing; published as ``string``."""


def check_type(declared: Any, where: str) -> Type:
    """Return a declared type if it is well formed.

    Raises:
        VivavoceError: The type is unknown or ill formed.
    """
    if isinstance(declared, str):
        if declared not in SCALARS:
            raise unknown_name("type", declared, SCALARS, where)
        return declared
    if isinstance(declared, list | tuple) and len(declared) == 1:
        return [check_type(declared[0], where)]
    if isinstance(declared, Mapping) and declared:
        return {str(k): check_type(v, f"{where}.{k}") for k, v in declared.items()}
    raise VivavoceError(
        f"{where}: {declared!r} is no type; write a name ({', '.join(SCALARS)}), "
        "[type] for a list, or {name: type} for a structure"
    )


def infer(value: Any) -> Type:
    """Type of one JSON value."""
    if value is None:
        return UNKNOWN
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int64"
    if isinstance(value, float):
        return "float64"
    if isinstance(value, str):
        return "string"
    if isinstance(value, list | tuple):
        element: Type = UNKNOWN
        for entry in value:
            element = merge(element, infer(entry))
        return [element]
    if isinstance(value, Mapping):
        return {str(key): infer(entry) for key, entry in value.items()}
    raise TypeError(f"a {type(value).__name__} is no JSON value")


def merge(a: Type, b: Type) -> Type:
    """Smallest type that holds both.

    Raises:
        TypeError: There is none, as for a number and a text.
    """
    if a == b or b == UNKNOWN:
        return a
    if a == UNKNOWN:
        return b
    if isinstance(a, str) and isinstance(b, str) and {a, b} == {"int64", "float64"}:
        return "float64"
    if isinstance(a, list) and isinstance(b, list):
        return [merge(a[0], b[0])]
    if isinstance(a, dict) and isinstance(b, dict):
        return {key: merge(a.get(key, UNKNOWN), b.get(key, UNKNOWN)) for key in {**a, **b}}
    raise TypeError(f"{describe(a)} and {describe(b)} do not go together")


def settle(found: Type, where: str) -> Type:
    """Make an inferred type publishable: what was never seen becomes text.

    Raises:
        VivavoceError: A structure has no field at all, which Parquet cannot hold.
    """
    if found == UNKNOWN:
        return "string"
    if isinstance(found, list):
        return [settle(found[0], where)]
    if isinstance(found, dict):
        if not found:
            raise VivavoceError(
                f"{where}: every row holds an empty structure; declare its type "
                "(for instance json) in the recipe"
            )
        return {key: settle(found[key], f"{where}.{key}") for key in sorted(found)}
    return found


def describe(kind: Type) -> str:
    """Short text for messages and cards, such as ``list<string>``."""
    if isinstance(kind, str):
        return kind
    if isinstance(kind, list):
        return f"list<{describe(kind[0])}>"
    return "struct<" + ", ".join(f"{k}: {describe(v)}" for k, v in kind.items()) + ">"


def conform(value: Any, kind: Type) -> Any:
    """Return ``value`` as Arrow will store it.

    Raises:
        TypeError: The value does not fit; nothing is dropped or rounded to make it fit.
    """
    if value is None:
        return None
    if isinstance(kind, dict):
        if not isinstance(value, Mapping):
            raise TypeError(f"expected {describe(kind)}, got {type(value).__name__}")
        extra = set(value) - set(kind)
        if extra:
            raise TypeError(f"field {sorted(extra)[0]!r} is not in the declared {describe(kind)}")
        return {key: conform(value.get(key), sub) for key, sub in kind.items()}
    if isinstance(kind, list):
        if not isinstance(value, list | tuple):
            raise TypeError(f"expected {describe(kind)}, got {type(value).__name__}")
        return [conform(entry, kind[0]) for entry in value]
    if kind == "json":
        return json.dumps(value, sort_keys=True, ensure_ascii=False)
    if kind == "string":
        if not isinstance(value, str):
            raise TypeError(f"expected text, got {type(value).__name__} {value!r}")
        # Arrow stores UTF-8; a lone surrogate would fail later without a row's name.
        value.encode("utf-8")
        return value
    if kind == "bool":
        if not isinstance(value, bool):
            raise TypeError(f"expected true or false, got {value!r}")
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"expected a number, got {type(value).__name__} {value!r}")
    if kind.startswith("int"):
        if value != int(value):
            raise TypeError(f"expected a whole number, got {value!r}")
        return int(value)
    return float(value)


def feature(kind: Type) -> Any:
    """The same type as a feature of the ``datasets`` package."""
    from datasets import List, Value

    if isinstance(kind, list):
        return List(feature(kind[0]))
    if isinstance(kind, dict):
        return {key: feature(sub) for key, sub in kind.items()}
    return Value("string" if kind == "json" else kind)
