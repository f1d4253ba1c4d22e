#include "search/rollouts/positions.hpp"

#include <cmath>
#include <limits>

#include "search/rollouts/policy.hpp"
#include "search/rollouts/variation.hpp"

namespace hegemon::search::rollouts {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr int kAhead = 3, kToTheEnd = 80;           // turns of playouts
constexpr double kDecided = 0.97;                   // a value without doubt
constexpr std::uint32_t kPlayed = 10;               // one game of so many is played on nevertheless
constexpr double kProposed = 0.35, kChanged = 0.4;  // shares of the plans beside the way
constexpr std::uint32_t kChanges = 3;

class Games {
 public:
  Games(const sim::Game& game, const planner::Weights& weights, const Networks& nets, const Lessons& lessons,
        Random& random)
      : k_(game, weights), nets_(nets), lessons_(lessons), random_(random), players_(k_, nets, lessons) {}

  Positions play() {
    for (int i = 0; i < lessons_.games; ++i) play(i);
    return std::move(found_);
  }

 private:
  bool continued() const { return nets_.policy && lessons_.playouts > 0; }

  void play(int number) {
    players_.begin(random_);
    sim::State state = sim::start(k_.game, random_);
    sim::Plans plans;
    std::vector<std::size_t> way;
    bool decided = false;
    while (state.head().phase != sim::Phase::over && state.head().round < lessons_.most_turns && !decided) {
      for (int seat = 0; seat < sim::kSeats; ++seat) players_.decide(state, seat, random_, plans[seat]);
      if (state.head().phase == sim::Phase::play) {
        const auto expected = players_.expected();
        way.push_back(found_.games.size());
        add(state, number, expected ? static_cast<float>(*expected) : kNone);
        const bool clear = expected && std::abs(*expected) > kDecided;
        decided = continued() && clear && random_.below(kPlayed) > 0;
        if (continued() && !clear) add_aside(state, plans, number);
      }
      resolve(state, plans);
    }
    const bool open = decided && state.head().phase == sim::Phase::play;
    const double end = open ? played_on(k_, nets_, state, 1, kToTheEnd, random_) : value(k_, nullptr, state, 0);
    for (const std::size_t at : way) found_.ends[at] = static_cast<float>(end);
  }

  // Positions after other plans than those of the game. A search tries plans that are never played; the network must know
  // what they are worth.
  void add_aside(const sim::State& state, const sim::Plans& plans, int number) {
    for (int i = 0; i < lessons_.aside; ++i) {
      sim::State other = state;
      sim::Plans others = plans;
      for (int seat = 0; seat < sim::kSeats; ++seat) {
        const double drawn = random_.uniform();
        if (drawn < kProposed) {
          others[seat] = Policy(k_, *nets_.policy, state, seat).propose(random_);
        } else if (drawn < kProposed + kChanged) {
          const Variation variation(k_, state, seat);
          for (std::uint32_t left = 1 + random_.below(kChanges); left > 0; --left) {
            others[seat] = variation.mutate(others[seat], random_);
          }
        }
      }
      resolve(other, others);
      if (other.head().phase == sim::Phase::play) add(other, number, kNone);
    }
  }

  void resolve(sim::State& state, const sim::Plans& plans) {
    sim::Chance chance(random_);
    sim::resolve(k_.game, state, plans, chance, scratch_, nullptr);
  }

  void add(const sim::State& state, int number, float expected) {
    for (const Features& of_seat : measure(k_, state)) {
      found_.features.insert(found_.features.end(), of_seat.begin(), of_seat.end());
    }
    reader_.read(k_, state, board_);
    found_.board.land.insert(found_.board.land.end(), board_.land.begin(), board_.land.end());
    found_.board.groups.insert(found_.board.groups.end(), board_.groups.begin(), board_.groups.end());
    found_.lands.push_back(board_.lands());
    found_.games.push_back(number);
    found_.ends.push_back(kNone);
    found_.expected.push_back(expected);
    found_.ahead.push_back(play_on(state, kAhead));
    found_.played.push_back(play_on(state, kToTheEnd));
  }

  float play_on(const sim::State& state, int turns) {
    if (!continued()) return kNone;
    return static_cast<float>(played_on(k_, nets_, state, lessons_.playouts, turns, random_));
  }

  const planner::Knowledge k_;
  const Networks& nets_;
  const Lessons& lessons_;
  Random& random_;
  Players players_;
  sim::Scratch scratch_;
  BoardReader reader_;
  Board board_;
  Positions found_;
};

}  // namespace

Positions positions_of_games(const sim::Game& game, const planner::Weights& weights, const Networks& nets,
                             const Lessons& lessons, Random& random) {
  return Games(game, weights, nets, lessons, random).play();
}

}  // namespace hegemon::search::rollouts
