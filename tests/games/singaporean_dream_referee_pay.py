"""Payments of The Singaporean Dream: which cards are handed over, by looking at all there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import prod

from sim.games.singaporean_dream.rules_words import PaymentPolicy

LISTED = 3000  # so many ways to pay are looked at one by one

Counts = tuple[int, ...]  # by denomination, lowest first


def payment(policy: int, counts: Sequence[int], values: Sequence[int], due: int) -> Counts:
    """Section 6, `payment`; the counts are worth at least what is due."""
    if policy == PaymentPolicy.MIN_OVERPAY:
        return best_fit(tuple(counts), tuple(values), due)
    return in_order(counts, values, due, policy == PaymentPolicy.LARGEST_FIRST)


def in_order(counts: Sequence[int], values: Sequence[int], due: int, largest: bool) -> Counts:
    """largest_first, smallest_first: take cards in that order, give back what is too much."""
    paid = [0 for _ in counts]
    order = sorted(range(len(counts)), key=lambda k: values[k], reverse=largest)
    for card in [k for k in order for _ in range(counts[k])]:
        if worth(paid, values) >= due:
            break
        paid[card] += 1
    for k in sorted(order, key=lambda k: values[k]):
        while paid[k] > 0 and worth(paid, values) - values[k] >= due:
            paid[k] -= 1
    return tuple(paid)


def worth(counts: Sequence[int], values: Sequence[int]) -> int:
    """What cash cards are worth, K."""
    return sum(n * value for n, value in zip(counts, values, strict=True))


def goodness(counts: Counts, values: Counts) -> tuple[int, int, tuple[int, ...]]:
    """Less is better: the sum, then the number of cards, then few of the largest, the next, ..."""
    return worth(counts, values), sum(counts), tuple(-n for n in reversed(counts))


@lru_cache(maxsize=100_000)
def best_fit(counts: Counts, values: Counts, due: int) -> Counts:
    """min_overpay: the best of all ways to pay."""
    if due <= 0:
        return tuple(0 for _ in counts)
    if prod(n + 1 for n in counts) <= LISTED:
        enough = [paid for paid in vectors(counts) if worth(paid, values) >= due]
        return min(enough, key=lambda paid: goodness(paid, values))
    ways = best_by_sum(counts, values)
    return ways[min(total for total in ways if total >= due)]


def vectors(counts: Sequence[int]) -> Iterator[Counts]:
    """All count vectors up to these, lowest denomination varying fastest."""
    for backwards in product(*(range(n + 1) for n in reversed(counts))):
        yield backwards[::-1]


@lru_cache(maxsize=10_000)
def best_by_sum(counts: Counts, values: Counts) -> dict[int, Counts]:
    """For each sum that can be paid its best way: the same, denomination by denomination."""
    ways: dict[int, Counts] = {0: ()}
    for k, most in enumerate(counts):
        longer: dict[int, Counts] = {}
        for total, paid in ways.items():
            for n in range(most + 1):
                new, way = total + n * values[k], (*paid, n)
                old = longer.get(new)
                if old is None or goodness(way, values[: k + 1]) < goodness(old, values[: k + 1]):
                    longer[new] = way
        ways = longer
    return ways


def exact(counts: Sequence[int], values: Sequence[int], due: int) -> bool:
    """exact_only: whether a sum can be paid to the K."""
    if prod(n + 1 for n in counts) <= LISTED:
        return any(worth(paid, values) == due for paid in vectors(counts))
    return due in best_by_sum(tuple(counts), tuple(values))
