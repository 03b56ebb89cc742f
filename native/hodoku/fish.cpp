// Fish: basic ones, without and with fins, and Franken ones.
//
// The step is the first over digit, direction, base combination and cover combination. Almost all
// searches find nothing, so the ones with fins ask it the other way round: for a cell that could
// lose the digit, the candidates of the base that it does not see (its residue) must lie in the
// covers. A cover that holds the cell holds nothing of the residue, thus one cover fewer has to
// hold all of it. For what survives, the covers are tried in order.
#include <algorithm>

#include "search.hpp"

namespace satdoku::hodoku {

namespace {

constexpr int kMostFins = 5;
constexpr int kMostEndoFins = 2;

// --- basic fish: lines as masks of nine positions ---

struct Lines {
  Mask line[9]{};  // where the digit is, across

  Lines() = default;
  Lines(const Grid& g, int d, int type) {
    for (const int c : g.with[d]) {
      const int r = c / 9, k = c % 9;
      Mask& m = line[type == kRow ? r : k];
      m = static_cast<Mask>(m | bit(type == kRow ? k : r));
    }
  }
};

int cell_of(int type, int line, int position) {
  return type == kRow ? 9 * line + position : 9 * position + line;
}

constexpr Name kBasic[3][3] = {
    {Name::x_wing, Name::swordfish, Name::jellyfish},
    {Name::finned_x_wing, Name::finned_swordfish, Name::finned_jellyfish},
    {Name::sashimi_x_wing, Name::sashimi_swordfish, Name::sashimi_jellyfish}};

void put_cells(std::vector<std::uint8_t>& out, const CellSet& s) {
  for (const int c : s) out.push_back(static_cast<std::uint8_t>(c));
}

class BasicFish {
 public:
  BasicFish(const Grid& g, int size, Fins fins, Step& step, Context& context)
      : g_(g), size_(size), fins_(fins), step_(step), context_(context) {}

  bool find(int d, int type) {
    d_ = d;
    type_ = type;
    lines_ = Lines(g_, d, type);
    if (fins_ == Fins::none) return plain(0, 0, 0, 0);
    return finned();
  }

 private:
  bool plain(int from, int taken, unsigned base, unsigned covered) {
    if (taken == size_) return count(covered) == size_ && conclude(base, covered, 0);
    for (int i = from; i < 9; ++i) {
      const unsigned m = lines_.line[i];
      if (m == 0 || count(m) > size_ || count(covered | m) > size_) continue;
      if (plain(i + 1, taken + 1, base | bit(i), covered | m)) return true;
    }
    return false;
  }

  // The base combinations with a cell that could lose the digit, in order.
  bool finned() {
    int n = 0;
    Mask base[126];
    bool wanted[512]{};
    for (const int v : g_.with[d_]) {
      const int line = type_ == kRow ? v / 9 : v % 9, position = type_ == kRow ? v % 9 : v / 9;
      unsigned residue[9];
      for (int i = 0; i < 9; ++i) {
        const unsigned seen = i / 3 == line / 3 ? 7u << position / 3 * 3 : 1u << position;
        residue[i] = i == line ? kNone : lines_.line[i] & ~seen;
        if (lines_.line[i] == 0 || count(residue[i] & 0x1FF) >= size_) residue[i] = kNone;
      }
      collect(residue, 0, 0, 0, 0, wanted, base, n);
    }
    // Nested ascending loops: the first place in which two masks differ decides; the one that has
    // it comes first.
    std::sort(base, base + n, [](Mask a, Mask b) { return ((a ^ b) & -(a ^ b) & a) != 0; });
    for (int k = 0; k < n; ++k)
      if (covers(base[k])) return true;
    return false;
  }

  void collect(const unsigned (&residue)[9], int from, int taken, unsigned base, unsigned covered,
               bool (&wanted)[512], Mask* list, int& n) {
    if (taken == size_) {
      if (wanted[base]) return;
      wanted[base] = true;
      list[n++] = static_cast<Mask>(base);
      return;
    }
    for (int i = from; i < 9; ++i) {
      if (residue[i] == kNone) continue;
      const unsigned both = covered | residue[i];
      if (count(both) < size_)
        collect(residue, i + 1, taken + 1, base | bit(i), both, wanted, list, n);
    }
  }

  // All cover combinations of a base, in order.
  bool covers(unsigned base) {
    unsigned all = 0;
    int cells = 0;
    for (const int i : Bits(base)) {
      all |= lines_.line[i];
      cells += count(lines_.line[i]);
    }
    return cover(base, all, 0, 0, cells, 0);
  }

  bool cover(unsigned base, unsigned positions, int taken, unsigned chosen, int fins, int from) {
    if (taken == size_) return fins >= 1 && fins <= kMostFins && conclude(base, chosen, fins);
    for (int p = from; p < 9; ++p) {
      if ((positions >> p & 1) == 0) continue;
      int held = 0;
      for (const int i : Bits(base)) held += lines_.line[i] >> p & 1;
      if (cover(base, positions, taken + 1, chosen | bit(p), fins - held, p + 1)) return true;
    }
    return false;
  }

  bool conclude(unsigned base, unsigned cover, int fins) {
    CellSet gone;
    for (int i = 0; i < 9; ++i)
      if ((base >> i & 1) == 0)
        for (const int p : Bits(lines_.line[i] & cover)) gone.add(cell_of(type_, i, p));
    CellSet fin;
    if (fins != 0) {
      bool sashimi = false;
      for (const int i : Bits(base)) {
        for (const int p : Bits(lines_.line[i] & ~cover)) {
          fin.add(cell_of(type_, i, p));
          gone &= geo.peers[cell_of(type_, i, p)];
        }
        sashimi |= count(lines_.line[i] & cover) <= 1;
      }
      if (sashimi != (fins_ == Fins::sashimi)) return false;
    }
    if (gone.empty()) return false;
    step_.name = kBasic[static_cast<int>(fins_)][size_ - 2];
    step_.eliminate(gone, d_);
    if (context_.full) {
      const int base_house = 9 * type_, cover_house = 9 - base_house;
      for (const int i : Bits(base)) {
        step_.base.push_back(static_cast<std::uint8_t>(base_house + i));
        for (const int p : Bits(lines_.line[i]))
          step_.cells.push_back(static_cast<std::uint8_t>(cell_of(type_, i, p)));
      }
      for (const int p : Bits(cover))
        step_.cover.push_back(static_cast<std::uint8_t>(cover_house + p));
      step_.digits = {static_cast<std::uint8_t>(d_)};
      put_cells(step_.fins, fin);
    }
    return true;
  }

  static constexpr unsigned kNone = ~0u;  // a line that cannot be in the base

  const Grid& g_;
  int size_;
  Fins fins_;
  Step& step_;
  Context& context_;
  int d_ = 0, type_ = kRow;
  Lines lines_;
};

// --- Franken fish: lines and blocks as sets of cells ---

constexpr int kUnits = 18;  // nine lines and nine blocks
constexpr int kPairs = kUnits * (kUnits - 1) / 2;

// Pairs of units as bits.
struct PairSet {
  std::uint64_t word[3]{};

  constexpr void add(unsigned k) { word[k / 64] |= std::uint64_t{1} << k % 64; }
  constexpr bool empty() const { return (word[0] | word[1] | word[2]) == 0; }
  constexpr PairSet operator&(const PairSet& o) const {
    return {{word[0] & o.word[0], word[1] & o.word[1], word[2] & o.word[2]}};
  }
  constexpr PairSet operator|(const PairSet& o) const {
    return {{word[0] | o.word[0], word[1] | o.word[1], word[2] | o.word[2]}};
  }
  constexpr PairSet without(const PairSet& o) const {
    return {{word[0] & ~o.word[0], word[1] & ~o.word[1], word[2] & ~o.word[2]}};
  }
};

struct PairTable {
  std::uint8_t number[kUnits][kUnits]{};
  std::uint8_t low[kPairs]{}, high[kPairs]{};
  PairSet with[kUnits]{};  // the pairs that hold the unit
  PairSet all{};
};

constexpr PairTable make_pairs() {
  PairTable t;
  unsigned n = 0;
  for (unsigned a = 0; a < kUnits; ++a)
    for (unsigned b = a + 1; b < kUnits; ++b) {
      t.number[a][b] = t.number[b][a] = static_cast<std::uint8_t>(n);
      t.low[n] = static_cast<std::uint8_t>(a);
      t.high[n] = static_cast<std::uint8_t>(b);
      t.with[a].add(n);
      t.with[b].add(n);
      t.all.add(n++);
    }
  return t;
}
constexpr PairTable kPair = make_pairs();

class FrankenFish {
 public:
  FrankenFish(const Grid& g, int size, bool finned, Step& step, Context& context)
      : g_(g), size_(size), finned_(finned), step_(step), context_(context) {}

  bool find(int d, int type) {
    d_ = d;
    across_type_ = 1 - type;
    for (int k = 0; k < kUnits; ++k) {
      base_house_[k] = k < 9 ? 9 * type + k : 9 + k;
      cover_house_[k] = k < 9 ? 9 * across_type_ + k : 9 + k;
      base_[k] = g_.in_house(base_house_[k], d);
      cover_[k] = g_.in_house(cover_house_[k], d);
    }
    context_.budget.spend(finned_ ? 500 : 50);
    return finned_ ? finned() : plain(0, 0, {}, 0);
  }

 private:
  // A unit is its number: lines 0..8, blocks 9..17, the same for base and cover.
  struct Fish {
    unsigned base = 0, cover = 0;  // units as bits
    bool none() const { return base == 0; }
    // Whether it comes first in nested ascending loops.
    bool before(const Fish& o) const {
      if (o.none()) return true;
      const unsigned differ = base != o.base ? base ^ o.base : cover ^ o.cover;
      return (differ & -differ & (base != o.base ? base : cover)) != 0;
    }
  };

  int across(int c) const { return geo.house[c][across_type_] - 9 * across_type_; }
  static int block(int c) { return geo.house[c][kBlock] - 9; }

  CellSet sum(const CellSet (&units)[kUnits], unsigned which) const {
    CellSet s;
    for (const int k : Bits(which)) s |= units[k];
    return s;
  }
  // The cells that lie in two of the units.
  CellSet shared(const CellSet (&units)[kUnits], unsigned which) const {
    CellSet s, twice;
    for (const int k : Bits(which)) {
      twice |= s & units[k];
      s |= units[k];
    }
    return twice;
  }

  // --- without fins ---

  bool plain(int from, int taken, const CellSet& cells, unsigned base) {
    if (taken >= 2 && !can_cover(cells, size_, base)) return false;
    if (taken == size_) return covers(cells, base, 0, 0, 0);
    for (int i = from; i < kUnits; ++i) {
      const int n = g_.n[base_house_[i]][d_];
      if (n == 0 || n > size_ || base_[i].meets(cells)) continue;
      if (plain(i + 1, taken + 1, cells | base_[i], base | 1u << i)) return true;
    }
    return false;
  }

  // Whether so few covers hold all of the cells. Blocks of the base do not count.
  bool can_cover(const CellSet& cells, int most, unsigned base) const {
    if (cells.empty()) return true;
    if (most == 0) return false;
    const int c = cells.first();
    for (const int k : {across(c), block(c)})
      if (!is_block_of(base, k) && can_cover(cells.without(cover_[k]), most - 1, base)) return true;
    return false;
  }
  static bool is_block_of(unsigned base, int cover) {
    return cover >= 9 && (base >> cover & 1) != 0;
  }

  bool covers(const CellSet& cells, unsigned base, int taken, int from, unsigned cover) {
    if (taken == size_) return cells.inside(sum(cover_, cover)) && conclude({base, cover});
    for (int k = from; k < kUnits; ++k)
      if (!is_block_of(base, k) && cover_[k].meets(cells) &&
          covers(cells, base, taken + 1, k + 1, cover | 1u << k))
        return true;
    return false;
  }

  // --- with fins ---

  bool finned() {
    best_ = {};
    for (const int v : g_.with[d_]) {
      if (size_ == 2) look_at_pairs(v);
      else look_at_triples(v);
    }
    return !best_.none() && conclude(best_);
  }

  // What a cell that is to lose the digit does not see of each unit.
  CellSet residue(int unit, int v) const {
    CellSet r = base_[unit].without(geo.peers[v]);
    r.remove(v);
    return r;
  }

  // The covers that hold the residue.
  unsigned one_cover(const CellSet& r, int unit) const {
    unsigned m = (1u << kUnits) - 1;
    if (!r.empty()) {
      const int c = r.first();
      m = 0;
      for (const int k : {across(c), block(c)})
        if (r.inside(cover_[k])) m |= 1u << k;
    }
    return unit >= 9 ? m & ~(1u << unit) : m;
  }

  // The pairs of covers that hold it.
  PairSet two_covers(const CellSet& r, int unit) const {
    PairSet p;
    if (r.empty()) {
      p = kPair.all;
    } else {
      const int c = r.first();
      for (const int k : {across(c), block(c)}) {
        const CellSet rest = r.without(cover_[k]);
        if (rest.empty()) {
          p = p | kPair.with[k];
          continue;
        }
        const int next = rest.first();
        for (const int l : {across(next), block(next)})
          if (rest.inside(cover_[l])) p.add(kPair.number[k][l]);
      }
    }
    return unit >= 9 ? p.without(kPair.with[unit]) : p;
  }

  // Whether two units may both be in the base: the cell sees what they share.
  bool together(int i, int j, int v) const {
    return i / 9 == j / 9 || (base_[i] & base_[j]).inside(geo.peers[v]);
  }

  void look_at_pairs(int v) {
    unsigned covers[kUnits];
    int unit[kUnits], n = 0;
    for (int i = 0; i < kUnits; ++i) {
      if (base_[i].empty()) continue;
      const unsigned m = one_cover(residue(i, v), i);
      if (m == 0) continue;
      covers[n] = m;
      unit[n++] = i;
    }
    for (int a = 0; a < n; ++a)
      for (int b = a + 1; b < n; ++b) {
        const unsigned both = covers[a] & covers[b];
        if (both == 0 || !together(unit[a], unit[b], v)) continue;
        const unsigned base = 1u << unit[a] | 1u << unit[b];
        for (const int k : Bits(both)) consider(v, base, 1u << k);
      }
  }

  void look_at_triples(int v) {
    PairSet covers[kUnits];
    int unit[kUnits], n = 0;
    for (int i = 0; i < kUnits; ++i) {
      if (base_[i].empty()) continue;
      const PairSet p = two_covers(residue(i, v), i);
      if (p.empty()) continue;
      covers[n] = p;
      unit[n++] = i;
    }
    for (int a = 0; a < n; ++a)
      for (int b = a + 1; b < n; ++b) {
        const PairSet two = covers[a] & covers[b];
        if (two.empty() || !together(unit[a], unit[b], v)) continue;
        for (int c = b + 1; c < n; ++c) {
          const PairSet three = two & covers[c];
          if (three.empty() || !together(unit[a], unit[c], v) || !together(unit[b], unit[c], v))
            continue;
          const unsigned base = 1u << unit[a] | 1u << unit[b] | 1u << unit[c];
          for (unsigned w = 0; w < 3; ++w)
            for (std::uint64_t m = three.word[w]; m != 0; m &= m - 1) {
              const unsigned k = 64 * w + static_cast<unsigned>(std::countr_zero(m));
              consider(v, base, 1u << kPair.low[k] | 1u << kPair.high[k]);
            }
        }
      }
  }

  // Covers that hold all that the cell does not see, and one or both of those that hold the cell.
  void consider(int v, unsigned base, unsigned others) {
    const unsigned line = 1u << across(v), box = 1u << block(v);
    if (sum(base_, base).has(v)) {
      if ((others & box) != 0 && (others & line) == 0) consider({base, others | line});
      return;
    }
    for (const unsigned own : {line, box})
      if ((others & own) == 0 && (base & own & ~0x1FFu) == 0) consider({base, others | own});
  }

  void consider(const Fish& fish) {
    if (!fish.before(best_)) return;
    const CellSet cells = sum(base_, fish.base);
    for (const int k : Bits(fish.cover))
      if (!cover_[k].meets(cells)) return;
    const CellSet endo = shared(base_, fish.base);
    const int fins = (cells.without(sum(cover_, fish.cover)) | endo).size();
    if (fins >= 1 && fins <= kMostFins && endo.size() <= kMostEndoFins) best_ = fish;
  }

  Name name(const Fish& fish, const CellSet& fins) const {
    const bool base_lines = (fish.base & 0x1FF) != 0, base_blocks = fish.base >> 9 != 0;
    const bool cover_lines = (fish.cover & 0x1FF) != 0, cover_blocks = fish.cover >> 9 != 0;
    if (!base_blocks && !cover_blocks) {
      bool sashimi = false;
      for (const int k : Bits(fish.base)) sashimi |= !base_[k].without(fins).at_least_two();
      return kBasic[!finned_ ? 0 : sashimi ? 2 : 1][size_ - 2];
    }
    constexpr Name names[2][2][2] = {
        {{Name::mutant_x_wing, Name::mutant_swordfish},
         {Name::finned_mutant_x_wing, Name::finned_mutant_swordfish}},
        {{Name::franken_x_wing, Name::franken_swordfish},
         {Name::finned_franken_x_wing, Name::finned_franken_swordfish}}};
    return names[base_lines && cover_lines][finned_][size_ - 2];
  }

  bool conclude(const Fish& fish) {
    const CellSet cells = sum(base_, fish.base), covered = sum(cover_, fish.cover),
                  endo = shared(base_, fish.base);
    const CellSet fins = cells.without(covered) | endo, zone = common_peers(fins);
    step_.eliminate(covered.without(cells) & zone, d_);
    step_.eliminate(shared(cover_, fish.cover) & zone, d_);
    if (step_.eliminations.empty()) return false;
    step_.name = name(fish, fins);
    if (context_.full) {
      step_.digits = {static_cast<std::uint8_t>(d_)};
      put_cells(step_.cells, cells);
      for (const int k : Bits(fish.base))
        step_.base.push_back(static_cast<std::uint8_t>(base_house_[k]));
      for (const int k : Bits(fish.cover))
        step_.cover.push_back(static_cast<std::uint8_t>(cover_house_[k]));
      put_cells(step_.fins, fins.without(endo));
      put_cells(step_.endo_fins, endo);
    }
    return true;
  }

  const Grid& g_;
  int size_;
  bool finned_;
  Step& step_;
  Context& context_;
  int d_ = 0, across_type_ = kColumn;
  CellSet base_[kUnits], cover_[kUnits];
  int base_house_[kUnits]{}, cover_house_[kUnits]{};
  Fish best_;
};

}  // namespace

bool find_basic_fish(const Grid& g, int size, Fins fins, Step& step, Context& context) {
  BasicFish fish(g, size, fins, step, context);
  for (int d = 1; d <= 9; ++d)
    for (const int type : {kRow, kColumn})
      if (fish.find(d, type)) return true;
  return false;
}

bool find_franken_fish(const Grid& g, int size, bool finned, Step& step, Context& context) {
  FrankenFish fish(g, size, finned, step, context);
  for (int d = 1; d <= 9; ++d)
    for (const int type : {kRow, kColumn})
      if (fish.find(d, type)) return true;
  return false;
}

}  // namespace satdoku::hodoku
