"""Personalities, dreams, cash and action cards: rows of the component files (section 5).

The amount of a Wedding Invitation is a cell of a file (A29); the extended FAQ that the sheet names
is nowhere to be found (A32).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import Field

from sim.engine.components import LABEL, Components, Flaw, Row, Table, Tables, told_apart
from sim.engine.errors import nearest

# section 14: the most there may be of each
PERSONALITIES, DREAMS, CASH, TYPES, PILE = 8, 64, 8, 40, 400
STEP = 50  # K: all money is a multiple of it
MOST = 2000  # K: the dearest dream, and the highest sum due

ID: Any = Field(pattern=r"^[a-z][a-z0-9_]*$")

CardEffect = Literal[
    "stop",
    "collect_cash",
    "steal_cash_card",
    "steal_dream",
    "steal_hand_card",
    "discard_hand",
    "draw_cards",
    "salvage_cash",
    "take_top_dream",
]
PowerEffect = Literal[
    "collect_cash",
    "steal_cash_card",
    "steal_dream",
    "steal_hand_card",
    "discard_hand",
    "draw_cards",
    "salvage_cash",
    "take_top_dream",
    "protect_dreams",
    "discount_buy",
]
Scope = Literal["none", "one", "all"]
Provenance = Literal["rulebook", "assumed"]
EFFECTS = (*get_args(CardEffect), "protect_dreams", "discount_buy")
SCOPES = get_args(Scope)
ALLOWED: Mapping[str, tuple[str, ...]] = {  # scopes of an effect
    "collect_cash": ("one", "all"),
    "steal_cash_card": ("one",),
    "steal_dream": ("one",),
    "steal_hand_card": ("one",),
    "discard_hand": ("one", "all"),
}
NO_AMOUNT = {"stop", "protect_dreams"}
IN_MONEY = {"collect_cash", "salvage_cash", "discount_buy"}


class Personality(Row):
    """A personality and its power (R4, R9)."""

    personality_id: str = ID
    label: str = LABEL
    power_effect: PowerEffect
    power_scope: Scope
    power_amount: int = Field(ge=0, le=MOST)
    provenance_label: Provenance
    provenance_power: Provenance
    provenance: Provenance


class Dream(Row):
    """A dream, its price, and whose it is (R10, R20)."""

    dream_id: str = ID
    label: str = LABEL
    value_k: int = Field(ge=STEP, le=MOST, multiple_of=STEP)
    bonus_personality: str
    provenance_label: Provenance
    provenance_value: Provenance
    provenance: Provenance


class Cash(Row):
    """A denomination."""

    cash_id: str = ID
    label: str = LABEL
    value_k: int = Field(ge=STEP, le=MOST, multiple_of=STEP)
    copies: int = Field(ge=0, le=PILE)
    provenance_value: Provenance
    provenance_copies: Provenance
    provenance: Provenance


class Action(Row):
    """An action card; `keep_value` tells scripted players what holding it is worth, in K."""

    action_id: str = ID
    label: str = LABEL
    effect: CardEffect
    scope: Scope
    amount: int = Field(ge=0, le=MOST)
    copies: int = Field(ge=0, le=PILE)
    keep_value: int = Field(ge=0, le=100_000)
    provenance_label: Provenance
    provenance_effect: Provenance
    provenance_copies: Provenance
    provenance: Provenance


def _wrong_effect(effect: str, scope: str, amount: int) -> str:
    """What does not go with an effect, '' if all does (section 5)."""
    scopes = ALLOWED.get(effect, ("none",))
    if scope not in scopes:
        return f"scope = {scope!r} does not go with {effect}; allowed: {', '.join(scopes)}"
    if effect in NO_AMOUNT:
        return f"amount = {amount}: {effect} has amount 0" if amount else ""
    if effect == "take_top_dream":
        return f"amount = {amount}: take_top_dream has amount 1" if amount != 1 else ""
    if amount < 1:
        return f"amount = {amount}: {effect} needs at least 1"
    if effect in IN_MONEY and amount % STEP:
        return f"amount = {amount}: {effect} needs a multiple of {STEP} K"
    return ""


def _over(rows: Sequence[Row], most: int) -> Row | None:
    """The first row that is one too many."""
    return rows[most] if len(rows) > most else None


def _check_personalities(rows: Sequence[Personality]) -> Flaw | None:
    """Enough of them, and powers that mean something."""
    if not 2 <= len(rows) <= PERSONALITIES:
        return Flaw(
            f"{len(rows)} personalities; 2 to {PERSONALITIES} are needed",
            _over(rows, PERSONALITIES),
        )
    for row in rows:
        wrong = _wrong_effect(row.power_effect, row.power_scope, row.power_amount)
        if wrong:
            return Flaw(f"{row.personality_id}: power_{wrong}", row)
        if row.personality_id == "none":
            return Flaw("personality_id = 'none': stands for no bonus in dream_cards", row)
    return None


def _check_dreams(rows: Sequence[Dream]) -> Flaw | None:
    if 1 <= len(rows) <= DREAMS:
        return None
    return Flaw(f"{len(rows)} dreams; 1 to {DREAMS} are needed", _over(rows, DREAMS))


def _check_cash(rows: Sequence[Cash]) -> Flaw | None:
    if not 1 <= len(rows) <= CASH:
        return Flaw(f"{len(rows)} denominations; 1 to {CASH} are needed", _over(rows, CASH))
    seen: set[int] = set()
    for row in rows:
        if row.value_k in seen:
            return Flaw(f"value_k = {row.value_k} stands there twice", row)
        seen.add(row.value_k)
    return None


def _check_actions(rows: Sequence[Action]) -> Flaw | None:
    for row in rows:
        wrong = _wrong_effect(row.effect, row.scope, row.amount)
        if wrong:
            return Flaw(f"{row.action_id}: {wrong}", row)
    return None


def _check(tables: Mapping[str, Sequence[Any]], paths: Mapping[str, Path]) -> Flaw | None:
    """What the files must agree on, and how many cards there may be."""
    known = {row.personality_id for row in tables["personalities"]}
    for row in tables["dream_cards"]:
        if row.bonus_personality not in {*known, "none"}:
            text = (
                f"{row.dream_id}: bonus_personality = {row.bonus_personality!r} is not in "
                f"{paths['personalities']}{nearest(row.bonus_personality, [*known, 'none'])}"
            )
            return Flaw(text, row)
    both = (*tables["cash_cards"], *tables["action_cards"])
    if len(both) > TYPES:
        return Flaw(f"{len(both)} kinds of cash and action cards; at most {TYPES}", both[TYPES])
    pile = sum(row.copies for row in both)
    if 1 <= pile <= PILE:
        return None
    return Flaw(f"{pile} cash and action cards; 1 to {PILE} are needed")


TABLES = Tables(
    folder=Path(__file__).parent / "components",
    tables={
        "personalities": Table(
            "personalities.csv",
            Personality,
            "personalities",
            key="personality_id",
            check=_check_personalities,
        ),
        "dream_cards": Table(
            "dream_cards.csv", Dream, "dreams", key="dream_id", check=_check_dreams
        ),
        "cash_cards": Table("cash_cards.csv", Cash, "cash", key="cash_id", check=_check_cash),
        "action_cards": Table(
            "action_cards.csv", Action, "action cards", key="action_id", check=_check_actions
        ),
    },
    check=_check,
)


def personalities(components: Components) -> Sequence[Personality]:
    """The personalities in file order."""
    return components.rows["personalities"]


def dreams(components: Components) -> Sequence[Dream]:
    """The dreams in file order."""
    return components.rows["dream_cards"]


def cash(components: Components) -> list[Cash]:
    """The denominations, lowest first: card types 0, 1, ..."""
    return sorted(components.rows["cash_cards"], key=lambda row: row.value_k)


def actions(components: Components) -> Sequence[Action]:
    """The action cards in file order: the card types after the denominations."""
    return components.rows["action_cards"]


def pile_cards(components: Components) -> list[Any]:
    """Rows of the action pile by card type: denominations, then action cards."""
    return [*cash(components), *actions(components)]


def labels(components: Components) -> list[str]:
    """Names of the card types."""
    return told_apart(pile_cards(components))


def pile_size(components: Components) -> int:
    """Cards of the action pile."""
    return sum(row.copies for row in pile_cards(components))


def played_as(card: Action) -> str:
    """Its kind: the effect, and whether on one or on all."""
    name = {"collect_cash": "collect", "discard_hand": "discard"}.get(card.effect)
    return card.effect if name is None else f"{name}_{card.scope}"
