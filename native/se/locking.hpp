// Locking candidates: all places of a digit in one house lie in a second house.
#pragma once

#include "grid.hpp"

namespace satdoku::se {

// Calls found(h1, h2, digit) for every locked digit of the mask, in Sudoku Explainer's order,
// whether or not it eliminates anything; stops when found answers true. Shared by the direct and
// the plain form and by the inner rules of dynamic chains.
template <class F>
bool each_locked_digit(const Grid& g, Mask among, F&& found) {
  constexpr int groups[4][2] = {
      {kBlock, kColumn}, {kBlock, kRow}, {kColumn, kBlock}, {kRow, kBlock}};
  for (const auto& group : groups) {
    for (int h1 = 9 * group[0]; h1 < 9 * group[0] + 9; ++h1) {
      unsigned fit = 0;  // two houses of different type share at most three cells
      for (int d : Bits(among))
        if (const int n = count(g.pos[h1][d]); n == 2 || n == 3) fit |= bit(d);
      if (fit == 0) continue;
      for (int h2 = 9 * group[1]; h2 < 9 * group[1] + 9; ++h2) {
        const Mask shared = geo.meet[h1][h2];
        if (shared == 0) continue;
        for (int d : Bits(fit))
          if ((g.pos[h1][d] & ~shared) == 0 && found(h1, h2, d)) return true;
      }
    }
  }
  return false;
}

// Positions of h2 that lose the digit.
inline Mask locking_victims(const Grid& g, int h1, int h2, int d) {
  return static_cast<Mask>(g.pos[h2][d] & ~geo.meet[h2][h1]);
}

}  // namespace satdoku::se
