// The questions, on top of a kernel; no Python here.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "dispatch.hpp"
#include "random.hpp"

namespace satdoku {

enum class Verdict : std::uint8_t {
  none,        // proved: no solution
  unique,      // proved: one solution
  multiple,    // two different solutions were found
  undecided,   // a limit ran out first
  invalid,     // a digit is given twice in a row, column or box
  unreadable,  // not 81 characters of the classic 9x9
  solvable,    // a solution was found and nobody asked for a second
};

// How far a search may go.  One Limits may serve many threads.
struct Limits {
  std::uint64_t nodes = 0;          // guesses for each puzzle; 0 is no limit
  std::int64_t deadline = 0;        // steady nanoseconds; 0 is none
  std::atomic<bool> cancelled{false};
  // Called about every 50 ms from the thread that set it up; true asks to stop.
  bool (*interrupted)() = nullptr;
};

std::int64_t steady_nanoseconds();

// Watches the limits for one thread.
class Watch : public Pacer {
 public:
  Watch(Limits& limits, bool asks_interrupted);
  void restart(std::uint64_t nodes_so_far = 0);   // before each puzzle or slice
  bool over();                                    // deadline or cancel; cheap enough between puzzles

 private:
  static bool on_ask(Pacer& pacer, std::uint64_t nodes);
  bool look_at_clock();
  Limits& limits_;
  bool asks_;
  bool stopped_ = false;
  unsigned calls_ = 0;
  std::uint64_t node_limit_ = UINT64_MAX;
  std::int64_t next_interrupt_;
};

// One puzzle: 81 characters, or 81 masks when `masks` is set.
struct Puzzle {
  const char* text = nullptr;
  const std::uint16_t* masks = nullptr;
};

Entered enter(const Kernel& kernel, Search& search, const Puzzle& puzzle);

struct Witnesses {
  std::uint8_t grid[2][81];
  int found = 0;
};

// Looks for `wanted` (1 or 2) solutions.
Verdict check(const Kernel& kernel, Search& search, const Puzzle& puzzle, Watch& watch, int wanted,
              Witnesses* witnesses);

struct Count {
  Verdict verdict;
  std::uint64_t found;
  bool exact;
};
Count count(const Kernel& kernel, Search& search, const Puzzle& puzzle, Watch& watch,
            std::uint64_t limit);

// counts[9 * cell + digit - 1]: solutions with that candidate, counted up to `cap`.
// Returns false when a limit cut it short; the counts are then "at least".
struct TrueCandidates {
  Verdict verdict;
  bool complete;
};
TrueCandidates true_candidates(const Kernel& kernel, Search& search, const Puzzle& puzzle,
                               Watch& watch, std::uint32_t cap, std::uint32_t* counts);

// Digits 1-9.  False when a limit cut it short.
bool random_grid(const Kernel& kernel, Random& random, bool uniform, Watch& watch,
                 std::uint8_t* grid);
// Takes givens away in random order as long as `grid` (its solution) stays the only one; leaves 0
// where a given went.
bool minimise(const Kernel& kernel, Random& random, Watch& watch, const std::uint8_t* solution,
              std::uint8_t* givens);

}  // namespace satdoku
