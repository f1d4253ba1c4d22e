// How a classic game begins.
#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include "base/hash.hpp"
#include "classic/game.hpp"

namespace hegemon::classic {
namespace {

template <int W>
Bitboards<W> make_board(const Map& map) {
  Bitboards<W> board;
  board.adjacent.resize(static_cast<std::size_t>(map.size()));
  for (int t = 0; t < map.size(); ++t) {
    board.all.add(t);
    for (Territory next : map.neighbours(t)) board.adjacent[static_cast<std::size_t>(t)].add(next);
  }
  for (const Group& group : map.groups()) {
    Set<W> members{};
    for (Territory t : group.members) members.add(t);
    board.groups.push_back(members);
  }
  return board;
}

int pool_size(const Game& game) {
  if (game.rules.pool > 0) return game.rules.pool;
  constexpr std::array<int, 7> kTable = {0, 0, 0, 35, 30, 25, 20};
  return game.seats == 2 ? game.rules.pool_of_two : kTable[static_cast<std::size_t>(game.seats)];
}

void deal(const Game& game, State& state, Random& random) {
  const int n = state.size();
  std::array<std::uint16_t, kMaxTerritories> numbers;
  const std::span<std::uint16_t> order(numbers.data(), static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  if (game.rules.deal == Deal::random) random.shuffle(order);
  for (int i = 0; i < n; ++i) {
    const int t = order[static_cast<std::size_t>(i)], seat = i % game.seats;
    state.owners()[t] = static_cast<Seat>(seat);
    state.set_armies(t, game.rules.deal_armies);
    with_width(game, [&](auto width) { state.land<width()>(seat).add(t); });
    auto& pool = state.head().pool[static_cast<std::size_t>(seat)];
    pool = static_cast<std::uint16_t>(std::max(pool - game.rules.deal_armies, 0));
  }
}

void scatter_pool(State& state, Random& random) {
  Header& head = state.head();
  for (int seat = 0; seat < head.seats; ++seat) {
    std::vector<int> land;
    for (int t = 0; t < state.size(); ++t) {
      if (state.owners()[t] == seat) land.push_back(t);
    }
    for (auto& pool = head.pool[static_cast<std::size_t>(seat)]; pool > 0; --pool) {
      const int t = land[random.below(static_cast<std::uint32_t>(land.size()))];
      state.set_armies(t, state.armies()[t] + 1);
    }
  }
}

}  // namespace

Game::Game(std::shared_ptr<const Map> map_, const Rules& rules_, int seats_)
    : map(std::move(map_)), rules(rules_), seats(seats_), cards(map->size() + rules_.wildcards) {
  if (seats < 2 || seats > kMaxSeats)
    throw std::invalid_argument("2 to 6 seats can play, not " + std::to_string(seats));
  if (rules.deal == Deal::draft && rules.setup_place == SetupPlace::random) {
    throw std::invalid_argument("a draft cannot be followed by setup_place=random");
  }
  if (map->size() < seats) throw std::invalid_argument("the map has fewer territories than seats");
  if (map->size() <= 64) {
    small_ = make_board<1>(*map);
  } else {
    large_ = make_board<8>(*map);
  }
}

State start(const Game& game, Random& random) {
  State state(game.map->size(), game.seats, game.card_copies());
  Header& head = state.head();
  std::fill_n(state.owners(), state.size(), kNobody);
  std::fill_n(state.cards(), head.copies, kNoCopy);
  if (head.copies > 0) std::fill_n(state.cards(), game.cards, kInDeck);
  head.starter = game.rules.starter == Starter::random
                     ? static_cast<Seat>(random.below(static_cast<std::uint32_t>(game.seats)))
                     : Seat{0};
  if (game.rules.setup_place != SetupPlace::none || game.rules.deal == Deal::draft) {
    for (int seat = 0; seat < game.seats; ++seat) {
      head.pool[static_cast<std::size_t>(seat)] = static_cast<std::uint16_t>(pool_size(game));
    }
  }
  if (game.rules.deal == Deal::draft) {
    head.phase = Phase::pick;
    return state;
  }
  deal(game, state, random);
  if (game.rules.setup_place == SetupPlace::random) scatter_pool(state, random);
  if (game.rules.setup_place == SetupPlace::none) head.pool.fill(0);
  const auto waiting = std::find_if(head.pool.begin(), head.pool.end(), [](int pool) { return pool > 0; });
  if (waiting != head.pool.end()) {
    head.phase = Phase::setup;
    head.mover = static_cast<Seat>(waiting - head.pool.begin());
    return state;
  }
  begin_turn(game, state, head.starter);
  return state;
}

std::uint64_t State::hash() const {
  std::uint64_t sum = 0;
  const auto* bytes = reinterpret_cast<const unsigned char*>(block_.data());
  for (std::size_t at = 0; at < sizeof(Header); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + at, 8);
    sum += mix(word ^ ((at + 1) << 56) ^ 0x5851f42d4c957f2dULL);
  }
  for (int t = 0; t < size(); ++t) {
    sum += mix((static_cast<std::uint64_t>(t + 1) << 48) ^
               (static_cast<std::uint64_t>(static_cast<std::uint8_t>(owners()[t])) << 40) ^
               static_cast<std::uint32_t>(armies()[t]));
    if (movable()[t] != 0)
      sum += mix((static_cast<std::uint64_t>(t + 1) << 48) ^ (std::uint64_t{0xfe} << 40) ^ movable()[t]);
  }
  for (int slot = 0; slot < head().copies; ++slot) {
    sum += mix((static_cast<std::uint64_t>(slot + 1) << 48) ^ (std::uint64_t{0xfd} << 40) ^ cards()[slot]);
  }
  return mix(sum);
}

}  // namespace hegemon::classic
