// Single-digit patterns with names of their own: skyscraper, 2-string kite, empty rectangle.
#include <utility>

#include "search.hpp"

namespace satdoku::hodoku {

namespace {

struct Pair {
  int end[2];
  int house;
};

// The houses first..first+8 with exactly two places for a digit; returns their number.
int pairs(const Grid& g, int first, int d, Pair (&list)[9]) {
  int n = 0;
  for (int h = first; h < first + 9; ++h) {
    if (g.n[h][d] != 2) continue;
    CellSet cells = g.in_house(h, d);
    const int a = cells.first();
    cells.remove(a);
    list[n++] = {{a, cells.first()}, h};
  }
  return n;
}

bool same(int a, int b, int type) { return geo.house[a][type] == geo.house[b][type]; }

void describe(const Pair& a, const Pair& b, int d, Step& step) {
  for (const Pair& p : {a, b}) {
    for (const int c : p.end) step.cells.push_back(static_cast<std::uint8_t>(c));
    step.base.push_back(static_cast<std::uint8_t>(p.house));
  }
  step.digits = {static_cast<std::uint8_t>(d)};
}

bool skyscraper(const Grid& g, int type, Step& step, const Context& context) {
  const int crossing = 1 - type;
  for (int d = 1; d <= 9; ++d) {
    Pair list[9];
    const int n = pairs(g, 9 * type, d, list);
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        const Pair &p = list[i], &q = list[j];
        int free = 1;
        if (!same(p.end[0], q.end[0], crossing)) {
          if (!same(p.end[1], q.end[1], crossing)) continue;
          free = 0;
        }
        if (same(p.end[free], q.end[free], crossing)) continue;
        const CellSet gone = geo.peers[p.end[free]] & geo.peers[q.end[free]] & g.with[d];
        if (gone.empty()) continue;
        step.name = Name::skyscraper;
        step.eliminate(gone, d);
        if (context.full) describe(p, q, d, step);
        return true;
      }
  }
  return false;
}

// One cross of an empty rectangle: from the cross line of one type through a conjugate pair to the
// other.
bool empty_rectangle(const Grid& g, int block, int along, int across, int type, int d, Step& step,
                     const Context& context) {
  const int other = 1 - type;
  for (const int x : g.in_house(along, d).without(geo.cells[block])) {
    const int pair = geo.house[x][other];
    if (g.n[pair][d] != 2) continue;
    CellSet partner = g.in_house(pair, d);
    partner.remove(x);
    const int y = partner.first();
    const CellSet target =
        (geo.cells[geo.house[y][type]] & geo.cells[across] & g.with[d]).without(geo.cells[block]);
    if (target.empty()) continue;
    step.name = Name::empty_rectangle;
    step.eliminate(target, d);
    if (context.full) {
      step.digits = {static_cast<std::uint8_t>(d)};
      step.base = {static_cast<std::uint8_t>(block), static_cast<std::uint8_t>(pair)};
      step.cover = {static_cast<std::uint8_t>(along), static_cast<std::uint8_t>(across)};
      for (const int c : g.in_house(block, d)) step.cells.push_back(static_cast<std::uint8_t>(c));
      step.cells.push_back(static_cast<std::uint8_t>(x));
      step.cells.push_back(static_cast<std::uint8_t>(y));
    }
    return true;
  }
  return false;
}

}  // namespace

bool find_skyscraper(const Grid& g, Step& step, Context& context) {
  return skyscraper(g, kRow, step, context) || skyscraper(g, kColumn, step, context);
}

bool find_two_string_kite(const Grid& g, Step& step, Context& context) {
  for (int d = 1; d <= 9; ++d) {
    Pair rows[9], columns[9];
    const int n = pairs(g, 0, d, rows), m = pairs(g, 9, d, columns);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) {
        auto& r = rows[i].end;
        auto& k = columns[j].end;
        // The ends that share a block become the first ones, and stay so.
        if (!same(r[0], k[0], kBlock)) {
          if (same(r[0], k[1], kBlock)) std::swap(k[0], k[1]);
          else if (same(r[1], k[0], kBlock)) std::swap(r[0], r[1]);
          else if (same(r[1], k[1], kBlock)) {
            std::swap(r[0], r[1]);
            std::swap(k[0], k[1]);
          } else continue;
        }
        if (r[0] == k[0] || r[0] == k[1] || r[1] == k[0] || r[1] == k[1]) continue;
        const int target = k[1] / 9 * 9 + r[1] % 9;
        if (!g.has(target, d)) continue;
        step.name = Name::two_string_kite;
        step.eliminate(target, d);
        if (context.full) describe(rows[i], columns[j], d, step);
        return true;
      }
  }
  return false;
}

bool find_empty_rectangle(const Grid& g, Step& step, Context& context) {
  for (int d = 1; d <= 9; ++d)
    for (int block = 18; block < 27; ++block) {
      if (g.n[block][d] < 2 || g.n[block][d] > 5) continue;
      const CellSet places = g.in_house(block, d);
      const int corner = geo.cell[block][0];
      for (int down = 2; down >= 0; --down)
        for (int right = 2; right >= 0; --right) {
          const int row = corner / 9 + down, column = 9 + corner % 9 + right;
          const CellSet in_row = places & geo.cells[row], in_column = places & geo.cells[column];
          if (!places.inside(in_row | in_column)) continue;
          if (in_row.inside(geo.cells[column]) || in_column.inside(geo.cells[row])) continue;
          if (!in_row.at_least_two() && !in_column.at_least_two()) continue;
          if (empty_rectangle(g, block, row, column, kRow, d, step, context)) return true;
          if (empty_rectangle(g, block, column, row, kColumn, d, step, context)) return true;
        }
    }
  return false;
}

}  // namespace satdoku::hodoku
