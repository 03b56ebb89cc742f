// The links between the live candidates of one unchanging position, and the arithmetic of chain
// ratings.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "grid.hpp"
#include "step.hpp"

namespace satdoku::se {

// The length increment: thresholds 4, 6, 8, 12, 16, 24, ... on complexity - 2, 0.1 each. It is
// ADDED UP from 0.0 and then added to the base once; the doubles matter (6.6 + L(6) < 7.0 + L(2)).
double length_increment(int complexity);

// The candidates that are still open, numbered 0..n-1 by cell and digit. A node is 2 * number +
// sign, sign 1 for ON ("the digit is there").
class Links {
 public:
  void build(const Marks& g);

  int n = 0;
  std::uint32_t weak_size() const { return weak_start_[n]; }  // of all candidates
  std::int16_t number[729];                                   // 9 * cell + digit -> number, or -1
  std::uint8_t cell[729], digit[729];                         // number -> cell, digit

  // ON -> OFF: first the other candidates of the cell, then the peers with the digit.
  struct Range {
    const std::uint16_t *first, *last;
    const std::uint16_t* begin() const { return first; }
    const std::uint16_t* end() const { return last; }
  };
  Range weak(int i, bool with_cell) const {
    const std::uint16_t* base = weak_.data();
    return {base + weak_start_[i] + (with_cell ? 0 : weak_cell_[i]), base + weak_start_[i + 1]};
  }

  // OFF -> ON: at most four partners (cell, block, row, column), each once, under its first cause.
  // A strong link is symmetric, and its cause is the same from both ends.
  struct Strong {
    std::uint16_t to;
    Cause cause;
  };
  struct StrongLinks {
    std::uint8_t size = 0;
    std::array<Strong, 4> link{};
    const Strong* begin() const { return link.data(); }
    const Strong* end() const { return link.data() + size; }
  };
  const StrongLinks& strong(int i) const { return strong_[i]; }

 private:
  std::vector<std::uint16_t> weak_;
  std::uint32_t weak_start_[730]{};
  std::uint8_t weak_cell_[729]{};
  StrongLinks strong_[729];
};

// The house by which a weak link goes, when several would do: cell, block, row, column.
inline Cause weak_cause(int cell_a, int cell_b) {
  if (cell_a == cell_b) return Cause::cell;
  if (geo.house[cell_a][kBlock] == geo.house[cell_b][kBlock]) return Cause::block;
  return geo.house[cell_a][kRow] == geo.house[cell_b][kRow] ? Cause::row : Cause::column;
}

constexpr Cause house_cause(int type) {
  return type == kBlock ? Cause::block : type == kRow ? Cause::row : Cause::column;
}

// The house type of a cause by house.
constexpr int cause_type(Cause c) {
  return c == Cause::block ? kBlock : c == Cause::row ? kRow : kColumn;
}

}  // namespace satdoku::se
