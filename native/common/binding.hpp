// What the bindings share: arguments out of Python, limits and Ctrl-C.
//
// A function that reads an argument throws a TypeError or ValueError that names it.  What a search
// reads without the GIL is a copy, or belongs to an immutable object that the call keeps.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "../solver/solver.hpp"
#include "limits.hpp"
#include "text.hpp"

namespace satdoku::binding {

namespace nb = nanobind;

// --- numbers --------------------------------------------------------------------------------

// A whole number from `low` to `high`.
std::int64_t whole(nb::handle value, const char* name, std::int64_t low, std::int64_t high);

// A whole number of 64 bits without a sign.
std::uint64_t whole64(nb::handle value, const char* name);

// The same for a bound on work: no machine counts to 2**64, so a larger number is never reached.
std::uint64_t bound64(nb::handle value, const char* name);

double seconds_of(nb::handle value);

// As many as may be of use; more than 256 never are.
std::size_t threads_of(nb::handle value);

// --- limits and Ctrl-C ----------------------------------------------------------------------

// Whether a signal's handler raised; takes the GIL.
bool signal_waits();

void set_limits(Limits& limits, nb::handle nodes, nb::handle seconds);

// Throws what the signal's handler raised in this thread.
void raise_if_interrupted();

// Guards what calls from several Python threads share.  To be locked without the GIL.
class Exclusive {
 public:
  // Not locked where Ctrl-C ended the wait.
  std::unique_lock<std::timed_mutex> lock() {
    std::unique_lock lock(mutex_, std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(50)))
      if (signal_waits()) break;
    return lock;
  }

 private:
  std::timed_mutex mutex_;
};

// --- puzzles --------------------------------------------------------------------------------

// str or bytes, without a copy; false for other types.
bool text_view(nb::handle object, std::string_view& text);

// One puzzle, copied so that nothing can change under a search that runs without the GIL.
struct OnePuzzle {
  char text[81];
  std::uint16_t masks[81];
  Puzzle puzzle;

  explicit OnePuzzle(nb::handle object);
  OnePuzzle(const OnePuzzle&) = delete;  // `puzzle` points into it
  OnePuzzle& operator=(const OnePuzzle&) = delete;
};

// The digits of text or an array.
Cells cells_of(nb::handle object, const char* name);

// Where each line of a block starts and how long it is, without its end.
std::vector<std::string_view> split_lines(std::string_view block);

// Many puzzles of any of the accepted kinds: copied, but for bytes, which never change.
class ManyPuzzles {
 public:
  explicit ManyPuzzles(nb::handle object);
  ManyPuzzles(const ManyPuzzles&) = delete;  // it points into itself
  ManyPuzzles& operator=(const ManyPuzzles&) = delete;

  std::size_t size() const { return size_; }
  bool has_masks() const { return !masks_.empty(); }

  Puzzle at(std::size_t i) const {
    if (has_masks()) return {nullptr, masks_.data() + 81 * i};
    if (records_) return {records_ + 81 * i, nullptr};
    return {lines_[i].size() == 81 ? lines_[i].data() : nullptr, nullptr};
  }

 private:
  void from_block(std::string_view block);
  void from_items(nb::handle object);
  void from_buffer(nb::handle object);

  std::size_t size_ = 0;
  const char* records_ = nullptr;
  std::vector<std::uint16_t> masks_;
  std::vector<std::string_view> lines_;
  std::vector<char> copy_;
  nb::object keep_;
};

inline constexpr std::size_t kChunk = 64;  // how many a thread takes at once

// Calls work(i, state, watch) for every i below n, without the GIL; each thread has a State of its
// own.  What is left when a limit runs out is not called.
template <class State, class Work>
void for_many(std::size_t n, Limits& limits, std::size_t threads, const Work& work) {
  std::atomic<std::size_t> taken{0};
  {
    const nb::gil_scoped_release release;
    const std::size_t useful = std::max<std::size_t>(1, (n + kChunk - 1) / kChunk);
    in_threads(limits, std::min(threads, useful), [&](Watch& watch) {
      const auto state = std::make_unique<State>();
      for (;;) {
        const std::size_t from = taken.fetch_add(kChunk, std::memory_order_relaxed);
        if (from >= n) return;
        const std::size_t to = std::min(n, from + kChunk);
        for (std::size_t i = from; i < to; i++) {
          if (watch.over()) return;
          work(i, *state, watch);
        }
      }
    });
  }
  raise_if_interrupted();
}

// The items of any iterable but text, as they are now.
nb::tuple items_of(nb::handle object, const char* message);

}  // namespace satdoku::binding
