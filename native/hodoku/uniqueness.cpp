// Unique rectangles (tests 1 to 6, hidden rectangle), avoidable rectangles, BUG+1.
#include <bitset>

#include "search.hpp"

namespace satdoku::hodoku {

// The first pattern of each kind in a position, found in one pass.
struct RectangleMemory {
  std::uint64_t position = 0;
  bool has[7]{};
  Step first[7];
};

namespace {

// A corner x, its neighbour y in the block, and the cells z and w that complete the rectangle.
struct Rectangle {
  int x, y, z, w;

  CellSet cells() const {
    CellSet s;
    for (const int c : {x, y, z, w}) s.add(c);
    return s;
  }
  int opposite(int c) const { return c == x ? w : c == w ? x : c == y ? z : y; }
};

// Calls look(rectangle) for every z of the pair x, y.
template <class Look>
bool each_rectangle(int x, int y, Look&& look) {
  const int type = geo.house[x][kRow] == geo.house[y][kRow] ? kColumn : kRow;
  const int along = geo.house[x][type], beside = geo.house[y][type];
  for (int t = 0; t < 9; ++t) {
    const int z = geo.cell[along][t];
    if (geo.house[z][kBlock] == geo.house[x][kBlock]) continue;
    if (look(Rectangle{x, y, z, geo.cell[beside][t]})) return true;
  }
  return false;
}

// The cells that may be y for x.
CellSet neighbours(int x) {
  const auto& h = geo.house[x];
  CellSet s = geo.cells[h[kBlock]] & (geo.cells[h[kRow]] | geo.cells[h[kColumn]]);
  s.remove(x);
  return s;
}

// Whether the rectangle comes for the first time in a pass.
class Seen {
 public:
  bool first_time(const CellSet& cells) {
    int low = 81, high = 0;
    for (const int c : cells) {
      low = std::min(low, c);
      high = std::max(high, c);
    }
    auto bit = seen_[static_cast<unsigned>(81 * low + high)];
    if (bit) return false;
    return bit = true;
  }

 private:
  std::bitset<81 * 81> seen_;
};

bool in_one(const CellSet& s, int type) { return s.inside(geo.cells[geo.house[s.first()][type]]); }

class RectanglePass {
 public:
  RectanglePass(const Grid& g, RectangleMemory& memory, bool full)
      : g_(g), memory_(memory), full_(full) {}

  void run() {
    Seen seen;
    CellSet open[10];
    for (int d = 1; d <= 9; ++d) open[d] = g_.allowed(d);
    for (const int x : g_.unsolved) {
      if (!g_.bivalue(x)) continue;
      p_ = lowest(g_.cand[x]);
      q_ = lowest(g_.cand[x] & (g_.cand[x] - 1u));
      const CellSet both = open[p_] & open[q_];
      for (const int y : neighbours(x) & both)
        each_rectangle(x, y, [&](const Rectangle& r) {
          if (both.has(r.z) && both.has(r.w) && seen.first_time(r.cells())) look(r);
          return false;
        });
    }
  }

 private:
  void look(const Rectangle& r) {
    rectangle_ = r.cells();
    two_ = {};
    more_ = {};
    extra_ = 0;
    const Mask own = static_cast<Mask>(bit(p_) | bit(q_));
    for (const int c : rectangle_) {
      const Mask others = static_cast<Mask>(g_.cand[c] & ~own);
      (others == 0 ? two_ : more_).add(c);
      extra_ = static_cast<Mask>(extra_ | others);
    }
    const int n = two_.size();
    if (n == 4) return;
    const bool row = in_one(more_, kRow), column = in_one(more_, kColumn),
               diagonal = n == 2 && !row && !column;
    if (n == 3) {
      const int c = more_.first();
      Step& s = begin();
      for (const int d : {p_, q_})
        if (g_.has(c, d)) s.eliminate(c, d);
      keep(Name::uniqueness_1);
      return;
    }
    if (single(extra_)) {
      const int e = lowest(extra_);
      begin().eliminate(common_peers(more_) & g_.with[e], e);
      keep(n == 1 || diagonal ? Name::uniqueness_5 : Name::uniqueness_2);
    }
    if (n == 2)
      for (const int type : {kRow, kColumn, kBlock})
        if (!has(Name::uniqueness_3) && in_one(more_, type)) test_3(geo.house[more_.first()][type]);
    if (n == 2 && !diagonal) lock(common_peers(more_), {q_, p_}, Name::uniqueness_4);
    if (diagonal) {
      CellSet lines;
      for (const int c : more_)
        lines |= geo.cells[geo.house[c][kRow]] | geo.cells[geo.house[c][kColumn]];
      lock(lines.without(rectangle_), {p_, q_}, Name::uniqueness_6);
    }
    if (diagonal || n == 1)
      for (const int corner : two_) hidden(r.opposite(corner));
  }

  // Where the zone has no p, the first digit leaves the cells with more; else where it has no q,
  // the second.
  void lock(const CellSet& zone, std::pair<int, int> gone, Name name) {
    if (has(name)) return;
    const int out = !zone.meets(g_.with[p_])   ? gone.first
                    : !zone.meets(g_.with[q_]) ? gone.second
                                               : 0;
    if (out == 0) return;
    begin().eliminate(more_ & g_.with[out], out);
    keep(name);
  }

  void hidden(int o) {
    if (has(Name::hidden_rectangle)) return;
    const CellSet lines =
        (geo.cells[geo.house[o][kRow]] | geo.cells[geo.house[o][kColumn]]).without(rectangle_);
    for (const auto& [u, v] : {std::pair{p_, q_}, std::pair{q_, p_}}) {
      if (lines.meets(g_.with[u]) || !g_.has(o, v)) continue;
      begin().eliminate(o, v);
      keep(Name::hidden_rectangle);
      return;
    }
  }

  void test_3(int house) {
    std::uint8_t usable[9];
    int n = 0;
    const CellSet not_pq = g_.with[p_] | g_.with[q_];
    for (const int c : (geo.cells[house] & g_.unsolved).without(rectangle_ | not_pq))
      usable[n++] = static_cast<std::uint8_t>(c);
    enlarge(house, usable, n, 0, more_, extra_);
  }

  bool enlarge(int house, const std::uint8_t* usable, int n, int from, const CellSet& set,
               Mask digits) {
    for (int i = from; i < n; ++i) {
      CellSet s = set;
      s.add(usable[i]);
      const Mask d = static_cast<Mask>(digits | g_.cand[usable[i]]);
      if (count(d) == s.size() - 1 && naked(house, s, d)) return true;
      if (enlarge(house, usable, n, i + 1, s, d)) return true;
    }
    return false;
  }

  bool naked(int house, const CellSet& s, Mask digits) {
    if (house >= 18 && (in_one(s, kRow) || in_one(s, kColumn))) return false;
    Step& step = begin();
    const auto clear = [&](int h) {
      for (const int c : (geo.cells[h] & g_.unsolved).without(s))
        for (const int d : Bits(g_.cand[c] & digits)) step.eliminate(c, d);
    };
    clear(house);
    if (!step.eliminations.empty() && house < 18 && in_one(s, kBlock))
      clear(geo.house[s.first()][kBlock]);
    if (full_ && !step.eliminations.empty()) {
      step.groups.push_back(s.without(more_));
      step.base = {static_cast<std::uint8_t>(house)};
    }
    return keep(Name::uniqueness_3);
  }

  static unsigned place(Name name) {
    return name == Name::hidden_rectangle
               ? 6
               : static_cast<unsigned>(name) - static_cast<unsigned>(Name::uniqueness_1);
  }
  bool has(Name name) const { return memory_.has[place(name)]; }

  Step& begin() {
    now_.clear();
    return now_;
  }

  // What was begun is a pattern if it eliminates something; the first one of its kind stays.
  bool keep(Name name) {
    if (now_.eliminations.empty() || has(name)) return false;
    now_.name = name;
    if (full_) {
      for (const int c : rectangle_) now_.cells.push_back(static_cast<std::uint8_t>(c));
      now_.digits = {static_cast<std::uint8_t>(p_), static_cast<std::uint8_t>(q_)};
    }
    memory_.has[place(name)] = true;
    std::swap(memory_.first[place(name)], now_);
    return true;
  }

  const Grid& g_;
  RectangleMemory& memory_;
  bool full_;
  Step now_;
  int p_ = 0, q_ = 0;
  CellSet rectangle_, two_, more_;  // all four cells; those with p and q alone; the others
  Mask extra_ = 0;                  // further digits of the others
};

}  // namespace

bool find_unique_rectangle(const Grid& g, Name which, Step& step, Context& context) {
  if (!context.rectangles) context.rectangles = std::make_shared<RectangleMemory>();
  RectangleMemory& memory = *context.rectangles;
  if (memory.position != context.position) {
    memory.position = context.position;
    for (bool& has : memory.has) has = false;
    RectanglePass(g, memory, context.full).run();
  }
  const unsigned place =
      which == Name::hidden_rectangle
          ? 6
          : static_cast<unsigned>(which) - static_cast<unsigned>(Name::uniqueness_1);
  if (!memory.has[place]) return false;
  const Search search = step.search;
  step = memory.first[place];
  step.search = search;
  return true;
}

bool find_avoidable_rectangle(const Grid& g, Name which, Step& step, Context& context) {
  const CellSet filled = kAllCells.without(g.unsolved | g.given);
  Seen seen;
  for (const int x : filled)
    for (const int y : neighbours(x) & filled) {
      const int p = g.value[x], q = g.value[y];
      const bool found = each_rectangle(x, y, [&](const Rectangle& r) {
        const int z = r.z, w = r.w;
        const bool open_z = g.bivalue(z) && g.has(z, q), open_w = g.bivalue(w) && g.has(w, p);
        const bool done_z = filled.has(z) && g.value[z] == q,
                   done_w = filled.has(w) && g.value[w] == p;
        if (!(done_z && open_w) && !(done_w && open_z) && !(open_z && open_w)) return false;
        if (!seen.first_time(r.cells())) return false;
        if (open_z && open_w) {
          const Mask shared = static_cast<Mask>(g.cand[z] & ~bit(q));
          if (which != Name::avoidable_rectangle_2 || (g.cand[w] & shared) == 0) return false;
          const int e = lowest(shared);
          step.eliminate(geo.peers[z] & geo.peers[w] & g.with[e], e);
        } else if (which == Name::avoidable_rectangle_1) {
          if (open_w) step.eliminate(w, p);
          else step.eliminate(z, q);
        }
        if (step.eliminations.empty()) return false;
        if (context.full)
          for (const int c : {x, y, z, w}) step.cells.push_back(static_cast<std::uint8_t>(c));
        return true;
      });
      if (!found) continue;
      step.name = which;
      if (context.full) step.digits = {static_cast<std::uint8_t>(p), static_cast<std::uint8_t>(q)};
      return true;
    }
  return false;
}

bool find_bug_plus_1(const Grid& g, Step& step, Context& context) {
  int bug = -1;
  for (const int c : g.unsolved) {
    const int n = count(g.cand[c]);
    if (n > 3 || (n == 3 && bug >= 0)) return false;
    if (n == 3) bug = c;
  }
  if (bug < 0) return false;
  int digit = 0, house[3] = {-1, -1, -1};
  for (int h = 0; h < 27; ++h)
    for (int d = 1; d <= 9; ++d) {
      if (g.n[h][d] > 3) return false;
      if (g.n[h][d] < 3) continue;
      if (house[h / 9] >= 0 || (digit != 0 && digit != d)) return false;
      house[h / 9] = h;
      digit = d;
    }
  if (digit == 0 || !g.has(bug, digit)) return false;
  for (int type = 0; type < 3; ++type)
    if (house[type] != geo.house[bug][type]) return false;
  step.name = Name::bug_plus_1;
  for (const int d : Bits(g.cand[bug] & ~unsigned{bit(digit)})) step.eliminate(bug, d);
  if (context.full) {
    step.cells = {static_cast<std::uint8_t>(bug)};
    step.digits = {static_cast<std::uint8_t>(digit)};
  }
  return true;
}

}  // namespace satdoku::hodoku
