// The questions, on top of a kernel; no Python here.
#pragma once

#include <cstdint>
#include <vector>

#include "../common/limits.hpp"
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

// The result of a count that has come to an end, and of a puzzle that is not entered.
Count counted(Step step, std::uint64_t found);
Count refused(Entered entered);

// counts[9 * cell + digit - 1]: solutions with that candidate, counted up to `cap`.
// Returns false when a limit cut it short; the counts are then "at least".
struct TrueCandidates {
  Verdict verdict;
  bool complete;
};
TrueCandidates true_candidates(const Kernel& kernel, Search& search, const Puzzle& puzzle,
                               Watch& watch, std::uint32_t cap, std::uint32_t* counts);

// Supposes each candidate of a puzzle and follows what propagation shows: in each round without
// those that led to a contradiction in the ones before. For each round: the candidates of open
// cells that it left undecided. Ends where no more go, and after so many rounds.
std::vector<int> undecided(const Kernel& kernel, Search& search, const Puzzle& puzzle, int rounds);

// Digits 1-9.  False when a limit cut it short.
bool random_grid(const Kernel& kernel, Random& random, bool uniform, Watch& watch,
                 std::uint8_t* grid);
// Searches for a solution in which a given cell holds another digit than its own: of a puzzle with
// one solution the given can be spared where there is none. One search, not two.
Step other_without(const Kernel& kernel, Search& search, std::uint16_t* masks, int cell,
                   Watch& watch);
// Searches for a given that can be spared, in a puzzle with one solution.
Step spared(const Kernel& kernel, Search& search, const Puzzle& puzzle, Watch& watch);
// Takes givens away in random order as long as there is one solution; leaves 0 where a given went.
bool minimise(const Kernel& kernel, Random& random, Watch& watch, std::uint8_t* givens);

}  // namespace satdoku
