#include "kernels.hpp"

namespace hegemon::nets {

#ifdef HEGEMON_V3_KERNELS
extern const Kernels kKernelsOfV3;

const Kernels* v3_kernels() {
  __builtin_cpu_init();
  static const bool able = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return able ? &kKernelsOfV3 : nullptr;
}
#else
const Kernels* v3_kernels() { return nullptr; }
#endif

const Kernels& best_kernels() {
  const Kernels* v3 = v3_kernels();
  return v3 ? *v3 : portable_kernels();
}

}  // namespace hegemon::nets
