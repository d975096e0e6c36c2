"""Error of the embedded aligner against the word times that SLUE-SQA-5 publishes.

    python benchmarks/alignment_published.py slue-phase-2 --limit 100

The folder holds ``sqa5/test-*.parquet`` as on the Hub. The published times come from a forced
aligner as well, so that the difference is not the error of one of the two alone.
"""

from __future__ import annotations

import argparse
import itertools

import numpy as np
from alignment import HEAD, line

from builders.backends import load_backend
from builders.item import Item
from builders.sources import read
from builders.speech.check_times import start_errors


def main() -> None:
    """Print a line of the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help="Folder of slue-phase-2.")
    parser.add_argument("--limit", type=int, default=100, help="Documents.")
    given = parser.parse_args()
    aligner = load_backend("aligner", "ctc")
    rows = (row for row in read("slue_sqa5", {"path": given.folder}) if isinstance(row, Item))
    errors = []
    for row in itertools.islice(rows, given.limit):
        clip = row.clip
        words = aligner.align(clip.samples, clip.sampling_rate, row.transcript, row.language)
        errors.append(start_errors(words, row.fields["word_times"]))
    print(HEAD, line("SLUE-SQA-5", np.concatenate(errors)), sep="\n")


if __name__ == "__main__":
    main()
