// Propagation and search; one file, since each kind of relation is written where domains change.
#include "narrowing.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "ideas.hpp"
#include "relations.hpp"

namespace satdoku::narrowing {

namespace {

using Kind = RelationKind;

const std::size_t kMostSets = kWide ? 2000 : 200;  // of a group of a sum: of four of 16 values
constexpr std::size_t kMostPeers = 1024;  // variables of which those that are no cells have peers
constexpr std::size_t kMostDepth = Limit::program_depth;
constexpr std::size_t kMostValues = Limit::program_values;
constexpr std::int64_t kLargest = Limit::program_number;
constexpr std::int64_t kLargestTotal = 1'000'000'000'000'000;
constexpr std::size_t kMostTerms = 50'000;  // of one sum, for the same reason

[[noreturn]] void refuse() { throw std::invalid_argument("these are no relations"); }

Mask all_of(std::size_t bits) { return bits ? ~Mask{0} >> (64 - bits) : 0; }

// The sets of `count` of these values.
std::vector<Mask> subsets(Mask values, std::size_t count) {
  std::vector<Mask> found;
  const auto bits = static_cast<std::size_t>(count_bits(values));
  if (!count || count > bits) return found;
  std::vector<Mask> each;
  each_bit(values, [&](int value) { each.push_back(Mask{1} << value); });
  const Mask end = all_of(bits);
  for (Mask set = all_of(count);;) {
    Mask own = 0;
    each_bit(set, [&](int i) { own |= each[static_cast<std::size_t>(i)]; });
    found.push_back(own);
    if (found.size() > kMostSets) return found;
    const Mask low = set & -set, next = set + low;  // the next number with as many bits
    if (next < set) return found;
    set = next | (((set ^ next) >> 2) / low);
    if (set > end) return found;
  }
}

// Tables and sets come again in other puzzles of the same rules.  Each thread keeps its own.
template <typename Key, typename Value>
using Kept = std::map<Key, std::shared_ptr<const Value>>;
thread_local Kept<std::tuple<Scale, Mask, std::size_t, std::int64_t>, Sets> kept_sets;
thread_local Kept<std::pair<std::vector<Mask>, std::vector<Mask>>, Pairs> kept_pairs;

// Empty where it is not known.
template <typename Key, typename Value>
std::shared_ptr<const Value>& kept_of(Kept<Key, Value>& kept, const Key& key) {
  constexpr std::size_t kMostKept = 256;
  if (kept.size() >= kMostKept && !kept.contains(key)) kept.clear();
  return kept[key];
}

}  // namespace

class Reader {
 public:
  explicit Reader(const std::vector<std::int64_t>& program) : program_(program) {
    cells_ = count();
    scales_.resize(count());
    for (Scale& scale : scales_) {
      scale = list();
      if (scale.size() > kMostValues || !std::is_sorted(scale.begin(), scale.end())) refuse();
      if (!scale.empty() && (scale.front() < -kLargest || scale.back() > kLargest)) refuse();
    }
    const std::size_t variables = count();
    if (cells_ > variables || cells_ > 4096) refuse();
    for (std::size_t v = 0; v < variables; ++v) {
      const std::size_t scale = count();
      if (scale >= scales_.size()) refuse();
      scale_of_.push_back(&scales_[scale]);
    }
    for (const Scale* scale : scale_of_) {
      state.domains.push_back(static_cast<Mask>(next()) & all_of(scale->size()));
      possible_[scale] |= state.domains.back();
    }
    // Variables that are no cells have peers too, where they are not too many.
    near_count_ = variables <= kMostPeers ? variables : cells_;
    near_words_ = (near_count_ + 63) / 64;
    near_.assign(near_count_ * near_words_, 0);
    for (std::size_t v = 0; v < cells_; ++v) guessed.push_back(static_cast<int>(v));
    read_tables();
    read_machines();
    std::vector<std::vector<int>> groups;
    for (std::size_t n = count(); n--;) groups.push_back(one_scale());
    for (const std::vector<int>& group : groups) all_differ(group);
    houses(std::move(groups));
    for (std::size_t n = count(); n--;) relation(relations, 0);
    if (at_ != program_.size()) refuse();
    for (const auto& [which, pairs] : alike_)
      if (kCliques) cliques(*tables_[which].pairs, pairs);
    state.peers.resize(scale_of_.size());
    for (std::size_t v = 0; v < near_count_; ++v) {
      state.peers[v] = outside({static_cast<int>(v)});
      if (v >= cells_ && !state.peers[v].empty()) guess(static_cast<int>(v));
    }
  }

  std::size_t cells() const { return cells_; }

  std::vector<std::vector<int>> full;  // cells that hold each value once
  std::vector<int> borders;            // flags of regions, where no clue counts along them
  bool has_regions = false;
  std::vector<int> guessed;  // the variables that a search tries values of: the cells, then others
  State state;
  Relations relations;

 private:
  std::int64_t next() {
    if (at_ == program_.size()) refuse();
    return program_[at_++];
  }

  std::int64_t next(std::int64_t largest) {
    const std::int64_t found = next();
    if (found < -largest || found > largest) refuse();
    return found;
  }

  // How many, or which; there are never more than numbers.
  std::size_t count() {
    const std::int64_t found = next();
    if (found < 0 || found > static_cast<std::int64_t>(program_.size())) refuse();
    return static_cast<std::size_t>(found);
  }

  std::size_t list_length() {
    const std::size_t length = count();
    if (length > program_.size() - at_) refuse();
    return length;
  }

  std::vector<std::int64_t> list() {
    const std::size_t length = list_length();
    const auto begin = program_.begin() + static_cast<std::ptrdiff_t>(at_);
    at_ += length;
    return {begin, begin + static_cast<std::ptrdiff_t>(length)};
  }

  int variable() {
    const std::size_t found = count();
    if (found >= scale_of_.size()) refuse();
    return static_cast<int>(found);
  }

  std::vector<int> variables() {
    std::vector<int> found(list_length());
    for (int& v : found) v = variable();
    return found;
  }

  // Different variables whose bits mean the same.
  std::vector<int> one_scale() {
    std::vector<int> found = variables();
    for (const int v : found)
      if (scale_of_[v] != scale_of_[found.front()]) refuse();
    std::vector<int> sorted = found;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) refuse();
    return found;
  }

  Compare comparison() {
    const std::size_t found = count();
    if (found > static_cast<std::size_t>(Compare::differs)) refuse();
    return static_cast<Compare>(found);
  }

  int bit_of(const Scale& scale, std::int64_t value) const {
    const auto at = std::lower_bound(scale.begin(), scale.end(), value);
    return at != scale.end() && *at == value ? static_cast<int>(at - scale.begin()) : -1;
  }

  Mask mask_of(const Scale& scale, const std::vector<std::int64_t>& values) const {
    Mask found = 0;
    for (const std::int64_t value : values)
      if (const int bit = bit_of(scale, value); bit >= 0) found |= Mask{1} << bit;
    return found;
  }

  void guess(int variable) {
    if (std::find(guessed.begin(), guessed.end(), variable) == guessed.end())
      guessed.push_back(variable);
  }

  // Whether it can have peers.
  bool is_near(int variable) const { return variable < static_cast<int>(near_count_); }

  // Its peers, a bit each.
  std::uint64_t* row(int variable) { return &near_[variable * near_words_]; }
  const std::uint64_t* row(int variable) const { return &near_[variable * near_words_]; }

  static void add(std::uint64_t* bits, int variable) {
    bits[variable / 64] |= std::uint64_t{1} << (variable % 64);
  }

  void differ(int a, int b) {
    if (a == b || !is_near(a) || !is_near(b) || scale_of_[a] != scale_of_[b]) return;
    add(row(a), b);
    add(row(b), a);
  }

  // The same of each two of one scale.
  void all_differ(const std::vector<int>& group) {
    std::vector<std::uint64_t> bits(near_words_, 0);
    for (const int v : group)
      if (is_near(v)) add(bits.data(), v);
    for (const int v : group) {
      if (!is_near(v)) continue;
      std::uint64_t* const own = row(v);
      const std::uint64_t before = own[v / 64] | ~(std::uint64_t{1} << (v % 64));
      for (std::size_t word = 0; word < near_words_; ++word) own[word] |= bits[word];
      own[v / 64] &= before;
    }
  }

  bool near(int a, int b) const { return row(a)[b / 64] >> (b % 64) & 1; }

  // Each is (scale, scale, then the pairs of values that are allowed).
  void read_tables() {
    for (std::size_t n = count(); n--;) {
      const std::size_t first = count(), second = count();
      if (first >= scales_.size() || second >= scales_.size()) refuse();
      std::vector<Mask> after(scales_[first].size(), 0), before(scales_[second].size(), 0);
      const std::vector<std::int64_t> values = list();
      if (values.size() % 2) refuse();
      bool differs = first == second;
      for (std::size_t i = 0; i < values.size(); i += 2) {
        const int a = bit_of(scales_[first], values[i]), b = bit_of(scales_[second], values[i + 1]);
        if (a < 0 || b < 0) continue;
        after[a] |= Mask{1} << b;
        before[b] |= Mask{1} << a;
        differs = differs && a != b;
      }
      bool all = differs;  // whether that is all it says
      for (std::size_t a = 0; a < after.size(); ++a)
        all = all && after[a] == (all_of(after.size()) & ~(Mask{1} << a));
      std::shared_ptr<const Pairs>& made = kept_of(kept_pairs, {after, before});
      if (!made) made = std::make_shared<const Pairs>(std::move(after), std::move(before));
      tables_.push_back({&scales_[first], &scales_[second], made, differs, all});
    }
  }

  // Each is (states, starts, accepting states, moves): a move is (state, value, next state).
  void read_machines() {
    for (std::size_t n = count(); n--;) {
      auto made = std::make_shared<Machine>();
      const std::size_t states = count();
      const auto state_of = [&](std::int64_t state) {
        if (state < 0 || state >= static_cast<std::int64_t>(states)) refuse();
        return static_cast<int>(state);
      };
      made->states = static_cast<int>(states);
      for (const std::int64_t state : list()) made->starts.push_back(state_of(state));
      made->accepting.assign(states, 0);
      for (const std::int64_t state : list()) made->accepting[state_of(state)] = 1;
      const std::vector<std::int64_t> moves = list();
      if (moves.size() % 3) refuse();
      std::map<std::int64_t, int> places;
      for (std::size_t i = 1; i < moves.size(); i += 3) places.emplace(moves[i], 0);
      for (auto& [value, place] : places) {
        place = static_cast<int>(made->values.size());
        made->values.push_back(value);
      }
      made->first.assign(states + 1, 0);
      for (std::size_t i = 0; i < moves.size(); i += 3) ++made->first[state_of(moves[i]) + 1];
      for (std::size_t s = 0; s < states; ++s) made->first[s + 1] += made->first[s];
      std::vector<int> free(made->first.begin(), made->first.end() - 1);
      made->moves.resize(moves.size() / 3);
      for (std::size_t i = 0; i < moves.size(); i += 3)
        made->moves[free[state_of(moves[i])]++] = {places[moves[i + 1]], state_of(moves[i + 2])};
      machines_.push_back(std::move(made));
    }
  }

  // Groups that differ, but for those inside of others, and what two full ones leave of each other.
  void houses(std::vector<std::vector<int>> groups) {
    for (std::vector<int>& group : groups) std::sort(group.begin(), group.end());
    std::stable_sort(groups.begin(), groups.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    std::vector<Mask> masks;
    for (std::vector<int>& group : groups) {
      if (group.empty() ||
          std::any_of(state.houses.begin(), state.houses.end(), [&](const auto& other) {
            return other.front() <= group.front() && other.back() >= group.back() &&
                   std::includes(other.begin(), other.end(), group.begin(), group.end());
          }))
        continue;
      Mask every = 0;
      for (const int v : group) every |= state.domains[v];
      if (static_cast<std::size_t>(count_bits(every)) > group.size()) every = 0;
      const bool peers = is_near(group.back());
      if (every && every == possible_[scale_of_[group.front()]] && peers) {
        full.push_back(group);
        masks.push_back(every);
      } else {
        if (!peers) relations.push_back(different(group, every));
        else if (every) relations.push_back(house(group, every));
      }
      state.houses.push_back(std::move(group));
    }
    add_houses(relations, full, masks);
  }

  void relation(Relations& into, std::size_t depth) {
    if (depth > kMostDepth) refuse();
    switch (static_cast<Kind>(count())) {
      case Kind::different: {
        std::vector<int> cells = one_scale();
        if (cells.empty()) return;
        const std::size_t values = scale_of_[cells.front()]->size();
        const Mask full = cells.size() == values ? all_of(values) : 0;
        into.push_back(different(std::move(cells), full));
        return;
      }
      case Kind::pair: {
        const std::size_t which = count();
        if (which >= tables_.size()) refuse();
        const auto& [first, second, table, differs, only_differs] = tables_[which];
        const std::vector<int> ends = variables();
        for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
          if (scale_of_[ends[i]] != first || scale_of_[ends[i + 1]] != second) refuse();
          if (differs && !depth) {
            differ(ends[i], ends[i + 1]);
            if (!only_differs) alike_[which].emplace_back(ends[i], ends[i + 1]);
          }
          if (only_differs && !depth && is_near(ends[i]) && is_near(ends[i + 1]) &&
              ends[i] != ends[i + 1])
            continue;  // they are peers
          into.push_back(pair(ends[i], ends[i + 1], table));
        }
        return;
      }
      case Kind::sum:
        into.push_back(linear());
        return;
      case Kind::sets: {
        Group group;
        group.variables = one_scale();
        std::vector<std::pair<std::int64_t, Mask>> sets;
        for (const std::int64_t set : list()) sets.emplace_back(0, static_cast<Mask>(set));
        group.sets = std::make_shared<Sets>(std::move(sets));
        if (std::all_of(group.variables.begin(), group.variables.end(), [&](int v) {
              return group.variables.size() == 1 || among_peers(v, group.variables);
            }))
          group.outside = outside(group.variables);
        std::vector<Group> groups;
        groups.push_back(std::move(group));
        into.push_back(sum(state, std::move(groups), Compare::equal, 0));
        return;
      }
      case Kind::table: {
        std::vector<int> cells = variables();
        const std::vector<std::int64_t> values = list();
        if (cells.empty() || values.size() % cells.size()) refuse();
        std::vector<int> rows, row;
        for (std::size_t at = 0; at < values.size(); at += cells.size()) {
          row.clear();
          for (std::size_t i = 0; i < cells.size(); ++i)
            row.push_back(bit_of(*scale_of_[cells[i]], values[at + i]));
          if (std::find(row.begin(), row.end(), -1) == row.end())
            rows.insert(rows.end(), row.begin(), row.end());
        }
        into.push_back(table(std::move(cells), std::move(rows)));
        return;
      }
      case Kind::automaton: {
        const std::size_t which = count();
        if (which >= machines_.size()) refuse();
        std::vector<int> cells = variables();
        std::vector<const Scale*> scales;
        for (const int v : cells) scales.push_back(scale_of_[v]);
        std::shared_ptr<const Layers>& known = layers_[{which, scales}];
        if (!known) known = layers(*machines_[which], scales);
        into.push_back(automaton(state, std::move(cells), known));
        return;
      }
      case Kind::among: {
        const Compare how = comparison();
        const std::int64_t number = next(kLargestTotal);
        const std::vector<int> counter = variables();
        if (counter.size() > 1) refuse();
        std::vector<int> counted = variables();
        const std::vector<std::int64_t> digits = list();
        std::vector<Counted> groups;
        while (!counted.empty()) {
          std::vector<int> group = kCounts ? clique(counted) : std::vector{counted.front()};
          for (const int v : group) counted.erase(std::find(counted.begin(), counted.end(), v));
          const Mask mask = mask_of(*scale_of_[group.front()], digits);
          groups.push_back({group, mask, outside(group)});
        }
        const int v = counter.empty() ? -1 : counter.front();
        into.push_back(among(std::move(groups), how, number, v, v < 0 ? nullptr : scale_of_[v]));
        return;
      }
      case Kind::element: {
        const int index = variable();
        const std::int64_t first = next(kLargestTotal);
        std::vector<int> all = variables();
        if (all.empty()) refuse();
        for (const int v : all)
          if (scale_of_[v] != scale_of_[all.front()]) refuse();
        const int result = all.back();
        all.pop_back();
        into.push_back(element(index, *scale_of_[index], first, std::move(all), result));
        return;
      }
      case Kind::domain: {
        const int v = variable();
        into.push_back(domain(v, mask_of(*scale_of_[v], list())));
        return;
      }
      case Kind::either: {
        std::vector<Relations> groups(count());
        for (Relations& group : groups)
          for (std::size_t n = count(); n--;) relation(group, depth + 1);
        into.push_back(either(std::move(groups)));
        return;
      }
      case Kind::regions:
        if (depth) refuse();
        has_regions = true;
        into.push_back(regions(places()));
        return;
      case Kind::connection: {
        Area area;
        area.variables = variables();
        const std::vector<std::int64_t> values = list();
        const std::size_t size = area.variables.size();
        if (size > kMostPlaces) refuse();
        for (const int v : area.variables) area.inside.push_back(mask_of(*scale_of_[v], values));
        for (std::size_t n = count(); n--;) {
          const std::size_t first = count(), second = count();
          if (first >= size || second >= size) refuse();
          area.edges.emplace_back(first, second);
        }
        into.push_back(connection(std::move(area)));
        return;
      }
      case Kind::ranking:
        if (depth) refuse();
        into.push_back(ranking(ranked()));
        return;
      default:
        refuse();
    }
  }

  // The value, how many are smaller, whether lines may be equal, the own line, the groups of lines.
  Ranked ranked() {
    Ranked found;
    const std::int64_t first = next();
    found.smaller = next();
    found.ties = count() != 0;
    found.own = variables();
    if (found.own.empty()) refuse();
    const Scale* const scale = scale_of_[found.own.front()];
    found.first = mask_of(*scale, {first});
    std::vector<std::vector<int>> lines{found.own};
    found.groups.resize(list_length());
    for (auto& group : found.groups)
      for (std::size_t n = count(); n--;) {
        group.push_back(variables());
        lines.push_back(group.back());
      }
    for (const std::vector<int>& line : lines)
      if (line.size() != found.own.size() ||
          std::any_of(line.begin(), line.end(), [&](int v) { return scale_of_[v] != scale; }))
        refuse();
    return found;
  }

  // Variables each two of which are in the same table, which says that they differ: the sets of
  // values that they can have.
  void cliques(const Pairs& table, const std::vector<std::pair<int, int>>& pairs) {
    const Scale* const scale = scale_of_[pairs.front().first];
    std::vector<Mask> allowed;
    for (std::size_t a = 0; a < scale->size(); ++a) allowed.push_back(table.after(Mask{1} << a));
    for (std::size_t a = 0; a < scale->size(); ++a)
      if (allowed[a] != table.before(Mask{1} << a)) return;
    std::map<int, std::set<int>> near;
    for (const auto& [a, b] : pairs) {
      near[a].insert(b);
      near[b].insert(a);
    }
    std::set<std::pair<int, int>> done;
    for (const auto& [a, others] : near)
      for (const int b : others) {
        if (b < a || done.contains({a, b})) continue;
        Group group;
        group.variables = {a, b};
        for (const int v : others)
          if (std::all_of(group.variables.begin(), group.variables.end(),
                          [&](int other) { return near[other].contains(v); }))
            group.variables.push_back(v);
        if (group.variables.size() < 3) continue;
        for (const int v : group.variables)
          for (const int other : group.variables) done.emplace(v, other);
        std::vector<std::pair<std::int64_t, Mask>> sets;
        const std::vector<Mask> every = subsets(possible_[scale], group.variables.size());
        if (every.size() > kMostSets) continue;
        for (const Mask set : every) {
          bool fits = true;
          each_bit(set, [&](int value) {
            fits = fits && !(set & ~allowed[value] & ~(Mask{1} << value));
          });
          if (fits) sets.emplace_back(0, set);
        }
        group.sets = std::make_shared<Sets>(std::move(sets));
        group.outside = outside(group.variables);
        std::vector<Group> groups;
        groups.push_back(std::move(group));
        relations.push_back(sum(state, std::move(groups), Compare::equal, 0));
      }
  }

  // Cells, labels, edges of four numbers (place, place, flag, whether they are neighbours), and
  // runs: a place, and then places and flags.
  Places places() {
    Places found;
    found.cells = one_scale();
    found.labels = one_scale();
    const std::size_t size = found.cells.size();
    if (!size || size > kMostPlaces || found.labels.size() != size) refuse();
    found.values = all_of(scale_of_[found.cells.front()]->size());
    found.names = all_of(scale_of_[found.labels.front()]->size());
    const auto place = [&] {
      const std::size_t at = count();
      if (at >= size) refuse();
      return static_cast<int>(at);
    };
    std::set<int> more(found.labels.begin(), found.labels.end());
    for (std::size_t n = count(); n--;) {
      const int first = place(), second = place(), flag = variable();
      const Mask apart = mask_of(*scale_of_[flag], {0}), joined = mask_of(*scale_of_[flag], {1});
      found.edges.push_back({first, second, flag, apart, joined, count() != 0});
      state.domains[flag] &= apart | joined;
      more.insert(flag);
    }
    for (std::size_t n = count(); n--;) {
      Places::Run run{place(), {}};
      for (std::size_t m = list_length(); m--;) {
        const int at = place(), flag = variable();
        const Mask apart = mask_of(*scale_of_[flag], {0}), joined = mask_of(*scale_of_[flag], {1});
        run.steps.push_back({at, flag, apart, joined});
        state.domains[flag] &= apart | joined;
        more.insert(flag);
      }
      found.runs.push_back(std::move(run));
    }
    if (kBorders && found.runs.empty())
      for (const Places::Edge& edge : found.edges) borders.push_back(edge.flag);
    for (const int v : more)
      if (v >= static_cast<int>(cells_)) guess(v);
    return found;
  }

  // A sum, over groups of cells that differ where there are some.
  std::unique_ptr<Relation> linear() {
    const Compare how = comparison();
    const std::int64_t total = next(kLargestTotal);
    std::vector<std::pair<int, std::int64_t>> terms;
    const std::vector<std::int64_t> pairs = list();
    if (pairs.size() % 2 || pairs.size() / 2 > kMostTerms) refuse();
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
      if (pairs[i + 1] < 0 || pairs[i + 1] >= static_cast<std::int64_t>(scale_of_.size())) refuse();
      if (pairs[i] < -kLargest || pairs[i] > kLargest) refuse();
      terms.emplace_back(static_cast<int>(pairs[i + 1]), pairs[i]);
    }
    std::sort(terms.begin(), terms.end());
    std::vector<std::pair<std::int64_t, int>> summed;
    for (std::size_t i = 0; i < terms.size();) {
      const int v = terms[i].first;
      std::int64_t coefficient = 0;
      for (; i < terms.size() && terms[i].first == v; ++i) coefficient += terms[i].second;
      if (coefficient < -kLargest || coefficient > kLargest) refuse();
      if (coefficient) summed.emplace_back(coefficient, v);
    }
    std::sort(summed.begin(), summed.end());
    std::vector<Group> groups;
    std::vector<int> left;
    for (std::size_t i = 0; i < summed.size();) {
      const std::int64_t coefficient = summed[i].first;
      for (; i < summed.size() && summed[i].first == coefficient; ++i)
        left.push_back(summed[i].second);
      while (!left.empty()) {
        std::vector<int> best = kGroups ? clique(left) : std::vector{left.front()};
        Group group;
        for (;; best.pop_back()) {
          group.sets = sets_of(scale_of_[best.front()], best.size(), coefficient);
          if (group.sets->count <= kMostSets || best.size() == 1) break;
        }
        if (best.size() == left.size()) left.clear();
        std::erase_if(left,
                      [&](int v) { return std::find(best.begin(), best.end(), v) != best.end(); });
        group.outside = outside(best);
        group.variables = std::move(best);
        groups.push_back(std::move(group));
      }
    }
    if (groups.empty())
      groups.push_back(
          {{}, std::make_shared<Sets>(std::vector{std::pair{std::int64_t{0}, Mask{0}}}), {}});
    return sum(state, std::move(groups), how, total);
  }

  // The sets of this many values, and what they add up to; where they are too many, some of them.
  const std::shared_ptr<const Sets>& sets_of(const Scale* scale, std::size_t size,
                                             std::int64_t coefficient) {
    std::shared_ptr<const Sets>& known = known_sets_[{scale, size, coefficient}];
    if (known) return known;
    const Mask values = possible_[scale];
    std::shared_ptr<const Sets>& kept = kept_of(kept_sets, {*scale, values, size, coefficient});
    if (kept) return known = kept;
    std::vector<std::pair<std::int64_t, Mask>> found;
    for (const Mask set : subsets(values, size)) {
      std::int64_t weight = 0;
      each_bit(set, [&](int i) { weight += coefficient * (*scale)[static_cast<std::size_t>(i)]; });
      found.emplace_back(weight, set);
    }
    return known = kept = std::make_shared<Sets>(std::move(found));
  }

  // Many of these that differ, and are of one scale.
  std::vector<int> clique(const std::vector<int>& among) const {
    std::vector<int> best, found;
    std::vector<std::uint64_t> common(near_words_);  // the peers of all that were found
    for (const int first : among) {
      if (best.size() == among.size()) break;
      found.assign(1, first);
      if (is_near(first)) {
        std::copy_n(row(first), near_words_, common.begin());
        for (const int v : among) {
          if (!is_near(v) || !(common[v / 64] >> (v % 64) & 1)) continue;
          found.push_back(v);
          const std::uint64_t* const own = row(v);
          for (std::size_t word = 0; word < near_words_; ++word) common[word] &= own[word];
        }
      }
      if (found.size() > best.size()) best.swap(found);
    }
    return best;
  }

  bool among_peers(int variable, const std::vector<int>& others) const {
    return std::all_of(others.begin(), others.end(), [&](int v) {
      return v == variable || (is_near(v) && is_near(variable) && near(v, variable));
    });
  }

  // The peers of all of these.
  std::vector<int> outside(const std::vector<int>& of) const {
    std::vector<int> found;
    if (!std::all_of(of.begin(), of.end(), [&](int v) { return is_near(v); })) return found;
    found.reserve(32);
    for (std::size_t word = 0; word < near_words_; ++word) {
      std::uint64_t common = ~std::uint64_t{0};  // nothing is its own peer
      for (const int v : of) common &= row(v)[word];
      for (; common; common &= common - 1)
        found.push_back(static_cast<int>(64 * word) + std::countr_zero(common));
    }
    return found;
  }

  struct ReadTable {
    const Scale* first;
    const Scale* second;
    std::shared_ptr<const Pairs> pairs;
    bool differs, only_differs;
  };

  const std::vector<std::int64_t>& program_;  // read in the constructor alone
  std::size_t at_ = 0;
  std::size_t cells_ = 0;
  std::vector<Scale> scales_;
  std::vector<const Scale*> scale_of_;
  std::size_t near_count_ = 0, near_words_ = 0;  // variables that have peers; words of each
  std::vector<std::uint64_t> near_;
  std::vector<ReadTable> tables_;
  std::vector<std::shared_ptr<const Machine>> machines_;
  std::map<std::pair<std::size_t, std::vector<const Scale*>>, std::shared_ptr<const Layers>>
      layers_;
  std::map<std::tuple<const Scale*, std::size_t, std::int64_t>, std::shared_ptr<const Sets>>
      known_sets_;
  std::map<const Scale*, Mask> possible_;  // of each scale the values that variables begin with
  std::map<std::size_t, std::vector<std::pair<int, int>>> alike_;  // of each table its variables
};

class Search {
 public:
  explicit Search(Reader& reader)
      : state_(reader.state),
        relations_(reader.relations),
        cells_(reader.cells()),
        full_(reader.full),
        guessed_(reader.guessed),
        borders_(reader.borders),
        again_(kRestarts && reader.has_regions) {
    state_.watch(relations_);
    const std::vector<Mask>& domains = state_.domains;
    for (std::size_t v = cells_; v < domains.size(); ++v) others_.push_back(static_cast<int>(v));
    impossible_ = exhausted_ = std::find(domains.begin(), domains.end(), Mask{0}) != domains.end();
  }

  void restart(const std::vector<Mask>& masks, const std::vector<Mask>& preferred) {
    if (masks.size() != cells_ || (!preferred.empty() && preferred.size() != cells_)) refuse();
    for (const auto& relation : relations_) relation->weaken();
    strong_ = guess_count_ + kWeak;
    // What follows without masks is only found where there is a second time.
    if (begun_ && !rooted_) {
      state_.undo(0);
      state_.wake_all();
      impossible_ = impossible_ || !settle();
      rooted_ = true;
      root_ = state_.mark();
    }
    begun_ = true;
    back(root_);
    preferred_ = preferred;
    forget();  // or what is found depends on what was asked before
    run_ = kFirstRun;
    begun_at_ = guess_count_;
    for (std::size_t v = 0; v < cells_; ++v)
      if (!(state_.domains[v] & masks[v])) exhausted_ = true;
    if (!exhausted_) {
      for (std::size_t v = 0; v < cells_; ++v) state_.keep(static_cast<int>(v), masks[v]);
      exhausted_ = !settle();
    }
    note_start();
  }

  void begin() {
    if (!begun_) restart(std::vector<Mask>(cells_, ~Mask{0}), {});
  }

  // Takes away the values that are refuted when they are tried alone; begins again.
  void probe(std::uint64_t work, bool (*interrupted)()) {
    begin();
    if (left_.empty()) return;
    back(start_);
    strengthen();
    const std::uint64_t most = work < UINT64_MAX - state_.work ? state_.work + work : UINT64_MAX;
    const std::size_t size = guessed_.size();
    std::size_t last = 0;  // when something was taken away
    for (std::size_t at = 0; !exhausted_ && at < last + size; ++at) {
      if (state_.work > most || (interrupted && interrupted())) break;
      const int v = guessed_[at % size];
      for (Mask left = state_.domains[v]; left && !exhausted_; left &= left - 1) {
        const Mask value = left & -left;
        if (state_.fixed(v)) break;
        if (!(state_.domains[v] & value)) continue;
        const std::size_t mark = state_.mark();
        state_.keep(v, value);
        const bool fits = settle();
        state_.undo(mark);
        if (fits) continue;
        last = at;
        state_.keep(v, ~value);
        exhausted_ = !settle();
      }
    }
    note_start();
  }

  // What the beginning left to each variable; none where that is nothing.
  const std::vector<Mask>& masks() {
    begin();
    return left_;
  }

  bool exhausted() const { return exhausted_; }
  std::vector<std::vector<int>> take() { return std::exchange(solutions_, {}); }
  std::uint64_t guesses() const { return guess_count_; }

  void advance(std::uint64_t work, std::size_t wanted, bool (*interrupted)()) {
    begin();
    const std::uint64_t most = work < UINT64_MAX - state_.work ? state_.work + work : UINT64_MAX;
    std::uint64_t look = state_.work + kLook;
    while (!exhausted_ && solutions_.size() < wanted && state_.work <= most) {
      if (state_.work > look) {
        if (interrupted && interrupted()) return;
        look = state_.work + kLook;
      }
      if (guess_count_ >= strong_ && !found_) strengthen();
      if (again_ && !found_ && guess_count_ - begun_at_ >= run_) {
        run_ *= 2;
        begun_at_ = guess_count_;
        back(start_);
      }
      bool rest = false;
      int guess = settled_ ? next(guessed_) : -1;
      if (settled_ && (guess < 0 || (guess >= static_cast<int>(cells_) && !open()))) {
        guess = next(others_);
        rest = true;
      }
      if (guess >= 0) {
        Mask value = choice(guess);
        if (kPlaces && !rest && count_bits(state_.domains[guess]) > 2) two_places(guess, value);
        guesses_.push_back({state_.mark(), guess, value, rest});
        ++guess_count_;
        last_ = guess;
        state_.keep(guess, value);
        settled_ = settle();
        continue;
      }
      if (settled_) {
        note_solution();
        // Other values of the variables that are no cells make no other solution.
        while (!guesses_.empty() && guesses_.back().rest) {
          state_.undo(guesses_.back().mark);
          guesses_.pop_back();
        }
      }
      settled_ = false;
      if (guesses_.empty()) {
        exhausted_ = true;
        return;
      }
      const Guess last = guesses_.back();
      guesses_.pop_back();
      state_.undo(last.mark);
      last_ = last.variable;
      state_.keep(last.variable, ~last.value);
      settled_ = settle();
      if (settled_ && guesses_.empty() && !found_) start_ = state_.mark();
    }
  }

 private:
  struct Guess {
    std::size_t mark;
    int variable;
    Mask value;
    bool rest;  // of a variable that is no cell, when all cells are known
  };

  static constexpr std::uint64_t kWeak = 14;         // guesses before relations are strengthened
  static constexpr std::uint64_t kFirstRun = 200;    // guesses before the search begins again
  static constexpr double kGuessed = 0.3;            // the share of what was guessed
  static constexpr double kBorder = 0.5;             // what borders are blamed for at first
  static constexpr std::uint64_t kLook = 1'000'000;  // some 5 ms between two looks at Ctrl-C

  // Begins again with relations that take more away, where there are some.
  void strengthen() {
    strong_ = UINT64_MAX;
    bool any = false;
    for (const auto& relation : relations_) any = relation->strengthen(state_, stronger_) || any;
    if (!any) return;
    back(start_);
    state_.wake_all();
    exhausted_ = !settle();
    note_start();
  }

  void forget() {
    blame_.assign(state_.domains.size(), 1.0);
    ease_ = blame_;
    for (const int v : borders_) blame(v, kBorder);
  }

  // False where something cannot hold; what it is about is looked at earlier from then on.
  bool settle() {
    const int failed = state_.propagate();
    if (failed == State::kNone) return true;
    if (last_ >= 0) blame(last_, kGuessed);
    if (failed == State::kClash) {
      const auto [a, b] = state_.clash;
      if (const int h = state_.house_of(a, b); h >= 0) {
        blame_all(state_.houses[h]);
        return false;
      }
      blame_all({a, b});
      return false;
    }
    const Relation& relation = *relations_[failed];
    blame_all(relation.culprits.empty() ? relation.variables : relation.culprits);
    return false;
  }

  // What is about few variables says more about each.
  void blame_all(const std::vector<int>& variables) {
    const double share = std::sqrt(3.0 / static_cast<double>(variables.size()));
    for (const int v : variables) blame(v, share);
  }

  void blame(int variable, double share) {
    if (!kBlame) return;
    blame_[variable] += share;
    ease_[variable] = 1 / blame_[variable];
  }

  void back(std::size_t mark) {
    last_ = -1;
    state_.undo(mark);
    guesses_.clear();
    solutions_.clear();
    seen_.clear();
    found_ = false;
    settled_ = true;
    exhausted_ = impossible_;
  }

  // The value to try first.
  Mask choice(int variable) const {
    Mask among = state_.domains[variable];
    if (variable < static_cast<int>(preferred_.size()))
      if (const Mask liked = among & preferred_[variable]) among = liked;
    return among & -among;
  }

  void note_start() {
    settled_ = !exhausted_;
    start_ = state_.mark();
    left_.clear();
    if (settled_) left_ = state_.domains;
  }

  // Whether some cell has several values.
  bool open() const {
    for (std::size_t v = 0; v < cells_; ++v)
      if (!state_.fixed(static_cast<int>(v))) return true;
    return false;
  }

  // A value that has two places in a house instead, where these are to blame for more.
  void two_places(int& guess, Mask& value) {
    double least = count_bits(state_.domains[guess]) * ease_[guess];
    state_.work += full_.size();
    for (const std::vector<int>& house : full_) {
      Mask once = 0, twice = 0, more = 0;
      for (const int v : house) {
        const Mask domain = state_.domains[v];
        more |= twice & domain;
        twice |= once & domain;
        once |= domain;
      }
      for (Mask left = twice & ~more; left; left &= left - 1) {
        const Mask one = left & -left;
        int best = -1;
        double blamed = 0;
        for (const int v : house)
          if (state_.domains[v] & one) {
            blamed += blame_[v] / 2;
            if (best < 0 || blame_[v] > blame_[best]) best = v;
          }
        if (2 / blamed < least) {
          least = 2 / blamed;
          guess = best;
          value = one;
        }
      }
    }
  }

  // Keeps the grid that is known; where other variables are guessed too, it can come again.
  void note_solution() {
    found_ = true;
    std::vector<int> values;
    for (const Mask domain : state_.domains) values.push_back(std::countr_zero(domain));
    if (guessed_.size() == cells_ ||
        seen_.insert({values.begin(), values.begin() + static_cast<std::ptrdiff_t>(cells_)}).second)
      solutions_.push_back(std::move(values));
  }

  // The variable with the fewest values for what it was blamed for; -1 where all have one.
  int next(const std::vector<int>& among) const {
    int best = -1;
    double least = std::numeric_limits<double>::infinity();
    for (const int v : among) {
      if (state_.fixed(v)) continue;
      const double score = count_bits(state_.domains[v]) * ease_[v];
      if (score < least) {
        least = score;
        best = v;
      }
    }
    return best;
  }

  State& state_;
  const Relations& relations_;
  std::size_t cells_;
  const std::vector<std::vector<int>>& full_;
  const std::vector<int>& guessed_;
  const std::vector<int>& borders_;
  bool again_;  // whether a long search begins again, with what it has learned to blame
  std::vector<int> others_;      // the variables that are no cells
  std::vector<double> blame_;    // of each variable: how often something about it has failed
  std::vector<double> ease_;     // 1 over that
  std::vector<Mask> preferred_;  // of each cell the values to try first; or none
  std::vector<Guess> guesses_;
  std::vector<std::vector<int>> solutions_;
  std::set<std::vector<int>> seen_;
  std::uint64_t guess_count_ = 0;
  std::uint64_t run_ = 0, begun_at_ = 0;  // guesses until it begins again, since that many
  std::uint64_t strong_ = 0;              // the guess before which relations are strengthened
  Stronger stronger_;
  std::size_t root_ = 0;    // the trail without the masks of a restart
  std::size_t start_ = 0;   // and with them
  std::vector<Mask> left_;  // there; empty where that is nothing
  bool begun_ = false, rooted_ = false;
  bool impossible_ = false;  // whatever the masks are
  int last_ = -1;            // what was guessed last, or refuted
  bool found_ = false;       // a solution, since it was begun
  bool settled_ = true;      // nothing is refuted as it stands
  bool exhausted_ = false;
};

Narrowing::Narrowing(const std::vector<std::int64_t>& program)
    : reader_(std::make_unique<Reader>(program)), search_(std::make_unique<Search>(*reader_)) {}

Narrowing::~Narrowing() = default;

const std::vector<Mask>& Narrowing::masks() { return search_->masks(); }

bool Narrowing::advance(std::uint64_t work, std::size_t wanted, bool (*interrupted)()) {
  search_->advance(work, wanted, interrupted);
  return search_->exhausted();
}

void Narrowing::probe(std::uint64_t work, bool (*interrupted)()) {
  search_->probe(work, interrupted);
}

Occurring Narrowing::occurring(const std::vector<Mask>& masks, std::vector<Mask> seen,
                               std::uint64_t work, std::uint64_t most, bool (*interrupted)()) {
  restart(masks);
  const std::size_t cells = masks.size();
  if (seen.size() != cells) refuse();
  Occurring found;
  const std::vector<Mask>& start = search_->masks();
  found.left.assign(cells, 0);
  std::copy_n(start.begin(), std::min(cells, start.size()), found.left.begin());
  found.seen = std::move(seen);
  for (std::size_t v = 0; v < cells; ++v) found.seen[v] &= found.left[v];
  const std::uint64_t before = this->work();
  for (std::size_t v = 0; v < cells; ++v) {
    for (Mask rest; (rest = found.left[v] & ~found.seen[v]) != 0;) {
      if (this->work() - before > most || (interrupted && interrupted())) return found;
      const Mask value = rest & -rest;
      std::vector<Mask> tried = found.left;
      tried[v] = value;
      restart(tried);
      const bool exhausted = advance(work, 1, interrupted);
      const std::vector<std::vector<int>> grids = take();
      if (!grids.empty()) {
        for (std::size_t c = 0; c < cells; ++c) found.seen[c] |= Mask{1} << grids.front()[c];
        found.grids.push_back(grids.front());
      } else if (exhausted) {
        found.left[v] &= ~value;
      } else {
        found.lost = true;
        return found;
      }
    }
  }
  return found;
}

std::vector<std::uint64_t> Narrowing::supposed(
    const std::vector<Mask>& masks, const std::vector<std::pair<std::size_t, Mask>>& each,
    std::uint64_t work, std::uint64_t most, bool (*interrupted)()) {
  std::vector<std::uint64_t> found;
  const std::uint64_t before = this->work();
  for (const auto& [cell, mask] : each) {
    if (cell >= masks.size()) refuse();
    if (this->work() - before > most || (interrupted && interrupted())) break;
    std::vector<Mask> tried = masks;
    tried[cell] &= mask;
    const std::uint64_t guessed = guesses();
    restart(tried);
    const bool exhausted = advance(work, 1, interrupted);
    found.push_back(exhausted && take().empty() ? guesses() - guessed + 1 : 0);
  }
  return found;
}

void Narrowing::restart(const std::vector<Mask>& masks, const std::vector<Mask>& preferred) {
  search_->restart(masks, preferred);
}

std::vector<std::vector<int>> Narrowing::take() { return search_->take(); }

std::uint64_t Narrowing::guesses() const { return search_->guesses(); }

std::uint64_t Narrowing::work() const { return reader_->state.work; }

}  // namespace satdoku::narrowing
