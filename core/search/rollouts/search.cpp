#include "search/rollouts/search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "search/rollouts/policy.hpp"
#include "search/rollouts/replies.hpp"
#include "search/rollouts/variation.hpp"

namespace hegemon::search::rollouts {
namespace {

using planner::Knowledge;
using planner::Planner;
using planner::Style;

// Replies of the other seat to some plans, one in each world.
struct SearchedReply {
  std::uint64_t visits = 0;
  std::vector<sim::Plan> against{};
  std::vector<std::optional<sim::Plan>> plans{};
};

struct Scenario {
  std::size_t world = 0;
  std::size_t reply = 0;
  sim::Plan plan;         // of the other seat
  std::uint64_t key = 0;  // of the dice and of the noise
};

// Whether a candidate does worse than the best one, in the scenarios that both have met. `doubt` is how many standard
// errors speak for it.
bool worse(const Candidate& candidate, const Candidate& best, double doubt) {
  const std::size_t met = std::min(candidate.values.size(), best.values.size());
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < met; ++i) {
    const double gap = candidate.values[i] - best.values[i];
    sum += gap;
    squares += gap * gap;
  }
  const auto n = static_cast<double>(met);
  const double spread = std::max(0.0, squares - sum * sum / n) / std::max(1.0, n - 1);
  return sum / n + doubt * std::sqrt(spread / n) < 0;
}

class Search {
 public:
  // `others` are the plans that the other seat may have; without any, it replies as a planner may.
  Search(const Knowledge& knowledge, const Networks& nets, const std::vector<sim::State>& worlds, int seat,
         const Settings& settings, const Budget& budget, Random& random, std::vector<sim::Plan> others = {})
      : k_(knowledge),
        nets_(nets),
        worlds_(worlds),
        seat_(seat),
        settings_(settings),
        budget_(budget),
        deadline_(budget.seconds, budget.watch),
        random_(random),
        planner_(knowledge),
        state_(worlds.front()),
        others_(std::move(others)),
        replies_(knowledge.weights, settings.replies, settings.noise, proposed(), random),
        variation_(knowledge, worlds.front(), seat) {
    usual_ = planner::usual_style(knowledge.weights);
    usual_.noise = settings.noise;
  }

  Result run() {
    const auto began = Deadline::Clock::now();
    draw_candidates();
    while ((active_.size() > 1 || breeding()) && !over() && !decided()) {
      add_scenario();
      for (std::size_t i = 0; i < active_.size() && !over(); ++i) meet_all(candidates_[active_[i]]);
      if (over()) break;
      rank();
      tell_reply();
      drop();
      if (scenarios_.size() >= next_counter_) counter();
      while (breeding() && scenarios_.size() >= kFirst && bred_visits() < settings_.offspring * visits() && !over())
        breed();
    }
    if (scenarios_.empty()) add_scenario();
    if (result_.visits == 0 && active_.size() > 1) meet_all(candidates_.front());
    finish();
    result_.seconds = std::chrono::duration<double>(Deadline::Clock::now() - began).count();
    return std::move(result_);
  }

 private:
  static constexpr std::size_t kFirst = 8;     // scenarios before any candidate is dropped
  static constexpr std::size_t kPicks = 24;    // the same for picks, which decide more
  static constexpr std::size_t kTellers = 4;   // candidates whose results say how good a reply is
  static constexpr std::size_t kCounters = 4;  // times as many scenarios until the other seat looks for replies again
  static constexpr double kRounds = 3;         // so often, about
  static constexpr double kLeastCounter = 24, kMostCounter = 400;  // rollouts for a reply
  static constexpr int kFailures = 16;          // new plans in a row, for each candidate, that were no better
  static constexpr std::uint32_t kForeign = 4;  // one new plan of so many is the planner's, in a style of its own
  static constexpr double kEnough = 0.1;        // of the budget, where the game is decided
  static constexpr double kDoubt = 2.0;         // standard errors that speak for a candidate until it is dropped
  static constexpr double kNewDoubt = 1.0;      // and for a new one

  bool playing() const { return worlds_.front().head().phase == sim::Phase::play; }
  bool over() const { return used_up(budget_, deadline_, result_.visits); }
  double visits() const { return static_cast<double>(result_.visits); }
  double bred_visits() const { return static_cast<double>(bred_visits_); }
  // Whether the best plan wins so surely that more thought changes nothing.
  bool decided() const {
    return scenarios_.size() >= kFirst && candidates_[active_.front()].value() > settings_.decided &&
           used_share(budget_, deadline_, result_.visits) >= kEnough;
  }
  // New plans are made until many in a row were no better.
  bool breeding() const { return settings_.offspring > 0 && playing() && failed_ < kFailures * settings_.candidates; }

  bool add(const sim::Plan& plan) {
    const bool known =
        std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& c) { return c.plan == plan; });
    if (known) return false;
    active_.push_back(candidates_.size());
    candidates_.push_back({plan});
    return true;
  }

  void draw_candidates() {
    sim::Plan plan;
    if (worlds_.front().head().phase == sim::Phase::pick && k_.game.rules.picking == sim::Picking::snake) {
      return add_picks();
    }
    for (int i = 0; i < settings_.candidates; ++i) {
      const std::size_t world = static_cast<std::size_t>(i) % worlds_.size();
      if (i == 0) {
        planner_.plan(worlds_[world], seat_, planner::usual_style(k_.weights), random_, plan);
        add(plan);
      } else {
        add(planned(world));
      }
      if (i > 0 && deadline_.passed()) return;
    }
  }

  // Picks that are made one by one: all of them.
  void add_picks() {
    const sim::State& state = worlds_.front();
    for (int t = 0; t < state.size(); ++t) {
      if ((state.marks()[t] & sim::kOffered) && state.owners()[t] == sim::kNeutral) {
        add({{sim::OrderKind::pick, t, t, 0}});
      }
    }
  }

  void add_scenario() {
    Scenario scenario;
    scenario.world = scenarios_.size() % worlds_.size();
    scenario.key = random_.next();
    if (!others_.empty()) {
      scenario.plan = others_[scenarios_.size() % others_.size()];
    } else {
      reply(scenario);
    }
    scenarios_.push_back(std::move(scenario));
  }

  void reply(Scenario& scenario) {
    scenario.reply = replies_.draw(random_);
    if (replies_.searched(scenario.reply)) {
      scenario.plan = searched(scenario.reply, scenario.world);
      return;
    }
    Random noise(replies_.key(scenario.reply));
    if (replies_.proposed(scenario.reply)) {
      scenario.plan = policy(scenario.world, 1 - seat_).propose(noise);
      return;
    }
    planner_.plan(worlds_[scenario.world], 1 - seat_, replies_.style(scenario.reply), noise, scenario.plan);
  }

  // From now on the other seat may know what the best plans are, and look for its own best plan against them.
  void counter() {
    next_counter_ *= kCounters;
    if (settings_.countered <= 0 || !playing() || !others_.empty()) return;
    const double all = visits() / std::max(1e-9, used_share(budget_, deadline_, result_.visits));
    const double each = settings_.countered * all / (kRounds * static_cast<double>(worlds_.size()));
    if (each < kLeastCounter) return;
    SearchedReply made{.visits = static_cast<std::uint64_t>(std::min(each, kMostCounter))};
    for (std::size_t i = 0; i < std::min(active_.size(), kTellers); ++i) {
      made.against.push_back(candidates_[active_[i]].plan);
    }
    made.plans.resize(worlds_.size());
    counters_[replies_.add_searched()] = std::move(made);
  }

  // The other seat's best plan in a world; it is searched when it is first needed.
  const sim::Plan& searched(std::size_t reply, std::size_t world) {
    SearchedReply& counter = counters_.at(reply);
    if (!counter.plans[world]) {
      const Settings fewer{.candidates = 16,
                           .turns = settings_.turns,
                           .countered = 0,
                           .proposed = settings_.proposed,
                           .decided = settings_.decided};
      const std::vector<sim::State> here{worlds_[world]};
      Result found =
          Search(k_, nets_, here, 1 - seat_, fewer, part_of_budget(counter.visits), random_, counter.against).run();
      result_.visits += found.visits;
      result_.turns += found.turns;
      counter.plans[world] = std::move(found.plans.front().plan);
    }
    return *counter.plans[world];
  }

  Budget part_of_budget(std::uint64_t most) const {
    if (budget_.visits > 0) most = std::min(most, budget_.visits - result_.visits);
    return {.visits = most,
            .seconds = deadline_.limited() ? std::max(1e-6, deadline_.left()) : 0.0,
            .watch = budget_.watch};
  }

  void meet(Candidate& candidate) {
    const double found = rollout(candidate.plan, scenarios_[candidate.visits]);
    candidate.values.push_back(static_cast<float>(found));
    candidate.total += found;
    ++candidate.visits;
    ++result_.visits;
  }

  // Tries the candidate against all scenarios that it has not met.
  void meet_all(Candidate& candidate) {
    while (candidate.visits < scenarios_.size() && !(over() && result_.visits > 0)) meet(candidate);
  }

  int turns() const { return settings_.turns > 0 ? settings_.turns : nets_.value ? 1 : 5; }
  int pick_turns() const { return settings_.pick_turns > 0 ? settings_.pick_turns : nets_.value ? 1 : 10; }

  double rollout(const sim::Plan& plan, const Scenario& scenario) {
    state_ = worlds_[scenario.world];
    const Random source(scenario.key);
    plans_[seat_] = plan;
    plans_[1 - seat_] = scenario.plan;
    const bool picks = state_.head().phase == sim::Phase::pick;
    const int last = state_.head().round + (picks ? pick_turns() : turns());
    for (int turn = 0;; ++turn) {
      Random dice = source.stream(static_cast<std::uint64_t>(2 * turn));
      sim::Chance chance(dice);
      sim::resolve(k_.game, state_, plans_, chance, scratch_, nullptr);
      ++result_.turns;
      if (state_.head().phase == sim::Phase::over || state_.head().round >= last) break;
      Random noise = source.stream(static_cast<std::uint64_t>(2 * turn + 1));
      for (int seat = 0; seat < sim::kSeats; ++seat) play_on(seat, noise);
    }
    return value(k_, nets_.value, state_, seat_);
  }

  // A plan for the position of a rollout.
  void play_on(int seat, Random& noise) {
    if (proposing() && state_.head().phase == sim::Phase::play) {
      plans_[seat] = Policy(k_, *nets_.policy, state_, seat).propose(noise);
    } else {
      planner_.plan(state_, seat, usual_, noise, plans_[seat]);
    }
  }

  void rank() {
    std::stable_sort(active_.begin(), active_.end(),
                     [&](std::size_t a, std::size_t b) { return candidates_[a].value() > candidates_[b].value(); });
  }

  // What the newest scenario's reply was worth to the other seat.
  void tell_reply() {
    const std::size_t tellers = std::min(active_.size(), kTellers);
    double sum = 0;
    for (std::size_t i = 0; i < tellers; ++i) sum -= candidates_[active_[i]].values.back();
    replies_.told(scenarios_.back().reply, sum / static_cast<double>(tellers));
  }

  // Drops candidates that are worse than the best one, and keeps fewer and fewer as the budget is used up.
  void drop() {
    if (scenarios_.size() < (playing() ? kFirst : kPicks)) return;
    const Candidate& best = candidates_[active_.front()];
    std::erase_if(active_,
                  [&](std::size_t i) { return &candidates_[i] != &best && worse(candidates_[i], best, kDoubt); });
    const double left = std::max(0.0, 1 - used_share(budget_, deadline_, result_.visits));
    const auto most = static_cast<std::size_t>(
        std::max(2.0, std::ceil(static_cast<double>(settings_.candidates) * std::pow(left, 1.5))));
    if (active_.size() > most) active_.resize(most);
  }

  // Makes a plan from the best ones, and tries it until it is clearly worse than the best.
  void breed() {
    const std::size_t parents = std::min<std::size_t>(active_.size(), 6);
    const auto parent = [&]() -> const sim::Plan& {
      return candidates_[active_[random_.below(static_cast<std::uint32_t>(parents))]].plan;
    };
    const sim::Plan& first = parent();
    const sim::Plan& second = parent();
    ++failed_;
    const bool foreign = random_.below(kForeign) == 0, crossed = &first != &second && random_.below(3) == 0;
    if (!add(foreign   ? planned(random_.below(static_cast<std::uint32_t>(worlds_.size())))
             : crossed ? variation_.cross(first, second, random_)
                       : variation_.mutate(first, random_)))
      return;
    const std::uint64_t before = result_.visits;
    Candidate& added = candidates_.back();
    const Candidate& best = candidates_[active_.front()];
    bool alive = true;
    while (alive && added.visits < scenarios_.size() && !over()) {
      meet(added);
      if (added.visits % kFirst == 0) alive = !worse(added, best, kNewDoubt);
    }
    bred_visits_ += result_.visits - before;
    if (!alive || added.visits < scenarios_.size()) {
      active_.pop_back();
      return;
    }
    if (added.value() > best.value()) failed_ = 0;
    rank();
  }

  // What the network proposes in a world, or the planner in a random style.
  sim::Plan planned(std::size_t world) {
    if (proposed() > 0 && random_.uniform() < proposed()) return policy(world, seat_).propose(random_);
    sim::Plan plan;
    planner_.plan(worlds_[world], seat_, planner::random_style(k_.weights, random_), random_, plan);
    return plan;
  }

  bool proposing() const { return nets_.policy && settings_.proposed > 0 && !k_.marches; }
  // Share of the plans that the network proposes.
  double proposed() const { return proposing() && playing() ? settings_.proposed : 0.0; }
  // The network reads a position when it is first needed.
  const Policy& policy(std::size_t world, int seat) {
    return policies_.try_emplace({world, seat}, k_, *nets_.policy, worlds_[world], seat).first->second;
  }

  void finish() {
    rank();
    for (const std::size_t i : active_) result_.plans.push_back(candidates_[i]);
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (std::find(active_.begin(), active_.end(), i) == active_.end()) result_.plans.push_back(candidates_[i]);
    }
    result_.value = std::max(-1.0, result_.plans.front().value());
    result_.scenarios = scenarios_.size();
  }

  const Knowledge& k_;
  const Networks& nets_;
  const std::vector<sim::State>& worlds_;
  int seat_;
  const Settings& settings_;
  const Budget& budget_;
  Deadline deadline_;
  Random& random_;
  Planner planner_;
  sim::State state_;
  sim::Plans plans_;
  sim::Scratch scratch_;
  Style usual_;
  std::vector<sim::Plan> others_;
  Replies replies_;
  std::map<std::pair<std::size_t, int>, Policy> policies_{};  // by world and seat
  std::map<std::size_t, SearchedReply> counters_{};           // by reply
  std::size_t next_counter_ = kFirst;
  Variation variation_;
  std::vector<Candidate> candidates_;
  std::vector<std::size_t> active_;
  std::vector<Scenario> scenarios_;
  std::uint64_t bred_visits_ = 0;
  int failed_ = 0;  // new plans in a row that were no better than the best
  Result result_;
};

}  // namespace

Result search(const Knowledge& knowledge, const Networks& nets, const std::vector<sim::State>& worlds, int seat,
              const Settings& settings, const Budget& budget, Random& random) {
  check_fields(settings);
  require(!worlds.empty(), "a search needs a position");
  require_limit(budget);
  return Search(knowledge, nets, worlds, seat, settings, budget, random).run();
}

}  // namespace hegemon::search::rollouts
