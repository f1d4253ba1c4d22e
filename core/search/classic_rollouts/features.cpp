#include "search/classic_rollouts/features.hpp"

#include <algorithm>
#include <cmath>

#include "search/classic_rollouts/holdings.hpp"

namespace hegemon::search::classic_rollouts {

namespace {

class Writer {
 public:
  Writer(const classic_planner::Knowledge& knowledge, const classic::State& state)
      : k_(knowledge), state_(state), h_(count_holdings(knowledge, state)) {}

  void write(std::span<Features> seats) const {
    for (std::size_t s = 0; s < seats.size(); ++s) {
      seats[s].fill(0);
      if (h_.of[s].land > 0) write(s, seats[s]);
    }
  }

 private:
  // Logarithm of a share, 0 for a fair one.
  double share(double part, double all) const { return std::log((part + 0.1) * h_.alive / (all + 0.1 * h_.alive)); }

  double rival(std::size_t seat, double Holding::* what) const {
    double most = 0;
    for (std::size_t s = 0; s < static_cast<std::size_t>(k_.game.seats); ++s) {
      if (s != seat) most = std::max(most, h_.of[s].*what);
    }
    return most;
  }

  void write(std::size_t s, Features& f) const {
    const Holding& own = h_.of[s];
    const auto& head = state_.head();
    const auto& rules = k_.game.rules;
    const double fair = h_.all.armies / h_.alive + 1, pays = h_.all.income + 1;
    const bool moves = static_cast<int>(s) == head.mover;
    const int ahead = (static_cast<int>(s) - head.mover + k_.game.seats) % k_.game.seats;
    const std::array<double, kFeatures> all{
        share(own.armies, h_.all.armies),
        share(own.income, h_.all.income),
        share(own.land, h_.all.land),
        share(own.strength, h_.all.strength),
        own.armies / fair,
        own.income / pays * h_.alive,
        own.land / h_.all.land * h_.alive,
        own.cards / fair,
        own.bonus / pays,
        own.shaky / pays,
        own.almost / pays,
        own.border / own.land,
        own.front / own.armies,
        own.biggest / own.armies,
        own.risk / own.land,
        own.reach / own.land,
        own.surplus / fair,
        moves ? 1.0 : 0.0,
        static_cast<double>(ahead) / k_.game.seats,
        head.hand[s] >= 3 ? 1.0 : 0.0,
        0.2 * head.hand[s],
        share(rival(s, &Holding::armies), h_.all.armies),
        share(rival(s, &Holding::income), h_.all.income),
        share(rival(s, &Holding::strength), h_.all.strength),
        std::log(h_.all.armies / k_.game.map->size()),
        std::log(h_.all.income / h_.all.armies + 0.02),
        std::log(k_.game.map->size() / 20.0),
        h_.alive / 6.0,
        rules.battle == classic::BattleKind::fair_duel ? 1.0 : 0.0,
        rules.attacks_per_turn > 0 ? 1.0 / rules.attacks_per_turn : 0.0,
        h_.set / fair,
        rules.turn_cap > 0 ? static_cast<double>(head.turns) / rules.turn_cap : 0.0,
        0.5 * std::log(1 + own.drive),
        0.5 * std::log(1 + rival(s, &Holding::drive)),
        0.5 * std::log(1 + own.walk),
        0.5 * std::log(1 + rival(s, &Holding::walk)),
        own.drive / h_.all.land * h_.alive,
        rival(s, &Holding::drive) / own.land,
        own.breaks / pays,
        own.broken / pays,
        own.completes / pays,
        rival(s, &Holding::completes) / pays,
        own.kills,
        rival(s, &Holding::kills),
        own.second / own.armies,
        rival(s, &Holding::biggest) / fair,
        rival(s, &Holding::front) / fair,
        rival(s, &Holding::surplus) / fair,
        rival(s, &Holding::bonus) / pays,
        rival(s, &Holding::reach) / own.land,
        own.fresh / fair,
        rival(s, &Holding::fresh) / fair,
    };
    std::transform(all.begin(), all.end(), f.begin(), [](double x) { return static_cast<float>(x); });
  }

  const classic_planner::Knowledge& k_;
  const classic::State& state_;
  Holdings h_;
};

}  // namespace

void measure(const classic_planner::Knowledge& knowledge, const classic::State& state, std::span<Features> seats) {
  Writer(knowledge, state).write(seats);
}

}  // namespace hegemon::search::classic_rollouts
