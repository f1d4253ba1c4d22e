// A block of bytes with the value semantics of a position: copied with memcpy, compared byte by byte.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

namespace hegemon {

class Block {
 public:
  explicit Block(std::size_t bytes) : bytes_(bytes), data_(new std::byte[bytes]()) {}
  Block(const Block& other) : bytes_(other.bytes_), data_(new std::byte[bytes_]) { copy(other); }
  Block(Block&& other) noexcept : bytes_(std::exchange(other.bytes_, 0)), data_(std::move(other.data_)) {}
  Block& operator=(const Block& other) {
    if (bytes_ != other.bytes_) return *this = Block(other);
    copy(other);  // no allocation: this is what makes a scratch position cheap
    return *this;
  }
  Block& operator=(Block&& other) noexcept {
    bytes_ = std::exchange(other.bytes_, 0);
    data_ = std::move(other.data_);
    return *this;
  }
  ~Block() = default;

  std::byte* data() { return data_.get(); }
  const std::byte* data() const { return data_.get(); }
  std::size_t size() const { return bytes_; }
  std::span<const std::byte> span() const { return {data_.get(), bytes_}; }
  bool operator==(const Block& other) const {
    return bytes_ == other.bytes_ && (bytes_ == 0 || std::memcmp(data(), other.data(), bytes_) == 0);
  }

 private:
  void copy(const Block& other) {
    if (bytes_ != 0 && this != &other) std::memcpy(data_.get(), other.data_.get(), bytes_);
  }

  std::size_t bytes_;
  std::unique_ptr<std::byte[]> data_;
};

}  // namespace hegemon
