#include "generate.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

namespace satdoku::generate {

namespace {

constexpr std::uint16_t kAll = 0x1FF;

std::uint16_t bit(std::uint8_t digit) { return static_cast<std::uint16_t>(1u << (digit - 1)); }

std::uint64_t mix(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

enum class Unique : std::uint8_t { yes, no, cut };

class Maker {
 public:
  Maker(const Kernel& kernel, Watch& watch, std::uint64_t seed)
      : random(seed), kernel_(kernel), watch_(watch), search_(std::make_unique<Search>()) {}

  Random random;

  Step first(const std::uint16_t* masks) {
    if (kernel_.enter_masks(*search_, masks) != Entered::ready) return Step::exhausted;
    watch_.restart();
    return kernel_.next(*search_, watch_);
  }

  // Whether `solution` is the only one where a cell cannot hold its digit: one search, not two.
  Unique holds_without(std::uint16_t* masks, const Cells& solution, int cell) {
    std::uint16_t own = masks[cell];
    masks[cell] = static_cast<std::uint16_t>(kAll & ~bit(solution[cell]));
    Step step = first(masks);
    masks[cell] = own;
    if (step == Step::cut) return Unique::cut;
    return step == Step::exhausted ? Unique::yes : Unique::no;
  }

  Unique is_unique(const std::uint16_t* masks) {
    Step step = first(masks);
    if (step == Step::found) step = kernel_.next(*search_, watch_);
    if (step == Step::cut) return Unique::cut;
    return step == Step::exhausted ? Unique::yes : Unique::no;
  }

  // All solutions up to `cap`, in `solutions`; exhausted, found (the cap) or cut.
  Step list(const std::uint16_t* masks, std::size_t cap, std::vector<Cells>& solutions) {
    solutions.clear();
    Step step = first(masks);
    while (step == Step::found) {
      solutions.emplace_back();
      kernel_.read_grid(*search_, solutions.back().data());
      if (solutions.size() == cap) return Step::found;
      step = kernel_.next(*search_, watch_);
    }
    return step;
  }

  // A solution that keeps the digits: cell by cell in random order, a random digit that can stand.
  Outcome complete(const Cells& keep, Cells& grid) {
    std::uint16_t masks[81];
    for (int c = 0; c < 81; c++) masks[c] = keep[c] ? bit(keep[c]) : kAll;
    Step step = first(masks);
    if (step != Step::found) return step == Step::cut ? Outcome::cut : Outcome::failed;
    kernel_.read_grid(*search_, grid.data());
    std::uint8_t order[81];
    for (std::uint8_t i = 0; i < 81; i++) order[i] = i;
    random.shuffle(order, 81);
    for (std::uint8_t c : order) {
      if (keep[c]) continue;
      std::uint8_t digits[9];
      for (std::uint8_t i = 0; i < 9; i++) digits[i] = static_cast<std::uint8_t>(i + 1);
      random.shuffle(digits, 9);
      for (std::uint8_t d : digits) {
        masks[c] = bit(d);
        if (grid[c] == d) break;  // the solution at hand shows that it can stand
        step = first(masks);
        if (step == Step::cut) return Outcome::cut;
        if (step == Step::found) {
          kernel_.read_grid(*search_, grid.data());
          break;
        }
      }
    }
    return Outcome::made;
  }

  // Takes whole orbits away in random order, as long as the solution stays the only one and no
  // fewer than `floor` givens are left.
  bool reduce(const Wish& wish, const Cells& solution, Cells& givens, int floor) {
    std::uint16_t masks[81];
    int left = 0;
    for (int c = 0; c < 81; c++) {
      masks[c] = givens[c] ? bit(givens[c]) : kAll;
      left += givens[c] != 0;
    }
    std::uint8_t order[81];
    for (int i = 0; i < wish.orbits; i++) order[i] = static_cast<std::uint8_t>(i);
    random.shuffle(order, static_cast<std::uint32_t>(wish.orbits));
    for (int i = 0; i < wish.orbits; i++) {
      int cells[81];
      int n = 0;
      bool kept = false;
      for (int c = 0; c < 81; c++) {
        if (wish.orbit[c] != order[i]) continue;
        if (givens[c]) cells[n++] = c;
        kept |= wish.has_keep && wish.keep[c] != 0;
      }
      if (!n || kept || left - n < floor) continue;
      Unique unique;
      if (n == 1) {
        unique = holds_without(masks, solution, cells[0]);
      } else {
        for (int k = 0; k < n; k++) masks[cells[k]] = kAll;
        unique = is_unique(masks);
        if (unique != Unique::yes)
          for (int k = 0; k < n; k++) masks[cells[k]] = bit(givens[cells[k]]);
      }
      if (unique == Unique::cut) return false;
      if (unique == Unique::no) continue;
      for (int k = 0; k < n; k++) {
        masks[cells[k]] = kAll;
        givens[cells[k]] = 0;
      }
      left -= n;
    }
    return true;
  }

  Unique is_minimal(const Cells& givens, const Cells& solution) {
    std::uint16_t masks[81];
    for (int c = 0; c < 81; c++) masks[c] = givens[c] ? bit(givens[c]) : kAll;
    for (int c = 0; c < 81; c++) {
      if (!givens[c]) continue;
      Unique without = holds_without(masks, solution, c);
      if (without == Unique::cut) return Unique::cut;
      if (without == Unique::yes) return Unique::no;
    }
    return Unique::yes;
  }

  // One step of a search for few givens: two go; where one candidate alone picks a solution out,
  // it comes instead (one given fewer), else two come (as many as before).
  // Returns false where a limit cut it.
  bool shrink_step(Cells& givens, Cells& solution, std::vector<Cells>& solutions) {
    std::uint8_t cells[81];
    std::uint32_t n = 0;
    for (std::uint8_t c = 0; c < 81; c++)
      if (givens[c]) cells[n++] = c;
    random.shuffle(cells, n);
    std::uint16_t masks[81];
    for (int c = 0; c < 81; c++) masks[c] = givens[c] ? bit(givens[c]) : kAll;
    masks[cells[0]] = masks[cells[1]] = kAll;
    Step step = list(masks, 4096, solutions);
    if (step == Step::cut) return false;
    if (step == Step::found) return true;  // too open: another pair
    int cell = 0;
    std::uint8_t digit = 0;
    std::size_t index = 0;
    if (pick_single(solutions, cell, digit, index)) {
      place(givens, cells, cell, digit);
      solution = solutions[index];
      return true;
    }
    // A candidate by chance, and again where one alone picks a solution out of what it leaves.
    for (int tries = 0; tries < 8; tries++) {
      const Cells& some = solutions[random.below(static_cast<std::uint32_t>(solutions.size()))];
      int chosen = static_cast<int>(random.below(81));
      if (masks[chosen] != kAll) continue;
      std::vector<Cells> rest;
      for (const Cells& s : solutions)
        if (s[chosen] == some[chosen]) rest.push_back(s);
      if (rest.size() == solutions.size() || !pick_single(rest, cell, digit, index)) continue;
      if (cell == chosen) continue;
      std::uint8_t value = some[chosen];
      solution = rest[index];
      place(givens, cells, cell, digit);
      givens[chosen] = value;
      return true;
    }
    return true;
  }

  // A candidate that occurs in exactly one of the solutions, chosen by chance.
  bool pick_single(const std::vector<Cells>& solutions, int& cell, std::uint8_t& digit,
                   std::size_t& index, const std::array<bool, 81>* except = nullptr) {
    std::vector<std::uint32_t> count(729, 0), last(729, 0);
    for (std::size_t i = 0; i < solutions.size(); i++)
      for (int c = 0; c < 81; c++) {
        int k = 9 * c + solutions[i][c] - 1;
        count[k]++;
        last[k] = static_cast<std::uint32_t>(i);
      }
    std::uint32_t seen = 0;
    for (int k = 0; k < 729; k++) {
      if (count[k] != 1 || (except && (*except)[k / 9])) continue;
      if (random.below(++seen)) continue;
      cell = k / 9;
      digit = static_cast<std::uint8_t>(k % 9 + 1);
      index = last[k];
    }
    return seen > 0;
  }

 private:
  static void place(Cells& givens, const std::uint8_t* gone, int cell, std::uint8_t digit) {
    givens[gone[0]] = givens[gone[1]] = 0;
    givens[cell] = digit;
  }

  const Kernel& kernel_;
  Watch& watch_;
  std::unique_ptr<Search> search_;
};

int clues_of(const Cells& givens) {
  return static_cast<int>(81 - std::count(givens.begin(), givens.end(), 0));
}

// Below this, taking givens away from full grids finds next to nothing; see docs/generate.md.
constexpr int kFewClues = 22;
constexpr int kShrinkSteps = 4000;

}  // namespace

std::uint64_t child_seed(std::uint64_t seed, std::uint64_t index) {
  return mix(mix(seed) ^ mix(index ^ 0xD1B54A32D192ED03u));
}

Made make_puzzle(const Kernel& kernel, const Wish& wish, std::uint64_t seed, Watch& watch) {
  Maker maker(kernel, watch, seed);
  Made made;
  const bool plain = wish.orbits == 81 && !wish.has_keep && !wish.has_grid;
  std::vector<Cells> solutions;
  while (made.attempts < wish.attempts) {
    made.attempts++;
    if (wish.has_grid) {
      made.solution = wish.grid;
    } else if (wish.has_keep) {
      made.outcome = maker.complete(wish.keep, made.solution);
      if (made.outcome != Outcome::made) return made;
    } else if (!random_grid(kernel, maker.random, wish.uniform, watch, made.solution.data())) {
      made.outcome = Outcome::cut;
      return made;
    }
    made.givens = made.solution;
    made.outcome = Outcome::cut;
    // A minimal puzzle with so many givens is one that ends there by itself.
    int floor = wish.strict ? 0 : wish.clues;
    if (!maker.reduce(wish, made.solution, made.givens, floor)) return made;
    if (plain && wish.clues && wish.clues < kFewClues) {
      for (int step = 0; step < kShrinkSteps && clues_of(made.givens) > wish.clues; step++)
        if (!maker.shrink_step(made.givens, made.solution, solutions)) return made;
    }
    if (wish.clues && clues_of(made.givens) != wish.clues) continue;
    if (wish.strict && (wish.orbits < 81 || wish.has_keep || wish.clues)) {
      Unique minimal = maker.is_minimal(made.givens, made.solution);
      if (minimal == Unique::cut) return made;
      if (minimal == Unique::no) continue;
    }
    made.outcome = Outcome::made;
    return made;
  }
  made.outcome = Outcome::failed;
  return made;
}

// The search keeps a puzzle with one solution: digits on the mask, and a few helpers off it.  A step
// drops a helper, opens some cells of the mask and lists what solutions there are; digits for the
// opened cells that leave one solution make it a puzzle with a helper fewer, and digits that leave
// few are taken where a new helper settles them.  It ends when no helper is left.
Made fill_mask(const Kernel& kernel, const MaskWish& wish, std::uint64_t seed, Watch& watch) {
  Maker maker(kernel, watch, seed);
  Random& random = maker.random;
  Made made;
  std::vector<std::uint8_t> free_cells;
  for (std::uint8_t c = 0; c < 81; c++)
    if (wish.mask[c] && !wish.keep[c]) free_cells.push_back(c);

  constexpr std::size_t kCap = 4096;
  constexpr std::uint32_t kPatience = 3000;  // steps without a gain before a new start
  std::vector<Cells> solutions, rest;
  std::vector<std::uint32_t> tally(6561), where(6561);
  std::vector<int> keys;
  made.outcome = Outcome::cut;

  while (made.attempts < wish.steps) {
    Cells solution;
    Outcome outcome = maker.complete(wish.keep, solution);
    if (outcome != Outcome::made) {
      made.outcome = outcome;
      return made;
    }
    // The first helpers: whatever random removal leaves off the mask.
    Wish all;
    for (int c = 0; c < 81; c++) {
      all.orbit[c] = static_cast<std::uint8_t>(c);
      all.keep[c] = wish.mask[c] ? solution[c] : std::uint8_t{0};
    }
    all.has_keep = true;
    Cells givens = solution;
    if (!maker.reduce(all, solution, givens, 0)) return made;
    std::vector<std::uint8_t> helpers;
    for (std::uint8_t c = 0; c < 81; c++)
      if (givens[c] && !wish.mask[c]) helpers.push_back(c);
    std::uint32_t stale = 0;
    while (stale < kPatience && made.attempts < wish.steps) {
      if (helpers.empty()) {
        if (wish.strict) {
          Unique minimal = maker.is_minimal(givens, solution);
          if (minimal == Unique::cut) return made;
          if (minimal == Unique::no) break;
        }
        made.outcome = Outcome::made;
        made.givens = givens;
        made.solution = solution;
        return made;
      }
      made.attempts++;
      stale++;
      std::uint32_t h = random.below(static_cast<std::uint32_t>(helpers.size()));
      std::uint32_t open = std::min<std::uint32_t>(2 + random.below(3),
                                                   static_cast<std::uint32_t>(free_cells.size()));
      for (std::uint32_t k = 0; k < open; k++)
        std::swap(free_cells[k],
                  free_cells[k + random.below(static_cast<std::uint32_t>(free_cells.size()) - k)]);
      std::uint16_t masks[81];
      for (int c = 0; c < 81; c++) masks[c] = givens[c] ? bit(givens[c]) : kAll;
      masks[helpers[h]] = kAll;
      for (std::uint32_t k = 0; k < open; k++) masks[free_cells[k]] = kAll;
      Step step = maker.list(masks, kCap, solutions);
      if (step == Step::cut) return made;
      if (step == Step::found) continue;
      auto key_of = [&](const Cells& s) {
        int key = 0;
        for (std::uint32_t k = 0; k < open; k++) key = 9 * key + s[free_cells[k]] - 1;
        return key;
      };
      keys.clear();
      for (std::size_t i = 0; i < solutions.size(); i++) {
        int key = key_of(solutions[i]);
        if (!tally[key]++) keys.push_back(key);
        where[key] = static_cast<std::uint32_t>(i);
      }
      // The key with the fewest solutions, by chance among equals.
      int best = -1;
      std::uint32_t fewest = UINT32_MAX, ties = 0;
      for (int key : keys) {
        if (tally[key] > fewest) continue;
        if (tally[key] < fewest) {
          fewest = tally[key];
          ties = 0;
        }
        if (!random.below(++ties)) best = key;
      }
      std::uint32_t index = where[best];
      for (int key : keys) tally[key] = 0;
      if (fewest == 1) {
        solution = solutions[index];
        givens[helpers[h]] = 0;
        helpers.erase(helpers.begin() + h);
        stale = 0;
        for (std::uint32_t k = 0; k < open; k++) givens[free_cells[k]] = solution[free_cells[k]];
        // A change may have made other helpers idle.
        for (std::size_t i = helpers.size(); i-- > 0;) {
          for (int c = 0; c < 81; c++) masks[c] = givens[c] ? bit(givens[c]) : kAll;
          Unique without = maker.holds_without(masks, solution, helpers[i]);
          if (without == Unique::cut) return made;
          if (without == Unique::yes) {
            givens[helpers[i]] = 0;
            helpers.erase(helpers.begin() + static_cast<std::ptrdiff_t>(i));
          }
        }
        continue;
      }
      rest.clear();
      for (const Cells& s : solutions)
        if (key_of(s) == best) rest.push_back(s);
      int cell = 0;
      std::uint8_t digit = 0;
      std::size_t chosen = 0;
      std::array<bool, 81> taken = wish.mask;
      if (!maker.pick_single(rest, cell, digit, chosen, &taken)) continue;
      solution = rest[chosen];
      givens[helpers[h]] = 0;
      helpers[h] = static_cast<std::uint8_t>(cell);
      givens[cell] = digit;
      for (std::uint32_t k = 0; k < open; k++) givens[free_cells[k]] = solution[free_cells[k]];
    }
  }
  made.outcome = Outcome::failed;
  return made;
}

}  // namespace satdoku::generate
