"""Labels as classifiers write them, brought to the names of the project."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from builders.errors import VivavoceError, unknown_name
from builders.speech.check_emotion import emotion_name

_NUMBERED = re.compile(r"LABEL_\d+", re.IGNORECASE)


def plain_labels(
    raw: Sequence[str], mapping: Mapping[str, str] | None, model: str
) -> tuple[str, ...]:
    """Names for the outputs of a model, in the model's own order.

    ``生气/angry`` becomes ``angry``, ``<unk>`` becomes ``unknown``, ``anger`` becomes ``angry``.

    Args:
        raw: Labels as the model states them.
        mapping: From labels of the model to names, for those that say nothing by themselves.
        model: For messages.

    Raises:
        VivavoceError: A mapped label does not exist, two outputs get one name, or the model only
            numbers its outputs.
    """
    given = dict(mapping or {})
    for label in given:
        if label not in raw:
            raise unknown_name("label", label, raw, f"labels of {model}")
    names = []
    for label in raw:
        if label in given:
            names.append(given[label])
        elif _NUMBERED.fullmatch(label):
            raise VivavoceError(
                f"{model} only numbers its outputs ({', '.join(raw)}): give the option 'labels', "
                "a name for each"
            )
        else:
            own = label.rpartition("/")[2].strip().strip("<>")
            names.append("unknown" if own in ("unk", "") else emotion_name(own))
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise VivavoceError(f"{model}: several outputs would be called {', '.join(twice)}")
    return tuple(names)
