"""What the names of statistical methods in tables mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

TRIALS = re.compile(r", one trial in \d+$")
DRAWS = re.compile(r"^draws/\d+: ")
ONE_TRIAL, SHARED = "one trial in", "draws/"

METHODS = {
    "wilson": "the Wilson score interval of a plain rate",
    "wilson, blocks": "that of a share which is rare, each block as one trial",
    "clopper-pearson": "the Clopper-Pearson interval of a rate, where all agree",
    "clopper-pearson, blocks": "that of a share that is the same in all blocks that have it, each as one "
    "trial",
    "clopper-pearson, bonferroni": "that of exclusive outcomes of which one is rare, each at 1 - "
    "0.05/k, so that all k hold together",
    ONE_TRIAL: "a rate where seats rotate: the b of a block share their luck, so every b-th "
    "trial counts",
    "mean, t": "the mean of independent values, Student's t",
    "block means, t": "the mean of whole blocks, Student's t: the block is the unit",
    "ratio of sums, t": "a mean per another column, the sum of one over that of the other: the "
    "error from the residuals of the blocks (or of single ones where seats are not rotated), "
    "Student's t",
    "ratio of sums, wilson": "the same for a share: Wilson's interval at as many trials as would "
    "vary as much if they were independent",
    "ratio of sums, paired, t": "the difference of two such means, with what the shared streams "
    "have in common taken off, Student's t",
    "ratio of sums, Welch": "the difference of two independent such means",
    "Agresti-Caffo": "the difference of two independent means between 0 and 1, one hit and one miss "
    "added to each",
    "goodman": "Goodman's intervals of exclusive outcomes, which hold together",
    "confidence sequence, asymptotic": "an interval that holds however often somebody looks and "
    "may stop",
    "confidence sequence, beta-binomial": "the same for a rate",
    "confidence sequence, beta-binomial of blocks": "the same for a share, each block as one trial",
    "confidence sequence, nothing varies: declared range": "the same where nothing varies: all "
    "that the column allows",
    "constant": "the same number every time",
    "constant, blocks": "the same number in every block",
    "one block: no standard error": "a single block, from which no error follows: the interval is "
    "the declared range",
    "no trial": "a rate that was never tried",
    "paired, t": "the mean difference of pairs that share deal and dice, Student's t",
    "paired block means, t": "the same for pairs of blocks",
    "paired, Agresti-Min": "the difference of two rates that few pairs change: half a pair is "
    "added to each of the four cells",
    "exact McNemar": "the exact test that goes with it",
    "paired, constant": "the same difference in every pair",
    "paired, constant, blocks": "the same difference in every pair of blocks",
    "Newcombe": "the difference of two independent rates, hybrid score interval",
    "score test": "the pooled test of two rates that goes with it",
    "Welch": "the difference of two independent means, Student's t",
    "constant in both": "two numbers that never vary: square-and-add of both intervals",
    "permutation test": "the chance that so many would be sorted like that",
    "pairing did not help": "said where pairs do not vary together",
    SHARED: "the share won, and an equal part of what nobody won, each by its own method",
}


def names_in(method: str) -> Iterator[str]:
    """Names that a method is made of; what is not in METHODS is not explained."""
    for piece in method.split("; "):
        if DRAWS.match(piece):
            yield SHARED
        name = DRAWS.sub("", piece)
        if TRIALS.search(name):
            yield ONE_TRIAL
        yield TRIALS.sub("", name)


def explained(methods: Iterable[str]) -> Iterator[str]:
    """Every name that is used, with its meaning."""
    used = {name for method in methods for name in names_in(method)}
    for name, meaning in METHODS.items():
        if name in used:
            yield f"\u201c{name}\u201d is {meaning}"
