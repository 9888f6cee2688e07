"""Exact values: section 12 of RULES.md as functions of options, policies and components.

The board is in exact_board.py, points and places in exact_points.py, money in exact_money.py, the
Cup in exact_cup.py, trading in exact_trade.py and exact_random.py; when they hold in exact_when.py.
A value that does not hold for the options and components at hand is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from sim.engine.components import Components
from sim.engine.contract import Anchor, Curve
from sim.games.bundesliga.cards import COLOURS, VALUES, board, event_cards, start_strength
from sim.games.bundesliga.exact_board import (
    Spread,
    count_spread,
    landing_chances,
    lap_spread,
    rolls_law,
    season_rolls,
)
from sim.games.bundesliga.exact_money import (
    LEDGERS,
    all_paid,
    paid,
    passive_cash,
    squad_value,
    start_cards,
)
from sim.games.bundesliga.exact_points import (
    home_points,
    opponents,
    points_law,
    price_of_table_point,
    relegation_chance,
    result,
    season_points,
)
from sim.games.bundesliga.exact_when import NEVER, OFTEN, SELDOM, Case
from sim.games.bundesliga.record import POINTS
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.strategies import Policy

SOURCE = "RULES.md section 12: "
TOKENS = {"home": "league_home", "private": "private", "european": "european", "cost": "cost"}


def curves(rules: Rules, components: Components) -> dict[str, Curve]:
    """Break-even of investment: what a table point costs, by the squad's strength (section 12).

    A line for each value of player cards; it ends where more strength wins nothing more.
    """
    strengths = range(start_strength(components), max(opponents(rules, components), default=0) + 1)
    lines = {}
    for value in range(1, VALUES + 1):
        prices = [(s, price_of_table_point(rules, components, s, value)) for s in strengths]
        points = [(float(s), float(price)) for s, price in prices if price is not None]
        if points:
            lines[f"player of {value} point{'s' * (value > 1)}"] = points
    y = "DM for a table point of a season"
    return {"price_of_point": Curve("strength of the squad, points", y, lines)} if lines else {}


def anchors(
    rules: Rules, policies: Sequence[Policy], components: Components, rotated: bool = False
) -> list[Anchor]:
    """Every exact value of section 12 that holds for these options, policies and components.

    Parameters
    ----------
    policies
        One for each seat, in the order of the unrotated seating.
    rotated
        Whether the policies change seats: only what holds in every seating is given.
    """
    case = Case(rules, policies, components, rotated)
    found: list[Anchor] = []
    if case.one_season:
        found.append(Anchor("capped", _clean(case.capped), SOURCE + "rolls of a season"))
    if case.whole_season:
        for part in (_turns, _landings, _money, _points, _winners, _cup, _cash):
            found.extend(part(case))
    return found


def _clean(chance: float) -> float:
    """A probability without the noise of rounding."""
    return 0.0 if chance < NEVER else 1.0 if chance > 1 - NEVER else chance


def _of(metric: str, spread: Spread, source: str) -> Anchor:
    """A column of whole numbers: one of them where there is no chance."""
    value = spread.mean if spread.sd else round(spread.mean)
    return Anchor(metric, value, SOURCE + source, sd=spread.sd)


def _always(metric: str, value: float, source: str) -> Anchor:
    return Anchor(metric, value, SOURCE + source, sd=0.0)


# All managers -------------------------------------------------------------------------------------


def _turns(case: Case) -> Iterator[Anchor]:
    """Rolls of each seat and of all; the questions asked of passive managers."""
    rules, size = case.rules, len(case.kinds)
    own = count_spread(rolls_law(rules, size)).times(rules.rounds_per_season)
    for seat in case.seats:
        yield _of(f"turns_seat{seat}", own, "rolls of a season")
    total = count_spread(season_rolls(rules, size, len(case.policies)))
    yield _of("length", total, "rolls of a season")
    asked = case.questions_a_turn
    if asked is not None and case.ruin < (SELDOM if asked else NEVER):
        spread = Spread(asked * total.mean, asked * total.sd)
        yield _of("decisions", spread, "passive managers are asked twice a turn")


def _landings(case: Case) -> Iterator[Anchor]:
    """Landing chances of the spaces, landings by kind, home matches, events drawn."""
    chances = landing_chances(case.rules, len(case.kinds))
    for space, chance in enumerate(chances[1:], start=1):
        yield Anchor(f"p_landing_{space}", float(chance), SOURCE + "landing probability")
    columns = {f"landings_{kind}": {kind} for kind in sorted(set(case.kinds[1:]))}
    columns["home_matches"] = {"points_match"}
    drawn = {colour for colour in COLOURS if event_cards(case.components, colour)}
    if all(map(case.always_drawn, drawn)):
        columns["events"] = {f"event_{colour}" for colour in drawn}
    for column, wanted in columns.items():
        weights = [float(kind in wanted) for kind in case.kinds]
        yield from _collected(case, column, weights, "expected landings")


def _collected(
    case: Case,
    column: str,
    weights: Sequence[float],
    source: str,
    seats: Sequence[int] | None = None,
) -> Iterator[Anchor]:
    """A column of each seat that adds up weights of the spaces landed on."""
    if case.usual(weights):
        spread = lap_spread(case.rules, weights).times(case.rules.rounds_per_season)
        for seat in case.seats if seats is None else seats:
            yield _of(f"{column}_seat{seat}", spread, source)


def _money(case: Case) -> Iterator[Anchor]:
    """Ledgers that depend on landings alone, and the round bonus."""
    rules = case.rules
    for ledger in LEDGERS:
        seats = list(case.seats)
        if ledger == "cost" and not case.fixed_costs:
            seats = [s for s in seats if case.steady[s] and case.ruin < SELDOM]
        printed = ledger != "home" or case.printed_income
        if printed and case.unscaled(TOKENS[ledger]):
            amounts = paid(rules, case.components, ledger)
            yield from _collected(case, f"money_{ledger}", amounts, "money", seats)
    for seat in case.seats:
        bonus = (rules.rounds_per_season - 1) * rules.round_bonus
        yield _always(f"money_bonus_seat{seat}", bonus, "money")


# Managers that keep the start squad ---------------------------------------------------------------


def _points(case: Case) -> Iterator[Anchor]:
    """Table points and results at constant strength; a forced sale can only lower them."""
    rules, strength = case.rules, start_strength(case.components)
    seats = [seat for seat in case.seats if case.steady[seat]]
    laps = {"points": rules.rounds_per_season, "points_lap1": 1}
    if rules.rounds_per_season > 1:
        laps["points_lap2"] = rules.rounds_per_season - 1
    for seat in seats:
        most = season_points(rules, case.components, strength)
        if most < POINTS:
            yield Anchor(f"points_seat{seat} > {most}", 0.0, SOURCE + "constant strength")
        usual = rules.pass_counts or case.usual(home_points(rules, case.components, strength))
        if usual and case.ruin < (NEVER if rules.pass_counts else SELDOM):
            for column, n in laps.items():
                law = count_spread(points_law(rules, case.components, strength, n))
                yield _of(f"{column}_seat{seat}", law, "constant strength")
        relegated = _relegated(case)
        if relegated is not None:
            yield Anchor(f"relegated_seat{seat}", relegated, SOURCE + "constant strength")
    if case.ruin < SELDOM:
        yield from _results(case, strength, seats)


def _relegated(case: Case) -> float | None:
    """P(relegated) at constant strength; certain with forced sales too, else if there are none."""
    chance = relegation_chance(case.rules, case.components, start_strength(case.components))
    varies = NEVER < chance < 1 - NEVER
    if chance == 1 or case.ruin < NEVER or (varies and _unmoved(case, chance)):
        return _clean(chance)
    return None


def _unmoved(case: Case, chance: float) -> bool:
    """Whether forced sales are too seldom to be seen in a probability."""
    return case.ruin < 1e-3 * sqrt(max(0.0, chance * (1 - chance)))


def _results(case: Case, strength: int, seats: Sequence[int]) -> Iterator[Anchor]:
    """Home and away matches won, drawn and lost at constant strength."""
    for number, letter in enumerate("ldw"):
        weights = [
            float(kind == "points_match" and result(strength, s.opponent_strength) == number)
            for kind, s in zip(case.kinds, board(case.components), strict=True)
        ]
        if not any(weights):
            continue
        for home in _collected(case, f"home_{letter}", weights, "constant strength", seats):
            yield home
            if case.rules.pass_counts:
                away = case.rules.rounds_per_season * sum(weights) - home.value
                yield Anchor(home.metric.replace("home", "away"), away, home.source, sd=home.sd)


def _winners(case: Case) -> Iterator[Anchor]:
    """Who is relegated and who wins at a table of steady seats, which are all alike."""
    relegated = _relegated(case)
    if relegated is None or not any(case.steady):
        return
    can_win, source = case.rules.relegated_can_win, "constant strength"
    if relegated == 1 and not can_win:
        for seat in case.seats:
            if case.steady[seat]:
                yield _always(f"win_share_seat{seat}", 0.0, source)
    if not case.all_steady:
        return
    seats = len(case.policies)
    nobody = 0.0 if can_win else relegated**seats
    yield Anchor("all_relegated", relegated**seats, SOURCE + source)
    if relegated in {0, 1}:
        yield _always("n_relegated", relegated * seats, source)
    yield Anchor("no_winner", nobody, SOURCE + source)
    if case.cup and case.printed_income and nobody < 1:
        for seat in case.seats:
            yield Anchor(f"win_share_seat{seat}", (1 - nobody) / seats, SOURCE + "equal seats")


def _cup(case: Case) -> Iterator[Anchor]:
    """The Cup runs of steady seats."""
    if not case.cup or not case.usual([float(kind == "dfb_cup") for kind in case.kinds]):
        return
    run = case.run
    shares = {f" > {k}": float(run.rounds[k + 1 :].sum()) for k in range(len(run.rounds))}
    for seat in case.seats:
        yield _of(f"cup_matches_seat{seat}", run.matches, "Cup")
        if case.usual_prize:
            yield _of(f"money_cup_seat{seat}", run.income, "Cup")
        if run.rounds_spread.mean > OFTEN:
            yield _of(f"cup_rounds_seat{seat}", run.rounds_spread, "Cup")
        for more, chance in shares.items():
            if _unmoved(case, chance):
                yield Anchor(f"cup_rounds_seat{seat}{more}", chance, SOURCE + "Cup")
        if _unmoved(case, run.eliminated):
            yield Anchor(f"cup_eliminated_seat{seat}", run.eliminated, SOURCE + "Cup")
        if run.redrawn is not None and _unmoved(case, run.redrawn):
            yield Anchor(f"cup_draws_seat{seat} > 0", run.redrawn, SOURCE + "Cup")


def _cash(case: Case) -> Iterator[Anchor]:
    """Cash of steady seats with full home income, after the first lap and in the end."""
    rules, components = case.rules, case.components
    if not (case.cup and case.printed_income and case.usual_prize):
        return
    if not case.usual(all_paid(rules, components)):
        return
    end, half = (passive_cash(rules, components, n) for n in (rules.rounds_per_season, 1))
    squad = squad_value(rules, components, start_cards(components))
    for seat in case.seats:
        yield _of(f"cash_lap1_seat{seat}", half, "money")
        yield _of(f"cash_end_seat{seat}", end, "money")
        yield _of(f"wealth_end_seat{seat}", Spread(end.mean + squad, end.sd), "money")
