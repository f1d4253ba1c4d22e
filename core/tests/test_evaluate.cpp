#include "coevolution_helpers.hpp"
#include "simultaneous/evaluate.hpp"

namespace hegemon::simultaneous {
namespace {

TEST(Material, IsBoundedAndAddsUpToZero) {
  Random random(21);
  for (const auto& [name, rules] : presets()) {
    for (int turns = 0; turns < 12; ++turns) {
      const Game game{grid_map(4, 4), rules};
      const State state = search::some_position(game, random, turns);
      EXPECT_EQ(material(game, state, 0), -material(game, state, 1));
      EXPECT_LE(std::abs(material(game, state, 0)), 1.0);
    }
  }
}

TEST(Material, SwappingTheSeatsSwapsTheValue) {
  Random random(22);
  const Game game{grid_map(4, 4), soares2025()};
  for (int turns = 0; turns < 10; ++turns) {
    const State state = search::some_position(game, random, turns);
    State swapped = state;
    for (int t = 0; t < state.size(); ++t) {
      if (state.owners()[t] >= 0) swapped.owners()[t] = static_cast<Seat>(1 - state.owners()[t]);
    }
    EXPECT_NEAR(material(game, state, 0), material(game, swapped, 1), 1e-12);
  }
}

TEST(Material, IsCertainOnceTheGameIsOver) {
  const Game game{path_map(6), soares2025()};
  State state = board({0, 0, -1, -1, -1, -1}, {1, 1, 2, 2, 2, 2});
  settle(game, state);
  EXPECT_EQ(material(game, state, 0), 1.0);
  EXPECT_EQ(material(game, state, 1), -1.0);
  state.head().winner = kNeutral;
  EXPECT_EQ(material(game, state, 0), 0.0);
}

TEST(Material, PrefersArmiesLandAndBonuses) {
  const Game game{path_map(9), soares2025()};
  const Ints owners{0, 0, -1, -1, -1, -1, -1, 1, 1};
  const double even = material(game, board(owners, Ints(9, 3)), 0);
  EXPECT_EQ(even, 0.0);
  EXPECT_GT(material(game, board(owners, {6, 3, 3, 3, 3, 3, 3, 3, 3}), 0), 0.0);
  const double bonus = material(game, board({0, 0, 0, -1, -1, -1, -1, 1, 1}, {3, 3, 0, 3, 3, 3, 3, 3, 3}), 0);
  const double land = material(game, board({0, 0, -1, 0, -1, -1, -1, 1, 1}, {3, 3, 3, 0, 3, 3, 3, 3, 3}), 0);
  EXPECT_GT(land, 0.0);
  EXPECT_GT(bonus, land);
}

TEST(Material, AHugeBoardAndEmptyLandGiveNumbers) {
  const Game game{path_map(512, 512), soares2025()};
  Ints owners(512, 0), armies(512, kMaxArmies);
  owners[511] = 1, armies[511] = 0;
  const double value = material(game, board(owners, armies), 0);
  EXPECT_GT(value, 0.9);
  EXPECT_LE(value, 1.0);
  const Game tiny{path_map(2, 2), soares2025()};
  EXPECT_EQ(material(tiny, board({0, 1}, {0, 0}), 0), 0.0);
}

// --- Guesses under fog -----------------------------------------------------------------------------------------------

TEST(Guess, IsWholeAndKeepsWhatIsSeen) {
  Random random(23);
  for (const Fog fog : {Fog::none, Fog::light, Fog::normal, Fog::dense, Fog::complete}) {
    for (int turns = 0; turns < 8; ++turns) {
      Game game{grid_map(4, 4), warlight2()};
      game.rules.fog = fog;
      const State state = search::some_position(game, random, turns), seen = view(game, state, 1);
      const State whole = determinize(game, seen, 1);
      bool other_lives = false;
      for (int t = 0; t < state.size(); ++t) {
        EXPECT_GE(whole.owners()[t], kNeutral);
        EXPECT_GE(whole.armies()[t], 0);
        EXPECT_TRUE(seen.owners()[t] == kUnknown || whole.owners()[t] == state.owners()[t]);
        EXPECT_TRUE(seen.armies()[t] == kUnknownArmies || whole.armies()[t] == state.armies()[t]);
        other_lives |= whole.owners()[t] == 0;
      }
      EXPECT_TRUE(other_lives);
      EXPECT_EQ(whole.head().phase, state.head().phase);
      EXPECT_EQ(income(game, whole, 1), income(game, state, 1));
      EXPECT_TRUE(fog != Fog::none || whole == state);
    }
  }
}

TEST(Guess, PutsTheOtherSeatWhereItPickedOrElseFarAway) {
  const Game game{path_map(8), warlight2()};
  State seen = board({1, -1, -2, -2, -2, -2, -2, -2}, {2, 2, -1, -1, -1, -1, -1, -1});
  EXPECT_EQ(owners_of(determinize(game, seen, 1)), (Ints{1, -1, -1, -1, -1, -1, -1, 0}));
  seen.marks()[4] = kPickedBy0;
  seen.marks()[5] = kWasteland;
  EXPECT_EQ(owners_of(determinize(game, seen, 1)), (Ints{1, -1, -1, -1, 0, -1, -1, -1}));
  EXPECT_EQ(armies_of(determinize(game, seen, 1)), (Ints{2, 2, 2, 2, 2, 6, 2, 2}));
}

}  // namespace
}  // namespace hegemon::simultaneous
