// What a kernel offers, whatever instruction set it was compiled for.
#pragma once

#include <cstdint>

namespace satdoku {

// The characters of an empty cell, wherever the core reads text.
constexpr char kEmpty[] = ".0*_xX ";

// Wide enough for every level: three bands of sixteen 32-bit lanes.
struct alignas(64) Frame {
  std::uint32_t words[3][16];
};

// A frame waits for each guess above the current position.  Every guess on the way down places a
// digit in a cell that was open, so there are never more than 81.
constexpr int kMaxDepth = 81;

struct Search {
  Frame current;
  Frame waiting[kMaxDepth];
  int depth = 0;
  bool fresh = false;       // `current` has not been looked at yet
  std::uint64_t nodes = 0;  // guesses made so far
};

// Asked now and then whether a search may go on; it never decides what the answer is.
struct Pacer {
  std::uint64_t ask_at = UINT64_MAX;  // node number of the next question
  bool (*go_on)(Pacer&, std::uint64_t nodes) = nullptr;
  // Whether the parts of one search may go on at once: what a limit on the guesses cuts off would
  // otherwise depend on the instruction set.
  bool may_divide = true;
};

enum class Entered : int { ready, invalid, unreadable };
enum class Step : int { found, exhausted, cut };

// More searches than any kernel has go on at once.
constexpr int kMostTogether = 4;

// Where puzzles come from whose solutions are counted together.
struct Feed {
  // Takes the result of the puzzle in this place, and enters another one there; null where there is
  // none. `step` is of no meaning the first time.
  Pacer* (*next)(Feed&, int place, Step step, std::uint64_t found) = nullptr;
};

struct Kernel {
  const char* name;
  // 81 characters; the caller has checked the length.
  Entered (*enter_text)(Search&, const char* text);
  // 81 masks of nine bits: digit d is bit d-1.
  Entered (*enter_masks)(Search&, const std::uint16_t* masks);
  // Finds the next solution, which is then `current`.
  Step (*next)(Search&, Pacer&);
  // Digits 1-9 (not characters) of the solution just found.
  void (*read_grid)(const Search&, std::uint8_t* out);
  // Skips solutions that `next` would find, until `skipped` is `most` or would be more: solutions
  // of which some are swaps of others are skipped together.
  Step (*skip)(Search&, Pacer&, std::uint64_t most, std::uint64_t& skipped);
  // Counts solutions until `found` is `limit`, in another order than `next`. Nobody can go on with
  // the search.
  Step (*count_all)(Search&, Pacer&, std::uint64_t limit, std::uint64_t& found);
  // The same for many puzzles, of which some are searched at once, each in its place.
  void (*count_many)(Feed&, Search* places, std::uint64_t limit);
};

namespace baseline {
extern const Kernel kernel;
}
#ifdef SATDOKU_X86_LEVELS
namespace avx2 {
extern const Kernel kernel;
}
namespace avx512 {
extern const Kernel kernel;
}
#endif

}  // namespace satdoku
