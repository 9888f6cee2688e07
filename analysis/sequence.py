"""Confidence sequences: intervals that stay valid when somebody watches and stops."""

from __future__ import annotations

from math import exp, expm1, log, sqrt

ALPHA = 0.05
LEAST = -700.0  # log of the lowest rate looked at


def beta_binomial(hits: float, trials: int, alpha: float = ALPHA) -> tuple[float, float]:
    """Rates that a uniform mixture has not refuted at any time so far [Robbins 1970].

    All p with B(1 + k, 1 + n - k) / (p^k (1 - p)^(n - k)) < 1/alpha.  Trials may be any numbers x
    between 0 and 1 with mean p, k their sum: (q/p)^x ((1-q)/(1-p))^(1-x) is at most
    x q/p + (1-x)(1-q)/(1-p), the weighted arithmetic mean, whose expectation is 1.
    """
    low = _lowest_rate(hits, trials, alpha)
    return low, 1 - _lowest_rate(trials - hits, trials, alpha)


def _lowest_rate(hits: float, trials: int, alpha: float) -> float:
    """Lower end, found on the scale of log p; 0 where the least number refutes nothing."""
    if hits == 0:
        return 0.0
    from scipy.optimize import brentq
    from scipy.special import betaln

    misses = trials - hits
    bound = float(betaln(1 + hits, 1 + misses)) + log(alpha)

    def refuted(log_p: float) -> float:
        return bound - hits * log_p - (misses * log(-expm1(log_p)) if misses else 0.0)

    return exp(brentq(refuted, LEAST, log(hits / trials))) if refuted(LEAST) > 0 else 0.0


def best_rho(n: int, alpha: float = ALPHA) -> float:
    """The rho that makes `asymptotic` narrowest near n [Waudby-Smith et al. 2024]."""
    return sqrt((-2 * log(alpha) + log(1 - 2 * log(alpha))) / n)


def asymptotic(sd: float, n: int, rho: float, alpha: float = ALPHA) -> float:
    """Half-width around the mean of n blocks, valid at all n [Waudby-Smith et al. 2024]."""
    scaled = n * rho * rho
    return sd * sqrt(2 * (scaled + 1) / (n * scaled) * log(sqrt(scaled + 1) / alpha))
