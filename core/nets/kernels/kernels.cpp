#include "nets/kernels/kernels.hpp"

namespace hegemon::nets {

#ifdef HEGEMON_AVX2_KERNELS
extern const Kernels kAvx2Kernels;

const Kernels* avx2_kernels() {
  __builtin_cpu_init();
  static const bool able = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return able ? &kAvx2Kernels : nullptr;
}
#else
const Kernels* avx2_kernels() { return nullptr; }
#endif

const Kernels& best_kernels() {
  const Kernels* avx2 = avx2_kernels();
  return avx2 ? *avx2 : portable_kernels();
}

}  // namespace hegemon::nets
