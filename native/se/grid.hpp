// A position of the classic 9x9: placed digits and pencilmarks, by cell and by house.
#pragma once

#include <array>
#include <cstdint>

#include "../common/text.hpp"
#include "geometry.hpp"

namespace satdoku::se {

struct Marks {
  Mask cand[81];    // digits still open in a cell; none in a filled cell
  Mask pos[27][9];  // positions inside a house still open for a digit

  bool has(int c, int d) const { return (cand[c] >> d & 1) != 0; }

  void add(int c, Mask digits) {
    cand[c] = digits;
    for (int d : Bits(digits))
      for (int t = 0; t < 3; ++t) {
        Mask& p = pos[geo.house[c][t]][d];
        p = static_cast<Mask>(p | bit(geo.index[c][t]));
      }
  }
  void remove(int c, int d) {
    cand[c] = static_cast<Mask>(cand[c] & ~bit(d));
    for (int t = 0; t < 3; ++t) {
      Mask& p = pos[geo.house[c][t]][d];
      p = static_cast<Mask>(p & ~bit(geo.index[c][t]));
    }
  }
};

// The part of a position that a search has to look at.
struct Scope {
  Mask digits = kAll;
  std::uint32_t houses = (1u << 27) - 1;
  CellSet cells = kAllCells;

  void add(int c, Mask lost) {
    digits = static_cast<Mask>(digits | lost);
    for (int h : geo.house[c]) houses |= 1u << h;
    cells.add(c);
  }
  void add(const Scope& o) {
    digits = static_cast<Mask>(digits | o.digits);
    houses |= o.houses;
    cells = cells | o.cells;
  }
};

inline constexpr Scope kNothing{0, 0, {}};

struct Grid : Marks {
  std::uint8_t value[81];  // 0 empty, else 1..9
  std::uint8_t empty[27];  // cells of the house without a digit
  std::uint8_t placed[9];  // copies of the digit on the board
  std::uint8_t unfilled;

  // Candidates from the rules alone. False if two equal givens share a house.
  bool from_values(const Cells& values);

  // A position with pencilmarks of its own (marks of filled cells are ignored).
  bool from_position(const Cells& values, const std::array<Mask, 81>& candidates);

  // Fills a cell; its digit leaves all peers. Pencilmarks are never built anew.
  void place(int c, int d);

 private:
  bool take_values(const Cells& values);
  void index_positions();
};

}  // namespace satdoku::se
