// W-wing, XY-wing, XYZ-wing.
#include "search.hpp"

namespace satdoku::hodoku {

namespace {

struct Cells81 {
  std::uint8_t cell[81];
  int size = 0;
};

Cells81 cells_with(const Grid& g, int candidates) {
  Cells81 list;
  for (const int c : g.unsolved)
    if (count(g.cand[c]) == candidates) list.cell[list.size++] = static_cast<std::uint8_t>(c);
  return list;
}

void describe(std::initializer_list<int> cells, std::initializer_list<int> digits, Step& step) {
  for (const int c : cells) step.cells.push_back(static_cast<std::uint8_t>(c));
  for (const int d : digits) step.digits.push_back(static_cast<std::uint8_t>(d));
}

// The house that links i and j by the digit, or -1.
int link(const Grid& g, int i, int j, int d) {
  for (int h = 0; h < 27; ++h) {
    if (g.n[h][d] != 2) continue;
    bool at_i = false, at_j = false;
    for (const int c : g.in_house(h, d)) {
      if (c == i || c == j) continue;
      // One that sees both counts for i alone.
      if (sees(c, i)) at_i = true;
      else if (sees(c, j)) at_j = true;
    }
    if (at_i && at_j) return h;
  }
  return -1;
}

}  // namespace

bool find_w_wing(const Grid& g, Step& step, Context& context) {
  const Cells81 list = cells_with(g, 2);
  for (int a = 0; a < list.size; ++a)
    for (int b = a + 1; b < list.size; ++b) {
      const int i = list.cell[a], j = list.cell[b];
      if (g.cand[i] != g.cand[j]) continue;
      const int p = lowest(g.cand[i]), q = lowest(g.cand[i] & (g.cand[i] - 1u));
      for (const auto& [out, through] : {std::pair{p, q}, std::pair{q, p}}) {
        const CellSet gone = geo.peers[i] & geo.peers[j] & g.with[out];
        if (gone.empty()) continue;
        const int h = link(g, i, j, through);
        if (h < 0) continue;
        step.name = Name::w_wing;
        step.eliminate(gone, out);
        if (context.full) {
          describe({i, j}, {out, through}, step);
          step.base = {static_cast<std::uint8_t>(h)};
          for (const int c : g.in_house(h, through))
            step.cells.push_back(static_cast<std::uint8_t>(c));
        }
        return true;
      }
    }
  return false;
}

bool find_xy_wing(const Grid& g, Step& step, Context& context) {
  const Cells81 list = cells_with(g, 2);
  for (int a = 0; a < list.size; ++a)
    for (int b = a + 1; b < list.size; ++b) {
      const Mask two = g.cand[list.cell[a]] | g.cand[list.cell[b]];
      if (count(two) != 3) continue;
      for (int c = b + 1; c < list.size; ++c) {
        const int cells[3] = {list.cell[a], list.cell[b], list.cell[c]};
        const Mask third = g.cand[cells[2]];
        if ((third & ~two) != 0 || third == g.cand[cells[0]] || third == g.cand[cells[1]]) continue;
        for (int k = 0; k < 3; ++k) {
          const int pivot = cells[k], x = cells[k == 0 ? 1 : 0], y = cells[k == 2 ? 1 : 2];
          if (!sees(pivot, x) || !sees(pivot, y)) continue;
          const int z = lowest(g.cand[x] & g.cand[y]);
          const CellSet gone = geo.peers[x] & geo.peers[y] & g.with[z];
          if (gone.empty()) continue;
          step.name = Name::xy_wing;
          step.eliminate(gone, z);
          if (context.full) describe({pivot, x, y}, {z}, step);
          return true;
        }
      }
    }
  return false;
}

bool find_xyz_wing(const Grid& g, Step& step, Context& context) {
  const Cells81 pivots = cells_with(g, 3), list = cells_with(g, 2);
  for (int a = 0; a < pivots.size; ++a) {
    const int pivot = pivots.cell[a];
    const Mask all = g.cand[pivot];
    for (int b = 0; b < list.size; ++b) {
      const int x = list.cell[b];
      if ((g.cand[x] & ~all) != 0 || !sees(pivot, x)) continue;
      for (int c = b + 1; c < list.size; ++c) {
        const int y = list.cell[c];
        if ((g.cand[y] & ~all) != 0 || g.cand[y] == g.cand[x] || !sees(pivot, y)) continue;
        const int z = lowest(g.cand[x] & g.cand[y]);
        const CellSet gone = geo.peers[pivot] & geo.peers[x] & geo.peers[y] & g.with[z];
        if (gone.empty()) continue;
        step.name = Name::xyz_wing;
        step.eliminate(gone, z);
        if (context.full) describe({pivot, x, y}, {z}, step);
        return true;
      }
    }
  }
  return false;
}

}  // namespace satdoku::hodoku
