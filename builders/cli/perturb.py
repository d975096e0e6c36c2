"""``vivavoce perturb``: one recording, or a folder of them, under an environment condition."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from builders.environment import Assets


def perturb(
    source: Annotated[Path, typer.Argument(metavar="IN", help="Audio file, or a folder of them.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="File to write, or a folder.")],
    condition: Annotated[str, typer.Option(help="Such as white_noise or reverberation.")],
    level: Annotated[
        str | None,
        typer.Option(help="Level or its published name; the headline level otherwise."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of noise, rooms and losses.")] = 0,
    noise: Annotated[
        str | None,
        typer.Option(help="Folder of recordings, or ambience, music, coloured, babble."),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", help="Setting of the condition, such as --set mean_burst=4."),
    ] = None,
    rate: Annotated[
        int, typer.Option(min=8_000, max=192_000, help="Sampling rate of the result in Hz.")
    ] = 16_000,
) -> None:
    """Make a recording noisy, reverberant, muffled, full of gaps or clipped.

    Prints one JSON line a file: what was drawn and what was measured on the result. Of a folder,
    what cannot be changed is left out and named at the end.

    Examples:
        vivavoce perturb in.wav out.wav --condition white_noise --level -5 --seed 0

        vivavoce perturb in.wav out.wav --condition background_noise --level 10 --noise musan/

        vivavoce perturb clips/ far/ --condition reverberation --level rt60_30 --set tail=keep

        vivavoce perturb in.wav out.wav --condition combination
        --level reverberation=0.5,packet_loss=0.1
    """
    import json

    from builders.audio.io import read_audio, write_audio
    from builders.environment import check_settings
    from builders.environment import condition as find
    from builders.errors import VivavoceError
    from builders.step import keyed_rng

    module = find(condition, "--condition")
    value = parse_level(condition, level)
    settings, assets = _noise(condition, noise, _settings(setting or []))
    check_settings(condition, module, settings)
    pairs = _pairs(source, target)
    if source.is_dir() and target.resolve() == source.resolve():
        raise VivavoceError(
            f"{target} is the folder of the input, whose recordings would be lost: name another "
            f"folder, such as {source.with_name(source.name + '-out')}"
        )
    check_pairs(pairs)
    failed = []
    for one, out in pairs:
        # By the place below the folder: recordings of the same name do not share their noise.
        name = (one.relative_to(source) if source.is_dir() else Path(one.name)).with_suffix("")
        params = module.plan(
            keyed_rng(seed, name.as_posix(), f"condition:{condition}"), value, **settings
        )
        try:
            samples, _ = read_audio(one, rate)
            result, measured = module.apply(samples, rate, params, assets)
        except VivavoceError as error:
            text = str(error)
            failed.append(text if text.startswith(str(one)) else f"{one}: {text}")
            continue
        write_audio(out, result, rate)
        report = {"file": str(out), "level": module.label(value), **params, "measured": measured}
        typer.echo(json.dumps(report, ensure_ascii=False))
    if failed:
        several = [f"{len(failed)} of {len(pairs)} recordings could not be changed:"]
        raise VivavoceError("\n".join([*(several if len(pairs) > 1 else []), *failed]))


def check_pairs(pairs: list[tuple[Path, Path]]) -> None:
    """Refuse outputs that would overwrite an input or one another.

    Args:
        pairs: Input and output of each file.

    Raises:
        VivavoceError: The files and the remedy are named.
    """
    from builders.cli._speech import check_target
    from builders.errors import VivavoceError

    inputs = {one.resolve(): one for one, _ in pairs}
    made: dict[Path, Path] = {}
    for one, out in pairs:
        check_target(out, inputs.get(out.resolve(), one))
        if out.resolve() in made:
            raise VivavoceError(
                f"{one} and {made[out.resolve()]} would both become {out}: rename one of them"
            )
        made[out.resolve()] = one


def parse_level(condition: str, text: str | None) -> Any:
    """Level from a number, a published name, or ``condition=level`` pairs for a combination.

    Args:
        condition: Registered name of the condition.
        text: What was typed; ``None`` is the headline level.

    Raises:
        VivavoceError: It is none of these.
    """
    from builders.environment import condition as find
    from builders.errors import VivavoceError

    module = find(condition)
    if text is None:
        return module.HEADLINE
    names = {module.label(x): x for x in module.LEVELS}
    if text in names:
        return names[text]
    if condition == "combination":
        parts = [part.partition("=") for part in text.split(",")]
        return [[name, parse_level(name, value or None)] for name, _, value in parts]
    try:
        level = float(text)
        if not math.isfinite(level):
            raise ValueError(text)
        return level
    except ValueError:
        raise VivavoceError(
            f"--level: '{text}' is neither a number nor one of {', '.join(names)}"
        ) from None


def _settings(given: list[str]) -> dict[str, Any]:
    import yaml

    from builders.errors import VivavoceError

    settings = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign:
            raise VivavoceError(f"--set: expected NAME=VALUE, not '{text}'")
        settings[name] = yaml.safe_load(value)
    return settings


def _noise(
    condition: str, noise: str | None, settings: dict[str, Any]
) -> tuple[dict[str, Any], Assets]:
    """Settings and assets for what ``--noise`` names."""
    from builders.environment import Assets
    from builders.environment.material import GENERATED
    from builders.errors import VivavoceError

    if noise is None:
        return settings, Assets()
    own = noise in GENERATED or noise == "babble"
    corpus, folders = (noise, {}) if own else ("user", {"user": noise})
    if folders:
        settings = {**settings, "folders": folders}
    if condition == "background_noise":
        settings = {**settings, "corpus": corpus}
    elif condition == "combination":
        parts = dict(settings.get("settings") or {})
        parts["background_noise"] = {**(parts.get("background_noise") or {}), "corpus": corpus}
        settings = {**settings, "settings": parts}
    else:
        raise VivavoceError(
            f"--noise is for background_noise and for combinations with it, not for '{condition}'"
        )
    return settings, Assets(folders=folders, speakers=_speak if noise == "babble" else None)


def _speak(sampling_rate: int) -> dict[str, Any]:
    from builders.backends import load_backend
    from builders.environment.assets import make_anew
    from builders.environment.material.speakers import embedded_speakers

    return embedded_speakers(load_backend("tts", "kokoro"), make_anew)(sampling_rate)


def _pairs(source: Path, target: Path) -> list[tuple[Path, Path]]:
    from builders.environment.material.folders import ENDINGS
    from builders.errors import VivavoceError

    if not source.is_dir():
        return [(source, target)]
    found = sorted(
        p for p in source.rglob("*") if p.suffix.lower() in ENDINGS and not p.name.startswith(".")
    )
    if not found:
        raise VivavoceError(f"{source}: no audio here ({', '.join(sorted(ENDINGS))} are read)")
    return [(p, (target / p.relative_to(source)).with_suffix(".wav")) for p in found]
