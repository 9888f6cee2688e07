"""House rules of The Singaporean Dream.  The defaults are the printed rulebook; R, A: RULES.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from pydantic import Field, model_validator

from sim.engine.components import Components
from sim.engine.errors import InputError, nearest
from sim.engine.options import Names, Options
from sim.games.singaporean_dream.cards import DREAMS, dreams, personalities, pile_size
from sim.games.singaporean_dream.rules_words import (
    CounterRight,
    DiscardHandMode,
    EmptyBankTheft,
    EndTiming,
    FinalTie,
    FirstPlayer,
    ForfeitChooser,
    HandLimitTiming,
    HandStealMode,
    InsufficientMode,
    NoDreamMode,
    PaymentPolicy,
    PersonalityAssignment,
    PurchaseOverpay,
    ReshuffleShort,
    ReshuffleTiming,
    StealDreamChooser,
    StolenCashTo,
    StopRight,
    StopScopeAll,
)


class Rules(Options):
    """One field for each number or choice of the rulebook."""

    initial_hand: int = Field(5, ge=0, le=20, description="R5: cards dealt to each player")
    draw_per_turn: int = Field(2, ge=1, le=10, description="R7: cards drawn in a turn")
    empty_hand_draw: int = Field(2, ge=1, le=10, description="R8: drawn with an empty hand")
    actions_per_turn: int = Field(3, ge=1, le=10, description="R9: actions of a turn")
    power_uses_per_turn: int = Field(1, ge=0, le=10, description="R9: power uses of a turn")
    hand_limit: int = Field(8, ge=1, le=99, description="R24: cards in a hand at most")
    reshuffle_keep_top: int = Field(10, ge=0, le=200, description="R18: discards left lying")
    bonus_dream_count: int = Field(
        2, ge=1, le=5, description="R20, A22: what a matching dream counts"
    )
    forfeit_dreams: int = Field(
        1, ge=1, le=18, description="R16, A23: dreams lost for an unpaid demand"
    )
    dreams_in_pile: int = Field(18, ge=1, le=DREAMS, description="R2: dreams that are used")
    dream_market_size: int = Field(1, ge=1, le=18, description="R2: dreams that can be bought")
    max_turns: int = Field(1000, ge=1, le=100_000, description="cap on the turns of all players")
    first_player: FirstPlayer = Field(FirstPlayer.RANDOM, description="R6, A2: who starts")
    personality_assignment: PersonalityAssignment = Field(
        PersonalityAssignment.RANDOM, description="R4: how personalities are dealt"
    )
    fixed_personalities: Names = Field(
        (), max_length=6, description="R4: ids seat by seat, with personality_assignment = 'fixed'"
    )
    powers_enabled: bool = Field(True, description="R9: personalities have powers")
    hand_limit_timing: HandLimitTiming = Field(
        HandLimitTiming.END_OF_TURN, description="A18: when the hand limit is checked"
    )
    reshuffle_timing: ReshuffleTiming = Field(
        ReshuffleTiming.LAZY, description="A20: when an empty pile is renewed"
    )
    reshuffle_short: ReshuffleShort = Field(
        ReshuffleShort.NONE, description="A19: too few discards for a new pile"
    )
    payment_policy: PaymentPolicy = Field(
        PaymentPolicy.MIN_OVERPAY, description="R11, A4: which cash cards are handed over"
    )
    purchase_overpay: PurchaseOverpay = Field(
        PurchaseOverpay.ALLOWED, description="A5: buying for too much"
    )
    change_given: bool = Field(False, description="R11, A6: collectors give change if they can")
    insufficient_mode: InsufficientMode = Field(
        InsufficientMode.DREAM_ONLY, description="R16, A7: what a bank that is too small loses"
    )
    no_dream_mode: NoDreamMode = Field(
        NoDreamMode.PAY_ALL_CASH, description="A8: the same without a dream"
    )
    forfeit_chooser: ForfeitChooser = Field(
        ForfeitChooser.COLLECTOR, description="A9: who picks a forfeited dream"
    )
    empty_bank_theft: EmptyBankTheft = Field(
        EmptyBankTheft.NONE, description="A33: stealing cash from an empty bank"
    )
    pay_from_hand: bool = Field(False, description="R12: hand cash pays players too")
    stolen_cash_to: StolenCashTo = Field(
        StolenCashTo.BANK, description="R13: where gained cash goes"
    )
    steal_dream_chooser: StealDreamChooser = Field(
        StealDreamChooser.THIEF, description="R17, A31: who picks a stolen dream"
    )
    hand_steal_mode: HandStealMode = Field(
        HandStealMode.THIEF_CHOOSES, description="R17, A11: who picks a card stolen from a hand"
    )
    discard_hand_mode: DiscardHandMode = Field(
        DiscardHandMode.OWNER_CHOOSES, description="A30: who picks what is discarded"
    )
    stop_right: StopRight = Field(StopRight.ANY_OPPONENT, description="R14, A12: who may stop")
    counter_right: CounterRight = Field(
        CounterRight.ANY_OTHER, description="R14, A13: who may stop a stop"
    )
    stop_chain_max: int = Field(99, ge=0, le=99, description="A14: longest chain of stops")
    stop_scope_all: StopScopeAll = Field(
        StopScopeAll.WHOLE, description="A15: a stop against an effect on all"
    )
    stop_purchase: bool = Field(False, description="A16: purchases can be stopped")
    own_turn_counter_costs_action: bool = Field(
        False, description="A17: a counter in one's own turn costs an action"
    )
    stopped_power_counts_used: bool = Field(
        True, description="R15: a stopped power is used for this turn"
    )
    protect_covers_forfeit: bool = Field(True, description="A10: protection against forfeits too")
    bonus_doubles_value: bool = Field(
        False, description="A21: a matching dream's price counts more in the tie-break too"
    )
    end_timing: EndTiming = Field(EndTiming.IMMEDIATE, description="R19, A3: when the match ends")
    final_tie: FinalTie = Field(FinalTie.SHARED, description="R23: who wins a full tie")

    @model_validator(mode="after")
    def _playable(self) -> Self:
        """Refuse combinations no table could play (section 4 of RULES.md)."""
        if self.change_given and self.stolen_cash_to == StolenCashTo.HAND:
            raise ValueError("change_given = true: needs stolen_cash_to = 'bank'")
        fixed = self.personality_assignment == PersonalityAssignment.FIXED
        if self.fixed_personalities and not fixed:
            raise ValueError("fixed_personalities: needs personality_assignment = 'fixed'")
        if self.stop_purchase and self.stop_right == StopRight.TARGETS_ONLY:
            raise ValueError("stop_purchase = true: needs stop_right = 'any_opponent'")
        if len(set(self.fixed_personalities)) != len(self.fixed_personalities):
            raise ValueError("fixed_personalities: a personality is named twice")
        return self

    def check_table(self, seats: int, components: Components) -> None:
        """Refuse what no table could play with these components (section 4 of RULES.md)."""
        known = [row.personality_id for row in personalities(components)]
        if len(known) < seats:
            raise InputError(f"players = {seats}: there are {len(known)} personalities")
        for name in self.fixed_personalities:
            if name not in known:
                raise InputError(f"fixed_personalities: {name!r}: unknown{nearest(name, known)}")
        fixed = self.personality_assignment == PersonalityAssignment.FIXED
        if fixed and len(self.fixed_personalities) != seats:
            raise InputError(
                f"fixed_personalities: {len(self.fixed_personalities)} named, there are {seats} seats"
            )
        pile = pile_size(components)
        if self.initial_hand * seats > pile:
            raise InputError(
                f"initial_hand = {self.initial_hand}: {seats} players need "
                f"{self.initial_hand * seats} cards, the action pile has {pile}"
            )
        if self.dreams_in_pile > len(dreams(components)):
            raise InputError(
                f"dreams_in_pile = {self.dreams_in_pile}: there are {len(dreams(components))} dreams"
            )

    def doubts(self, components: Components, players: int | None = None) -> Iterator[str]:
        """What is allowed and has no effect (section 4 of RULES.md)."""
        changed = self.changed()
        cash_only = self.insufficient_mode == InsufficientMode.CASH_ONLY
        thefts = self.empty_bank_theft == EmptyBankTheft.DREAM  # A33: they cost dreams all the same
        forfeits = ("forfeit_chooser", "forfeit_dreams", "protect_covers_forfeit")
        idle = {
            "insufficient_mode = 'cash_only'": (
                cash_only, ("no_dream_mode", *(() if thefts else forfeits)),
            ),
            f"stop_chain_max = {self.stop_chain_max}": (
                self.stop_chain_max <= 1, ("counter_right", "own_turn_counter_costs_action"),
            ),
            "stop_chain_max = 0": (
                self.stop_chain_max == 0, ("stop_right", "stop_scope_all", "stop_purchase"),
            ),
            "powers_enabled = false": (
                not self.powers_enabled, ("power_uses_per_turn", "stopped_power_counts_used"),
            ),
            "two players": (players == 2, ("counter_right", "stop_scope_all")),
            "bonus_dream_count = 1": (self.bonus_dream_count == 1, ("bonus_doubles_value",)),
        }  # fmt: skip
        for reason, (holds, names) in idle.items():
            for name in names:
                if holds and name in changed:
                    yield f"{name}: has no effect with {reason}"
