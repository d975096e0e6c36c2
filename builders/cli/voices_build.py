"""``vivavoce voices build``: choose speech prompts from the papers' sources."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from builders.item import Item
    from builders.stage.context import WorkerContext
    from builders.step import Rejected

app = typer.Typer(
    no_args_is_help=True, add_completion=False, help="Build a voice set from speech prompts."
)

At = Annotated[Path, typer.Option("--path", help="Folder of the source.")]
Out = Annotated[Path, typer.Option("-o", "--out", help="Voice set: recipes/voices/<name>.yaml.")]
Audio = Annotated[Path | None, typer.Option(help="Folder for the prompts; voices/<name>.")]
Engine = Annotated[str, typer.Option(help="Engine that is to clone them.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="name=value of the model, such as device=cuda.")
]
Language = Annotated[str, typer.Option(help="en or zh.")]


@app.command("seed-tts-eval")
def seed_tts_eval(
    path: At,
    out: Out,
    language: Language = "zh",
    mos: Annotated[
        str | None, typer.Option(help="Predictor: utmos (the paper's) or dnsmos; none keeps all.")
    ] = "utmos",
    min_mos: Annotated[float, typer.Option(help="Score that a prompt must exceed.")] = 3.5,
    option: Options = None,
    decisions: Annotated[Path | None, typer.Option(help="People's decisions (JSON lines).")] = None,
    audio: Audio = None,
    engine: Engine = "cosyvoice2",
) -> None:
    """Clean or, without a predictor, all prompts of seed-tts-eval (VocalBench-zh).

    <audio>/prompts.tsv lists every prompt with its score and why it was left out: the ids that
    decisions name.

    Examples:
      vivavoce voices build seed-tts-eval --path seedtts/ -o recipes/voices/seed_zh_clean.yaml

      vivavoce voices build seed-tts-eval --path seedtts/ -o recipes/voices/seed_zh_full.yaml
      --mos none

      vivavoce voices build seed-tts-eval --path seedtts/ -o recipes/voices/seed_zh_clean.yaml
      --option device=cuda --option source=SpeechMOS/ --decisions screened.jsonl
    """
    from builders.sources import read
    from builders.stage.progress import progress
    from builders.text.review import read_decisions
    from builders.voices import by_opinion

    rows = progress(read("seed_tts_eval", {"path": str(path)}, language=language), "prompts")
    score = None if mos in (None, "none") else _score(str(mos), option)
    known = read_decisions(decisions) if decisions else {}
    built = by_opinion(rows, score, min_mos, known)
    seen = {item.id for item, _ in built.kept} | {own for own, _ in built.left_out}
    for lost in sorted(set(known) - seen):
        typer.echo(f"warning: {decisions} decides on '{lost}', which is no prompt", err=True)
    rule = "all prompts" if score is None else f"{mos} above {min_mos:g}, then people's decisions"
    _finish(built, out, audio, engine, f"Speech prompts of seed-tts-eval ({language}): {rule}.")


@app.command()
def esd(
    path: At,
    out: Out,
    language: Language = "zh",
    classifier: Annotated[
        str | None, typer.Option(help="Emotion backend: funasr (the paper's), transformers; none.")
    ] = "funasr",
    option: Options = None,
    min_probability: Annotated[
        float, typer.Option(help="Probability that the emotion must exceed.")
    ] = 0.9,
    audio: Audio = None,
    engine: Engine = "cosyvoice2",
) -> None:
    """Prompts of five emotions from ESD (VocalBench-zh, empathy set).

    Example: vivavoce voices build esd --path ESD/ -o recipes/voices/esd_zh.yaml
    """
    from builders.sources import read
    from builders.speech.check_emotion import emotions
    from builders.stage.progress import progress
    from builders.voices import by_emotion

    rows = progress(read("esd", {"path": str(path)}, language=language), "prompts")
    if classifier in (None, "none"):
        built, rule = by_emotion(rows, None), "as the source labels them"
    else:
        ctx = _engine("emotion", str(classifier), option)
        built = by_emotion(rows, lambda item: emotions(ctx, item.clip), min_probability)
        rule = f"{classifier} above {min_probability:g}"
    _finish(built, out, audio, engine, f"Emotional speech prompts of ESD ({language}): {rule}.")


@app.command("superb-age")
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
    built = by_age_and_gender(rows, per_cell, seed, _words() if recognise else None)
    about = f"Speech prompts of every age and gender, {per_cell} each."
    _finish(built, out, audio, engine, about)


def _options(given: list[str] | None) -> dict[str, Any]:
    """Options of a model from ``name=value`` pairs, whose values are YAML."""
    import yaml

    from builders.errors import VivavoceError

    found: dict[str, Any] = {}
    for pair in given or ():
        name, sign, text = pair.partition("=")
        try:
            found[name] = yaml.safe_load(text)
        except yaml.YAMLError as error:
            raise VivavoceError(f"--option {pair}: {error}") from error
        if not sign or not name:
            raise VivavoceError(f"--option {pair}: expected name=value")
    return found


def _score(name: str, given: list[str] | None) -> Callable[[Item], float]:
    from builders.speech.utterance import opinion

    ctx = _engine("mos", name, given)
    return lambda item: opinion(ctx, item.clip)


def _engine(kind: str, name: str, given: list[str] | None = None) -> WorkerContext:
    """An engine with the item store: what was measured once is not measured again."""
    from builders.recipe.params import store_root
    from builders.stage.context import WorkerContext
    from builders.stage.settings import BackendChoice, Settings

    backends = {kind: BackendChoice(name, _options(given))}
    ctx = WorkerContext(Settings(0, store_root(), backends, Path()))
    ctx.backend(kind)
    return ctx


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


def _words() -> Callable[[Item], str]:
    from builders.speech.utterance import hear

    ctx = _engine("asr", "whisper_base")
    return lambda item: hear(ctx, item.clip, item.language).text


def _finish(built: Any, out: Path, audio: Path | None, engine: str, about: str) -> None:
    from builders.voices import write_voice_set

    folder = audio or Path("voices") / out.stem
    voices = write_voice_set(built, out, folder, engine=engine, about=about)
    typer.echo(f"{out}: {len(voices)} voices, prompts in {folder}")
    for reason, number in built.reasons().items():
        typer.echo(f"  left out, {reason}: {number}")
