"""Write a report: tables in three formats, scores as JSON, and the page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from builders.errors import VivavoceError
from evaluation.report.page import build_page
from evaluation.report.render import as_csv, as_latex, as_markdown
from evaluation.report.score_run import Scored
from evaluation.report.stability import stability_table
from evaluation.report.tables import (
    Table,
    judges_table,
    missing_table,
    models_table,
    parts_tables,
    run_table,
)


def write_report(
    runs: Sequence[tuple[Scored, Path]], out: Path, *, audio_megabytes: float = 40.0
) -> list[Path]:
    """Write all files of a report.

    Args:
        runs: Scored runs of one suite, with their folders.
        out: Folder to write into.
        audio_megabytes: Room for audio in the page.

    Returns:
        The files, in the order written.

    Raises:
        VivavoceError: The runs are of several suites, or two have one name.
    """
    results = [run.result for run, _ in runs]
    suites = sorted({result.suite for result in results})
    if len(suites) != 1:
        raise VivavoceError(f"a report is of one suite, these are runs of {', '.join(suites)}")
    names = [result.run for result in results]
    if len(set(names)) != len(names):
        raise VivavoceError(f"two runs have the same folder name: {', '.join(sorted(names))}")
    out.mkdir(parents=True, exist_ok=True)
    tables: list[tuple[str, Table]] = []
    if len(results) > 1:
        tables.append(("runs", models_table(results)))
        stable = stability_table(results)
        if stable is not None:
            tables.append(("rank-stability", stable))
    for result in results:
        tables.append((result.run, run_table(result)))
        tables += [
            (f"{result.run}-{table.title.split()[0]}", table) for table in parts_tables(result)
        ]
        for suffix, table in (("missing", missing_table(result)), ("judges", judges_table(result))):
            if table.rows:
                tables.append((f"{result.run}-{suffix}", table))
    title = f"{suites[0]}: {', '.join(names)}"
    written = [
        _write(out / "report.md", f"# {title}\n\n" + "\n".join(as_markdown(t) for _, t in tables)),
        _write(out / "report.tex", "\n".join(as_latex(t) for _, t in tables)),
        *(_write(out / "csv" / f"{name}.csv", as_csv(table)) for name, table in tables),
        _write(
            out / "report.html",
            build_page(runs, title=title, audio_megabytes=audio_megabytes),
        ),
    ]
    for result in results:
        path = out / f"{result.run}.scores.json"
        result.save(path)
        written.append(path)
    return written


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n", errors="replace")
    return path
