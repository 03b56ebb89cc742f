// Bivalue Universal Grave, types 1 to 4 (producer 19).
#include <algorithm>
#include <vector>

#include "rules.hpp"

namespace satdoku::se {

namespace {

// The state of the search, named as in the specification.
struct Bug {
  std::vector<int> cells;
  Mask digits[81] = {};  // the digits of a bug cell that are too many
  Mask all = 0;
  std::vector<int> common;  // cells seen by all bug cells, in peer order of the first
};

// True if the position is a grave except for the bug cells.
bool collect(const Grid& g, Bug& bug) {
  // All cells of three candidates or more must be bug cells. Types 1, 3 and 4 have at most nine, in
  // one house; in type 2 one digit of each is too many, and the cell that loses it sees them all.
  int wide_cells = 0, most = 0;
  for (int c = 0; c < 81; ++c) {
    const int n = count(g.cand[c]);
    wide_cells += n > 2;
    most = std::max(most, n);
  }
  if (wide_cells > 20 || (wide_cells > 9 && most > 3)) return false;
  Marks work = g;
  for (int t : kOrderLinks) {
    for (int h = 9 * t; h < 9 * t + 9; ++h) {
      for (int d = 0; d < 9; ++d) {
        const Mask p = g.pos[h][d];
        if (p == 0 || pair(p)) continue;
        int c = -1, wide = 0;
        for (int i : Bits(p)) {
          if (count(g.cand[geo.cell[h][i]]) < 3) continue;
          c = geo.cell[h][i];
          ++wide;
        }
        if (wide == 0) return false;
        if (wide > 1) continue;
        if (std::find(bug.cells.begin(), bug.cells.end(), c) == bug.cells.end())
          bug.cells.push_back(c);
        bug.digits[c] = static_cast<Mask>(bug.digits[c] | bit(d));
        bug.all = static_cast<Mask>(bug.all | bit(d));
        work.remove(c, d);
        // Never undefined again once set: the first bug cell defines it.
        if (bug.cells.size() == 1 && bug.common.empty())
          bug.common.assign(geo.peer[c], geo.peer[c] + 20);
        else std::erase_if(bug.common, [&](int o) { return !geo.sees[c][o]; });
        std::erase_if(bug.common, [&](int o) {
          return std::find(bug.cells.begin(), bug.cells.end(), o) != bug.cells.end();
        });
        if (bug.cells.size() > 1 && !single(bug.all) && bug.common.empty()) return false;
      }
    }
  }
  for (int c = 0; c < 81; ++c)
    if (g.value[c] == 0 && !pair(work.cand[c])) return false;
  for (int h = 0; h < 27; ++h)
    for (int d = 0; d < 9; ++d)
      if (work.pos[h][d] != 0 && !pair(work.pos[h][d])) return false;
  return true;
}

bool type2(const Grid& g, const Bug& bug, Step& step) {
  const int d = lowest(bug.all);
  for (int c : bug.common)
    if (g.has(c, d)) step.eliminate(c, d);
  if (step.eliminations.empty()) return false;
  step.variant = 2;
  step.rating = 5.7;
  step.digits = {static_cast<std::uint8_t>(d + 1)};
  return true;
}

bool type4(const Grid& g, const Bug& bug, Step& step) {
  const int c1 = bug.cells[0], c2 = bug.cells[1];
  const unsigned w = g.cand[c1] & g.cand[c2] & ~unsigned{bug.all};
  if (!single(w)) return false;
  for (int t : kOrderLinks) {
    if (geo.house[c1][t] != geo.house[c2][t]) continue;
    step.variant = 4;
    step.rating = 5.7;
    step.houses = {geo.house[c1][t]};
    step.digits = {static_cast<std::uint8_t>(lowest(w) + 1)};
    for (int c : {c1, c2}) {
      step.mark(Role::locked, c, lowest(w));
      for (int d : Bits(g.cand[c] & ~(unsigned{bug.digits[c]} | w))) step.eliminate(c, d);
    }
    return true;
  }
  return false;
}

bool type3_in(const Grid& g, const Bug& bug, int h, int size, Step& step) {
  // Filled cells are in the list too; they fail the test for two candidates.
  std::vector<int> list;
  for (int c : bug.common)
    for (int t = 0; t < 3; ++t)
      if (geo.house[c][t] == h) list.push_back(c);
  const int n = static_cast<int>(list.size());
  if (n < size) return false;
  // A house has at most seven cells besides two bug cells, so nine bits suffice.
  for (Mask set : kCombinations[static_cast<unsigned>(size - 1)]) {
    if (set >> n) continue;
    unsigned digits = 0;
    bool ok = true;
    for (int i : Bits(set)) {
      const Mask m = g.cand[list[static_cast<unsigned>(i)]];
      ok = ok && count(m) >= 2;
      digits |= m;
    }
    if (!ok || count(digits) != size || count(bug.all) < 2 || count(digits | bug.all) != size)
      continue;
    digits |= bug.all;
    for (int i = 0; i < n; ++i) {
      if (set & bit(i)) continue;
      const int c = list[static_cast<unsigned>(i)];
      for (int d : Bits(g.cand[c] & digits)) step.eliminate(c, d);
    }
    if (step.eliminations.empty()) continue;
    step.variant = 3;
    step.rating = 5.7 + (size - 1) * 0.1;
    step.houses = {static_cast<std::uint8_t>(h)};
    for (int d : Bits(digits)) step.digits.push_back(static_cast<std::uint8_t>(d + 1));
    for (int i : Bits(set)) {
      const int c = list[static_cast<unsigned>(i)];
      for (int d : Bits(g.cand[c])) step.mark(Role::partner, c, d);
    }
    return true;
  }
  return false;
}

bool type3(const Grid& g, const Bug& bug, Step& step) {
  for (int t : kOrderLinks) {
    const int h = geo.house[bug.cells[0]][t];
    bool shared = true;
    for (int c : bug.cells) shared = shared && geo.house[c][t] == h;
    if (!shared) continue;
    for (int size = 2; size <= 6; ++size)
      if (type3_in(g, bug, h, size, step)) return true;
  }
  return false;
}

}  // namespace

bool find_bug(const Grid& g, Step& step, bool full) {
  Bug bug;
  if (!collect(g, bug) || bug.cells.empty()) return false;
  bool found = false;
  const bool two = bug.cells.size() == 2;
  if (bug.cells.size() == 1) {
    // Only eliminates, even when one candidate stays: the placement is a later step.
    const int c = bug.cells[0];
    for (int d : Bits(g.cand[c] & ~unsigned{bug.digits[c]})) step.eliminate(c, d);
    step.variant = 1;
    step.rating = 5.6;
    if (full)
      for (int d : Bits(bug.digits[c])) step.digits.push_back(static_cast<std::uint8_t>(d + 1));
    found = true;
  } else if (single(bug.all)) {
    found = type2(g, bug, step) || (two && type4(g, bug, step));
  } else if (!bug.common.empty()) {
    found = (two && type4(g, bug, step)) || type3(g, bug, step);
  }
  if (!found) return false;
  step.technique = Technique::bug;
  if (full) {
    for (int c : bug.cells) {
      step.cells.push_back(static_cast<std::uint8_t>(c));
      for (int d : Bits(bug.digits[c])) step.mark(Role::extra, c, d);
    }
  }
  return true;
}

}  // namespace satdoku::se
