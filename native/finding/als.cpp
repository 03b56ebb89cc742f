#include <algorithm>
#include <unordered_map>
#include <utility>

#include "finding.hpp"

namespace satdoku::finding {
namespace {

constexpr int kWays = 100'000;

struct Hash {
  std::size_t operator()(const CellSet& s) const {
    return static_cast<std::size_t>((s.lo ^ s.hi * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u >> 7);
  }
  std::size_t operator()(const WideSet& s) const {
    std::uint64_t mixed = 0;
    for (const std::uint64_t w : s.words()) mixed = (mixed ^ w) * 0x9E3779B97F4A7C15u;
    return static_cast<std::size_t>(mixed >> 7);
  }
};

bool has(const std::uint64_t* row, int i) { return (row[i >> 6] >> (i & 63) & 1) != 0; }

void set(std::uint64_t* row, int i) { row[i >> 6] |= std::uint64_t{1} << (i & 63); }

// f(i) for the members in ascending order, until it returns false.
template <class F>
bool each(const std::uint64_t* row, std::size_t words, F&& f) {
  for (std::size_t w = 0; w < words; ++w)
    for (std::uint64_t m = row[w]; m != 0; m &= m - 1)
      if (!f(static_cast<int>(w) * 64 + std::countr_zero(m))) return false;
  return true;
}

}  // namespace

template <class CellSet>
Field<CellSet>::Field(std::vector<std::vector<int>> members, const std::vector<int>& candidates,
                      int digits)
    : houses(std::move(members)),
      masks(houses.size()),
      peers(candidates.size()),
      where(at(digits)),
      size(digits) {
  for (std::size_t h = 0; h < houses.size(); ++h) {
    for (const int c : houses[h]) masks[h].add(c);
    for (const int c : houses[h]) peers[at(c)] |= masks[h];
  }
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    peers[c].remove(static_cast<int>(c));
    open.push_back(static_cast<Digits>(candidates[c]));
    for (const int d : Bits(open[c])) where[at(d)].add(static_cast<int>(c));
  }
}

template <class CellSet>
CellSet Field<CellSet>::common_peers(const CellSet& cells) const {
  CellSet seen = peers[at(cells.first())];
  cells.each([&](int c) { seen &= peers[at(c)]; });
  return seen;
}

template <class CellSet>
CellSet Field<CellSet>::excluded(const CellSet& cells, int d, int e) const {
  if (rules == nullptr) return d == e ? common_peers(cells) : CellSet{};
  CellSet seen = excluded_by(cells.first(), d, e);
  cells.each([&](int c) { seen &= excluded_by(c, d, e); });
  return seen;
}

template <class CellSet>
AlmostLocked<CellSet>::AlmostLocked(const Field<CellSet>& field, const std::vector<int>& order,
                                    int largest)
    : field_(field) {
  for (const int h : order) {
    std::vector<int> cells;
    for (const int c : field.houses[at(h)])
      if (field.open[at(c)] != 0) cells.push_back(c);
    grow(cells, 0, {}, 0, 0, std::min(largest, static_cast<int>(cells.size()) - 1));
    if (too_many_) return;
  }
  std::unordered_map<CellSet, int, Hash> first;
  std::vector<int> kept;
  for (int i = 0; i < static_cast<int>(cells_.size()); ++i)
    if (first.emplace(cells_[at(i)], i).second) kept.push_back(i);
  std::vector<int> sizes(cells_.size());
  for (const int i : kept) sizes[at(i)] = cells_[at(i)].size();
  std::stable_sort(kept.begin(), kept.end(),
                   [&](int a, int b) { return sizes[at(a)] < sizes[at(b)]; });
  std::vector<CellSet> cells;
  std::vector<Digits> digits;
  for (const int i : kept) {
    cells.push_back(cells_[at(i)]);
    digits.push_back(digits_[at(i)]);
  }
  cells_ = std::move(cells);
  digits_ = std::move(digits);
  link();
}

template <class CellSet>
void AlmostLocked<CellSet>::grow(const std::vector<int>& cells, std::size_t start, CellSet chosen,
                                 Digits all, int size, int room) {
  if (room < 1) return;
  for (std::size_t i = start; i < cells.size() && !too_many_; ++i) {
    const Digits wider = all | field_.open[at(cells[i])];
    CellSet more = chosen;
    more.add(cells[i]);
    const int over = std::popcount(wider) - size - 1;
    if (over == 1) {
      too_many_ = cells_.size() == kSets;
      cells_.push_back(more);
      digits_.push_back(wider);
    }
    // Each further cell can take back at most one digit too many.
    if (room > 1 && over <= room) grow(cells, i + 1, more, wider, size + 1, room - 1);
  }
}

template <class CellSet>
void AlmostLocked<CellSet>::link() {
  const int n = static_cast<int>(cells_.size()), size = field_.size;
  holds_.resize(at(n * size));
  sees_.resize(at(n * size));
  linked_.assign(at(n * size), -1);
  Rows having(field_.open.size(), at(n));
  const bool ruled = field_.rules != nullptr;
  others_.resize(ruled ? at(n * size) : 0);
  std::vector<std::unordered_map<CellSet, CellSet, Hash>> seen(ruled ? at(size) : 1);
  // Many sets have the same cells with a digit: what those see is looked for once.
  struct Group {
    CellSet places;
    std::vector<int> sets;
  };
  std::vector<std::vector<Group>> groups(at(size));
  std::vector<std::unordered_map<CellSet, int, Hash>> places(at(size));
  for (int i = 0; i < n; ++i) {
    for (const int d : Bits(digits_[at(i)])) {
      const CellSet held = field_.where[at(d)] & cells_[at(i)];
      holds_[at(i * size + d)] = held;
      const auto [known, fresh] = seen[ruled ? at(d) : 0].try_emplace(held);
      if (fresh) known->second = field_.excluded(held, d, d);
      sees_[at(i * size + d)] = known->second;
      for (int e = 0; ruled && e < size; ++e)
        if (e != d && field_.excluded(held, d, e).meets(field_.where[at(e)]))
          others_[at(i * size + d)] |= Digits{1} << e;
      auto& own = groups[at(d)];
      const auto [place, added] = places[at(d)].try_emplace(held, static_cast<int>(own.size()));
      if (added) own.push_back({held, {}});
      own[at(place->second)].sets.push_back(i);
    }
    cells_[at(i)].each([&](int c) { set(having[at(c)], i); });
  }
  // The sets that lie in what some cells see, by digit and those cells.
  std::vector<std::unordered_map<CellSet, int, Hash>> within(at(size));
  std::vector<std::vector<std::uint64_t>> near;
  const std::size_t words = having.words();
  int rows = 0;
  std::vector<int> source(at(n * size), -1);
  for (int i = 0; i < n; ++i)
    for (const int d : Bits(digits_[at(i)])) {
      const CellSet& reach = sees_[at(i * size + d)];
      const auto [known, fresh] = within[at(d)].try_emplace(reach, static_cast<int>(near.size()));
      if (fresh) {
        std::vector<std::uint64_t> row(words);
        bool any = false;
        for (const Group& group : groups[at(d)])
          if (group.places.inside(reach)) {
            any = true;
            for (const int j : group.sets) set(row.data(), j);
          }
        if (any) near.push_back(std::move(row));
        else known->second = -1;
      }
      source[at(i * size + d)] = known->second;
      rows += known->second >= 0;
    }
  rows_ = Rows(at(rows), at(n));
  int next = 0;
  std::vector<std::uint64_t> touching(words);
  for (int i = 0; i < n; ++i) {
    std::fill(touching.begin(), touching.end(), 0);
    cells_[at(i)].each([&](int c) {
      for (std::size_t w = 0; w < words; ++w) touching[w] |= having[at(c)][w];
    });
    for (const int d : Bits(digits_[at(i)])) {
      const int from = source[at(i * size + d)];
      if (from < 0) continue;
      std::uint64_t* row = rows_[at(next)];
      std::uint64_t any = 0;
      for (std::size_t w = 0; w < words; ++w) any |= row[w] = near[at(from)][w] & ~touching[w];
      if (any != 0) linked_[at(i * size + d)] = next++;
    }
  }
}

// Whether one of these digits excludes something, wherever two sets have it.
template <class CellSet>
bool AlmostLocked<CellSet>::meets(int i, int j, Digits digits) const {
  for (const int z : Bits(digits))
    if ((sees(i, z) & sees(j, z)).meets(field_.where[at(z)])) return true;
  if (!others_.empty())
    for (const int z : Bits(digits))
      if (meets_others(i, j, z)) return true;
  return false;
}

// Whether rules let it exclude another digit.
template <class CellSet>
bool AlmostLocked<CellSet>::meets_others(int i, int j, int z) const {
  for (const int e : Bits(others_[at(i * field_.size + z)] & others_[at(j * field_.size + z)]))
    if (field_.excluded(holds(i, z) | holds(j, z), z, e).meets(field_.where[at(e)])) return true;
  return false;
}

// Whether two sets that share several commons exclude something outside of both.
template <class CellSet>
bool AlmostLocked<CellSet>::locks(int i, int j, Digits commons) const {
  const CellSet both = cells_[at(i)] | cells_[at(j)];
  for (const int x : Bits(commons))
    if (!(sees(i, x) & sees(j, x) & field_.where[at(x)]).inside(both)) return true;
  for (const int k : {i, j})
    for (const int d : Bits(digits_[at(k)] & ~commons))
      if (!(sees(k, d) & field_.where[at(d)]).inside(both)) return true;
  return false;
}

template <class CellSet>
std::vector<Way> AlmostLocked<CellSet>::pairs(std::size_t most) const {
  std::vector<Way> found;
  const std::size_t words = rows_.words();
  std::vector<std::uint64_t> once(words), twice(words), mine(words);
  for (int j = 0; j < static_cast<int>(cells_.size()); ++j) {
    std::fill(once.begin(), once.end(), 0);
    std::fill(twice.begin(), twice.end(), 0);
    for (const int d : Bits(digits_[at(j)]))
      if (const std::uint64_t* row = linked(j, d))
        for (std::size_t w = 0; w < words; ++w) {
          twice[w] |= once[w] & row[w];
          once[w] |= row[w];
        }
    for (std::size_t w = 0; w < words; ++w) {
      const int low = static_cast<int>(w) * 64;
      mine[w] = low >= j        ? 0
                : j - low >= 64 ? once[w]
                                : once[w] & ((std::uint64_t{1} << (j - low)) - 1);
    }
    const bool going = each(mine.data(), words, [&](int i) {
      const Digits shared = digits_[at(i)] & digits_[at(j)];
      Digits commons = 0;
      for (const int d : Bits(shared))
        if (const std::uint64_t* row = linked(j, d); row != nullptr && has(row, i))
          commons |= Digits{1} << d;
      const bool fits =
          has(twice.data(), i) ? locks(i, j, commons) : meets(i, j, shared & ~commons);
      if (fits) {
        found.push_back({{i, j}, {}});
        return found.size() < most;
      }
      return true;
    });
    if (!going) break;
  }
  return found;
}

template <class CellSet>
std::vector<Way> AlmostLocked<CellSet>::wings(std::size_t most) const {
  std::vector<Way> found;
  const std::size_t words = rows_.words();
  for (int pivot = 0; pivot < static_cast<int>(cells_.size()); ++pivot)
    for (const int x : Bits(digits_[at(pivot)])) {
      const std::uint64_t* left = linked(pivot, x);
      if (left == nullptr) continue;
      for (const int y : Bits(digits_[at(pivot)] & ~((Digits{2} << x) - 1))) {
        const std::uint64_t* right = linked(pivot, y);
        if (right == nullptr) continue;
        const Digits kept = ~(Digits{1} << x | Digits{1} << y);
        const bool going = each(left, words, [&](int i) {
          const Digits own = digits_[at(i)] & kept;
          return each(right, words, [&](int j) {
            if (j == i || cells_[at(i)].meets(cells_[at(j)])) return true;
            if (!meets(i, j, own & digits_[at(j)])) return true;
            found.push_back({{i, pivot, j}, {x, y}});
            return found.size() < most;
          });
        });
        if (!going) return found;
      }
    }
  return found;
}

template <class CellSet>
std::vector<Way> AlmostLocked<CellSet>::chains(int shortest, int longest, std::size_t most) const {
  struct State {
    int set, entered, from;  // `from`: its place in `states`, or -1
  };
  std::vector<Way> found;
  const int size = field_.size;
  const std::size_t words = rows_.words();
  std::vector<std::uint64_t> visited(at(size) * words), fresh(words);
  std::vector<State> states;
  std::vector<std::pair<int, CellSet>> target;
  for (int first = 0; first < static_cast<int>(cells_.size()); ++first)
    for (const int x : Bits(digits_[at(first)])) {
      const std::uint64_t* following = linked(first, x);
      if (following == nullptr) continue;
      target.clear();
      for (const int z : Bits(digits_[at(first)]))
        if (const CellSet left = sees(first, z) & field_.where[at(z)];
            z != x && (!left.empty() || !others_.empty()))
          target.emplace_back(z, left);
      if (target.empty()) continue;
      std::fill(visited.begin(), visited.end(), 0);
      for (int d = 0; d < size; ++d) set(visited.data() + at(d) * words, first);
      for (std::size_t w = 0; w < words; ++w) visited[at(x) * words + w] |= following[w];
      states.clear();
      each(following, words, [&](int j) {
        states.push_back({j, x, -1});
        return true;
      });
      std::size_t begin = 0;
      for (int length = 2; begin < states.size();) {
        const std::size_t end = states.size();
        for (std::size_t s = begin; s < end && length >= shortest; ++s) {
          const State& last = states[s];
          if (last.set <= first) continue;
          const bool fits = std::any_of(target.begin(), target.end(), [&](const auto& t) {
            return t.first != last.entered && (digits_[at(last.set)] >> t.first & 1) != 0 &&
                   (sees(last.set, t.first).meets(t.second) ||
                    (!others_.empty() && meets_others(first, last.set, t.first)));
          });
          if (!fits) continue;
          Way way;
          for (int k = static_cast<int>(s); k >= 0; k = states[at(k)].from) {
            way.sets.push_back(states[at(k)].set);
            way.commons.push_back(states[at(k)].entered);
          }
          way.sets.push_back(first);
          std::reverse(way.sets.begin(), way.sets.end());
          std::reverse(way.commons.begin(), way.commons.end());
          found.push_back(std::move(way));
          if (found.size() == most) return found;
        }
        if (++length > longest) break;
        for (std::size_t s = begin; s < end; ++s) {
          const State state = states[s];
          for (const int d : Bits(digits_[at(state.set)])) {
            const std::uint64_t* row = d == state.entered ? nullptr : linked(state.set, d);
            if (row == nullptr) continue;
            std::uint64_t* known = visited.data() + at(d) * words;
            for (std::size_t w = 0; w < words; ++w) {
              fresh[w] = row[w] & ~known[w];
              known[w] |= row[w];
            }
            each(fresh.data(), words, [&](int j) {
              states.push_back({j, d, static_cast<int>(s)});
              return true;
            });
          }
        }
        begin = end;
      }
    }
  return found;
}

template <class CellSet>
bool AlmostLocked<CellSet>::pick(const std::vector<std::vector<int>>& choices, std::size_t i, int z,
                                 CellSet victims, CellSet used, int& ways) const {
  if (i == choices.size() || --ways == 0) return true;
  for (const int s : choices[i]) {
    const CellSet left = victims & sees(s, z);
    if (left.empty() || cells_[at(s)].meets(used)) continue;
    if (pick(choices, i + 1, z, left, used | cells_[at(s)], ways)) return true;
  }
  return false;
}

template <class CellSet>
bool AlmostLocked<CellSet>::blossoms(int stem) const {
  const int cells = static_cast<int>(field_.open.size());
  std::vector<std::vector<int>> petals, choices;
  for (int c = 0; c < cells; ++c) {
    const Digits own = field_.open[at(c)];
    const int n = std::popcount(own);
    if (n < 2 || n > stem) continue;
    petals.clear();
    for (const int d : Bits(own)) {
      std::vector<int> fits;
      for (int i = 0; i < static_cast<int>(cells_.size()); ++i)
        if ((digits_[at(i)] >> d & 1) != 0 && holds(i, d).inside(field_.peers[at(c)]) &&
            !cells_[at(i)].has(c))
          fits.push_back(i);
      petals.push_back(std::move(fits));
      if (petals.back().empty()) break;
    }
    if (petals.back().empty()) continue;
    for (int z = 0; z < field_.size; ++z) {
      CellSet victims = field_.where[at(z)];
      victims.remove(c);
      if (victims.empty() || (own >> z & 1) != 0) continue;
      choices.clear();
      for (const auto& petal : petals) {
        std::vector<int> fits;
        for (const int i : petal)
          if ((digits_[at(i)] >> z & 1) != 0 && sees(i, z).meets(victims)) fits.push_back(i);
        choices.push_back(std::move(fits));
      }
      int ways = kWays;
      if (pick(choices, 0, z, victims, {}, ways)) return true;
    }
  }
  return false;
}

template struct Field<CellSet>;
template struct Field<WideSet>;
template class AlmostLocked<CellSet>;
template class AlmostLocked<WideSet>;

}  // namespace satdoku::finding
