#include "search/classic_planner/weights.hpp"

namespace hegemon::search::classic_planner {

Weights usual_weights(const classic::Rules&) { return {}; }

}  // namespace hegemon::search::classic_planner
