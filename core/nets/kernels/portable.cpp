// Compiled for the processor that the whole core is compiled for.
#include "nets/kernels/attention.hpp"

namespace hegemon::nets {

const Kernels& portable_kernels() {
  static constexpr Kernels kernels{"portable", linear, attend, gather, combine};
  return kernels;
}

}  // namespace hegemon::nets
