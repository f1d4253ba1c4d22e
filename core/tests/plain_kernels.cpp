// The portable kernels as a compiler without vectors of its own sees them.
#define HEGEMON_PLAIN_LANES
#include "nets/kernels/attention.hpp"
#include "nets_helpers.hpp"

namespace hegemon::nets {

const Kernels& plain_kernels() {
  static constexpr Kernels kernels{"plain", linear, attend, gather, combine};
  return kernels;
}

}  // namespace hegemon::nets
