// Compiled for x86-64-v3: nothing here may run before v3_kernels() has looked at the processor.
#include "kernels.hpp"
#include "lanes_v3.hpp"

#include "kernels.inc"

namespace hegemon::nets {

extern const Kernels kKernelsOfV3;
const Kernels kKernelsOfV3{"v3", linear, attend, gather, combine};

}  // namespace hegemon::nets
