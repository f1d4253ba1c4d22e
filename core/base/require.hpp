// Refusing bad input of callers with a reason.
#pragma once

#include <stdexcept>

namespace hegemon {

// The message is plain text, so that a check that holds costs nothing.
inline void require(bool sound, const char* message) {
  if (!sound) throw std::invalid_argument(message);
}

}  // namespace hegemon
