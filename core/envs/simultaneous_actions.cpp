#include "envs/simultaneous_actions.hpp"

#include <algorithm>

#include "envs/bits.hpp"

namespace hegemon::envs {

using namespace simultaneous;

SimultaneousActions::SimultaneousActions(const Game& game)
    : game_(game),
      links_(*game.map),
      size_(game.map->size()),
      all_(1),
      half_(all_ + size_),
      one_(half_ + size_),
      move_(one_ + size_),
      move_half_(move_ + links_.size()),
      count_(move_half_ + links_.size()) {}

std::vector<SimultaneousActions::Block> SimultaneousActions::blocks() const {
  return {{"end", kEnd, 1},     {"all", all_, size_},           {"half", half_, size_},
          {"one", one_, size_}, {"move", move_, links_.size()}, {"move_half", move_half_, links_.size()}};
}

void SimultaneousActions::begin(const State& state, int seat, Draft& draft) const {
  const auto n = static_cast<std::size_t>(size_);
  draft.plan.clear();
  draft.begun = draft.fresh = true;
  draft.incoming.assign(n, 0);
  draft.free.assign(n, 0);
  draft.to_deploy = draft.picks = 0;
  draft.ended = !(deciders(game_, state) >> seat & 1);
  if (draft.ended) return;
  if (state.head().phase == Phase::pick) {
    draft.picks = game_.rules.picking == Picking::ranked ? kSeats * state.head().picks_each : 1;
    return;
  }
  for (std::size_t t = 0; t < n; ++t) {
    draft.free[t] = state.owners()[t] == seat ? state.armies()[t] - game_.rules.stands_guard : 0;
  }
  draft.unused.assign(words_for(links_.size()), ~std::uint64_t{0});
  draft.to_deploy = income(game_, state, seat);
}

void SimultaneousActions::mark(const State& state, int seat, const Draft& draft, std::uint64_t* words) const {
  if (draft.ended) return put_bit(words, kEnd);
  if (draft.picks > 0) {
    for (int t = 0; t < size_; ++t) {
      const bool free = state.marks()[t] & kOffered && state.owners()[t] == kNeutral && draft.incoming[t] == 0;
      if (free) put_bit(words, all_ + t);
    }
    return;
  }
  if (draft.to_deploy == 0) return mark_moves(draft, words);
  for (int at = 0; at < size_; at += 64) {
    std::uint64_t own = 0;
    const int here = std::min(64, size_ - at);
    for (int i = 0; i < here; ++i) own |= std::uint64_t{state.owners()[at + i] == seat} << i;
    put_bits(words, all_ + at, own);
    if (draft.to_deploy >= 4) put_bits(words, half_ + at, own);
    if (draft.to_deploy >= 2) put_bits(words, one_ + at, own);
  }
}

void SimultaneousActions::mark_moves(const Draft& draft, std::uint64_t* words) const {
  put_bit(words, kEnd);
  for (int t = 0; t < size_; ++t) {
    if (draft.free[t] < 1) continue;
    const int end = links_.first[t + 1];
    for (int link = links_.first[t]; link < end; link += 64) {
      const std::uint64_t open = get_bits(draft.unused.data(), link, std::min(64, end - link));
      put_bits(words, move_ + link, open);
      if (draft.free[t] >= 2) put_bits(words, move_half_ + link, open);
    }
  }
}

void SimultaneousActions::add(Draft& draft, int action) const {
  draft.fresh = false;
  draft.touched = {0, 0};
  if (action == kEnd) {
    draft.ended = true;
  } else if (action >= move_) {
    const bool half = action >= move_half_;
    const int link = action - (half ? move_half_ : move_), free = draft.free[links_.sources[link]];
    move(draft, link, half ? free / 2 : free);
  } else if (draft.picks > 0) {
    const int t = action - all_;
    draft.plan.push_back({OrderKind::pick, t, t, 0});
    draft.incoming[t] = 1;
    draft.touched = {t, t};
    draft.ended = --draft.picks == 0;
  } else {
    const int left = draft.to_deploy;
    if (action >= one_) return deploy(draft, action - one_, 1);
    if (action >= half_) return deploy(draft, action - half_, left / 2);
    deploy(draft, action - all_, left);
  }
}

void SimultaneousActions::deploy(Draft& draft, int t, int armies) const {
  draft.to_deploy -= armies;
  draft.free[t] += armies;
  draft.touched = {t, t};
  for (Order& order : draft.plan) {
    if (order.source != t) continue;
    order.armies += armies;  // one order a territory
    return;
  }
  draft.plan.push_back({OrderKind::deploy, t, t, armies});
}

void SimultaneousActions::move(Draft& draft, int link, int armies) const {
  const int source = links_.sources[link], target = links_.targets[link];
  draft.unused[static_cast<std::size_t>(link) >> 6] &= ~(std::uint64_t{1} << (link & 63));
  draft.free[source] -= armies;
  draft.incoming[target] += armies;
  draft.touched = {source, target};
  draft.plan.push_back({OrderKind::move, source, target, armies});
}

}  // namespace hegemon::envs
