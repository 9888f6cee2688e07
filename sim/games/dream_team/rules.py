"""House rules of Dream Team.  The defaults are the printed rulebook; R and A refer to RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self

from pydantic import Field, model_validator

from sim.engine.components import Components
from sim.engine.contract import Preset
from sim.engine.errors import InputError
from sim.engine.options import Options
from sim.games.dream_team.cards import action_cards
from sim.games.dream_team.rules_words import (
    Assignment,
    BalduinDouble,
    BalduinOwnGoal,
    CardKind,
    DetlefDraw,
    DiceLimit,
    DiceMode,
    Direction,
    DrawRule,
    ExtraStarts,
    FlagrantPenalty,
    Formation,
    HomeRule,
    InjuryReplacement,
    JakobChoice,
    NoKeeper,
    OrdinaryPenalty,
    PlayRule,
    Reselect,
    SaveMatch,
    SecondChance,
    SeppScope,
    SpecialDeal,
    SpecialText,
    SpeedCounter,
    SpeedUnopposed,
    SpeedWindow,
    SpellDuration,
    SponsorTrigger,
    SubWindow,
    ThirdStarts,
    Unit,
    Unopposed,
)

_SERIES = "tournaments and the economic game"


class Rules(Options):
    """One field for each number or choice of the rulebook that bears on a match."""

    unit: Unit = Field(Unit.MATCH, description="R2: what is simulated")
    use_action_cards: bool = Field(True, description="A48: the action card module")
    use_special_cards: bool = Field(True, description="R27: the special player module")
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
    special_text: SpecialText = Field(SpecialText.FIELDED, description="A16: when texts work")
    special_deal: SpecialDeal = Field(SpecialDeal.ONCE, description="A7: dealt how often")
    reselect_cards: Reselect = Field(Reselect.ALL, description="A8: specials after period 1")
    detlef_draw: DetlefDraw = Field(DetlefDraw.ACTION_CARD, description="A31: what Detlef draws")
    sepp_scope: SeppScope = Field(SeppScope.FIST, description="A32: whom Sepp fouls too")
    balduin_double: BalduinDouble = Field(BalduinDouble.ROLLED, description="A33: a double")
    balduin_own_goal: BalduinOwnGoal = Field(
        BalduinOwnGoal.SWAP_DICE, description="A34: test for the own goal"
    )
    jakob_choice: JakobChoice = Field(JakobChoice.SPONSOR_PLAYER, description="A35: who chooses")
    action_hand: int = Field(4, ge=0, le=6, description="R6: action cards dealt to a trainer")
    max_actions_per_match: int = Field(4, ge=0, le=6, description="R33: most cards played")
    copies_disaster: int = Field(3, ge=0, le=12, description="R34: copies in the deck")
    copies_speed: int = Field(4, ge=0, le=12, description="R37: copies in the deck")
    copies_energy: int = Field(3, ge=0, le=12, description="R35: copies in the deck")
    copies_sponsor: int = Field(2, ge=0, le=12, description="R36: copies in the deck")
    copies_second_chance: int = Field(3, ge=0, le=12, description="R69: copies in the deck")
    copies_fortune: int = Field(3, ge=0, le=12, description="R29: copies in the deck")
    copies_magic: int = Field(3, ge=0, le=12, description="R30: copies in the deck")
    copies_foul: int = Field(4, ge=0, le=12, description="R31: copies in the deck")
    copies_curse: int = Field(3, ge=0, le=12, description="R71: copies in the deck")
    unlisted_cards: CardKind = Field(CardKind.BLANK, description="A1: what the other 2 cards are")
    unlisted_count: int = Field(2, ge=0, le=6, description="A1: how many there are")
    symbols_required: bool = Field(True, description="R32: Speed, Fortune, Magic need a symbol")
    spell_duration: SpellDuration = Field(SpellDuration.MATCH, description="R34: how long it lasts")
    disaster_value: int = Field(1, ge=0, le=6, description="R34: value under a Disaster")
    energy_value: int = Field(5, ge=0, le=6, description="R35: value under an Energy")
    foul_value: int = Field(0, ge=0, le=6, description="R31: value of a foul's victim in a duel")
    spell_zero_value: int = Field(0, ge=0, le=6, description="R29, R30: the opponent's strength 0")
    speed_counter: SpeedCounter = Field(SpeedCounter.CANCEL, description="A21: Speed on Speed")
    speed_unopposed: SpeedUnopposed = Field(
        SpeedUnopposed.KEEPER_SAVES, description="A20: whether the keeper saves"
    )
    speed_window: SpeedWindow = Field(SpeedWindow.END_OF_THIRD, description="A22: when")
    second_chance_strength: SecondChance = Field(
        SecondChance.SAME_DICE, description="A23: strength of the second shot"
    )
    sponsor_trigger: SponsorTrigger = Field(
        SponsorTrigger.FIRST_OPPOSING_GOAL, description="A29: the goal a Sponsor waits for"
    )
    keeper_may_foul: bool = Field(True, description="A28: a goalkeeper fouls the shooter")
    injury_replacement: InjuryReplacement = Field(
        InjuryReplacement.END_OF_THIRD, description="A13: when the injured are replaced"
    )
    flagrant_needs_symbol: bool = Field(True, description="R39: only the fist fouls flagrantly")
    ordinary_penalty: OrdinaryPenalty = Field(OrdinaryPenalty.BOX, description="R43: cursed foul")
    flagrant_penalty: FlagrantPenalty = Field(
        FlagrantPenalty.SENT_OFF, description="R44: cursed flagrant foul"
    )
    curse_free_shot: bool = Field(True, description="A26, A27: the victim's free shot")
    curse_stops_fortune: bool = Field(False, description="A25: Curse against Fortune")
    curse_reusable: bool = Field(False, description="A24: a played Curse stays in hand")
    curse_lifts_disaster: bool = Field(False, description="A24: Curse against Disaster")
    action_reshuffle: bool = Field(True, description="R33: discards refill the draw pile")

    later: ClassVar[Mapping[str, str]] = dict.fromkeys(
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
    )

    @model_validator(mode="after")
    def _playable(self) -> Self:
        """Refuse combinations no table could play (section 4 of RULES.md)."""
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

    def deck(self, components: Components) -> list[int]:
        """Copies of each CardKind in the action deck (R6, A1): a changed option, else the file."""
        fields = type(self).model_fields
        counts = []
        for card in action_cards(components):
            name = f"copies_{card.action_key}"
            own = name in fields and self.differs(name, fields[name])
            counts.append(getattr(self, name) if own else card.copies)
        counts[CardKind.BLANK] = 0
        if self.unlisted_cards != CardKind.OMIT:
            counts[self.unlisted_cards] += self.unlisted_count
        return counts

    def check_table(self, seats: int, components: Components) -> None:
        """Refuse what no table of so many trainers could play (section 4 of RULES.md)."""
        if self.unit == Unit.MATCH and seats != 2:
            raise InputError(f"seats: {seats} given; unit = 'match' is played by 2")
        dealt, size = seats * self.action_hand, sum(self.deck(components))
        if self.use_action_cards and size < dealt:
            raise InputError(
                f"action_hand = {self.action_hand}: {seats} hands need {dealt} action cards, the "
                f"deck has {size}"
            )


PRESETS = {
    "basic": Preset({"use_action_cards": False, "use_special_cards": False}),
    "full": Preset({"use_action_cards": True, "use_special_cards": True}),
    "solo": Preset(
        {
            "team_formation": "random_deal",
            "use_action_cards": False,
            "allow_no_keeper": "forced_only",
        },
        seats=("random",),
    ),
}
