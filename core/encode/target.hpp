// Where the numbers of a position go, and how many there are.
#pragma once

namespace hegemon::encode {

// Numbers per territory, per directed link, per group, and for the whole.
struct Widths {
  int territory = 0;
  int link = 0;
  int group = 0;
  int whole = 0;
};

// Rows one after the other, territories `stride` numbers apart. What is null is left out.
struct Target {
  float* territories = nullptr;
  int stride = 0;
  float* links = nullptr;
  float* groups = nullptr;
  float* whole = nullptr;
};

}  // namespace hegemon::encode
