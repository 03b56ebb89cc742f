// The minimal unavoidable sets of a solution grid; no Python here.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace satdoku::unavoidable {

struct Board {
  std::vector<int> digits;  // for each cell its digit's index, 0-63
  int digit_count = 0;
  std::vector<std::vector<int>> groups;  // cells of which no two may be equal
  // Each numbers the parts of the board: where a set meets a part, it meets it twice at least.
  std::vector<std::vector<int>> partitions;
};

struct Found {
  std::vector<std::vector<int>> sets;  // ascending by size, then by cells
  bool finished = false;               // every set up to the size asked for was found
  std::uint64_t nodes = 0;             // digits tried
};

inline constexpr std::size_t kMaxCells = 1024;
inline constexpr int kMaxDigits = 64;

// All minimal unavoidable sets of at most `size` cells. `stop` is polled now and then; true ends
// the search, and the sets found so far need not all be given. More than `most` sets (before those
// that are not minimal are dropped) end it too.
Found search(const Board& board, int size, std::size_t most, const std::function<bool()>& stop);

}  // namespace satdoku::unavoidable
