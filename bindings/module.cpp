#include "bindings.hpp"

NB_MODULE(_core, module) {
  module.doc() = "The compiled core: maps, random streams and the simultaneous game.";
  bind_map(module);
  bind_random(module);
  bind_simultaneous_rules(module);
  bind_simultaneous(module);
}
