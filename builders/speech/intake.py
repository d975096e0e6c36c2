"""Take real recordings in: accept, convert or refuse each, and say why."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import soundfile as sf

from builders.audio import SAMPLING_RATE, AudioFileError, Clip, read_audio
from builders.speech.checks import PACE, SHORT, spoken_units
from builders.speech.signal import NoSpeechError, measure

ACCEPTED, CONVERTED, REFUSED = "accepted", "converted", "refused"
_PLAIN = ("PCM_16", "PCM_S8", "PCM_U8")


@dataclass(frozen=True)
class Limits:
    """What a recording may be like.

    Attributes:
        shortest: Shortest recording in seconds.
        longest: Longest recording in seconds.
        max_clipped: Share of samples that may be clipped.
        max_dc_offset: Largest mean of the samples, full scale = 1.
        speech_level: Lowest active level (ITU-T P.56), dB relative to full scale.
        min_language: Probability of the language, by the recogniser, below which it is another.
        max_no_speech: Probability of no speech, by the recogniser, that is too high.
        max_error_rate: Error rate against a given text that is too high.
    """

    shortest: float = 0.4
    longest: float = 600.0
    max_clipped: float = 0.01
    max_dc_offset: float = 0.05
    speech_level: float = -50.0
    min_language: float = 0.5
    max_no_speech: float = 0.6
    max_error_rate: float = 0.5


@dataclass
class Taken:
    """What became of one recording.

    Attributes:
        file: Where it came from.
        verdict: ``accepted`` (as it was), ``converted`` or ``refused``.
        reason: Why it was refused; fixed text that can be counted.
        detail: What is particular to this file.
        changes: What the conversion changed.
        text: Its words: given, or heard where none were given.
        given: Whether the words were given.
        heard: What the recogniser heard.
        error_rate: Of what was heard against the given text.
        seconds: Duration.
        signal: Measures of the signal.
        clip: The recording as 16 kHz mono FLAC.
    """

    file: str
    verdict: str
    reason: str = ""
    detail: str = ""
    changes: list[str] = field(default_factory=list)
    text: str | None = None
    given: bool = False
    heard: str | None = None
    error_rate: float | None = None
    seconds: float | None = None
    signal: dict[str, float] = field(default_factory=dict)
    clip: Clip | None = None

    def row(self) -> dict[str, Any]:
        """All but the audio, as a JSON object."""
        return {k: v for k, v in asdict(self).items() if k != "clip"}


def take_in(
    path: Path,
    text: str | None,
    language: str,
    asr: Any | None = None,
    limits: Limits | None = None,
) -> Taken:
    """Examine and convert one recording.

    Args:
        path: The file.
        text: Its words, if they are known.
        language: ``en`` or ``zh``.
        asr: Recogniser that checks a given text and writes down a missing one.
        limits: What a recording may be like.
    """
    limits = limits or Limits()
    taken = Taken(path.name, ACCEPTED, text=text, given=text is not None)
    try:
        changes = _changes(path)
        samples, _ = read_audio(path)
    except AudioFileError as error:
        return _refuse(taken, *_audio_reason(str(error), path))
    taken.seconds = round(samples.size / SAMPLING_RATE, 3)
    if not limits.shortest <= taken.seconds <= limits.longest:
        return _refuse(taken, "duration", f"{taken.seconds:g} s")
    try:
        taken.signal = measure(samples, SAMPLING_RATE, 1)
    except NoSpeechError as error:
        return _refuse(taken, "no speech", str(error))
    taken.changes = changes
    taken.verdict = CONVERTED if changes else ACCEPTED
    for problem in (
        _of_signal(taken, language, limits),
        _of_words(taken, samples, language, asr, limits),
    ):
        if problem is not None:
            return _refuse(taken, *problem)
    taken.clip = Clip.from_samples(samples)
    return taken


def _changes(path: Path) -> list[str]:
    """What has to change for 16-bit mono audio at 16 kHz."""
    try:
        info = sf.info(str(path))
    except sf.LibsndfileError:
        return []
    found = []
    if info.samplerate != SAMPLING_RATE:
        found.append(f"{info.samplerate} Hz to {SAMPLING_RATE} Hz")
    if info.channels != 1:
        found.append(f"{info.channels} channels to one")
    if info.subtype not in _PLAIN:
        found.append(f"{info.format} {info.subtype} to 16 bit")
    return found


def _audio_reason(message: str, path: Path) -> tuple[str, str]:
    text = message.removeprefix(f"{path}: ")
    for reason, sign in (
        ("digital silence", "silence"),
        ("empty file", "zero length"),
        ("cut off", "cut off"),
    ):
        if sign in text:
            return reason, text
    return "not audio", text


def _of_signal(taken: Taken, language: str, limits: Limits) -> tuple[str, str] | None:
    signal = taken.signal
    if signal["clipped"] > limits.max_clipped:
        return "clipped", f"{signal['clipped']:.1%} of the samples"
    if abs(signal["dc_offset"]) > limits.max_dc_offset:
        return "dc offset", f"{signal['dc_offset']:+.3f}"
    if signal["speech_level"] < limits.speech_level:
        return "too soft", f"{signal['speech_level']:.1f} dB"
    return _of_pace(taken, taken.text, language) if taken.text else None


def _of_pace(taken: Taken, text: str, language: str) -> tuple[str, str] | None:
    """Whether words could be said in that time, with some margin for slow and fast speakers."""
    assert taken.seconds is not None
    units = max(1, spoken_units(text, language))
    signal = taken.signal
    speech = taken.seconds - signal["leading_silence"] - signal["trailing_silence"]
    taken.signal["seconds_per_unit"] = pace = round(speech / units, 5)
    shortest, longest = PACE[language]
    longest *= max(1.0, SHORT / units)
    if shortest / 1.5 <= pace <= longest * 1.5:
        return None
    return "duration does not fit the words", f"{pace:.3f} s a letter or character: {text[:80]}"


def _of_words(
    taken: Taken, samples: Any, language: str, asr: Any | None, limits: Limits
) -> tuple[str, str] | None:
    from builders.text.compare import error_rate

    if asr is None:
        return None if taken.text else ("no text", "no words are given and no recogniser is asked")
    found = asr.transcribe(samples, SAMPLING_RATE, language)
    unsure = found.extra.get("no_speech_prob")
    if not re.search(r"\w", found.text):
        return "no speech", "the recogniser hears no words"
    if unsure is not None and unsure > limits.max_no_speech:
        return "no speech", f"the recogniser doubts it ({unsure:.2f}); it heard: {found.text[:80]}"
    if hasattr(asr, "languages"):
        # Before its words are taken: told a wrong language, a recogniser translates.
        likely = asr.languages(samples, SAMPLING_RATE)
        if likely.get(language, 0.0) < limits.min_language:
            top = max(likely, key=lambda name: likely[name])
            return (
                "wrong language",
                f"'{language}' has {likely.get(language, 0.0):.2f}, '{top}' most",
            )
    taken.heard = found.text
    if not taken.text:
        taken.text = found.text
        return _of_pace(taken, found.text, language)
    taken.error_rate = round(error_rate(taken.text, found.text, language).rate, 4)
    if taken.error_rate > limits.max_error_rate:
        return "other words", f"error rate {taken.error_rate:.2f}; heard: {found.text[:80]}"
    return None


def refused(path: Path, reason: str, detail: str) -> Taken:
    """A recording that was not even examined."""
    return _refuse(Taken(path.name, REFUSED), reason, detail)


def _refuse(taken: Taken, reason: str, detail: str) -> Taken:
    taken.verdict, taken.reason, taken.detail = REFUSED, reason, detail
    return taken


def words_beside(path: Path) -> str | None:
    """Words of a recording from ``<name>.txt`` beside ``<name>.wav``, if they are there.

    Raises:
        ValueError: They are not UTF-8.
    """
    beside = path.with_suffix(".txt")
    if not beside.is_file():
        return None
    try:
        return beside.read_text("utf-8-sig").strip() or None
    except UnicodeDecodeError as error:
        raise ValueError(f"{beside.name} is not UTF-8: convert it ({error})") from error


def texts_by_file(
    rows: list[dict[str, Any]], file: str, text: str, where: str, error: Callable[[str], Exception]
) -> dict[str, str]:
    """Words by file name, from a table.

    Args:
        rows: The table.
        file: Column of the file's name.
        text: Column of its words.
        where: For messages.
        error: Makes the error of a missing column.
    """
    for column in (file, text):
        if rows and column not in rows[0]:
            raise error(f"{where} has no column '{column}'; it has {', '.join(rows[0])}")
    return {Path(str(row[file])).name: str(row[text]) for row in rows}
