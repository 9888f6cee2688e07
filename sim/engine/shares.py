"""Shares of a win: whole sixtieths, so that those of up to six winners add up in any order."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine import contract
from sim.engine.choice import bit_count
from sim.engine.kernel import leaf

SHARE = np.int64(contract.SHARE)
_WHOLE = np.uint64(SHARE)


@leaf
def share_of(winners):
    """The part of each of some winners, given as bits."""
    return np.int64(_WHOLE // np.uint64(bit_count(winners)))
