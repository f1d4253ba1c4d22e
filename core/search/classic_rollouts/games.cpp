#include "search/classic_rollouts/games.hpp"

#include <array>
#include <optional>

#include "base/require.hpp"
#include "search/classic_heuristic/heuristic.hpp"
#include "search/classic_rollouts/features.hpp"
#include "search/classic_rollouts/value.hpp"

namespace hegemon::search::classic_rollouts {

using classic_planner::Knowledge;
using classic_planner::Planner;
using classic_planner::Style;

namespace {

// Pairs of games with swapped seats, and the share of points of the first player. Calls begin_turn() before every turn
// and decide(who, state) for the first (0) and the second player (1), who sit in turn around the table.
template <class BeginTurn, class Decide>
double play_pairs(const classic::Game& game, const classic_planner::Weights& evaluation, int pairs, int most_turns,
                  Random& random, BeginTurn&& begin_turn, Decide&& decide) {
  std::vector<double> values(static_cast<std::size_t>(game.seats));
  double points = 0;
  for (int pair = 0; pair < pairs; ++pair) {
    const classic::State start = classic::start(game, random);
    for (int swapped = 0; swapped < 2; ++swapped) {
      classic::State state = start;
      const auto& head = state.head();
      int turns = -1;
      while (head.phase != classic::Phase::over && head.turns < most_turns) {
        if (head.turns != turns) begin_turn();
        turns = head.turns;
        classic::step(game, state, decide(static_cast<std::size_t>((head.mover + swapped) % 2), state), random);
      }
      shares(game, state, evaluation, values);
      for (int seat = 0; seat < game.seats; ++seat) {
        if ((seat + swapped) % 2 == 0) points += values[static_cast<std::size_t>(seat)];
      }
    }
  }
  return points / (2 * pairs);
}

}  // namespace

double play_planners(const classic::Game& game, const classic_planner::Weights& first,
                     const classic_planner::Weights& second, int pairs, int most_turns, Random& random) {
  const std::array<Knowledge, 2> knowledge{Knowledge(game, first), Knowledge(game, second)};
  std::array<Planner, 2> planners{Planner(knowledge[0]), Planner(knowledge[1])};
  std::array<Style, 2> styles{usual_style(first), usual_style(second)};
  for (Style& style : styles) style.noise = 0.1;
  return play_pairs(
      game, first, pairs, most_turns, random, [&] { styles[0].key = styles[1].key = random.next(); },
      [&](std::size_t who, const classic::State& state) { return planners[who].decide(state, styles[who]); });
}

namespace {

// Decides for all seats of the games to learn from.
class Players {
 public:
  Players(const Knowledge& knowledge, const Settings& settings, std::shared_ptr<const ValueNet> net,
          const Lessons& lessons)
      : k_(knowledge),
        planner_(knowledge),
        player_(knowledge.game, settings, knowledge.weights, std::move(net)),
        lessons_(lessons),
        styles_(static_cast<std::size_t>(knowledge.game.seats)) {}

  void begin(Random& random) {
    for (Style& style : styles_) {
      style = random.below(2) == 0 ? random_style(k_.weights, random) : usual_style(k_.weights);
      style.noise = 0.4 * random.uniform();
    }
    const auto most = kPlanned * static_cast<std::uint32_t>(k_.game.seats);
    planned_ = random.below(2) == 0 ? 0 : 1 + static_cast<int>(random.below(most));
  }

  void begin_turn(Random& random) {
    for (Style& style : styles_) style.key = random.next();
  }

  classic::Action decide(const classic::State& state, Random& random) {
    const auto& head = state.head();
    if (random.uniform() < lessons_.stray && head.phase >= classic::Phase::place)
      return classic::random_action(k_.game, state, random);
    if (lessons_.visits == 0 || head.turns < planned_)
      return planner_.decide(state, styles_[static_cast<std::size_t>(head.mover)]);
    const classic::State view = classic::view(k_.game, state, head.mover);
    return player_.search(view, {.visits = lessons_.visits}, random).candidates.front().action;
  }

 private:
  static constexpr std::uint32_t kPlanned = 6;  // most turns of every planner before the search plays on

  const Knowledge& k_;
  Planner planner_;
  Player player_;
  const Lessons& lessons_;
  std::vector<Style> styles_;
  int planned_ = 0;
};

}  // namespace

Positions positions_of_games(const classic::Game& game, const Settings& settings,
                             const classic_planner::Weights& weights, std::shared_ptr<const ValueNet> net,
                             const Lessons& lessons, Random& random) {
  const Knowledge knowledge(game, weights);
  Players players(knowledge, settings, std::move(net), lessons);
  const auto seats = static_cast<std::size_t>(game.seats);
  std::vector<Features> measured(seats);
  std::vector<double> values(seats);
  Positions found;
  for (int i = 0; i < lessons.games; ++i) {
    classic::State state = classic::start(game, random);
    const auto& head = state.head();
    players.begin(random);
    int turns = -1;
    const std::size_t first = found.games.size();
    while (head.phase != classic::Phase::over && head.turns < lessons.most_turns) {
      if (head.turns != turns) {
        turns = head.turns;
        players.begin_turn(random);
        if (head.phase != classic::Phase::pick && head.phase != classic::Phase::setup) {
          measure(knowledge, state, measured);
          for (const Features& f : measured) found.features.insert(found.features.end(), f.begin(), f.end());
          found.games.push_back(i);
        }
      }
      classic::step(game, state, players.decide(state, random), random);
    }
    shares(game, state, weights, values);
    for (std::size_t at = first; at < found.games.size(); ++at) {
      for (const double value : values) found.shares.push_back(static_cast<float>(value));
    }
  }
  return found;
}

namespace {

// A player and rules of thumb, at first both of them astray.
class Duel {
 public:
  Duel(Player& player, const Challenge& challenge)
      : k_(player.knowledge()), player_(player), challenge_(challenge), planner_(k_), heuristic_(k_.game, {}) {}

  void play(classic::State state, int seat, Random dice, Random thought, Results& results) {
    const auto& head = state.head();
    const auto number = static_cast<std::int32_t>(results.points.size());
    const int astray = static_cast<int>(thought.below(static_cast<std::uint32_t>(challenge_.astray) + 1));
    results.starts.push_back(0);
    style_ = classic_planner::random_style(k_.weights, thought);
    style_.noise = kNoise * thought.uniform();
    player_.forget();
    decided_ = false;
    for (int turns = -1; head.phase != classic::Phase::over && head.turns < challenge_.most_turns;) {
      if (head.turns != turns && head.phase > classic::Phase::setup) {
        if (turns < 0) results.starts.back() = head.mover == seat;
        turns = head.turns;
        style_.key = thought.next();
        decided_ = head.mover == seat && player_.decided(state, seat);
        if (turns >= astray) keep(state, seat, number, results);
      }
      const bool lost = head.turns < astray;
      classic::step(k_.game, state, lost ? stray(state, seat, thought) : decide(state, seat, thought), dice);
    }
    std::array<double, classic::kMaxSeats> values{};
    shares(k_.game, state, k_.weights, std::span(values).first(static_cast<std::size_t>(k_.game.seats)));
    results.points.push_back(static_cast<float>(values[static_cast<std::size_t>(seat)]));
  }

 private:
  static constexpr double kNoise = 0.4, kStray = 0.1;

  classic::Action decide(const classic::State& state, int seat, Random& random) {
    if (state.head().mover != seat) return heuristic_.decide(state);
    if (challenge_.budget.visits == 0 || decided_) return player_.decide(state);
    const classic::State view = classic::view(k_.game, state, seat);
    return player_.search(view, challenge_.budget, random).candidates.front().action;
  }

  classic::Action stray(const classic::State& state, int seat, Random& random) {
    if (state.head().phase >= classic::Phase::place && random.uniform() < kStray)
      return classic::random_action(k_.game, state, random);
    return state.head().mover == seat ? planner_.decide(state, style_) : heuristic_.decide(state);
  }

  void keep(const classic::State& state, int seat, std::int32_t number, Results& results) {
    std::array<Features, classic::kMaxSeats> measured;
    measure(k_, state, std::span(measured).first(static_cast<std::size_t>(k_.game.seats)));
    const Features& own = measured[static_cast<std::size_t>(seat)];
    results.features.insert(results.features.end(), own.begin(), own.end());
    results.games.push_back(number);
  }

  const Knowledge& k_;
  Player& player_;
  const Challenge& challenge_;
  Planner planner_;
  classic_heuristic::Heuristic heuristic_;
  Style style_;
  bool decided_ = false;  // so that nothing is left to search for in this turn
};

}  // namespace

Results play_heuristic(Player& player, const Challenge& challenge, const Random& random) {
  require(player.game().seats == 2, "games against the rules of thumb have two seats");
  Duel duel(player, challenge);
  Results results;
  for (int pair = 0; pair < challenge.pairs; ++pair) {
    const Random source = random.stream(static_cast<std::uint64_t>(pair));
    Random deal = source.stream(0);
    const classic::State start = classic::start(player.game(), deal);
    for (const int seat : {0, 1}) {
      const Random own = source.stream(static_cast<std::uint64_t>(1 + seat));
      duel.play(start, seat, own.stream(0), own.stream(1), results);
    }
  }
  return results;
}

namespace {

// Plays games on with planners.
class PlayedOn {
 public:
  PlayedOn(const Knowledge& knowledge, int most_turns)
      : k_(knowledge), planner_(knowledge), most_turns_(most_turns), values_(seats()), style_(usual_style(k_.weights)) {
    style_.noise = kNoise;
  }

  // The mean shares at the end.
  void play(const classic::State& from, int times, Random& random, std::vector<float>& shares_of_all) {
    std::vector<double> sums(seats());
    for (int i = 0; i < times; ++i) {
      play_once(from, random);
      for (std::size_t s = 0; s < seats(); ++s) sums[s] += values_[s] / times;
    }
    shares_of_all.insert(shares_of_all.end(), sums.begin(), sums.end());
  }

 private:
  static constexpr double kNoise = 0.15;

  std::size_t seats() const { return static_cast<std::size_t>(k_.game.seats); }

  void play_once(const classic::State& from, Random& random) {
    state_ = from;
    const auto& head = state_->head();
    for (int turns = -1; head.phase != classic::Phase::over && head.turns < most_turns_;) {
      if (head.turns != turns) style_.key = random.next();
      turns = head.turns;
      classic::step(k_.game, *state_, planner_.decide(*state_, style_), random);
    }
    shares(k_.game, *state_, k_.weights, values_);
  }

  const Knowledge& k_;
  Planner planner_;
  int most_turns_;
  std::vector<double> values_;
  Style style_;
  std::optional<classic::State> state_;
};

}  // namespace

Playouts playouts_of_games(const classic::Game& game, const classic_planner::Weights& weights, const Sampling& sampling,
                           Random& random) {
  const Knowledge knowledge(game, weights);
  const Lessons lessons{sampling.games, sampling.most_turns, sampling.stray};
  Players players(knowledge, {}, nullptr, lessons);
  PlayedOn played_on(knowledge, sampling.most_turns);
  Playouts found;
  std::vector<classic::State> kept;
  for (int i = 0; i < sampling.games; ++i) {
    classic::State state = classic::start(game, random);
    const auto& head = state.head();
    players.begin(random);
    kept.clear();
    std::uint32_t decisions = 0;
    for (int turns = -1; head.phase != classic::Phase::over && head.turns < sampling.most_turns; ++decisions) {
      if (head.turns != turns) players.begin_turn(random);
      turns = head.turns;
      // every decision is as likely as any other to be kept
      const auto most = static_cast<std::size_t>(sampling.positions);
      const std::size_t at = kept.size() < most ? kept.size() : random.below(decisions + 1);
      if (at == kept.size() && at < most)
        kept.push_back(state);
      else if (at < most)
        kept[at] = state;
      classic::step(game, state, players.decide(state, random), random);
    }
    for (const classic::State& position : kept) {
      const auto block = position.block();
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(block.data());
      found.states.insert(found.states.end(), bytes, bytes + block.size());
      played_on.play(position, sampling.playouts, random, found.shares);
    }
  }
  return found;
}

}  // namespace hegemon::search::classic_rollouts
