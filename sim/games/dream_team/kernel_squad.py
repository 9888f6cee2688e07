"""Squads: who belongs to a side, what its cards are worth now, who may come in (R3-R6, R60)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import full, has
from sim.engine.kernel import leaf, rule
from sim.engine.rng import below
from sim.games.dream_team.cards import FIELD, KEEPERS, SPECIALS, TEAMS
from sim.games.dream_team.decisions import best_cards
from sim.games.dream_team.decisions_value import FIRST_SPECIAL, TOLERANCE, policy_of
from sim.games.dream_team.kernel_field import put_in_goal
from sim.games.dream_team.rules_words import Assignment, Formation, Reselect
from sim.games.dream_team.state import DEAL, SIDES
from sim.games.dream_team.strategies import Faces, Kind, Pull


@leaf
def assign_teams(t):
    """R4: each seat gets one of the six teams; R60, A49: or all cards are dealt anew."""
    for team in range(TEAMS):
        t.team[team] = team
    if t.rules.team_assignment == Assignment.RANDOM:
        shuffle(t, t.team, np.int64(TEAMS), np.int64(SIDES))
    if t.rules.team_formation == Formation.RANDOM_DEAL:
        deal(t)
    if t.rules.use_special_cards != 0:
        for special in range(len(SPECIALS)):
            t.special_order[special] = special
        shuffle(t, t.special_order, np.int64(len(SPECIALS)), np.int64(SIDES))


@rule
def deal(t):
    """R60, A49: six players and two goalkeepers for each team, out of all cards."""
    for card in range(TEAMS * FIELD):
        t.player_order[card] = card
    for card in range(TEAMS * KEEPERS):
        t.keeper_order[card] = card
    shuffle(t, t.player_order, np.int64(TEAMS * FIELD), np.int64(TEAMS * FIELD))
    shuffle(t, t.keeper_order, np.int64(TEAMS * KEEPERS), np.int64(TEAMS * KEEPERS))


@leaf
def shuffle(t, cards, size, first):
    """Fisher-Yates from the front: `first` places get a uniform draw of all `size` cards."""
    for i in range(first):
        j = i + below(t, DEAL, size - i)
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held


@leaf
def form_squad(t, side):
    """R3-R5: six field cards in CSV order, a special player last, and two goalkeepers."""
    team = t.team[t.seat[side]]
    t.squad[side], t.goalies[side] = FIELD, KEEPERS
    for i in range(FIELD):
        t.card[side, i] = team * FIELD + i
    for i in range(KEEPERS):
        t.keeper_card[side, i] = team * KEEPERS + i
    if t.rules.team_formation == Formation.RANDOM_DEAL:
        take_dealt(t, side)
    for i in range(KEEPERS):
        t.save[side, i] = t.keeper_save[t.keeper_card[side, i]]
    t.changed[side] = 0
    if t.rules.use_special_cards != 0:
        take_special(t, side)
    if t.rules.use_special_cards | t.rules.use_action_cards != 0:
        restore(t, side)
    for i in range(t.squad[side]):
        t.attack[side, i] = t.card_attack[t.card[side, i]]
        t.defence[side, i] = t.card_defence[t.card[side, i]]
    judge_cards(t, side)


@rule
def take_dealt(t, side):
    """R60: the cards dealt to a side, sorted."""
    for i in range(FIELD):
        card, place = np.int64(t.player_order[t.card[side, i]]), i
        while place > 0 and t.card[side, place - 1] > card:
            t.card[side, place] = t.card[side, place - 1]
            place -= 1
        t.card[side, place] = card
    one = np.int64(t.keeper_order[t.keeper_card[side, 0]])
    two = np.int64(t.keeper_order[t.keeper_card[side, 1]])
    t.keeper_card[side, 0], t.keeper_card[side, 1] = min(one, two), max(one, two)


@rule
def take_special(t, side):
    """R5, R27: the special player dealt to a side is its seventh field card."""
    special = np.int64(t.special_order[side])
    t.card[side, FIELD] = FIRST_SPECIAL + special
    t.squad[side] = FIELD + 1
    for key in range(len(SPECIALS)):
        t.special_at[side, key] = 1 + FIELD if key == special else 0
    t.changed[side] = t.rules.reselect_cards == Reselect.REGULAR_ONLY
    t.special_periods[side] = t.jakob = 0


@rule
def restore(t, side):
    """Nobody is hurt, punished, enchanted, lent or borrowed."""
    t.zero[side] = t.injured[side] = t.sent_off[side] = t.boxed[side] = t.lent[side] = 0
    t.joined[side] = t.unfit[side] = t.off[side] = t.hurt[side] = 0
    t.keeper_injured[side] = t.keeper_boxed[side] = t.keeper_lent[side] = 0
    t.keeper_unfit[side] = t.keeper_hurt[side] = t.keeper_fouled[side] = 0
    t.injuries[side] = t.boxes[side] = t.sendoffs[side] = 0
    for place in range(t.squad[side]):
        t.spell[side, place] = 0
    for keeper in range(KEEPERS):
        t.keeper_spell[side, keeper] = 0


@leaf
def judge_cards(t, side):
    """Section 8: what the trainer of a side makes of its cards.

    Its best line-up leaves nothing to swap for, unless swaps need not gain anything (D3).
    """
    p = policy_of(t, side)
    t.random[side] = p.kind == Kind.RANDOM
    t.faces[side] = Faces.UNIFORM if p.kind == Kind.RANDOM else p.faces
    for place in range(t.squad[side]):
        judge_card(t, side, place)
    if p.kind == Kind.SCRIPTED:
        t.best[side] = best_cards(
            t, side, full(t.squad[side]), min(t.rules.field_players, t.squad[side])
        )
        swaps = min(t.rules.subs_per_window, t.rules.subs_per_third)
        never = p.pull == Pull.NEVER and p.sub_min_gain > 2 * TOLERANCE
        t.content[side] = swaps > 0 and never
    else:
        t.content[side] = 0


@leaf
def judge_card(t, side, place):
    """D1, D3, D4, D5: score, bias and cost of a card by its present values."""
    p, attack, defence = policy_of(t, side), t.attack[side, place], t.defence[side, place]
    bonus = p.special_bonus if t.card[side, place] >= FIRST_SPECIAL else 0.0
    t.score[side, place] = p.w_att * attack + p.w_def * defence + bonus
    t.bias[side, place] = p.attack_bias * (attack - defence)
    t.cost[side, place] = p.c_att * attack + p.c_def * defence


@rule
def set_values(t, side, place):
    """Val of section 6: 0 for the period, else the spell's value, else the printed ones (R34)."""
    attack = t.card_attack[t.card[side, place]]
    defence = t.card_defence[t.card[side, place]]
    if t.spell[side, place] != 0:
        attack = defence = t.spell[side, place] - 1
    if has(t.zero[side], place):
        attack = defence = np.int64(0)
    t.attack[side, place], t.defence[side, place] = attack, defence
    judge_card(t, side, place)
    mark_changed(t, side)


@rule
def set_keeper(t, side, keeper):
    """R34, R35: the same for a goalkeeper's save value."""
    spell = t.keeper_spell[side, keeper]
    printed = t.keeper_save[t.keeper_card[side, keeper]]
    t.save[side, keeper] = spell - 1 if spell != 0 else printed
    if t.keeper[side] == keeper:
        put_in_goal(t, side, keeper)
    mark_changed(t, side)


@leaf
def set_unfit(t, side):
    """Who may not come in: injured, sent off, in the penalty box or lent."""
    t.unfit[side] = t.injured[side] | t.sent_off[side] | t.boxed[side] | t.lent[side]
    t.keeper_unfit[side] = t.keeper_injured[side] | t.keeper_boxed[side] | t.keeper_lent[side]
    mark_changed(t, side)


@leaf
def mark_changed(t, side):
    """What trainers worked out before no longer holds."""
    t.changed[side] = 1
    t.settled[0] = t.settled[1] = t.solved = 0
