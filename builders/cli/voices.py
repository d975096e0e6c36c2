"""``vivavoce voices``: list voice sets, and build those of the papers from their sources."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from builders.item import Item
    from builders.step import Rejected

app = typer.Typer(no_args_is_help=True, help=__doc__)
build = typer.Typer(no_args_is_help=True, help="Build a voice set from speech prompts.")
app.add_typer(build, name="build")

At = Annotated[Path, typer.Option("--path", help="Folder of the source.")]
Out = Annotated[Path, typer.Option("-o", "--out", help="Voice set: recipes/voices/<name>.yaml.")]
Audio = Annotated[Path | None, typer.Option(help="Folder for the prompts; voices/<name>.")]
Engine = Annotated[str, typer.Option(help="Engine that is to clone them.")]
Language = Annotated[str, typer.Option(help="en or zh.")]


@app.command("list")
def list_() -> None:
    """Show all voice sets.

    Example: vivavoce voices list
    """
    from collections import Counter

    from rich.console import Console
    from rich.table import Table

    from builders.recipe.voices import voice_set, voices_root

    table = Table("set", "voices", "engine", "language", "gender", "emotion", "age")
    for path in sorted(voices_root().glob("*.yaml")):
        voices = voice_set(path.stem)
        cells = [
            ", ".join(f"{k} {n}" for k, n in Counter(getattr(v, a) for v in voices).items() if k)
            for a in ("engine", "language", "gender", "emotion", "age")
        ]
        table.add_row(path.stem, str(len(voices)), *cells)
    Console().print(table)


@build.command("seed-tts-eval")
def seed_tts_eval(
    path: At,
    out: Out,
    language: Language = "zh",
    mos: Annotated[
        str | None, typer.Option(help="Predictor: utmos (the paper's) or dnsmos; none keeps all.")
    ] = "utmos",
    min_mos: Annotated[float, typer.Option(help="Score that a prompt must exceed.")] = 3.5,
    decisions: Annotated[Path | None, typer.Option(help="People's decisions (JSON lines).")] = None,
    audio: Audio = None,
    engine: Engine = "cosyvoice2",
) -> None:
    """Clean or, without a predictor, all prompts of seed-tts-eval (VocalBench-zh).

    Examples:
      vivavoce voices build seed-tts-eval --path seedtts/ -o recipes/voices/seed_zh_clean.yaml

      vivavoce voices build seed-tts-eval --path seedtts/ -o recipes/voices/seed_zh_full.yaml
      --mos none
    """
    from builders.sources import read
    from builders.text.review import read_decisions
    from builders.voices import by_opinion

    rows = read("seed_tts_eval", {"path": str(path)}, language=language)
    score = None if mos in (None, "none") else _score(str(mos))
    known = read_decisions(decisions) if decisions else {}
    built = by_opinion(rows, score, min_mos, known)
    rule = "all prompts" if score is None else f"{mos} above {min_mos:g}, then people's decisions"
    _finish(built, out, audio, engine, f"Speech prompts of seed-tts-eval ({language}): {rule}.")


@build.command()
def esd(
    path: At,
    out: Out,
    language: Language = "zh",
    classifier: Annotated[
        str | None, typer.Option(help="Emotion backend of params.yaml's kind: funasr; or none.")
    ] = "funasr",
    min_probability: Annotated[
        float, typer.Option(help="Probability that the emotion must exceed.")
    ] = 0.9,
    audio: Audio = None,
    engine: Engine = "cosyvoice2",
) -> None:
    """Prompts of five emotions from ESD (VocalBench-zh, empathy set).

    Example: vivavoce voices build esd --path ESD/ -o recipes/voices/esd_zh.yaml
    """
    from builders.backends import load_backend
    from builders.sources import read
    from builders.voices import by_emotion

    rows = read("esd", {"path": str(path)}, language=language)
    if classifier in (None, "none"):
        built, rule = by_emotion(rows, None), "as the source labels them"
    else:
        model = load_backend("emotion", str(classifier))

        def classify(item: Item) -> dict[str, float]:
            return dict(model.classify(item.clip.samples, item.clip.sampling_rate))

        built = by_emotion(rows, classify, min_probability)
        rule = f"{classifier} above {min_probability:g}"
    _finish(built, out, audio, engine, f"Emotional speech prompts of ESD ({language}): {rule}.")


@build.command("superb-age")
def superb_age(
    path: At,
    out: Out,
    genders: Annotated[
        Path | None, typer.Option(help="Table (TSV, CSV, JSONL) with columns 'id' and 'gender'.")
    ] = None,
    children: Annotated[
        Path | None, typer.Option(help="Folder of children's recordings with <name>.txt.")
    ] = None,
    per_cell: Annotated[int, typer.Option(help="Prompts of each age and gender.")] = 1,
    seed: Annotated[int, typer.Option(help="Chooses among the prompts that fit.")] = 0,
    recognise: Annotated[
        bool, typer.Option(help="Write down the words of prompts without any.")
    ] = True,
    audio: Audio = None,
    engine: Engine = "cosyvoice2",
) -> None:
    """Prompts of every age and gender (VoiceBench), with a source of children where given.

    Example: vivavoce voices build superb-age --path age/ --genders sex.tsv
    -o recipes/voices/ages_en.yaml
    """
    from itertools import chain

    from builders.sources import read
    from builders.voices import by_age_and_gender

    known = _genders(genders)
    rows: Iterable[Item | Rejected] = read("dynamic_superb_age", {"path": str(path)})
    if children is not None:
        young = read("audio_folder", {"path": str(children)})
        rows = chain(rows, _with(young, lambda item: {"age": "child"}))
    rows = _with(rows, lambda item: {"gender": known[item.id]} if item.id in known else {})
    built = by_age_and_gender(rows, per_cell, seed)
    if recognise:
        built.kept = _heard(built.kept)
    about = f"Speech prompts of every age and gender, {per_cell} each."
    _finish(built, out, audio, engine, about)


def _score(name: str) -> Callable[[Item], float]:
    from builders.backends import load_backend

    predictor = load_backend("mos", name)
    return lambda item: float(predictor.score(item.clip.samples, item.clip.sampling_rate))


def _with(
    rows: Iterable[Item | Rejected], fields: Callable[[Item], dict[str, Any]]
) -> Iterator[Item | Rejected]:
    from builders.item import Item

    for row in rows:
        yield row.with_fields(**fields(row)) if isinstance(row, Item) else row


def _genders(table: Path | None) -> dict[str, str]:
    from builders.errors import VivavoceError
    from builders.sources.records import records

    if table is None:
        return {}
    rows = [record.row for record in records(table) if record.problem is None]
    if rows and not {"id", "gender"} <= set(rows[0]):
        raise VivavoceError(f"{table} needs the columns 'id' and 'gender'")
    return {str(row["id"]): str(row["gender"]) for row in rows}


def _heard(kept: list[tuple[Item, dict[str, Any]]]) -> list[tuple[Item, dict[str, Any]]]:
    """Write down the words of prompts that come without any."""
    from builders.backends import load_backend

    asr = load_backend("asr", "whisper_base")
    done = []
    for item, fields in kept:
        if not item.prompt.strip():
            clip = item.clip
            found = asr.transcribe(clip.samples, clip.sampling_rate, item.language)
            item = item.but(prompt=found.text)
        done.append((item, fields))
    return done


def _finish(built: Any, out: Path, audio: Path | None, engine: str, about: str) -> None:
    from builders.voices import write_voice_set

    folder = audio or Path("voices") / out.stem
    voices = write_voice_set(built, out, folder, engine=engine, about=about)
    typer.echo(f"{out}: {len(voices)} voices, prompts in {folder}")
    for reason, number in built.reasons().items():
        typer.echo(f"  left out, {reason}: {number}")
