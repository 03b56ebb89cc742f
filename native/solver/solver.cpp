#include "solver.hpp"

#include <cstring>
#include <memory>

#include "../common/text.hpp"

namespace satdoku {

Entered enter(const Kernel& kernel, Search& search, const Puzzle& puzzle) {
  if (puzzle.masks) return kernel.enter_masks(search, puzzle.masks);
  if (puzzle.text) return kernel.enter_text(search, puzzle.text);
  return Entered::unreadable;
}

Count refused(Entered entered) {
  if (entered == Entered::unreadable) return {Verdict::unreadable, 0, false};
  return {Verdict::invalid, 0, true};
}

Verdict check(const Kernel& kernel, Search& search, const Puzzle& puzzle, Watch& watch, int wanted,
              Witnesses* witnesses) {
  if (witnesses) witnesses->found = 0;
  Entered entered = enter(kernel, search, puzzle);
  if (entered != Entered::ready) return refused(entered).verdict;
  watch.restart();
  if (!witnesses) {
    std::uint64_t found = 0;
    Step step = kernel.count_all(search, watch, static_cast<std::uint64_t>(wanted), found);
    if (found == 2) return Verdict::multiple;
    if (step == Step::cut) return Verdict::undecided;
    if (found == 0) return Verdict::none;
    return step == Step::exhausted ? Verdict::unique : Verdict::solvable;
  }
  for (int found = 0;;) {
    switch (kernel.next(search, watch)) {
      case Step::cut:
        return Verdict::undecided;
      case Step::exhausted:
        return found ? Verdict::unique : Verdict::none;
      case Step::found:
        if (witnesses) {
          kernel.read_grid(search, witnesses->grid[found]);
          witnesses->found = found + 1;
        }
        if (++found == 2) return Verdict::multiple;
        if (wanted == 1) return Verdict::solvable;
    }
  }
}

Count count(const Kernel& kernel, Search& search, const Puzzle& puzzle, Watch& watch,
            std::uint64_t limit) {
  Entered entered = enter(kernel, search, puzzle);
  if (entered != Entered::ready) return refused(entered);
  watch.restart();
  std::uint64_t found = 0;
  const Step step = kernel.count_all(search, watch, limit, found);
  return counted(step, found);
}

Count counted(Step step, std::uint64_t found) {
  bool exact = step == Step::exhausted;
  if (found >= 2) return {Verdict::multiple, found, exact};
  if (step == Step::cut) return {Verdict::undecided, found, false};
  if (found == 1) return {exact ? Verdict::unique : Verdict::solvable, 1, exact};
  return {exact ? Verdict::none : Verdict::undecided, 0, exact};
}

namespace {

// The masks of a puzzle that was entered, whichever way it came.
void masks_of(const Puzzle& puzzle, std::uint16_t* masks) {
  if (puzzle.masks) {
    std::memcpy(masks, puzzle.masks, 81 * sizeof *masks);
    return;
  }
  Cells cells{};
  read_cells({puzzle.text, cells.size()}, cells);
  for (std::size_t c = 0; c < cells.size(); c++)
    masks[c] = cells[c] ? static_cast<std::uint16_t>(1 << (cells[c] - 1)) : 0x1FF;
}

}  // namespace

TrueCandidates true_candidates(const Kernel& kernel, Search& search, const Puzzle& puzzle,
                               Watch& watch, std::uint32_t cap, std::uint32_t* counts) {
  std::memset(counts, 0, 729 * sizeof *counts);
  Witnesses witnesses;
  Verdict verdict = check(kernel, search, puzzle, watch, 2, &witnesses);
  auto note = [&](const std::uint8_t* grid) {
    for (int c = 0; c < 81; c++) {
      std::uint32_t& n = counts[9 * c + grid[c] - 1];
      if (n < cap) n++;
    }
  };
  for (int i = 0; i < witnesses.found; i++) note(witnesses.grid[i]);
  if (verdict != Verdict::multiple) return {verdict, verdict != Verdict::undecided};

  std::uint16_t masks[81];
  masks_of(puzzle, masks);
  std::uint64_t spent = search.nodes;
  for (int c = 0; c < 81; c++) {
    for (int d = 0; d < 9; d++) {
      std::uint32_t& n = counts[9 * c + d];
      if (!(masks[c] >> d & 1) || n >= cap) continue;
      std::uint16_t kept = masks[c];
      masks[c] = static_cast<std::uint16_t>(1 << d);
      kernel.enter_masks(search, masks);
      masks[c] = kept;
      search.nodes = spent;  // one budget for the whole question
      if (cap == 1) {
        Step step = kernel.next(search, watch);
        spent = search.nodes;
        if (step == Step::cut) return {verdict, false};
        if (step == Step::found) {
          std::uint8_t grid[81];
          kernel.read_grid(search, grid);
          note(grid);
        }
      } else {
        std::uint64_t found = 0;
        Step step = kernel.count_all(search, watch, cap, found);
        spent = search.nodes;
        if (found > n) n = static_cast<std::uint32_t>(found);
        if (step == Step::cut) return {verdict, false};
      }
    }
  }
  return {verdict, true};
}

namespace {

bool see_each_other(int a, int b) {
  return a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
}

// The kernel may see only at the end that a digit is twice in a house.
void keep_apart(std::uint16_t* masks) {
  for (int c = 0; c < 81; c++) {
    if (masks[c] & (masks[c] - 1)) continue;
    for (int other = 0; other < 81; other++)
      if (other != c && see_each_other(c, other))
        masks[other] = static_cast<std::uint16_t>(masks[other] & ~masks[c]);
  }
}

}  // namespace

std::vector<int> undecided(const Kernel& kernel, Search& search, const Puzzle& puzzle, int rounds) {
  std::uint16_t masks[81], left[81];
  masks_of(puzzle, masks);
  Pacer no_guesses{0, [](Pacer&, std::uint64_t) { return false; }};
  std::vector<int> counts;
  for (bool more = true; more && static_cast<int>(counts.size()) < rounds;) {
    more = false;
    counts.push_back(0);
    keep_apart(masks);
    for (int c = 0; c < 81; c++) {
      const std::uint16_t own = left[c] = masks[c];
      int open = 0;
      for (int d = 0; d < 9 && (own & (own - 1)); d++) {
        if (!(own >> d & 1)) continue;
        masks[c] = static_cast<std::uint16_t>(1 << d);
        const bool entered = kernel.enter_masks(search, masks) == Entered::ready;
        const Step step = entered ? kernel.next(search, no_guesses) : Step::exhausted;
        if (step == Step::exhausted) left[c] = static_cast<std::uint16_t>(left[c] & ~masks[c]);
        if (step == Step::cut) open++;
      }
      masks[c] = own;
      more = more || left[c] != own;
      if (left[c] & (left[c] - 1)) counts.back() += open;
    }
    std::memcpy(masks, left, sizeof masks);
  }
  return counts;
}

namespace {

// A uniformly random completion of the first box to the first band: the choices of docs/native.md.
// `box` holds digits 0-8 in reading order; writes the rows of boxes 2 and 3.
void random_band(Random& random, const std::uint8_t* box, std::uint8_t rows[3][9]) {
  // Rejection from "any two permutations": a band is kept when its rows hold nine digits each.
  // Drawing row sets first keeps the odds of acceptance high.
  for (;;) {
    // Row r of box 2 takes three digits not in row r of box 1; likewise for the others.
    std::uint8_t second[9], third[9];
    for (std::uint8_t i = 0; i < 9; i++) second[i] = i;
    random.shuffle(second, 9);
    bool fits = true;
    for (int r = 0; r < 3 && fits; r++)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
          if (second[3 * r + i] == box[3 * r + j]) fits = false;
    if (!fits) continue;
    for (int r = 0; r < 3; r++) {
      int n = 0;
      for (std::uint8_t d = 0; d < 9; d++) {
        bool used = false;
        for (int i = 0; i < 3; i++) used |= box[3 * r + i] == d || second[3 * r + i] == d;
        if (!used) third[3 * r + n++] = d;
      }
      random.shuffle(third + 3 * r, 3);
    }
    for (int r = 0; r < 3; r++)
      for (int i = 0; i < 3; i++) {
        rows[r][i] = box[3 * r + i];
        rows[r][3 + i] = second[3 * r + i];
        rows[r][6 + i] = third[3 * r + i];
      }
    return;
  }
}

// More completions than any start has been seen to have; see docs/native.md.
constexpr std::uint32_t kMostCompletions = 8192;

}  // namespace

bool random_grid(const Kernel& kernel, Random& random, bool uniform, Watch& watch,
                 std::uint8_t* grid) {
  auto search = std::make_unique<Search>();
  for (;;) {
    std::uint8_t box[9], turned[9];
    for (std::uint8_t i = 0; i < 9; i++) box[i] = i;
    random.shuffle(box, 9);
    for (int i = 0; i < 9; i++) turned[i] = box[i % 3 * 3 + i / 3];
    std::uint8_t band[3][9], stack[3][9];
    random_band(random, box, band);
    random_band(random, turned, stack);
    char text[81];
    std::memset(text, '.', 81);
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 9; c++) {
        text[9 * r + c] = static_cast<char>('1' + band[r][c]);
        text[9 * c + r] = static_cast<char>('1' + stack[r][c]);
      }
    Puzzle puzzle{text, nullptr};
    enter(kernel, *search, puzzle);
    watch.restart();
    if (!uniform) {
      Step step = kernel.next(*search, watch);
      if (step == Step::cut) return false;
      if (step == Step::exhausted) continue;
      kernel.read_grid(*search, grid);
      return true;
    }
    // Taking the completion of a random number, or starting over where there is none, makes all
    // grids equally likely.
    std::uint32_t wanted = random.below(kMostCompletions);
    std::uint64_t passed = 0;
    Step step = wanted ? kernel.skip(*search, watch, wanted, passed) : Step::found;
    for (; step == Step::found && passed <= wanted; passed++) step = kernel.next(*search, watch);
    if (step == Step::cut) return false;
    if (step == Step::exhausted) continue;
    kernel.read_grid(*search, grid);
    return true;
  }
}

Step other_without(const Kernel& kernel, Search& search, std::uint16_t* masks, int cell,
                   Watch& watch) {
  const std::uint16_t own = masks[cell];
  masks[cell] = static_cast<std::uint16_t>(0x1FF & ~own);
  const Entered entered = kernel.enter_masks(search, masks);
  masks[cell] = own;
  if (entered != Entered::ready) return Step::exhausted;
  watch.restart();
  std::uint64_t found = 0;
  return kernel.count_all(search, watch, 1, found);
}

Step spared(const Kernel& kernel, Search& search, const Puzzle& puzzle, Watch& watch) {
  std::uint16_t masks[81];
  masks_of(puzzle, masks);
  for (int c = 0; c < 81; c++) {
    if (masks[c] & (masks[c] - 1)) continue;
    const Step step = other_without(kernel, search, masks, c, watch);
    if (step == Step::exhausted) return Step::found;
    if (step == Step::cut) return Step::cut;
  }
  return Step::exhausted;
}

bool minimise(const Kernel& kernel, Random& random, Watch& watch, std::uint8_t* givens) {
  auto search = std::make_unique<Search>();
  std::uint8_t order[81];
  for (std::uint8_t i = 0; i < 81; i++) order[i] = i;
  random.shuffle(order, 81);
  std::uint16_t masks[81];
  for (int c = 0; c < 81; c++)
    masks[c] = givens[c] ? static_cast<std::uint16_t>(1 << (givens[c] - 1)) : 0x1FF;
  for (std::uint8_t c : order) {
    if (!givens[c]) continue;
    switch (other_without(kernel, *search, masks, c, watch)) {
      case Step::cut:
        return false;
      case Step::found:
        break;
      case Step::exhausted:
        masks[c] = 0x1FF;
        givens[c] = 0;
    }
  }
  return true;
}

}  // namespace satdoku
