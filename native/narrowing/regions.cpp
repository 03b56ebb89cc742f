// Regions that are to be found; one file, since its rules narrow the same labels in turn.
//
// A region is connected places of one label, which hold each value once.
#include <algorithm>
#include <array>
#include <utility>

#include "relations.hpp"

namespace satdoku::narrowing {

namespace {

// Places of a board, a bit each.
template <int W>
struct Set {
  std::array<std::uint64_t, W> words{};

  bool has(int place) const { return words[place / 64] >> (place % 64) & 1; }
  void add(int place) { words[place / 64] |= std::uint64_t{1} << (place % 64); }
  void remove(int place) { words[place / 64] &= ~(std::uint64_t{1} << (place % 64)); }
  bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return !any;
  }
  // Whether there is no second.
  bool one() const {
    std::uint64_t any = 0, more = 0;
    for (const std::uint64_t word : words) {
      more |= (word & (word - 1)) | (any ? word : 0);
      any |= word;
    }
    return !more;
  }
  int first() const {
    int w = 0;
    while (w + 1 < W && !words[w]) ++w;
    return 64 * w + std::countr_zero(words[w]);
  }
  int size() const {
    int found = 0;
    for (const std::uint64_t word : words) found += count_bits(word);
    return found;
  }
  bool meets(const Set& other) const { return !(*this & other).empty(); }

  Set& operator|=(const Set& other) {
    for (int w = 0; w < W; ++w) words[w] |= other.words[w];
    return *this;
  }
  Set& operator&=(const Set& other) {
    for (int w = 0; w < W; ++w) words[w] &= other.words[w];
    return *this;
  }
  // Without the places of the other.
  Set& operator-=(const Set& other) {
    for (int w = 0; w < W; ++w) words[w] &= ~other.words[w];
    return *this;
  }
  friend Set operator|(Set a, const Set& b) { return a |= b; }
  friend Set operator&(Set a, const Set& b) { return a &= b; }
  friend Set operator-(Set a, const Set& b) { return a -= b; }

  // Each place moved by so many, upwards or downwards.
  Set up(int by) const {
    if constexpr (W == 2) {  // most boards
      if (by >= 64) return {{0, words[0] << (by - 64)}};
      return {{words[0] << by, words[1] << by | words[0] >> (64 - by)}};
    }
    const int far = by / 64, near = by % 64;
    Set moved;
    for (int w = far; w < W; ++w) {
      moved.words[w] = words[w - far] << near;
      if (near && w > far) moved.words[w] |= words[w - far - 1] >> (64 - near);
    }
    return moved;
  }
  Set down(int by) const {
    if constexpr (W == 2) {
      if (by >= 64) return {{words[1] >> (by - 64), 0}};
      return {{words[0] >> by | words[1] << (64 - by), words[1] >> by}};
    }
    const int far = by / 64, near = by % 64;
    Set moved;
    for (int w = far; w < W; ++w) {
      moved.words[w - far] = words[w] >> near;
      if (near && w + 1 < W) moved.words[w - far] |= words[w + 1] << (64 - near);
    }
    return moved;
  }

  template <typename Visit>
  void each(Visit visit) const {
    for (int w = 0; w < W; ++w)
      for (std::uint64_t left = words[w]; left; left &= left - 1)
        visit(64 * w + std::countr_zero(left));
  }
  template <typename Visit>
  bool all(Visit visit) const {
    for (int w = 0; w < W; ++w)
      for (std::uint64_t left = words[w]; left; left &= left - 1)
        if (!visit(64 * w + std::countr_zero(left))) return false;
    return true;
  }
};

constexpr std::size_t kFewPlaces = 128;
static_assert(kMostPlaces <= 256);

// Neighbours whose places differ by a number, as all in a row of a grid do by 1.
template <int W>
struct Way {
  int by;
  Set<W> lower;  // the one with the lower place of each two
};

// Notes in `ways` that two places are neighbours; returns in which of them.
template <int W>
std::size_t touch(std::vector<Way<W>>& ways, int a, int b) {
  const int lower = std::min(a, b), by = std::max(a, b) - lower;
  std::size_t at = 0;
  while (at < ways.size() && ways[at].by != by) ++at;
  if (at == ways.size()) ways.push_back({by, {}});
  ways[at].lower.add(lower);
  return at;
}

template <int W>
Set<W> around(const std::vector<Way<W>>& ways, const Set<W>& places) {
  Set<W> found;
  for (const Way<W>& way : ways)
    found |= (places & way.lower).up(way.by) | (places.down(way.by) & way.lower);
  return found;
}

// Places that surely share a region are a group, whatever its label is; it goes by its first place.
template <int W>
class Regions final : public Relation {
  using Set = narrowing::Set<W>;
  using Way = narrowing::Way<W>;

 public:
  explicit Regions(Places places) : places_(std::move(places)) {
    variables = places_.cells;
    variables.insert(variables.end(), places_.labels.begin(), places_.labels.end());
    for (const Places::Edge& edge : places_.edges) variables.push_back(edge.flag);
    for (const Places::Run& run : places_.runs)
      for (const Places::Step& step : run.steps) variables.push_back(step.flag);
    urgency = 3;
    count_ = static_cast<int>(places_.cells.size());
    size_ = count_bits(places_.values);
    edges_.resize(count_);
    for (const Places::Edge& edge : places_.edges) {
      way_.push_back(-1);
      if (!edge.touches || edge.first == edge.second) continue;
      edges_[edge.first].push_back({edge.second, edge.flag, edge.apart, edge.joined});
      edges_[edge.second].push_back({edge.first, edge.flag, edge.apart, edge.joined});
      way_.back() = static_cast<int>(touch(touch_, edge.first, edge.second));
    }
    root_.resize(count_);
    groups_.resize(count_);
    buckets_.resize(size_ + 1);
  }

  bool narrow(State& state) override {
    culprits.clear();
    state.work += 2 * count_;
    if (!group(state) || !compare(state)) return false;
    for (int g = 0; g < count_; ++g) {
      if (root_[g] != g) continue;
      const bool alone = groups_[g].size == 1 && (groups_[g].label & (groups_[g].label - 1));
      if (!(alone ? leave(state, g) : grow(state, g))) return culprits.empty() ? blame(g) : false;
    }
    for (const Places::Run& run : places_.runs)
      if (!follow(state, run)) return false;
    for (Mask left = places_.names; left; left &= left - 1)
      if (!settle(state, std::countr_zero(left))) return false;
    return true;
  }

 private:
  struct Near {
    int place, flag;
    Mask apart, joined;
  };
  struct Group {
    Set places;
    Set apart;       // places of other regions
    Mask label = 0;  // that all of them can have
    Mask known = 0;  // the values of its places that have one
    int size = 0;
  };

  bool blame(int g) {
    for (int i = 0; i < count_; ++i)
      if (root_[i] == g) {
        culprits.push_back(places_.cells[i]);
        culprits.push_back(places_.labels[i]);
        // Where runs count places the borders decide, elsewhere the digits.
        if (places_.runs.empty()) continue;
        for (const Near& other : edges_[i]) culprits.push_back(other.flag);
      }
    return false;
  }

  int root(int place) {
    while (root_[place] != place) place = root_[place] = root_[root_[place]];
    return place;
  }

  void join(int a, int b) {
    a = root(a);
    b = root(b);
    root_[std::max(a, b)] = std::min(a, b);
  }

  bool together(int a, int b) const {
    return fit(groups_[a], groups_[b]) && !groups_[a].apart.has(b) && !groups_[b].apart.has(a);
  }

  bool fit(const Group& one, const Group& other) const {
    return (one.label & other.label) && !(one.known & other.known) &&
           one.size + other.size <= size_;
  }

  // The groups: places whose flag says so, or that are known to have the same label.
  bool group(State& state) {
    for (int i = 0; i < count_; ++i) root_[i] = i;
    std::array<int, 64> first;
    first.fill(-1);
    for (int i = 0; i < count_; ++i) {
      const Mask label = state.domains[places_.labels[i]];
      if (label & (label - 1)) continue;
      int& known = first[std::countr_zero(label)];
      if (known < 0) known = i;
      else join(known, i);
    }
    for (const Places::Edge& edge : places_.edges)
      if (state.domains[edge.flag] == edge.joined) join(edge.first, edge.second);
    for (const Places::Run& run : places_.runs)
      for (std::size_t n = run.steps.size(); n--;)
        if (state.domains[run.steps[n].flag] == run.steps[n].joined) {
          for (++n; n--;) join(run.start, run.steps[n].place);
          break;
        }
    named_ = {};
    for (int i = 0; i < count_; ++i) {
      const int r = root_[i] = root(i);  // not above i: its group was begun
      Group& group = groups_[r];
      if (r == i) {
        group = {};
        group.label = places_.names;
      }
      group.places.add(i);
      ++group.size;
      group.label &= state.domains[places_.labels[i]];
      const Mask domain = state.domains[places_.cells[i]];
      if (domain & (domain - 1)) continue;
      if (group.known & domain) return blame(r);
      group.known |= domain;
    }
    knowing_.fill({});
    single_ = {};
    for (int i = 0; i < count_; ++i) {
      const Group& group = groups_[root_[i]];
      if (!(group.label & (group.label - 1))) named_.add(i);
      if (group.size == 1) {
        single_.add(i);
      } else {
        if (group.size > size_) return blame(root_[i]);
        if (!state.keep(places_.labels[i], group.label)) return blame(root_[i]);
        if (!state.fixed(places_.cells[i]) && !state.keep(places_.cells[i], ~group.known))
          return blame(root_[i]);
      }
      if (root_[i] == i)
        for (Mask left = group.known; left; left &= left - 1)
          knowing_[std::countr_zero(left)] |= group.places;
    }
    sort(state, places_.cells, places_.values, has_);
    sort(state, places_.labels, places_.names, at_);
    return true;
  }

  // For each of some values the places whose variable can have it.
  void sort(const State& state, const std::vector<int>& variables, Mask values,
            std::array<Set, 64>& into) const {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    const int last = std::bit_width(values);
    std::fill_n(into.begin(), last, Set{});
    for (int i = 0; i < count_; i += 8)
      for (int low = 0; low < last; low += 8) {
        // Eight values of eight places; a product brings the bits of a value together.
        std::uint64_t some = 0;
        for (int n = std::min(8, count_ - i); n--;)
          some = some << 8 | (state.domains[variables[i + n]] >> low & 255);
        for (int value = low; value < std::min(low + 8, last); ++value)
          into[value].words[i / 64] |=
              ((some >> (value - low) & kOnes) * 0x0102040810204080) >> 56 << (i % 64);
      }
  }

  // What the flags say of groups, and the groups of flags.
  bool compare(State& state) {
    open_ = touch_;
    for (std::size_t e = 0; e < places_.edges.size(); ++e) {
      const Places::Edge& edge = places_.edges[e];
      if (state.domains[edge.flag] != edge.apart) continue;
      const int a = root_[edge.first], b = root_[edge.second];
      if (a == b) return blame(a);
      groups_[a].apart |= groups_[b].places;
      groups_[b].apart |= groups_[a].places;
      part(e);
    }
    for (const Places::Run& run : places_.runs)
      if (!end(state, run)) return false;
    for (std::size_t e = 0; e < places_.edges.size(); ++e) {
      const Places::Edge& edge = places_.edges[e];
      const int a = root_[edge.first], b = root_[edge.second];
      if (a == b) {
        if (!state.keep(edge.flag, edge.joined)) return blame(a);
      } else if (state.domains[edge.flag] == edge.apart) {
        if (!differ(state, a, b)) return false;
      } else if (!together(a, b)) {
        if (!state.keep(edge.flag, edge.apart)) return blame(a);
        part(e);
      }
    }
    return true;
  }

  // The places of an edge are known to be apart.
  void part(std::size_t edge) {
    if (way_[edge] < 0) return;
    const auto [first, second] = std::minmax(places_.edges[edge].first, places_.edges[edge].second);
    open_[way_[edge]].lower.remove(first);
  }

  // The place that ends a run is in another region.
  bool end(State& state, const Places::Run& run) {
    const int a = root_[run.start];
    for (const Places::Step& step : run.steps) {
      const int b = root_[step.place];
      if (a == b) continue;
      if (state.domains[step.flag] != step.apart) return true;
      groups_[a].apart |= groups_[b].places;
      groups_[b].apart |= groups_[a].places;
      return differ(state, a, b);
    }
    return true;
  }

  // How far a run surely goes, and how far it can.
  bool follow(State& state, const Places::Run& run) {
    const int a = root_[run.start];
    Group all = groups_[a];
    bool sure = true, ended = false;
    for (const Places::Step& step : run.steps) {
      const int b = root_[step.place];
      if (!ended && !all.places.has(step.place)) {
        sure = false;
        const Group& more = groups_[b];
        ended = state.domains[step.flag] == step.apart || !fit(all, more) || all.apart.has(b);
        all.places |= more.places;
        all.apart |= more.apart;
        all.label &= more.label;
        all.known |= more.known;
        all.size += more.size;
      }
      if (sure || ended) {
        if (!state.keep(step.flag, sure ? step.joined : step.apart)) return blame(a);
      }
    }
    return true;
  }

  bool take_label(State& state, int g, Mask label) {
    groups_[g].label &= ~label;
    return groups_[g].places.all(
        [&](int place) { return state.keep(places_.labels[place], ~label); });
  }

  // The groups are of different regions.
  bool differ(State& state, int a, int b) {
    const Mask one = groups_[a].label, other = groups_[b].label;
    if (!(one & other)) return true;
    if (!(one & (one - 1)) && !take_label(state, b, one)) return blame(a);
    if (!(other & (other - 1)) && !take_label(state, a, other)) return blame(b);
    return true;
  }

  // The groups are of one region.
  bool same(State& state, int a, int b) {
    const Mask label = groups_[a].label & groups_[b].label;
    const Set both = groups_[a].places | groups_[b].places;
    if (!both.all([&](int place) { return state.keep(places_.labels[place], label); }))
      return blame(a);
    return groups_[a].places.all([&](int place) {
      for (const Near& other : edges_[place])
        if (root_[other.place] == b && !state.keep(other.flag, other.joined)) return blame(a);
      return true;
    });
  }

  // A place alone belongs to the region of a neighbour.
  bool leave(State& state, int g) {
    if (size_ == 1) return true;
    int only = -1;
    bool several = false;
    around(open_, groups_[g].places).each([&](int place) {
      const int r = root_[place];
      if (r == only || !together(g, r)) return;
      several = several || only >= 0;
      only = r;
    });
    return several || (only >= 0 && same(state, g, only));
  }

  Set piece(int start, const Set& inside) const {
    Set found, now;
    now.add(start);
    while (!now.empty()) {
      found |= now;
      now = (around(open_, now) & inside) - found;
    }
    return found;
  }

  // What a group can grow to: its parts come together, it gets large enough and has each value.
  bool grow(State& state, int g) {
    Group& own = groups_[g];
    const int spare = size_ - own.size;
    parts_.clear();
    for (Set left = own.places; !left.empty(); left -= parts_.back())
      parts_.push_back(piece(left.first(), own.places));
    Set fits;
    for (Mask left = own.label; left; left &= left - 1) fits |= at_[std::countr_zero(left)];
    for (Mask left = own.known; left; left &= left - 1) fits -= knowing_[std::countr_zero(left)];
    fits -= own.apart | own.places;
    Set area = fits;
    for (const Set& part : parts_) {
      Set reached;
      if (!reach(part, own.places, fits, spare, reached)) return false;
      area &= reached;
      state.work += 16;
    }
    const Set out = fits - area;
    if (!exclude(state, g, out)) return false;
    const Set all = area | own.places;
    const int total = all.size();
    if (total < size_) return false;
    Set needed;
    if (total == size_) needed = area;
    for (Mask left = places_.values; left; left &= left - 1) {
      const int value = std::countr_zero(left);
      const Set where = has_[value] & all;
      if (where.empty()) return false;
      if (!where.one()) continue;
      if (!state.keep(places_.cells[where.first()], Mask{1} << value)) return false;
      needed |= where & area;
    }
    if (total > size_ && (spare || parts_.size() > 1)) needed |= cut(state, own.places, all);
    return needed.all([&](int place) { return same(state, g, root_[place]); });
  }

  // The places from which a part comes together with the others, at most `spare` more being taken.
  bool reach(const Set& part, const Set& own, const Set& fits, int spare, Set& reached) {
    for (int cost = 0; cost <= spare; ++cost) buckets_[cost] = {};
    Set seen = part;
    buckets_[0] = part;
    for (int cost = 0; cost <= spare; ++cost)
      for (Set now = buckets_[cost]; !now.empty();) {
        const Set next = around(open_, now) - seen;
        now = {};
        if (next.meets(own))
          for (const Set& other : parts_)
            if (next.meets(other)) now |= other;
        seen |= now;
        Set more = next & fits;
        const Set alone = more & single_;
        seen |= alone;
        if (cost < spare) {
          buckets_[cost + 1] |= alone;
          reached |= alone;
        }
        for (more -= alone; !more.empty(); more -= seen) {
          const Group& group = groups_[root_[more.first()]];
          seen |= group.places;
          if (cost + group.size > spare) continue;
          buckets_[cost + group.size] |= group.places;
          reached |= group.places;
        }
      }
    return (own - seen).empty();
  }

  // These places are in other regions than a group.
  bool exclude(State& state, int g, Set out) {
    Group& own = groups_[g];
    own.apart |= out;
    out &= own.label & (own.label - 1) ? named_ : at_[std::countr_zero(own.label)];
    while (!out.empty()) {
      const int r = root_[out.first()];
      if (!differ(state, g, r)) return false;
      out -= groups_[r].places;
    }
    return (own.places & around(open_, own.apart)).all([&](int place) {
      for (const Near& other : edges_[place])
        if (own.apart.has(other.place) && !state.keep(other.flag, other.apart)) return false;
      return true;
    });
  }

  // The places without which some others fall apart, or cannot become as many as a region has.
  Set cut(State& state, const Set& own, const Set& all) const {
    Set needed, grown;
    grow_in(own, all, grown);
    for (Set left = grown - own; !left.empty();) {
      const Set& other = groups_[root_[left.first()]].places;
      left -= other;
      // What is not in a piece without them can be spared too.
      if (grow_in(own, all - other, grown)) left &= grown;
      else needed |= other;
      state.work += 8;
    }
    return needed;
  }

  // A piece with these places, as large as a region at least; false where there is none.
  bool grow_in(const Set& own, const Set& inside, Set& grown) const {
    Set now;
    now.add(own.first());
    grown = now;
    for (int size = 1;;) {
      now = (around(open_, now) & inside) - grown;
      if (now.empty()) return false;
      grown |= now;
      size += now.size();
      if (size < size_ || !(own - grown).empty()) continue;
      for (now -= own; size > size_ && !now.empty(); --size) {
        grown.remove(now.first());
        now.remove(now.first());
      }
      return true;
    }
  }

  // Where a label can be: pieces that are too small, or lack a value, are out.
  bool settle(State& state, int label) {
    const Mask bit = Mask{1} << label;
    const Set where = at_[label];
    const auto fail = [&] {
      where.each([&](int place) { culprits.push_back(places_.labels[place]); });
      return false;
    };
    for (Mask left = places_.values; left; left &= left - 1) {
      const int value = std::countr_zero(left);
      const Set here = has_[value] & where;
      if (here.empty()) return fail();
      if (here.one() && (!state.keep(places_.cells[here.first()], Mask{1} << value) ||
                         !state.keep(places_.labels[here.first()], bit)))
        return fail();
    }
    if (where.meets(named_)) return true;
    bool any = false;
    for (Set left = where; !left.empty();) {
      const Set found = piece(left.first(), where);
      left -= found;
      bool fits = found.size() >= size_;
      for (Mask value = places_.values; fits && value; value &= value - 1)
        fits = has_[std::countr_zero(value)].meets(found);
      any = any || fits;
      if (!fits && !found.all([&](int place) { return state.keep(places_.labels[place], ~bit); }))
        return fail();
    }
    return any || fail();
  }

  Places places_;
  int count_ = 0;
  int size_ = 0;
  std::vector<std::vector<Near>> edges_;
  std::vector<Way> touch_;
  std::vector<int> way_;  // of each edge, in `touch_`; -1 where its places are no neighbours
  // Made anew in each call.
  Set single_, named_;                      // places that are groups of their own; of one label
  std::array<Set, 64> has_, at_, knowing_;  // by value, by label, by value of the group
  std::vector<Way> open_;                   // neighbours that are not known to be apart
  std::vector<Group> groups_;
  std::vector<int> root_;
  std::vector<Set> parts_, buckets_;
};

template <int W>
class Connection final : public Relation {
  using Set = narrowing::Set<W>;

 public:
  explicit Connection(Area area) : area_(std::move(area)), touch_(area_.variables.size()) {
    variables = area_.variables;
    urgency = 3;
    for (const auto& [a, b] : area_.edges) {
      touch_[a].add(b);
      touch_[b].add(a);
    }
    order_.resize(variables.size());
    nodes_.resize(variables.size());
  }

  bool narrow(State& state) override {
    Set open, held;  // that can be inside, and that are
    for (std::size_t i = 0; i < touch_.size(); ++i) {
      const Mask domain = state.domains[variables[i]], inside = area_.inside[i];
      if (domain & inside) open.add(static_cast<int>(i));
      if (!(domain & ~inside)) held.add(static_cast<int>(i));
    }
    if (open.empty()) return false;
    if (open.one()) return keep(state, open, true);
    if (held.empty()) return true;
    const Set needed = walk(open, held, held.first());
    state.work += static_cast<std::size_t>(reached_.size());
    return (held - reached_).empty() && keep(state, open - reached_, false) &&
           keep(state, needed - held, true);
  }

 private:
  struct Node {
    Set left;  // neighbours to look at
    int low, parent;
    bool held;
  };

  bool keep(State& state, const Set& places, bool inside) {
    return places.all([&](int place) {
      const Mask mask = area_.inside[place];
      return state.keep(variables[place], inside ? mask : ~mask);
    });
  }

  // Notes the places that are reached; returns those without which one that is held is not.
  Set walk(const Set& open, const Set& held, int start) {
    reached_ = {};
    stack_.clear();
    int clock = 0;
    const auto visit = [&](int place, int parent) {
      reached_.add(place);
      order_[place] = ++clock;
      nodes_[place] = {touch_[place] & open, clock, parent, held.has(place)};
      stack_.push_back(place);
    };
    visit(start, -1);
    Set needed;
    while (!stack_.empty()) {
      const int at = stack_.back();
      Node& node = nodes_[at];
      if (!node.left.empty()) {
        const int other = node.left.first();
        node.left.remove(other);
        if (!reached_.has(other)) visit(other, at);
        else if (other != node.parent) node.low = std::min(node.low, order_[other]);
        continue;
      }
      stack_.pop_back();
      if (node.parent < 0) continue;
      Node& up = nodes_[node.parent];
      up.low = std::min(up.low, node.low);
      up.held = up.held || node.held;
      if (node.held && node.low >= order_[node.parent]) needed.add(node.parent);
    }
    return needed;
  }

  Area area_;
  std::vector<Set> touch_;
  // Made anew in each call.
  Set reached_;
  std::vector<int> order_, stack_;
  std::vector<Node> nodes_;
};

}  // namespace

std::unique_ptr<Relation> regions(Places places) {
  if (places.cells.size() > kFewPlaces) return std::make_unique<Regions<4>>(std::move(places));
  return std::make_unique<Regions<2>>(std::move(places));
}

std::unique_ptr<Relation> connection(Area area) {
  if (area.variables.size() > kFewPlaces) return std::make_unique<Connection<4>>(std::move(area));
  return std::make_unique<Connection<2>>(std::move(area));
}

}  // namespace satdoku::narrowing
