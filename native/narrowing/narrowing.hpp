// Relations over small domains: propagation, and a search of bounded work.  No Python here.
#pragma once

#include <cstdint>
#include <vector>

namespace satdoku::narrowing {

// The values that a variable can still have: bit i is the i-th of its scale.
using Mask = std::uint64_t;

struct Found {
  bool possible = true;    // false: propagation alone shows that there is no solution
  bool exhausted = false;  // `solutions` are all that there are
  std::vector<Mask> masks;                 // what propagation alone leaves to each cell
  std::vector<std::vector<int>> solutions;  // the bit of each cell's value; they differ in cells
};

// `program` lists the variables and the relations (satdoku/encodings/program.py writes it).  Every
// grid that keeps the relations is among what is left, and among the solutions where `exhausted`;
// a grid that breaks one may be too, where variables that are no cells cannot be given values.
// Ends after about so much `work` (a unit is a look at a variable), or so many solutions.
// Throws std::invalid_argument where the program is none.
Found narrow(const std::vector<std::int64_t>& program, std::uint64_t work, std::size_t solutions);

}  // namespace satdoku::narrowing
