#include "search/rollouts/search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "search/rollouts/value.hpp"

namespace hegemon::search::rollouts {
namespace {

using planner::Knowledge;
using planner::Planner;
using planner::Style;

struct Scenario {
  std::size_t world = 0;
  sim::Plan reply;
  std::uint64_t key = 0;  // of the dice and of the noise
};

class Search {
 public:
  Search(const Knowledge& knowledge, const std::vector<sim::State>& worlds, int seat, const Settings& settings,
         const Budget& budget, Random& random)
      : k_(knowledge),
        worlds_(worlds),
        seat_(seat),
        settings_(settings),
        budget_(budget),
        deadline_(budget.seconds, budget.watch),
        random_(random),
        planner_(knowledge),
        state_(worlds.front()) {
    usual_ = planner::usual_style(knowledge.weights);
    usual_.noise = settings.noise;
  }

  Result run() {
    const auto began = Deadline::Clock::now();
    draw_candidates();
    double next_offspring = 0.15;
    while (active_.size() > 1 && !over()) {
      add_scenario();
      for (std::size_t i = 0; i < active_.size() && !over(); ++i) catch_up(candidates_[active_[i]]);
      drop();
      if (settings_.offspring > 0 && playing() && used() >= next_offspring && used() < 0.75) {
        next_offspring += 0.15;
        add_offspring();
      }
    }
    if (scenarios_.empty()) add_scenario();
    if (result_.visits == 0 && active_.size() > 1) catch_up(candidates_.front());
    finish();
    result_.seconds = std::chrono::duration<double>(Deadline::Clock::now() - began).count();
    return std::move(result_);
  }

 private:
  bool playing() const { return worlds_.front().head().phase == sim::Phase::play; }
  bool over() const { return (budget_.visits > 0 && result_.visits >= budget_.visits) || deadline_.passed(); }

  // Share of the budget that is used up.
  double used() const {
    double share = 0;
    if (budget_.visits > 0) share = static_cast<double>(result_.visits) / static_cast<double>(budget_.visits);
    if (budget_.seconds > 0) share = std::max(share, 1 - deadline_.left() / budget_.seconds);
    return share;
  }

  void add(const sim::Plan& plan) {
    const bool known =
        std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& c) { return c.plan == plan; });
    if (known) return;
    active_.push_back(candidates_.size());
    candidates_.push_back({plan});
  }

  void draw_candidates() {
    sim::Plan plan;
    if (worlds_.front().head().phase == sim::Phase::pick && k_.game.rules.picking == sim::Picking::snake) {
      return add_picks();
    }
    for (int i = 0; i < settings_.candidates; ++i) {
      const sim::State& world = worlds_[static_cast<std::size_t>(i) % worlds_.size()];
      planner_.plan(world, seat_,
                    i == 0 ? planner::usual_style(k_.weights) : planner::random_style(k_.weights, random_), random_,
                    plan);
      add(plan);
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
    const Style style = scenarios_.size() % 3 == 0 ? usual_ : planner::random_style(k_.weights, random_);
    planner_.plan(worlds_[scenario.world], 1 - seat_, style, random_, scenario.reply);
    scenarios_.push_back(std::move(scenario));
  }

  // Tries the candidate against all scenarios that it has not met.
  void catch_up(Candidate& candidate) {
    while (candidate.visits < scenarios_.size() && !(over() && result_.visits > 0)) {
      candidate.total += rollout(candidate.plan, scenarios_[candidate.visits]);
      ++candidate.visits;
      ++result_.visits;
    }
  }

  double rollout(const sim::Plan& plan, const Scenario& scenario) {
    state_ = worlds_[scenario.world];
    const Random source(scenario.key);
    plans_[seat_] = plan;
    plans_[1 - seat_] = scenario.reply;
    const bool picks = state_.head().phase == sim::Phase::pick;
    const int last = state_.head().round + (picks ? settings_.pick_turns : settings_.turns);
    for (int turn = 0;; ++turn) {
      Random dice = source.stream(static_cast<std::uint64_t>(2 * turn));
      sim::Chance chance(dice);
      sim::resolve(k_.game, state_, plans_, chance, scratch_, nullptr);
      ++result_.turns;
      if (state_.head().phase == sim::Phase::over || state_.head().round >= last) break;
      Random noise = source.stream(static_cast<std::uint64_t>(2 * turn + 1));
      for (int seat = 0; seat < sim::kSeats; ++seat) planner_.plan(state_, seat, usual_, noise, plans_[seat]);
    }
    return value(k_, state_, seat_);
  }

  void rank() {
    std::stable_sort(active_.begin(), active_.end(),
                     [&](std::size_t a, std::size_t b) { return candidates_[a].value() > candidates_[b].value(); });
  }

  // Keeps fewer and fewer of the candidates as the budget is used up.
  void drop() {
    if (scenarios_.size() < 4) return;
    rank();
    const double left = std::max(0.0, 1 - used());
    const auto most = static_cast<std::size_t>(
        std::max(2.0, std::ceil(static_cast<double>(settings_.candidates) * std::pow(left, 1.5))));
    if (active_.size() > most) active_.resize(most);
  }

  // Crosses the best candidates: what one orders on some territories, with what the other orders on the rest.
  void add_offspring() {
    rank();
    const std::size_t parents = std::min<std::size_t>(active_.size(), 6);
    const int count = static_cast<int>(settings_.offspring * settings_.candidates / 4);
    for (int i = 0; i < count; ++i) {
      const sim::Plan& a = candidates_[active_[random_.below(static_cast<std::uint32_t>(parents))]].plan;
      const sim::Plan& b = candidates_[active_[random_.below(static_cast<std::uint32_t>(parents))]].plan;
      if (&a == &b) continue;
      add(cross(a, b));
    }
  }

  sim::Plan cross(const sim::Plan& a, const sim::Plan& b) {
    const std::uint64_t salt = random_.next();
    const auto from_first = [&](int territory) { return mix(salt + static_cast<std::uint64_t>(territory)) & 1; };
    sim::Plan plan;
    int left = sim::income(k_.game, worlds_.front(), seat_);
    for (const sim::OrderKind kind : {sim::OrderKind::deploy, sim::OrderKind::move}) {
      for (const bool first : {true, false}) {
        for (sim::Order order : first ? a : b) {
          if (order.kind != kind || static_cast<bool>(from_first(order.source)) != first) continue;
          if (kind == sim::OrderKind::deploy) {
            order.armies = std::min(order.armies, left);
            if (order.armies <= 0) continue;
            left -= order.armies;
          }
          plan.push_back(order);
        }
      }
    }
    if (left > 0 && !plan.empty()) {
      for (sim::Order& order : plan) {
        if (order.kind != sim::OrderKind::deploy) continue;
        order.armies += left;
        break;
      }
    }
    return plan;
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
  std::vector<Candidate> candidates_;
  std::vector<std::size_t> active_;
  std::vector<Scenario> scenarios_;
  Result result_;
};

}  // namespace

Result search(const Knowledge& knowledge, const std::vector<sim::State>& worlds, int seat, const Settings& settings,
              const Budget& budget, Random& random) {
  check_fields(settings);
  require(!worlds.empty(), "a search needs a position");
  require_limit(budget);
  return Search(knowledge, worlds, seat, settings, budget, random).run();
}

}  // namespace hegemon::search::rollouts
