"""Options of an adapter as they are written on a command line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import yaml

from builders.errors import VivavoceError


class _Loader(yaml.SafeLoader):
    """YAML without dates: ``revision=2024-11-20`` is a name."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in found if not tag.endswith(":timestamp")]
    for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def parse_options(given: Iterable[str]) -> dict[str, Any]:
    """Read ``name=value`` pairs; a value is YAML, so numbers, true and {…} mean what they say.

    ``settings.temperature=0.7`` sets one entry of a mapping.

    Raises:
        VivavoceError: A pair has no ``=``, or its value is no YAML.
    """
    options: dict[str, Any] = {}
    for pair in given:
        name, sign, text = pair.partition("=")
        if not sign or not name:
            raise VivavoceError(f"--model-option {pair}: expected name=value")
        try:
            value = yaml.load(text, _Loader) if text else ""
        except yaml.YAMLError as error:
            raise VivavoceError(f"--model-option {pair}: {error}") from error
        place = options
        *path, last = name.split(".")
        for step in path:
            place = place.setdefault(step, {})
            if not isinstance(place, dict):
                raise VivavoceError(f"--model-option {pair}: '{step}' has a value already")
        place[last] = value
    return options
