// Almost locked sets, XZ to chains; one file, since all read one table of what relates two sets.
//
// Sets are numbered in HoDoKu's order. What relates two sets by a digit (it is restricted; it has
// common victims) depends only on the cells that have the digit in them, and many sets share those:
// relations are found between the distinct `places` of a digit and spread as rows of bits, one bit
// for each set.
#include <algorithm>
#include <vector>

#include "best.hpp"
#include "rows.hpp"
#include "search.hpp"

namespace satdoku::hodoku {

namespace {

// The bits above i in the word w of a row.
Word above(int i, std::size_t w) {
  const std::size_t at = static_cast<std::size_t>(i) >> 6;
  if (w != at) return w > at ? ~Word{0} : 0;
  return (i & 63) == 63 ? 0 : ~Word{0} << ((i & 63) + 1);
}

// The cells of a digit in one or more sets.
struct Place {
  CellSet cells;
  CellSet peers;    // cells that see all of them
  CellSet victims;  // those of them that have the digit
};

struct Record {  // two sets with a restricted common digit
  std::uint16_t first, second;
  std::uint8_t r1, r2;  // r2: 0 if there is one only

  Mask digits() const { return static_cast<Mask>((bit(r1) | bit(r2)) & kDigits); }
};

}  // namespace

struct AlsMemory {
  std::uint64_t position = ~std::uint64_t{0};
  bool with_shared = false;

  // The sets.
  int n = 0;
  std::size_t width = 0;  // words of a row with a bit for each set
  std::vector<CellSet> cells;
  std::vector<Mask> digits;
  std::vector<std::array<std::uint16_t, 10>> place;  // of a digit of a set: its number in places

  std::vector<Place> places;  // those of digit 1 first, ...
  int first_place[11];
  BitRows members;  // of a place: the sets that have it

  BitRows overlap;     // of a set: those with a common cell, itself included
  BitRows restricted;  // of a place: the sets to which its digit is restricted
  BitRows shared;      // of a place: the sets that have common victims of its digit
  BitRows linked;      // of a set: those with which it has a record
  std::vector<Record> records;
  std::vector<int> first_record;  // of the sets as first sets, and the end

  // Rows of the search for chains.
  BitRows one, more, rest, scratch;
  std::vector<std::array<Mask, 10>> firsts_one, firsts_more;

  void build(const Grid& g, Budget& budget);
  void find_shared();

  std::size_t place_of(int set, int d) const {
    return place[static_cast<std::size_t>(set)][static_cast<std::size_t>(d)];
  }
  const CellSet& cells_of(int set) const { return cells[static_cast<std::size_t>(set)]; }
  Mask digits_of(int set) const { return digits[static_cast<std::size_t>(set)]; }
  const CellSet& seen(int set, int d) const { return places[place_of(set, d)].victims; }
  CellSet victims(int a, int b, int d) const { return seen(a, d) & seen(b, d); }

  // The record of two sets, the lower number first.
  const Record& record(int a, int b) const {
    const auto first = records.begin() + first_record[static_cast<std::size_t>(a)];
    const auto last = records.begin() + first_record[static_cast<std::size_t>(a) + 1];
    return *std::lower_bound(first, last, b,
                             [](const Record& r, int second) { return r.second < second; });
  }

  // What two sets eliminate together, but for some digits.
  void eliminate(int a, int b, Mask forbidden, Step& step) const {
    for (const int d : Bits(digits_of(a) & digits_of(b) & ~unsigned{forbidden}))
      step.eliminate(victims(a, b, d), d);
  }

 private:
  void list_sets(const Grid& g);
  void list_places(const Grid& g);
  void list_records(Budget& budget);
};

void AlsMemory::list_sets(const Grid& g) {
  cells.clear();
  digits.clear();
  std::uint8_t list[9];
  int house = 0, size = 0;
  const auto enlarge = [&](const auto& self, int from, const CellSet& set, Mask has,
                           int in) -> void {
    for (int i = from; i < size; ++i) {
      CellSet now = set;
      now.add(list[i]);
      const Mask with = static_cast<Mask>(has | g.cand[list[i]]);
      if (count(with) == in + 2) {
        // A set of one row or column was listed there.
        const auto& in_house = geo.house[list[i]];
        const bool again = in == 0 ? house >= 9
                                   : house >= 18 && (now.inside(geo.cells[in_house[kRow]]) ||
                                                     now.inside(geo.cells[in_house[kColumn]]));
        if (!again) {
          cells.push_back(now);
          digits.push_back(with);
        }
      }
      self(self, i + 1, now, with, in + 1);
    }
  };
  for (; house < 27; ++house) {
    size = 0;
    for (const int c : g.unsolved & geo.cells[house]) list[size++] = static_cast<std::uint8_t>(c);
    enlarge(enlarge, 0, {}, 0, 0);
  }
  n = static_cast<int>(cells.size());
  width = (cells.size() + 63) / 64;
}

void AlsMemory::list_places(const Grid& g) {
  constexpr std::size_t kSlots =
      8192;  // a digit has fewer places than there are sets, and those are fewer than 27 * 256
  constexpr std::uint16_t kNone = 0xFFFF;
  static thread_local std::uint16_t slot[kSlots];
  place.resize(cells.size());
  places.clear();
  for (int d = 1; d <= 9; ++d) {
    first_place[d] = static_cast<int>(places.size());
    std::fill_n(slot, kSlots, kNone);
    for (int i = 0; i < n; ++i) {
      if ((digits_of(i) >> d & 1) == 0) continue;
      const CellSet own = cells_of(i) & g.with[d];
      std::size_t at = (own.lo * 0x9E3779B97F4A7C15u ^ own.hi * 0xC2B2AE3D27D4EB4Fu) >> 51;
      while (slot[at] != kNone && !(places[slot[at]].cells == own)) at = (at + 1) % kSlots;
      if (slot[at] == kNone) {
        slot[at] = static_cast<std::uint16_t>(places.size());
        const CellSet peers = common_peers(own);
        places.push_back({own, peers, peers & g.with[d]});
      }
      place[static_cast<std::size_t>(i)][static_cast<std::size_t>(d)] = slot[at];
    }
  }
  first_place[10] = static_cast<int>(places.size());
  members.reset(places.size(), width);
  for (int i = 0; i < n; ++i)
    for (const int d : Bits(digits_of(i))) set_bit(members[place_of(i, d)], i);
}

// Adds to the rows of all pairs of places of a digit that are related the sets of the other one.
template <class F>
void relate(const AlsMemory& m, BitRows& rows, F&& related) {
  rows.reset(m.places.size(), m.width);
  for (int d = 1; d <= 9; ++d) {
    const std::size_t end = static_cast<std::size_t>(m.first_place[d + 1]);
    for (std::size_t u = static_cast<std::size_t>(m.first_place[d]); u < end; ++u)
      for (std::size_t v = u; v < end; ++v) {
        if (!related(m.places[u], m.places[v])) continue;
        const Word *of_u = m.members[u], *of_v = m.members[v];
        Word *row_u = rows[u], *row_v = rows[v];
        for (std::size_t w = 0; w < m.width; ++w) {
          row_u[w] |= of_v[w];
          row_v[w] |= of_u[w];
        }
      }
  }
}

void AlsMemory::list_records(Budget& budget) {
  const std::size_t sets = static_cast<std::size_t>(n);
  BitRows& with_cell = scratch;
  with_cell.reset(81, width);
  for (int i = 0; i < n; ++i)
    for (const int c : cells_of(i)) set_bit(with_cell[static_cast<std::size_t>(c)], i);
  overlap.reset(sets, width);
  for (int i = 0; i < n; ++i)
    for (const int c : cells_of(i)) {
      const Word* row = with_cell[static_cast<std::size_t>(c)];
      for (std::size_t w = 0; w < width; ++w) overlap[static_cast<std::size_t>(i)][w] |= row[w];
    }
  relate(*this, restricted, [](const Place& u, const Place& v) { return v.cells.inside(u.peers); });
  linked.reset(sets, width);
  records.clear();
  first_record.clear();
  for (int i = 0; i < n; ++i) {
    budget.spend(static_cast<std::uint32_t>(width));
    first_record.push_back(static_cast<int>(records.size()));
    Word* row = linked[static_cast<std::size_t>(i)];
    for (const int d : Bits(digits_of(i))) {
      const Word* to = restricted[place_of(i, d)];
      for (std::size_t w = 0; w < width; ++w) row[w] |= to[w];
    }
    for (std::size_t w = 0; w < width; ++w) {
      row[w] &= ~overlap[static_cast<std::size_t>(i)][w];
      for (Word m = row[w] & above(i, w); m != 0; m &= m - 1) {
        const int j = static_cast<int>(w * 64) + std::countr_zero(m);
        int r[2] = {0, 0}, k = 0;
        for (const int d : Bits(digits_of(i) & digits_of(j))) {
          if (!has_bit(restricted[place_of(i, d)], j)) continue;
          r[k] = d;
          if (++k == 2) break;
        }
        records.push_back({static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j),
                           static_cast<std::uint8_t>(r[0]), static_cast<std::uint8_t>(r[1])});
      }
    }
  }
  first_record.push_back(static_cast<int>(records.size()));
}

void AlsMemory::build(const Grid& g, Budget& budget) {
  list_sets(g);
  list_places(g);
  list_records(budget);
  with_shared = false;
}

void AlsMemory::find_shared() {
  if (with_shared) return;
  relate(*this, shared, [](const Place& u, const Place& v) { return u.victims.meets(v.victims); });
  with_shared = true;
}

namespace {

AlsMemory& memory(const Grid& g, Context& context) {
  if (!context.als) context.als = std::make_shared<AlsMemory>();
  AlsMemory& m = *context.als;
  if (m.position != context.position) {
    m.position = ~std::uint64_t{0};
    m.build(g, context.budget);
    m.position = context.position;
  }
  return m;
}

void write_set(const AlsMemory& m, int set, Mask restricted, Step& step) {
  step.sets.push_back({m.cells_of(set), m.digits_of(set), restricted});
}

}  // namespace

bool find_als_xz(const Grid& g, Step& step, Context& context) {
  const AlsMemory& m = memory(g, context);
  for (const Record& r : m.records) {
    const int a = r.first, b = r.second;
    m.eliminate(a, b, bit(r.r1), step);
    if (r.r2 != 0) {
      m.eliminate(a, b, bit(r.r2), step);
      for (const int d : Bits(m.digits_of(a) & ~unsigned{r.digits()}))
        step.eliminate(m.seen(a, d).without(m.cells_of(b)), d);
      for (const int d : Bits(m.digits_of(b) & ~unsigned{r.digits()}))
        step.eliminate(m.seen(b, d).without(m.cells_of(a)), d);
    }
    if (step.eliminations.empty()) continue;
    step.name = Name::als_xz;
    if (context.full) {
      write_set(m, a, r.digits(), step);
      write_set(m, b, 0, step);
    }
    return true;
  }
  return false;
}

bool find_als_xy_wing(const Grid& g, Step& step, Context& context) {
  AlsMemory& m = memory(g, context);
  m.find_shared();
  // The wing of record u, whose sets are c and a, and another record of c, with a set b > `low`.
  const auto with = [&](const Record& u, int c, int a, int low) {
    const Word* to = m.linked[static_cast<std::size_t>(c)];
    const Word* meets = m.overlap[static_cast<std::size_t>(a)];
    const Mask free = static_cast<Mask>(m.digits_of(a) & ~unsigned{u.digits()});
    for (std::size_t w = static_cast<std::size_t>(low) >> 6; w < m.width; ++w) {
      Word open = to[w] & ~meets[w] & above(low, w);
      if (open == 0) continue;
      Word some = 0;
      for (const int d : Bits(free)) some |= m.shared[m.place_of(a, d)][w];
      for (open &= some; open != 0; open &= open - 1) {
        const int b = static_cast<int>(w * 64) + std::countr_zero(open);
        const Record& v = m.record(std::min(b, c), std::max(b, c));
        if (u.r2 == 0 && v.r2 == 0 && u.r1 == v.r1) continue;
        m.eliminate(a, b, static_cast<Mask>(u.digits() | v.digits()), step);
        if (step.eliminations.empty()) continue;
        step.name = Name::als_xy_wing;
        if (context.full) {
          write_set(m, a, u.digits(), step);
          write_set(m, c, v.digits(), step);
          write_set(m, b, 0, step);
        }
        return true;
      }
    }
    return false;
  };
  for (const Record& u : m.records) {
    context.budget.spend(1);
    // Later records that share a set with this one: first those of its first set, then those of its
    // second.
    if (with(u, u.first, u.second, u.second) || with(u, u.second, u.first, u.first)) return true;
  }
  return false;
}

namespace {

// How a chain goes on over a record, having come to its first set by digit `x`: by which digits, of
// which the next set is left with the first one. None where the record has no other digit than x.
struct Active {
  std::uint8_t x;
  Mask digits;
};

Active active(const Record& r, int x) {
  if (r.r2 == 0) return r.r1 == x ? Active{0, 0} : Active{r.r1, bit(r.r1)};
  if (x == r.r2) return {r.r1, bit(r.r1)};
  if (x == r.r1) return {r.r2, bit(r.r2)};
  return {r.r1, r.digits()};
}

// Chains of at least three records, each record from a lower to a higher set. HoDoKu walks all of
// them; how one goes on depends on the last set and the digit by which it was reached alone, so the
// starts that reach these are carried along all records at once, then the few starts with a result
// are looked at one by one.
class ChainSearch {
 public:
  ChainSearch(AlsMemory& memory, Budget& budget)
      : m(memory), budget_(budget), sets_(static_cast<std::size_t>(m.n)) {
    m.find_shared();
  }

  bool run() {
    find_starts();
    for (std::size_t w = 0; w < m.width; ++w)
      for (Word open = hit_[w]; open != 0; open &= open - 1)
        look_at(static_cast<int>(w * 64) + std::countr_zero(open));
    return best_.size != 0;
  }

  void write(Step& step, bool full) {
    step.name = Name::als_xy_chain;
    for (const int d : Bits(losses_.digits)) step.eliminate(losses_.of[d], d);
    if (full) write_sets(step);
  }

 private:
  AlsMemory& m;
  Budget& budget_;
  const std::size_t sets_;
  std::vector<Word> hit_;  // starts that may have a result
  Key best_;
  Losses losses_;
  int start_ = 0;

  static std::size_t row(std::size_t set, int x) { return set * 10 + static_cast<std::size_t>(x); }

  Losses losses(int a, int b, Mask forbidden) const {
    Losses out;
    for (const int d : Bits(m.digits_of(a) & m.digits_of(b) & ~unsigned{forbidden}))
      out.add(m.victims(a, b, d), d);
    return out;
  }

  template <class F>
  void each_record(std::size_t set, F&& f) const {
    for (int r = m.first_record[set]; r < m.first_record[set + 1]; ++r)
      f(m.records[static_cast<std::size_t>(r)]);
  }

  // Rows of starts: `one` reach a set by a digit over one record, `more` over two or more.
  void find_starts() {
    hit_.assign(m.width, 0);
    m.one.reset(sets_ * 10, m.width);
    m.more.reset(sets_ * 10, m.width);
    m.rest.reset(10 * 2, m.width);
    // The starts that can begin with another digit than d, which is then left to eliminate.
    m.scratch.reset(10, m.width);
    for (std::size_t j = 0; j < sets_; ++j) {
      Mask first = 0;
      each_record(j, [&](const Record& r) { first = static_cast<Mask>(first | r.digits()); });
      for (int d = 1; d <= 9; ++d)
        if ((first & ~unsigned{bit(d)}) != 0)
          set_bit(m.scratch[static_cast<std::size_t>(d)], static_cast<int>(j));
    }
    for (std::size_t j = 0; j < sets_; ++j) {
      if (m.first_record[j] == m.first_record[j + 1]) continue;
      const std::size_t words = (j >> 6) + 1;
      budget_.spend(static_cast<std::uint32_t>(words));
      // Of all digits but one: rows 2d of all starts, 2d + 1 of those with two records.
      const Mask in = m.digits_of(static_cast<int>(j));
      const auto collect = [&](Mask digits, Word* all, Word* twice) {
        std::fill_n(all, words, 0);
        std::fill_n(twice, words, 0);
        for (const int x : Bits(digits)) {
          const Word *a = m.one[row(j, x)], *b = m.more[row(j, x)];
          for (std::size_t w = 0; w < words; ++w) {
            all[w] |= a[w] | b[w];
            twice[w] |= b[w];
          }
        }
      };
      for (const int d : Bits(in)) {
        const std::size_t d2 = 2 * static_cast<std::size_t>(d);
        collect(static_cast<Mask>(in & ~bit(d)), m.rest[d2], m.rest[d2 + 1]);
      }
      each_record(j, [&](const Record& r) {
        const std::size_t k = r.second;
        const auto go = [&](const Word* all, const Word* twice, int x, Mask used) {
          Word* to = m.more[row(k, x)];
          Word some = 0;
          for (std::size_t w = 0; w < words; ++w) {
            to[w] |= all[w];
            some |= twice[w];
          }
          if (some == 0) return;
          for (const int d : Bits(m.digits_of(static_cast<int>(k)) & ~unsigned{used})) {
            const Word *fit = m.shared[m.place_of(static_cast<int>(k), d)],
                       *left = m.scratch[static_cast<std::size_t>(d)];
            for (std::size_t w = 0; w < words; ++w) hit_[w] |= twice[w] & fit[w] & left[w];
          }
        };
        const auto go_from = [&](Mask digits, int x, Mask used) {
          collect(digits, m.rest[0], m.rest[1]);
          go(m.rest[0], m.rest[1], x, used);
        };
        if (r.r2 == 0) {
          const std::size_t r1 = 2 * std::size_t{r.r1};
          go(m.rest[r1], m.rest[r1 + 1], r.r1, r.digits());
        } else {
          go_from(bit(r.r2), r.r1, bit(r.r1));
          go_from(bit(r.r1), r.r2, bit(r.r2));
          go_from(static_cast<Mask>(in & ~unsigned{r.digits()}), r.r1, r.digits());
        }
        set_bit(m.one[row(k, r.r1)], static_cast<int>(j));
        if (r.r2 != 0) set_bit(m.one[row(k, r.r2)], static_cast<int>(j));
      });
    }
  }

  // The chains of one start, with the set of first digits by which each set and digit are reached.
  void look_at(int start) {
    const std::size_t s = static_cast<std::size_t>(start);
    m.firsts_one.assign(sets_, {});
    m.firsts_more.assign(sets_, {});
    each_record(s, [&](const Record& r) {
      for (const int f : Bits(r.digits()))
        m.firsts_one[r.second][static_cast<std::size_t>(f)] |= bit(f);
    });
    Key best = best_;
    Losses found;
    bool several = false;
    for (std::size_t j = s + 1; j < sets_; ++j) {
      Mask reached = 0;
      for (const int x : Bits(m.digits_of(static_cast<int>(j))))
        if ((m.firsts_one[j][static_cast<std::size_t>(x)] |
             m.firsts_more[j][static_cast<std::size_t>(x)]) != 0)
          reached |= bit(x);
      if (reached == 0) continue;
      each_record(j, [&](const Record& r) {
        for (const int x : Bits(reached)) {
          const Active next = active(r, x);
          if (next.digits == 0) continue;
          const Mask twice = m.firsts_more[j][static_cast<std::size_t>(x)];
          m.firsts_more[r.second][next.x] |=
              static_cast<Mask>(m.firsts_one[j][static_cast<std::size_t>(x)] | twice);
          for (const int f : Bits(twice)) {
            const Losses e = losses(start, r.second, static_cast<Mask>(next.digits | bit(f)));
            if (e.empty()) continue;
            const Key key = e.key();
            if (key.before(best)) {
              best = key;
              found = e;
              several = false;
            } else if (!found.empty() && key == best && !(e == found)) {
              several = true;
            }
          }
        }
      });
    }
    if (found.empty()) return;
    best_ = best;
    losses_ = several ? first_of(start, best) : found;
    start_ = start;
  }

  // Of the chains from a start whose steps have the same key the one that HoDoKu finds first.
  Losses first_of(int start, const Key& key) const {
    Losses out;
    std::vector<std::array<Mask, 10>> seen;
    int first = 0;
    const auto walk = [&](const auto& self, std::size_t set, int x, bool twice) -> bool {
      Mask& done = seen[2 * set + (twice ? 1 : 0)][static_cast<std::size_t>(first)];
      if ((done >> x & 1) != 0) return false;
      done |= bit(x);
      budget_.spend(1);
      for (int i = m.first_record[set]; i < m.first_record[set + 1]; ++i) {
        const Record& r = m.records[static_cast<std::size_t>(i)];
        const Active next = active(r, x);
        if (next.digits == 0) continue;
        if (twice) {
          out = losses(start, r.second, static_cast<Mask>(next.digits | bit(first)));
          if (out.key() == key) return true;
        }
        if (self(self, r.second, next.x, true)) return true;
      }
      return false;
    };
    seen.assign(sets_ * 2, {});
    const std::size_t s = static_cast<std::size_t>(start);
    for (int i = m.first_record[s]; i < m.first_record[s + 1]; ++i) {
      const Record& r = m.records[static_cast<std::size_t>(i)];
      for (const int f : {r.r1, r.r2}) {
        first = f;
        if (f != 0 && walk(walk, r.second, f, false)) return out;
      }
    }
    return out;
  }

  // A chain with these eliminations whose sets have the fewest cells together.
  void write_sets(Step& step) const {
    struct Reached {
      int cells = 0;  // 0: not reached
      int from = -1;
      Mask digits = 0;  // of the last record
    };
    int least = 0;
    for (int start = start_; start < m.n; ++start)
      for (int f = 1; f <= 9; ++f) {
        // By set, digit, and whether two records led there.
        std::vector<Reached> at(sets_ * 20);
        const auto number = [](std::size_t set, int x, bool twice) {
          return set * 20 + static_cast<std::size_t>(2 * x) + (twice ? 1 : 0);
        };
        const auto reach = [&](std::size_t to, const Reached& r) {
          if (at[to].cells == 0 || r.cells < at[to].cells) at[to] = r;
        };
        const int own = m.cells_of(start).size();
        bool any = false;
        each_record(static_cast<std::size_t>(start), [&](const Record& r) {
          if ((r.digits() >> f & 1) == 0) return;
          any = true;
          reach(number(r.second, f, false), {own + m.cells_of(r.second).size(), -1, bit(f)});
        });
        for (std::size_t j = static_cast<std::size_t>(start) + 1; any && j < sets_; ++j)
          for (const int x : Bits(m.digits_of(static_cast<int>(j))))
            for (const bool twice : {false, true}) {
              const std::size_t here = number(j, x, twice);
              const Reached now = at[here];
              if (now.cells == 0) continue;
              each_record(j, [&](const Record& r) {
                const Active next = active(r, x);
                if (next.digits == 0) return;
                const Reached then{now.cells + m.cells_of(r.second).size(), static_cast<int>(here),
                                   next.digits};
                if (twice && (least == 0 || then.cells < least) &&
                    losses(start, r.second, static_cast<Mask>(next.digits | bit(f))) == losses_) {
                  least = then.cells;
                  step.sets.clear();
                  write_set(m, r.second, 0, step);
                  Mask by = next.digits;
                  for (int i = static_cast<int>(here); i >= 0;
                       i = at[static_cast<std::size_t>(i)].from) {
                    write_set(m, i / 20, by, step);
                    by = at[static_cast<std::size_t>(i)].digits;
                  }
                  write_set(m, start, by, step);
                  std::reverse(step.sets.begin(), step.sets.end());
                }
                reach(number(r.second, next.x, true), then);
              });
            }
      }
  }
};

}  // namespace

bool find_als_xy_chain(const Grid& g, Step& step, Context& context) {
  ChainSearch search(memory(g, context), context.budget);
  if (!search.run()) return false;
  search.write(step, context.full);
  return true;
}

}  // namespace satdoku::hodoku
