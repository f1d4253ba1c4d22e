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
  // Everything is given back; the memory stays for what comes next.
  void reset() {
    for (Spare& spare : spare_) spare.blocks.clear();
    large_.clear();
    next_ = 0;
    left_ = bytes_ = 0;
  }
  // Handed out since the last reset, in whole chunks.
  std::size_t bytes() const { return bytes_; }

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 16;

  struct Spare {  // blocks of one size
    std::size_t bytes = 0;
    std::vector<void*> blocks;
  };

  void* cut(std::size_t bytes) {
    if (bytes > kChunk / 4) return large(bytes);
    if (bytes > left_) {
      if (next_ == chunks_.size()) chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(kChunk));
      at_ = chunks_[next_++].get();
      left_ = kChunk;
      bytes_ += kChunk;
    }
    void* block = at_;
    at_ += bytes;
    left_ -= bytes;
    return block;
  }
  void* large(std::size_t bytes) {
    large_.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes));
    bytes_ += bytes;
    return large_.back().get();
  }

  std::vector<std::unique_ptr<std::byte[]>> chunks_, large_;
  std::size_t next_ = 0;  // chunk
  std::array<Spare, 65> spare_;
  std::byte* at_ = nullptr;
  std::size_t left_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace hegemon::search
