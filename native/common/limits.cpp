#include "limits.hpp"

#include <chrono>

namespace satdoku {

std::int64_t steady_nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::int64_t deadline_after(double seconds) {
  if (!(seconds > 0 && seconds < 1e9)) return 0;
  return steady_nanoseconds() + static_cast<std::int64_t>(seconds * 1e9) + 1;
}

namespace {
constexpr std::uint64_t kNodesBetweenLooks = 256;  // about 0.1 ms
}  // namespace

Watch::Watch(Limits& limits, bool asks_interrupted)
    : limits_(limits),
      asks_(asks_interrupted && limits.interrupted != nullptr),
      next_interrupt_(steady_nanoseconds() + kInterruptEvery) {
  go_on = &Watch::on_ask;
  may_divide = limits.nodes == 0;
  restart();
}

void Watch::restart(std::uint64_t nodes_so_far) {
  const std::uint64_t left = UINT64_MAX - nodes_so_far;
  node_limit_ = limits_.nodes && limits_.nodes < left ? nodes_so_far + limits_.nodes : UINT64_MAX;
  std::uint64_t look = nodes_so_far + kNodesBetweenLooks;
  ask_at = look < node_limit_ ? look : node_limit_;
}

bool Watch::look_at_clock() {
  if (stopped_) return true;
  if (limits_.cancelled.load(std::memory_order_relaxed)) return stopped_ = true;
  if (!limits_.deadline && !asks_) return false;
  std::int64_t now = steady_nanoseconds();
  if (limits_.deadline && now >= limits_.deadline) return stopped_ = true;
  if (asks_ && now >= next_interrupt_) {
    next_interrupt_ = now + kInterruptEvery;
    if (limits_.interrupted()) {
      limits_.cancelled.store(true, std::memory_order_relaxed);
      return stopped_ = true;
    }
  }
  return false;
}

bool Watch::over() {
  // A puzzle takes about a microsecond, so the clock need not be read for each.
  if (stopped_ || (calls_++ & 31) == 0) return look_at_clock();
  return false;
}

bool Watch::on_ask(Pacer& pacer, std::uint64_t nodes) {
  Watch& watch = static_cast<Watch&>(pacer);
  if (nodes >= watch.node_limit_ || watch.look_at_clock()) return false;
  std::uint64_t look = nodes + kNodesBetweenLooks;
  watch.ask_at = look < watch.node_limit_ ? look : watch.node_limit_;
  return true;
}

}  // namespace satdoku
