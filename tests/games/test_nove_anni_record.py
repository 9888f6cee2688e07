"""What is counted of a match of nove_anni (section 9 of RULES.md), read again from its events."""

import numpy as np
from nove_anni_told import SHIPPED, deck, fighter, match_of, of, several, turns
from telling import tell

from sim.games.nove_anni.cards import pack_of
from sim.games.nove_anni.story import Event

ENDING = (  # rules of matches by what ends them: the deck, Il risveglio, the cap, a short hand
    {"use_dream": False},
    {},
    {"max_turns": 1, "awakening_min_turn": 2},
    {"short_hand_rule": "end_match", "draw_next": 3, "awakening_min_turn": 1001},
)
TWINS = deck([fighter(f"{kind}", kind, [i, 7 - i, 2 * i, 5], 9) for i, kind in enumerate(("rascal", "friend", "fierce", "tame"))])  # fmt: skip


def test_turns_are_kept_by_what_ends_a_match():
    """Section 10, length by end reason."""
    for reason, rules in enumerate(ENDING):
        told = next(t for t in several(rules) if t.row["end_reason"] == reason)
        ended = [told.row[f"end_turn_{k}"] for k in range(4)]
        assert ended == [told.row["turns"] if k == reason else 0 for k in range(4)]


def test_denied_activations_are_kept_by_the_order_of_drawing():
    """Section 10, activation scarcity: who draws first is never denied his own (R25)."""
    denied = 0
    for told in several({"awakening_min_turn": 1001}, ("best_fit",) * 3):
        row = told.row
        found = [row[f"denied_turns_seat{(row['start_seat'] + k) % 3}"] for k in range(3)]
        assert [row[f"denied_place_{k}"] for k in range(3)] == found
        assert found[0] == 0
        denied += sum(found)
    assert denied > 0


def counted(told, name):
    """Cells of a matrix that are not zero."""
    counts = told.tables[0].counts[name]
    return {tuple(place): int(counts[tuple(place)]) for place in np.argwhere(counts).tolist()}


def test_opening_counts_name_a_player_once_however_many_copies_he_draws():
    """Merged decks (R1) and copies of one's own: a player with two of a card is one player."""
    for components, players in ((SHIPPED, 5), (TWINS, 3)):
        s = match_of({"max_turns": 2}, ("plain",) * players, components)
        pack, twice = pack_of(s.rules, players, components), 0
        for match in range(3):
            told = tell(s, match)
            drawn = [(e.seat, pack[e.a]) for e in of(turns(told)[0], Event.DRAW)]
            twice += len(drawn) - len({*drawn})
            shares = {place: told.row[f"win_share_seat{place[0]}"] for place in {*drawn}}
            won = {place: share for place, share in shares.items() if share}
            assert counted(told, "opening_count") == dict.fromkeys(drawn, 1)
            assert counted(told, "opening_win_share_sum") == won
            alone = {place: 1 for place, share in won.items() if share == 60}
            assert counted(told, "opening_won") == alone
        assert twice > 0
