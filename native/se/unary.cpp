#include "unary.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

namespace satdoku::se {

namespace {

// The other candidates of a candidate's cell.
std::vector<std::uint16_t> beside(const Grid& g, int candidate) {
  const int c = candidate / 9;
  std::vector<std::uint16_t> out;
  for (int d : Bits(g.cand[c] & ~unsigned{bit(candidate % 9)}))
    out.push_back(static_cast<std::uint16_t>(9 * c + d));
  return out;
}

}  // namespace

// One of the three searches whose hints are pooled: X (one digit), Y (cells), XY (both).
struct UnarySearch::Pass {
  int index;
  bool weak_cells, strong_cells, strong_houses;
  bool chains;  // no forcing chains in pass Y, and only two-candidate starts
  double cycle_base, chain_base;
  int key;

  bool uses(Cause strong) const { return strong == Cause::cell ? strong_cells : strong_houses; }

  // Sort key of a hint of the start s (9 * cell + digit). Cycles come before the chain from s ON,
  // that before s OFF.
  enum Part : std::uint32_t { cycles = 0, from_on = 1, from_off = 2 };
  UnaryRank rank(int complexity, int s, Part part, std::uint32_t serial = 0) const {
    const auto start = static_cast<std::uint32_t>(index * 729 + s);
    const double base = part == cycles ? cycle_base : chain_base;
    return {base + length_increment(complexity), complexity, key,
            (start * 4 + part) << 18 | serial};
  }
  // No hint has fewer than four nodes.
  UnaryRank least() const { return rank(4, 0, cycles); }

  static const Pass x, y, xy;
};

constexpr UnarySearch::Pass UnarySearch::Pass::x{0, false, false, true, true, 6.5, 6.6, 2};
constexpr UnarySearch::Pass UnarySearch::Pass::y{1, true, true, false, false, 6.5, 0.0, 3};
constexpr UnarySearch::Pass UnarySearch::Pass::xy{2, true, true, true, true, 7.0, 7.0, 4};

bool UnarySearch::first(const Grid& g, Mask stale, Budget& budget, UnaryHint& out) {
  goal_ = Goal::first;
  for (int d = 0; d < 9; ++d) {
    places_[d] = {};
    for (int h = 9; h < 18; ++h)
      for (int i : Bits(g.pos[h][d])) places_[d].add(geo.cell[h][i]);
  }
  Marks part;
  // In pass X the digits have nothing to do with each other.
  for (int d : Bits(stale)) {
    for (int c = 0; c < 81; ++c) part.cand[c] = static_cast<Mask>(g.cand[c] & bit(d));
    for (int h = 0; h < 27; ++h) part.pos[h][d] = g.pos[h][d];
    links_.build(part);
    found_ = false;
    run_first(g, Pass::x, budget);
    found_in_[d] = found_;
    if (found_) std::swap(best_in_[d], best_);
  }
  found_ = false;
  for (int d = 0; d < 9; ++d)
    if (found_in_[d] && useful_anywhere(best_in_[d].rank)) {
      found_ = true;
      best_ = best_in_[d];
    }
  // A digit stays as it was when another one leaves the cell that it is placed in.
  if (found_ && !best_.is_cycle && (best_.nodes.front() & 1) != 0)
    best_.eliminated = beside(g, best_.nodes.front() >> 1);
  if (useful_anywhere(Pass::y.least())) {
    // Only cells with two candidates have strong links.
    part = {};
    for (int c = 0; c < 81; ++c)
      if (pair(g.cand[c])) part.add(c, g.cand[c]);
    links_.build(part);
    run_first(g, Pass::y, budget);
  }
  if (useful_anywhere(Pass::xy.least())) {
    links_.build(g);
    run_first(g, Pass::xy, budget);
  }
  if (found_) out = std::move(best_);
  return found_;
}

void UnarySearch::all(const Grid& g, Budget& budget, bool thrifty, std::vector<UnaryHint>& out) {
  goal_ = thrifty ? Goal::thrifty : Goal::all;
  out.clear();
  out_ = &out;
  is_claimed_.assign(729, 0);
  claimed_.resize(729);
  links_.build(g);
  for (const Pass& p : {Pass::x, Pass::y, Pass::xy}) {
    collect_strong(p);
    collect_weak(p);
    for (int s = 0; s < links_.n; ++s) {
      const int n = count(g.cand[links_.cell[s]]);
      if (n < 2 || (!p.chains && n > 2)) continue;
      budget.spend(static_cast<std::uint32_t>(links_.n));
      from_on(g, p, s);
      if (p.chains) from_off(g, p, s);
    }
  }
  std::sort(out.begin(), out.end(),
            [](const UnaryHint& a, const UnaryHint& b) { return a.rank.before(b.rank); });
}

namespace {

// A set of candidates, by number.
template <std::size_t W>
struct Candidates {
  std::uint64_t word[W];

  void add(std::size_t i) { word[i >> 6] |= std::uint64_t{1} << (i & 63); }
  bool has(std::size_t i) const { return (word[i >> 6] >> (i & 63) & 1) != 0; }
  bool empty() const {
    std::uint64_t any = 0;
    for (std::uint64_t m : word) any |= m;
    return any == 0;
  }
  bool meets(const Candidates& o) const {
    std::uint64_t both = 0;
    for (std::size_t k = 0; k < W; ++k) both |= word[k] & o.word[k];
    return both != 0;
  }
  void operator|=(const Candidates& o) {
    for (std::size_t k = 0; k < W; ++k) word[k] |= o.word[k];
  }
  Candidates without(const Candidates& o) const {
    Candidates rest;
    for (std::size_t k = 0; k < W; ++k) rest.word[k] = word[k] & ~o.word[k];
    return rest;
  }
  template <class F>
  void each(F&& f) const {
    for (std::size_t k = 0; k < W; ++k)
      for (std::uint64_t m = word[k]; m != 0; m &= m - 1)
        f(64 * k + static_cast<std::size_t>(std::countr_zero(m)));
  }
};

}  // namespace

// All searches of a pass at once, layer by layer, as sets of ON nodes without their parents.
// Returns the start of the best chain (a node, or -1), and puts the bound for further hints just
// behind it; notes where a cycle may close, which its nodes must confirm.
template <std::size_t W>
int UnarySearch::reach(const Grid& g, const Pass& p, Budget& budget) {
  using Set = Candidates<W>;
  const auto n = static_cast<std::size_t>(links_.n);
  struct Entry {
    Set weak;            // weak links
    Set next;            // what the candidate leads to in one layer: ON to OFF to ON
    Set layer, reached;  // the last layer and all layers of the search from it
  };
  sets_.resize(n * sizeof(Entry) / sizeof(std::uint64_t));
  Entry* const at = reinterpret_cast<Entry*>(sets_.data());
  std::uninitialized_value_construct_n(at, n);
  for (std::size_t i = 0; i < n; ++i) {
    cycle_layer_[i] = 0;
    at[i].layer.add(i);
    at[i].reached.add(i);
    const int k = static_cast<int>(i);
    for (std::uint16_t q : links_.weak(k, p.weak_cells)) {
      at[i].weak.add(q);
      for (const Links::Strong& l : strong_[q]) at[i].next.add(l.to);
    }
  }
  int chain = -1;
  bool more = true;
  for (int k = 2; more; ++k) {
    const bool cycles = useful_anywhere(p.rank(2 * k, 0, Pass::cycles));
    const bool chains = p.chains && chain < 0 && useful_anywhere(p.rank(2 * k, 0, Pass::from_on));
    if (!cycles && !chains) break;
    budget.spend(static_cast<std::uint32_t>(n));
    more = false;
    UnaryRank best;
    const auto offer = [&](std::size_t s, Pass::Part part) {
      const int i = static_cast<int>(s);
      const UnaryRank r = p.rank(2 * k, candidate(i), part);
      if (single(g.cand[links_.cell[i]]) || (chain >= 0 && !r.before(best))) return;
      best = r;
      chain = 2 * i + (part == Pass::from_on);
    };
    for (std::size_t s = 0; s < n; ++s) {
      Set layer{};
      at[s].layer.each([&](std::size_t i) { layer |= at[i].next; });
      layer = layer.without(at[s].reached);
      at[s].layer = layer;
      if (layer.empty()) continue;
      at[s].reached |= layer;
      more = true;
      if (chains && layer.meets(at[s].weak)) offer(s, Pass::from_on);
      for (const Links::Strong& l : strong_[s]) {
        // The chain from l OFF starts with s ON.
        if (chains && layer.has(l.to)) offer(l.to, Pass::from_off);
        if (cycle_layer_[s] == 0 && layer.meets(at[l.to].weak))
          cycle_layer_[s] = static_cast<std::uint16_t>(k);
      }
    }
    if (chain < 0 || !chains) continue;
    found_ = true;
    best_.rank = best;
    ++best_.rank.order;
  }
  for (std::size_t s = 0; s < n; ++s) {
    if (cycle_layer_[s] == 0) continue;
    // The nodes that a cycle can go through lead back to s; what it eliminates sees one of its ON
    // nodes and one of its OFF nodes.
    CellSet by_sign[9][2];
    const auto visit = [&](std::size_t i, int sign) {
      CellSet& seen = by_sign[links_.digit[i]][sign];
      seen = seen | geo.peers[links_.cell[i]];
    };
    Set on{};
    at[s].reached.each([&](std::size_t i) {
      if (!at[i].reached.has(s)) return;
      on.add(i);
      visit(i, 1);
    });
    on.each([&](std::size_t i) {
      for (const Links::Strong& l : strong_[i])
        if (at[l.to].weak.meets(on)) visit(l.to, 0);
    });
    bool some = false;
    for (std::size_t d = 0; d < 9; ++d)
      some = some || places_[d].meets(by_sign[d][0] & by_sign[d][1]);
    if (!some) cycle_layer_[s] = 0;
  }
  return chain;
}

// Adds one pass to Goal::first: reach() leaves few starts to search for the nodes of a hint.
void UnarySearch::run_first(const Grid& g, const Pass& p, Budget& budget) {
  collect_strong(p);
  const int chain = links_.n <= 64    ? reach<1>(g, p, budget)
                    : links_.n <= 128 ? reach<2>(g, p, budget)
                    : links_.n <= 192 ? reach<3>(g, p, budget)
                    : links_.n <= 256 ? reach<4>(g, p, budget)
                                      : reach<12>(g, p, budget);
  bool collected = false;
  for (int s = 0; s < links_.n; ++s) {
    const int k = cycle_layer_[s];
    const bool cycle = k != 0 && !single(g.cand[links_.cell[s]]) &&
                       useful_anywhere(p.rank(2 * k, candidate(s), Pass::cycles));
    if (!cycle && chain >> 1 != s) continue;
    if (!collected) collect_weak(p);
    collected = true;
    budget.spend(static_cast<std::uint32_t>(links_.n));
    if (cycle || (chain & 1) != 0) from_on(g, p, s);
    if (chain == 2 * s) from_off(g, p, s);
  }
}

void UnarySearch::collect_strong(const Pass& p) {
  for (int i = 0; i < links_.n; ++i) {
    strong_[i].size = 0;
    for (const Links::Strong& l : links_.strong(i))
      if (p.uses(l.cause)) strong_[i].link[strong_[i].size++] = l;
  }
}

void UnarySearch::collect_weak(const Pass& p) {
  weak_.resize(links_.weak_size());
  std::uint32_t end = 0;
  for (int i = 0; i < links_.n; ++i) {
    weak_start_[i] = end;
    for (std::uint16_t q : links_.weak(i, p.weak_cells))
      if (strong_[q].size != 0) weak_[end++] = q;
  }
  weak_start_[links_.n] = end;
}

void UnarySearch::start_search(int node) {
  if (++stamp_ == 0) {  // wrapped: forget all old stamps
    std::memset(near_, 0, sizeof near_);
    std::memset(seen_, 0, sizeof seen_);
    std::memset(partner_, 0, sizeof partner_);
    stamp_ = 1;
  }
  on_.clear();
  off_.clear();
  seen_[node] = stamp_;
  parent_[node] = -1;
  if (node & 1) cause_[node] = Cause::start;
  (node & 1 ? on_ : off_).push_back(static_cast<std::uint16_t>(node >> 1));
}

bool UnarySearch::useful(const UnaryRank& r, std::uint16_t candidate) const {
  return goal_ == Goal::all || !is_claimed_[candidate] || r.before(claimed_[candidate]);
}

bool UnarySearch::useful_anywhere(const UnaryRank& r) const {
  return goal_ != Goal::first || !found_ || r.before(best_.rank);
}

// A chain that places s eliminates the other candidates of its cell.
bool UnarySearch::useful_in_cell(const Grid& g, const UnaryRank& r, int s) const {
  const int c = links_.cell[s];
  for (int d : Bits(g.cand[c] & ~unsigned{bit(links_.digit[s])}))
    if (useful(r, static_cast<std::uint16_t>(9 * c + d))) return true;
  return false;
}

bool UnarySearch::is_ancestor(int node, int of) const {
  for (int p = of; p >= 0; p = parent_[p])
    if (p == node) return true;
  return false;
}

// One breadth-first search serves the cycles through s and the forcing chain from s ON. Cycle
// search queues an OFF node again for every parent, but a copy cannot reach a new ON node: its
// first copy tried them all. So a cycle is seen whenever an ON node other than s meets an OFF node
// that is a strong partner of s. OFF nodes made in layer k end chains, and close cycles, of
// complexity 2k.
void UnarySearch::from_on(const Grid& g, const Pass& p, int s) {
  start_search(2 * s + 1);
  const bool has_partner = strong_[s].size != 0;
  for (const Links::Strong& l : strong_[s]) partner_[l.to] = stamp_;
  if (p.chains)
    for (std::uint16_t q : links_.weak(s, p.weak_cells)) near_[q] = stamp_;
  bool concluded = !p.chains;
  std::size_t on_head = 0, off_head = 0;
  std::uint32_t serial = 0;
  const std::uint16_t self = candidate(s);
  for (int k = 1; on_head < on_.size(); ++k) {
    const UnaryRank chain = p.rank(2 * k, candidate(s), Pass::from_on);
    const bool want_chain =
        !concluded && (goal_ == Goal::first ? useful_anywhere(chain) : useful(chain, self));
    const bool want_cycle =
        has_partner && useful_anywhere(p.rank(2 * k, candidate(s), Pass::cycles, serial));
    if (!want_chain && !want_cycle) return;
    for (const std::size_t end = on_.size(); on_head < end; ++on_head) {
      const int i = on_[on_head];
      if (near_[i] == stamp_ && !concluded) {
        // The first ON node that sees the start: the start is OFF.
        concluded = true;
        if (want_chain) {
          UnaryHint h;
          h.rank = chain;
          h.eliminated = {self};
          h.nodes = {named(2 * s)};
          h.causes = {weak_cause(links_.cell[i], links_.cell[s])};
          trace(2 * i + 1, h);
          keep(std::move(h));
        }
      }
      for (std::uint32_t w = weak_start_[i]; w < weak_start_[i + 1]; ++w) {
        const int q = weak_[w];
        if (partner_[q] == stamp_ && want_cycle && k >= 2 && !is_ancestor(2 * q, 2 * i + 1))
          record_cycle(g, p.rank(2 * k, candidate(s), Pass::cycles, serial++), s, q, i);
        if (seen_[2 * q] == stamp_) continue;
        seen_[2 * q] = stamp_;
        parent_[2 * q] = static_cast<std::int16_t>(2 * i + 1);
        off_.push_back(static_cast<std::uint16_t>(q));
      }
    }
    spread_off(off_head);
  }
}

// Expands the waiting OFF nodes.
void UnarySearch::spread_off(std::size_t& head) {
  for (; head < off_.size(); ++head) {
    const int i = off_[head];
    for (const Links::Strong& l : strong_[i]) {
      const int q = 2 * l.to + 1;
      if (seen_[q] == stamp_) continue;
      seen_[q] = stamp_;
      parent_[q] = static_cast<std::int16_t>(2 * i);
      cause_[q] = l.cause;
      on_.push_back(l.to);
    }
  }
}

void UnarySearch::from_off(const Grid& g, const Pass& p, int s) {
  if (strong_[s].size == 0) return;
  start_search(2 * s);
  std::size_t on_head = 0, off_head = 0;
  for (int k = 1; off_head < off_.size(); ++k) {
    const UnaryRank r = p.rank(2 * k, candidate(s), Pass::from_off);
    if (goal_ == Goal::first ? !useful_anywhere(r) : !useful_in_cell(g, r, s)) return;
    spread_off(off_head);
    if (seen_[2 * s + 1] == stamp_) {
      UnaryHint h;
      h.rank = r;
      h.eliminated = beside(g, candidate(s));
      trace(2 * s + 1, h);
      keep(std::move(h));
      return;
    }
    for (; on_head < on_.size(); ++on_head) {
      const int i = on_[on_head];
      for (std::uint32_t w = weak_start_[i]; w < weak_start_[i + 1]; ++w) {
        const int q = weak_[w];
        if (seen_[2 * q] == stamp_) continue;
        seen_[2 * q] = stamp_;
        parent_[2 * q] = static_cast<std::int16_t>(2 * i + 1);
        off_.push_back(static_cast<std::uint16_t>(q));
      }
    }
  }
}

// The cycle s ON ... on ON, off OFF, s ON. Eliminates what some ON node and some OFF node both see,
// but nothing in the cells of the cycle.
void UnarySearch::record_cycle(const Grid& g, const UnaryRank& r, int s, int off, int on) {
  if (!useful_anywhere(r)) return;
  CellSet by_sign[9][2];
  CellSet cells;
  unsigned digits = 0;
  const auto visit = [&](int node) {
    const int i = node >> 1, c = links_.cell[i], d = links_.digit[i];
    by_sign[d][node & 1] = by_sign[d][node & 1] | geo.peers[c];
    digits |= bit(d);
    cells.add(c);
  };
  visit(2 * s + 1);
  visit(2 * off);
  for (int node = 2 * on + 1; parent_[node] >= 0; node = parent_[node]) visit(node);

  UnaryHint h;
  bool wanted = goal_ != Goal::thrifty;
  for (int d : Bits(digits)) {
    (by_sign[d][0] & by_sign[d][1]).without(cells).each([&](int c) {
      if (!g.has(c, d)) return;
      const auto x = static_cast<std::uint16_t>(9 * c + d);
      h.eliminated.push_back(x);
      wanted = wanted || useful(r, x);
    });
  }
  if (h.eliminated.empty() || !wanted) return;
  std::sort(h.eliminated.begin(), h.eliminated.end());
  h.rank = r;
  h.is_cycle = true;
  h.nodes = {named(2 * s + 1), named(2 * off)};
  for (const Links::Strong& l : strong_[off])
    if (l.to == s) h.causes.push_back(l.cause);
  h.causes.push_back(weak_cause(links_.cell[on], links_.cell[off]));
  for (int node = 2 * on + 1; parent_[node] >= 0; node = parent_[node]) {
    h.nodes.push_back(named(node));
    h.causes.push_back(cause_of(node));
  }
  keep(std::move(h));
}

void UnarySearch::trace(int node, UnaryHint& h) const {
  for (; node >= 0; node = parent_[node]) {
    h.nodes.push_back(named(node));
    h.causes.push_back(cause_of(node));
  }
}

void UnarySearch::keep(UnaryHint&& h) {
  if (goal_ == Goal::first) {
    if (found_ && !h.rank.before(best_.rank)) return;
    found_ = true;
    best_ = std::move(h);
    return;
  }
  if (goal_ == Goal::thrifty) {
    for (std::uint16_t x : h.eliminated) {
      if (is_claimed_[x] && !h.rank.before(claimed_[x])) continue;
      is_claimed_[x] = 1;
      claimed_[x] = h.rank;
    }
  }
  out_->push_back(std::move(h));
}

}  // namespace satdoku::se
