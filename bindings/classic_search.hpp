// Settings of the classic game's tree search as Python gives them, for bindings that search.
#pragma once

#include <nanobind/nanobind.h>

#include "classic/evaluate.hpp"
#include "search/mcts/settings.hpp"

hegemon::search::Settings read_tree_settings(nanobind::dict given, hegemon::classic::Evaluation& evaluation);
