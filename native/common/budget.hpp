// How far a search may go. Every long search spends from a Budget; when it is used up, LimitReached
// unwinds to rate(), which reports `undecided`.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "limits.hpp"

namespace satdoku {

struct LimitReached {};

class Budget {
 public:
  Budget() = default;
  // seconds <= 0: no deadline; nodes == 0: no node limit. `poll` (may be empty) is asked now and
  // then and answers true to stop.
  Budget(double seconds, std::uint64_t nodes, std::function<bool()> poll)
      : deadline_(deadline_after(seconds)), poll_(std::move(poll)) {
    if (nodes != 0) limit_ = nodes;
  }

  // Cheap: looks at the clock only every kStride units (well under a millisecond of work).
  void spend(std::uint32_t units) {
    used_ += units;
    if (used_ >= next_) look();
  }

  std::uint64_t used() const { return used_; }

 private:
  static constexpr std::uint64_t kStride = 20000;

  void look() {
    if (used_ > limit_) throw LimitReached{};
    if (deadline_ != 0 && steady_nanoseconds() >= deadline_) throw LimitReached{};
    if (poll_ && poll_()) throw LimitReached{};
    next_ = used_ + kStride;
    if (next_ > limit_) next_ = limit_ + 1;
  }

  std::uint64_t used_ = 0, next_ = 0;
  std::uint64_t limit_ = std::numeric_limits<std::uint64_t>::max() - 1;
  std::int64_t deadline_ = 0;
  std::function<bool()> poll_;
};

}  // namespace satdoku
