#include "search/classic_rollouts/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/require.hpp"
#include "search/classic_rollouts/luck.hpp"
#include "search/classic_rollouts/value.hpp"

namespace hegemon::search::classic_rollouts {

using classic_planner::Knowledge;
using classic_planner::Planner;
using classic_planner::Style;

namespace {

// How much better one candidate did than another in the scenarios that both have met, and the standard error of that.
struct Lead {
  double mean = 0.0;
  double error = 1.0;
};

Lead lead(const Candidate& a, const Candidate& b) {
  const std::size_t n = std::min(a.values.size(), b.values.size());
  if (n < 2) return {};
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double difference = static_cast<double>(a.values[i]) - static_cast<double>(b.values[i]);
    sum += difference;
    squares += difference * difference;
  }
  const auto count = static_cast<double>(n);
  const double mean = sum / count;
  return {mean, std::sqrt(std::max(1e-9, squares / count - mean * mean) / (count - 1))};
}

constexpr std::size_t kKept = 6;        // styles that are tried again in the next decision of the turn
constexpr std::size_t kLeast = 4;       // scenarios before anything is dropped
constexpr std::size_t kListed = 5000;   // legal decisions that are looked at one by one
constexpr double kIndifferent = 0.003;  // share of the win that is worth no thought
constexpr double kDecided = 0.005;      // probability below which a win is out of the question

class Search {
 public:
  Search(const Knowledge& knowledge, const ValueNet* net, Planner& planner, classic_heuristic::Heuristic& others,
         const ValueNet* wins, const classic::State& view, const Settings& settings, const Budget& budget,
         Random& random)
      : k_(knowledge),
        net_(net),
        planner_(planner),
        others_(others),
        wins_(wins),
        settings_(settings),
        budget_(budget),
        deadline_(budget.seconds, budget.watch),
        random_(random),
        state_(view),
        seat_(view.head().mover),
        usual_(classic_planner::usual_style(knowledge.weights)),
        values_(static_cast<std::size_t>(knowledge.game.seats)),
        luck_(knowledge, seat_) {
    const auto& rules = knowledge.game.rules;
    const bool hides = rules.cards != classic::Cards::none && !rules.open_hands;
    const int worlds = hides ? settings.worlds : 1;
    for (int i = 0; i < worlds; ++i) worlds_.push_back(classic::determinize(knowledge.game, view, random));
  }

  Result run(const std::vector<Style>& kept) {
    const auto began = Deadline::Clock::now();
    draw_candidates(kept);
    while (distinct() && !over()) {
      keys_.push_back(random_.next());
      for (std::size_t i = 0; i < active_.size() && !over(); ++i) catch_up(candidates_[active_[i]]);
      drop();
    }
    finish();
    result_.seconds = std::chrono::duration<double>(Deadline::Clock::now() - began).count();
    return std::move(result_);
  }

 private:
  bool over() const { return used_up(budget_, deadline_, result_.visits); }

  void add(const classic::Action& action, const Style& style, bool stick = false) {
    active_.push_back(candidates_.size());
    candidates_.push_back({action, style, stick});
  }

  bool known(const classic::Action& action) const {
    return std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& c) { return c.action == action; });
  }

  void propose(const Style& style) {
    const classic::Action action = planner_.decide(worlds_.front(), style);
    const auto same =
        std::count_if(candidates_.begin(), candidates_.end(), [&](const Candidate& c) { return c.action == action; });
    if (same == 0) add(action, usual_);
    if (same < settings_.ways) add(action, style);
  }

  void draw_candidates(const std::vector<Style>& kept) {
    const Style& plan = kept.empty() ? usual_ : kept.front();
    add(planner_.decide(worlds_.front(), plan), plan);
    if (!kept.empty()) add(planner_.decide(worlds_.front(), usual_), usual_);
    for (std::size_t i = 1; i < kept.size(); ++i) add(planner_.decide(worlds_.front(), kept[i]), kept[i]);
    for (int i = 0; i < settings_.styles && !deadline_.passed(); ++i) {
      propose(classic_planner::random_style(k_.weights, random_));
    }
    if (worlds_.front().head().phase == classic::Phase::setup) {
      add_stacks();
    } else {
      add_others();
    }
  }

  bool borders(int territory) const {
    const auto near = k_.game.map->neighbours(territory);
    return std::any_of(near.begin(), near.end(),
                       [&](Territory next) { return worlds_.front().owners()[next] != seat_; });
  }

  // Before the first turn: everything on one territory that touches others.
  void add_stacks() {
    classic::Action action = candidates_.front().action;
    for (int t = 0; t < worlds_.front().size(); ++t) {
      if (worlds_.front().owners()[t] != seat_ || !borders(t)) continue;
      action.source = static_cast<std::uint16_t>(t);
      add(action, usual_, true);
    }
  }

  // All that is legal, or of every source and target the largest and the middle number of armies, as many of them as are
  // wanted; and the end of the phase.
  void add_others() {
    std::vector<classic::Action> legal;
    const auto most = static_cast<std::size_t>(settings_.few);
    if (classic::count_actions(k_.game, worlds_.front()) <= kListed) {
      classic::legal_actions(k_.game, worlds_.front(), legal);
      if (legal.size() > most) thin(legal);
    }
    for (std::size_t i = 0; i < std::min(most, legal.size()); ++i) {
      std::swap(legal[i], legal[i + random_.below(static_cast<std::uint32_t>(legal.size() - i))]);
      if (!known(legal[i])) add(legal[i], usual_);
    }
    const classic::Action pass{};
    if (!known(pass) && classic::is_legal(k_.game, worlds_.front(), pass)) add(pass, usual_);
  }

  // Numbers of armies follow each other in the list.
  static void thin(std::vector<classic::Action>& legal) {
    std::size_t kept = 0;
    for (std::size_t i = 0, end = 0; i < legal.size(); i = end) {
      for (end = i; end < legal.size() && alike(legal[i], legal[end]);) ++end;
      const classic::Action middle = legal[(i + end - 1) / 2], last = legal[end - 1];
      legal[kept++] = last;
      if (end - i > 2) legal[kept++] = middle;
    }
    legal.resize(kept);
  }

  static bool alike(const classic::Action& a, const classic::Action& b) {
    return a.kind == b.kind && a.source == b.source && a.target == b.target && a.third == b.third && a.dice == b.dice;
  }

  // Whether there is anything left to choose from.
  bool distinct() const {
    return std::any_of(active_.begin(), active_.end(),
                       [&](std::size_t i) { return !(candidates_[i].action == candidates_[active_[0]].action); });
  }

  // Tries the candidate in all scenarios that it has not met.
  void catch_up(Candidate& candidate) {
    while (candidate.visits < keys_.size() && !(over() && result_.visits > 0)) {
      const double value = rollout(candidate, candidate.visits);
      candidate.total += value;
      candidate.values.push_back(static_cast<float>(value));
      ++candidate.visits;
      ++result_.visits;
    }
  }

  // A network that knows the opponent also knows what a start is worth.
  int turns_ahead() const {
    const bool begins = worlds_.front().head().phase <= classic::Phase::setup;
    if (begins && !wins_) return std::max(settings_.turns, settings_.opening * k_.game.seats);
    return net_ || wins_ ? settings_.turns : std::max(settings_.turns, k_.game.seats);
  }

  double rollout(const Candidate& candidate, std::size_t scenario) {
    state_ = worlds_[scenario % worlds_.size()];
    const auto& head = state_.head();
    const Random source(keys_[scenario]);
    const int first = head.turns, last = first + turns_ahead();
    const int wanted = std::min(settings_.ends, last - first);
    Style usual = usual_;
    usual.noise = settings_.noise;
    Random dice = source.stream(0);
    luck_.begin();
    luck_.look(state_);
    step(candidate.action, dice);
    const bool thumb = by_thumb(scenario);
    double total = 0;
    int ends = 0;
    for (int turn = first; head.phase != classic::Phase::over;) {
      if (head.turns != turn) {
        turn = head.turns;
        if (last - turn < wanted) {
          total += corrected();
          ++ends;
        }
        if (turn >= last) break;
        dice = source.stream(static_cast<std::uint64_t>(turn - first));
        usual.key = dice.next();
        luck_.look(state_);
      }
      const bool own = turn == first && head.mover == seat_;
      if (own && candidate.stick && head.phase == classic::Phase::setup) {
        step(more_of(candidate.action), dice);
      } else if (thumb && head.mover != seat_) {
        step(others_.decide(state_), dice);
      } else {
        step(planner_.decide(state_, own ? candidate.style : usual), dice);
      }
      ++result_.decisions;
    }
    if (head.phase == classic::Phase::over) {  // stays as it is for the turns that are left
      const int more = wanted - ends;
      total += more * corrected();
      ends += more;
    }
    return total / ends;
  }

  // Whether the other seats play by rules of thumb in a scenario: those in which they do are spread evenly.
  bool by_thumb(std::size_t scenario) const {
    const auto i = static_cast<double>(scenario);
    return std::floor((i + 1) * settings_.thumb) > std::floor(i * settings_.thumb);
  }

  classic::Action more_of(classic::Action placed) const {
    const int pool = state_.head().pool[static_cast<std::size_t>(seat_)];
    placed.armies = std::min<int>(placed.armies, pool);
    return placed;
  }

  // The share of the win as the position looks now, without the luck that led here.
  double corrected() {
    evaluate(state_);
    return values_[static_cast<std::size_t>(seat_)] - settings_.luck * luck_.sum();
  }

  void step(const classic::Action& action, Random& dice) {
    classic::apply(k_.game, state_, action);
    while (state_.head().chance != classic::ChanceKind::none) {
      const int outcome = classic::sample_outcome(k_.game, state_, dice);
      if (state_.head().chance != classic::ChanceKind::draw) luck_.count(state_, outcome);
      classic::apply_outcome(k_.game, state_, outcome);
    }
  }

  void rank() {
    std::stable_sort(active_.begin(), active_.end(),
                     [&](std::size_t a, std::size_t b) { return candidates_[a].value() > candidates_[b].value(); });
  }

  // Keeps fewer and fewer of the candidates as the budget is used up, and none that is clearly no better than the best.
  void drop() {
    if (keys_.size() < kLeast) return;
    rank();
    const double left = std::max(0.0, 1 - used_share(budget_, deadline_, result_.visits));
    const auto most = static_cast<std::size_t>(
        std::max(2.0, std::ceil(static_cast<double>(candidates_.size()) * std::pow(left, 1.5))));
    if (active_.size() > most) active_.resize(most);
    if (settings_.sure <= 0) return;
    const Candidate best = candidates_[active_.front()];
    std::erase_if(active_, [&](std::size_t i) {
      if (i == active_.front()) return false;
      const Lead found = lead(best, candidates_[i]);
      return found.mean + kIndifferent > settings_.sure * found.error;
    });
  }

  // The best is to be played, if it is better than what the seat was about to do by more than luck explains.
  void choose() {
    rank();
    const Candidate& usual = candidates_.front();
    const auto cautious = [&](std::size_t i) {
      if (i == 0) return 0.0;
      const Lead found = lead(candidates_[i], usual);
      return found.mean - settings_.caution * found.error;
    };
    if (std::find(active_.begin(), active_.end(), 0U) == active_.end() && cautious(active_.front()) < 0)
      active_.insert(active_.begin(), 0U);
    std::stable_sort(active_.begin(), active_.end(),
                     [&](std::size_t a, std::size_t b) { return cautious(a) > cautious(b); });
  }

  void finish() {
    choose();
    for (const std::size_t i : active_) result_.candidates.push_back(candidates_[i]);
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (std::find(active_.begin(), active_.end(), i) == active_.end()) result_.candidates.push_back(candidates_[i]);
    }
    const Candidate& best = result_.candidates.front();
    if (best.visits > 0) {
      result_.share = best.value();
    } else {
      evaluate(worlds_.front());
      result_.share = values_[static_cast<std::size_t>(seat_)];
    }
    result_.scenarios = keys_.size();
  }

  // Who will win, at the beginning of a turn.
  void evaluate(const classic::State& state) {
    const bool ended = state.head().phase == classic::Phase::over;
    if (wins_ && !ended) {
      values_[static_cast<std::size_t>(seat_)] = wins_->win(k_, state, seat_);
    } else if (net_ && !ended) {
      net_->shares(k_, state, values_);
    } else {
      shares(k_.game, state, k_.weights, values_);
    }
  }

  const Knowledge& k_;
  const ValueNet* net_;
  Planner& planner_;
  classic_heuristic::Heuristic& others_;
  const ValueNet* wins_;
  const Settings& settings_;
  const Budget& budget_;
  Deadline deadline_;
  Random& random_;
  classic::State state_;
  int seat_;
  Style usual_;
  std::vector<double> values_;
  Luck luck_;
  std::vector<classic::State> worlds_;
  std::vector<Candidate> candidates_;
  std::vector<std::size_t> active_;
  std::vector<std::uint64_t> keys_;  // of the dice and of the noise of every scenario
  Result result_;
};

}  // namespace

Player::Player(const classic::Game& game, const Settings& settings, const classic_planner::Weights& weights,
               std::shared_ptr<const ValueNet> net)
    : knowledge_(game, weights), planner_(knowledge_), others_(game, {}), settings_(settings), net_(std::move(net)) {
  check_fields(settings);
  check_fields(weights);
}

Result Player::search(const classic::State& view, const Budget& budget, Random& random) {
  require_limit(budget);
  require(classic::count_actions(knowledge_.game, view) > 0, "the seat has nothing to decide");
  if (view.head().turns != turn_) kept_.clear();
  turn_ = view.head().turns;
  Result result =
      Search(knowledge_, net_.get(), planner_, others_, wins_.get(), view, settings_, budget, random).run(kept_);
  kept_.clear();
  const classic::Action chosen = result.candidates.front().action;
  for (const Candidate& c : result.candidates) {
    if (c.action == chosen && kept_.size() < kKept) kept_.push_back(c.style);
  }
  return result;
}

bool Player::decided(const classic::State& view, int seat) const {
  if (!wins_) return false;
  const double win = wins_->win(knowledge_, view, seat);
  return win < kDecided || win > 1 - kDecided;
}

classic::Action Player::decide(const classic::State& view) {
  require(classic::count_actions(knowledge_.game, view) > 0, "the seat has nothing to decide");
  return planner_.decide(view, classic_planner::usual_style(knowledge_.weights));
}

}  // namespace hegemon::search::classic_rollouts
