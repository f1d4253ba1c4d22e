#include "envs/simultaneous_env.hpp"

#include <algorithm>

#include "encode/log_count.hpp"

namespace hegemon::envs {

using namespace simultaneous;
using encode::log_count;

namespace {

constexpr int kWhole = 6;

}  // namespace

SimultaneousEnv::SimultaneousEnv(const simultaneous::Game& game, int turn_limit)
    : actions_(game),
      turn_limit_(turn_limit),
      columns_(game.rules.start == Start::picks ? 7 : 6),
      width_(game.map->size() * columns_ + kWhole) {}

SimultaneousEnv::Episode SimultaneousEnv::start(Random& random) const {
  Episode episode{simultaneous::start(game(), random), {}};
  begin_turn(episode);
  return episode;
}

bool SimultaneousEnv::resolve_if_ended(Episode& episode, Random& random, Memory& memory) const {
  if (over(episode) || !episode.drafts[0].ended || !episode.drafts[1].ended) return false;
  Chance chance(random);
  resolve_turn(episode, chance, memory);
  return true;
}

void SimultaneousEnv::resolve_turn(Episode& episode, Chance& chance, Memory& memory) const {
  for (int seat = 0; seat < kSeats; ++seat) memory.plans[seat].swap(episode.drafts[seat].plan);
  resolve(game(), episode.state, memory.plans, chance, memory.scratch, nullptr);
  for (int seat = 0; seat < kSeats; ++seat) memory.plans[seat].swap(episode.drafts[seat].plan);
  const unsigned who = deciders(game(), episode.state);
  for (int seat = 0; seat < kSeats; ++seat) {
    episode.drafts[seat].ended = !(who >> seat & 1);
    episode.drafts[seat].begun = false;
  }
}

void SimultaneousEnv::begin_turn(Episode& episode) const {
  for (int seat = 0; seat < kSeats; ++seat) {
    if (!episode.drafts[seat].begun) actions_.begin(episode.state, seat, episode.drafts[seat]);
  }
}

void SimultaneousEnv::add(Episode& episode, int seat, int action) const {
  Draft& draft = episode.drafts[static_cast<std::size_t>(seat)];
  if (!draft.ended) actions_.add(draft, action);  // otherwise it waits for the other seat
}

void SimultaneousEnv::step(Episode& episode, int seat, int action, Random& random, Memory& memory) const {
  add(episode, seat, action);
  if (resolve_if_ended(episode, random, memory)) begin_turn(episode);
}

void SimultaneousEnv::step_both(Episode& episode, const std::array<int, kSeats>& actions, Random& random,
                                Memory& memory) const {
  for (int seat = 0; seat < kSeats; ++seat) add(episode, seat, actions[static_cast<std::size_t>(seat)]);
  if (resolve_if_ended(episode, random, memory)) begin_turn(episode);
}

void SimultaneousEnv::hand_in(Episode& episode, int seat, const Plan& plan, Random& random, Memory& memory) const {
  Draft& draft = episode.drafts[static_cast<std::size_t>(seat)];
  draft.plan = plan;
  draft.ended = true;
  if (resolve_if_ended(episode, random, memory)) begin_turn(episode);
}

void SimultaneousEnv::play_others(Episode& episode, int seat, Random& random, Memory& memory) const {
  const int other = 1 - seat;
  Draft& theirs = episode.drafts[static_cast<std::size_t>(other)];
  while (!over(episode) && episode.drafts[static_cast<std::size_t>(seat)].ended && turns(episode) < turn_limit_) {
    if (!theirs.ended) {
      const State& state = episode.state;
      if (game().rules.fog == Fog::none) {
        random_plan(game(), state, other, random, memory.scratch, theirs.plan);
      } else {
        random_plan(game(), view(game(), state, other), other, random, memory.scratch, theirs.plan);
      }
      theirs.ended = true;
    }
    resolve_if_ended(episode, random, memory);
  }
  Draft& own = episode.drafts[static_cast<std::size_t>(seat)];
  if (!own.begun) actions_.begin(episode.state, seat, own);
}

void SimultaneousEnv::observe_whole(const Episode& episode, int seat, const simultaneous::Seat* owners,
                                    float* at) const {
  const State& state = episode.state;
  const Draft& draft = episode.drafts[static_cast<std::size_t>(seat)];
  at[0] = state.head().phase == Phase::pick ? 1.0f : 0.0f;
  at[1] = draft.ended ? 0.0f : 1.0f;
  at[2] = log_count(draft.to_deploy);
  at[3] = draft.fresh && draft.to_deploy > 0 ? at[2] : log_count(income(game(), owners, seat));
  at[4] = log_count(income(game(), owners, 1 - seat));
  at[5] = std::min(1.0f, static_cast<float>(state.head().round) / static_cast<float>(std::max(1, turn_limit_)));
}

void SimultaneousEnv::refresh(const Episode& episode, int seat, float* at) const {
  const Draft& draft = episode.drafts[static_cast<std::size_t>(seat)];
  if (draft.fresh) return observe(episode, seat, at);
  for (const int t : draft.touched) {
    at[t * columns_ + 4] = log_count(draft.free[static_cast<std::size_t>(t)]);
    at[t * columns_ + 5] = log_count(draft.incoming[static_cast<std::size_t>(t)]);
  }
  float* whole = at + episode.state.size() * columns_;
  whole[1] = draft.ended ? 0.0f : 1.0f;
  whole[2] = log_count(draft.to_deploy);
}

void SimultaneousEnv::observe(const Episode& episode, int seat, float* at) const {
  const State& state = episode.state;
  const Draft& draft = episode.drafts[static_cast<std::size_t>(seat)];
  const int n = state.size();
  const bool fog = game().rules.fog != Fog::none, picks = columns_ == 7;
  std::array<simultaneous::Seat, kMaxTerritories> seen;
  for (int t = 0; t < n; ++t) {
    const Sight sees = fog ? sight(game(), state, seat, t) : Sight{true, true};
    const int owner = seen[static_cast<std::size_t>(t)] = sees.owner ? state.owners()[t] : kUnknown;
    float* row = at + t * columns_;
    row[0] = owner == seat ? 1.0f : 0.0f;
    row[1] = owner == 1 - seat ? 1.0f : 0.0f;
    row[2] = owner == kNeutral ? 1.0f : 0.0f;
    row[3] = sees.armies ? log_count(state.armies()[t]) : 0.0f;
    row[4] = log_count(draft.free[static_cast<std::size_t>(t)]);
    row[5] = log_count(draft.incoming[static_cast<std::size_t>(t)]);
    if (picks) row[6] = state.head().phase == Phase::pick && state.marks()[t] & kOffered ? 1.0f : 0.0f;
  }
  observe_whole(episode, seat, seen.data(), at + n * columns_);
}

}  // namespace hegemon::envs
