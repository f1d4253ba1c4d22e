// Memory of a tree: blocks are handed out from large chunks and given back all at once, or reused by size.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <memory>
#include <vector>

namespace hegemon::search {

// Not shared: every thread of a search has its own.
class Arena {
 public:
  void* take(std::size_t bytes) {
    auto& spare = spare_[static_cast<std::size_t>(std::bit_width(bytes))];
    if (spare.bytes >= bytes && !spare.blocks.empty()) {
      void* block = spare.blocks.back();
      spare.blocks.pop_back();
      return block;
    }
    return cut((bytes + 15) / 16 * 16);
  }
  // The block goes to a later taker of about the same size.
  void give_back(void* block, std::size_t bytes) {
    auto& spare = spare_[static_cast<std::size_t>(std::bit_width(bytes))];
    if (spare.blocks.empty()) spare.bytes = bytes;
    if (spare.bytes == bytes) spare.blocks.push_back(block);
  }
  std::size_t bytes() const { return bytes_; }

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 16;

  struct Spare {  // blocks of one size
    std::size_t bytes = 0;
    std::vector<void*> blocks;
  };

  void* cut(std::size_t bytes) {
    if (bytes > left_) {
      const std::size_t chunk = bytes > kChunk / 4 ? bytes : kChunk;
      chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(chunk));
      bytes_ += chunk;
      if (chunk == bytes) return chunks_.back().get();  // a chunk of its own; the current one goes on
      at_ = chunks_.back().get();
      left_ = chunk;
    }
    void* block = at_;
    at_ += bytes;
    left_ -= bytes;
    return block;
  }

  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::array<Spare, 65> spare_;
  std::byte* at_ = nullptr;
  std::size_t left_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace hegemon::search
