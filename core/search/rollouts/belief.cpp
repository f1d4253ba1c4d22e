#include "search/rollouts/belief.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "search/rollouts/policy.hpp"

namespace hegemon::search::rollouts {
namespace {

constexpr int kTries = 4;             // plans of the other seat that are tried in each world
constexpr double kWrongOwner = 2.0;   // surprise, in terms of a wrong count of armies
constexpr double kWrongIncome = 0.5;  // for every army that it can not have deployed, or deployed nowhere

bool hides(const sim::Game& game, const sim::State& view) {
  return game.rules.fog != sim::Fog::none && view.head().phase == sim::Phase::play;
}

}  // namespace

Belief::Belief(const planner::Knowledge& knowledge, const PolicyNet* policy, int seat, int worlds)
    : k_(knowledge),
      policy_(knowledge.marches ? nullptr : policy),
      planner_(knowledge),
      seat_(seat),
      size_(static_cast<std::size_t>(std::max(1, worlds))),
      last_(knowledge.game.map->size()) {}

void Belief::observe(const sim::State& view, const sim::Plan* plan, const sim::Plan& seen, Random& random) {
  if (!hides(k_.game, view)) {
    worlds_.assign(1, view);
  } else if (worlds_.empty() || plan == nullptr || round_ + 1 != view.head().round || round_ < 0) {
    begin(view, plan, random);
  } else {
    advance(view, *plan, seen, random);
  }
  last_ = view;
  round_ = view.head().phase == sim::Phase::play ? view.head().round : -1;
}

void Belief::begin(const sim::State& view, const sim::Plan* picks, Random& random) {
  worlds_.clear();
  for (std::size_t i = 0; i < size_; ++i) {
    sim::State guess = sim::determinize(k_.game, view, seat_);
    if (view.head().round == 0) guess_picks(guess, view, picks, random);
    repair(guess, view, random);
    worlds_.push_back(std::move(guess));
  }
}

// Picks that were not told: the other seat has as many as the rules give, on offered land that is hidden. Land that this
// seat wanted more than the last that it was given went to the other one; the planner makes the other picks.
void Belief::guess_picks(sim::State& guess, const sim::State& view, const sim::Plan* picks, Random& random) {
  if (k_.game.rules.picks_told || k_.game.rules.start != sim::Start::picks) return;
  const sim::Seat other = static_cast<sim::Seat>(1 - seat_);
  int missing = view.head().picks_each;
  for (int t = 0; t < view.size(); ++t) {
    if (view.owners()[t] == other) --missing;
    if (guess.owners()[t] == other && view.owners()[t] == sim::kUnknown) guess.owners()[t] = sim::kNeutral;
  }
  sim::Plan likely;
  const auto mine = [&](const sim::Order& order) { return view.owners()[order.source] == seat_; };
  if (picks) likely.assign(picks->begin(), std::find_if(picks->rbegin(), picks->rend(), mine).base());
  sim::State before = guess;
  before.head().phase = sim::Phase::pick;
  sim::Plan wanted;
  planner_.plan(before, 1 - seat_, planner::random_style(k_.weights, random), random, wanted);
  likely.insert(likely.end(), wanted.begin(), wanted.end());
  for (int t = 0; t < view.size(); ++t) {  // should these not suffice
    if (view.marks()[t] & sim::kOffered) likely.push_back({sim::OrderKind::pick, t, t, 0});
  }
  for (const sim::Order& order : likely) {
    if (missing <= 0) return;
    if (view.owners()[order.source] != sim::kUnknown || guess.owners()[order.source] == other) continue;
    guess.owners()[order.source] = other;
    guess.armies()[order.source] = k_.game.rules.start_armies;
    --missing;
  }
}

void Belief::advance(const sim::State& view, const sim::Plan& plan, const sim::Plan& seen, Random& random) {
  std::vector<Guess> guesses;
  sim::Plans plans;
  plans[seat_] = plan;
  for (sim::State& world : worlds_) {
    place_sources(world, seen);
    std::optional<Policy> policy;
    if (policy_) policy.emplace(k_, *policy_, world, 1 - seat_);
    for (int attempt = 0; attempt < kTries; ++attempt) {
      Guess guess{world};
      if (policy && attempt % 2 == 1) {
        plans[1 - seat_] = policy->propose(random);
      } else {
        const planner::Style style =
            attempt == 0 ? planner::usual_style(k_.weights) : planner::random_style(k_.weights, random);
        planner_.plan(world, 1 - seat_, style, random, plans[1 - seat_]);
      }
      const double unlikely = agree(world, seen, plans[1 - seat_], random);
      sim::Chance chance(random);
      sim::resolve(k_.game, guess.state, plans, chance, scratch_, nullptr);
      guess.surprise = unlikely + surprise(guess.state, view) + 0.5 * random.uniform();
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

// Where the other seat was seen to come from it had land, with the armies that it sent: they were not elsewhere.
void Belief::place_sources(sim::State& world, const sim::Plan& seen) const {
  const sim::Seat other = static_cast<sim::Seat>(1 - seat_);
  for (const sim::Order& order : seen) {
    if (order.kind != sim::OrderKind::move || known(order.source)) continue;
    const int from = order.source, needed = std::max(1, order.armies) + k_.game.rules.stands_guard;
    int missing = needed - (world.owners()[from] == other ? world.armies()[from] : 0);
    if (missing <= 0) continue;
    world.owners()[from] = other;
    world.armies()[from] = needed;
    for (int t = 0; t < world.size() && missing > 0; ++t) {
      if (t == from || known(t) || world.owners()[t] != other) continue;
      const int taken = std::clamp(world.armies()[t] - 1, 0, missing);
      world.armies()[t] -= taken;
      missing -= taken;
    }
  }
}

// A territory of the other seat that is out of sight, or -1.
int Belief::hidden_land(const sim::State& world, Random& random) const {
  int found = -1;
  std::uint32_t count = 0;
  for (int t = 0; t < world.size(); ++t) {
    if (world.owners()[t] == 1 - seat_ && !known(t) && random.below(++count) == 0) found = t;
  }
  return found;
}

// Makes the other seat's plan agree with what was seen of it. What it deployed in sight is known, and the rest of its
// income is elsewhere. Returns how much that contradicts the world.
double Belief::agree(const sim::State& world, const sim::Plan& seen, sim::Plan& plan, Random& random) const {
  using sim::OrderKind;
  std::erase_if(plan, [&](const sim::Order& o) { return known(o.source) || known(o.target); });
  int left = sim::income(k_.game, world, 1 - seat_);
  for (const sim::Order& order : seen) {
    if (order.kind == OrderKind::deploy) left -= std::max(0, order.armies);
  }
  const double too_many = std::max(0, -left);
  for (sim::Order& order : plan) {
    if (order.kind != OrderKind::deploy) continue;
    order.armies = std::clamp(left, 0, order.armies);
    left -= order.armies;
  }
  std::erase_if(plan, [](const sim::Order& o) { return o.kind == OrderKind::deploy && o.armies == 0; });
  if (left > 0) {
    const int place = hidden_land(world, random);
    if (place >= 0) {
      plan.insert(plan.begin(), {OrderKind::deploy, place, place, left});
      left = 0;
    }
  }
  for (sim::Order order : seen) {
    if (order.armies < 1) order.armies = std::max(1, world.armies()[order.source]);
    plan.insert(order.kind == OrderKind::deploy ? plan.begin() : plan.end(), order);
  }
  return kWrongIncome * (too_many + std::max(0, left));
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
