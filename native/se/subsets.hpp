// Naked and hidden sets inside one house.
#pragma once

#include "grid.hpp"

namespace satdoku::se {

// Calls found(house, positions, digits) for every naked set of the size in the houses of the mask,
// in Sudoku Explainer's order, whether or not it eliminates anything; stops when found answers
// true.
template <class F>
bool each_naked_set(const Grid& g, int size, std::uint32_t houses, F&& found) {
  for (int type : kOrderSubsets) {
    for (int h = 9 * type; h < 9 * type + 9; ++h) {
      if ((houses >> h & 1) == 0 || g.empty[h] < 2 * size) continue;
      // A cell with more digits than the set has cannot belong to it.
      unsigned fit = 0;
      for (int i = 0; i < 9; ++i) {
        const int n = count(g.cand[geo.cell[h][i]]);
        if (n >= 2 && n <= size) fit |= bit(i);
      }
      if (count(fit) < size) continue;
      for (Mask set : kCombinations[static_cast<unsigned>(size)]) {
        if ((set & ~fit) != 0) continue;
        unsigned digits = 0;
        for (int i : Bits(set)) digits |= g.cand[geo.cell[h][i]];
        if (count(digits) == size && found(h, set, static_cast<Mask>(digits))) return true;
      }
    }
  }
  return false;
}

// The same for hidden sets; `least_empty` is the number of empty cells that the house must have.
template <class F>
bool each_hidden_set(const Grid& g, int size, int least_empty, std::uint32_t houses, F&& found) {
  for (int type : kOrderSubsets) {
    for (int h = 9 * type; h < 9 * type + 9; ++h) {
      if ((houses >> h & 1) == 0 || g.empty[h] < least_empty) continue;
      unsigned fit = 0;
      for (int d = 0; d < 9; ++d) {
        const int n = count(g.pos[h][d]);
        if (n >= 2 && n <= size) fit |= bit(d);
      }
      if (count(fit) < size) continue;
      for (Mask digits : kCombinations[static_cast<unsigned>(size)]) {
        if ((digits & ~fit) != 0) continue;
        unsigned set = 0;
        for (int d : Bits(digits)) set |= g.pos[h][d];
        if (count(set) == size && found(h, static_cast<Mask>(set), digits)) return true;
      }
    }
  }
  return false;
}

}  // namespace satdoku::se
