"""The published rule sets by name, and ``load_rules``."""

from __future__ import annotations

from collections.abc import Mapping

from hegemon._plugins import Plugin, find_plugin, plugin_names
from hegemon._spec import Spec, parse_spec
from hegemon._words import did_you_mean
from hegemon.errors import RulesError
from hegemon.rules.base import Rules
from hegemon.rules.classic import ClassicRules
from hegemon.rules.simultaneous import SimultaneousRules

_WARLIGHT1 = SimultaneousRules(
    name="warlight1",
    luck_percent=100,
    halves="kills",
    excess_deploy="clip",
    territories_each=3,
    picking="ranked",
    ranked_conflict="coin",
    offers_per_group=2,
    picks_told=False,
    fog="normal",
    round_cap=100,
)

# The program of the parallel-search thesis: no cards, blitz, placing and moving in one, half or all.
_SWISS2025 = ClassicRules(
    name="swiss2025",
    deal_armies=3,
    setup_place="none",
    starter="random",
    place_where="border",
    place_amounts="one-half-all",
    duplicates=True,
    cards="none",
    attack_mode="blitz",
    occupy="all",
    fortify_amounts="one-half-all",
    moves_after_win=True,
    decision_cap=10_000,
)

# The text of the Q-learning report: fixed start, one attack and one fortification a turn, 40 turns.
_YAO2025 = ClassicRules(
    name="yao2025",
    deal="alternate",
    setup_place="none",
    income_base="armies",
    income_least=1,
    income_least_in_all=True,
    army_cap=40,
    place_amounts="all",
    cards="none",
    attack_mode="blitz",
    attack_armies="any",
    attacks_per_turn=1,
    occupy="all",
    fortify="adjacent",
    turn_cap=40,
    cap_result="armies",
)

_CLASSIC: tuple[Rules, ...] = (
    # The full game: a deal, cards in hand, blitz or single rolls, chosen occupation, one connected fortification.
    ClassicRules(name="classic"),
    # Gnecco Heredia and Cazenave 2022: draft, all armies on one territory, blitz attacks, automatic cards.
    ClassicRules(
        name="heredia2022",
        deal="draft",
        pool_of_two=45,
        setup_place="four",
        place_amounts="all",
        cards="auto",
        wildcards=0,
        card_bonus_on="each",
        capture_hands="keep",
        deck_refill="new-deck",
        attack_mode="blitz",
        occupy="all",
        fortify="adjacent",
        fortify_moves=0,
        fortify_amounts="all",
        fortify_fresh=True,
    ),
    _SWISS2025,
    # The same thesis according to its text: scattered armies, open automatic cards, moves to the border only.
    _SWISS2025.with_(
        name="swiss2025-text",
        deal_armies=1,
        pool=39,
        setup_place="random",
        duplicates=False,
        cards="auto",
        open_hands=True,
        trade_at=3,
        card_bonus_on="first",
        fortify_where="border",
        moves_after_win=False,
    ),
    _YAO2025,
    # The program of the same report: almost no income, one roll of the dice, one army moves in.
    _YAO2025.with_(
        name="yao2025-code",
        income_base="territories",
        income_least=0,
        income_least_in_all=False,
        income_most=1,
        army_cap=64,
        attack_mode="roll",
        attack_armies="all",
        occupy="one",
        fortify_amounts="all",
    ),
    # Ahmadi, Aminian and Fahmide: a grid, one army per territory owned, fair duels, at most three attacks.
    ClassicRules(
        name="aminian2020",
        setup_place="none",
        starter="random",
        income_divisor=1,
        income_least=0,
        groups_pay=False,
        cards="none",
        attack_mode="blitz",
        attack_armies="any",
        battle="fair-duel",
        attacks_per_turn=3,
        occupy="all",
        fortify="none",
    ),
)

_SIMULTANEOUS: tuple[Rules, ...] = (
    # Soares 2025 (thesis) and Bauer 2024 (GG-Net): deterministic, no fog, armies may move repeatedly.
    SimultaneousRules(
        name="soares2025",
        halves="survivors",
        annihilation="empty",
        stands_guard=0,
        moving_twice="free",
        same_link_twice=True,
        source_check="execution",
        interleave="fewer-deploys",
        idle_orders="use-slot",
        excess_deploy="refuse",
        illegal_orders="refuse-plan",
        start="scatter",
        territories_each=2,
    ),
    # Warlight AI Challenge 1 (2014): pure dice, ranked picks on a fixed board.
    _WARLIGHT1,
    # Warlight AI Challenge 2 (2015): 16 % luck, wastelands, snake draft.
    _WARLIGHT1.with_(
        name="warlight2",
        luck_percent=16,
        halves="doubles",
        captured_frozen=True,
        losses_frozen=True,
        territories_each=0,
        wastelands="half-groups",
        picking="snake",
        offers_per_group=1,
        picks_shrink_percent=25,
        picks_told=True,
        round_cap=60,
        round_cap_percent=250,
    ),
    # The online game's usual one-against-one settings.
    SimultaneousRules(
        name="warzone",
        captured_frozen=True,
        losses_frozen=True,
        interleave="cycle",
        idle_orders="use-slot",
        excess_deploy="refuse",
        illegal_orders="refuse-plan",
        source_check="planning",
        territories_each=3,
        start_armies=5,
        picking="ranked",
        ranked_conflict="snake",
        picks_told=False,
        fog="normal",
    ),
)

PRESETS: Mapping[str, Rules] = {rules.name: rules for rules in _SIMULTANEOUS + _CLASSIC}

DEFAULT_RULES: Mapping[str, str] = {"simultaneous": "soares2025", "classic": "classic"}
"""What is played in each family of games if no rules are named."""

QUICK_RULES: Mapping[str, str] = {**DEFAULT_RULES, "classic": "classic(setup_place=random, open_hands=true)"}
"""The same for people who only want to play: no hidden information, and no long setup."""

_HOME_MAPS = {
    "aminian2020": "grid(6,6)",
    "classic": "classic",
    "custom-classic": "classic",
    "heredia2022": "hex",
    "swiss2025": "switzerland",
    "swiss2025-text": "switzerland",
    "warlight1": "earth",
    "yao2025": "old-world",
    "yao2025-code": "old-world",
}
"""The map of each published system; italy for the others."""


def home_map(rules: Rules) -> str:
    """The default map of rules: that of the publication of their preset."""
    return _HOME_MAPS.get(rules.name, "italy")


def load_rules(rules: str | Rules | Mapping[str, object], family: str = "simultaneous") -> Rules:
    """Rules from a value, a preset's name, a spec such as ``warlight2(fog=none)``, or the fields of a record.

    Fields that name neither their family nor a preset are those of `family`. Where some are missing, they have the
    preset's values, or the defaults if they are of another version of it.
    """
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, Mapping):
        fields = {str(key): value for key, value in rules.items()}
        name = str(fields.get("name", ""))
        family = str(fields.pop("family", PRESETS[name].family if name in PRESETS else family))
        if family not in _BASES:
            raise RulesError(f"unknown family of rules {family!r:.40}; there are {', '.join(_BASES)}")
        preset = PRESETS.get(name)
        same = preset is not None and (preset.family, preset.version) == (family, fields.get("version", preset.version))
        return (preset if preset is not None and same else _BASES[family]).with_(**fields)
    if not isinstance(rules, str):
        raise RulesError(f"rules are a name, a spec, an object of fields or a value, not {rules!r:.40}")
    spec = parse_spec(rules)
    if spec.positional:
        example = "fog=none" if _named(spec.name).family == "simultaneous" else "pool=30"
        raise RulesError(f"rules {rules!r}: settings need a name, e.g. {spec.name}({example})")
    return _named(spec.name).with_(**spec.settings)


def rules_spec(rules: Rules) -> str:
    """The shortest spec string that load_rules reads back as these rules."""
    base = PRESETS.get(rules.name)
    if base is None or base.family != rules.family:
        base = _BASES[rules.family]
    before, after = base.to_json(), rules.to_json()
    return str(Spec(base.name, (), {k: v for k, v in after.items() if before[k] != v}))


def rules_title(rules: Rules) -> str:
    """As rules_spec, but rules of another package that was used go by their name there: for people, not for files."""
    package = _PACKAGES.get(rules.name)
    if rules.name in PRESETS or package is None or package.family != rules.family:
        return rules_spec(rules)
    before = package.to_json()
    return str(Spec(rules.name, (), {k: v for k, v in rules.to_json().items() if before[k] != v}))


_PACKAGES: dict[str, Rules] = {}
"""The rules of other packages that were used in this process."""
_BASES: Mapping[str, Rules] = {"simultaneous": SimultaneousRules(), "classic": ClassicRules()}
"""The rules that custom(..) and custom-classic(..) start from."""


def _named(name: str) -> Rules:
    known = {**PRESETS, **{base.name: base for base in _BASES.values()}}
    if name in known:
        return known[name]
    plugin = find_plugin("rules", name, RulesError)
    if plugin is None:
        names = [*PRESETS, *plugin_names("rules", list(PRESETS))]
        raise RulesError(f"unknown rules {name!r}; {did_you_mean(name, names)}")
    return _plugin_rules(plugin)


def _plugin_rules(plugin: Plugin) -> Rules:
    """The rules of another package, under the name by which they are found."""
    found = plugin.load(RulesError)
    if not isinstance(found, Rules):
        raise RulesError(f"{plugin} is {found!r:.60}, not SimultaneousRules or ClassicRules")
    _PACKAGES[plugin.name] = found.with_(name=plugin.name)
    return _PACKAGES[plugin.name]
