#include "search/rollouts/belief.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace hegemon::search::rollouts {
namespace {

constexpr int kTries = 4;            // plans of the other seat that are tried in each world
constexpr double kWrongOwner = 2.0;  // surprise, in terms of a wrong count of armies

bool hides(const sim::Game& game, const sim::State& view) {
  return game.rules.fog != sim::Fog::none && view.head().phase == sim::Phase::play;
}

}  // namespace

Belief::Belief(const planner::Knowledge& knowledge, int seat, int worlds)
    : k_(knowledge), planner_(knowledge), seat_(seat), size_(static_cast<std::size_t>(std::max(1, worlds))) {}

void Belief::observe(const sim::State& view, const sim::Plan* plan, Random& random) {
  if (!hides(k_.game, view)) {
    worlds_.assign(1, view);
  } else if (worlds_.empty() || plan == nullptr || round_ + 1 != view.head().round || round_ < 0) {
    begin(view, random);
  } else {
    advance(view, *plan, random);
  }
  round_ = view.head().phase == sim::Phase::play ? view.head().round : -1;
}

void Belief::begin(const sim::State& view, Random& random) {
  worlds_.clear();
  for (std::size_t i = 0; i < size_; ++i) {
    sim::State guess = sim::determinize(k_.game, view, seat_);
    if (view.head().round == 0) guess_picks(guess, view, random);
    repair(guess, view, random);
    worlds_.push_back(std::move(guess));
  }
}

// Picks that were not told: the other seat has as many as the rules give, on offered land that is hidden.
void Belief::guess_picks(sim::State& guess, const sim::State& view, Random& random) const {
  if (k_.game.rules.picks_told || k_.game.rules.start != sim::Start::picks) return;
  const sim::Seat other = static_cast<sim::Seat>(1 - seat_);
  int missing = view.head().picks_each;
  std::vector<int> hidden;
  for (int t = 0; t < view.size(); ++t) {
    if (view.owners()[t] == other) --missing;
    if (guess.owners()[t] == other && view.owners()[t] == sim::kUnknown) guess.owners()[t] = sim::kNeutral;
    if (view.owners()[t] == sim::kUnknown && (view.marks()[t] & sim::kOffered)) hidden.push_back(t);
  }
  random.shuffle(hidden);
  for (const int t : hidden) {
    if (missing-- <= 0) return;
    guess.owners()[t] = other;
    guess.armies()[t] = k_.game.rules.start_armies;
  }
}

void Belief::advance(const sim::State& view, const sim::Plan& plan, Random& random) {
  std::vector<Guess> guesses;
  sim::Plans plans;
  plans[seat_] = plan;
  for (const sim::State& world : worlds_) {
    for (int attempt = 0; attempt < kTries; ++attempt) {
      Guess guess{world};
      const planner::Style style =
          attempt == 0 ? planner::usual_style(k_.weights) : planner::random_style(k_.weights, random);
      planner_.plan(world, 1 - seat_, style, random, plans[1 - seat_]);
      sim::Chance chance(random);
      sim::resolve(k_.game, guess.state, plans, chance, scratch_, nullptr);
      guess.surprise = surprise(guess.state, view) + 0.5 * random.uniform();
      guesses.push_back(std::move(guess));
    }
  }
  std::stable_sort(guesses.begin(), guesses.end(),
                   [](const Guess& a, const Guess& b) { return a.surprise < b.surprise; });
  worlds_.clear();
  for (std::size_t i = 0; i < size_ && i < guesses.size(); ++i) {
    repair(guesses[i].state, view, random);
    worlds_.push_back(std::move(guesses[i].state));
  }
}

double Belief::surprise(const sim::State& guess, const sim::State& view) const {
  double sum = 0;
  for (int t = 0; t < view.size(); ++t) {
    const int owner = view.owners()[t], armies = view.armies()[t];
    if (owner == sim::kUnknown) continue;
    if (guess.owners()[t] != owner) sum += kWrongOwner;
    if (armies != sim::kUnknownArmies) sum += std::log1p(std::abs(guess.armies()[t] - armies));
  }
  return sum;
}

// Makes the position agree with what is seen.
void Belief::repair(sim::State& guess, const sim::State& view, Random& random) const {
  const sim::Seat other = static_cast<sim::Seat>(1 - seat_);
  std::vector<int> hidden;
  bool any = false;
  guess.head() = view.head();
  for (int t = 0; t < view.size(); ++t) {
    if (view.owners()[t] == sim::kUnknown) {
      hidden.push_back(t);
      if (guess.owners()[t] == seat_) guess.owners()[t] = other;  // lost
      if (guess.owners()[t] == other) guess.armies()[t] = std::max(1, guess.armies()[t]);
    } else {
      guess.owners()[t] = view.owners()[t];
    }
    if (view.armies()[t] != sim::kUnknownArmies) guess.armies()[t] = view.armies()[t];
    guess.marks()[t] = view.marks()[t];
    any = any || guess.owners()[t] == other;
  }
  if (any || hidden.empty()) return;
  guess.owners()[hidden[random.below(static_cast<std::uint32_t>(hidden.size()))]] = other;
}

}  // namespace hegemon::search::rollouts
