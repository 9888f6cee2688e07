"""Matching attack dice with save dice, faces packed four bits each (R18, A3)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf
from sim.games.dream_team.rules_words import SaveMatch

_NIBBLES = np.int64(0x111111111111)  # one bit for each of 12 faces
_TOPS = np.int64(0x888888888888)


@leaf
def any_unmatched(t, shot, save):
    """A3: whether an attack die finds no match.

    Die matching compares counts face by face: the top bit of a nibble survives the subtraction
    where there are at least as many save dice of that face.
    """
    if t.rules.save_match == SaveMatch.DIE:
        return ((save | _TOPS) - shot) & _TOPS != _TOPS
    return shown(shot) & ~shown(save) != 0


@leaf
def shown(faces):
    """The faces that any die shows, one bit each."""
    return (faces | faces >> 1 | faces >> 2) & _NIBBLES


@leaf
def any_double(faces):
    """R51: whether two dice show the same face."""
    return (faces >> 1 | faces >> 2) & _NIBBLES != 0
