// Simple chains: turbot fish, X-chain, XY-chain, remote pair.
//
// HoDoKu walks every chain of at most 20 links from every start and sorts what it collected. Here
// the ends that a chain could have at all are known first (by the links, without the rule that a
// cell comes once), and chains are walked, in HoDoKu's order, only while an end remains whose step
// would come first.
#include <optional>

#include "best.hpp"
#include "search.hpp"

namespace satdoku::hodoku {

namespace {

constexpr int kLimit = 20;  // links of a chain

// The cells of a set that a cell sees, in the order of its links: row, column, rest of the block.
// Calls f(cell) until it returns true.
template <class F>
bool each_link(int c, const CellSet& among, F&& f) {
  const auto& h = geo.house[c];
  const CellSet cross = geo.cells[h[kRow]] | geo.cells[h[kColumn]];
  const CellSet seen = among & geo.peers[c];
  for (const int t : seen& geo.cells[h[kRow]])
    if (f(t)) return true;
  for (const int t : seen& geo.cells[h[kColumn]])
    if (f(t)) return true;
  for (const int t : seen.without(cross))
    if (f(t)) return true;
  return false;
}

// One end of every chain: the start cell, the digit that it is about, and what an end would give.
struct Start {
  const Grid* g;
  int cell, digit;
  CellSet seen;  // the cells with the digit that see the start

  Start(const Grid& grid, int c, int d)
      : g(&grid), cell(c), digit(d), seen(grid.with[d] & geo.peers[c]) {}

  CellSet losses(int end) const { return end == cell ? seen : seen & geo.peers[end]; }
  // The ends whose step would come before the best one so far.
  CellSet better(CellSet ends, const Key& best) const {
    CellSet out;
    for (const int t : ends) {
      const CellSet e = losses(t);
      if (e.empty()) continue;
      Key k;
      k.add(e, digit);
      if (k.before(best)) out.add(t);
    }
    return out;
  }
  // The ends whose step has exactly these eliminations.
  CellSet equal(CellSet ends, const CellSet& wanted) const {
    CellSet out;
    for (const int t : ends)
      if (losses(t) == wanted) out.add(t);
    return out;
  }
};

// What a collecting search has found so far.
struct Found {
  Key key;
  CellSet cells;
  int digit = 0;

  void take(const Start& s, int end) {
    cells = s.losses(end);
    digit = s.digit;
    key = {};
    key.add(cells, digit);
  }
};

// The links of one digit, for turbot fish and X-chains.
struct DigitLinks {
  CellSet strong[81];
  CellSet ends;  // cells with a strong link

  DigitLinks(const Grid& g, int d) {
    for (int h = 0; h < 27; ++h) {
      if (g.n[h][d] != 2) continue;
      const CellSet two = g.in_house(h, d);
      const auto& house = geo.house[two.first()];
      // Two cells of a block that share a line are linked by the line alone.
      if (h >= 18 && (two.inside(geo.cells[house[kRow]]) || two.inside(geo.cells[house[kColumn]])))
        continue;
      for (const int c : two) {
        strong[c] |= two;
        strong[c].remove(c);
      }
      ends |= two;
    }
  }
};

// One walk over X-chains from a start to wanted ends.
struct XWalk {
  const DigitLinks& links;
  const CellSet with;  // all cells with the digit
  const int start;
  const int limit;  // index of the last node
  CellSet wanted;
  Budget& budget;
  std::uint8_t path[kLimit + 1];
  int last = 0;

  // The ends of strong places that walks may reach from a cell (cells may come several times
  // there).
  CellSet reach(CellSet strong, const CellSet& visited) const {
    CellSet off, out, on = strong, fresh = strong;
    CellSet closed = visited;
    closed.remove(start);
    while (!fresh.empty()) {
      CellSet weak;
      for (const int c : fresh) weak |= geo.peers[c];
      weak = (weak & with).without(off | visited);
      off |= weak;
      CellSet next;
      for (const int c : weak& links.ends) next |= links.strong[c];
      out |= next.without(closed);
      fresh = next.without(on | visited);
      on |= fresh;
    }
    return out;
  }

  // From node m in a strong place. `found` is called with an end and returns true to end the
  // search.
  template <class F>
  bool after_strong(int c, int m, CellSet visited, F&& found) {
    if (m + 2 > limit) return false;
    budget.spend(1);
    CellSet here;
    here.add(c);
    visited.add(c);
    if (!reach(here, visited).meets(wanted)) return false;
    return each_link(c, with.without(visited), [&](int t) {
      path[m + 1] = static_cast<std::uint8_t>(t);
      CellSet before = visited;
      before.add(t);
      CellSet open = before;
      open.remove(start);
      return each_link(t, links.strong[t].without(open), [&](int u) {
        path[m + 2] = static_cast<std::uint8_t>(u);
        if (wanted.has(u)) {
          last = m + 2;
          if (found(u)) return true;
        }
        return u != start && after_strong(u, m + 2, before, found);
      });
    });
  }

  template <class F>
  bool run(F&& found) {
    CellSet here;
    here.add(start);
    path[0] = static_cast<std::uint8_t>(start);
    return each_link(start, links.strong[start], [&](int t) {
      path[1] = static_cast<std::uint8_t>(t);
      return after_strong(t, 1, here, found);
    });
  }
};

// One walk over XY-chains: the cells have two candidates; the link inside a cell is strong.
struct XyWalk {
  const Grid& g;
  const CellSet (&pairs)[10];  // cells with two candidates, by digit
  const int start, digit;
  const int limit;
  CellSet wanted;
  Budget& budget;
  std::uint8_t path[kLimit / 2 + 1];
  int last = 0;

  int other(int c, int d) const { return lowest(g.cand[c] & ~unsigned{bit(d)}); }

  // The cells that walks may leave by the digit of the start.
  CellSet reach(int c, int out, const CellSet& visited) const {
    CellSet leaving[10], fresh[10];
    fresh[out].add(c);
    unsigned open = bit(out);
    while (open != 0) {
      const int d = lowest(open);
      open &= open - 1;
      CellSet next;
      for (const int x : fresh[d]) next |= geo.peers[x];
      leaving[d] |= fresh[d];
      fresh[d] = {};
      next = (next & pairs[d]).without(visited);
      for (const int x : next) {
        const int e = other(x, d);
        if (leaving[e].has(x)) continue;
        fresh[e].add(x);
        open |= bit(e);
      }
    }
    return leaving[digit];
  }

  // From a cell (number k of the chain) that is left by digit `out`.
  template <class F>
  bool from(int c, int out, int k, CellSet visited, F&& found) {
    if (2 * k + 3 > limit) return false;
    budget.spend(1);
    visited.add(c);
    if (!reach(c, out, visited).meets(wanted)) return false;
    return each_link(c, pairs[out].without(visited), [&](int t) {
      path[k + 1] = static_cast<std::uint8_t>(t);
      const int next = other(t, out);
      if (next == digit && wanted.has(t)) {
        last = k + 1;
        if (found(t)) return true;
      }
      return from(t, next, k + 1, visited, found);
    });
  }

  template <class F>
  bool run(F&& found) {
    path[0] = static_cast<std::uint8_t>(start);
    return from(start, other(start, digit), 0, {}, found);
  }
};

ChainNode node(int c, int d, bool on) {
  return {{static_cast<std::uint8_t>(c), 0, 0}, 1, static_cast<std::uint8_t>(d), on};
}

bool conclude(const Found& best, Name name, Step& step) {
  if (best.key.size == 0) return false;
  step.name = name;
  step.eliminate(best.cells, best.digit);
  return true;
}

void write_x(const XWalk& walk, int d, Step& step) {
  Chain chain;
  for (int i = 0; i <= walk.last; ++i) chain.nodes.push_back(node(walk.path[i], d, i % 2 == 1));
  step.digits = {static_cast<std::uint8_t>(d)};
  step.chains.push_back(std::move(chain));
}

bool find_digit_chain(const Grid& g, Name name, int limit, Step& step, Context& context) {
  std::optional<DigitLinks> links[10];
  CellSet starts;
  for (int d = 1; d <= 9; ++d) {
    links[d].emplace(g, d);
    starts |= links[d]->ends;
  }
  Found best;
  for (const int s : starts)
    for (const int d : Bits(g.cand[s])) {
      if (!links[d]->ends.has(s)) continue;
      const Start start(g, s, d);
      const CellSet wanted = start.better(links[d]->ends, best.key);
      if (wanted.empty()) continue;
      XWalk walk{*links[d], g.with[d], s, limit, wanted, context.budget, {}};
      walk.run([&](int end) {
        best.take(start, end);
        walk.wanted = start.better(walk.wanted, best.key);
        return walk.wanted.empty();
      });
    }
  if (!conclude(best, name, step)) return false;
  if (!context.full) return true;
  for (int length = 3; length <= limit; length += 2)  // the first of the shortest chains
    for (const int s : links[best.digit]->ends) {
      const Start start(g, s, best.digit);
      XWalk walk{*links[best.digit],
                 g.with[best.digit],
                 s,
                 length,
                 start.equal(links[best.digit]->ends, best.cells),
                 context.budget,
                 {}};
      if (!walk.run([](int) { return true; })) continue;
      write_x(walk, best.digit, step);
      return true;
    }
  return true;
}

}  // namespace

bool find_turbot_fish(const Grid& g, Step& step, Context& context) {
  return find_digit_chain(g, Name::turbot_fish, 3, step, context);
}

bool find_x_chain(const Grid& g, Step& step, Context& context) {
  return find_digit_chain(g, Name::x_chain, kLimit, step, context);
}

bool find_xy_chain(const Grid& g, Step& step, Context& context) {
  CellSet pairs[10], all;
  for (const int c : g.unsolved) {
    if (!g.bivalue(c)) continue;
    all.add(c);
    for (const int d : Bits(g.cand[c])) pairs[d].add(c);
  }
  Found best;
  for (const int s : all)
    for (const int d : Bits(g.cand[s])) {
      const Start start(g, s, d);
      CellSet others = pairs[d];
      others.remove(s);
      const CellSet wanted = start.better(others, best.key);
      if (wanted.empty()) continue;
      XyWalk walk{g, pairs, s, d, kLimit, wanted, context.budget, {}};
      walk.run([&](int end) {
        best.take(start, end);
        walk.wanted = start.better(walk.wanted, best.key);
        return walk.wanted.empty();
      });
    }
  if (!conclude(best, Name::xy_chain, step)) return false;
  if (!context.full) return true;
  for (int length = 3; length <= kLimit; length += 2)
    for (const int s : pairs[best.digit]) {
      const Start start(g, s, best.digit);
      CellSet others = pairs[best.digit];
      others.remove(s);
      XyWalk walk{g, pairs, s, best.digit, length, start.equal(others, best.cells), context.budget,
                  {}};
      if (!walk.run([](int) { return true; })) continue;
      Chain chain;
      int in = best.digit;
      for (int k = 0; k <= walk.last; ++k) {
        const int c = walk.path[k], out = walk.other(c, in);
        chain.nodes.push_back(node(c, in, false));
        chain.nodes.push_back(node(c, out, true));
        in = out;
      }
      step.digits = {static_cast<std::uint8_t>(best.digit)};
      step.chains.push_back(std::move(chain));
      return true;
    }
  return true;
}

namespace {

// The best chain so far of pairs of the same two candidates, `low` < `high`.
struct RemoteBest {
  Key key;
  int low = 0, high = 0;
  CellSet lost_low, lost_high;
  int last = 0;  // its cells are path[0..last]
  int premise = 0;
  std::uint8_t path[kLimit / 2 + 1]{};
};

struct RemoteWalk {
  const Grid& g;
  const CellSet same;  // the cells with the two candidates
  const int low, high, premise;
  Budget& budget;
  RemoteBest& best;
  std::uint8_t path[kLimit / 2 + 1];

  void test(int k) {
    if (!(geo.peers[path[0]] & geo.peers[path[k]]).meets(g.with[premise])) return;
    CellSet seen;
    for (int i = 0; i <= k; ++i)
      for (int j = i + 3; j <= k; j += 2) seen |= geo.peers[path[i]] & geo.peers[path[j]];
    RemoteBest found{{}, low, high, seen & g.with[low], seen & g.with[high], k, premise, {}};
    found.key.add(found.lost_low, low);
    found.key.add(found.lost_high, high);
    const bool shorter = found.key == best.key && low == best.low && high == best.high &&
                         found.lost_low == best.lost_low && found.lost_high == best.lost_high &&
                         k < best.last;
    if (!found.key.before(best.key) && !shorter) return;
    std::copy_n(path, k + 1, found.path);
    best = found;
  }

  void from(int c, int k, CellSet visited) {
    budget.spend(1);
    visited.add(c);
    path[k] = static_cast<std::uint8_t>(c);
    if (k >= 3 && k % 2 == 1) test(k);
    if (2 * k + 3 > kLimit) return;
    each_link(c, same.without(visited), [&](int t) {
      from(t, k + 1, visited);
      return false;
    });
  }
};

}  // namespace

bool find_remote_pair(const Grid& g, Step& step, Context& context) {
  RemoteBest best;
  for (const int s : g.unsolved) {
    if (!g.bivalue(s)) continue;
    const int low = lowest(g.cand[s]), high = lowest(g.cand[s] & (g.cand[s] - 1u));
    CellSet same;
    for (const int c : g.with[low] & g.with[high])
      if (g.cand[c] == g.cand[s]) same.add(c);
    if (same.size() < 4) continue;
    for (const int premise : {low, high}) {
      RemoteWalk walk{g, same, low, high, premise, context.budget, best, {}};
      walk.from(s, 0, {});
    }
  }
  if (best.key.size == 0) return false;
  step.name = Name::remote_pair;
  step.eliminate(best.lost_low, best.low);
  step.eliminate(best.lost_high, best.high);
  if (!context.full) return true;
  step.digits = {static_cast<std::uint8_t>(best.low), static_cast<std::uint8_t>(best.high)};
  Chain chain;
  int in = best.premise;
  for (int k = 0; k <= best.last; ++k) {
    chain.nodes.push_back(node(best.path[k], in, false));
    in = best.low + best.high - in;
    chain.nodes.push_back(node(best.path[k], in, true));
  }
  step.chains.push_back(std::move(chain));
  return true;
}

}  // namespace satdoku::hodoku
