#include "envs/classic_env.hpp"

#include <algorithm>
#include <array>

#include "encode/classic.hpp"
#include "envs/bits.hpp"

namespace hegemon::envs {

using classic::Phase;
using classic::State;
using encode::log_count;

namespace {

constexpr int kPhases = 7;

}  // namespace

ClassicEnv::ClassicEnv(const classic::Game& game, int turn_limit)
    : actions_(game),
      turn_limit_(turn_limit),
      cards_(game.rules.cards != classic::Cards::none),
      hands_(game.rules.cards == classic::Cards::hand),
      columns_(game.seats + 2 + hands_),
      width_(game.map->size() * columns_ + kPhases + 3 + (cards_ ? game.seats + 2 : 0)) {}

bool ClassicEnv::alive(const Episode& episode, int seat) const { return encode::is_alive(episode.state, seat); }

void ClassicEnv::apply(Episode& episode, int action) const {
  if (const int source = actions_.fortify_source(action); source >= 0) {
    episode.source = source;
    return;
  }
  classic::apply(game(), episode.state, actions_.decode(episode.state, episode.source, action));
  episode.source = ClassicActions::kNone;
}

void ClassicEnv::step(Episode& episode, int, int action, Random& random, Memory&) const {
  apply(episode, action);
  settle(episode, random);
}

void ClassicEnv::settle(Episode& episode, Random& random) const {
  State& state = episode.state;
  while (state.head().chance != classic::ChanceKind::none) {
    classic::apply_outcome(game(), state, classic::sample_outcome(game(), state, random));
  }
}

void ClassicEnv::play_others(Episode& episode, int seat, Random& random, Memory&) const {
  State& state = episode.state;
  while (state.head().mover != seat && !over(episode) && alive(episode, seat) && turns(episode) < turn_limit_) {
    classic::step(game(), state, classic::random_action(game(), state, random), random);
  }
}

void ClassicEnv::mark(const Episode& episode, int seat, std::uint64_t* words) const {
  if (seat != mover(episode)) return put_bit(words, ClassicActions::kPass);
  actions_.mark(episode.state, episode.source, words);
}

void ClassicEnv::observe(const Episode& episode, int seat, float* at) const {
  const State& state = episode.state;
  const classic::Header& head = state.head();
  const int seats = game().seats, n = state.size();
  const auto rotated = [&](int owner) { return owner >= seat ? owner - seat : owner - seat + seats; };
  std::fill_n(at, width_, 0.0f);
  for (int t = 0; t < n; ++t) {
    float* row = at + t * columns_;
    if (state.owners()[t] >= 0) row[rotated(state.owners()[t])] = 1.0f;
    row[seats] = log_count(state.armies()[t]);
  }
  const int mark = seats + 1;
  if (episode.source >= 0 && head.mover == seat) at[episode.source * columns_ + mark] = 1.0f;
  if (head.phase == Phase::occupy) {
    at[head.source * columns_ + mark] = 1.0f;
    at[head.target * columns_ + mark] = -1.0f;
  }
  if (hands_ && head.hand[static_cast<std::size_t>(seat)] > 0) {
    for (int slot = 0; slot < head.copies; ++slot) {
      const int card = slot % game().cards;
      if (state.cards()[slot] == seat && card < n) at[card * columns_ + mark + 1] = 1.0f;
    }
  }
  at += n * columns_;
  if (head.phase != Phase::over) at[static_cast<int>(head.phase)] = 1.0f;
  at += kPhases;
  *at++ = head.mover == seat && head.phase != Phase::over ? 1.0f : 0.0f;
  *at++ = log_count(head.phase == Phase::setup || head.phase == Phase::pick
                        ? head.pool[static_cast<std::size_t>(head.mover)]
                        : head.to_place);
  *at++ = std::min(1.0f, static_cast<float>(head.turns) / static_cast<float>(std::max(1, turn_limit_)));
  if (!cards_) return;
  for (int owner = 0; owner < seats; ++owner)
    at[rotated(owner)] = log_count(head.hand[static_cast<std::size_t>(owner)]);
  at += seats;
  *at++ = game().rules.card_values == classic::CardValues::fixed
              ? log_count(10)
              : log_count(classic::set_value(game(), state, std::array<int, 3>{}));
  *at++ = head.conquered ? 1.0f : 0.0f;
}

}  // namespace hegemon::envs
