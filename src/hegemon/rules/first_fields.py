"""The fields of rules that the hash always includes; later fields are included if they differ from their default.

Never add a name here: hashes identify rules in stores and samples, and seed the games of tournaments.
"""

_SIMULTANEOUS = (
    "version", "offense_kill_percent", "defense_kill_percent", "luck_percent", "rounding", "halves",
    "annihilation", "stands_guard", "moving_twice", "captured_frozen", "losses_frozen", "same_link_twice",
    "source_check", "interleave", "cycle", "idle_orders", "base_income", "excess_deploy", "illegal_orders",
    "start", "territories_each", "scatter_armies_low", "scatter_armies_high", "neutral_armies", "start_armies",
    "wastelands", "wasteland_armies", "picking", "ranked_conflict", "offers_per_group", "picks_shrink_percent",
    "picks_told", "fog", "dense", "round_cap", "round_cap_percent",
)  # fmt: skip

_CLASSIC = (
    "version", "deal", "deal_armies", "pool", "pool_of_two", "setup_place", "starter", "income_base",
    "income_divisor", "income_least", "income_most", "income_least_in_all", "groups_pay",
    "group_growth_percent", "army_cap", "place_where", "place_amounts", "duplicates", "cards", "open_hands",
    "wildcards", "card_values", "trade_at", "card_bonus", "card_bonus_on", "capture_hands", "deck_refill",
    "attack_mode", "attack_dice", "attack_armies", "battle", "attacks_per_turn", "occupy", "fortify",
    "fortify_moves", "fortify_amounts", "fortify_where", "fortify_fresh", "moves_after_win", "turn_cap",
    "decision_cap", "cap_result",
)  # fmt: skip

FIRST_FIELDS = {"simultaneous": frozenset(_SIMULTANEOUS), "classic": frozenset(_CLASSIC)}
