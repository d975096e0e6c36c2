"""Share of answers that learned answer equivalence accepts (SD-QA, PANDA column).

The verdicts are judgements of the task ``panda``; the version of the package that gave them is
their judge id, since versions differ by tens of points.
"""

from evaluation.metrics._rows import share_yes

PANDA = share_yes("panda", "panda")
