// Forcing chains.
//
// HoDoKu lists every contradiction and every verity of all tables and sorts them. Links hold both
// ways, so "t is in the table of x" is read off the table of the negation of t: whether a
// conclusion t can be drawn, and how long each of its chains is, follows from one tree, that of its
// negation. Conclusions are tried in the order in which the sorted list would have them, and the
// first that holds is the step. A contradiction and a verity for the same elimination are told
// apart by the length of their chains.
#include <algorithm>

#include "forcing.hpp"
#include "search.hpp"

namespace satdoku::hodoku {

namespace {

constexpr Node kNoNode = 0xFFFF;

class ForcingSearch {
 public:
  ForcingSearch(const Grid& grid, const Links& l, TableMemory& memory, Context& context)
      : g(grid), links(l), m(memory), context_(context) {
    for (int d = 1; d <= 9; ++d)
      for (int h = 0; h < 27; ++h) allowed_[h][d] = g.allowed(d) & geo.cells[h];
  }

  bool run(Step& step) {
    // A placement in the lowest cell comes before everything, a contradiction before a verity.
    for (const int c : g.unsolved) {
      Node by_verity = kNoNode;
      for (const int d : Bits(g.cand[c])) {
        const Node n = on(links.number[c][d]);
        const Kinds kinds = look(n);
        if (kinds.contradiction) return write(step, n, true);
        if (kinds.verity && by_verity == kNoNode) by_verity = n;
      }
      if (by_verity == kNoNode) continue;
      look(by_verity);
      return write(step, by_verity, false);
    }
    for (int i = 0; i < links.candidates; ++i) {
      const Kinds kinds = look(off(i));
      if (!kinds.contradiction && !kinds.verity) continue;
      if (!kinds.verity) return write(step, off(i), true);
      if (!kinds.contradiction) return write(step, off(i), false);
      grow(off(i));
      return write(step, off(i),
                   shortest_contradiction(off(i)).length <= shortest_verity(off(i)).length);
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

  void read(Node premise) {
    reached_ = {};
    const Word *reached_on = m.reached_on(premise), *reached_off = m.reached_off(premise);
    const std::size_t words = (static_cast<std::size_t>(links.candidates) + 63) / 64;
    const auto spread = [&](const Word* row, bool state) {
      for (std::size_t w = 0; w < words; ++w)
        for (Word b = row[w]; b != 0; b &= b - 1) {
          const int i = static_cast<int>(w * 64) + std::countr_zero(b);
          if (i >= links.candidates) return;
          reached_.add(links, state ? on(i) : off(i));
        }
    };
    spread(reached_on, true);
    spread(reached_off, false);
  }

  // Which steps with this conclusion there are, from what follows from its negation.
  Kinds look(Node conclusion) {
    context_.budget.spend(1);
    const Node n = negation(conclusion);
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

  // The first of the shortest versions of a step.
  struct Version {
    Nodes nodes;  // of a contradiction the ends of its chains, of a verity their premises
    int length = kNever;
  };

  void grow(Node conclusion) {
    const Node n = negation(conclusion);
    m.tree.grow(links, n, m.closure[2u * n], m.closure[2u * n + 1]);
  }

  // Both need the tree of the negation. A chain has as many nodes in the other direction.
  Version shortest_contradiction(Node conclusion) const {
    Version best;
    each_contradiction(g, links, reached_, negation(conclusion), [&](const Nodes& ends) {
      take(best, ends, [](Node end) { return end; });
      return false;
    });
    return best;
  }
  Version shortest_verity(Node conclusion) const {
    Version best;
    const int cell = links.item(conclusion).first;
    each_alternative(g, links, [&](const Nodes& premises, int but) {
      if (but == cell) return false;
      for (const Node p : premises)
        if (!has_bit(
                is_on(p) ? m.reached_off(negation(conclusion)) : m.reached_on(negation(conclusion)),
                item_of(p)))
          return false;
      take(best, premises, negation);
      return false;
    });
    return best;
  }
  template <class F>
  void take(Version& best, const Nodes& nodes, F&& in_tree) const {
    int length = 0;
    for (const Node n : nodes) length += m.tree.depth[in_tree(n)] + 1;
    if (length < best.length) best = {nodes, length};
  }

  bool write(Step& step, Node conclusion, bool contradiction) {
    conclude(step, contradiction ? Name::forcing_chain_contradiction : Name::forcing_chain_verity,
             links, conclusion);
    if (!context_.full) return true;
    grow(conclusion);
    const Version version =
        contradiction ? shortest_contradiction(conclusion) : shortest_verity(conclusion);
    for (const Node n : version.nodes) {
      if (!contradiction) grow(negation(n));
      write_chain(step, contradiction ? n : conclusion);
    }
    return true;
  }

  void write_chain(Step& step, Node end) const {
    const Tree& t = m.tree;
    const int entry =
        static_cast<int>(std::find(t.node.begin(), t.node.begin() + t.size, end) - t.node.begin());
    std::vector<Node> nodes(static_cast<std::size_t>(t.depth[end]) + 1);
    t.read(entry, nodes.data());
    Chain chain;
    for (const Node n : nodes) chain.nodes.push_back(chain_node(links.item(n), is_on(n)));
    step.chains.push_back(std::move(chain));
  }
};

}  // namespace

bool find_forcing_chain(const Grid& g, Step& step, Context& context) {
  TableMemory& m = table_memory(context);
  const Links& links = m.links(g, true, context.position);
  return ForcingSearch(g, links, m, context).run(step);
}

}  // namespace satdoku::hodoku
