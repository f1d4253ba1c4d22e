#include "bindings.hpp"

NB_MODULE(_core, module) {
  nanobind::set_leak_warnings(false);  // objects alive at the end of a program are no fault of it
  module.doc() = "The compiled core: maps, random streams, the simultaneous and the classic game, and searches.";
  bind_map(module);
  bind_random(module);
  bind_waiting(module);
  bind_stop(module);
  bind_settings(module);
  bind_rules(module);
  bind_simultaneous(module);
  bind_simultaneous_search(module);
  bind_classic(module);
  bind_classic_search(module);
  bind_vector_env(module);
  bind_envs(module);
  bind_alphabeta(module);
  bind_coevolution(module);
  bind_policy(module);
  bind_rollouts(module);
  bind_classic_heuristic(module);
  bind_classic_rollouts(module);
  bind_nets(module);
  bind_selfplay(module);
  bind_selfplay_classic(module);
  bind_classic_nets(module);
}
