"""House rules of Dream Team.  The defaults are the printed rulebook; R and A refer to RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self

from pydantic import Field, model_validator

from sim.engine.contract import Preset
from sim.engine.errors import InputError
from sim.engine.options import Options, Word


class Unit(Word):
    """What is simulated."""

    MATCH = 0


class Formation(Word):
    """How a team's cards come together."""

    PRINTED = 0
    RANDOM_DEAL = 1


class Assignment(Word):
    """Which team a seat gets."""

    RANDOM = 0
    BY_SEAT = 1


class HomeRule(Word):
    """Who plays at home."""

    ROLL = 0
    SEAT0 = 1
    SEAT1 = 2


class ThirdStarts(Word):
    """Who starts the regular thirds."""

    ALTERNATE = 0
    HOME_ALWAYS = 1
    AWAY_ALWAYS = 2


class NoKeeper(Word):
    """Where a team may give up its goalkeeper freely."""

    LINEUP = 0
    SUBSTITUTION = 1
    BOTH = 2
    FORCED_ONLY = 3


class PlayRule(Word):
    """Who may attack and defend how often in a third."""

    ONE_PLAY = 0
    ATTACK_ONCE_DEFEND_FREE = 1
    ATTACK_ONCE_DEFEND_ONCE = 2


class Direction(Word):
    """Whose turn follows."""

    ALTERNATE = 0
    CONCEDER_ATTACKS = 1
    KEEP_AFTER_SAVE = 2


class Unopposed(Word):
    """What an attacker without a possible defender does."""

    FREE_ATTACK = 0
    NO_ATTACK = 1


class DiceMode(Word):
    """How dice faces come about."""

    CHOSEN_DISTINCT = 0
    CHOSEN_ANY = 1
    ROLLED = 2


class SaveMatch(Word):
    """What stops an attack die: its face among the save dice, or a save die of its own."""

    FACE = 0
    DIE = 1


class DiceLimit(Word):
    """Whether both sides share one pool of max_shot_dice dice."""

    UNLIMITED = 0
    SHARED = 1


class DrawRule(Word):
    """What happens when the score is level after the regular thirds."""

    DRAW = 0
    EXTRA_TIME = 1
    SUDDEN_DEATH = 2
    EXTRA_TIME_THEN_SUDDEN_DEATH = 3


class ExtraStarts(Word):
    """Who starts an extra period."""

    ALTERNATE = 0
    HOME = 1
    AWAY = 2
    ROLL = 3


class SubWindow(Word):
    """Who may substitute before an attack."""

    BOTH = 0
    ATTACKER = 1
    DEFENDER = 2


_ACTIONS = "the action cards"
_SPECIALS = "the special players"
_SERIES = "tournaments and the economic game"


class Rules(Options):
    """One field for each number or choice of the rulebook that bears on the basic game."""

    unit: Unit = Field(Unit.MATCH, description="R2: what is simulated")
    use_action_cards: bool = Field(False, description="A48: the action card module")
    use_special_cards: bool = Field(False, description="R27: the special player module")
    team_formation: Formation = Field(Formation.PRINTED, description="R60, A49: teams dealt anew")
    team_assignment: Assignment = Field(Assignment.RANDOM, description="R4: team of a seat")
    home_rule: HomeRule = Field(HomeRule.ROLL, description="R7: who plays at home")
    thirds: int = Field(3, ge=1, le=6, description="R8: regular periods")
    third_starts: ThirdStarts = Field(ThirdStarts.ALTERNATE, description="R8: who starts a third")
    field_players: int = Field(
        5, ge=1, le=7, description="R9: field players, at most the cards there are"
    )
    field_players_no_keeper: int = Field(6, ge=1, le=7, description="R25: without a goalkeeper")
    allow_no_keeper: NoKeeper = Field(NoKeeper.LINEUP, description="A11: giving up the keeper")
    play_rule: PlayRule = Field(PlayRule.ONE_PLAY, description="A5: how often a slot may play")
    direction: Direction = Field(Direction.ALTERNATE, description="A6: whose turn follows")
    unopposed: Unopposed = Field(Unopposed.FREE_ATTACK, description="A10: no possible defender")
    counterattack: bool = Field(True, description="R14: the better defender shoots")
    dice_mode: DiceMode = Field(DiceMode.CHOSEN_DISTINCT, description="A2: how faces come about")
    save_match: SaveMatch = Field(SaveMatch.FACE, description="A3: what stops an attack die")
    die_faces: int = Field(6, ge=2, le=12, description="R15: faces of a die")
    max_shot_dice: int = Field(6, ge=1, le=6, description="R1: most attack dice")
    dice_limit: DiceLimit = Field(DiceLimit.UNLIMITED, description="A4: one pool of max_shot_dice")
    draw_rule: DrawRule = Field(DrawRule.SUDDEN_DEATH, description="R22, R23, A15: level score")
    extra_starts: ExtraStarts = Field(ExtraStarts.ALTERNATE, description="A17: extra period")
    max_extra_periods: int = Field(10, ge=1, le=50, description="cap on sudden death")
    subs_per_window: int = Field(1, ge=0, le=3, description="A14: swaps before an attack")
    subs_per_third: int = Field(99, ge=0, le=99, description="A14: swaps in a third")
    sub_window: SubWindow = Field(SubWindow.BOTH, description="A14: who may swap")

    later: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            [
                "special_text",
                "special_deal",
                "reselect_cards",
                "detlef_draw",
                "sepp_scope",
                "balduin_double",
                "balduin_own_goal",
                "jakob_choice",
            ],
            _SPECIALS,
        ),
        **dict.fromkeys(
            [
                "action_hand",
                "max_actions_per_match",
                "copies_disaster",
                "copies_speed",
                "copies_energy",
                "copies_sponsor",
                "copies_second_chance",
                "copies_fortune",
                "copies_magic",
                "copies_foul",
                "copies_curse",
                "unlisted_cards",
                "unlisted_count",
                "symbols_required",
                "spell_duration",
                "disaster_value",
                "energy_value",
                "foul_value",
                "spell_zero_value",
                "speed_counter",
                "speed_unopposed",
                "speed_window",
                "second_chance_strength",
                "sponsor_trigger",
                "keeper_may_foul",
                "injury_replacement",
                "flagrant_needs_symbol",
                "ordinary_penalty",
                "flagrant_penalty",
                "curse_free_shot",
                "curse_stops_fortune",
                "curse_reusable",
                "curse_lifts_disaster",
                "action_reshuffle",
            ],
            _ACTIONS,
        ),
        **dict.fromkeys(
            [
                "format",
                "best_of",
                "semi_best_of",
                "points_win",
                "points_draw",
                "points_loss",
                "rank_ties",
                "max_series_matches",
                "start_capital",
                "income_home",
                "income_away",
                "income_win",
                "original_value",
                "price_top1",
                "price_top3",
                "top_n",
                "sell_price",
                "min_raise",
                "keep_bonus",
                "buys_per_match",
                "sales_per_match",
                "offers_per_match",
                "transfer_limit",
                "transfer_limit_scope",
                "roster_limit",
                "roster_limit_counts",
                "offer_floor",
                "keep_fee_to",
                "min_field_players",
            ],
            _SERIES,
        ),
    }

    @model_validator(mode="after")
    def _playable(self) -> Self:
        """Refuse modules that are not built yet, and combinations no table could play."""
        if self.use_action_cards:
            raise ValueError(f"use_action_cards = true: {_ACTIONS} are not built yet")
        if self.use_special_cards:
            raise ValueError(f"use_special_cards = true: {_SPECIALS} are not built yet")
        if self.dice_mode == DiceMode.CHOSEN_DISTINCT and self.max_shot_dice > self.die_faces:
            raise ValueError(
                f"max_shot_dice = {self.max_shot_dice}: dice_mode = 'chosen_distinct' allows at "
                f"most die_faces = {self.die_faces}"
            )
        if self.dice_limit == DiceLimit.SHARED and self.max_shot_dice < 2:
            raise ValueError(
                f"max_shot_dice = {self.max_shot_dice}: dice_limit = 'shared' needs at least 2"
            )
        return self

    def check_table(self, seats: int) -> None:
        """Refuse numbers of trainers the unit does not know (section 4 of RULES.md)."""
        if self.unit == Unit.MATCH and seats != 2:
            raise InputError(f"seats: {seats} given; unit = 'match' is played by 2")


PRESETS = {
    "basic": Preset({"use_action_cards": False, "use_special_cards": False}),
    "solo": Preset(
        {
            "team_formation": "random_deal",
            "use_action_cards": False,
            "allow_no_keeper": "forced_only",
        },
        seats=("random",),
    ),
}
