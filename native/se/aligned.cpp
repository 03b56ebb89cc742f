// Aligned pair and triplet exclusion (producers 20 and 22).
#include <vector>

#include "rules.hpp"

namespace satdoku::se {

namespace {

// The excluders of every cell, and the cells that have any ("base list").
struct Excluders {
    CellSet of[81];
    std::vector<int> base;
    bool is_base[81] = {};

    Excluders(const Grid& g, int most) {
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
            is_base[c] = true;
        }
    }
};

// Whether a change touches two base cells or something that both see.
bool touched(const CellSet& changed, int b0, int b1) {
    return changed.has(b0) || changed.has(b1) || changed.meets(geo.peers[b0] & geo.peers[b1]);
}

template <std::size_t N>
bool finish(const Grid& g, const int (&cells)[N], const unsigned (&seen)[N], const CellSet& common, Step& step, bool full) {
    for (std::size_t k = 0; k < N; ++k)
        for (int d : Bits(g.cand[cells[k]] & ~seen[k])) step.eliminate(cells[k], d);
    if (step.eliminations.empty()) return false;
    step.technique = N == 2 ? Technique::aligned_pair_exclusion : Technique::aligned_triplet_exclusion;
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
    const Excluders ex(g, 2);
    for (std::size_t j = 1; j < ex.base.size(); ++j) {
        budget.spend(static_cast<std::uint32_t>(j));
        for (std::size_t i = 0; i < j; ++i) {
            const int cells[2] = {ex.base[i], ex.base[j]};
            const CellSet common = ex.of[cells[0]] & ex.of[cells[1]];
            if (!common.at_least_two() || !touched(scope.cells, cells[0], cells[1])) continue;
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

// The digits that a third cell may not hold beside x and y, given the excluders' candidates.
unsigned forbidden_beside(int x, int y, const std::vector<Mask>& excluders) {
    const unsigned two = unsigned{bit(x)} | bit(y);
    unsigned out = 0;
    for (Mask m : excluders) {
        const unsigned rest = m & ~two;
        if (rest == 0) return kAll;
        if ((rest & (rest - 1)) == 0) out |= rest;
    }
    return out;
}

}  // namespace

bool find_aligned_triplet(const Grid& g, const Scope& scope, Step& step, bool full, Budget& budget) {
    const Excluders ex(g, 3);
    if (ex.base.size() < 3) return false;
    // A third cell is itself an excluder of one of the first two (in peer order), never just any peer.
    std::vector<std::uint8_t> tail[81];
    for (int c : ex.base)
        for (int p : geo.peer[c])
            if (ex.of[c].has(p) && ex.is_base[p]) tail[c].push_back(static_cast<std::uint8_t>(p));
    std::vector<Mask> masks;
    unsigned forbidden[9][9];
    for (std::size_t j = 1; j < ex.base.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            const int b0 = ex.base[i], b1 = ex.base[j];
            // The common set only shrinks with the third cell.
            const CellSet common2 = ex.of[b0] & ex.of[b1];
            if (!common2.at_least_two()) continue;
            // Else only a third cell that changed is news.
            const bool news = touched(scope.cells, b0, b1);
            budget.spend(news ? 32 : 1);
            const bool s01 = geo.sees[b0][b1];
            const Mask c0 = g.cand[b0], c1 = g.cand[b1];
            bool tabled = false;

            // Tries one third cell. The excluders of the pair alone forbid at least as much as those common
            // to all three, so one table for the pair clears most third cells.
            const auto third = [&](int b2) {
                if (!news && !scope.cells.has(b2)) return false;
                const CellSet common = common2 & ex.of[b2];
                if (!common.at_least_two()) return false;
                const auto list = [&](const CellSet& set) {
                    masks.clear();
                    set.each([&](int c) { masks.push_back(g.cand[c]); });
                };
                if (!tabled) {
                    tabled = true;
                    list(common2);
                    for (int x : Bits(c0))
                        for (int y : Bits(c1)) forbidden[x][y] = x == y && s01 ? kAll : forbidden_beside(x, y, masks);
                }
                const bool s02 = geo.sees[b0][b2], s12 = geo.sees[b1][b2];
                unsigned seen[3];
                const auto all_seen = [&](auto&& not_for) {
                    seen[0] = seen[1] = seen[2] = 0;
                    for (int x : Bits(c0)) {
                        const unsigned free_of_x = g.cand[b2] & ~(s02 ? unsigned{bit(x)} : 0u);
                        for (int y : Bits(c1)) {
                            const unsigned ok = free_of_x & ~(s12 ? unsigned{bit(y)} : 0u) & ~not_for(x, y);
                            if (ok == 0) continue;
                            seen[0] |= bit(x);
                            seen[1] |= bit(y);
                            seen[2] |= ok;
                            if (seen[0] == c0 && seen[1] == c1 && seen[2] == g.cand[b2]) return true;
                        }
                    }
                    return false;
                };
                if (all_seen([&](int x, int y) { return forbidden[x][y]; })) return false;
                list(common);
                if (all_seen([&](int x, int y) { return x == y && s01 ? unsigned{kAll} : forbidden_beside(x, y, masks); })) return false;
                return finish(g, {b0, b1, b2}, seen, common, step, full);
            };

            for (int b2 : tail[b0])
                if (b2 != b1 && third(b2)) return true;
            for (int b2 : tail[b1])
                if (b2 != b0 && !ex.of[b0].has(b2) && third(b2)) return true;
        }
    }
    return false;
}

}  // namespace satdoku::se
