// Chains as data: from a search's own form to InnerStep, and from there to a Step.
#include <algorithm>
#include <unordered_map>

#include "multiple.hpp"

namespace satdoku::se {

std::vector<Ancestry> unary_ends(const UnaryHint& h) {
  std::vector<Ancestry> ends(h.is_cycle ? 2 : 1);
  const std::size_t n = h.nodes.size();
  // nodes run from the end to the start: node k rests on node k + 1.
  const auto chain = [n](Ancestry& a, auto&& node, auto&& cause) {
    for (std::size_t k = 0; k < n; ++k) {
      const bool last = k + 1 == n;
      a.nodes.push_back({node(k), cause(k), static_cast<std::uint16_t>(n - 1 - k),
                         static_cast<std::uint32_t>(k), static_cast<std::uint16_t>(last ? 0 : 1),
                         nullptr});
      if (!last) a.parent_made.push_back(static_cast<std::uint16_t>(n - 2 - k));
    }
  };
  chain(
      ends[0], [&](std::size_t k) { return h.nodes[k]; },
      [&](std::size_t k) { return h.causes[k]; });
  if (h.is_cycle) {
    // The same cycle the other way round with opposite signs: from not(end) back to not(start). A
    // node keeps the cause of its original; the start had none.
    const auto original = [n](std::size_t k) { return k == 0 ? 0 : n - k; };
    chain(
        ends[1],
        [&](std::size_t k) { return static_cast<std::uint16_t>(h.nodes[original(k)] ^ 1); },
        [&](std::size_t k) { return k == 0 ? Cause::start : h.causes[original(k)]; });
  }
  return ends;
}

Technique unary_technique(const UnaryHint& h) {
  if (!h.is_cycle) {
    if (h.rank.key != 2) return Technique::forcing_chain;
    return h.rank.complexity == 6 ? Technique::turbot_fish : Technique::x_chain;
  }
  if (h.rank.key == 3) return Technique::y_cycle;
  if (h.rank.key == 4) return Technique::xy_cycle;
  CellSet cells;
  for (std::uint16_t v : h.nodes) cells.add((v >> 1) / 9);
  int n = 0;
  cells.each([&](int) { ++n; });
  return n == 4 ? Technique::generalized_x_wing : Technique::x_cycle;
}

// End by end, the nodes of its ancestry breadth first, each node once.
void set_identity(InnerStep& s) {
  for (const Ancestry& a : s.ends) {
    const std::size_t head = s.identity.size();
    s.identity.push_back(0);
    for (const Ancestry::Node& v : a.nodes) {
      // Only the end of a clash can be met again among its own ancestors.
      if (s.identity.size() > head + 1 && v.node == s.identity[head + 1]) continue;
      s.identity.push_back(v.node);
    }
    s.identity[head] = static_cast<std::uint16_t>(s.identity.size() - head - 1);
  }
}

namespace {

// Turns inner steps into Steps, each once per outer step.
class Describer {
 public:
  void fill(const InnerStep& s, Step& step) {
    step.technique = s.technique;
    step.dynamic = s.dynamic;
    step.level = s.level;
    step.complexity = s.complexity;
    if (s.place >= 0) step.place(s.place / 9, s.place % 9);
    for (std::uint16_t x : s.eliminated) step.eliminate(x / 9, x % 9);
    step.houses = s.houses;
    step.cells = s.cells;
    for (int d : Bits(s.digits)) step.digits.push_back(static_cast<std::uint8_t>(d + 1));
    if (s.cell >= 0) step.cells.push_back(static_cast<std::uint8_t>(s.cell));
    if (s.house >= 0) step.houses.push_back(static_cast<std::uint8_t>(s.house));
    if (s.digit >= 0) step.digits.push_back(static_cast<std::uint8_t>(s.digit + 1));
    for (int c : s.cells)
      for (int d : Bits(s.digits)) step.mark(Role::base, c, d);
    if (s.is_cycle) {
      // One branch tells the whole cycle: start, round, start again.
      step.branches.emplace_back();
      const Ancestry& a = s.ends[0];
      Branch& b = step.branches.back();
      const std::uint16_t start = a.nodes.front().node;
      b.nodes.push_back(node(start, Cause::start));
      for (auto v = a.nodes.rbegin(); v != a.nodes.rend(); ++v) {
        b.nodes.push_back(node(v->node, v->cause));
        b.nodes.back().parents = {static_cast<std::int32_t>(b.nodes.size()) - 2};
        const int c = (v->node >> 1) / 9;
        if (std::find(step.cells.rbegin(), step.cells.rend(), c) == step.cells.rend())
          step.cells.push_back(static_cast<std::uint8_t>(c));
      }
      return;
    }
    for (const Ancestry& a : s.ends) {
      step.branches.emplace_back();
      branch(a, step);
    }
  }

 private:
  static ChainNode node(std::uint16_t v, Cause cause) {
    return {static_cast<std::uint8_t>((v >> 1) / 9),
            static_cast<std::uint8_t>((v >> 1) % 9 + 1),
            (v & 1) != 0,
            cause,
            -1,
            {}};
  }

  void branch(const Ancestry& a, Step& step) {
    std::vector<std::size_t> sorted(a.nodes.size());
    for (std::size_t k = 0; k < sorted.size(); ++k) sorted[k] = k;
    std::sort(sorted.begin(), sorted.end(),
              [&](std::size_t x, std::size_t y) { return a.nodes[x].made < a.nodes[y].made; });
    std::unordered_map<int, std::int32_t> place;  // made -> index in the branch
    const std::size_t self = step.branches.size() - 1;
    for (std::size_t k : sorted) {
      const Ancestry::Node& v = a.nodes[k];
      ChainNode out = node(v.node, v.parent_count == 0 ? Cause::start : v.cause);
      for (std::size_t j = 0; j < v.parent_count; ++j)
        out.parents.push_back(place.at(a.parent_made[v.parents + j]));
      if (v.inner) out.inner = inner(*v.inner, step);
      place[v.made] = static_cast<std::int32_t>(step.branches[self].nodes.size());
      step.branches[self].nodes.push_back(std::move(out));
    }
  }

  std::int32_t inner(const InnerStep& s, Step& step) {
    const auto known = known_.find(&s);
    if (known != known_.end()) return known->second;
    const auto at = static_cast<std::int32_t>(step.inner.size());
    step.inner.emplace_back();
    Step sub;
    Describer().fill(s, sub);
    step.inner[static_cast<std::size_t>(at)] = std::move(sub);
    known_[&s] = at;
    return at;
  }

  std::unordered_map<const InnerStep*, std::int32_t> known_;
};

}  // namespace

void describe_inner(const InnerStep& s, Step& step) { Describer().fill(s, step); }

void describe_unary(const UnaryHint& h, Step& step, bool full) {
  step.rating = h.rank.rating;
  step.technique = unary_technique(h);
  step.complexity = h.rank.complexity;
  if (full) {
    InnerStep s;
    s.technique = step.technique;
    s.complexity = h.rank.complexity;
    s.eliminated = h.eliminated;
    s.is_cycle = h.is_cycle;
    s.ends = unary_ends(h);
    if (!h.is_cycle && (h.nodes.front() & 1) != 0) s.place = h.nodes.front() >> 1;
    describe_inner(s, step);
    return;
  }
  for (std::uint16_t x : h.eliminated) step.eliminate(x / 9, x % 9);
  if (!h.is_cycle && (h.nodes.front() & 1) != 0)
    step.place((h.nodes.front() >> 1) / 9, (h.nodes.front() >> 1) % 9);
}

}  // namespace satdoku::se
