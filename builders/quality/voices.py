"""Match rate, error rate and opinion score of each voice: which one is heard badly?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from builders.stage.figures import SpokenFigures
from builders.stage.files import read_items
from builders.stage.quality import QualityTally


def by_voice(folder: Path) -> dict[tuple[str, str], SpokenFigures]:
    """Figures of all rows that were spoken, those that wait for a person too.

    Args:
        folder: Output of the speech stage, ``<work>/<family>/speech``.

    Returns:
        Figures by language and voice, sorted; voices of a dialogue count together.
    """
    tallies: dict[tuple[str, str], QualityTally] = {}
    review: Counter[tuple[str, str]] = Counter()
    for path in sorted(folder.glob("*.parquet")):
        waits = path.name.endswith(".review.parquet")
        for item in read_items(path):
            if item.provenance.speech is not None:
                key = (item.language, item.provenance.speech.voice)
                tallies.setdefault(key, QualityTally()).add(item)
                review[key] += waits
    return {key: _figures(tallies[key], review[key]) for key in sorted(tallies)}


def _figures(tally: QualityTally, review: int) -> SpokenFigures:
    mean = tally.as_json()
    return SpokenFigures(
        heard=mean["heard"],
        match=mean["asr_match"],
        error_rate=mean["error_rate"],
        mos=mean["mos"],
        rejected=review,
    )
