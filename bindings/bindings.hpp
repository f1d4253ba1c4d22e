// One function per concept, each in the file of its name.
#pragma once

#include <nanobind/nanobind.h>

void bind_map(nanobind::module_& module);
void bind_random(nanobind::module_& module);
void bind_waiting(nanobind::module_& module);
void bind_stop(nanobind::module_& module);
void bind_settings(nanobind::module_& module);
void bind_rules(nanobind::module_& module);
void bind_simultaneous(nanobind::module_& module);
void bind_simultaneous_search(nanobind::module_& module);
void bind_classic(nanobind::module_& module);
void bind_classic_search(nanobind::module_& module);
void bind_vector_env(nanobind::module_& module);
void bind_envs(nanobind::module_& module);
void bind_alphabeta(nanobind::module_& module);
void bind_coevolution(nanobind::module_& module);
void bind_policy(nanobind::module_& module);
void bind_rollouts(nanobind::module_& module);
void bind_classic_heuristic(nanobind::module_& module);
void bind_classic_rollouts(nanobind::module_& module);
void bind_nets(nanobind::module_& module);
void bind_selfplay(nanobind::module_& module);
void bind_selfplay_classic(nanobind::module_& module);
void bind_classic_nets(nanobind::module_& module);
