// The frontier count: solutions of a board, summed over states, cell by cell.
//
// docs/counting.md derives it; satdoku/solving/frontier_plan.py makes the layers that are added
// here, and satdoku/solving/frontier.py runs the same layers in Python.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace satdoku::counting {

// Largest board: a house is one 32-bit mask.
inline constexpr int max_digits = 32;
// Most houses in one state.
inline constexpr int max_slots = 64;

// Where the mask of one remembered house comes from.
struct Move {
  int source;           // slot in the states before, or -1
  std::uint32_t start;  // the mask where there is no source
  bool touched;         // whether the cell lies in the house
  std::uint32_t spent;  // digits that no later cell of the house can take
  bool full;            // whether every digit must occur
};

// A later cell that needs a digit: its own digits and the slots (after) of its houses.
struct Watched {
  std::uint32_t domain;
  std::vector<int> slots;
};

struct Layer {
  std::uint32_t domain = 0;
  std::vector<int> reads;              // slots (before) of the houses of the cell
  std::vector<std::uint32_t> classes;  // digits alike for this cell and all later ones
  std::vector<Move> moves;             // one for each slot after
  std::vector<Watched> watched;
  // Renamings of the states after: see Symmetry in frontier_plan.py.
  std::vector<std::uint32_t> digits;
  std::vector<std::vector<int>> twins;
  std::vector<std::vector<std::vector<std::vector<int>>>> blocks;
};

enum class Status : int { running = 0, done = 1, too_many_states = 2, overflow = 3 };

class Runner {
 public:
  virtual ~Runner() = default;
  // Expand at least one state, then go on until `budget` successors were made.
  virtual Status advance(std::uint64_t budget) = 0;
  virtual std::vector<std::uint64_t> total() const = 0;  // 64-bit words, lowest first
  virtual std::uint64_t expanded() const = 0;
  virtual std::uint64_t states() const = 0;  // of the last layer that is complete
  virtual std::uint64_t peak() const = 0;
  virtual std::size_t layer() const = 0;
};

// `limbs`: 64-bit words of a count, 2 or 8.
// Throws std::invalid_argument where the board is beyond the limits above.
std::unique_ptr<Runner> make_runner(int digits, std::vector<Layer> layers, std::uint64_t max_states,
                                    int limbs);

}  // namespace satdoku::counting
