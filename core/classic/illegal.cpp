// Why an action is not legal, in words.
#include <algorithm>
#include <array>
#include <string>

#include "classic/game.hpp"

namespace hegemon::classic {
namespace {

using std::to_string;

const char* allowed_in(Phase phase) {
  switch (phase) {
    case Phase::pick: return "in phase pick a seat may only pick";
    case Phase::setup: return "in phase setup a seat may only place";
    case Phase::trade: return "in phase trade a seat may only trade or pass";
    case Phase::place: return "in phase place a seat may only place";
    case Phase::attack: return "in phase attack a seat may only attack or pass";
    case Phase::occupy: return "in phase occupy a seat may only occupy";
    case Phase::fortify: return "in phase fortify a seat may only fortify or pass";
    case Phase::over: break;
  }
  return "the game is over";
}

bool may_be(Phase phase, ActionKind kind) {
  switch (kind) {
    case ActionKind::pass: return phase == Phase::trade || phase == Phase::attack || phase == Phase::fortify;
    case ActionKind::pick: return phase == Phase::pick;
    case ActionKind::place: return phase == Phase::setup || phase == Phase::place;
    case ActionKind::trade: return phase == Phase::trade;
    case ActionKind::attack: return phase == Phase::attack;
    case ActionKind::occupy: return phase == Phase::occupy;
    case ActionKind::fortify: return phase == Phase::fortify;
  }
  return false;
}

// The first thing that is wrong with an action of a kind that the phase allows; empty if nothing was found.
class Fault {
 public:
  Fault(const Game& game, const State& state, const Action& action)
      : game_(game), rules_(game.rules), state_(state), head_(state.head()), action_(action) {}

  std::string find() const {
    switch (action_.kind) {
      case ActionKind::pass: return pass();
      case ActionKind::pick: return pick();
      case ActionKind::place: return place();
      case ActionKind::trade: return trade();
      case ActionKind::attack: return attack();
      case ActionKind::occupy: return occupy();
      case ActionKind::fortify: return fortify();
    }
    return "";
  }

 private:
  std::string pass() const {
    if (head_.phase != Phase::trade) return "";
    return seat() + " holds " + to_string(hand_size()) + " cards and must trade";
  }

  std::string pick() const {
    if (const std::string why = missing(action_.source); !why.empty()) return why;
    if (state_.owners()[action_.source] == kNobody) return "";
    return "territory " + to_string(action_.source) + " has been picked";
  }

  std::string place() const {
    if (const std::string why = not_own(action_.source); !why.empty()) return why;
    const bool setup = head_.phase == Phase::setup;
    const int left = setup ? head_.pool[static_cast<std::size_t>(head_.mover)] : head_.to_place;
    if (action_.armies < 1 || action_.armies > left) {
      return "there are 1 to " + to_string(left) + " armies to place, not " + to_string(action_.armies);
    }
    if (setup) {
      const int amount = rules_.setup_place == SetupPlace::four ? std::min(left, 4) : 1;
      if (action_.armies == amount) return "";
      return "the rules place " + to_string(amount) + " at a time in the setup, not " + to_string(action_.armies);
    }
    if (rules_.place_where == Where::border && !on_border(action_.source)) {
      return "the rules place on borders only, and territory " + to_string(action_.source) +
             " has no foreign neighbour";
    }
    return amounts(rules_.place_amounts, left);
  }

  std::string trade() const {
    const std::array<int, 3> cards = {action_.source, action_.target, action_.third};
    const std::vector<int> held = hand(game_, state_, head_.mover);
    for (const int card : cards) {
      if (std::find(held.begin(), held.end(), card) == held.end()) {
        return seat() + " does not hold card " + to_string(card);
      }
    }
    if (!std::is_sorted(cards.begin(), cards.end())) return "the cards of a trade are given in ascending order";
    for (const int card : cards) {
      if (std::count(cards.begin(), cards.end(), card) > std::count(held.begin(), held.end(), card)) {
        return "a card is given twice";
      }
    }
    if (!is_set(game_, cards)) return "these three cards are no set: three of a kind, one of each, or with a wildcard";
    if (action_.armies < 0) return "one of the cards shows an own territory: name it for the bonus armies, e.g. @5";
    return "no card of the set shows an own territory " + to_string(action_.armies) + " for the bonus armies";
  }

  std::string attack() const {
    const int source = action_.source, target = action_.target;
    if (const std::string why = not_own(source); !why.empty()) return why;
    if (const std::string why = missing(target); !why.empty()) return why;
    if (state_.owners()[target] == head_.mover) return "territory " + to_string(target) + " is the attacker's own";
    if (!game_.map->adjacent(source, target)) return not_adjacent();
    const int armies = state_.armies()[source];
    if (armies < 2) return "territory " + to_string(source) + " has only 1 army, and one must stay";
    return action_.dice > 0 ? roll(armies) : battle(armies);
  }

  std::string roll(int armies) const {
    if (rules_.attack_mode == AttackMode::blitz) return "the rules attack to the end: give armies, not dice";
    const int most = attack_dice(armies - 1);
    const int least = rules_.attack_dice == AttackDice::choose ? 1 : most;
    if (action_.dice >= least && action_.dice <= most) return "";
    return to_string(armies) + " armies attack with " + range(least, most) + " dice";
  }

  std::string battle(int armies) const {
    if (rules_.attack_mode == AttackMode::roll) return "the rules attack with single throws: give dice, not armies";
    const bool duel = rules_.battle == BattleKind::fair_duel;
    const int most = duel ? armies : armies - 1;
    const int least = rules_.attack_armies == AttackArmies::all ? most : duel ? 2 : 1;
    if (action_.armies >= least && action_.armies <= most) return "";
    return range(least, most) + " of the " + to_string(armies) + " armies on territory " + to_string(action_.source) +
           " attack, not " + to_string(action_.armies);
  }

  std::string occupy() const {
    if (action_.armies >= head_.dice && action_.armies <= head_.committed) return "";
    return to_string(head_.dice) + " to " + to_string(head_.committed) + " armies move in, not " +
           to_string(action_.armies);
  }

  std::string fortify() const {
    const int source = action_.source, target = action_.target;
    if (const std::string why = not_own(source); !why.empty()) return why;
    if (const std::string why = not_own(target); !why.empty()) return why;
    int most = state_.armies()[source] - 1;
    if (rules_.fortify_fresh && state_.movable()[source] < action_.armies && action_.armies <= most) {
      return "only " + to_string(state_.movable()[source]) + " armies on territory " + to_string(source) +
             " have not moved yet";
    }
    if (source == target) return "source and target are the same";
    if (action_.armies < 1 || action_.armies > most) {
      return "territory " + to_string(source) + " can send " + to_string(most) + " armies, for one must stay, not " +
             to_string(action_.armies);
    }
    if (rules_.fortify == Fortify::adjacent && !game_.map->adjacent(source, target)) return not_adjacent();
    if (rules_.fortify_where == Where::border && !on_border(target)) {
      return "the rules fortify borders only, and territory " + to_string(target) + " has no foreign neighbour";
    }
    if (rules_.fortify_fresh) most = std::min<int>(most, state_.movable()[source]);
    if (std::string why = amounts(rules_.fortify_amounts, most); !why.empty()) return why;
    return "territories " + to_string(source) + " and " + to_string(target) + " are not connected through own land";
  }

  std::string missing(int territory) const {
    if (territory < state_.size()) return "";
    return "there is no territory " + to_string(territory) + "; the map has 0 to " + to_string(state_.size() - 1);
  }

  std::string not_own(int territory) const {
    if (std::string why = missing(territory); !why.empty()) return why;
    const int owner = state_.owners()[territory];
    if (owner == head_.mover) return "";
    return "territory " + to_string(territory) + " belongs to seat " + to_string(owner) + ", not to " + seat();
  }

  std::string not_adjacent() const {
    return "territories " + to_string(action_.source) + " and " + to_string(action_.target) + " are not adjacent";
  }

  bool on_border(int territory) const {
    const auto neighbours = game_.map->neighbours(territory);
    return std::any_of(neighbours.begin(), neighbours.end(),
                       [&](Territory t) { return state_.owners()[t] != head_.mover; });
  }

  // Empty if the rules allow this many at a time.
  std::string amounts(Amounts mode, int most) const {
    if (mode == Amounts::any || action_.armies == most) return "";
    if (mode == Amounts::all) return "the rules move all " + to_string(most) + " at once";
    if (action_.armies == 1 || action_.armies == most / 2) return "";
    return "the rules move 1, " + to_string(most / 2) + " or " + to_string(most) + " at once";
  }

  static std::string range(int least, int most) {
    return least == most ? to_string(most) : to_string(least) + " to " + to_string(most);
  }
  std::string seat() const { return "seat " + to_string(head_.mover); }
  int hand_size() const { return head_.hand[static_cast<std::size_t>(head_.mover)]; }

  const Game& game_;
  const Rules& rules_;
  const State& state_;
  const Header& head_;
  const Action& action_;
};

}  // namespace

std::string illegal_reason(const Game& game, const State& state, const Action& action) {
  if (is_legal(game, state, action)) return "";
  const Header& head = state.head();
  if (head.chance != ChanceKind::none) return "chance decides first";
  if (!may_be(head.phase, action.kind)) return allowed_in(head.phase);
  const std::string why = Fault(game, state, action).find();
  return why.empty() ? "the action has a number that its kind does not use" : why;
}

}  // namespace hegemon::classic
