#include <cstddef>
#include <vector>

#include "patterns.hpp"

namespace satdoku::finding {
namespace {

// The needs, by number, that a case leaves nothing: one for all cases, or two; nothing else.
std::vector<int> hitting(const std::vector<std::vector<bool>>& cases) {
  const std::size_t count = cases[0].size();
  // The first need of all cases that lack `without` (none of them, for `count`).
  const auto common = [&](std::size_t without) -> std::size_t {
    for (std::size_t need = 0; need < count; ++need) {
      bool all = true;
      for (const auto& one : cases) all = all && (one[need] || (without < count && one[without]));
      if (all && need != without) return need;
    }
    return count;
  };
  const std::size_t one = common(count);
  if (one < count) return {static_cast<int>(one)};
  for (std::size_t first = 0; first < count; ++first) {
    if (!cases[0][first]) continue;
    const std::size_t second = common(first);
    if (second < count) return {static_cast<int>(first), static_cast<int>(second)};
  }
  return {};
}

}  // namespace

std::vector<Needless> digit_places(const std::vector<int>& places,
                                   const std::vector<CellSet>& apart,
                                   const std::vector<CellSet>& needs, int most) {
  std::vector<const CellSet*> out(kCells, nullptr);
  for (std::size_t i = 0; i < places.size(); ++i) out[at(places[i])] = &apart[i];
  const CellSet where = set_of(places);
  // The cells that see all of some places.
  const auto seeing = [&](const CellSet& set) {
    CellSet found = where;
    for (const int place : set) {
      found &= *out[at(place)];
      if (found.empty()) break;
    }
    return found;
  };
  std::vector<CellSet> whole;
  for (const CellSet& need : needs) whole.push_back(seeing(need));

  struct Rest {
    std::size_t need;
    CellSet places;
  };
  std::vector<Needless> found;
  std::vector<Rest> few;
  std::vector<CellSet> killing(needs.size());
  for (const int cell : places) {
    CellSet gone = *out[at(cell)];
    gone.add(cell);
    few.clear();
    for (std::size_t i = 0; i < needs.size(); ++i) {
      if (needs[i].has(cell)) continue;
      const CellSet rest = needs[i].without(gone);
      if (!(rest == needs[i]) && rest.size() <= most) few.push_back({i, rest});
    }
    if (few.empty()) continue;
    CellSet any;
    for (std::size_t i = 0; i < needs.size(); ++i) {
      // A need that has the cell is kept by it; most others keep all their places.
      if (!needs[i].meets(gone)) killing[i] = whole[i];
      else killing[i] = needs[i].has(cell) ? CellSet{} : seeing(needs[i].without(gone));
      any |= killing[i];
    }
    std::vector<int> best;
    bool ended = false;
    for (const auto& [need, rest] : few) {
      ended = rest.empty();  // what one need shows is for other techniques
      if (ended || best.size() == 2) break;
      if (!rest.inside(any)) continue;
      std::vector<std::vector<bool>> cases;
      for (const int place : rest) {
        cases.emplace_back(needs.size());
        for (std::size_t i = 0; i < needs.size(); ++i) cases.back()[i] = killing[i].has(place);
      }
      std::vector<int> used = hitting(cases);
      if (used.empty() || (!best.empty() && used.size() + 1 >= best.size())) continue;
      best = std::move(used);
      best.insert(best.begin(), static_cast<int>(need));
    }
    if (best.size() == 2 || (!ended && !best.empty())) found.push_back({cell, best});
  }
  return found;
}

}  // namespace satdoku::finding
