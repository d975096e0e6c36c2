"""Statistics over component sums: intervals, paired comparisons, agreement, rank stability."""

from evaluation.stats.agreement import Agreement, agreement, cohen_kappa
from evaluation.stats.bootstrap import interval, percentile_interval, replicates
from evaluation.stats.clusters import Clusters, cluster
from evaluation.stats.kendall import RankStability, rank_agreement, rank_stability
from evaluation.stats.mde import mde_from_error, mde_mean, mde_paired, mde_proportion
from evaluation.stats.paired import Paired, compare

__all__ = [
    "Agreement",
    "Clusters",
    "Paired",
    "RankStability",
    "agreement",
    "cluster",
    "cohen_kappa",
    "compare",
    "interval",
    "mde_from_error",
    "mde_mean",
    "mde_paired",
    "mde_proportion",
    "percentile_interval",
    "rank_agreement",
    "rank_stability",
    "replicates",
]
