"""Put a page together.

Texts of models and judges are hostile until shown otherwise. Tables go through Jinja with
escaping; rows go in as JSON in which no ``<``, ``>`` or ``&`` is left, and reach the page through
``textContent`` alone. A content security policy lets only the page's own script run, by its hash,
and nothing be fetched.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evaluation.report.page_audio import Clips, collect
from evaluation.report.page_plots import page_plots
from evaluation.report.page_rows import page_rows
from evaluation.report.plots import COLOURS
from evaluation.report.score_run import Scored
from evaluation.report.tables import (
    judges_table,
    missing_table,
    models_table,
    parts_tables,
    run_table,
)

_HERE = Path(__file__).parent
_ESCAPES = {c: f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def build_page(
    runs: Sequence[tuple[Scored, Path]], *, title: str, audio_megabytes: float = 40.0
) -> str:
    """HTML of one page; it needs no other file and no network.

    Args:
        runs: Scored runs of one suite, with their folders.
        title: Heading.
        audio_megabytes: Room for embedded audio; 0 leaves it out.
    """
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    style = (_HERE / "page.css").read_text(encoding="utf-8")
    script = (_HERE / "page.js").read_text(encoding="utf-8")
    scored = [run for run, _ in runs]
    rows: list[dict[str, Any]] = []
    clips = Clips()
    for run, folder in runs:
        room = int(audio_megabytes * 1e6 / len(runs))
        own = collect(run, folder, run.result.run, room) if room else Clips()
        rows += page_rows(run, own.of_row)
        clips.data.update(own.data)
        clips.left_out += own.left_out
    environment = Environment(autoescape=True, undefined=StrictUndefined)
    page = environment.from_string((_HERE / "page.html").read_text(encoding="utf-8"))
    return page.render(
        title=title,
        notes=list(dict.fromkeys(note for run in scored for note in run.result.notes)),
        tables=_tables(scored),
        details=[(run.result.run, parts_tables(run.result)) for run in scored],
        plots=[Markup(plot) for plot in page_plots(scored)],
        legend=[(run.result.run, COLOURS[i % len(COLOURS)]) for i, run in enumerate(scored)],
        left_out=clips.left_out,
        rows=Markup(data_script(rows)),
        clips=Markup(data_script(clips.data)),
        style=Markup(style),
        script=Markup(script),
        style_hash=_hash(style),
        script_hash=_hash(script),
    )


def data_script(value: Any) -> str:
    """JSON that cannot end the script element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character, escaped in _ESCAPES.items():
        text = text.replace(character, escaped)
    return text.encode("utf-8", "replace").decode("utf-8")


def _tables(scored: Sequence[Scored]) -> list[Any]:
    tables = [run_table(run.result) for run in scored]
    if len(scored) > 1:
        tables.insert(0, models_table([run.result for run in scored]))
    for run in scored:
        tables += [t for t in (missing_table(run.result), judges_table(run.result)) if t.rows]
    return tables


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
