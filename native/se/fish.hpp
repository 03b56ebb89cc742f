// Basic fish: X-wing, swordfish, jellyfish.
#pragma once

#include "grid.hpp"

namespace satdoku::se {

// Calls found(base_type, base_lines, cover_lines, digit) for every fish of the size on a digit of
// the mask, in Sudoku Explainer's order, whether or not it eliminates anything; stops when found
// answers true. Lines are bits 0..8.
template <class F>
bool each_fish(const Grid& g, int size, Mask among, F&& found) {
  for (int type : {kColumn, kRow}) {
    // For each digit, the base lines that could take part.
    unsigned fit[9];
    unsigned any = 0;
    for (int d = 0; d < 9; ++d) {
      fit[d] = 0;
      if ((among >> d & 1) == 0 || g.placed[d] + 2 * size > 9) continue;
      for (int i = 0; i < 9; ++i) {
        const int n = count(g.pos[9 * type + i][d]);
        if (n >= 2 && n <= size) fit[d] |= bit(i);
      }
      if (count(fit[d]) < size) fit[d] = 0;
      any |= fit[d];
    }
    if (any == 0) continue;
    for (Mask base : kCombinations[static_cast<unsigned>(size)]) {
      if ((base & ~any) != 0) continue;
      for (int d = 0; d < 9; ++d) {
        if ((base & ~fit[d]) != 0) continue;
        unsigned cover = 0;
        for (int i : Bits(base)) cover |= g.pos[9 * type + i][d];
        if (count(cover) == size && found(type, base, static_cast<Mask>(cover), d)) return true;
      }
    }
  }
  return false;
}

// Calls f(cell) for each cell of the covering lines outside the base lines that has the digit.
template <class F>
void each_fish_victim(const Grid& g, int base_type, Mask base, Mask cover, int d, F&& f) {
  const int cover_type = base_type == kRow ? kColumn : kRow;
  for (int j : Bits(cover))
    for (int i : Bits(g.pos[9 * cover_type + j][d] & ~unsigned{base}))
      f(geo.cell[9 * cover_type + j][i]);
}

}  // namespace satdoku::se
