// How far a search may go, and the threads that share one; no Python here.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "../solver/kernel.hpp"

namespace satdoku {

constexpr std::int64_t kInterruptEvery = 50'000'000;  // nanoseconds

std::int64_t steady_nanoseconds();

// In steady nanoseconds; 0, which is none, for 0 seconds and for centuries.
std::int64_t deadline_after(double seconds);

// One Limits may serve many threads.
struct Limits {
  std::uint64_t nodes = 0;    // guesses for each puzzle; 0 is no limit
  std::int64_t deadline = 0;  // steady nanoseconds; 0 is none
  std::atomic<bool> cancelled{false};
  // Called about every 50 ms from the thread that set it up; true asks to stop.
  bool (*interrupted)() = nullptr;
};

// Watches the limits for one thread.
class Watch : public Pacer {
 public:
  Watch(Limits& limits, bool asks_interrupted);
  void restart(std::uint64_t nodes_so_far = 0);  // before each puzzle or slice
  bool over();                                   // deadline or cancel; cheap enough between puzzles
  bool look_at_clock();                          // the same, now

 private:
  static bool on_ask(Pacer& pacer, std::uint64_t nodes);
  Limits& limits_;
  bool asks_;
  bool stopped_ = false;
  unsigned calls_ = 0;
  std::uint64_t node_limit_ = UINT64_MAX;
  std::int64_t next_interrupt_;
};

// Calls work(watch) in up to this many threads, this one among them, and returns when all have
// ended. The first exception of any of them cancels the others and is thrown here (threads.cpp).
void in_threads(Limits& limits, std::size_t threads, const std::function<void(Watch&)>& work);

}  // namespace satdoku
