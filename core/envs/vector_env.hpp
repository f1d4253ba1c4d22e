// Many games of one family side by side, stepped together on threads: what learning by play needs.
//
// A row for each game: the observation and the legal actions of the seat that decides. A learner plays one seat against
// random opponents inside, or decides for every seat. What happens does not depend on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "base/thread_team.hpp"
#include "envs/bits.hpp"

namespace hegemon::envs {

// When a game that has ended is followed by the next one: in the next step, whose action is ignored; in the same step,
// with the last observation kept apart; or not before it is reset.
enum class Autoreset : std::uint8_t { next_step, same_step, disabled };

struct VectorSettings {
  int games = 1;
  bool opponents = true;  // random opponents inside; otherwise the learner decides for every seat
  int seat = -1;          // of the learner; -1 draws it anew for every game
  int step_limit = 0;     // decisions of the learner after which a game is cut off; 0 is none
  int threads = 1;
  Autoreset autoreset = Autoreset::next_step;
};

// What the last step did, a row or an entry for each game.
struct Buffers {
  std::vector<float> observations, final_observations, rewards;
  std::vector<std::uint8_t> masks;
  std::vector<std::uint8_t> terminated, truncated, illegal;  // 0 or 1
  std::vector<std::int8_t> movers;                           // the seat whose row it is
  std::vector<std::int8_t> winners;                          // of the game that ended in this step; -1 if nobody
  std::vector<std::int32_t> turns, steps;                    // of the game that was played in this step
};

template <class Env>
class VectorEnv {
 public:
  static constexpr int kRandom = -1;  // as an action: any legal one

  // The env must outlive this. Reset all games before the first step. The threads stand by until the end or `close`.
  VectorEnv(const Env& env, const VectorSettings& settings);

  const Env& env() const { return env_; }
  const VectorSettings& settings() const { return settings_; }
  std::size_t size() const { return slots_.size(); }
  const Buffers& buffers() const { return buffers_; }
  Buffers& buffers() { return buffers_; }
  const typename Env::Episode& episode(std::size_t i) const { return slots_[i].episode; }

  // Begins new games. Each has its own seed; `chosen` has an entry for each game, or none for all.
  void reset(std::span<const std::uint64_t> seeds, std::span<const bool> chosen);
  // Begins new games without new seeds.
  void reset_chosen(std::span<const bool> chosen);
  // One action in each game. An illegal one is replaced by the legal one with the lowest number, and marked. Throws
  // std::invalid_argument, with nothing changed, if a number is none of an action.
  void step(std::span<const std::int64_t> actions);
  // Ends the threads; whatever follows runs on the caller's alone.
  void close() { team_.dismiss(); }

 private:
  struct Slot {
    typename Env::Episode episode;
    Random random;
    typename Env::Seat seat = 0;  // of the learner
    int steps = 0;
    bool ended = false;
  };
  using Memory = typename Env::Memory;
  static constexpr std::size_t kChunk = 64;  // games that a thread takes at once: a line of the cache of flags
  static constexpr int kMostStarts = 1000;

  // The chunks of one thread; those who have done theirs take what is left of the others'.
  struct alignas(64) Share {
    std::atomic<std::size_t> next{0};
    std::size_t end = 0;
  };

  template <class Work>
  void each_game(Work&& work);
  std::size_t chunks() const { return (static_cast<std::size_t>(settings_.games) + kChunk - 1) / kChunk; }
  void require_begun() const {
    if (!begun_) throw std::invalid_argument("reset the games first");
  }
  std::uint64_t* bits(std::size_t i) { return bits_.data() + i * words_; }
  int decider(const Slot& slot) const { return settings_.opponents ? slot.seat : env_.mover(slot.episode); }
  bool is_over(const Slot& slot, int seat) const { return env_.over(slot.episode) || !env_.alive(slot.episode, seat); }
  bool is_cut(const Slot& slot) const {
    return env_.turns(slot.episode) >= env_.turn_limit() ||
           (settings_.step_limit > 0 && slot.steps >= settings_.step_limit);
  }
  void begin(std::size_t i, Memory& memory);
  void write(std::size_t i, int seat);
  void play(std::size_t i, int action, Memory& memory);
  void finish(std::size_t i, int seat, bool over, Memory& memory);
  float reward(const Slot& slot, int seat) const;

  const Env& env_;
  VectorSettings settings_;
  std::vector<Slot> slots_;
  std::vector<Memory> memories_;  // one for each thread
  std::vector<Share> shares_;
  Buffers buffers_;
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
  bool begun_ = false;  // all games, at least once
  ThreadTeam team_;
};

template <class Env>
VectorEnv<Env>::VectorEnv(const Env& env, const VectorSettings& settings)
    : env_(env),
      settings_(settings),
      memories_(std::max<std::size_t>(1, std::min(thread_count(settings.threads), chunks()))),
      shares_(memories_.size()),
      words_(words_for(env.actions())),
      team_(memories_.size()) {
  if (settings.games < 1 || settings.games > 1'000'000) throw std::invalid_argument("1 to 1,000,000 games");
  if (settings.seat < -1 || settings.seat >= env.seats()) throw std::invalid_argument("no such seat");
  if (env.turn_limit() < 1) throw std::invalid_argument("a turn limit is at least 1");
  const auto games = static_cast<std::size_t>(settings.games);
  const auto width = static_cast<std::size_t>(env.width());
  Random any(0);
  const Slot slot{.episode = env.start(any), .random = any};
  slots_.assign(games, slot);
  bits_.resize(games * words_);
  buffers_.observations.resize(games * width);
  if (settings.autoreset == Autoreset::same_step) buffers_.final_observations.resize(games * width);
  buffers_.masks.resize(games * static_cast<std::size_t>(env.actions()));
  buffers_.rewards.resize(games);
  for (auto* flags : {&buffers_.terminated, &buffers_.truncated, &buffers_.illegal}) flags->resize(games);
  for (auto* seats : {&buffers_.movers, &buffers_.winners}) seats->resize(games, -1);
  for (auto* counts : {&buffers_.turns, &buffers_.steps}) counts->resize(games);
}

template <class Env>
template <class Work>
void VectorEnv<Env>::each_game(Work&& work) {
  // Every thread has its own games, in one piece: they stay in the cache of its core, and no two threads write to the
  // same line of it. A thread that comes late finds that the others have begun with its games.
  const std::size_t threads = shares_.size();
  for (std::size_t i = 0; i < threads; ++i) {
    shares_[i].next = i * chunks() / threads;
    shares_[i].end = (i + 1) * chunks() / threads;
  }
  team_.run([&](std::size_t thread) {
    for (std::size_t k = 0; k < threads; ++k) {
      Share& share = shares_[(thread + k) % threads];
      for (std::size_t chunk = share.next++; chunk < share.end; chunk = share.next++) {
        const std::size_t last = std::min((chunk + 1) * kChunk, size());
        for (std::size_t i = chunk * kChunk; i < last; ++i) work(i, memories_[thread]);
      }
    }
  });
}

template <class Env>
void VectorEnv<Env>::reset(std::span<const std::uint64_t> seeds, std::span<const bool> chosen) {
  if (seeds.size() != size()) throw std::invalid_argument("one seed for each game");
  if (!chosen.empty() && chosen.size() != size()) throw std::invalid_argument("one entry for each game");
  if (!chosen.empty()) require_begun();
  each_game([&](std::size_t i, Memory& memory) {
    if (!chosen.empty() && !chosen[i]) return;
    slots_[i].random = Random(seeds[i]);
    begin(i, memory);
  });
  begun_ = true;
}

template <class Env>
void VectorEnv<Env>::reset_chosen(std::span<const bool> chosen) {
  if (!chosen.empty() && chosen.size() != size()) throw std::invalid_argument("one entry for each game");
  require_begun();
  each_game([&](std::size_t i, Memory& memory) {
    if (chosen.empty() || chosen[i]) begin(i, memory);
  });
}

// A new game, up to the first decision of the learner.
template <class Env>
void VectorEnv<Env>::begin(std::size_t i, Memory& memory) {
  Slot& slot = slots_[i];
  slot.steps = 0;
  slot.ended = false;
  for (int starts = 0; starts < kMostStarts; ++starts) {
    if (settings_.opponents) {
      const int drawn = settings_.seat >= 0
                            ? settings_.seat
                            : static_cast<int>(slot.random.below(static_cast<std::uint32_t>(env_.seats())));
      slot.seat = static_cast<typename Env::Seat>(drawn);
    }
    slot.episode = env_.start(slot.random);
    if (settings_.opponents) env_.play_others(slot.episode, slot.seat, slot.random, memory);
    if (is_over(slot, decider(slot)) || is_cut(slot)) continue;  // ended before the learner had anything to decide
    buffers_.rewards[i] = 0;
    buffers_.terminated[i] = buffers_.truncated[i] = buffers_.illegal[i] = 0;
    buffers_.winners[i] = -1;
    buffers_.turns[i] = env_.turns(slot.episode);
    buffers_.steps[i] = 0;
    return write(i, decider(slot));
  }
  throw std::invalid_argument("games end before the learner's seat has anything to decide");
}

template <class Env>
void VectorEnv<Env>::write(std::size_t i, int seat) {
  const Slot& slot = slots_[i];
  float* at = buffers_.observations.data() + i * static_cast<std::size_t>(env_.width());
  if (slot.steps > 0 && buffers_.movers[i] == seat) {
    env_.refresh(slot.episode, seat, at);
  } else {
    env_.observe(slot.episode, seat, at);
  }
  buffers_.movers[i] = static_cast<std::int8_t>(seat);
  std::fill_n(bits(i), words_, 0);
  if (slot.ended) {
    put_bit(bits(i), 0);
  } else {
    env_.mark(slot.episode, seat, bits(i));
  }
  write_bytes(bits(i), env_.actions(), buffers_.masks.data() + i * static_cast<std::size_t>(env_.actions()));
}

template <class Env>
void VectorEnv<Env>::step(std::span<const std::int64_t> actions) {
  if (actions.size() != size()) throw std::invalid_argument("one action for each game");
  require_begun();
  for (const std::int64_t action : actions) {
    if (action < kRandom || action >= env_.actions())
      throw std::invalid_argument("there is no action " + std::to_string(action) + "; the last one is " +
                                  std::to_string(env_.actions() - 1));
  }
  each_game([&](std::size_t i, Memory& memory) {
    if (!slots_[i].ended) return play(i, static_cast<int>(actions[i]), memory);
    if (settings_.autoreset == Autoreset::next_step) return begin(i, memory);
    buffers_.rewards[i] = 0;  // was paid in the step that ended the game
  });
}

template <class Env>
void VectorEnv<Env>::play(std::size_t i, int action, Memory& memory) {
  Slot& slot = slots_[i];
  const int seat = decider(slot);
  const std::uint64_t* legal = bits(i);
  const bool random = action == kRandom;
  const bool illegal = !random && !has_bit(legal, action);
  if (random) action = random_bit(legal, env_.actions(), slot.random);
  if (illegal) action = first_bit(legal);
  buffers_.illegal[i] = illegal;
  buffers_.rewards[i] = 0;
  buffers_.terminated[i] = buffers_.truncated[i] = 0;
  buffers_.winners[i] = -1;
  env_.step(slot.episode, seat, action, slot.random, memory);
  if (settings_.opponents) env_.play_others(slot.episode, seat, slot.random, memory);
  buffers_.steps[i] = ++slot.steps;
  buffers_.turns[i] = env_.turns(slot.episode);
  const bool over = is_over(slot, seat);
  if (over || is_cut(slot)) return finish(i, seat, over, memory);
  write(i, decider(slot));
}

template <class Env>
void VectorEnv<Env>::finish(std::size_t i, int seat, bool over, Memory& memory) {
  Slot& slot = slots_[i];
  slot.ended = true;
  if (settings_.autoreset != Autoreset::same_step) write(i, seat);
  const int turns = env_.turns(slot.episode), steps = slot.steps;
  const float earned = over ? reward(slot, seat) : 0.0f;
  const auto winner = static_cast<std::int8_t>(env_.over(slot.episode) ? env_.winner(slot.episode) : -1);
  const std::uint8_t illegal = buffers_.illegal[i];
  if (settings_.autoreset == Autoreset::same_step) {
    const auto width = static_cast<std::size_t>(env_.width());
    env_.observe(slot.episode, seat, buffers_.final_observations.data() + i * width);
    begin(i, memory);
  }
  buffers_.rewards[i] = earned;
  buffers_.terminated[i] = over;
  buffers_.truncated[i] = !over;
  buffers_.illegal[i] = illegal;
  buffers_.winners[i] = winner;
  buffers_.turns[i] = turns;
  buffers_.steps[i] = steps;
}

// +1 for the winner, the loss shared among the others; nothing for a draw.
template <class Env>
float VectorEnv<Env>::reward(const Slot& slot, int seat) const {
  const int winner = env_.over(slot.episode) ? env_.winner(slot.episode) : -1;
  if (winner == seat) return 1.0f;
  const bool draw = env_.over(slot.episode) && winner < 0;
  return draw ? 0.0f : -1.0f / static_cast<float>(env_.seats() - 1);
}

}  // namespace hegemon::envs
