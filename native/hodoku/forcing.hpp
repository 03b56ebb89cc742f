// What forcing chains and forcing nets conclude, in HoDoKu's order: contradictions in one table,
// and what follows from each of several premises one of which holds.
#pragma once

#include <array>
#include <limits>

#include "grid.hpp"
#include "step.hpp"
#include "tables.hpp"

namespace satdoku::hodoku {

// The candidates that are on and off after a premise, by digit.
struct Reached {
  CellSet on[10], off[10];

  void add(const Links& links, Node n) {
    (is_on(n) ? on : off)[links.item(n).digit].add(links.item(n).first);
  }
};

// The length of what was not found.
constexpr int kNever = std::numeric_limits<int>::max();

// Some nodes of a table, or some premises.
struct Nodes {
  std::array<Node, 9> node{};
  int size = 0;

  void add(Node n) { node[static_cast<unsigned>(size++)] = n; }
  const Node* begin() const { return node.data(); }
  const Node* end() const { return node.data() + size; }
};

// Calls f(nodes), until it returns true, for each contradiction in the table of a premise.
template <class F>
bool each_contradiction(const Grid& g, const Links& links, const Reached& r, Node premise, F&& f) {
  const auto node = [&](int c, int d, bool state) {
    return state ? on(links.number[c][d]) : off(links.number[c][d]);
  };
  const auto all = [&](const CellSet& cells, int d, bool state) {
    Nodes out;
    for (const int c : cells) out.add(node(c, d, state));
    return out;
  };
  const auto two = [](Node a, Node b) {
    Nodes out;
    out.add(a);
    out.add(b);
    return out;
  };
  const Item& start = links.item(premise);
  if ((is_on(premise) ? r.off : r.on)[start.digit].has(start.first)) {
    Nodes out;
    out.add(static_cast<Node>(premise ^ 1));
    if (f(out)) return true;
  }
  CellSet some_on;
  for (int d = 1; d <= 9; ++d) {
    some_on |= r.on[d];
    const CellSet both = r.on[d] & r.off[d];
    if (!both.empty() && f(two(node(both.first(), d, false), node(both.first(), d, true))))
      return true;
  }
  for (int i = 1; i <= 9; ++i)
    for (int j = i + 1; j <= 9; ++j) {
      const CellSet both = r.on[i] & r.on[j];
      if (!both.empty() && f(two(node(both.first(), i, true), node(both.first(), j, true))))
        return true;
    }
  for (int type = 0; type < 3; ++type)
    for (int d = 1; d <= 9; ++d)
      for (int h = 9 * type; h < 9 * type + 9; ++h) {
        const CellSet several = r.on[d] & geo.cells[h];
        if (several.at_least_two() && f(all(several, d, true))) return true;
      }
  for (const int c : g.unsolved.without(some_on)) {
    Nodes out;
    for (const int d : Bits(g.cand[c]))
      if (r.off[d].has(c)) out.add(off(links.number[c][d]));
    if (out.size == count(g.cand[c]) && f(out)) return true;
  }
  // Places where an earlier step eliminated the digit count as open: such a house is never found.
  for (int type = 0; type < 3; ++type)
    for (int d = 1; d <= 9; ++d) {
      const CellSet allowed = g.allowed(d);
      for (int h = 9 * type; h < 9 * type + 9; ++h) {
        const CellSet places = allowed & geo.cells[h];
        if (!places.empty() && places.inside(r.off[d]) && f(all(places, d, false))) return true;
      }
    }
  return false;
}

// Calls f(premises, cell), until it returns true, for all premises one of which holds: the two of a
// candidate (conclusions in its own cell do not count), those of a cell (cell is -1 then), those of
// a digit in a house.
template <class F>
bool each_alternative(const Grid& g, const Links& links, F&& f) {
  for (int i = 0; i < links.candidates; ++i) {
    Nodes premises;
    premises.add(on(i));
    premises.add(off(i));
    if (f(premises, static_cast<int>(links.items[static_cast<std::size_t>(i)].first))) return true;
  }
  for (const int c : g.unsolved) {
    Nodes premises;
    for (const int d : Bits(g.cand[c])) premises.add(on(links.number[c][d]));
    if (f(premises, -1)) return true;
  }
  for (int h = 0; h < 27; ++h)
    for (int d = 1; d <= 9; ++d) {
      Nodes premises;
      for (const int c : g.in_house(h, d)) premises.add(on(links.number[c][d]));
      if (premises.size != 0 && f(premises, -1)) return true;
    }
  return false;
}

inline bool conclude(Step& step, Name name, const Links& links, Node conclusion) {
  const Item& item = links.item(conclusion);
  step.name = name;
  if (is_on(conclusion)) step.place(item.first, item.digit);
  else step.eliminate(item.first, item.digit);
  return true;
}

constexpr Node negation(Node n) { return static_cast<Node>(n ^ 1); }

}  // namespace satdoku::hodoku
