#include "search/coevolution/coevolution.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "search/coevolution/offspring.hpp"
#include "search/coevolution/pair_table.hpp"
#include "search/smcts/generators/candidates.hpp"

namespace hegemon::search {

using simultaneous::Plan;

namespace {

using Population = std::vector<Individual>;

// Where a plan of the next generation comes from: a row (or column) of its parents' or of its siblings' pair table.
struct Origin {
  bool child = false;
  std::size_t number = 0;
};
using Origins = std::vector<Origin>;

std::vector<std::size_t> best_first(std::size_t size, const auto& worth) {
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return worth(a) > worth(b); });
  return order;
}

std::vector<std::size_t> best_first(const Population& population) {
  return best_first(population.size(), [&](std::size_t i) { return population[i].fitness; });
}

// Fills the pairs of the next generation that have met already.
void carry_over(PairTable& next, const Origins& rows, const Origins& columns, const PairTable& parents,
                const PairTable* children) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const PairTable* known = rows[i].child ? children : &parents;
      if (rows[i].child != columns[j].child || !known) continue;
      const std::size_t from = rows[i].number * known->columns + columns[j].number, to = i * next.columns + j;
      next.values[to] = known->values[from];
      next.over[to] = known->over[from];
    }
  }
}

class Search {
 public:
  Search(const CoevolutionTask& task, const CoevolutionSettings& settings, Random& random)
      : task_(task),
        settings_(settings),
        random_(random),
        timer_(task.seconds, task.watch),
        genetics_{Genetics(task.game, task.state, 0, settings.march_on, settings.timing),
                  Genetics(task.game, task.state, 1, settings.march_on, settings.timing)},
        resolver_(task, settings, timer_, random, eval_counts_) {}

  Coevolution run() {
    own_ = sample(task_.seat);
    other_ = sample(1 - task_.seat);
    PairTable table = new_table();
    bool complete = rate(table, own_, other_);
    while (complete && !finished()) complete = next_generation(table);
    if (settings_.late_evaluation) {
      table = new_table();
      rate(table, own_, other_);
    }
    return report();
  }

 private:
  bool finished() const { return timer_.passed() || (task_.generations > 0 && generations_ >= task_.generations); }

  PairTable new_table() const { return PairTable(own_.size(), other_.size()); }

  bool rate(PairTable& table, Population& own, Population& other) {
    const bool complete = resolver_.fill(table, own, other);
    table.rate(own, other, settings_.skipped_pairs);
    return complete;
  }

  // Random plans, the best by score where there are scores. At least one, even if there is no time.
  Population sample(int seat) {
    const Genetics& genetics = genetics_[seat];
    const auto length = static_cast<std::size_t>(genetics.length());
    const bool scored = task_.score || settings_.init == Init::policy;
    const auto most = static_cast<std::size_t>(std::max(scored ? settings_.init_samples : 0, settings_.population));
    Genes genes(most * length);
    simultaneous::Scratch scratch;
    Plan plan;
    std::size_t drawn = 0;
    while (drawn < most && (drawn == 0 || !(settings_.late_evaluation ? timer_.stopped() : timer_.passed()))) {
      if (settings_.init == Init::focused && drawn % 2 == 0) {
        smcts::focused_plan(task_.game, task_.state, seat, random_, scratch, plan);
      } else {
        simultaneous::random_plan(task_.game, task_.state, seat, random_, scratch, plan);
      }
      genetics.encode(plan, std::span(genes).subspan(drawn++ * length, length));
    }
    std::vector<double> scores(drawn);
    if (scored) score(std::span(genes).first(drawn * length), seat, scores);
    std::vector<Genes> kept;
    for (std::size_t i : best_first(drawn, [&](std::size_t i) { return scores[i]; })) {
      if (kept.size() == static_cast<std::size_t>(settings_.population)) break;
      const auto row = std::span(genes).subspan(i * length, length);
      kept.emplace_back(row.begin(), row.end());
    }
    return express(std::move(kept), seat);
  }

  void score(std::span<const std::int32_t> genes, int seat, std::span<double> scores) {
    if (task_.score) return task_.score(genes, seat, scores);
    const std::size_t length = genes.size() / scores.size();
    std::vector<simultaneous::Order> orders;
    std::vector<std::int32_t> offsets{0};
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const Plan plan = genetics_[seat].decode(genes.subspan(i * length, length));
      orders.insert(orders.end(), plan.begin(), plan.end());
      offsets.push_back(static_cast<std::int32_t>(orders.size()));
    }
    const std::array positions{encode::position(task_.state, seat)};
    const std::array<std::int32_t, 2> all{0, static_cast<std::int32_t>(scores.size())};
    std::array<float, 1> value{};
    std::vector<float> logits(scores.size());
    task_.evaluator->answer(positions, {orders, offsets, all}, timer_.deadline(), settings_.cache, value, logits,
                            eval_counts_);
    std::copy(logits.begin(), logits.end(), scores.begin());
  }

  Population express(std::vector<Genes> genes, int seat) const {
    Population population(genes.size());
    for (std::size_t i = 0; i < genes.size(); ++i) {
      population[i].plan = genetics_[seat].decode(genes[i]);
      population[i].genes = std::move(genes[i]);
    }
    return population;
  }

  Population breed(std::span<const Individual> parents, std::size_t count, int seat) {
    return express(offspring(parents, count, settings_, genetics_[seat], random_), seat);
  }

  // False if time ran out before the generation was complete; then the one before stays.
  bool next_generation(PairTable& table) {
    return settings_.survival == Survival::elites ? next_by_elites(table) : next_by_halves(table);
  }

  // Soares: the offspring meet each other; the elites of their parents and the best of them survive.
  bool next_by_elites(PairTable& table) {
    Population own_children = breed(own_, own_.size(), task_.seat);
    Population other_children = breed(other_, other_.size(), 1 - task_.seat);
    if (settings_.late_evaluation && timer_.passed()) {  // as published, the elites are lost here
      own_ = std::move(own_children);
      other_ = std::move(other_children);
      return false;
    }
    PairTable children = new_table();
    if (!rate(children, own_children, other_children)) return false;
    Population own_next, other_next;
    const Origins rows = choose(own_, own_children, own_next);
    const Origins columns = choose(other_, other_children, other_next);
    PairTable next = new_table();
    carry_over(next, rows, columns, table, &children);
    return adopt(table, next, own_next, other_next);
  }

  Origins choose(const Population& parents, Population& children, Population& next) const {
    const auto elites = std::min(static_cast<std::size_t>(settings_.elites), parents.size());
    const auto best = best_first(parents), best_children = best_first(children);
    Origins origins;
    for (std::size_t i = 0; i < parents.size(); ++i) {
      origins.push_back({i >= elites, i < elites ? best[i] : best_children[i - elites]});
      if (i < elites) {
        next.push_back(parents[best[i]]);
      } else {
        next.push_back(std::move(children[best_children[i - elites]]));
      }
      next.back().age += i < elites;
    }
    return origins;
  }

  // GG-Net: the better half stays and breeds the other half.
  bool next_by_halves(PairTable& table) {
    Population own_next, other_next;
    const Origins rows = halve(own_, own_next, task_.seat), columns = halve(other_, other_next, 1 - task_.seat);
    PairTable next = new_table();
    carry_over(next, rows, columns, table, nullptr);
    return adopt(table, next, own_next, other_next);
  }

  Origins halve(const Population& population, Population& next, int seat) {
    const std::size_t half = std::max<std::size_t>(population.size() / 2, 1);
    const auto best = best_first(population);
    Origins origins;
    for (std::size_t i = 0; i < half; ++i) {
      next.push_back(population[best[i]]);
      ++next.back().age;
      origins.push_back({false, best[i]});
    }
    for (Individual& child : breed(next, population.size() - half, seat)) {
      origins.push_back({true, 0});
      next.push_back(std::move(child));
    }
    return origins;
  }

  bool adopt(PairTable& table, PairTable& next, Population& own_next, Population& other_next) {
    if (!rate(next, own_next, other_next)) return false;
    own_ = std::move(own_next);
    other_ = std::move(other_next);
    table = std::move(next);
    ++generations_;
    return true;
  }

  Coevolution report() {
    Coevolution result;
    for (std::size_t i : best_first(own_)) result.own.push_back(playable(std::move(own_[i])));
    for (std::size_t i : best_first(other_)) result.other.push_back(std::move(other_[i]));
    result.generations = generations_;
    result.pairs = resolver_.pairs();
    result.evaluations = resolver_.evaluations();
    result.eval_counts = eval_counts_;
    result.seconds = timer_.used();
    return result;
  }

  // Without correction a plan may be one that the rules refuse: it is corrected before it is played.
  Individual playable(Individual individual) {
    if (!check(task_.game, task_.state, task_.seat, individual.plan).empty()) {
      genetics_[task_.seat].correct(individual.genes, random_);
      individual.plan = genetics_[task_.seat].decode(individual.genes);
    }
    return individual;
  }

  const CoevolutionTask& task_;
  const CoevolutionSettings& settings_;
  Random& random_;
  Timer timer_;
  EvalCounts eval_counts_;
  std::array<Genetics, simultaneous::kSeats> genetics_;
  PairResolver resolver_;
  Population own_, other_;
  int generations_ = 0;
};

void require(bool ok, const char* message) {
  if (!ok) throw std::invalid_argument(message);
}

}  // namespace

Coevolution coevolve(const CoevolutionTask& task, const CoevolutionSettings& settings, Random& random) {
  require(task.state.head().phase == simultaneous::Phase::play, "plans are searched for in the play phase only");
  require_seconds(task.seconds);
  require(task.generations >= 0, "generations are a number from 0 on");
  require(task.generations > 0 || task.seconds > 0, "a search needs a limit of generations or of time");
  check_fields(settings);
  const bool asks =
      (settings.evaluation == Evaluation::network && !task.evaluate) || (settings.init == Init::policy && !task.score);
  require(!asks || task.evaluator, "evaluation=network and init=policy need a network, and none was given");
  return Search(task, settings, random).run();
}

}  // namespace hegemon::search
