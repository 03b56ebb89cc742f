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

// Whether there is nothing of what a search was for.
Unique unique_where(Step step) {
  if (step == Step::cut) return Unique::cut;
  return step == Step::exhausted ? Unique::yes : Unique::no;
}

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

  Unique is_unique(const std::uint16_t* masks) {
    Step step = first(masks);
    if (step == Step::found) step = kernel_.next(*search_, watch_);
    return unique_where(step);
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
  bool reduce(const Wish& wish, Cells& givens, int floor) {
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
        unique = unique_where(other_without(kernel_, *search_, masks, cells[0], watch_));
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

  Unique is_minimal(const Cells& givens) {
    std::uint16_t masks[81];
    for (int c = 0; c < 81; c++) masks[c] = givens[c] ? bit(givens[c]) : kAll;
    return unique_where(spared(kernel_, *search_, {nullptr, masks}, watch_));
  }

  // The number of solutions, or cap + 1 where there are more; -1 where a limit cut it.
  std::int64_t count(const std::uint16_t* masks, std::int64_t cap) {
    if (watch_.over()) return -1;  // searches this short never look at the clock themselves
    Step step = first(masks);
    std::int64_t found = 0;
    while (step == Step::found && ++found <= cap) step = kernel_.next(*search_, watch_);
    return step == Step::cut ? -1 : found;
  }

  // The first solution; false where there is none or a limit cut it.
  bool solve(const std::uint16_t* masks, Cells& solution) {
    if (first(masks) != Step::found) return false;
    kernel_.read_grid(*search_, solution.data());
    return true;
  }

 private:
  const Kernel& kernel_;
  Watch& watch_;
  std::unique_ptr<Search> search_;
};

int clues_of(const Cells& givens) {
  return static_cast<int>(81 - std::count(givens.begin(), givens.end(), 0));
}

// Below this, taking givens away from full grids finds next to nothing; see
// docs/generate-methods.md.
constexpr int kFewClues = 22;

}  // namespace

std::uint64_t child_seed(std::uint64_t seed, std::uint64_t index) {
  return mix(mix(seed) ^ mix(index ^ 0xD1B54A32D192ED03u));
}

namespace {

struct Peers {
  std::uint8_t of[81][20]{};
  constexpr Peers() {
    for (int a = 0; a < 81; a++) {
      int n = 0;
      for (int b = 0; b < 81; b++) {
        const bool box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
        if (a != b && (a / 9 == b / 9 || a % 9 == b % 9 || box))
          of[a][n++] = static_cast<std::uint8_t>(b);
      }
    }
  }
};
constexpr Peers kPeers;

constexpr std::int64_t kOpen = 20000;        // solutions beyond which a helper stays
constexpr std::uint32_t kRest = 50;          // changes before the helpers are tried again
constexpr std::uint32_t kPatience = 30'000;  // changes before a new start
constexpr std::uint32_t kMostChanged = 3;
constexpr std::uint32_t kMovesOfTen = 8;  // this many of ten changes move a given, where they may

// Simulated annealing on the number of solutions.  It begins with a puzzle: the givens wished for,
// and helpers that need not stay.  A helper goes, which leaves some solutions; digits are changed,
// and helpers moved where they may lie anywhere, until one solution is left; the next helper goes.
class Annealing {
 public:
  Annealing(Maker& maker, const Cells& keep, bool strict)
      : maker_(maker), keep_(keep), strict_(strict) {}

  // Digits on a mask; the helpers are what random removal leaves off it.
  Outcome begin(const std::array<bool, 81>& mask, const Cells& solution) {
    most_helpers_ = 0;
    roams_ = false;
    return start(mask, solution, 0);
  }

  // This many givens anywhere, the digits to keep among them: all others are helpers.
  Outcome begin(int clues, const Cells& solution) {
    std::array<bool, 81> mask{};
    int kept = 0;
    for (int c = 0; c < 81; c++) kept += mask[c] = keep_[c] != 0;
    most_helpers_ = static_cast<std::size_t>(std::max(0, clues - kept));
    roams_ = true;
    return start(mask, solution, clues);
  }

  // Made where no more helpers are left than may and the solution is the only one.
  Outcome run(std::uint32_t& steps, std::uint32_t most) {
    std::uint32_t rest = 0;
    bool looked = false;  // whether these digits were found not to be minimal
    const std::uint32_t end = std::min(most, steps + kPatience);
    while (steps < end) {
      steps++;
      const bool few = helpers_.size() <= most_helpers_;
      if (count_ == 1 && few && !looked) {
        if (!maker_.solve(masks_, solution_)) return Outcome::cut;
        const Unique minimal = strict_ ? maker_.is_minimal(givens_) : Unique::yes;
        if (minimal == Unique::cut) return Outcome::cut;
        if (minimal == Unique::yes) return Outcome::made;
        looked = true;
      }
      if (count_ == 1 && !few && !rest) {
        bool dropped = false;
        if (!drop_helper(steps, dropped)) return Outcome::cut;
        if (!dropped) rest = kRest;
        continue;
      }
      if (rest) rest--;
      bool changed = false;
      const bool moves = roams_ && !helpers_.empty() && maker_.random.below(10) < kMovesOfTen;
      if (!(moves ? move(changed) : change(changed))) return Outcome::cut;
      if (changed) looked = false;
    }
    return Outcome::failed;
  }

  const Cells& givens() const { return givens_; }
  const Cells& solution() const { return solution_; }

 private:
  // The digits of the mask stay, and what random removal leaves off it are the helpers.
  Outcome start(const std::array<bool, 81>& mask, const Cells& solution, int floor) {
    Wish all;
    for (int c = 0; c < 81; c++) {
      all.orbit[c] = static_cast<std::uint8_t>(c);
      all.keep[c] = mask[c] ? solution[c] : std::uint8_t{0};
    }
    all.has_keep = true;
    givens_ = solution;
    if (!maker_.reduce(all, givens_, floor)) return Outcome::cut;
    free_.clear();
    helpers_.clear();
    for (std::uint8_t c = 0; c < 81; c++) {
      masks_[c] = givens_[c] ? bit(givens_[c]) : kAll;
      if (mask[c] && !keep_[c]) free_.push_back(c);
      if (givens_[c] && !mask[c]) helpers_.push_back(c);
    }
    count_ = 1;
    return Outcome::made;
  }

  // The helper goes that leaves the fewest solutions.  False where a limit cut it.
  bool drop_helper(std::uint32_t& steps, bool& dropped) {
    std::int64_t fewest = kOpen;
    std::size_t chosen = helpers_.size();
    std::uint32_t ties = 0;
    for (std::size_t i = 0; i < helpers_.size(); i++) {
      steps++;
      const std::uint8_t cell = helpers_[i];
      masks_[cell] = kAll;
      const std::int64_t left = maker_.count(masks_, fewest);
      masks_[cell] = bit(givens_[cell]);
      if (left < 0) return false;
      if (left > fewest) continue;
      if (left < fewest) {
        fewest = left;
        ties = 0;
      }
      if (!maker_.random.below(++ties)) chosen = i;
    }
    dropped = chosen < helpers_.size();
    if (!dropped) return true;
    givens_[helpers_[chosen]] = 0;
    masks_[helpers_[chosen]] = kAll;
    helpers_.erase(helpers_.begin() + static_cast<std::ptrdiff_t>(chosen));
    count_ = fewest;
    return true;
  }

  // Other digits in one to three cells; they stay where the solutions do not become too many.
  // False where a limit cut it.
  bool change(bool& changed) {
    Random& random = maker_.random;
    const auto cells = static_cast<std::uint32_t>(free_.size() + helpers_.size());
    if (!cells) return true;
    const std::uint32_t dice = random.below(5);
    const std::uint32_t wanted = dice < 2 ? 1 : dice < 4 ? 2 : kMostChanged;
    std::uint8_t chosen[kMostChanged], before[kMostChanged];
    std::uint32_t n = 0;
    for (std::uint32_t k = 0; k < wanted; k++) {
      const std::uint32_t i = random.below(cells);
      const std::uint8_t cell = i < free_.size() ? free_[i] : helpers_[i - free_.size()];
      if (!givens_[cell]) continue;  // chosen already
      chosen[n] = cell;
      before[n++] = givens_[cell];
      givens_[cell] = 0;
    }
    bool possible = true, other = false;
    for (std::uint32_t k = 0; k < n && possible; k++) {
      possible = place(chosen[k], n == 1 ? before[0] : std::uint8_t{0});
      other |= givens_[chosen[k]] != before[k];
    }
    if (possible && other) {
      for (std::uint32_t k = 0; k < n; k++) masks_[chosen[k]] = bit(givens_[chosen[k]]);
      if (!weigh(changed)) return false;
      if (changed) return true;
    }
    for (std::uint32_t k = 0; k < n; k++) {
      givens_[chosen[k]] = before[k];
      masks_[chosen[k]] = bit(before[k]);
    }
    return true;
  }

  // A helper goes to another cell, with any digit.  False where a limit cut it.
  bool move(bool& changed) {
    const std::uint32_t i = maker_.random.below(static_cast<std::uint32_t>(helpers_.size()));
    const std::uint8_t from = helpers_[i], to = static_cast<std::uint8_t>(maker_.random.below(81));
    if (givens_[to]) return true;
    const std::uint8_t before = givens_[from];
    givens_[from] = 0;
    if (place(to, 0)) {
      masks_[from] = kAll;
      masks_[to] = bit(givens_[to]);
      if (!weigh(changed)) return false;
      if (changed) {
        helpers_[i] = to;
        return true;
      }
    }
    givens_[to] = 0;
    masks_[to] = kAll;
    givens_[from] = before;
    masks_[from] = bit(before);
    return true;
  }

  // A random digit but `except` that no given of the cell's houses holds; false where there is
  // none.
  bool place(std::uint8_t cell, std::uint8_t except) {
    std::uint16_t seen = except ? bit(except) : std::uint16_t{0};
    for (std::uint8_t peer : kPeers.of[cell])
      if (givens_[peer]) seen = static_cast<std::uint16_t>(seen | bit(givens_[peer]));
    std::uint8_t digits[9];
    std::uint32_t open = 0;
    for (std::uint8_t d = 1; d <= 9; d++)
      if (!(seen & bit(d))) digits[open++] = d;
    if (open) givens_[cell] = digits[maker_.random.below(open)];
    return open > 0;
  }

  // Whether the number of solutions that there are now is taken.  False where a limit cut it.
  bool weigh(bool& taken) {
    const std::int64_t most = bound();
    const std::int64_t left = maker_.count(masks_, most);
    taken = left > 0 && left <= most;
    if (taken) count_ = left;
    return left >= 0;
  }

  // The rule of Metropolis, drawn before the count so that the count can end there: count / u^T
  // for u uniform.  The largest of four uniform numbers is u^(1/4): T = 1/4 in whole numbers.
  std::int64_t bound() {
    std::uint32_t largest = 0;
    for (int i = 0; i < 4; i++) largest = std::max(largest, maker_.random.below(1u << 16) + 1);
    return std::min(kOpen, (count_ << 16) / largest);
  }

  Maker& maker_;
  const Cells& keep_;
  const bool strict_;
  std::size_t most_helpers_ = 0;
  bool roams_ = false;                 // whether helpers may move
  std::vector<std::uint8_t> free_;     // cells of the mask whose digits may change
  std::vector<std::uint8_t> helpers_;  // other givens
  Cells givens_{}, solution_{};
  std::uint16_t masks_[81];
  std::int64_t count_ = 1;
};

}  // namespace

Made make_puzzle(const Kernel& kernel, const Wish& wish, std::uint64_t seed, Watch& watch) {
  Maker maker(kernel, watch, seed);
  Made made;
  const bool anneals = wish.clues && wish.clues < kFewClues && wish.orbits == 81 && !wish.has_grid;
  Annealing annealing(maker, wish.keep, wish.strict);
  while (made.attempts < wish.attempts) {
    made.attempts++;
    if (watch.over()) {
      made.outcome = Outcome::cut;
      return made;
    }
    if (wish.has_grid) {
      made.solution = wish.grid;
    } else if (wish.has_keep) {
      made.outcome = maker.complete(wish.keep, made.solution);
      if (made.outcome != Outcome::made) return made;
    } else if (!random_grid(kernel, maker.random, wish.uniform, watch, made.solution.data())) {
      made.outcome = Outcome::cut;
      return made;
    }
    if (anneals) {
      std::uint32_t steps = 0;
      made.outcome = annealing.begin(wish.clues, made.solution);
      if (made.outcome == Outcome::made) made.outcome = annealing.run(steps, kPatience);
      if (made.outcome == Outcome::failed) continue;
      made.givens = annealing.givens();
      made.solution = annealing.solution();
      return made;
    }
    made.givens = made.solution;
    made.outcome = Outcome::cut;
    // A minimal puzzle with this many givens is one that ends there by itself.
    int floor = wish.strict ? 0 : wish.clues;
    if (!maker.reduce(wish, made.givens, floor)) return made;
    if (wish.clues && clues_of(made.givens) != wish.clues) continue;
    if (wish.strict && (wish.orbits < 81 || wish.has_keep || wish.clues)) {
      Unique minimal = maker.is_minimal(made.givens);
      if (minimal == Unique::cut) return made;
      if (minimal == Unique::no) continue;
    }
    made.outcome = Outcome::made;
    return made;
  }
  made.outcome = Outcome::failed;
  return made;
}

Made fill_mask(const Kernel& kernel, const MaskWish& wish, std::uint64_t seed, Watch& watch) {
  Maker maker(kernel, watch, seed);
  Annealing annealing(maker, wish.keep, wish.strict);
  Made made;
  while (made.attempts < wish.steps) {
    Cells solution;
    made.outcome = maker.complete(wish.keep, solution);
    if (made.outcome == Outcome::made) made.outcome = annealing.begin(wish.mask, solution);
    if (made.outcome != Outcome::made) return made;
    made.outcome = annealing.run(made.attempts, wish.steps);
    if (made.outcome == Outcome::failed) continue;
    made.givens = annealing.givens();
    made.solution = annealing.solution();
    return made;
  }
  made.outcome = Outcome::failed;
  return made;
}

}  // namespace satdoku::generate
