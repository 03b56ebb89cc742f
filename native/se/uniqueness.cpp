// Unique rectangles and loops, types 1 to 4 (producer 15).
#include <algorithm>
#include <utility>
#include <vector>

#include "rules.hpp"

namespace satdoku::se {

namespace {

// Kinds that the test for equal hints tells apart; the order does not matter.
enum class Kind { type1, type2, type3_naked, type3_hidden, type4 };

int type_number(Kind k) {
  switch (k) {
    case Kind::type1:
      return 1;
    case Kind::type2:
      return 2;
    case Kind::type4:
      return 4;
    default:
      return 3;
  }
}

struct LoopHint {
  Kind kind;
  double rating;
  std::vector<std::uint8_t> loop;
  CellSet cells;  // the loop as a set
  Mask pair;      // v1, v2
  std::vector<Candidate> eliminations;
  // type 2: digits = the common extra digit; type 3: the naked or hidden set; type 4: locked digit
  Mask digits = 0;
  int house = -1;                    // types 3 and 4
  std::vector<std::uint8_t> others;  // type 3: the cells that complete the set
  int removed = -1;                  // type 4: the digit that goes
};

class LoopSearch {
 public:
  LoopSearch(const Grid& g, Budget& budget) : g_(g), budget_(budget) {}

  std::vector<LoopHint> run() {
    for (int s = 0; s < 81; ++s) {
      if (!pair(g_.cand[s])) continue;
      start_ = s;
      pair_ = g_.cand[s];
      v1_ = lowest(pair_);
      v2_ = lowest(pair_ & (pair_ - 1));
      core_ = &core_of(pair_);
      if (!core_->has(s)) continue;
      found_.clear();
      grow(s, 2, 0, -1);
      for (const auto& loop : found_) evaluate(loop);
    }
    return std::move(hints_);
  }

 private:
  // The cells that a valid loop of the pair can go through: each of a cell's houses has another
  // such cell.
  const CellSet& core_of(Mask pair) {
    for (const auto& [known, core] : cores_)
      if (known == pair) return core;
    CellSet& core = cores_.emplace_back(pair, CellSet{}).second;
    Mask left[27];
    for (int h = 0; h < 27; ++h) left[h] = static_cast<Mask>(g_.pos[h][v1_] & g_.pos[h][v2_]);
    std::uint32_t lone = 0;
    for (int h = 0; h < 27; ++h)
      if (single(left[h])) lone |= 1u << h;
    while (lone != 0) {
      const int h = lowest(lone);
      lone &= lone - 1;
      if (left[h] == 0) continue;
      const int c = geo.cell[h][lowest(left[h])];
      for (int t = 0; t < 3; ++t) {
        const int o = geo.house[c][t];
        left[o] = static_cast<Mask>(left[o] & ~bit(geo.index[c][t]));
        if (single(left[o])) lone |= 1u << o;
      }
    }
    for (int h = 0; h < 9; ++h)
      for (int i : Bits(left[h])) core.add(geo.cell[h][i]);
    return core;
  }

  // `extras` is copied per call but then SHARED by all siblings tried below, rejected ones
  // included, and no visited-set may prune: what gets recorded depends on the path
  // (specification 7.1, traps a and f). Only paths that cannot end in a valid loop are left out:
  // `houses_` are those of the cells so far, by parity.
  void grow(int c, int allowance, unsigned extras, int last_type) {
    budget_.spend(8);
    const std::size_t parity = loop_.size() & 1;
    std::uint32_t houses = 0;
    for (int h : geo.house[c]) houses |= 1u << h;
    if ((houses_[parity] & houses) != 0 || !core_->has(c)) return;
    houses_[parity] |= houses;
    loop_.push_back(static_cast<std::uint8_t>(c));
    in_loop_.add(c);
    for (int type : kOrderLinks) {
      if (type == last_type) continue;
      const int h = geo.house[c][type];
      // Every loop cell, the first included, has both digits.
      for (int i : Bits(g_.pos[h][v1_] & g_.pos[h][v2_])) {
        const int next = geo.cell[h][i];
        if (next == start_ && loop_.size() >= 4) {
          // Valid: each house touched holds exactly two loop cells of different parity.
          if (houses_[0] == houses_[1]) found_.push_back(loop_);
        } else if (!in_loop_.has(next)) {
          extras = (extras | g_.cand[next]) & ~unsigned{pair_};
          const bool plain = pair(g_.cand[next]);
          if (plain || single(extras) || allowance > 0)
            grow(next, allowance - (plain ? 0 : 1), extras, type);
        }
      }
    }
    loop_.pop_back();
    in_loop_.remove(c);
    houses_[parity] ^= houses;
  }

  void evaluate(const std::vector<std::uint8_t>& loop) {
    std::vector<int> x;
    for (int c : loop)
      if (count(g_.cand[c]) > 2) x.push_back(c);
    if (x.empty()) return;
    if (x.size() == 1) {
      LoopHint h = make(Kind::type1, loop);
      for (int v : {v1_, v2_}) add(h, x[0], v);
      keep(std::move(h));
      return;
    }
    if (x.size() >= 3) {
      type2(loop, x);
      return;
    }
    const Mask extra = static_cast<Mask>((g_.cand[x[0]] | g_.cand[x[1]]) & ~unsigned{pair_});
    if (single(extra)) type2(loop, x);
    else type3(loop, x[0], x[1], extra);
    type4(loop, x[0], x[1]);
  }

  void type2(const std::vector<std::uint8_t>& loop, const std::vector<int>& x) {
    const int e = lowest(g_.cand[x[0]] & ~unsigned{pair_});
    LoopHint h = make(Kind::type2, loop);
    h.digits = bit(e);
    CellSet victims = geo.peers[x[0]];
    for (int c : x) victims = victims & geo.peers[c];
    victims.each([&](int c) {
      if (g_.has(c, e)) add(h, c, e);
    });
    keep(std::move(h));
  }

  void type4(const std::vector<std::uint8_t>& loop, int x0, int x1) {
    int locked1 = -1, locked2 = -1;
    for (int t : kOrderLinks) {
      const int h = geo.house[x0][t];
      if (h != geo.house[x1][t]) continue;
      const unsigned both = unsigned{bit(geo.index[x0][t])} | bit(geo.index[x1][t]);
      if ((g_.pos[h][v1_] & ~both) == 0) locked1 = h;
      if ((g_.pos[h][v2_] & ~both) == 0) locked2 = h;
    }
    if (locked1 < 0 && locked2 < 0) return;
    LoopHint h = make(Kind::type4, loop);
    const bool first = locked1 >= 0;
    h.house = first ? locked1 : locked2;
    h.digits = bit(first ? v1_ : v2_);
    h.removed = first ? v2_ : v1_;
    add(h, x0, h.removed);
    add(h, x1, h.removed);
    keep(std::move(h));
  }

  // Not symmetric in x0 and x1: the combinations run over x0's place in the house.
  void type3(const std::vector<std::uint8_t>& loop, int x0, int x1, Mask extra) {
    for (int n = count(extra); n <= 7; ++n) {
      for (int t : kOrderLinks) {
        const int h = geo.house[x0][t];
        if (h != geo.house[x1][t]) continue;
        const int i0 = geo.index[x0][t], i1 = geo.index[x1][t];
        if (2 * n <= g_.empty[h]) naked(loop, x0, x1, extra, h, i0, i1, n);
        if (2 * n < g_.empty[h]) hidden(loop, extra, h, i0, i1, n);
      }
    }
  }

  void naked(const std::vector<std::uint8_t>& loop, int x0, int x1, Mask extra, int h, int i0,
             int i1, int n) {
    for (Mask set : kCombinations[static_cast<unsigned>(n)]) {
      if (!(set & bit(i0)) || (set & bit(i1))) continue;
      const Mask rest = static_cast<Mask>(set & ~unsigned{bit(i0)});
      unsigned digits = 0;
      bool ok = true;
      for (int i : Bits(rest)) {
        const Mask m = g_.cand[geo.cell[h][i]];
        ok = ok && count(m) >= 2;
        digits |= m;
      }
      const unsigned cover = digits | (extra & g_.cand[x0] & g_.cand[x1]);
      digits |= extra;
      if (!ok || count(cover) != n || count(digits) != n) continue;
      LoopHint hint = make(Kind::type3_naked, loop);
      hint.rating += (n - 1) * 0.1;
      hint.house = h;
      hint.digits = static_cast<Mask>(digits);
      for (int i : Bits(rest)) hint.others.push_back(geo.cell[h][i]);
      for (int i = 0; i < 9; ++i) {
        if ((set & bit(i)) || i == i1) continue;
        const int c = geo.cell[h][i];
        for (int d : Bits(g_.cand[c] & digits)) add(hint, c, d);
      }
      keep(std::move(hint));
    }
  }

  void hidden(const std::vector<std::uint8_t>& loop, Mask extra, int h, int i0, int i1, int n) {
    const Mask rest = static_cast<Mask>(kAll & ~unsigned{pair_} & ~unsigned{extra});
    if (n - 2 > count(rest)) return;
    // Restricting the combinations of all nine digits to `rest` keeps their order.
    for (Mask chosen : kCombinations[static_cast<unsigned>(n - 2)]) {
      if (chosen & ~unsigned{rest}) continue;
      const unsigned digits = unsigned{chosen} | pair_;
      unsigned places = 0;
      bool ok = true;
      for (int d : Bits(digits)) {
        const unsigned p = g_.pos[h][d] & ~unsigned{bit(i1)};
        ok = ok && p != 0;
        places |= p;
      }
      if (!ok || count(places) != n) continue;
      places &= ~unsigned{bit(i0)};
      LoopHint hint = make(Kind::type3_hidden, loop);
      hint.rating += (count(places) - 1) * 0.1;
      hint.house = h;
      hint.digits = static_cast<Mask>(digits);
      for (int i : Bits(places)) {
        const int c = geo.cell[h][i];
        hint.others.push_back(static_cast<std::uint8_t>(c));
        for (int d : Bits(g_.cand[c] & ~digits)) add(hint, c, d);
      }
      keep(std::move(hint));
    }
  }

  LoopHint make(Kind kind, const std::vector<std::uint8_t>& loop) const {
    LoopHint h{};
    h.kind = kind;
    h.loop = loop;
    for (int c : loop) h.cells.add(c);
    h.pair = pair_;
    // Added up as the reference adds: 4.5 + 0.3 + 0.2 is not 5.0 by luck but by these steps.
    h.rating = 4.5;
    if (loop.size() >= 10) {
      h.rating += 0.3;
      h.rating += 0.2;
    } else if (loop.size() >= 8) {
      h.rating += 0.2;
    } else if (loop.size() >= 6) {
      h.rating += 0.1;
    }
    return h;
  }

  static void add(LoopHint& h, int c, int d) {
    h.eliminations.push_back({static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(d + 1)});
  }

  // Equal hints are dropped whatever their values: same kind, same cells, and for type 3 the same
  // set.
  void keep(LoopHint&& h) {
    if (h.eliminations.empty()) return;
    for (const LoopHint& o : hints_) {
      if (o.kind != h.kind || o.loop.size() != h.loop.size() || !(o.cells == h.cells)) continue;
      if (h.kind != Kind::type3_naked && h.kind != Kind::type3_hidden) return;
      if (o.house == h.house && o.digits == h.digits && o.others == h.others) return;
    }
    hints_.push_back(std::move(h));
  }

  const Grid& g_;
  Budget& budget_;
  int start_ = 0, v1_ = 0, v2_ = 0;
  Mask pair_ = 0;
  std::vector<std::uint8_t> loop_;
  CellSet in_loop_;
  std::vector<std::pair<Mask, CellSet>> cores_;
  const CellSet* core_ = nullptr;
  std::uint32_t houses_[2] = {0, 0};
  std::vector<std::vector<std::uint8_t>> found_;
  std::vector<LoopHint> hints_;
};

void fill_pattern(const Grid& g, const LoopHint& h, Step& step) {
  step.cells = h.loop;
  // Type 4 names the locked digit first, then the one that goes.
  if (h.kind == Kind::type4) {
    step.digits = {static_cast<std::uint8_t>(lowest(h.digits) + 1),
                   static_cast<std::uint8_t>(h.removed + 1)};
  } else {
    for (int d : Bits(h.pair)) step.digits.push_back(static_cast<std::uint8_t>(d + 1));
    if (h.kind != Kind::type1)
      for (int d : Bits(h.digits & ~unsigned{h.pair}))
        step.digits.push_back(static_cast<std::uint8_t>(d + 1));
  }
  if (h.house >= 0) step.houses.push_back(static_cast<std::uint8_t>(h.house));
  for (int c : h.loop) {
    for (int d : Bits(g.cand[c] & h.pair)) step.mark(Role::loop, c, d);
    for (int d : Bits(g.cand[c] & ~unsigned{h.pair})) step.mark(Role::extra, c, d);
    if (h.kind == Kind::type4 && count(g.cand[c]) > 2) step.mark(Role::locked, c, lowest(h.digits));
  }
  for (int c : h.others)
    for (int d : Bits(g.cand[c] & h.digits)) step.mark(Role::partner, c, d);
}

}  // namespace

bool find_unique_loop(const Grid& g, Step& step, bool full, Budget& budget) {
  std::vector<LoopHint> hints = LoopSearch(g, budget).run();
  if (hints.empty()) return false;
  // Ratings are compared as doubles: 4.6 + 0.1 < 4.5 + 0.2.
  const auto best =
      std::min_element(hints.begin(), hints.end(), [](const LoopHint& a, const LoopHint& b) {
        if (a.rating != b.rating) return a.rating < b.rating;
        return type_number(a.kind) < type_number(b.kind);
      });
  step.technique = Technique::unique_loop;
  step.variant = static_cast<std::uint8_t>(type_number(best->kind));
  step.rating = best->rating;
  step.eliminations = best->eliminations;
  if (full) fill_pattern(g, *best, step);
  return true;
}

}  // namespace satdoku::se
