"""What is timed of each game that has a C twin, and where the twin must agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Bench:
    """What is timed of a game."""

    few: int  # matches that last some milliseconds
    line_ups: tuple[list[str], ...]
    managers: list[Any]  # the twin must agree on neighbours among them
    rules: tuple[dict[str, Any], ...]  # and on these rules
    basic: dict[str, Any] = field(default_factory=dict)  # options of the part that the twin plays

    def rules_for(self, seats: int) -> list[dict[str, Any]]:
        """The rules for a table; what they name seat by seat is cut to its size."""
        return [
            {k: v[:seats] if k == "fixed_personalities" else v for k, v in rules.items()}
            for rules in self.rules
        ]


GAMES = {
    "dream_team": Bench(
        few=4_800,
        line_ups=(["random", "random"], ["heuristic", "heuristic"], ["random", "heuristic"]),
        managers=["random", "heuristic", "greedy", "cautious", "aggressive", "predictable"],
        rules=(
            {},
            {"play_rule": "attack_once_defend_free"},
            {"play_rule": "attack_once_defend_once", "direction": "conceder_attacks"},
            {"dice_mode": "rolled", "save_match": "die", "team_formation": "random_deal"},
            {"dice_mode": "chosen_any", "dice_limit": "shared", "counterattack": False},
            {"allow_no_keeper": "both", "subs_per_window": 3, "direction": "keep_after_save"},
            {"unopposed": "no_attack", "draw_rule": "extra_time_then_sudden_death", "thirds": 5},
        ),
        basic={"use_action_cards": False, "use_special_cards": False},
    ),
    "bundesliga": Bench(
        few=480,
        line_ups=(
            ["passive"] * 4,
            ["random"] * 4,
            ["planner"] * 4,
            ["random", "thrifty", "early_investor", "planner"],
        ),
        managers=[
            "random",
            "passive",
            "thrifty",
            "early_investor",
            "threshold_seeker",
            "flip_trader",
            "planner",
        ],
        rules=(
            {},
            {"seasons": 3, "carry_cash": False, "carry_squad": False, "new_season_capital": 90_000},
            {"dice_count": 2, "lap_end": "carry", "wait_at_start": False, "rounds_per_season": 4},
            {"lap_end": "exact", "round_order": "arrival", "first_player": "random", "seasons": 9},
            {"insolvency": "bankruptcy", "start_capital": 50_000, "round_bonus": 0},
            {"insolvency": "debt", "sale_price_pct": 10, "winner_rule": "cash", "squad_min": 9},
            {"home_income_mode": "by_place", "place_ties": "money", "home_income_negative": True},
            {"cup_draw_rule": "replay", "cup_rounds_to_win": 2, "cup_prize": 9000, "max_turns": 90},
            {"event_card_return": "reshuffle", "squad_max": 13, "covered_stadiums": [2, 5]},
            {"strength_cap": 33, "bank_stock_limited": False, "sell_before_roll": False},
            {"post_roll_sale_timing": "before_move", "buy_before_roll": False},
            {"pass_counts": False, "winner_rule": "wealth", "relegated_can_win": True},
        ),
    ),
    "goooal": Bench(
        few=120,
        line_ups=(
            ["random"] * 2,
            ["dumper"] * 2,
            ["strong"] * 2,
            ["random", "dumper", "collector", "strong"],
        ),
        managers=["random", "dumper", "collector", "attacker", "keeper", "strong"],
        rules=(
            {},
            {"unit": "match", "hand_size": 9, "n_piles": 3, "skip_mode": "others_only"},
            {"combo_rule": "chain", "after_draw": "any", "next_dealer": "loser", "n_piles": 1},
            {"combo_rule": "single", "after_draw": "drawn_combo", "next_dealer": "rotate"},
            {"combo_same_colour": False, "after_draw": "none", "first_card": "apply"},
            {"lay_mode": "adds", "keep_laid": False, "collect_size": 2, "starter": "next"},
            {"bonus_at_target": "finish_match", "series_wins": 2, "bonus_wins": 3},
            {"bonus_scope": "every_player", "collect_size": 3, "hand_size": 4, "draw_count": 2},
            {"team_collection": False, "voluntary_draw": False, "direction_mode": "fixed"},
            {"goal_response": True, "goal_aftermath": "lose_turn", "team_choice": "seat"},
            {"gardien_cancels": "one", "goal_draw": 4, "arbitre_skip": 2, "first_card": "redraw"},
            {"gardien_cancel": False, "goal_extra_draw": 3, "finish_specials": "none"},
            {"coupe_cancel": False, "coupe_on_coupe": False, "finish_specials": "coupe_only"},
            {"coupe_colour": "chosen", "hand_colours_public": False, "first_dealer": "seat0"},
            {"pile_colours_public": False, "agent_face": "visible", "agent_gifts": 2},
            {"agent_gift_can_win": False, "agent_face": "hidden", "first_card": "no_effect"},
            {"reshuffle": "never", "max_turns": 60, "max_matches": 7, "collect_size": 1},
        ),
    ),
    "singaporean_dream": Bench(
        few=240,
        line_ups=(
            ["random"] * 4,
            ["banker"] * 4,
            ["strong"] * 4,
            ["random", "thief", "hoarder", "cautious"],
        ),
        managers=[
            "random",
            "banker",
            "thief",
            "hoarder",
            "cautious",
            "strong",
            {"strategy": "random", "blank": "stop"},
            {"strategy": "strong", "blank": "power"},
        ],
        rules=(
            {},
            {"initial_hand": 0, "draw_per_turn": 1, "empty_hand_draw": 5, "actions_per_turn": 2},
            {"power_uses_per_turn": 3, "stopped_power_counts_used": False, "hand_limit": 12},
            {"hand_limit_timing": "immediate", "hand_limit": 3, "reshuffle_keep_top": 0},
            {"reshuffle_timing": "eager", "reshuffle_short": "all", "reshuffle_keep_top": 60},
            {"bonus_dream_count": 3, "bonus_doubles_value": True, "first_player": "seat0"},
            {"insufficient_mode": "cash_and_dream", "forfeit_chooser": "payer"},
            {"insufficient_mode": "cash_only", "pay_from_hand": True},
            {"payment_policy": "largest_first", "change_given": True, "no_dream_mode": "nothing"},
            {"payment_policy": "smallest_first", "pay_from_hand": True, "dreams_in_pile": 7},
            {"purchase_overpay": "exact_only", "dream_market_size": 3, "draw_per_turn": 4},
            {"empty_bank_theft": "dream", "forfeit_dreams": 2, "stolen_cash_to": "hand"},
            {"steal_dream_chooser": "owner", "hand_steal_mode": "random_card", "max_turns": 60},
            {"hand_steal_mode": "owner_chooses", "discard_hand_mode": "random_card"},
            {"protect_covers_forfeit": False, "reshuffle_short": "all", "draw_per_turn": 6},
            {"stop_right": "targets_only", "counter_right": "actor_only", "stop_chain_max": 2},
            {"stop_scope_all": "self_only", "own_turn_counter_costs_action": True},
            {"stop_purchase": True, "end_timing": "end_of_turn", "final_tie": "later_in_order"},
            {"powers_enabled": False, "end_timing": "end_of_round", "dreams_in_pile": 3},
            {
                "personality_assignment": "fixed",
                "fixed_personalities": [
                    "kiasu_parent",
                    "nsf",
                    "influencer",
                    "aunty",
                    "complain_queen",
                    "ah_beng",
                ],
            },
        ),
    ),
    "nove_anni": Bench(
        few=240,
        line_ups=(
            ["random"] * 2,
            ["strategist"] * 2,
            ["random", "keep_light", "early_wake", "strategist"],
        ),
        managers=[
            "random",
            "plain",
            "best_fit",
            "keep_light",
            "early_wake",
            "strategist",
            "shielder",
            "saboteur",
            {"strategy": "random", "blank": "awakening", "blank_column": "lord"},
            {"strategy": "strategist", "blank": "teacher", "late_turns": 3.0, "opp_sel": 1.5},
            {"strategy": "strategist", "slot": "listed", "judge": "count", "hold_weight": 0.0},
            {"strategy": "keep_light", "slot": "ready", "padre_min": 1, "blank_column": "padre"},
            {"strategy": "saboteur", "columns": "shield", "shield_win": 0.9, "wake_lead": -999},
        ],
        rules=(
            {},
            {"decks": 1, "draw_next": 3, "columns": 3, "teacher_cards": 2, "own_card": "removed"},
            {"decks": 5, "draw_first": 12, "dedupe_light": False, "first_drawer_rule": "rotate"},
            {
                "players_per_deck": 1,
                "dedupe_dream": True,
                "deal_mode": "one_by_one",
                "max_turns": 9,
            },
            {"use_dream": False, "draw_mode": "refill_to_first", "teacher_old_cards": "removed"},
            {
                "use_light": False,
                "own_card": "hand",
                "activations_per_turn": 6,
                "end_rule": "deck_empty",
            },
            {"start_rule": "loser_of_previous", "series_length": 3, "tie_rule": "sum"},
            {
                "start_rule": "loser_of_previous",
                "series_length": 40,
                "first_drawer_rule": "turn_loser",
                "end_rule": "no_full_draw",
                "columns": 1,
                "teacher_cards": 1,
            },
            {"start_rule": "seat0", "short_hand_rule": "end_match", "light_in_columns": False},
            {"short_hand_rule": "empty_columns", "draw_next": 0, "max_turns": 20},
            {"short_hand_rule": "empty_columns", "teacher_mode": "up_to", "teacher_cards": 3},
            {"special_slots": 0, "own_card": "deck_bottom", "draw_first": 4},
            {"slot_replace": "to_hand", "activate_same_turn": False, "awakening_min_turn": 6},
            {"tie_rule": "carry", "light_value": 3, "columns": 2, "teacher_cards": 2},
            {"tie_rule": "hand", "all_inactive_to": "hand", "activations_per_turn": 3},
            {"tie_rule": "own_pile", "all_inactive_to": "own_pile", "auto_lost_to": "removed"},
            {"tie_rule": "first_drawer", "first_drawer_rule": "turn_winner", "science_top_k": 3},
            {
                "light_immune_to_filters": True,
                "science_top_k": 1,
                "awakening_timing": "end_of_turn",
            },
            {"giovannino_same_turn_only": True, "teacher_old_cards": "hand"},
            {"obedience_returns_transformed": False, "teacher_uses_transformed": False},
            {
                "lord_targets": "all",
                "padre_scope": "before_turn",
                "padre_who": "all",
                "points_transformed": 5,
            },
            {
                "final_tie": "most_won_cards",
                "points_friend": 2,
                "points_tame": 3,
                "points_light": 4,
            },
            {"final_tie": "fewest_negatives", "points_rascal": -1, "points_fierce": -2},
            {"hand_counts": True, "activations_per_turn": 0, "decks": 2},
        ),
    ),
}
