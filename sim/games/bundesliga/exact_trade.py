"""Closed forms of trading (sections 8 and 12 of RULES.md): plans, first turns, forced sales."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sim.engine.components import Components
from sim.games.bundesliga.cards import VALUES, board, player_cards
from sim.games.bundesliga.exact_board import kinds
from sim.games.bundesliga.exact_money import Squad, start_cards, strength_of
from sim.games.bundesliga.exact_points import opponents, points_against
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.rules_words import SaleTiming
from sim.games.bundesliga.strategies import Kind, Policy


@dataclass(frozen=True)
class Step:
    """An upgrade: a card bought, and one sold for it in a full squad (0: none); `cost` in DM."""

    buys: int
    sells: int
    cost: int

    @property
    def gain(self) -> int:
        """Points of strength it adds."""
        return self.buys - self.sells

    @property
    def rank(self) -> tuple[Fraction, int, int]:
        """Section 8: the cheapest point first; ties: the larger gain, the lower card given up."""
        return Fraction(self.cost, self.gain), -self.gain, self.sells

    @property
    def transfers(self) -> int:
        """Transfers it takes of a window's."""
        return 2 if self.sells else 1


@dataclass(frozen=True)
class Market:
    """What a player may trade with: his squad and the bank's cards by value, his cash (DM)."""

    squad: Squad
    stock: Squad
    cash: int

    def after(self, step: Step) -> Market:
        """The market after an upgrade."""
        squad, stock = list(self.squad), list(self.stock)
        squad[step.buys - 1] += 1
        stock[step.buys - 1] -= 1
        if step.sells:
            squad[step.sells - 1] -= 1
            stock[step.sells - 1] += 1
        return Market(tuple(squad), tuple(stock), self.cash - step.cost)

    def without(self, value: int, price: int) -> Market:
        """The market after the sale of a card."""
        squad, stock = list(self.squad), list(self.stock)
        squad[value - 1] -= 1
        stock[value - 1] += 1
        return Market(tuple(squad), tuple(stock), self.cash + price)


def opening_market(rules: Rules, components: Components, seats: int) -> Market:
    """R3, R4: what the first player finds."""
    stock = tuple(c.count - seats * c.start_per_player for c in player_cards(components))
    return Market(start_cards(components), stock, rules.start_capital)


def purchase_prices(rules: Rules, components: Components) -> list[int]:
    """R22: DM for a card of value 1, 2, ..."""
    return [rules.purchase_price(card.purchase_price) for card in player_cards(components)]


def sale_prices(rules: Rules, components: Components) -> list[int]:
    """R22: DM that the bank pays for a card of value 1, 2, ..."""
    return [rules.sale_price(card.sale_price) for card in player_cards(components)]


# Plans --------------------------------------------------------------------------------------------


def upgrades(rules: Rules, components: Components, market: Market) -> Iterator[Step]:
    """Upgrades that fit: a purchase, or in a full squad a swap for a better card (section 8)."""
    full = 0 < rules.squad_max <= sum(market.squad)
    paid, got = purchase_prices(rules, components), sale_prices(rules, components)
    for value in range(1, VALUES + 1):
        if not rules.buy_before_roll or (rules.bank_stock_limited and not market.stock[value - 1]):
            continue
        below = owned(market.squad[: value - 1]) if rules.sell_before_roll else []
        for sold in below if full else [0]:
            step = Step(value, sold, paid[value - 1] - (got[sold - 1] if sold else 0))
            capped = 0 < rules.strength_cap < strength_of(market.squad) + step.gain
            if step.cost <= market.cash and not capped:
                yield step


def plan(rules: Rules, components: Components, market: Market) -> list[Step]:
    """`steps(cash)` of section 8: the best ranked upgrade that fits, and again."""
    found: list[Step] = []
    while len(found) < rules.max_transfers_per_window:
        fitting = upgrades(rules, components, market)
        step = min(fitting, key=lambda s: s.rank, default=None)
        if step is None:
            break
        found.append(step)
        market = market.after(step)
    return found


def best_prefix(
    rules: Rules, strength: int, steps: Sequence[Step], against: Sequence[int]
) -> list[Step]:
    """The shortest prefix of a plan with the most table points against some opponents."""
    points = [
        points_against(rules, strength + sum(s.gain for s in steps[:k]), against)
        for k in range(len(steps) + 1)
    ]
    return list(steps[: points.index(max(points))])


def window_list(rules: Rules, components: Components, lookahead: int, here: int = 0) -> list[int]:
    """Opponents at the stadiums among the next spaces of this lap (section 8)."""
    places = list(zip(board(components), kinds(rules, components), strict=True))
    ahead = places[here + 1 : here + 1 + lookahead]
    return [space.opponent_strength for space, kind in ahead if kind == "points_match"]


def season_list(rules: Rules, components: Components) -> list[int]:
    """Opponents ahead at the start of a season: all stadiums, once a lap (section 8)."""
    return opponents(rules, components) * rules.rounds_per_season


# First turns --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Opening:
    """Transfers of a first turn: upgrades before the roll, values sold after it."""

    steps: tuple[Step, ...]
    sold: tuple[int, ...]
    before: Market
    after: Market

    @property
    def bought(self) -> tuple[int, ...]:
        """Values of the cards bought, in order."""
        return tuple(step.buys for step in self.steps)

    @property
    def spent(self) -> int:
        """DM that the upgrades cost."""
        return sum(step.cost for step in self.steps)

    @property
    def strength(self) -> int:
        """Strength for the first move."""
        return strength_of(self.before.squad) + sum(step.gain for step in self.steps)


def opening(rules: Rules, policy: Policy, components: Components, market: Market) -> Opening:
    """First turn of a scripted manager; no event or payment of its move changes squad or cash."""
    if policy.kind == Kind.RANDOM:
        raise ValueError("kind = random: its first turn is left to chance")
    steps = within_cap(rules, _intended(rules, policy, components, market))
    now = market
    for step in steps:
        now = now.after(step)
    sold, after = _lent_back(rules, policy, components, now)
    return Opening(tuple(steps), sold, market, after)


def openings(rules: Rules, policies: Sequence[Policy], components: Components) -> list[Opening]:
    """First turns in the order of the policies: each buys from the stock that the others left."""
    market, found = opening_market(rules, components, len(policies)), []
    for policy in policies:
        found.append(opening(rules, policy, components, market))
        market = Market(market.squad, found[-1].after.stock, market.cash)
    return found


def within_cap(rules: Rules, steps: Iterable[Step]) -> list[Step]:
    """The steps before the first that would exceed the transfers of a window."""
    found, transfers = [], 0
    for step in steps:
        transfers += step.transfers
        if transfers > rules.max_transfers_per_window:
            break
        found.append(step)
    return found


def _intended(rules: Rules, policy: Policy, components: Components, market: Market) -> list[Step]:
    """Section 8: what a manager means to buy before his first roll."""
    strength = strength_of(market.squad)
    window = window_list(rules, components, policy.lookahead)

    def best(kept: int, against: Sequence[int]) -> list[Step]:
        left = Market(market.squad, market.stock, market.cash - kept)
        return best_prefix(rules, strength, plan(rules, components, left), against)

    if policy.kind == Kind.THRIFTY and strength < policy.target:
        left = Market(market.squad, market.stock, market.cash - policy.cash_floor)
        return plan(rules, components, left)[:1]
    if policy.kind == Kind.EARLY_INVESTOR:
        return _stars(rules, policy, components, market)
    if policy.kind == Kind.THRESHOLD_SEEKER:
        return best(policy.reserve, window)
    if policy.kind == Kind.FLIP_TRADER:
        return best(0, window)
    if policy.kind == Kind.PLANNER:
        steps = best(policy.reserve, season_list(rules, components))
        raised = strength + sum(step.gain for step in steps)
        more = points_against(rules, raised, window) > points_against(rules, strength, window)
        return steps if more or policy.lookahead == 0 else []
    return []


def _stars(rules: Rules, policy: Policy, components: Components, market: Market) -> list[Step]:
    """early_investor: the highest value each time, in a full squad for the lowest card owned."""
    found: list[Step] = []
    left = Market(market.squad, market.stock, market.cash - policy.reserve)
    while sum(step.transfers for step in found) < rules.max_transfers_per_window:
        lowest = next((v for v, cards in enumerate(left.squad, start=1) if cards), 0)
        fitting = [s for s in upgrades(rules, components, left) if s.sells in (0, lowest)]
        if not fitting:
            break
        found.append(max(fitting, key=lambda step: step.buys))
        left = left.after(found[-1])
    return found


def _lent_back(
    rules: Rules, policy: Policy, components: Components, market: Market
) -> tuple[tuple[int, ...], Market]:
    """flip_trader: sell the highest value that leaves strength >= base, and again (D4)."""
    late = rules.post_roll_sale_timing == SaleTiming.AFTER_RESOLUTION
    sold: list[int] = []
    if policy.kind == Kind.FLIP_TRADER and rules.sell_after_roll and late:
        prices = sale_prices(rules, components)
        while len(sold) < rules.max_transfers_per_window and sum(market.squad) > rules.squad_min:
            spare = strength_of(market.squad) - policy.base
            value = max((v for v in owned(market.squad) if v <= spare), default=0)
            if not value:
                break
            sold.append(value)
            market = market.without(value, prices[value - 1])
    return tuple(sold), market


def owned(squad: Squad) -> list[int]:
    """Values of which a squad holds a card, the lowest first."""
    return [value for value, cards in enumerate(squad, start=1) if cards]


# Forced sales -------------------------------------------------------------------------------------


def forced_sale(
    rules: Rules, components: Components, squad: Squad, cash: int
) -> tuple[list[int], int]:
    """A9, D5: values that a scripted manager sells at negative cash, and his cash then (DM).

    Each time the lowest value whose price covers the shortfall, else the highest owned; what is
    still missing without cards is waived.
    """
    prices, cards = sale_prices(rules, components), list(squad)
    sold: list[int] = []
    while cash < 0 and any(cards):
        held = owned(tuple(cards))
        value = next((v for v in held if prices[v - 1] >= -cash), held[-1])
        cards[value - 1] -= 1
        cash += prices[value - 1]
        sold.append(value)
    return sold, max(0, cash)
