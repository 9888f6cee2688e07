"""Dice against goalkeepers: exact tables, and trial matches that meet every pair of dice numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.engine.components import Components
from sim.engine.contract import Trial
from sim.games.dream_team.cards import FIELD, TABLES, TEAMS, Keeper, Player
from sim.games.dream_team.exact import odds_rows
from sim.games.dream_team.rules import PRESETS

AXES = (("n", "attack dice"), ("k", "save dice"))
READING = ("dice_mode", "save_match", "choice")
RATE = "p_goal"
TITLE = "P(goal): attack dice against the goalkeeper"


def rows() -> list[dict[str, Any]]:
    """Exact P(goal) for every reading of the dice and every n and k from 0 to 6."""
    return odds_rows()


def trials() -> Iterator[Trial]:
    """Matches in which each reading is placed at random, by the trainers its law is about.

    Random trainers place uniformly; in chosen_any the optimal placement under face matching is a
    scripted trainer's uniform distinct one.  The other optimal mixes are not played.
    """
    for mode in ("chosen_distinct", "chosen_any", "rolled"):
        for match in ("face", "die"):
            rules = {
                **PRESETS["basic"].rules,
                "dice_mode": mode,
                "save_match": match,
                "allow_no_keeper": "forced_only",
                "draw_rule": "draw",
                "thirds": 6,
            }
            yield Trial((mode, match, "uniform"), rules, "random", components())
            if mode == "chosen_distinct" or (mode == "chosen_any" and match == "face"):
                yield Trial((mode, match, "optimal"), rules, "heuristic", components())


def components() -> Components:
    """Teams whose duels are won by 1 to 6, and goalkeepers who save with 1 to 6 dice."""
    players = [
        Player(
            card_id=f"p{team}{i}",
            team=team,
            name=f"player {team}{i}",
            attack=i + 1,
            defence=0,
            symbol="none",
            provenance="assumed",
        )
        for team in range(TEAMS)
        for i in range(FIELD)
    ]
    keepers = [
        Keeper(
            card_id=f"k{team}{i}",
            team=team,
            name=f"keeper {team}{i}",
            save=team + 1,
            provenance="assumed",
        )
        for team in range(TEAMS)
        for i in range(2)
    ]
    shipped = TABLES.read()
    return Components(shipped.paths, {**shipped.rows, "players": players, "keepers": keepers})
