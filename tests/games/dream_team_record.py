"""The referee's record: section 9 of RULES.md, and the invariants of section 11 it must keep."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from dream_team_referee_book import FIRST_SPECIAL, NAMES, Book
from dream_team_told import AWAY, GAME, HOME

from sim.games.dream_team.cards import ACTIONS


def columns(book: Book) -> dict[str, int]:
    """Every column of the record, from what was seen."""
    counted = {name: book.count[name] for name in GAME.record.column_names(2)}
    found = counted | result(book) | course(book)
    for s in (HOME, AWAY):
        found |= of_side(book, s)
    row = {name: int(value) for name, value in found.items()}
    keep_invariants(book, row)
    return row


def result(book: Book) -> dict[str, Any]:
    """Who won, in regulation and in the end."""
    (home, away), (reg_home, reg_away) = book.score, book.regulation
    level = home == away and "sudden_death" in book.rules.draw_rule.word
    return {
        "home_seat": book.seats[HOME],
        "home_win": home > away,
        "away_win": away > home,
        "draw": home == away,
        "no_winner": home == away,
        "reg_home_win": reg_home > reg_away,
        "reg_away_win": reg_away > reg_home,
        "drawn_regulation": reg_home == reg_away,
        "goalless": reg_home + reg_away == 0,
        "goals_total": home + away,
        "reg_goals_total": reg_home + reg_away,
        "reg_margin_abs": abs(reg_home - reg_away),
        "blowout": abs(reg_home - reg_away) >= 4,
        "extra_periods": book.extra,
        "cap_hit": level,
        "capped": level,
        "length": book.count["plays"],
    }


def course(book: Book) -> dict[str, Any]:
    """How the lead changed hands."""
    leaders = [s for s in map(leader, scores(book)) if s is not None]
    winner = leader(book.score)
    deficit = 0
    if winner is not None:
        deficit = max(score[1 - winner] - score[winner] for score in scores(book))
    return {
        "lead_changes": sum(a != b for a, b in pairwise(leaders)),
        "comeback2": deficit >= 2,
        "first_goal_wins": winner is not None and book.scored[0][1] == winner,
    }


def of_side(book: Book, s: int) -> dict[str, Any]:
    """Columns of one side and of its seat."""
    name, seat, side = NAMES[s], book.seats[s], book.sides[s]
    winner = leader(book.score)
    found = {
        f"team_{name}": book.teams[s],
        f"goals_{name}": book.score[s],
        f"goals_seat{seat}": book.score[s],
        f"win_seat{seat}": winner == s,
        f"win_share_seat{seat}": 60 * (winner == s),
        f"result_{name}": 1 if winner is None else 2 * (winner == s),
        f"special_{name}": 0 if side.special is None else 1 << side.special - FIRST_SPECIAL,
    }
    found |= {f"cards_dealt_{kind}_{name}": side.dealt[kind] for kind in ACTIONS}
    for third in (1, 2, 3):
        goals = book.scored.count((third, s)) if third <= book.rules.thirds else 0
        found[f"goals_third{third}_{name}"] = goals
    return found


def scores(book: Book) -> list[list[int]]:
    """The score after every goal."""
    sides = [s for _, s in book.scored]
    return [[sides[:i].count(HOME), sides[:i].count(AWAY)] for i in range(1, len(sides) + 1)]


def leader(score: Any) -> int | None:
    """Who leads."""
    home, away = score
    return None if home == away else int(away > home)


def keep_invariants(book: Book, row: dict[str, int]) -> None:
    """Section 11, where it says more than the events."""
    origins = ("attack_goals", "counter_goals", "own_goals")
    assert sum(row[name] for name in origins) <= row["goals_total"], "I7"
    assert row["goals_total"] <= row["plays"], "I7: at most one goal for each play"
    placed = dict.fromkeys(("shots_n_k", "balduin_shots_n_k"), 0)
    for (name, *cell), number in book.matrices.items():
        *_, n, k = cell
        assert 1 <= n <= 6, "I8"
        assert 1 <= k <= 6, "I8"
        if name in placed:
            placed[name] += number
    assert row["dice_shots"] == sum(placed.values()), "section 9: dice_shots"
    for s, name in enumerate(NAMES):
        side = book.sides[s]
        assert side.played == row[f"cards_played_{name}"] <= book.rules.max_actions_per_match, "I6"
        assert min(side.hand.values(), default=0) >= 0, "I6"
    in_hands = sum(side.hand.total() for side in book.sides)
    if not book.rules.curse_reusable:
        dealt = sum(side.dealt.total() for side in book.sides)
        assert in_hands + sum(side.played for side in book.sides) == dealt, "I1"
    fates = ("foul_effective", "foul_magic_cancelled", "foul_cursed")
    fouls = row["cards_played_foul_home"] + row["cards_played_foul_away"]
    assert sum(row[fate] for fate in fates) == fouls, "the fate of every foul"
    assert all(goals <= 1 for goals in sudden_goals(book)), "I14"
    if not book.rules.use_action_cards:
        names = ("injuries", "boxes", "sendoffs") if not book.rules.use_special_cards else ()
        quiet = [*names, "cards_played", "boxes", "sendoffs"]
        assert not any(row[f"{name}_{side}"] for name in quiet for side in NAMES), "I13"
    certain_dice(book)


def sudden_goals(book: Book) -> list[int]:
    """Goals of every period of sudden death."""
    rule = book.rules.draw_rule.word
    first = {"sudden_death": 1, "extra_time_then_sudden_death": 2}.get(rule, 51)
    periods = [period for period, _ in book.scored]
    extras = range(book.rules.thirds + first, book.period + 1)
    return [periods.count(period) for period in extras]


def certain_dice(book: Book) -> None:
    """I11: distinct faces leave no chance where there are enough, or too few, save dice."""
    if book.rules.dice_mode.word != "chosen_distinct":
        return
    for (name, *cell), number in book.matrices.items():
        if name != "shots_n_k":
            continue
        _, n, k = cell
        goals = book.matrices["goals_n_k", *cell]
        if k >= book.rules.die_faces:
            assert goals == 0, "I11"
        elif n > k:
            assert goals == number, "I11"
