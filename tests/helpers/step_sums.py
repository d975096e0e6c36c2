"""Sums of the code of costly steps, so that none changes its results under its old version.

python tests/helpers/step_sums.py                  # after raising a version
python tests/helpers/step_sums.py --same-results   # code that gives the same results as before
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import inspect
import json
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parents[1] / "builders" / "step_sums.json"
COMMAND = "python tests/helpers/step_sums.py"


def code_sum(function: Callable[..., Any]) -> str:
    """SHA-256 of a function's parameters and body, without docstring and comments."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    body = tree.body if ast.get_docstring(tree) is None else tree.body[1:]
    return hashlib.sha256(json.dumps([_plain(tree.args), _plain(body)]).encode()).hexdigest()


def _plain(node: Any) -> Any:
    """A tree as JSON, without empty fields: which of those there are differs between Pythons."""
    if isinstance(node, ast.AST):
        fields = {name: _plain(value) for name, value in ast.iter_fields(node)}
        return [type(node).__name__, {k: v for k, v in fields.items() if v not in (None, [])}]
    if isinstance(node, list):
        return [_plain(each) for each in node]
    return None if node is None else repr(node)


def costly_steps() -> dict[str, list[Any]]:
    """Version and sum of every registered costly step, by name."""
    from builders.steps import STEPS, find_step

    steps = [find_step(name) for name in STEPS]
    return {s.name: [s.version, code_sum(s.function)] for s in steps if s.costly}


def complaints(kept: dict[str, list[Any]], now: dict[str, list[Any]]) -> list[str]:
    """What is wrong with the steps as they are now; nothing where all is well."""
    found = []
    for name, (version, code) in now.items():
        if name not in kept:
            found.append(f"step '{name}' is new: write its sum with '{COMMAND}'")
        elif kept[name] != [version, code] and kept[name][0] == version:
            found.append(
                f"step '{name}' changed: raise its version and write the new sum with '{COMMAND}'"
            )
        elif kept[name] != [version, code]:
            found.append(f"step '{name}' has a new version: write the new sum with '{COMMAND}'")
    gone = sorted(set(kept) - set(now))
    return found + [f"step '{name}' is gone: write the sums with '{COMMAND}'" for name in gone]


def main() -> None:
    """Write the sums, but not that of a step that changed under its old version."""
    parser = argparse.ArgumentParser(description="Write the sums of the costly steps.")
    parser.add_argument("--same-results", action="store_true")
    same = parser.parse_args().same_results
    kept = json.loads(FILE.read_text()) if FILE.is_file() else {}
    now = costly_steps()
    changed = [text for text in complaints(kept, now) if "raise its version" in text]
    if changed and not same:
        raise SystemExit("\n".join(changed))
    FILE.write_text(json.dumps(now, indent=1) + "\n")


if __name__ == "__main__":
    main()
