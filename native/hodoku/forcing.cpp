// Forcing chains.
//
// HoDoKu lists every contradiction and every verity of all tables and sorts them. Links hold both ways, so
// "t is in the table of x" is read off the table of the negation of t: whether a conclusion t can be
// drawn, and how long each of its chains is, follows from one tree, that of its negation. Conclusions are
// tried in the order in which the sorted list would have them, and the first that holds is the step. A
// contradiction and a verity for the same elimination are told apart by the length of their chains.
#include <algorithm>
#include <limits>

#include "search.hpp"
#include "tables.hpp"

namespace satdoku::hodoku {

namespace {

constexpr int kNever = std::numeric_limits<int>::max();

// The nodes that follow from a premise, as sets of cells of each digit.
struct Reached {
    CellSet on[10], off[10];
};

class ForcingSearch {
public:
    ForcingSearch(const Grid& grid, const Links& l, TableMemory& memory, Context& context) : g(grid), links(l), m(memory), context_(context) {
        for (int d = 1; d <= 9; ++d)
            for (int h = 0; h < 27; ++h) {
                const CellSet allowed = g.allowed(d) & geo.cells[h];
                allowed_[h][d] = allowed;
            }
    }

    bool run(Step& step) {
        // A placement in the lowest cell comes before everything, a contradiction before a verity.
        for (const int c : g.unsolved) {
            bool verity = false;
            int digit = 0;
            for (const int d : Bits(g.cand[c])) {
                const Kinds kinds = look(off(links.number[c][d]));
                if (kinds.contradiction) {
                    step.name = Name::forcing_chain_contradiction;
                    step.place(c, d);
                    return true;
                }
                if (kinds.verity && !verity) {
                    verity = true;
                    digit = d;
                }
            }
            if (!verity) continue;
            step.name = Name::forcing_chain_verity;
            step.place(c, digit);
            return true;
        }
        for (int i = 0; i < links.candidates; ++i) {
            Kinds kinds = look(on(i));
            if (!kinds.contradiction && !kinds.verity) continue;
            if (kinds.contradiction && kinds.verity) {
                m.tree.grow(links, on(i), m.closure[2u * on(i)], m.closure[2u * on(i) + 1]);
                kinds.contradiction = shortest_verity(on(i)) >= shortest_contradiction(on(i));
            }
            const Item& t = item(i);
            step.name = kinds.contradiction ? Name::forcing_chain_contradiction : Name::forcing_chain_verity;
            step.eliminate(t.first, t.digit);
            return true;
        }
        return false;
    }

private:
    struct Kinds {
        bool contradiction = false, verity = false;
    };

    const Grid& g;
    const Links& links;
    TableMemory& m;
    Context& context_;
    CellSet allowed_[27][10];
    Reached reached_;

    const Item& item(int i) const { return links.items[static_cast<std::size_t>(i)]; }

    void read(Node premise) {
        reached_ = {};
        const Word *reached_on = m.reached_on(premise), *reached_off = m.reached_off(premise);
        const std::size_t words = (static_cast<std::size_t>(links.candidates) + 63) / 64;
        const auto spread = [&](const Word* row, CellSet (&sets)[10]) {
            for (std::size_t w = 0; w < words; ++w)
                for (Word b = row[w]; b != 0; b &= b - 1) {
                    const int i = static_cast<int>(w * 64) + std::countr_zero(b);
                    if (i >= links.candidates) return;
                    sets[item(i).digit].add(item(i).first);
                }
        };
        spread(reached_on, reached_.on);
        spread(reached_off, reached_.off);
    }

    // Which steps with the conclusion "not n" there are.
    Kinds look(Node n) {
        context_.budget.spend(1);
        m.close(n);
        read(n);
        Kinds out;
        const int cell = links.item(n).first;
        CellSet possible;
        for (int d = 1; d <= 9; ++d) {
            CellSet both = reached_.on[d] & reached_.off[d];
            if (!both.empty()) {
                out.contradiction = true;
                both.remove(cell);
                if (!both.empty()) out.verity = true;
            }
            possible |= g.with[d].without(reached_.off[d]);
        }
        if (!g.unsolved.without(possible).empty()) out.contradiction = out.verity = true;
        for (int d = 1; d <= 9 && !(out.contradiction && out.verity); ++d) {
            const CellSet left = g.with[d].without(reached_.off[d]);
            for (int h = 0; h < 27; ++h) {
                if (g.n[h][d] == 0 || left.meets(geo.cells[h])) continue;
                out.verity = true;
                if (allowed_[h][d].inside(reached_.off[d])) out.contradiction = true;
            }
        }
        return out;
    }

    // The number of nodes of the chain to a node of the tree; the same in both directions.
    int length(Node n) const { return m.tree.depth[n] + 1; }
    int length(int c, int d, bool is_on) const {
        const int i = links.number[c][d];
        return length(is_on ? on(i) : off(i));
    }
    int length_off(const CellSet& s, int d) const {
        int sum = 0;
        for (const int c : s) sum += length(c, d, false);
        return sum;
    }

    int shortest_contradiction(Node n) const {
        const int cell = links.item(n).first, digit = links.item(n).digit;
        int best = kNever;
        const auto take = [&](int sum) { best = std::min(best, sum); };
        if ((is_on(n) ? reached_.off : reached_.on)[digit].has(cell)) take(length(cell, digit, !is_on(n)));
        CellSet some_on;
        for (int d = 1; d <= 9; ++d) {
            some_on |= reached_.on[d];
            const CellSet both = reached_.on[d] & reached_.off[d];
            if (!both.empty()) take(length(both.first(), d, false) + length(both.first(), d, true));
        }
        for (int i = 1; i <= 9; ++i)
            for (int j = i + 1; j <= 9; ++j)
                if (const CellSet both = reached_.on[i] & reached_.on[j]; !both.empty())
                    take(length(both.first(), i, true) + length(both.first(), j, true));
        for (int d = 1; d <= 9; ++d)
            for (int h = 0; h < 27; ++h) {
                const CellSet several = reached_.on[d] & geo.cells[h];
                if (several.at_least_two()) {
                    int sum = 0;
                    for (const int c : several) sum += length(c, d, true);
                    take(sum);
                }
                const CellSet& allowed = allowed_[h][d];
                if (!allowed.empty() && allowed.inside(reached_.off[d])) take(length_off(allowed, d));
            }
        for (const int c : g.unsolved.without(some_on))
            if (const int sum = length_of_cell(c); sum != 0) take(sum);
        return best;
    }

    // Of the chains that turn off all candidates of a cell; 0 if one stays.
    int length_of_cell(int c) const {
        int sum = 0;
        for (const int d : Bits(g.cand[c])) {
            if (!reached_.off[d].has(c)) return 0;
            sum += length(c, d, false);
        }
        return sum;
    }

    int shortest_verity(Node n) const {
        const int cell = links.item(n).first;
        int best = kNever;
        for (int d = 1; d <= 9; ++d) {
            CellSet both = reached_.on[d] & reached_.off[d];
            both.remove(cell);
            for (const int c : both) best = std::min(best, length(c, d, false) + length(c, d, true));
            for (int h = 0; h < 27; ++h) {
                const CellSet in_house = g.in_house(h, d);
                if (!in_house.empty() && in_house.inside(reached_.off[d])) best = std::min(best, length_off(in_house, d));
            }
        }
        for (const int c : g.unsolved)
            if (const int sum = length_of_cell(c); sum != 0) best = std::min(best, sum);
        return best;
    }
};

}  // namespace

bool find_forcing_chain(const Grid& g, Step& step, Context& context) {
    TableMemory& m = table_memory(context);
    const Links& links = m.links(g, true, context.position);
    return ForcingSearch(g, links, m, context).run(step);
}

}  // namespace satdoku::hodoku
