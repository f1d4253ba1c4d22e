#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "base/fields.hpp"
#include "search/alphabeta/settings.hpp"
#include "search/coevolution/settings.hpp"
#include "search/mcts/classic_settings.hpp"
#include "search/smcts/settings.hpp"

namespace hegemon {
namespace {

template <class Settings>
std::string complaint(const FieldValues& values) {
  try {
    read_fields<Settings>(values);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Settings, AreReadByName) {
  const auto settings = read_fields<search::AlphaBetaSettings>(
      {{"depth", std::int64_t{7}}, {"targets", "all"}, {"land", std::int64_t{2}}, {"front", 0.5}});
  EXPECT_EQ(settings.depth, 7);
  EXPECT_EQ(settings.foresight.targets, search::Targets::all);
  EXPECT_EQ(settings.weights, (search::Weights{2, 27, 0.5, 24}));
  EXPECT_TRUE(read_fields<search::smcts::Settings>({{"duplicates", true}}).duplicates);
  EXPECT_EQ(read_word<classic::Evaluation>("evaluation", "border"), classic::Evaluation::border);
}

TEST(Settings, ThatAreNotAllowedAreNamed) {
  using S = search::smcts::Settings;
  EXPECT_EQ(complaint<S>({{"depth", std::int64_t{0}}}),
            "depth=0 is not allowed; expected a whole number from 1 to 10000");
  EXPECT_EQ(complaint<S>({{"depth", 2.5}}), "depth=2.5 is not allowed; expected a whole number from 1 to 10000");
  EXPECT_EQ(complaint<S>({{"gamma", std::nan("")}}), "gamma=nan is not allowed; expected a number from 0 to 1");
  EXPECT_EQ(complaint<S>({{"plus", std::int64_t{1}}}), "plus=1 is not allowed; expected true or false");
  EXPECT_EQ(complaint<S>({{"formula", "uct"}}), "formula='uct' is not allowed; expected one of ucb, puct");
  EXPECT_EQ(complaint<S>({{"formula", true}}), "formula=true is not allowed; expected one of ucb, puct");
  EXPECT_EQ(complaint<S>({{"deep", true}}), "there is no setting deep");
}

TEST(Settings, AreCheckedWhereverTheyComeFrom) {
  search::CoevolutionSettings settings;
  check_fields(settings);
  settings.population = 0;
  EXPECT_THROW(check_fields(settings), std::invalid_argument);
}

// Names are given once, defaults are allowed, and there is an explanation.
template <class Settings>
void expect_sound() {
  FieldValues defaults;
  for (const FieldDescription& field : describe_fields<Settings>()) {
    EXPECT_FALSE(field.explanation.empty()) << field.name;
    EXPECT_TRUE(defaults.emplace(field.name, field.standard).second) << field.name << " twice";
  }
  check_fields(read_fields<Settings>(defaults));
}

TEST(Settings, AreDescribedSoundly) {
  expect_sound<search::ClassicSettings>();
  expect_sound<search::smcts::Settings>();
  expect_sound<search::CoevolutionSettings>();
  expect_sound<search::AlphaBetaSettings>();
}

}  // namespace
}  // namespace hegemon
