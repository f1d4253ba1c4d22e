// Compiled for x86-64-v3: nothing here may run before avx2_kernels() has looked at the processor.
#define HEGEMON_LANES_V3
#include "nets/kernels/attention.hpp"

namespace hegemon::nets {

extern const Kernels kAvx2Kernels;
const Kernels kAvx2Kernels{"avx2", linear, attend, gather, combine};

}  // namespace hegemon::nets
