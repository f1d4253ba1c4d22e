#include "search/rollouts/choices.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace hegemon::search::rollouts {
namespace {

// A plan, told as choices in a draft. What a draft cannot say is left out.
class Retold {
 public:
  Retold(const planner::Knowledge& knowledge, const sim::State& state, int seat, const sim::Plan& plan,
         const PolicyInputs& inputs, Choices& out, Random& random)
      : draft_(knowledge, state, seat), inputs_(inputs), out_(out), random_(random) {
    for (const sim::Order& order : plan) {
      if (order.kind == sim::OrderKind::deploy) deployed_[order.source] += order.armies;
      if (order.kind == sim::OrderKind::move) sent_[{order.source, order.target}] += order.armies;
    }
  }

  void tell() {
    tell_takes();
    tell_deployments();
    tell_sends();
  }

 private:
  struct Choice {
    std::vector<Option> options;
    std::vector<std::size_t> right;  // numbers of the options that the plan has chosen
  };

  int sent(const Option& option) const {
    const auto at = sent_.find({option.source, option.target});
    return at == sent_.end() ? 0 : at->second;
  }
  // Whether the plan takes the target from this source; of several sources the strongest one does.
  bool taken(const Option& option) const {
    if (option.kind != OptionKind::take || sent(option) < draft_.least(option.target)) return false;
    return std::all_of(sent_.begin(), sent_.end(), [&](const auto& move) {
      return move.first.second != option.target || move.second < sent(option) ||
             (move.second == sent(option) && move.first.first >= option.source);
    });
  }

  void tell_takes() {
    for (bool more = true; more;) {
      std::vector<Option> options;
      draft_.takes(options);
      std::vector<std::size_t> right;
      for (std::size_t i = 0; i < options.size(); ++i) {
        if (taken(options[i])) right.push_back(i);
      }
      more = !right.empty();
      if (!more) right.push_back(options.size() - 1);  // stop
      draft_.choose(options[right[random_.below(static_cast<std::uint32_t>(right.size()))]]);
      met_.push_back({std::move(options), std::move(right)});
    }
    record_one();
  }

  void tell_deployments() {
    std::map<int, int> rest;
    for (const auto& [territory, armies] : deployed_) {
      if (armies > draft_.deployed(territory)) rest[territory] = armies - draft_.deployed(territory);
    }
    while (draft_.left() > 0 && !rest.empty()) {
      const auto most =
          std::max_element(rest.begin(), rest.end(), [](auto& a, auto& b) { return a.second < b.second; });
      const int sum = std::accumulate(rest.begin(), rest.end(), 0, [](int all, auto& one) { return all + one.second; });
      const bool all = 4 * most->second >= 3 * sum || draft_.left() == 1;
      std::vector<Option> options;
      draft_.deployments(options);
      const auto right = std::find_if(options.begin(), options.end(), [&](const Option& option) {
        return option.kind == (all ? OptionKind::rest : OptionKind::half) && option.source == most->first;
      });
      const int before = draft_.left();
      draft_.choose(*right);
      most->second -= before - draft_.left();
      if (most->second <= 0) rest.erase(most);
      const auto number = static_cast<std::size_t>(right - options.begin());
      met_.push_back({std::move(options), {number}});
    }
    record_one();
  }

  void tell_sends() {
    int source = -1;
    std::vector<Option> options;
    for (const Draft::Link& link : draft_.links()) {
      if (link.source == source) continue;
      source = link.source;
      draft_.sends(source, options);
      if (options.empty()) continue;
      std::size_t best = 0;
      int most = 0;
      for (std::size_t i = 1; i < options.size(); ++i) {
        const int more = sent(options[i]) - draft_.links()[static_cast<std::size_t>(options[i].link)].sent;
        if (more > most) most = more, best = i;
      }
      if (2 * most <= draft_.idle(source)) best = 0;  // stay
      record({options, {best}});
    }
  }

  // One of the choices of a step at random.
  void record_one() {
    if (!met_.empty()) record(met_[random_.below(static_cast<std::uint32_t>(met_.size()))]);
    met_.clear();
  }

  void record(const Choice& choice) {
    for (const Option& option : choice.options) {
      out_.kinds.push_back(static_cast<std::int32_t>(option.kind));
      out_.sources.push_back(option.source < 0 ? -1 : inputs_.row_of[static_cast<std::size_t>(option.source)]);
      out_.targets.push_back(option.target < 0 ? -1 : inputs_.row_of[static_cast<std::size_t>(option.target)]);
      out_.columns.insert(out_.columns.end(), option.row.begin(), option.row.end());
      out_.choices.push_back(number_);
    }
    const std::size_t first = out_.shares.size();
    out_.shares.resize(out_.kinds.size());
    for (const std::size_t right : choice.right)
      out_.shares[first + right] = 1.0F / static_cast<float>(choice.right.size());
    ++number_;
  }

  Draft draft_;
  const PolicyInputs& inputs_;
  Choices& out_;
  Random& random_;
  std::map<int, int> deployed_;
  std::map<std::pair<int, int>, int> sent_;
  std::vector<Choice> met_;  // in the step that is told
  std::int32_t number_ = 0;  // of choices that were recorded
};

}  // namespace

void Choices::add(const planner::Knowledge& knowledge, const sim::State& state, int seat, const sim::Plan& plan,
                  int game, Random& random) {
  const PolicyInputs inputs = policy_inputs(knowledge, state, seat);
  const std::size_t before = kinds.size();
  Retold(knowledge, state, seat, plan, inputs, *this, random).tell();
  features.insert(features.end(), inputs.features.begin(), inputs.features.end());
  land.insert(land.end(), inputs.board.land.begin(), inputs.board.land.end());
  groups.insert(groups.end(), inputs.board.groups.begin(), inputs.board.groups.end());
  for (const auto& pair : inputs.near) near.insert(near.end(), pair.begin(), pair.end());
  for (const auto& pair : inputs.members) members.insert(members.end(), pair.begin(), pair.end());
  for (const std::size_t count :
       {static_cast<std::size_t>(inputs.board.lands()), static_cast<std::size_t>(inputs.board.group_count()),
        inputs.near.size(), inputs.members.size(), kinds.size() - before}) {
    counts.push_back(static_cast<std::int32_t>(count));
  }
  games.push_back(game);
}

}  // namespace hegemon::search::rollouts
