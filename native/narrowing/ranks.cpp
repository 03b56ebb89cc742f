// The rank of a line among others, read as numbers.
#include <algorithm>
#include <utility>

#include "relations.hpp"

namespace satdoku::narrowing {

namespace {

class Ranking final : public Relation {
 public:
  explicit Ranking(Ranked ranked) : ranked_(std::move(ranked)) {
    variables = ranked_.own;
    for (const auto& group : ranked_.groups)
      for (const auto& line : group) variables.insert(variables.end(), line.begin(), line.end());
    std::sort(variables.begin(), variables.end());
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    urgency = 3;
    can_.resize(ranked_.groups.size());
  }

  bool narrow(State& state) override {
    const std::vector<int>& own = ranked_.own;
    if (!state.keep(own[0], ranked_.first)) return false;
    if (!count(state) || !choose(state)) return false;
    if (own.size() == 1) return true;
    // The values of the second cell with which the rank can be right.
    const Mask second = state.domains[own[1]];
    Mask good = 0;
    for (Mask left = second; left; left &= left - 1) {
      const Mask value = left & -left;
      state.domains[own[1]] = value;
      if (count(state)) good |= value;
    }
    state.domains[own[1]] = second;
    if (!state.keep(own[1], good) || !count(state)) return false;
    for (std::size_t g = 0; g < ranked_.groups.size(); ++g) {
      const Can rest = others(g);
      const bool smaller = fits(rest, 1), larger = fits(rest, 0);
      if (smaller == larger) continue;
      const std::vector<int>* only = nullptr;
      bool several = false;
      for (const std::vector<int>& line : ranked_.groups[g])
        if (state.domains[line[0]] & ranked_.first) {
          several = several || only;
          only = &line;
        }
      if (!several && only && !order(state, *only, smaller)) return false;
    }
    return true;
  }

 private:
  struct Can {
    int smaller = 0, larger = 0;  // larger or equal
  };

  // What a line, or a group, can be against the own line.
  Can compare(const State& state, const std::vector<int>& line, std::size_t from) const {
    Can can;
    for (std::size_t i = from; i < line.size(); ++i) {
      if (line[i] == ranked_.own[i]) continue;
      const Mask other = state.domains[line[i]], own = state.domains[ranked_.own[i]];
      can.smaller |= least(other) < most(own);
      can.larger |= most(other) > least(own);
      if ((can.smaller && can.larger) || !(other & own)) return can;
    }
    can.larger |= ranked_.ties;
    return can;
  }

  static int least(Mask mask) { return std::countr_zero(mask); }
  static int most(Mask mask) { return 63 - std::countl_zero(mask); }

  // Notes what each group can be; whether as many as are wanted can be smaller.
  bool count(State& state) {
    const std::vector<int>& own = ranked_.own;
    for (std::size_t g = 0; g < can_.size(); ++g) {
      Can& can = can_[g] = {};
      for (const std::vector<int>& line : ranked_.groups[g]) {
        if (!(state.domains[line[0]] & ranked_.first)) continue;
        const Can one = compare(state, line, 1);
        can.smaller |= one.smaller;
        can.larger |= one.larger;
        if (can.smaller && can.larger) break;
      }
      if (!can.smaller && !can.larger) return false;
    }
    state.work += own.size();
    return fits(others(can_.size()), 0);
  }

  // How many of the groups but one can be smaller, and must be.
  Can others(std::size_t but) const {
    Can found;
    for (std::size_t g = 0; g < can_.size(); ++g)
      if (g != but) {
        found.smaller += can_[g].smaller;
        found.larger += !can_[g].larger;
      }
    return found;
  }

  // Whether the rank can be right where so many more are smaller.
  bool fits(const Can& rest, int more) const {
    return rest.larger + more <= ranked_.smaller && ranked_.smaller <= rest.smaller + more;
  }

  // Lines that cannot be what their group must be do not begin with the value.
  bool choose(State& state) {
    for (std::size_t g = 0; g < can_.size(); ++g) {
      const Can rest = others(g);
      const bool smaller = fits(rest, 1), larger = fits(rest, 0);
      for (const std::vector<int>& line : ranked_.groups[g]) {
        if (!(state.domains[line[0]] & ranked_.first)) continue;
        const Can can = compare(state, line, 1);
        if ((can.smaller && smaller) || (can.larger && larger)) continue;
        if (!state.keep(line[0], ~ranked_.first)) return false;
      }
    }
    return true;
  }

  // The line is smaller than the own one, or not: at the first place where they can differ.
  bool order(State& state, const std::vector<int>& line, bool smaller) const {
    const std::vector<int>& own = ranked_.own;
    for (std::size_t i = 1; i < line.size(); ++i) {
      const int a = line[i], b = own[i];
      if (a == b || (state.domains[a] == state.domains[b] && state.fixed(a))) continue;
      const Can rest = compare(state, line, i + 1);
      const bool same = smaller ? rest.smaller : rest.larger;  // whether they can be equal here
      const int low = smaller ? a : b, high = smaller ? b : a;
      const Mask top = std::bit_floor(state.domains[high]);
      if (!state.keep(low, same ? top | (top - 1) : top - 1)) return false;
      const Mask bottom = state.domains[low] & -state.domains[low];
      return state.keep(high, same ? -bottom : -bottom & ~bottom);
    }
    return true;
  }

  Ranked ranked_;
  std::vector<Can> can_;
};

}  // namespace

std::unique_ptr<Relation> ranking(Ranked ranked) {
  return std::make_unique<Ranking>(std::move(ranked));
}

}  // namespace satdoku::narrowing
