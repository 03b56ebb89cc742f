// Propagation: what follows from one assumption, and in which order (specification, section 13).
#include <cstring>

#include "multiple.hpp"

namespace satdoku::se {

namespace {

constexpr int kNoBound = 1 << 20;

bool test(const std::vector<std::uint64_t>& set, int i) {
  return (set[static_cast<std::size_t>(i) >> 6] >> (i & 63) & 1) != 0;
}
void put(std::vector<std::uint64_t>& set, int i) {
  set[static_cast<std::size_t>(i) >> 6] |= std::uint64_t{1} << (i & 63);
}

}  // namespace

const ChainSearch::Propagation& ChainSearch::propagation(int start, bool on) {
  const int node = 2 * start + (on ? 1 : 0);
  Propagation& p = memo_[static_cast<std::size_t>(node)];
  if (p.made) return p;
  // A conclusion needs at least one other end, of one node or more. Levels >= 1 may not stop early:
  // an advanced implication can have few ancestors although all pending nodes have many.
  bound_ = level_ == 0 && goal_ == Goal::first && found_ ? best_.complexity - 1 : kNoBound;
  if (mode_ == Mode::fixed) propagate_fixed(p, node);
  else propagate_dynamic(p, node, level_);
  p.made = true;
  budget_->spend(static_cast<std::uint32_t>(p.nodes.size()) + 16);
  return p;
}

void ChainSearch::reset(Propagation& p, int start) {
  p.cut = p.clash = false;
  p.nodes.clear();
  p.parents.clear();
  p.inner.clear();
  p.index.assign(static_cast<std::size_t>(2 * links_.n), 0);
  p.on.assign(words_, 0);
  p.off.assign(words_, 0);
  for (auto& m : p.dry) m = {};
  pending_on_.clear();
  pending_off_.clear();
  on_head_ = off_head_ = 0;
  promising_ = 0;
  insert(p, start, Cause::start, -1, nullptr, 0, true);
}

// Adds a node. in_set = false makes the end of a clash, which belongs to no set.
int ChainSearch::insert(Propagation& p, int node, Cause cause, int inner,
                        const std::uint16_t* parents, std::size_t n, bool in_set) {
  const std::size_t at = p.nodes.size();
  Node v;
  v.node = static_cast<std::uint16_t>(node);
  v.cause = cause;
  v.inner = static_cast<std::int16_t>(inner);
  v.parents = static_cast<std::uint32_t>(p.parents.size());
  v.parent_count = static_cast<std::uint16_t>(n);
  v.nested = inner >= 0 && p.inner[static_cast<std::size_t>(inner)]->complexity > 0;
  p.parents.insert(p.parents.end(), parents, parents + n);
  for (std::size_t k = 0; k < n; ++k) v.nested = v.nested || p.nodes[parents[k]].nested;

  if (mode_ == Mode::fixed) {  // one parent each: the ancestors are a path
    v.count = static_cast<std::uint16_t>(n == 0 ? 1 : p.nodes[parents[0]].count + 1);
  } else {
    const std::size_t w = ancestor_words_;
    if (ancestors_.size() < (at + 1) * w) ancestors_.resize((at + 64) * w);
    std::uint64_t* mine = ancestors_.data() + at * w;
    if (n == 0) {
      for (std::size_t k = 0; k < w; ++k) mine[k] = 0;
      v.count = 1;
    } else {
      const auto bit_of = [&](std::uint16_t q) {
        return static_cast<std::size_t>(signed_ ? q : q >> 1);
      };
      const auto add = [&](std::uint16_t q) {
        mine[bit_of(q) >> 6] |= std::uint64_t{1} << (bit_of(q) & 63);
      };
      std::memcpy(mine, ancestors_.data() + parents[0] * w, w * sizeof *mine);
      for (std::size_t j = 1; j < n; ++j) {
        const std::uint64_t* other = ancestors_.data() + parents[j] * w;
        for (std::size_t k = 0; k < w; ++k) mine[k] |= other[k];
      }
      for (std::size_t j = 0; j < n; ++j) add(p.nodes[parents[j]].node);
      if (n == 1 && in_set) {
        v.count = static_cast<std::uint16_t>(p.nodes[parents[0]].count + 1);
      } else {
        int sum = 1;
        for (std::size_t k = 0; k < w; ++k) sum += count64(mine[k]);
        // The end of a clash may repeat a node among its own ancestors (levels >= 1 only).
        if (signed_ && (mine[bit_of(v.node) >> 6] >> (bit_of(v.node) & 63) & 1) != 0) --sum;
        v.count = static_cast<std::uint16_t>(sum);
      }
    }
  }
  p.nodes.push_back(v);
  if (in_set) {
    p.index[static_cast<std::size_t>(node)] = static_cast<std::uint16_t>(at + 1);
    put(node & 1 ? p.on : p.off, node >> 1);
    (node & 1 ? pending_on_ : pending_off_).push_back(static_cast<std::uint16_t>(at));
    if (v.count < bound_) ++promising_;
  }
  return static_cast<int>(at);
}

// The node "number is OFF" follows from nodes[parent]. True on a clash.
bool ChainSearch::derive_off(Propagation& p, int parent, int number, Cause cause) {
  const auto from = static_cast<std::uint16_t>(parent);
  if (test(p.on, number)) {
    p.clash = true;
    p.clash_on = static_cast<std::uint16_t>(p.index[static_cast<std::size_t>(2 * number + 1)] - 1);
    p.clash_off = static_cast<std::uint16_t>(insert(p, 2 * number, cause, -1, &from, 1, false));
    return true;
  }
  if (test(p.off, number)) return false;
  // Most nodes are made here, so insert() for one parent is written out.
  const std::size_t at = p.nodes.size(), w = ancestor_words_;
  Node v;
  v.node = static_cast<std::uint16_t>(2 * number);
  v.cause = cause;
  v.inner = -1;
  v.parents = static_cast<std::uint32_t>(p.parents.size());
  v.parent_count = 1;
  v.count = static_cast<std::uint16_t>(p.nodes[from].count + 1);
  v.nested = p.nodes[from].nested;
  p.parents.push_back(from);
  if (mode_ != Mode::fixed) {
    if (ancestors_.size() < (at + 1) * w) ancestors_.resize((at + 64) * w);
    std::uint64_t* mine = ancestors_.data() + at * w;
    const std::uint64_t* other = ancestors_.data() + from * w;
    for (std::size_t k = 0; k < w; ++k) mine[k] = other[k];
    const std::size_t b = signed_ ? p.nodes[from].node : p.nodes[from].node >> 1;
    mine[b >> 6] |= std::uint64_t{1} << (b & 63);
  }
  p.nodes.push_back(v);
  p.index[static_cast<std::size_t>(2 * number)] = static_cast<std::uint16_t>(at + 1);
  put(p.off, number);
  pending_off_.push_back(static_cast<std::uint16_t>(at));
  if (v.count < bound_) ++promising_;
  return false;
}

// The node "number is ON" follows from nodes[parent] and from the candidates that were removed
// before: `hidden` are digits of `cell` (house < 0) or positions of the digit in `house`. True on a
// clash.
bool ChainSearch::derive_on(Propagation& p, int parent, int number, Cause cause, Mask hidden,
                            int house, int cell) {
  const bool clash = test(p.off, number);
  if (!clash && test(p.on, number)) return false;
  std::uint16_t parents[9];
  std::size_t n = 0;
  parents[n++] = static_cast<std::uint16_t>(parent);
  for (int i : Bits(hidden)) {
    const int x = house < 0 ? 9 * cell + i : 9 * geo.cell[house][i] + links_.digit[number];
    parents[n++] =
        static_cast<std::uint16_t>(p.index[static_cast<std::size_t>(2 * links_.number[x])] - 1);
  }
  const int at = insert(p, 2 * number + 1, cause, -1, parents, n, !clash);
  if (!clash) return false;
  p.clash = true;
  p.clash_on = static_cast<std::uint16_t>(at);
  p.clash_off = static_cast<std::uint16_t>(p.index[static_cast<std::size_t>(2 * number)] - 1);
  return true;
}

// Static chains: the links never change, every node has one parent.
void ChainSearch::propagate_fixed(Propagation& p, int start) {
  reset(p, start);
  while (on_head_ < pending_on_.size() || off_head_ < pending_off_.size()) {
    if (promising_ == 0) {
      p.cut = true;
      return;
    }
    if (on_head_ < pending_on_.size()) {
      const int at = pending_on_[on_head_++];
      const Node v = p.nodes[static_cast<std::size_t>(at)];
      if (v.count < bound_) --promising_;
      const int i = v.node >> 1;
      for (int q : links_.weak(i, true))
        if (!test(p.off, q) && derive_off(p, at, q, weak_cause(links_.cell[i], links_.cell[q])))
          return;
    } else {
      const int at = pending_off_[off_head_++];
      const Node v = p.nodes[static_cast<std::size_t>(at)];
      if (v.count < bound_) --promising_;
      for (const Links::Strong& l : links_.strong(v.node >> 1))
        if (derive_on(p, at, l.to, l.cause, 0, 0, 0)) return;
    }
  }
}

// Runs the two queues dry (or into a clash): ON nodes first, always; OFF nodes one at a time.
void ChainSearch::flow(Propagation& p) {
  const bool cells = mode_ != Mode::nishio;
  while (on_head_ < pending_on_.size() || off_head_ < pending_off_.size()) {
    if (promising_ == 0) {
      p.cut = true;
      return;
    }
    if (on_head_ < pending_on_.size()) {
      const int at = pending_on_[on_head_++];
      const Node v = p.nodes[static_cast<std::size_t>(at)];
      if (v.count < bound_) --promising_;
      const int c = links_.cell[v.node >> 1], d = links_.digit[v.node >> 1];
      if (cells)
        for (int e : Bits(now_.cand[c] & ~unsigned{bit(d)}))
          if (derive_off(p, at, links_.number[9 * c + e], Cause::cell)) return;
      for (int t : kOrderLinks) {
        const int h = geo.house[c][t];
        unsigned places = now_.pos[h][d] & ~unsigned{bit(geo.index[c][t])};
        if (t != kBlock) places &= geo.outside_block[c][t];
        for (int k : Bits(places))
          if (derive_off(p, at, links_.number[9 * geo.cell[h][k] + d], house_cause(t))) return;
      }
    } else {
      const int at = pending_off_[off_head_++];
      const Node v = p.nodes[static_cast<std::size_t>(at)];
      if (v.count < bound_) --promising_;
      const int c = links_.cell[v.node >> 1], d = links_.digit[v.node >> 1];
      // Everything is worked out on the pencilmarks that still have (c, d); it leaves them before
      // the results are taken in.
      struct Result {
        std::int16_t number;
        Cause cause;
        Mask hidden;
        std::int8_t house;
      } results[4];
      int n = 0;
      const unsigned others = now_.cand[c] & ~unsigned{bit(d)};
      if (cells && single(others))
        results[n++] = {links_.number[9 * c + lowest(others)], Cause::cell,
                        static_cast<Mask>(grid_->cand[c] & ~unsigned{now_.cand[c]}), -1};
      for (int t : kOrderLinks) {
        const int h = geo.house[c][t];
        const unsigned places = now_.pos[h][d] & ~unsigned{bit(geo.index[c][t])};
        if (single(places))
          results[n++] = {links_.number[9 * geo.cell[h][lowest(places)] + d], house_cause(t),
                          static_cast<Mask>(grid_->pos[h][d] & ~unsigned{now_.pos[h][d]}),
                          static_cast<std::int8_t>(h)};
      }
      now_.remove(c, d);
      for (int k = 0; k < n; ++k) {
        const Result& r = results[k];
        if (derive_on(p, at, r.number, r.cause, r.hidden, r.house, c)) return;
      }
    }
  }
}

// Takes up a propagation where a lower level left it. The rules of that level are the first of this
// level's, so everything up to its last standstill is the same. Levels are asked in ascending
// order.
bool ChainSearch::resume(Propagation& p, int level, int& rules_done) {
  static constexpr int lower[6] = {-1, 0, 1, 2, 1, 4};
  static constexpr int rules_of[6] = {0, 4, 5, 6, 5, 6};
  if (level == 0 || p.nodes.empty() || p.cut) return false;
  int base = lower[level];
  while (base >= 0 && p.dry[base].nodes < 0) base = lower[base];
  if (base < 0) {
    // Never at a standstill: it clashed before any rule was asked, and does so here.
    rules_done = -1;
    return p.clash;
  }
  const Propagation::Mark mark = p.dry[base];
  p.clash = false;
  for (std::size_t k = static_cast<std::size_t>(mark.nodes); k < p.nodes.size(); ++k) {
    const int node = p.nodes[k].node;
    if (p.index[static_cast<std::size_t>(node)] != k + 1) continue;
    p.index[static_cast<std::size_t>(node)] = 0;
    auto& set = node & 1 ? p.on : p.off;
    set[static_cast<std::size_t>(node >> 1) >> 6] &= ~(std::uint64_t{1} << (node >> 1 & 63));
  }
  p.nodes.resize(static_cast<std::size_t>(mark.nodes));
  p.parents.resize(mark.parents);
  p.inner.resize(mark.inner);
  for (int k = base + 1; k < 6; ++k) p.dry[k] = {};
  pending_on_.clear();
  pending_off_.clear();
  on_head_ = off_head_ = 0;
  promising_ = 0;
  for (const Node& v : p.nodes)
    if ((v.node & 1) == 0) now_.remove(links_.cell[v.node >> 1], links_.digit[v.node >> 1]);
  count_again(p);
  rules_done = rules_of[base];
  return true;
}

// The ancestor sets of a propagation that is taken up again.
void ChainSearch::count_again(Propagation& p) {
  const std::size_t w = ancestor_words_;
  if (ancestors_.size() < p.nodes.size() * w) ancestors_.resize(p.nodes.size() * w);
  for (std::size_t at = 0; at < p.nodes.size(); ++at) {
    std::uint64_t* mine = ancestors_.data() + at * w;
    for (std::size_t k = 0; k < w; ++k) mine[k] = 0;
    const Node& v = p.nodes[at];
    for (std::size_t j = 0; j < v.parent_count; ++j) {
      const std::size_t from = p.parents[v.parents + j];
      const std::uint64_t* other = ancestors_.data() + from * w;
      for (std::size_t k = 0; k < w; ++k) mine[k] |= other[k];
      const std::size_t b = signed_ ? p.nodes[from].node : p.nodes[from].node >> 1;
      mine[b >> 6] |= std::uint64_t{1} << (b & 63);
    }
  }
}

void ChainSearch::propagate_dynamic(Propagation& p, int start, int level) {
  signed_ = level > 0;
  ancestor_words_ = signed_ ? (static_cast<std::size_t>(2 * links_.n) + 63) / 64 : words_;
  static_cast<Marks&>(now_) = *grid_;
  int rules_done = 0;
  bool dry = false;
  if (resume(p, level, rules_done)) {
    if (rules_done < 0) return;
    dry = true;
  } else {
    reset(p, start);
  }
  for (;;) {
    if (!dry) flow(p);
    if (p.clash || p.cut) return;
    // A level's own mark is the last state that its rules could not carry further.
    p.dry[level] = {static_cast<std::int32_t>(p.nodes.size()),
                    static_cast<std::uint32_t>(p.parents.size()),
                    static_cast<std::uint32_t>(p.inner.size())};
    if (level == 0 || !advance(p, level, rules_done)) return;
    rules_done = 0;
    dry = false;
  }
}

}  // namespace satdoku::se
