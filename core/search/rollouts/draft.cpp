#include "search/rollouts/draft.hpp"

#include <algorithm>
#include <cmath>

#include "search/rollouts/board.hpp"

namespace hegemon::search::rollouts {
namespace {

float odds_ratio(double a, double b) { return static_cast<float>(std::clamp(std::log((a + 1) / (b + 1)), -2.0, 2.0)); }
float flag(bool is) { return is ? 1.0F : 0.0F; }

}  // namespace

Draft::Draft(const planner::Knowledge& knowledge, const sim::State& state, int seat)
    : k_(&knowledge),
      state_(&state),
      seat_(seat),
      income_(sim::income(knowledge.game, state, seat)),
      other_income_(sim::income(knowledge.game, state, 1 - seat)),
      left_(income_) {
  const auto n = static_cast<std::size_t>(state.size());
  free_.assign(n, 0);
  deployed_.assign(n, 0);
  sent_.assign(n, 0);
  arriving_.assign(n, 0);
  for (int t = 0; t < state.size(); ++t) {
    first_.push_back(static_cast<int>(links_.size()));
    if (!mine(t)) continue;
    free_[static_cast<std::size_t>(t)] = std::max(0, state.armies()[t] - knowledge.game.rules.stands_guard);
    for (const Territory next : knowledge.game.map->neighbours(t)) links_.push_back({t, next});
  }
  first_.push_back(static_cast<int>(links_.size()));
}

void Draft::takes(std::vector<Option>& options) const {
  options.clear();
  for (int i = 0; i < static_cast<int>(links_.size()); ++i) add_take(i, options);
  options.push_back(
      {.row = {scaled(left_), static_cast<float>(left_) / static_cast<float>(income_ + 1), 0.25F * takes_}});
}

void Draft::add_take(int number, std::vector<Option>& options) const {
  const auto [s, t, sent] = links_[static_cast<std::size_t>(number)];
  if (mine(t) || arriving_[t] > 0 || free_[s] + left_ < least(t)) return;
  const int here = state_->armies()[t], want = k_->odds.needed(here, planner::Surety::likely);
  const int lacking = std::max(0, std::min(want, free_[s] + left_) - free_[s]);
  const bool defended = state_->owners()[t] == 1 - seat_;
  options.push_back(
      {OptionKind::take,
       s,
       t,
       number,
       {scaled(free_[s]), scaled(want), scaled(lacking), static_cast<float>(lacking) / static_cast<float>(left_ + 1),
        scaled(left_), flag(sent_[s] > 0), odds_ratio(free_[s] + left_, want),
        defended ? odds_ratio(free_[s] + left_, k_->odds.needed(here + other_income_, planner::Surety::even)) : 0.0F}});
}

void Draft::deployments(std::vector<Option>& options) const {
  options.clear();
  if (left_ <= 0) return;
  for (int t = 0; t < state_->size(); ++t) {
    if (!mine(t)) continue;
    const std::array<float, kOptionColumns> row{scaled(free_[t]),
                                                scaled(deployed_[t]),
                                                scaled(sent_[t]),
                                                flag(deployed_[t] > 0),
                                                flag(sent_[t] > 0),
                                                scaled(left_),
                                                static_cast<float>(left_) / static_cast<float>(income_ + 1),
                                                0.25F * static_cast<float>(takes_)};
    options.push_back({OptionKind::rest, t, -1, -1, row});
    if (left_ > 1) options.push_back({OptionKind::half, t, -1, -1, row});
  }
}

void Draft::sends(int source, std::vector<Option>& options) const {
  options.clear();
  const int idle = free_[source];
  if (!mine(source) || idle <= 0) return;
  options.push_back(
      {OptionKind::stay, source, -1, -1, {scaled(idle), scaled(deployed_[source]), scaled(sent_[source])}});
  for (int i = first_[source]; i < first_[source + 1]; ++i) {
    const auto [s, t, sent] = links_[static_cast<std::size_t>(i)];
    const int here = state_->armies()[t];
    if (state_->owners()[t] == sim::kNeutral && idle + arriving_[t] < least(t)) continue;
    options.push_back(
        {OptionKind::send,
         s,
         t,
         i,
         {scaled(idle), scaled(deployed_[s]), scaled(sent_[s]), flag(sent > 0), flag(sent == 0 && arriving_[t] > 0),
          mine(t) ? 0.0F : odds_ratio(idle + arriving_[t], k_->odds.needed(here, planner::Surety::likely)),
          state_->owners()[t] == 1 - seat_
              ? odds_ratio(idle + arriving_[t], k_->odds.needed(here + other_income_, planner::Surety::even))
              : 0.0F,
          mine(t) ? scaled(deployed_[t]) : 0.0F}});
  }
}

void Draft::choose(const Option& option) {
  switch (option.kind) {
    case OptionKind::take: {
      Link& link = links_[static_cast<std::size_t>(option.link)];
      const int want = k_->odds.needed(state_->armies()[link.target], planner::Surety::likely);
      const int armies = std::min(want, free_[link.source] + left_);
      deploy(link.source, std::max(0, armies - free_[link.source]));
      send(link, armies);
      ++takes_;
      return;
    }
    case OptionKind::half: return deploy(option.source, (left_ + 1) / 2);
    case OptionKind::rest: return deploy(option.source, left_);
    case OptionKind::send: return send(links_[static_cast<std::size_t>(option.link)], free_[option.source]);
    case OptionKind::stop:
    case OptionKind::stay: return;
  }
}

void Draft::deploy(int territory, int armies) {
  deployed_[territory] += armies;
  free_[territory] += armies;
  left_ -= armies;
}

void Draft::send(Link& link, int armies) {
  link.sent += armies;
  free_[link.source] -= armies;
  sent_[link.source] += armies;
  arriving_[link.target] += armies;
}

sim::Plan Draft::plan(bool late) const {
  sim::Plan plan;
  for (int t = 0; t < state_->size(); ++t) {
    if (deployed_[t] > 0) plan.push_back({sim::OrderKind::deploy, t, t, deployed_[t]});
  }
  for (const bool at_enemy : {!late, late}) {
    for (const Link& link : links_) {
      if (link.sent <= 0 || (state_->owners()[link.target] == 1 - seat_) != at_enemy) continue;
      plan.push_back({sim::OrderKind::move, link.source, link.target, link.sent});
    }
  }
  return plan;
}

}  // namespace hegemon::search::rollouts
