// Compiled for x86-64-v3: nothing here may run before v3_kernels() has looked at the processor.
#define HEGEMON_LANES_V3
#include "kernels_attention.hpp"

namespace hegemon::nets {

extern const Kernels kKernelsOfV3;
const Kernels kKernelsOfV3{"v3", linear, attend, gather, combine};

}  // namespace hegemon::nets
