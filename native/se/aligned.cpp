// Aligned pair and triplet exclusion (producers 20 and 22).
#include <optional>
#include <vector>

#include "rules.hpp"

namespace satdoku::se {

namespace {

// The excluders of every cell, and the cells that have any ("base list").
struct Excluders {
  CellSet of[81];
  std::vector<int> base;
  CellSet bases;

  bool changed[81] = {};
  CellSet changed_near[81];

  Excluders(const Grid& g, int most, const CellSet& change) {
    CellSet naked, narrow;
    for (int c = 0; c < 81; ++c) {
      const int n = count(g.cand[c]);
      if (n == 1) naked.add(c);
      if (n >= 2 && n <= most) narrow.add(c);
    }
    for (int c = 0; c < 81; ++c) {
      // Beside a naked single Sudoku Explainer leaves the cell out.
      if (count(g.cand[c]) < 2 || naked.meets(geo.peers[c])) continue;
      of[c] = geo.peers[c] & narrow;
      if (of[c].empty()) continue;
      base.push_back(c);
      bases.add(c);
      changed[c] = change.has(c);
      changed_near[c] = change & geo.peers[c];
    }
  }

  // Whether a change touches two base cells or something that both see.
  bool touched(int b0, int b1) const {
    return changed[b0] || changed[b1] || changed_near[b0].meets(changed_near[b1]);
  }
};

template <std::size_t N>
bool finish(const Grid& g, const int (&cells)[N], const unsigned (&seen)[N], const CellSet& common,
            Step& step, bool full) {
  for (std::size_t k = 0; k < N; ++k)
    for (int d : Bits(g.cand[cells[k]] & ~seen[k])) step.eliminate(cells[k], d);
  if (step.eliminations.empty()) return false;
  step.technique =
      N == 2 ? Technique::aligned_pair_exclusion : Technique::aligned_triplet_exclusion;
  step.rating = N == 2 ? 6.2 : 7.5;
  if (full) {
    for (int c : cells) {
      step.cells.push_back(static_cast<std::uint8_t>(c));
      for (int d : Bits(g.cand[c])) step.mark(Role::base, c, d);
    }
    common.each([&](int c) {
      for (int d : Bits(g.cand[c])) step.mark(Role::excluder, c, d);
    });
  }
  return true;
}

}  // namespace

bool find_aligned_pair(const Grid& g, const Scope& scope, Step& step, bool full, Budget& budget) {
  const Excluders ex(g, 2, scope.cells);
  for (std::size_t j = 1; j < ex.base.size(); ++j) {
    budget.spend(static_cast<std::uint32_t>(j));
    for (std::size_t i = 0; i < j; ++i) {
      const int cells[2] = {ex.base[i], ex.base[j]};
      if (!ex.touched(cells[0], cells[1])) continue;
      const CellSet common = ex.of[cells[0]] & ex.of[cells[1]];
      if (!common.at_least_two()) continue;
      // For each digit, the digits that it cannot be combined with.
      unsigned bad[9] = {};
      common.each([&](int c) {
        const Mask m = g.cand[c];
        const int a = lowest(m), b = lowest(m & (m - 1));
        bad[a] |= bit(b);
        bad[b] |= bit(a);
      });
      if (geo.sees[cells[0]][cells[1]])
        for (int d = 0; d < 9; ++d) bad[d] |= bit(d);
      unsigned seen[2] = {0, 0};
      for (int d : Bits(g.cand[cells[0]])) {
        const unsigned ok = g.cand[cells[1]] & ~bad[d];
        if (ok != 0) seen[0] |= bit(d);
        seen[1] |= ok;
      }
      if (finish(g, cells, seen, common, step, full)) return true;
    }
  }
  return false;
}

namespace {

// What excluders forbid a third cell beside the digits of two.
struct Forbidden {
  Mask beside[9] = {};         // by one digit: excluders of two candidates
  Mask beside_two[9][9] = {};  // by two: those of three

  Forbidden(const Grid& g, const CellSet& excluders) {
    excluders.each([&](int c) {
      const Mask m = g.cand[c];
      for (int x : Bits(m)) {
        const unsigned others = m & ~unsigned{bit(x)};
        if (single(others)) beside[x] = static_cast<Mask>(beside[x] | others);
        else
          for (int y : Bits(others))
            beside_two[x][y] = static_cast<Mask>(beside_two[x][y] | (others & ~unsigned{bit(y)}));
      }
    });
  }
};

// The digits of three base cells that occur in an allowed combination.
struct Triplet {
  int cells[3];
  bool sees01, sees02, sees12;
  unsigned seen[3] = {0, 0, 0};

  Triplet(int b0, int b1, int b2)
      : cells{b0, b1, b2},
        sees01(geo.sees[b0][b1]),
        sees02(geo.sees[b0][b2]),
        sees12(geo.sees[b1][b2]) {}

  // Whether all do.
  bool all_allowed(const Grid& g, const Forbidden& f) {
    const Mask c0 = g.cand[cells[0]], c1 = g.cand[cells[1]], c2 = g.cand[cells[2]];
    seen[0] = seen[1] = seen[2] = 0;
    for (int x : Bits(c0)) {
      const unsigned free = c2 & ~(unsigned{f.beside[x]} | (sees02 ? bit(x) : 0u));
      for (int y : Bits(c1 & ~(unsigned{f.beside[x]} | (sees01 ? bit(x) : 0u)))) {
        if (seen[2] == c2 && (seen[0] >> x & seen[1] >> y & 1) != 0) continue;  // no news
        const unsigned ok =
            free & ~(unsigned{f.beside[y]} | f.beside_two[x][y] | (sees12 ? bit(y) : 0u));
        if (ok == 0) continue;
        seen[0] |= bit(x);
        seen[1] |= bit(y);
        seen[2] |= ok;
      }
    }
    return seen[0] == c0 && seen[1] == c1 && seen[2] == c2;
  }
};

}  // namespace

bool find_aligned_triplet(const Grid& g, const Scope& scope, Step& step, bool full,
                          Budget& budget) {
  const Excluders ex(g, 3, scope.cells);
  if (ex.base.size() < 3) return false;
  for (std::size_t j = 1; j < ex.base.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const int b0 = ex.base[i], b1 = ex.base[j];
      // The common set only shrinks with the third cell.
      const CellSet common2 = ex.of[b0] & ex.of[b1];
      if (!common2.at_least_two()) continue;
      // A third cell is itself an excluder of one of the first two, never just any peer.
      CellSet thirds = (ex.of[b0] | ex.of[b1]) & ex.bases;
      if (!ex.touched(b0, b1)) thirds = thirds & scope.cells;
      thirds.remove(b0);
      thirds.remove(b1);
      if (thirds.empty()) continue;
      budget.spend(32);
      // The excluders of the pair alone forbid at least as much as those common to all three, so
      // one table for the pair clears most third cells.
      std::optional<Forbidden> by_pair;
      for (int b : {b0, b1}) {
        for (int b2 : geo.peer[b]) {
          if (!thirds.has(b2) || !ex.of[b].has(b2)) continue;
          thirds.remove(b2);
          const CellSet common = common2 & ex.of[b2];
          if (!common.at_least_two()) continue;
          if (!by_pair) by_pair.emplace(g, common2);
          Triplet t(b0, b1, b2);
          if (t.all_allowed(g, *by_pair) || t.all_allowed(g, Forbidden(g, common))) continue;
          if (finish(g, t.cells, t.seen, common, step, full)) return true;
        }
      }
    }
  }
  return false;
}

}  // namespace satdoku::se
