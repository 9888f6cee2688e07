"""Rules of goooal that few matches come to, on small decks that force them; the referee looks on."""

from collections import Counter
from itertools import product

import pytest
from goooal_told import deck_of, match_of, player
from test_goooal_referee import judged

from sim.games.goooal.story import Event

HUES = ("red", "blue", "green", "yellow")
MIXED = ("random", "strong", player(w_block=3, w_mob=-2, w_own=-3, dir_leader=True, g_feed=-5))
SOLO = {"team_collection": False}
SHORT = {"max_turns": 14, "max_matches": 3}


def squad(teams, size, *more):
    """Teams of so many players, numbers 1, 2, ... and colours in turn; and other cards."""
    rows = [f"player {HUES[(t + n) % 4]} {t} {n}" for t in range(teams) for n in range(1, size + 1)]
    return deck_of(*rows, *more, teams=0)


def specials(copies, *kinds):
    """So many of these specials in every colour."""
    return [f"{copies}x {kind} {hue}" for kind in kinds for hue in HUES]


def every(**values):
    """All rules that take one of these values each."""
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


REFUSER = player(w_card=-9, w_draw=9, w_pass=9, resp_cost=-9, use_piles=True)
FORCED = {  # rules, players, deck, units, what must happen in each setting
    "A16: reshuffles": (
        every(n_piles=[1, 3], draw_count=[2, 4], hand_size=[2]), ("random",) * 3, squad(3, 4), 2,
        (Event.RESHUFFLE,),
    ),
    "A16, R15: no card is left": (
        every(reshuffle=["both_empty", "never"], draw_count=[3], hand_size=[3], goal_draw=[5],
              after_draw=["drawn_only", "any"]),
        (REFUSER, "random"), squad(2, 6, "4x goooal red"), 2, (Event.NO_CARD, Event.ACCEPT),
    ),
    "R14, A6, A18: first cards": (
        every(first_card=["arbitre_only", "apply", "no_effect", "redraw"], arbitre_skip=[1, 3],
              skip_mode=["cyclic", "others_only"], starter=["dealer", "next"], max_turns=[2],
              goal_draw=[2], hand_size=[1]),
        ("random",) * 3, squad(3, 1, *specials(3, "arbitre", "goooal")), 1, (Event.FLIP,),
    ),
    "A6: redraw, until there is no card": (
        every(first_card=["redraw"], hand_size=[2], n_piles=[1, 2], max_turns=[6]),
        ("random",) * 3, squad(3, 1, "5x agent red"), 3, (Event.FLIP,),
    ),
    "R15-R18, A10, A13, A17, A33: answers": (
        every(goal_response=[False, True], gardien_cancels=["all", "one"], goal_draw=[1, 2],
              hand_size=[2, 5], goal_extra_draw=[3], lay_mode=["adds"], collect_size=[3]),
        (player(w_goooal=30, resp_gardien=9, resp_goooal=8), "random"),
        squad(2, 3, *specials(3, "goooal", "gardien"), *specials(1, "coupe")), 1,
        (Event.RESPOND, Event.CANCEL),
    ),
    "R17, A19, A30, A31: gifts": (
        every(agent_gifts=[1, 3], agent_gift_can_win=[False, True], agent_face=["choice", "visible"],
              hand_size=[3], collect_size=[4]),
        (player(w_agent=30, g_stop=-99, g_own=-3, g_feed=4, g_small=1, g_visible=True), *MIXED[:2]),
        squad(3, 4, *specials(2, "agent")), 2, (Event.GIFT,),
    ),
    "R18, A20, A21: coupes": (
        every(coupe_colour=["chosen"], coupe_on_coupe=[False, True], n_piles=[3], hand_size=[5]),
        MIXED, squad(3, 4, *specials(3, "coupe")), 3, (Event.COLOUR,),
    ),
    "A20: one colour is no choice": (
        every(coupe_colour=["chosen"], hand_size=[3]), ("dumper", "random"),
        deck_of(*(f"player red {n % 2} {n}" for n in range(6)), "8x coupe red", teams=0), 3,
        (Event.COLOUR,),
    ),
    "R11-R13, A10-A12, A27, A29: bonuses": (
        every(lay_mode=["replaces", "adds"], bonus_scope=["first_only", "every_player"],
              bonus_at_target=["immediate", "finish_match"], bonus_wins=[2], collect_size=[2],
              series_wins=[3], hand_size=[4]),
        ("collector", "random", "collector"), squad(3, 5, *specials(1, "coupe")), 2,
        (Event.LAY, Event.BONUS),
    ),
    "R9, A9, section 8: weights": (
        every(voluntary_draw=[False, True], skip_mode=["cyclic", "others_only"],
              hand_colours_public=[True, False], arbitre_skip=[2], collect_size=[3], hand_size=[5]),
        (player(w_own=7, w_mob=3, w_block=5, w_rush=9, danger_hand=4, w_complete=8, w_pass=4,
                w_agent=3, w_arbitre=-6, w_gardien=2, w_coupe=-4, w_goooal=5, w_lay=-3),
         player(w_card=3, w_draw=6, w_own=-5, w_mob=-2, w_block=-4, w_rush=-7, danger_hand=5,
                resp_gardien=-8, resp_coupe=-6, resp_cost=2, g_own=-4, g_feed=3, g_small=1, g_stop=-9),
         "random"),
        squad(3, 4, *specials(1, "arbitre", "goooal", "gardien", "agent", "coupe")), 1,
        (Event.PLAY,),
    ),
    "A27: the last card completes the team": (
        every(lay_mode=["replaces", "adds"], collect_size=[2], series_wins=[1, 2], hand_size=[2]),
        ("collector",) * 2, squad(2, 5), 3, (Event.BONUS, Event.WIN),
    ),
    "R2, R11, A8, A11: lays": (
        every(after_draw=["drawn_only", "drawn_combo", "any", "none"], bonus_scope=["every_player"],
              collect_size=[2], series_wins=[9], draw_count=[3], hand_size=[2, 4]),
        ("random", player(w_draw=99), "collector"), squad(3, 6), 1, (Event.LAY, Event.BONUS),
    ),
    "R10, A7, A35: combinations": (
        every(combo_rule=["uniform", "chain", "single"], combo_same_colour=[False, True],
              after_draw=["drawn_combo", "any"], hand_size=[5]),
        MIXED, squad(3, 6, "3x agent red", "3x agent blue"), 1,
        (Event.PLAY,),
    ),
    "R20, A14: finishes": (
        every(finish_specials=["all", "coupe_only", "none"], combo_rule=["uniform", "single"],
              goal_response=[True], hand_size=[2]),
        (*MIXED[:2], "dumper"), squad(3, 1, *specials(3, "coupe", "goooal", "gardien")), 2,
        (Event.PLAY,),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORCED)
def test_the_referee_agrees_where_it_is_forced(name):
    settings, seats, deck, units, wanted = FORCED[name]
    kinds = Counter()
    for i, rules in enumerate(settings):
        bonuses = {} if "collect_size" in rules else SOLO
        s = match_of(SHORT | bonuses | rules, seats, deck, seed=i)
        for match in range(units):
            kinds.update(event.kind for event in judged(s, match).events)
    assert all(kinds[kind] >= len(settings) for kind in wanted), kinds
