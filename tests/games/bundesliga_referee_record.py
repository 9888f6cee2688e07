"""The record of the referee of Bundesliga: section 9 of RULES.md, invariants of section 11."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bundesliga_referee_table import Manager

from sim.games.bundesliga.cards import SPACE_KINDS
from sim.games.bundesliga.rules_words import CupDraw, WinnerRule
from sim.games.bundesliga.story import Ledger

KINDS = [kind for kind in SPACE_KINDS if kind != "start"]
LEDGERS = [ledger for ledger in Ledger if ledger != Ledger.CAPITAL]
RESULTS = [f"{venue}_{letter}" for venue in ("home", "away") for letter in "wdl"]
COUNTS = [
    "cup_matches",
    "cup_draws",
    "buys",
    "sells",
    "forced_sales",
    "points_bought",
    "events",
    "turns",
]


def winner_key(rules: Any, m: Manager) -> tuple[int, int, int]:
    """A19: what winners are compared by, with a player's last values."""
    points, cash, strength, wealth = (m.end[n] for n in ("points", "cash", "strength", "wealth"))
    return {
        WinnerRule.POINTS: (points, cash, strength),
        WinnerRule.CASH: (cash, points, strength),
        WinnerRule.WEALTH: (wealth, points, strength),
    }[rules.winner_rule]


def columns(book: Any) -> dict[str, Any]:
    """Section 9: whole-match columns, and a list by seat for the others."""
    managers = book.managers
    seats = [of_seat(book, m) for m in managers]
    found = whole(book) | {name: [seat[name] for seat in seats] for name in seats[0]}
    check(book, found)
    return found


def whole(book: Any) -> dict[str, Any]:
    """Columns of the match."""
    managers = book.managers
    points = sorted((m.first["points"] for m in managers), reverse=True)
    most = max(m.lap1["points"] for m in managers)
    return {
        "turns_total": book.turns,
        "length": book.turns,
        "decisions": book.decisions,
        "seasons_played": book.season,
        "capped": book.capped,
        "winner_mask": book.mask,
        "no_winner": book.mask == 0,
        "n_relegated": sum(m.relegated_season == 1 for m in managers),
        "all_relegated": not book.live(),
        "starter": book.starter,
        "points_spread": points[0] - points[-1],
        "points_gap_1_2": points[0] - points[1],
        "half_leader_mask": sum(1 << m.seat for m in managers if m.lap1["points"] == most),
    }


def of_seat(book: Any, m: Manager) -> dict[str, Any]:
    """Columns of a seat."""
    winners = book.mask.bit_count()
    won = bool(book.mask >> m.seat & 1)
    found: dict[str, Any] = {
        "strategy": int(m.policy.kind),
        "win_share": Fraction(1, winners) if won else Fraction(0),
        "relegated": m.relegated_season == 1,
        "relegated_season": m.relegated_season,
        "bankrupt": m.bankrupt,
        "points": m.first["points"],
        "points_lap1": m.lap1["points"],
        "points_lap2": m.first["points"] - m.lap1["points"],
        "rank": 1 + sum(standing(book, r) > standing(book, m) for r in book.managers),
        "home_matches": m.count["landings_points_match"],
        "cash_lap1": m.lap1["cash"],
        "cash_end": m.end["cash"],
        "cash_min": m.low,
        "strength_lap1": m.lap1["strength"],
        "strength_end": m.end["strength"],
        "squad_lap1": m.lap1["squad"],
        "squad_end": m.end["squad"],
        "cup_rounds": m.first["cup_rounds"],
        "cup_eliminated": bool(m.first["cup_eliminated"]),
        "wealth_end": m.end["wealth"],
    }
    found |= {name: m.count[name] for name in (*RESULTS, *COUNTS)}
    found |= {f"landings_{kind}": m.count[f"landings_{kind}"] for kind in KINDS}
    return found | {f"money_{ledger.name.lower()}": m.ledger[ledger] for ledger in LEDGERS}


def standing(book: Any, m: Manager) -> tuple[Any, ...]:
    """Section 9, `rank`: what is better."""
    never = m.relegated_season == 0
    return never, m.relegated_season, not m.bankrupt, winner_key(book.rules, m)


def check(book: Any, found: dict[str, Any]) -> None:
    """I2, I6, I7, I9, I11 of section 11."""
    rules, seats = book.rules, range(len(book.managers))
    stadiums = sum(map(book.is_stadium, range(len(book.board))))
    for s in seats:
        money = sum(found[f"money_{ledger.name.lower()}"][s] for ledger in LEDGERS)
        capital = book.managers[s].ledger[Ledger.CAPITAL]
        assert found["cash_end"][s] == capital + money, "I2"
        played = {venue: sum(found[f"{venue}_{r}"][s] for r in "wdl") for venue in ("home", "away")}
        assert played["home"] == found["home_matches"][s], "I7"
        whole_match = not book.capped and not found["bankrupt"][s]
        if rules.pass_counts and whole_match:
            seasons = found["relegated_season"][s] or found["seasons_played"]
            assert sum(played.values()) == stadiums * rules.rounds_per_season * seasons, "I6"
        if found["seasons_played"] == 1:
            won, drawn, lost = (found[f"home_{r}"][s] + found[f"away_{r}"][s] for r in "wdl")
            points = won * rules.points_win + drawn * rules.points_draw + lost * rules.points_loss
            assert found["points"][s] == points, "I6"
            rounds, matches = found["cup_rounds"][s], found["cup_matches"][s]
            assert rounds <= matches, "I9"
            if rules.cup_draw_rule == CupDraw.REPLAY or found["cup_draws"][s] == 0:
                assert matches == rounds + found["cup_eliminated"][s], "I9"
        relegated = found["points"][s] < rules.relegation_points
        if found["relegated_season"][s] <= 1:
            bankrupt = found["bankrupt"][s] and found["relegated_season"][s] == 1
            assert found["relegated"][s] == (relegated or bankrupt), "I11"
        if found["winner_mask"] >> s & 1:
            assert rules.relegated_can_win or found["relegated_season"][s] == 0, "I11"
