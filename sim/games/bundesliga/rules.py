"""House rules of Bundesliga.  The defaults are the printed rulebook; R and A refer to RULES.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from pydantic import Field, model_validator

from sim.engine.components import Components
from sim.engine.errors import InputError
from sim.engine.options import Numbers, Options
from sim.games.bundesliga.cards import (
    MOST_MONEY,
    board,
    player_cards,
    start_packet,
    start_squad,
    start_strength,
)
from sim.games.bundesliga.rules_words import (
    CardReturn,
    CupDraw,
    FirstPlayer,
    HomeIncome,
    Insolvency,
    LapEnd,
    PlaceTies,
    RoundOrder,
    SaleTiming,
    WinnerRule,
)

COVERS = 3  # R27: red stickers


def _money(default: int, description: str) -> int:
    field: int = Field(default, ge=0, le=MOST_MONEY, description=description)
    return field


class Rules(Options):
    """One field for each number or choice of the rulebook."""

    first_player: FirstPlayer = Field(FirstPlayer.SEAT0, description="R7, A2: who starts")
    die_faces: int = Field(6, ge=2, le=20, description="R8: faces of a die, 1 to n")
    dice_count: int = Field(1, ge=1, le=3, description="R8: dice, summed")
    start_capital: int = _money(700_000, "R3: DM at the start")
    round_bonus: int = _money(150_000, "R24, A1: DM before each round but a season's first")
    rounds_per_season: int = Field(2, ge=1, le=4, description="III.8: laps of a season")
    seasons: int = Field(1, ge=1, le=10, description="A18: seasons, while two are left")
    new_season_capital: int = _money(0, "A18: DM to each survivor at the start of a new season")
    carry_cash: bool = Field(True, description="A18: survivors keep their cash")
    carry_squad: bool = Field(True, description="A18: survivors keep their squads")
    points_win: int = Field(2, ge=0, le=30, description="R9: table points of a win")
    points_draw: int = Field(1, ge=0, le=30, description="R9: table points of a draw")
    points_loss: int = Field(0, ge=0, le=30, description="R9: table points of a loss")
    relegation_points: int = Field(
        15, ge=0, le=10_000, description="R25: relegated with fewer points"
    )
    pass_counts: bool = Field(True, description="R11, A25: stadiums passed are away matches")
    home_income_mode: HomeIncome = Field(HomeIncome.FULL, description="R12: income option 1 or 2")
    place_deduction_1: int = _money(0, "R12: less for table place 1")
    place_deduction_2: int = _money(50_000, "R12: less for table place 2")
    place_deduction_3: int = _money(100_000, "R12: less for table place 3")
    place_deduction_4: int = _money(150_000, "R12: less for table place 4")
    place_ties: PlaceTies = Field(PlaceTies.BEST, description="A12: table place of equal points")
    home_income_negative: bool = Field(
        False, description="A13: a deduction beyond the income is paid"
    )
    cup_draw_rule: CupDraw = Field(CupDraw.REDRAW, description="R16: after a drawn Cup match")
    replay_pays_income: bool = Field(False, description="A14: a replay pays the income again")
    cup_rounds_to_win: int = Field(0, ge=0, le=1000, description="A16: rounds to the Cup, 0 never")
    cup_prize: int = _money(0, "A16: DM for winning the Cup")
    insolvency: Insolvency = Field(Insolvency.FORCED_SALE, description="A9: cash below 0")
    squad_min: int = Field(0, ge=0, le=400, description="A10: cards below which nobody sells")
    squad_max: int = Field(0, ge=0, le=400, description="A11: most cards of a squad, 0 any number")
    strength_cap: int = Field(0, ge=0, le=2000, description="A22: most points of a squad, 0 any")
    bank_stock_limited: bool = Field(True, description="R22: the bank may run out of cards")
    purchase_price_pct: int = Field(100, ge=0, le=1000, description="R22: percent of the price")
    sale_price_pct: int = Field(100, ge=0, le=1000, description="R22: percent of the price")
    buy_before_roll: bool = Field(True, description="R20: buying before the roll")
    sell_before_roll: bool = Field(True, description="R21: selling before the roll")
    sell_after_roll: bool = Field(True, description="R21: selling after the roll")
    post_roll_sale_timing: SaleTiming = Field(
        SaleTiming.AFTER_RESOLUTION, description="A8: when after the roll"
    )
    max_transfers_per_window: int = Field(40, ge=1, le=200, description="R20: bound on a window")
    lap_end: LapEnd = Field(LapEnd.STOP, description="A4: reaching the start space")
    wait_at_start: bool = Field(True, description="R23, A7: waiting for the return round")
    round_order: RoundOrder = Field(RoundOrder.SEAT, description="A6: order of later rounds")
    event_card_return: CardReturn = Field(CardReturn.BOTTOM, description="A17: used event cards")
    covered_stadiums: Numbers = Field(
        (), max_length=COVERS, description="R27, A21: stadium spaces under red stickers"
    )
    winner_rule: WinnerRule = Field(WinnerRule.POINTS, description="R26, A19: who wins")
    relegated_can_win: bool = Field(False, description="A19: if all are relegated the best wins")
    max_turns: int = Field(4000, ge=1, le=100_000, description="cap on the turns of a match")

    @model_validator(mode="after")
    def _playable(self) -> Self:
        """Refuse combinations no table could play (section 4 of RULES.md)."""
        if not self.points_win >= self.points_draw >= self.points_loss:
            raise ValueError(
                f"points_win = {self.points_win}: needs points_win >= points_draw >= points_loss, "
                f"here {self.points_win}, {self.points_draw}, {self.points_loss}"
            )
        if self.lap_end == LapEnd.EXACT and self.dice_count > 1:
            raise ValueError("lap_end = 'exact': needs dice_count = 1")
        if 0 < self.squad_max <= self.squad_min:
            raise ValueError(
                f"squad_max = {self.squad_max}: needs more than squad_min = {self.squad_min}"
            )
        if self.cup_prize > 0 and self.cup_rounds_to_win == 0:
            raise ValueError(f"cup_prize = {self.cup_prize}: needs cup_rounds_to_win > 0")
        if len(set(self.covered_stadiums)) != len(self.covered_stadiums):
            raise ValueError("covered_stadiums: a space is named twice")
        return self

    def purchase_price(self, printed: int) -> int:
        """R22: what a card costs."""
        return printed * self.purchase_price_pct // 100

    def sale_price(self, printed: int) -> int:
        """R22: what the bank pays for a card."""
        return printed * self.sale_price_pct // 100

    def check_table(self, seats: int, components: Components) -> None:
        """Refuse what no table could play with these components (section 4 of RULES.md)."""
        spaces, strength, squad = (
            board(components),
            start_strength(components),
            start_squad(components),
        )
        if self.dice_count * self.die_faces >= len(spaces):
            raise InputError(
                f"die_faces = {self.die_faces}: a roll may reach {self.dice_count * self.die_faces}, "
                f"the board has {len(spaces)} spaces"
            )
        for space in self.covered_stadiums:
            if space >= len(spaces) or space < 0 or spaces[space].kind != "points_match":
                raise InputError(f"covered_stadiums: space {space} is no points-match space")
        if self.squad_min > squad:
            raise InputError(
                f"squad_min = {self.squad_min}: at most the {squad} cards of the start squad"
            )
        if 0 < self.squad_max < squad:
            raise InputError(
                f"squad_max = {self.squad_max}: at least the {squad} cards of the start squad, or 0"
            )
        if 0 < self.strength_cap < strength:
            raise InputError(
                f"strength_cap = {self.strength_cap}: at least the {strength} points of the start "
                "squad, or 0"
            )
        for card in player_cards(components):
            if card.start_per_player * seats > card.count:
                raise InputError(
                    f"players = {seats}: {seats} start squads need {card.start_per_player * seats} "
                    f"cards of value {card.value}, there are {card.count}"
                )
            sale, purchase = (
                self.sale_price(card.sale_price),
                self.purchase_price(card.purchase_price),
            )
            if sale > purchase:
                raise InputError(
                    f"sale_price_pct = {self.sale_price_pct}: a card of value {card.value} would be "
                    f"sold for {sale} and bought for {purchase}"
                )

    def doubts(self, components: Components, players: int | None = None) -> Iterator[str]:
        """What is allowed and probably not meant (section 4 of RULES.md)."""
        if self.rounds_per_season == 1 and self.relegation_points == 15:
            yield "rounds_per_season = 1: relegation_points = 15 was meant for two rounds"
        if self.points_win == 3 and self.relegation_points == 15:
            yield "points_win = 3: relegation_points = 15 was meant for two points a win"
        packet = start_packet(components)
        if packet != self.start_capital:
            yield f"start_capital = {self.start_capital}: the start packet of notes holds {packet}"
        idle = {
            "home_income_mode = 'full'": (
                self.home_income_mode == HomeIncome.FULL,
                (
                    "place_ties",
                    "home_income_negative",
                    *(f"place_deduction_{p}" for p in range(1, 5)),
                ),
            ),
            "cup_draw_rule = 'redraw'": (
                self.cup_draw_rule == CupDraw.REDRAW,
                ("replay_pays_income",),
            ),
            "wait_at_start = false": (not self.wait_at_start, ("round_order",)),
            "seasons = 1": (self.seasons == 1, ("new_season_capital", "carry_cash", "carry_squad")),
        }
        changed = self.changed()
        for reason, (holds, names) in idle.items():
            for name in names:
                if holds and name in changed:
                    yield f"{name}: has no effect with {reason}"
