#include "grid.hpp"

#include <algorithm>

namespace satdoku::hodoku {

void Grid::clear() {
  std::fill_n(value, 81, std::uint8_t{0});
  std::fill_n(cand, 81, kDigits);
  std::fill_n(with, 10, kAllCells);
  std::fill_n(covered, 10, CellSet{});
  std::fill_n(&n[0][0], 27 * 10, std::uint8_t{9});
  unsolved = kAllCells;
  given = {};
  left = 81;
  valid = true;
  naked.clear();
  hidden.clear();
}

bool Grid::load(const Cells& givens) {
  clear();
  for (int c = 0; c < 81; ++c) {
    const int v = givens[static_cast<unsigned>(c)];
    if (v == 0) continue;
    if (covered[v].has(c)) return false;
    place(c, v);
    given.add(c);
  }
  return true;
}

// One cell fewer for the digit in the house; the last place left goes into the queue if it is to.
void Grid::lose(int d, int h, bool queue) {
  if (--n[h][d] != 1 || !queue) return;
  if (const CellSet last = in_house(h, d); !last.empty()) hidden.push(last.first(), d);
}

void Grid::remove(int c, int d) {
  if (!has(c, d)) return;
  cand[c] = static_cast<Mask>(cand[c] & ~bit(d));
  with[d].remove(c);
  if (cand[c] == 0) {
    valid = false;
    return;
  }
  if (single(cand[c])) naked.push(c, lowest(cand[c]));
  for (const int h : geo.house[c]) {
    lose(d, h, true);
    if (n[h][d] != 0) continue;
    Candidate* const end = hidden.entry.data() + hidden.tail;
    Candidate* const lost =
        std::find_if(hidden.entry.data() + hidden.head, end,
                     [&](const Candidate& e) { return e.digit == d && geo.cells[h].has(e.cell); });
    if (lost == end) continue;
    std::copy(lost + 1, end, lost);
    --hidden.tail;
  }
}

void Grid::place(int c, int v) {
  if (value[c] == v) return;
  const Mask had = cand[c];
  if (value[c] == 0) {
    --left;
    unsolved.remove(c);
  }
  value[c] = static_cast<std::uint8_t>(v);
  cand[c] = 0;
  for (const int k : Bits(had)) with[k].remove(c);
  covered[v] |= geo.peers[c];
  for (const int p : geo.peer[c]) remove(p, v);
  for (const int k : Bits(had))
    for (const int h : geo.house[c]) lose(k, h, k != v);
}

}  // namespace satdoku::hodoku
