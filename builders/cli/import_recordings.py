"""``vivavoce import``: real recordings into rows, with a table of what was taken and what not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from builders.speech.intake import Taken


def import_recordings(
    sources: Annotated[list[Path], typer.Argument(help="Folders or audio files.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="Rows to write: .jsonl or .parquet.")],
    language: Annotated[str, typer.Option(help="Language that is spoken: en or zh.")] = "en",
    texts: Annotated[
        Path | None, typer.Option(help="Table of words: .tsv, .csv or .jsonl.")
    ] = None,
    file_column: Annotated[str, typer.Option(help="Column with the name of the file.")] = "file",
    text_column: Annotated[str, typer.Option(help="Column with its words.")] = "text",
    voice: Annotated[str, typer.Option(help="Who speaks.")] = "unknown",
    license: Annotated[str, typer.Option(help="Licence of the recordings.")] = "unknown",
    recognise: Annotated[
        bool, typer.Option(help="Check the words with the embedded recogniser; slow.")
    ] = True,
) -> None:
    """Convert recordings to 16 kHz mono, check them, and write those that can be used.

    Words come from the table, or from <name>.txt beside <name>.wav; where there are none, the
    recogniser's are taken. What was refused, and why, stands in <out>.table.jsonl and is shown;
    the clips of a .jsonl stand in <out>.clips. The rows are read by the source 'jsonl' with the
    options {audio: audio, voice: voice, language: "column:language", license: "column:license"}.

    Examples:
      vivavoce import recordings/ -o rows.jsonl --license CC0-1.0

      vivavoce import wavs/ -o rows.parquet --texts q.tsv --file-column "Wav Filename"
      --text-column Questions
    """
    from builders.backends import load_backend
    from builders.cli._speech import known_language
    from builders.errors import VivavoceError
    from builders.speech.intake import REFUSED, refused, take_in, words_beside
    from builders.stage.progress import progress

    if out.suffix not in (".jsonl", ".parquet"):
        raise VivavoceError(f"--out {out}: rows are written as .jsonl or .parquet")
    known_language(language)
    files = _files(sources)
    _spare(out, [*files, *([texts] if texts else [])])
    words = _texts(texts, file_column, text_column)
    asr = load_backend("asr", "whisper_base") if recognise else None
    taken = []
    for path in progress(files, "import", len(files)):
        try:
            text = words.get(path.name) or words_beside(path)
        except ValueError as error:
            taken.append(refused(path, "unreadable words", str(error)))
            continue
        taken.append(take_in(path, text, language, asr))
    kept = [t for t in taken if t.verdict != REFUSED]
    extra = {"language": language, "voice": voice, "license": license}
    _write(out, kept, extra)
    _write_table(out.with_suffix(".table.jsonl"), taken)
    _show(taken)
    typer.echo(f"{len(kept)} of {len(taken)} recordings: {out}")


def _files(sources: list[Path]) -> list[Path]:
    from builders.environment.material.folders import ENDINGS
    from builders.errors import VivavoceError

    found: list[Path] = []
    for source in sources:
        if source.is_dir():
            inside = sorted(p for p in source.rglob("*") if p.suffix.lower() in ENDINGS)
            if not inside:
                raise VivavoceError(f"{source}: no audio here ({', '.join(sorted(ENDINGS))})")
            found += inside
        else:
            found.append(source)
    names = Counter(p.stem for p in found)
    twice = sorted(name for name, count in names.items() if count > 1)
    if twice:
        raise VivavoceError(
            f"several recordings are called {', '.join(twice[:5])}: rows are known by the name "
            "without its ending; import them one by one or rename them"
        )
    return found


def _clips(out: Path) -> Path:
    return out.with_suffix(".clips")


def _spare(out: Path, inputs: list[Path]) -> None:
    """Refuse to write over what is read.

    Raises:
        VivavoceError: An input is, or lies where there would be, a result.
    """
    from builders.errors import VivavoceError

    written = {path.resolve() for path in (out, out.with_suffix(".table.jsonl"), _clips(out))}
    for path in inputs:
        if written & {path.resolve(), path.resolve().parent}:
            raise VivavoceError(f"--out {out} would write over {path}: choose another name")


def _texts(table: Path | None, file: str, text: str) -> dict[str, str]:
    from builders.errors import VivavoceError
    from builders.sources.records import records
    from builders.speech.intake import texts_by_file

    if table is None:
        return {}
    if not table.is_file():
        raise VivavoceError(f"--texts: there is no file {table}")
    rows = [record.row for record in records(table) if record.problem is None]
    return texts_by_file(rows, file, text, str(table), VivavoceError)


def _write(out: Path, kept: list[Taken], extra: dict[str, str]) -> None:
    import json

    out.parent.mkdir(parents=True, exist_ok=True)
    rows: list[dict[str, Any]] = []
    for taken in kept:
        stem = Path(taken.file).stem
        row: dict[str, Any] = {"id": stem, "prompt": taken.text, **extra}
        if out.suffix == ".jsonl":
            audio = _clips(out) / f"{stem}.flac"
            audio.parent.mkdir(exist_ok=True)
            assert taken.clip is not None
            audio.write_bytes(taken.clip.data)
            row["audio"] = audio.relative_to(out.parent).as_posix()
        else:
            assert taken.clip is not None
            row["audio"] = {"bytes": taken.clip.data, "path": f"{stem}.flac"}
        rows.append(row)
    if out.suffix == ".jsonl":
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
        out.write_text("".join(lines), "utf-8")
        return
    import pyarrow as pa
    import pyarrow.parquet as pq

    audio_type = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    names = ("id", "prompt", "language", "voice", "license")
    fields = [(name, pa.string()) for name in names]
    schema = pa.schema([*fields, ("audio", audio_type)])
    pq.write_table(pa.Table.from_pylist(rows, schema), out, row_group_size=100)


def _write_table(path: Path, taken: list[Taken]) -> None:
    import json

    lines = [json.dumps(t.row(), ensure_ascii=False) + "\n" for t in taken]
    path.write_text("".join(lines), "utf-8")


def _show(taken: list[Taken]) -> None:
    from rich.table import Column, Table

    from builders.cli._console import console

    table = Table(Column("file", overflow="fold"), "verdict", "why", "seconds", "error rate")
    for t in taken:
        why = f"{t.reason}: {t.detail}" if t.reason else "; ".join(t.changes)
        rate = "-" if t.error_rate is None else f"{t.error_rate:.2f}"
        seconds = "-" if t.seconds is None else f"{t.seconds:.1f}"
        table.add_row(t.file, t.verdict, why, seconds, rate)
    console().print(table)
