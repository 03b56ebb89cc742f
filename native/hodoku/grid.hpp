// A position as HoDoKu keeps it: values, candidates, their number in each house, and the two queues
// of singles, whose order is that in which the singles became visible (from loading on).
//
// Cells are 0..80 row by row, digits 1..9 (bit d of a mask is digit d), houses 0..8 rows, 9..17
// columns, 18..26 blocks. Every list of cells ascends.
#pragma once

#include <array>
#include <cstdint>

#include "../common/sets.hpp"
#include "../common/text.hpp"

namespace satdoku::hodoku {

constexpr Mask kDigits = 0x3FE;
constexpr int kRow = 0, kColumn = 1,
              kBlock = 2;  // types of houses, and the place in Geometry::house

struct Candidate {
  std::uint8_t cell, digit;
  bool operator==(const Candidate&) const = default;
};

struct Geometry {
  std::uint8_t house[81][3]{};  // row, column, block of a cell
  std::uint8_t cell[27][9]{};   // the cells of a house
  std::uint8_t peer[81][20]{};
  CellSet cells[27]{};
  CellSet peers[81]{};
};

constexpr Geometry make_geometry() {
  Geometry g;
  std::uint8_t size[27]{};
  for (int c = 0; c < 81; ++c) {
    const int r = c / 9, k = c % 9;
    g.house[c][kRow] = static_cast<std::uint8_t>(r);
    g.house[c][kColumn] = static_cast<std::uint8_t>(9 + k);
    g.house[c][kBlock] = static_cast<std::uint8_t>(18 + 3 * (r / 3) + k / 3);
    for (const int h : g.house[c]) {
      g.cell[h][size[h]++] = static_cast<std::uint8_t>(c);
      g.cells[h].add(c);
    }
  }
  for (int c = 0; c < 81; ++c) {
    for (const int h : g.house[c]) g.peers[c] |= g.cells[h];
    g.peers[c].remove(c);
    int n = 0;
    for (const int p : g.peers[c]) g.peer[c][n++] = static_cast<std::uint8_t>(p);
  }
  return g;
}

inline constexpr Geometry geo = make_geometry();

constexpr bool sees(int a, int b) { return geo.peers[a].has(b); }

// The cells that see every cell of a set; all cells for the empty set.
constexpr CellSet common_peers(const CellSet& s) {
  CellSet p = kAllCells;
  for (const int c : s) p &= geo.peers[c];
  return p;
}

// First in, first out; never more than `N` entries between two calls of clear().
template <int N>
struct Queue {
  std::array<Candidate, N> entry;
  std::uint16_t head = 0, tail = 0;

  bool empty() const { return head == tail; }
  void push(int c, int d) {
    entry[tail++] = {static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(d)};
  }
  Candidate pop() { return entry[head++]; }
  void clear() { head = tail = 0; }
  const Candidate* begin() const { return entry.data() + head; }
  const Candidate* end() const { return entry.data() + tail; }
};

struct Grid {
  std::uint8_t value[81];  // 0 for an unsolved cell
  Mask cand[81];           // none in a solved cell
  CellSet with[10];        // the cells that have digit d: C[d] of the specification
  std::uint8_t n[27][10];  // the number of cells of a house that have digit d
  CellSet unsolved;
  CellSet given;
  CellSet covered[10];  // the peers of the solved cells of digit d
  int left;             // unsolved cells
  bool valid;           // false after a cell lost its last candidate
  // A cell has one candidate left, and a digit one place in a house, at most once each.
  Queue<81> naked;
  Queue<243> hidden;

  void clear();  // the empty board
  // The empty board, then the givens in reading order. False where equal givens see each other.
  bool load(const Cells& givens);

  void remove(int c, int d);
  void place(int c, int v);

  bool has(int c, int d) const { return (cand[c] >> d & 1) != 0; }
  bool bivalue(int c) const { return pair(cand[c]); }
  CellSet in_house(int h, int d) const { return with[d] & geo.cells[h]; }
  // Unsolved cells that see no solved cell of the digit, whatever steps eliminated there.
  CellSet allowed(int d) const { return unsolved.without(covered[d]); }

 private:
  void lose(int d, int h, bool queue);
};

// The digits of all cells of a set.
inline Mask digits_of(const Grid& g, const CellSet& s) {
  Mask m = 0;
  for (const int c : s) m = static_cast<Mask>(m | g.cand[c]);
  return m;
}

}  // namespace satdoku::hodoku
