// Numpy arrays that own their data.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

template <class T>
nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>> copy_array(const T* data, std::size_t size) {
  T* copy = new T[size];
  std::copy_n(data, size, copy);
  nanobind::capsule owner(copy, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return {copy, {size}, owner};
}

template <class T>
nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>> copy_array(const std::vector<T>& data) {
  return copy_array(data.data(), data.size());
}

// Arrays by name.
using Arrays = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;

// Rows of so many columns.
template <class T>
nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<2>> copy_table(const std::vector<T>& data, std::size_t columns) {
  T* copy = new T[data.size()];
  std::copy(data.begin(), data.end(), copy);
  nanobind::capsule owner(copy, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return {copy, {data.size() / columns, columns}, owner};
}

inline std::span<const std::byte> to_span(const nanobind::bytes& bytes) {
  return {static_cast<const std::byte*>(bytes.data()), bytes.size()};
}

// All zero, to be filled in.
template <class T>
nanobind::ndarray<nanobind::numpy, T> new_array(std::initializer_list<std::size_t> shape) {
  std::size_t size = 1;
  for (const std::size_t extent : shape) size *= extent;
  T* data = new T[size]();
  nanobind::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return {data, shape, owner};
}
