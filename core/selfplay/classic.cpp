#include "selfplay/classic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/parallel.hpp"
#include "search/mcts/classic_net_evaluator.hpp"
#include "selfplay/append.hpp"
#include "selfplay/sampling.hpp"

namespace hegemon::selfplay {
namespace {

using classic::Action;
using classic::Phase;
using classic::State;
using Report = search::Report<Action>;
using Search = search::Search<search::ClassicDomain>;

// The streams of a game.
enum : std::uint64_t { kDeal, kDice, kChoice, kMind };

constexpr auto kPhases = static_cast<std::size_t>(Phase::over);

// Searches are done one after the other, each on one thread: many games keep the cores busy.
search::Settings settled(search::Settings settings, bool full) {
  settings.threads = 1;
  if (full) return settings;
  settings.noise = settings.forced_playouts = 0;
  return settings;
}

class Player {
 public:
  Player(const classic::Game& game, const ClassicSettings& settings, const std::shared_ptr<const nets::ClassicNet>& net)
      : game_(game), settings_(settings), net_(net) {
    if (net) evaluator_.emplace(net, game, settings.search.votes);
    search::ClassicNetEvaluator* evaluator = net ? &*evaluator_ : nullptr;
    const search::ClassicDomain domain{&game, settings.search.evaluation};
    full_ = std::make_unique<Search>(domain, settled(settings.search.tree, true), evaluator);
    fast_ = std::make_unique<Search>(domain, settled(settings.search.tree, false), evaluator);
    if (net) scratch_ = net->make_scratch();
  }

  // One game and its samples.
  void run(Random root, std::uint64_t number, ClassicSamples& samples) {
    samples_ = &samples;
    number_ = number;
    Random deal = root.stream(kDeal), dice = root.stream(kDice), choice = root.stream(kChoice);
    State state = classic::start(game_, deal);
    seen_.clear();
    settle(state, dice);
    while (!over(state)) {
      const auto decision = static_cast<std::uint64_t>(state.head().decisions);
      classic::legal_actions(game_, state, actions_);
      const Action action = actions_.size() == 1 ? actions_[0]
                            : settings_.expert   ? by_policy(state, choice)
                                                 : by_search(state, root.stream(kMind + decision));
      classic::step(game_, state, action, dice);
    }
    if (settings_.expert) label(root, choice);
    samples.games.push_back(number);
    samples.winners.push_back(state.head().phase == Phase::over ? state.head().winner : classic::kNobody);
    samples.lengths.push_back(state.head().decisions);
  }

 private:
  void settle(State& state, Random& dice) const {
    while (state.head().chance != classic::ChanceKind::none) {
      classic::apply_outcome(game_, state, classic::sample_outcome(game_, state, dice));
    }
  }

  bool over(const State& state) const {
    return state.head().phase == Phase::over || state.head().decisions >= settings_.decision_limit;
  }

  Action by_search(const State& state, Random random) {
    const bool full = settings_.fast_visits == 0 || random.uniform() < settings_.full_share;
    const Report report = searched(state, random, full);
    note(state, report, full);
    if (state.head().decisions >= settings_.temperature_decisions) return report.candidates[0].action;
    weights_.clear();
    for (const auto& candidate : report.candidates) weights_.push_back(static_cast<double>(candidate.visits));
    return report.candidates[sample_with_temperature(weights_, settings_.temperature, random)].action;
  }

  Report searched(const State& state, Random random, bool full) {
    leave_if(settings_.stop);
    Search& mind = full ? *full_ : *fast_;
    mind.begin(state, random);
    mind.run({full ? settings_.visits : settings_.fast_visits, 0.0});
    return mind.report();
  }

  // What the network would do, drawn; the position is kept for the expert.
  Action by_policy(const State& state, Random& random) {
    seen_.push_back(state);
    weights_.assign(actions_.size(), 1.0);
    if (net_ && random.uniform() >= settings_.explore) {
      logits_.resize(actions_.size());
      values_.resize(static_cast<std::size_t>(game_.seats));
      const nets::ClassicQuestion question{&state, actions_, values_, logits_};
      net_->evaluate({&question, 1}, *scratch_);
      nets::require_finite(logits_);
      const float most = *std::max_element(logits_.begin(), logits_.end());
      for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] = std::exp(logits_[i] - most);
    }
    return actions_[sample_with_temperature(weights_, settings_.temperature > 0 ? settings_.temperature : 1e-3,
                                            random)];
  }

  // The expert looks at a few positions of one of the phases that there were decisions in; games take turns.
  void label(Random root, Random& choice) {
    std::array<std::vector<std::size_t>, kPhases> by_phase;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      by_phase[static_cast<std::size_t>(seen_[i].head().phase)].push_back(i);
    }
    const auto end = std::remove_if(by_phase.begin(), by_phase.end(), [](const auto& some) { return some.empty(); });
    const auto present = static_cast<std::uint64_t>(end - by_phase.begin());
    if (present == 0) return;
    std::vector<std::size_t>& found = by_phase[number_ % present];
    while (found.size() > static_cast<std::size_t>(settings_.labels)) {
      found.erase(found.begin() + static_cast<std::ptrdiff_t>(choice.below(static_cast<std::uint32_t>(found.size()))));
    }
    for (const std::size_t i : found) {
      classic::legal_actions(game_, seen_[i], actions_);
      note(seen_[i], searched(seen_[i], root.stream(kMind + i), true), true);
    }
  }

  // Sets `actions_` to one sample; they are those of the state.
  void note(const State& state, const Report& report, bool full) {
    ClassicSamples& all = *samples_;
    all.game.push_back(number_);
    all.decision.push_back(state.head().decisions);
    all.seat.push_back(state.head().mover);
    all.phase.push_back(static_cast<std::int8_t>(state.head().phase));
    all.full_search.push_back(full);
    all.value.push_back(static_cast<float>(report.value));
    const auto block = state.block();
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(block.data());
    all.states.insert(all.states.end(), bytes, bytes + block.size());
    const std::size_t begin = all.policy_target.size();
    all.policy_target.resize(begin + actions_.size());
    for (const auto& candidate : report.candidates) {
      const auto place = std::find(actions_.begin(), actions_.end(), candidate.action) - actions_.begin();
      all.policy_target[begin + static_cast<std::size_t>(place)] = static_cast<float>(candidate.target);
    }
    all.action_offsets.push_back(static_cast<std::int64_t>(all.policy_target.size()));
  }

  const classic::Game& game_;
  const ClassicSettings& settings_;
  std::shared_ptr<const nets::ClassicNet> net_;
  std::optional<search::ClassicNetEvaluator> evaluator_;
  std::unique_ptr<Search> full_, fast_;
  std::unique_ptr<nets::ClassicNet::Scratch> scratch_;
  std::vector<Action> actions_;
  std::vector<State> seen_;
  std::vector<double> weights_;
  std::vector<float> logits_, values_;
  ClassicSamples* samples_ = nullptr;
  std::uint64_t number_ = 0;
};

}  // namespace

void ClassicSamples::add(const ClassicSamples& others) {
  append_offsets(action_offsets, others.action_offsets, policy_target.size());
  append(games, others.games);
  append(winners, others.winners);
  append(lengths, others.lengths);
  append(game, others.game);
  append(decision, others.decision);
  append(seat, others.seat);
  append(phase, others.phase);
  append(full_search, others.full_search);
  append(value, others.value);
  append(states, others.states);
  append(policy_target, others.policy_target);
}

ClassicSamples play(const classic::Game& game, const ClassicSettings& settings,
                    const std::shared_ptr<const nets::ClassicNet>& net, std::uint64_t seed, std::uint64_t first,
                    std::uint64_t count, int threads) {
  check_fields(settings);
  std::vector<ClassicSamples> games(count);
  parallel<std::unique_ptr<Player>>(
      count, threads,
      [&](std::uint64_t i, std::unique_ptr<Player>& player) {
        if (!player) player = std::make_unique<Player>(game, settings, net);
        player->run(Random(seed).stream(first + i), first + i, games[i]);
      },
      1);
  ClassicSamples all;
  all.action_offsets.push_back(0);
  for (const ClassicSamples& one : games) all.add(one);
  return all;
}

}  // namespace hegemon::selfplay
