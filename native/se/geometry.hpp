// The classic 9x9 board as tables: houses, peers in Sudoku Explainer's order, and small bit sets.
//
// Cells are 0..80 row by row. Digits are 0..8 inside the kernel (digit d stands for d+1) and 1..9
// in everything handed out. Houses are 0..8 blocks, 9..17 rows, 18..26 columns.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "../common/sets.hpp"

namespace satdoku::se {

constexpr Mask kAll = 0x1FF;
enum HouseType : int { kBlock = 0, kRow = 1, kColumn = 2 };

// The two orders in which Sudoku Explainer walks house types.
constexpr int kOrderSubsets[3] = {kBlock, kColumn, kRow};  // singles, naked and hidden sets
constexpr int kOrderLinks[3] = {kBlock, kRow, kColumn};    // chains, loops, BUG, peers

struct Geometry {
  std::uint8_t house[81][3]{};  // the cell's house of each type
  std::uint8_t index[81][3]{};  // its place inside that house
  std::uint8_t cell[27][9]{};   // the cells of a house
  std::uint8_t peer[81][20]{};  // peers: block first, then row, then column
  bool sees[81][81]{};
  Mask meet[27][27]{};          // positions of the first house that lie in the second
  Mask outside_block[81][3]{};  // positions of the cell's row / column that lie outside its block
  CellSet peers[81]{};
};

constexpr Geometry make_geometry() {
  Geometry g;
  for (int c = 0; c < 81; ++c) {
    const int r = c / 9, k = c % 9;
    const int b = 3 * (r / 3) + k / 3;
    g.house[c][kBlock] = static_cast<std::uint8_t>(b);
    g.house[c][kRow] = static_cast<std::uint8_t>(9 + r);
    g.house[c][kColumn] = static_cast<std::uint8_t>(18 + k);
    g.index[c][kBlock] = static_cast<std::uint8_t>(3 * (r % 3) + k % 3);
    g.index[c][kRow] = static_cast<std::uint8_t>(k);
    g.index[c][kColumn] = static_cast<std::uint8_t>(r);
    for (int t = 0; t < 3; ++t) g.cell[g.house[c][t]][g.index[c][t]] = static_cast<std::uint8_t>(c);
  }
  for (int c = 0; c < 81; ++c) {
    int n = 0;
    for (int t : kOrderLinks) {
      for (int i = 0; i < 9; ++i) {
        const int o = g.cell[g.house[c][t]][i];
        if (t != kBlock && g.house[o][kBlock] != g.house[c][kBlock])
          g.outside_block[c][t] = static_cast<Mask>(g.outside_block[c][t] | bit(i));
        if (o == c || g.sees[c][o]) continue;
        g.sees[c][o] = true;
        g.peers[c].add(o);
        g.peer[c][n++] = static_cast<std::uint8_t>(o);
      }
    }
  }
  for (int h = 0; h < 27; ++h)
    for (int i = 0; i < 9; ++i)
      for (int t = 0; t < 3; ++t) {
        const int o = g.house[g.cell[h][i]][t];
        g.meet[h][o] = static_cast<Mask>(g.meet[h][o] | bit(i));
      }
  return g;
}

inline constexpr Geometry geo = make_geometry();

// All k-subsets of nine things as bit masks, by increasing binary value: the order in which Sudoku
// Explainer tries them (the LARGEST element varies slowest; not the order of nested loops).
struct Combinations {
  std::array<Mask, 126> list{};
  int size = 0;
  constexpr const Mask* begin() const { return list.data(); }
  constexpr const Mask* end() const { return list.data() + size; }
};

constexpr std::array<Combinations, 10> make_combinations() {
  std::array<Combinations, 10> all{};
  for (unsigned m = 0; m <= kAll; ++m) {
    Combinations& c = all[static_cast<unsigned>(std::popcount(m))];
    c.list[static_cast<unsigned>(c.size++)] = static_cast<Mask>(m);
  }
  return all;
}

inline constexpr std::array<Combinations, 10> kCombinations = make_combinations();

}  // namespace satdoku::se
