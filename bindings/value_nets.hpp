// What the small networks of both families share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

template <class Net>
nanobind::class_<Net> bind_value_net(nanobind::module_& module, const char* name,
                                     const char* meaning = "A network that tells the shares of the win.") {
  namespace nb = nanobind;
  nb::class_<Net> bound(module, name, meaning);
  bound.def(
      "__init__",
      [](Net* self, nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu> parameters) {
        new (self) Net({parameters.data(), parameters.size()});
      },
      nb::arg("parameters"), "From all parameters in a row.");
  return bound;
}
