// The alpha-beta search against plain minimax, and the player in all phases of all rules.
#include <atomic>
#include <chrono>
#include <limits>
#include <thread>

#include "classic_helpers.hpp"
#include "search/alphabeta/games.hpp"

namespace hegemon::search {
namespace {

using namespace classic;

// The value of a position to a depth, by looking at everything.
double minimax(Prediction& position, const LinearEvaluation& evaluate, int depth) {
  if (position.over()) return LinearEvaluation::end(position.won(), depth);
  if (depth == 0) return evaluate(position.features());
  const bool maximising = position.mover() == position.searcher();
  double best = maximising ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  std::vector<PredictedMove> moves;
  position.list_moves(moves);
  for (const PredictedMove& move : moves) {
    Prediction::Undo undo;
    position.play(move, undo);
    const double value = minimax(position, evaluate, depth - 1);
    position.take_back(undo);
    best = maximising ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

// A position of the phase of attacks out of a random game, or any board if there was none.
State attack_position(const Game& game, Random& random) {
  Ints owners, armies;
  for (int t = 0; t < game.map->size(); ++t) {
    owners.push_back(t < game.seats ? t : random.between(0, game.seats - 1));
    armies.push_back(random.between(1, 7));
  }
  State state = board(game, owners, armies);
  state.head().mover = static_cast<Seat>(random.between(0, game.seats - 1));
  const int limit = game.rules.attacks_per_turn;
  state.head().round = random.between(1, 40);
  if (limit > 0) state.head().attacks = static_cast<std::uint16_t>(random.between(0, limit - 1));
  return state;
}

AlphaBetaSettings any_settings(Random& random, int depth) {
  AlphaBetaSettings settings;
  for (double& weight : settings.weights) weight = random.between(0, 10);
  settings.depth = depth;
  settings.foresight.attacks = random.between(1, 4);
  settings.foresight.threshold = random.between(1, 3);
  settings.foresight.targets = random.chance(30) ? Targets::all : Targets::best;
  settings.table_bits = random.between(4, 14);
  return settings;
}

TEST(AlphaBeta, has_exactly_the_value_of_minimax) {
  Random random(2020);
  int looked_at = 0;
  for (const auto& [name, rules] : presets()) {
    for (int round = 0; round < 24; ++round) {
      const Game game(round % 2 ? grid_map(4, 3) : path_map(9), rules, 2 + round % 3);
      const State state = attack_position(game, random);
      const AlphaBetaSettings settings = any_settings(random, 4);
      AlphaBeta search(game, settings);
      Prediction position(game, settings.foresight);
      const LinearEvaluation evaluate(settings.weights);
      for (int depth = 0; depth <= 5; ++depth) {
        const int seat = random.between(0, game.seats - 1);
        position.load(state, seat);
        ASSERT_EQ(search.value(state, seat, depth), minimax(position, evaluate, depth)) << name << " " << depth;
        ++looked_at;
      }
    }
  }
  EXPECT_EQ(looked_at, 7 * 24 * 6);
}

TEST(AlphaBeta, gives_every_move_its_exact_value_if_asked_and_the_best_one_always) {
  Random random(4);
  for (int round = 0; round < 60; ++round) {
    const Game game(grid_map(4, 3), aminian2020(), 2 + round % 3);
    const State state = attack_position(game, random);
    const AlphaBetaSettings settings = any_settings(random, random.between(1, 5));
    AlphaBeta search(game, settings);
    const AlphaBetaResult all = search.search(state, 0, true), quick = search.search(state, 0, false);
    const LinearEvaluation evaluate(settings.weights);
    Prediction position(game, settings.foresight);
    double best = -2;
    for (const RootMove& root : all.moves) {
      position.load(state, state.head().mover);
      Prediction::Undo undo;
      position.play(root.move, undo);
      const double value = std::clamp(minimax(position, evaluate, settings.depth - 1), -1.0, 1.0);
      EXPECT_TRUE(root.exact);
      EXPECT_EQ(root.value, value);
      best = std::max(best, value);
    }
    EXPECT_EQ(all.value, best);
    EXPECT_EQ(all.moves.front().value, best);
    EXPECT_EQ(quick.value, best);
    EXPECT_EQ(quick.depth, settings.depth);
    EXPECT_LE(quick.nodes, all.nodes);
  }
}

TEST(AlphaBeta, finds_the_same_again_with_the_same_work) {
  Random random(6);
  const Game game(grid_map(6, 6), aminian2020(), 2);
  const State one = attack_position(game, random), other = attack_position(game, random);
  AlphaBeta used(game, {}), fresh(game, {});
  used.search(other, 0);
  const AlphaBetaResult a = used.search(one, 0), b = fresh.search(one, 0);
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.cutoffs, b.cutoffs);
  EXPECT_EQ(a.value, b.value);
  ASSERT_EQ(a.moves.size(), b.moves.size());
  for (std::size_t i = 0; i < a.moves.size(); ++i) {
    EXPECT_EQ(a.moves[i].action, b.moves[i].action);
    EXPECT_EQ(a.moves[i].value, b.moves[i].value);
    EXPECT_EQ(a.moves[i].line, b.moves[i].line);
  }
  EXPECT_GT(a.cutoffs, 0u);
  EXPECT_GT(a.table_hits, 0u);
}

TEST(AlphaBeta, tells_lines_that_can_be_played) {
  Random random(16);
  const Game game(grid_map(5, 4), aminian2020(), 2);
  AlphaBetaSettings settings;
  std::size_t longest = 0;
  for (int round = 0; round < 40; ++round) {
    settings.depth = 1 + round % 5;
    AlphaBeta search(game, settings);
    for (int again = 0; again < 3; ++again) {  // what one search leaves behind does not get into the next
      const State state = attack_position(game, random);
      for (const RootMove& root : search.search(state, 0).moves) {
        Prediction position(game, settings.foresight);
        position.load(state, state.head().mover);
        Prediction::Undo undo;
        position.play(root.move, undo);
        ASSERT_LE(root.answers.size(), static_cast<std::size_t>(settings.depth - 1));
        for (const PredictedMove& answer : root.answers) {
          std::vector<PredictedMove> moves;
          position.list_moves(moves);
          ASSERT_NE(std::find(moves.begin(), moves.end(), answer), moves.end());
          position.play(answer, undo);
        }
        longest = std::max(longest, root.line.size());
      }
    }
  }
  EXPECT_EQ(longest, 4u);
}

TEST(AlphaBeta, plays_the_attack_that_wins) {
  const Game game(path_map(4), aminian2020(), 2);
  const State state = board(game, {0, 0, 0, 1}, {1, 1, 5, 2});
  for (int depth = 1; depth <= 6; ++depth) {
    AlphaBetaSettings settings;
    settings.depth = depth;
    AlphaBeta search(game, settings);
    const AlphaBetaResult result = search.search(state, 0);
    EXPECT_EQ(result.moves.front().action, blitz(2, 3, 4)) << depth;
    EXPECT_EQ(result.value, 1.0);
  }
}

TEST(AlphaBeta, passes_where_an_attack_is_not_better) {
  // With no weights at all nothing is better than anything.
  const Game game(grid_map(4, 3), aminian2020(), 2);
  Random random(9);
  AlphaBetaSettings settings;
  settings.weights = {};
  AlphaBeta search(game, settings);
  State state = board(game, {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, {5, 5, 5, 5, 5, 5, 1, 1, 1, 1, 1, 1});
  const AlphaBetaResult result = search.search(state, 0);
  EXPECT_GT(result.moves.size(), 1u);
  EXPECT_EQ(result.moves.front().action, pass());
}

TEST(AlphaBeta, attacks_rather_than_passes_after_a_round) {
  const Game game(grid_map(4, 3), aminian2020(), 2);
  AlphaBetaSettings settings;
  settings.weights = {};  // nothing is better than passing
  settings.foresight.no_pass_after_round = 7;
  AlphaBeta search(game, settings);
  State state = board(game, {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, {5, 5, 5, 5, 5, 5, 1, 1, 1, 1, 1, 1});
  state.head().round = 6;
  EXPECT_EQ(search.search(state, 0).moves.front().action, pass());
  state.head().round = 7;
  EXPECT_EQ(search.search(state, 0).moves.front().action.kind, ActionKind::attack);
  state = board(game, {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, Ints(12, 1));
  state.head().round = 7;
  EXPECT_EQ(search.search(state, 0).moves.front().action, pass());
}

TEST(AlphaBeta, stops_in_time_and_still_has_a_decision) {
  Random random(12);
  for (int size : {6, 20}) {
    const Game game(grid_map(size, size), aminian2020(), 2);
    const State state = attack_position(game, random);
    AlphaBetaSettings settings;
    settings.depth = 60;
    AlphaBeta search(game, settings);
    for (double seconds : {1e-9, 0.001, 0.02}) {
      const AlphaBetaResult result = search.search(state, seconds);
      ASSERT_FALSE(result.moves.empty());
      EXPECT_TRUE(allows(game, state, result.moves.front().action));
      EXPECT_LT(result.depth, 60);
    }
  }
}

TEST(AlphaBetaPlayer, never_does_what_is_not_allowed) {
  Random random(8);
  AlphaBetaSettings settings;
  settings.depth = 2;
  std::array<int, 8> phases{};
  for (int round = 0; round < 120; ++round) {
    const auto named = presets();
    Rules rules = round < 42 ? named[static_cast<std::size_t>(round % 7)].second : any_rules(random);
    if (rules.deal == Deal::draft && rules.setup_place == SetupPlace::random) rules.setup_place = SetupPlace::one;
    const Game game(round % 3 == 0   ? dense_map()
                    : round % 3 == 1 ? grid_map(4, 4)
                                     : broken_map(),
                    rules, random.between(2, 4));
    AlphaBetaPlayer player(game, settings);
    Random play = random.stream(static_cast<std::uint64_t>(round));
    State state = start(game, play);
    for (int decision = 0; decision < 300 && state.head().phase != Phase::over; ++decision) {
      ++phases[static_cast<std::size_t>(state.head().phase)];
      const AlphaBetaResult result = player.decide(state, 0);
      for (const RootMove& move : result.moves) ASSERT_TRUE(allows(game, state, move.action));
      EXPECT_TRUE(result.value >= -1 && result.value <= 1);
      // Now and then something else, so that the player also sees boards it would not bring about.
      const Action action = play.chance(20) ? random_action(game, state, play) : result.moves.front().action;
      step(game, state, action, play);
    }
  }
  for (std::size_t phase = 0; phase < 7; ++phase) EXPECT_GT(phases[phase], 0) << phase;
}

TEST(AlphaBetaPlayer, carries_out_the_draft_it_made_up) {
  const Game game(path_map(6), aminian2020(), 2);
  State state = board(game, {0, 0, 1, 1, 0, 0}, {1, 2, 6, 6, 4, 1}, Phase::place);
  state.head().to_place = 9;
  AlphaBetaPlayer player(game, {});
  Random random(1);
  EXPECT_EQ(player.decide(state, 0).moves.front().action, place_at(1, 6));
  step(game, state, place_at(1, 6), random);
  EXPECT_EQ(player.decide(state, 0).moves.front().action, place_at(4, 3));
  step(game, state, place_at(4, 3), random);
  EXPECT_EQ(state.head().phase, Phase::attack);
}

TEST(AlphaBetaPlayer, moves_armies_from_behind_to_the_front) {
  const Game game(path_map(6), Rules{}, 2);
  const State state = board(game, {0, 0, 0, 0, 0, 1}, {1, 8, 3, 1, 2, 9}, Phase::fortify);
  AlphaBetaPlayer player(game, {});
  EXPECT_EQ(player.decide(state, 0).moves.front().action, shift(1, 4, 7));
  const Game steps(path_map(6), heredia2022(), 2);
  State near = board(steps, {0, 0, 0, 0, 0, 1}, {1, 8, 3, 1, 2, 9}, Phase::fortify);
  std::fill_n(near.movable(), near.size(), std::uint16_t{8});
  AlphaBetaPlayer walker(steps, {});
  EXPECT_EQ(walker.decide(near, 0).moves.front().action, shift(1, 2, 7));
}

TEST(AlphaBetaGames, do_not_depend_on_the_number_of_threads) {
  const Game game(grid_map(4, 4), aminian2020(), 2);
  AlphaBetaSettings settings;
  settings.depth = 2;
  const std::vector<Weights> weights = {{1, 1, 1, 1}, {0, 0, 0, 0}, {10, 0, 0, 0}};
  const std::vector<Pairing> pairings = {{0, 1, 0}, {0, 2, 1}, {1, 2, 2}, {2, 0, 1}, {1, 1, 4}};
  const auto points = play_pairings(game, settings, weights, pairings, 3, 60, 1);
  EXPECT_EQ(points, play_pairings(game, settings, weights, pairings, 3, 60, 3));
  // The same two from the same deal, named the other way round.
  EXPECT_EQ(points[3], PairingPoints(2 - points[1].second, 2 - points[1].first));
  // Against itself from both seats a gene gets what it gives.
  EXPECT_EQ(points[4].first + points[4].second, 2);
}

TEST(AlphaBetaGames, can_be_stopped_by_another_thread_in_the_middle_of_a_search) {
  const Game game(grid_map(6, 6), aminian2020(), 2);
  AlphaBetaSettings settings;
  settings.depth = 100;
  settings.foresight.targets = Targets::all;
  std::atomic<bool> stop{false};
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop = true;
  });
  EXPECT_THROW(play_pairings(game, settings, {{1, 1, 1, 1}}, {{0, 0, 0}}, 3, 60, 2, &stop), Stopped);
  stopper.join();
}

}  // namespace
}  // namespace hegemon::search
