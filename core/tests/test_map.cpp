#include "map.hpp"

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

std::vector<int> neighbours_of(const Map& map, int territory) {
  const auto list = map.neighbours(territory);
  return {list.begin(), list.end()};
}

TEST(Map, KeepsLinksInOrderAndSortsNeighbours) {
  const Map map(5, {{3, 1}, {1, 0}, {2, 1}}, {});
  EXPECT_EQ(map.size(), 5);
  EXPECT_EQ(map.links(), (std::vector<std::array<Territory, 2>>{{3, 1}, {1, 0}, {2, 1}}));
  EXPECT_EQ(neighbours_of(map, 1), (std::vector<int>{0, 2, 3}));
  EXPECT_EQ(neighbours_of(map, 3), (std::vector<int>{1}));
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
    std::vector<int> times(2 * map->links().size());
    for (int a = 0; a < map->size(); ++a) {
      for (int b = 0; b < map->size(); ++b) {
        const int number = map->directed_link(a, b);
        EXPECT_EQ(map->adjacent(a, b), number >= 0);
        EXPECT_EQ(map->adjacent(a, b), map->adjacent(b, a));
        if (number >= 0) ++times.at(static_cast<std::size_t>(number));
      }
    }
    EXPECT_EQ(times, std::vector<int>(times.size(), 1));
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

TEST(Map, RefusesGroupMembersThatDoNotExist) {
  EXPECT_EQ(error_of(3, {}, {{1, {0, 1}}, {1, {2, 3}}}), "group member 3: no such territory");
}

// --- Income from groups ----------------------------------------------------------------------------------------------

TEST(Income, PaysBaseAndWhollyOwnedGroups) {
  const Game game{std::make_shared<Map>(4, Links{}, std::vector<Group>{{2, {0, 1}}, {7, {1, 2}}, {9, {}}, {30, {0, 3}}}),
                  soares2025()};
  const std::vector<int> armies(4, 0);
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

// --- Genes: one per territory, one per link and direction ------------------------------------------------------------

TEST(Genes, CountTerritoriesAndLinksBothWays) {
  EXPECT_EQ(gene_count(*path_map(9)), 25);
  EXPECT_EQ(gene_count(*dense_map()), 12 + 12 * 11);
  EXPECT_EQ(gene_count(Map(1, {}, {})), 1);
}

TEST(Genes, PlaceEveryOrder) {
  const Map map(3, {{2, 0}, {0, 1}}, {});
  std::vector<std::int32_t> genes(static_cast<std::size_t>(gene_count(map)), 99);
  encode(map, {move(0, 2, 4), deploy(1, 3), move(2, 0, 5), move(0, 1, 6), move(1, 0, 7), deploy(1, 2), move(0, 2, 1)}, genes);
  EXPECT_EQ(genes, (std::vector<std::int32_t>{0, 5, 0, 5, 6, 5, 7}));
}

TEST(Genes, DecodeInTerritoryThenLinkOrder) {
  const Map map(3, {{2, 0}, {0, 1}}, {});
  const Plan plan = decode(map, std::vector<std::int32_t>{1, 0, 2, 3, 0, 4, 5});
  EXPECT_EQ(plan, (Plan{deploy(0, 1), deploy(2, 2), move(2, 0, 3), move(0, 2, 4), move(1, 0, 5)}));
  EXPECT_TRUE(decode(map, std::vector<std::int32_t>{-1, 0, -2, 0, -3, 0, 0}).empty());
}

TEST(Genes, SurviveARoundTrip) {
  Random random(5);
  for (const auto& map : {path_map(9), grid_map(4, 4), dense_map(), broken_map()}) {
    for (int trial = 0; trial < 50; ++trial) {
      std::vector<std::int32_t> genes(static_cast<std::size_t>(gene_count(*map)));
      for (auto& gene : genes) gene = random.chance(40) ? random.between(1, 9) : 0;
      auto again = genes;
      encode(*map, decode(*map, genes), again);
      ASSERT_EQ(again, genes);
    }
  }
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

}  // namespace
}  // namespace hegemon::simultaneous
