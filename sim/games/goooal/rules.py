"""House rules of goooal.  The defaults are the printed rulebook; R and A refer to RULES.md."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from sim.engine.components import Components
from sim.engine.errors import InputError
from sim.engine.options import Options
from sim.games.goooal.cards import cards, lonely_colours, team_sizes
from sim.games.goooal.rules_words import (
    AfterDraw,
    AgentFace,
    BonusAtTarget,
    BonusScope,
    ComboRule,
    CoupeColour,
    DirectionMode,
    FinishSpecials,
    FirstCard,
    FirstDealer,
    GardienCancels,
    GoalAftermath,
    LayMode,
    NextDealer,
    Reshuffle,
    SkipMode,
    Starter,
    TeamChoice,
    Unit,
)


class Rules(Options):
    """One field for each number or choice of the rulebook."""

    unit: Unit = Field(Unit.SERIES, description="what is simulated: a series, or one match")
    hand_size: int = Field(6, ge=1, le=12, description="R6: cards dealt to each player")
    n_piles: int = Field(2, ge=1, le=4, description="R6: draw piles")
    series_wins: int = Field(4, ge=1, le=10, description="R3: match wins that end the series")
    collect_size: int = Field(5, ge=1, le=10, description="R13: laid cards needed for the bonus")
    bonus_wins: int = Field(1, ge=0, le=3, description="R13: wins given by the bonus")
    draw_count: int = Field(1, ge=1, le=5, description="R9: cards drawn instead of playing")
    goal_draw: int = Field(3, ge=0, le=10, description="R15: cards to draw per GOOOAL")
    goal_extra_draw: int = Field(
        1, ge=0, le=5, description="R15: replaces draw_count after a GOOOAL draw"
    )
    arbitre_skip: int = Field(1, ge=0, le=3, description="R14: turns lost per ARBITRE")
    agent_gifts: int = Field(1, ge=0, le=3, description="R17: gifts per AGENT")
    max_turns: int = Field(1000, ge=1, le=100_000, description="R23: cap on the turns of a match")
    max_matches: int = Field(60, ge=1, le=1000, description="R23: cap on the matches of a series")
    first_dealer: FirstDealer = Field(FirstDealer.RANDOM, description="A4: dealer of match 1")
    next_dealer: NextDealer = Field(NextDealer.WINNER, description="R4: dealer of the next match")
    starter: Starter = Field(Starter.DEALER, description="R7: who acts first")
    direction_mode: DirectionMode = Field(
        DirectionMode.DEALER_CHOICE, description="R5: who chooses the direction of play"
    )
    team_choice: TeamChoice = Field(TeamChoice.RANDOM, description="A3: how teams are chosen")
    first_card: FirstCard = Field(
        FirstCard.ARBITRE_ONLY, description="A6: effect of a special as first card"
    )
    combo_rule: ComboRule = Field(
        ComboRule.UNIFORM, description="A7: what cards of a combination share"
    )
    combo_same_colour: bool = Field(
        True, description="A35: one colour may occur twice in a combination"
    )
    after_draw: AfterDraw = Field(
        AfterDraw.DRAWN_ONLY, description="A8: what may be played after drawing"
    )
    voluntary_draw: bool = Field(True, description="A9: drawing although one could play")
    team_collection: bool = Field(True, description="R11-R13: laying one's own team, and the bonus")
    lay_mode: LayMode = Field(
        LayMode.REPLACES, description="A10: laying instead of, or before, a play"
    )
    keep_laid: bool = Field(True, description="R12: laid cards stay between matches")
    bonus_scope: BonusScope = Field(BonusScope.FIRST_ONLY, description="A11: who gets a bonus")
    bonus_at_target: BonusAtTarget = Field(
        BonusAtTarget.IMMEDIATE, description="A12: when a bonus ends the series"
    )
    goal_response: bool = Field(False, description="A13: a GOOOAL may answer a GOOOAL")
    goal_aftermath: GoalAftermath = Field(
        GoalAftermath.NORMAL_TURN, description="A15: the turn after a GOOOAL draw"
    )
    gardien_cancel: bool = Field(True, description="R16: a GARDIEN cancels pending GOOOALs")
    coupe_cancel: bool = Field(True, description="R18: a COUPE cancels pending GOOOALs")
    gardien_cancels: GardienCancels = Field(
        GardienCancels.ALL, description="A17: what one GARDIEN cancels"
    )
    skip_mode: SkipMode = Field(SkipMode.CYCLIC, description="A18: who can lose turns")
    agent_gift_can_win: bool = Field(True, description="A19: the last card may be given away")
    agent_face: AgentFace = Field(AgentFace.CHOICE, description="A31: face of a gift")
    finish_specials: FinishSpecials = Field(
        FinishSpecials.ALL, description="A14: specials that may empty the hand"
    )
    coupe_colour: CoupeColour = Field(CoupeColour.PRINTED, description="A20: colour after a COUPE")
    coupe_on_coupe: bool = Field(True, description="A21: a COUPE on a COUPE of another colour")
    reshuffle: Reshuffle = Field(Reshuffle.BOTH_EMPTY, description="A16: when all piles are empty")
    hand_colours_public: bool = Field(True, description="R22: strategies see colours of hands")
    pile_colours_public: bool = Field(True, description="A22: strategies see colours of pile tops")

    def laid_at_most(self, seats: int) -> int:
        """K of section 4: cards that may lie in front of players when a match begins."""
        stays = self.team_collection and self.keep_laid and self.unit == Unit.SERIES
        return seats * (self.collect_size - 1) if stays else 0

    def check_table(self, seats: int, components: Components) -> None:
        """Refuse what no table could play with these components (section 4 of RULES.md)."""
        sizes = team_sizes(components)
        if len(sizes) < seats:
            raise InputError(f"players = {seats}: the deck has {len(sizes)} teams")
        if self.team_collection and self.collect_size > min(sizes.values()):
            raise InputError(
                f"collect_size = {self.collect_size}: the smallest team has "
                f"{min(sizes.values())} cards"
            )
        deck, laid = len(cards(components)), self.laid_at_most(seats)
        needed = seats * self.hand_size + 1
        if deck - laid < needed:
            raise InputError(
                f"hand_size = {self.hand_size}: {seats} players need {needed} cards, the deck has "
                f"{deck}{f', of which {laid} may lie in front of them' if laid else ''}"
            )

    def doubts(self, components: Components, players: int | None = None) -> Iterator[str]:
        """What is allowed and has no effect (section 4 of RULES.md), or looks misspelt."""
        changed = self.changed()
        collecting = (
            "collect_size", "bonus_wins", "lay_mode", "keep_laid", "bonus_scope", "bonus_at_target",
        )  # fmt: skip
        series = ("max_matches", "next_dealer", "keep_laid")
        idle = {
            "team_collection = false": (not self.team_collection, collecting),
            "unit = 'match'": (self.unit == Unit.MATCH, series),
            "bonus_wins = 0": (self.bonus_wins == 0, ("bonus_at_target",)),
            "n_piles = 1": (self.n_piles == 1, ("pile_colours_public",)),
            "combo_rule = 'single'": (self.combo_rule == ComboRule.SINGLE, ("combo_same_colour",)),
            "gardien_cancel = false": (not self.gardien_cancel, ("gardien_cancels",)),
            "agent_gifts = 0": (self.agent_gifts == 0, ("agent_gift_can_win", "agent_face")),
            "goal_draw = 0": (
                self.goal_draw == 0,
                ("goal_extra_draw", "goal_response", "goal_aftermath", "gardien_cancel",
                 "coupe_cancel", "gardien_cancels"),
            ),
            "arbitre_skip = 0": (self.arbitre_skip == 0, ("skip_mode",)),
            "goal_aftermath = 'lose_turn'": (
                self.goal_aftermath == GoalAftermath.LOSE_TURN, ("goal_extra_draw",),
            ),
        }  # fmt: skip
        for reason, (holds, names) in idle.items():
            for name in names:
                if holds and name in changed:
                    yield f"{name}: has no effect with {reason}"
        yield from lonely_colours(components)
