#include "base/map.hpp"
#include "helpers.hpp"

namespace hegemon::simultaneous {
namespace {

std::string error_of(int territories, const Links& links, const std::vector<Group>& groups = {}) {
  try {
    Map(territories, links, groups);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

Ints neighbours_of(const Map& map, int territory) {
  const auto list = map.neighbours(territory);
  return {list.begin(), list.end()};
}

TEST(Map, KeepsLinksInOrderAndSortsNeighbours) {
  const Map map(5, {{3, 1}, {1, 0}, {2, 1}}, {});
  EXPECT_EQ(map.size(), 5);
  EXPECT_EQ(map.links(), (std::vector<std::array<Territory, 2>>{{3, 1}, {1, 0}, {2, 1}}));
  EXPECT_EQ(neighbours_of(map, 1), (Ints{0, 2, 3}));
  EXPECT_EQ(neighbours_of(map, 3), (Ints{1}));
  EXPECT_TRUE(neighbours_of(map, 4).empty());
}

TEST(Map, KeepsGroups) {
  const Map map(4, {}, {{7, {2, 0}}, {-1, {}}, {0, {2, 3}}});
  ASSERT_EQ(map.groups().size(), 3u);
  EXPECT_EQ(map.groups()[0].value, 7);
  EXPECT_EQ(map.groups()[0].members, (std::vector<Territory>{2, 0}));
  EXPECT_EQ(map.groups()[1].value, -1);
  EXPECT_TRUE(map.groups()[1].members.empty());
  EXPECT_EQ(map.groups()[2].members, (std::vector<Territory>{2, 3}));
}

TEST(Map, NumbersEveryDirectedLinkOnce) {
  for (const auto& map : {path_map(9), grid_map(5, 4), dense_map(), broken_map()}) {
    Ints times(2 * map->links().size());
    for (int a = 0; a < map->size(); ++a) {
      for (int b = 0; b < map->size(); ++b) {
        const int number = map->directed_link(a, b);
        EXPECT_EQ(map->adjacent(a, b), number >= 0);
        EXPECT_EQ(map->adjacent(a, b), map->adjacent(b, a));
        if (number >= 0) ++times.at(static_cast<std::size_t>(number));
      }
    }
    EXPECT_EQ(times, Ints(times.size(), 1));
    for (const auto& [a, b] : map->links()) EXPECT_TRUE(map->adjacent(a, b));
  }
}

TEST(Map, TakesOneTo512Territories) {
  EXPECT_EQ(error_of(1, {}), "no error");
  EXPECT_EQ(error_of(512, {{0, 511}}), "no error");
  EXPECT_EQ(error_of(0, {}), "a map has 1 to 512 territories, not 0");
  EXPECT_EQ(error_of(-3, {}), "a map has 1 to 512 territories, not -3");
  EXPECT_EQ(error_of(513, {}), "a map has 1 to 512 territories, not 513");
}

TEST(Map, RefusesBadLinksByName) {
  EXPECT_EQ(error_of(3, {{0, 1}, {1, 3}}), "link 1-3: no such territory");
  EXPECT_EQ(error_of(3, {{3, 1}}), "link 3-1: no such territory");
  EXPECT_EQ(error_of(3, {{-1, 1}}), "link -1-1: no such territory");
  EXPECT_EQ(error_of(3, {{1, -1}}), "link 1--1: no such territory");
  EXPECT_EQ(error_of(3, {{2, 2}}), "link 2-2: a territory cannot touch itself");
  EXPECT_EQ(error_of(3, {{0, 1}, {1, 2}, {0, 1}}), "link 0-1: given twice");
  EXPECT_EQ(error_of(3, {{0, 1}, {1, 0}}), "link 1-0: given twice");
}

TEST(Map, RefusesDoubledGroupMembersAndValuesOutOfRange) {
  EXPECT_EQ(error_of(3, {}, {{1, {0, 1}}, {1, {2, 2}}}), "group 1: member 2 is given twice");
  EXPECT_EQ(error_of(3, {}, {{kMaxGroupValue + 1, {0}}}), "group 0: its value is out of range");
  EXPECT_EQ(error_of(3, {}, {{INT32_MIN, {0}}}), "group 0: its value is out of range");
}

TEST(Map, RefusesGroupMembersThatDoNotExist) {
  EXPECT_EQ(error_of(3, {}, {{1, {0, 1}}, {1, {2, 3}}}), "group 1: member 3 is no territory");
}

// --- Income from groups ----------------------------------------------------------------------------------------------

TEST(Income, PaysBaseAndWhollyOwnedGroups) {
  const Game game{
      std::make_shared<Map>(4, Links{}, std::vector<Group>{{2, {0, 1}}, {7, {1, 2}}, {9, {}}, {30, {0, 3}}}),
      soares2025()};
  const Ints armies(4, 0);
  EXPECT_EQ(income(game, board({0, -1, 1, -1}, armies), 0), 5);
  EXPECT_EQ(income(game, board({0, 0, 1, -1}, armies), 0), 7);
  EXPECT_EQ(income(game, board({0, 0, 0, -1}, armies), 0), 14);
  EXPECT_EQ(income(game, board({0, 0, 0, 0}, armies), 0), 44);
  EXPECT_EQ(income(game, board({0, 1, 1, 0}, armies), 1), 12);
  EXPECT_EQ(income(game, board({0, 0, kUnknown, -1}, armies), 0), 7);
}

TEST(Income, IsNeverNegative) {
  Game game{std::make_shared<Map>(2, Links{}, std::vector<Group>{{-7, {0}}}), soares2025()};
  EXPECT_EQ(income(game, board({0, 1}, {1, 1}), 0), 0);
  EXPECT_EQ(income(game, board({0, 1}, {1, 1}), 1), 5);
}

// --- State: one block sized by the map -------------------------------------------------------------------------------

State marked_state() {
  State state = board({0, -1}, {7, 2});
  state.marks()[0] = kOffered | kPickedBy0;
  state.head().round = 3;
  state.head().first = 1;
  state.head().picks_each = 2;
  state.head().picks_made = 1;
  return state;
}

TEST(State, CopiesAreIndependent) {
  const State original = marked_state();
  State copy = original;
  EXPECT_EQ(copy, original);
  EXPECT_EQ(copy.hash(), original.hash());
  copy.armies()[1] = 9;
  EXPECT_NE(copy, original);
  EXPECT_EQ(original.armies()[1], 2);
  State assigned(2);
  assigned = original;
  EXPECT_EQ(assigned, original);
  State resized(40);
  resized = original;
  EXPECT_EQ(resized, original);
  resized.owners()[0] = 1;
  EXPECT_EQ(original.owners()[0], 0);
}

TEST(State, HashDependsOnEveryPart) {
  const State original = marked_state();
  std::vector<State> variants(10, original);
  variants[0].head().round = 4;
  variants[1].head().phase = Phase::pick;
  variants[2].head().winner = 1;
  variants[3].head().first = 0;
  variants[4].head().picks_each = 3;
  variants[5].head().picks_made = 2;
  variants[6].armies()[0] = 8;
  variants[7].owners()[1] = 1;
  variants[8].marks()[1] = kWasteland;
  std::swap(variants[9].armies()[0], variants[9].armies()[1]);
  variants.push_back(original);
  variants.push_back(board({0, -1, -1}, {7, 2, 0}));
  std::vector<std::uint64_t> hashes;
  for (const State& state : variants) hashes.push_back(state.hash());
  std::sort(hashes.begin(), hashes.end());
  EXPECT_EQ(std::unique(hashes.begin(), hashes.end()), hashes.end());
}

TEST(State, HashIsTheSameOnEveryMachine) { EXPECT_EQ(marked_state().hash(), 0xcce37ef93e7fe595ULL); }

TEST(State, BytesAreSixPerTerritoryAndAHeader) {
  EXPECT_EQ(State(1).bytes(), 22u);
  EXPECT_EQ(State(512).bytes(), 16u + 512 * 6);
  EXPECT_EQ(State(3).block().size(), State(3).bytes());
}

// --- Start: what the rules deal on a map -----------------------------------------------------------------------------

int count_marks(const State& state, int mark) {
  return static_cast<int>(std::count_if(state.marks(), state.marks() + state.size(), [&](int m) { return m & mark; }));
}

TEST(Start, ScatterGivesTwoEachAndUniformArmies) {
  const Game game{path_map(9), soares2025()};
  Ints times_owned(9), times_armies(5);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Random random(i);
    const State state = start(game, random);
    const auto owners = owners_of(state);
    ASSERT_EQ(std::count(owners.begin(), owners.end(), 0), 2);
    ASSERT_EQ(std::count(owners.begin(), owners.end(), 1), 2);
    ASSERT_EQ(state.head().phase, Phase::play);
    for (int t = 0; t < 9; ++t) times_owned[t] += owners[t] == 0;
    for (const int armies : armies_of(state)) ++times_armies.at(static_cast<std::size_t>(armies));
  }
  for (const int times : times_owned) EXPECT_NEAR(times, 2000 * 2 / 9.0, 75);  // four standard errors
  for (const int times : times_armies) EXPECT_NEAR(times, 18'000 / 5.0, 215);
}

TEST(Start, Warlight2DealsWastelandsAndOneOfferAGroup) {
  const Game game{grid_map(4, 12), warlight2()};
  int full = 0, picks = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Random random(i);
    const State state = start(game, random);
    full += count_marks(state, kWasteland) == 6;
    ASSERT_LE(count_marks(state, kWasteland), 6);
    ASSERT_EQ(state.head().phase, Phase::pick);
    ASSERT_TRUE(state.head().picks_each >= 3 && state.head().picks_each <= 6);
    picks += state.head().picks_each;
    for (int t = 0; t < 48; ++t) {
      ASSERT_NE(state.marks()[t], kOffered | kWasteland);
      ASSERT_EQ(state.armies()[t], state.marks()[t] & kWasteland ? 6 : 2);
      ASSERT_EQ(state.owners()[t], kNeutral);
    }
    for (int row = 0; row < 12; ++row) {
      const auto* marks = state.marks() + 4 * row;
      const auto wastes = std::count(marks, marks + 4, kWasteland);
      ASSERT_EQ(std::count(marks, marks + 4, kOffered), wastes < 4 ? 1 : 0);
    }
  }
  EXPECT_NEAR(picks / 2000.0, 6 - 3 * 0.25, 0.067);  // three offers beyond six, four standard errors
  const double all_different = 47 * 46 * 45 * 44 * 43 / std::pow(48, 5);
  EXPECT_NEAR(full / 2000.0, all_different, 0.04);
}

TEST(Start, WastelandsLeaveEveryDrawnGroupWithoutOffer) {
  const Game game{path_map(8, 1), warlight2()};
  for (std::uint64_t i = 0; i < 100; ++i) {
    Random random(i);
    const State state = start(game, random);
    EXPECT_EQ(count_marks(state, kWasteland), 4);  // a second draw of a one-territory group is repeated
    EXPECT_EQ(count_marks(state, kOffered), 4);
    EXPECT_EQ(state.head().picks_each, 2);
  }
}

TEST(Start, RankedPresetsOfferTwoOrOneAGroup) {
  Random random(1);
  const State first = start({grid_map(7, 6), warlight1()}, random), second = start({grid_map(7, 6), warzone()}, random);
  for (int row = 0; row < 6; ++row) {
    EXPECT_EQ(std::count(first.marks() + 7 * row, first.marks() + 7 * row + 7, kOffered), 2);
    EXPECT_EQ(std::count(second.marks() + 7 * row, second.marks() + 7 * row + 7, kOffered), 1);
  }
  EXPECT_EQ(first.head().picks_each, 3);
  EXPECT_EQ(second.head().picks_each, 3);
  EXPECT_EQ(start({path_map(9, 3), warzone()}, random).head().picks_each, 1);
}

TEST(Start, CycleDrawsWhoBegins) {
  std::array<int, 2> times{};
  for (std::uint64_t i = 0; i < 400; ++i) {
    Random random(i);
    ++times.at(static_cast<std::size_t>(start({grid_map(3, 6), warzone()}, random).head().first));
  }
  EXPECT_NEAR(times[0], 200, 40);
}

TEST(Start, NeedsEnoughTerritoriesOrOffers) {
  Random random(1);
  EXPECT_THROW(start({path_map(3), soares2025()}, random), std::invalid_argument);
  EXPECT_NO_THROW(start({path_map(4), soares2025()}, random));
  EXPECT_THROW(start({path_map(9, 9), warlight2()}, random), std::invalid_argument);
  EXPECT_THROW(start({std::make_shared<Map>(9, Links{}, std::vector<Group>{}), warlight1()}, random),
               std::invalid_argument);
}

// --- Fog: what a seat sees of it -------------------------------------------------------------------------------------

TEST(Fog, SightAtEveryLevel) {
  Game game = plain_game(5);
  const State state = board({0, -1, -1, 1, 1}, {1, 2, 3, 4, 5});
  const int u = kUnknown;
  struct Level {
    Fog fog;
    Ints owners, armies;
  };
  for (const auto& [fog, owners, armies] :
       {Level{Fog::none, {0, -1, -1, 1, 1}, {1, 2, 3, 4, 5}}, Level{Fog::light, {0, -1, -1, 1, 1}, {1, 2, -1, -1, -1}},
        Level{Fog::normal, {0, -1, u, u, u}, {1, 2, -1, -1, -1}},
        Level{Fog::dense, {0, -1, u, u, u}, {1, -1, -1, -1, -1}},
        Level{Fog::complete, {0, u, u, u, u}, {1, -1, -1, -1, -1}}}) {
    game.rules.fog = fog;
    const State seen = view(game, state, 0);
    EXPECT_EQ(owners_of(seen), owners);
    EXPECT_EQ(armies_of(seen), armies);
    for (int t = 0; t < 5; ++t) {
      EXPECT_EQ(sight(game, state, 0, t).owner, owners[t] != u);
      EXPECT_EQ(sight(game, state, 0, t).armies, armies[t] != kUnknownArmies);
    }
    State picking = state;
    picking.head().phase = Phase::pick;
    EXPECT_EQ(view(game, picking, 0), picking);
  }
}

TEST(Fog, ViewHidesTheOthersPicksUnlessTold) {
  Game game{path_map(8, 8), warlight1()};
  State state = pick_board(1);
  const Log log = play(game, state, {picks({0, 1}), picks({5, 4})});
  EXPECT_EQ(log.at(0).seen, (std::array{true, false}));
  EXPECT_EQ(log.at(1).seen, (std::array{false, true}));
  EXPECT_EQ(view(game, state, 0).marks()[0], kOffered | kPickedBy0);
  EXPECT_EQ(view(game, state, 0).marks()[5], kOffered);
  EXPECT_EQ(view(game, state, 1).marks()[0], kOffered);
  EXPECT_EQ(view(game, state, 1).marks()[5], kOffered | kPickedBy1);
  game.rules.picks_told = true;
  EXPECT_EQ(view(game, state, 0).marks()[5], kOffered | kPickedBy1);
  game.rules.picks_told = false;
  game.rules.fog = Fog::none;
  EXPECT_EQ(view(game, state, 0), state);
}

}  // namespace
}  // namespace hegemon::simultaneous
