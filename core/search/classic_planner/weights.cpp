#include "search/classic_planner/weights.hpp"

namespace hegemon::search::classic_planner {

Weights usual_weights(const classic::Rules& rules, int seats) {
  Weights weights;
  if (rules.income_base == classic::IncomeBase::territories && rules.income_divisor == 1) {
    weights.value_income = weights.value_land = 5.0;
  }
  static_cast<void>(seats);
  return weights;
}

}  // namespace hegemon::search::classic_planner
