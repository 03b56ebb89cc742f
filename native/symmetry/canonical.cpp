#include "canonical.hpp"

#include <algorithm>
#include <utility>

// The image is built row by row, and all partial images that are least so far are kept side by
// side; inside a row the search is depth first, bounded by the least row so far. Nothing is
// decided before it matters (see State), and of empty rows and bands, which are all alike, only
// the first is tried. docs/symmetry.md tells the algorithm; satdoku/symmetry/search.py does the
// same for any board.

namespace satdoku::symmetry {

namespace {

constexpr std::uint8_t kNowhere = 255;
constexpr std::uint8_t kAboveAll = 10;

void settle_stack(State& state, unsigned stack) {
  const unsigned slot = state.first[stack * 3] / 3U;
  for (unsigned other = 0; other < 3; ++other) {
    if (other != stack && state.first[other * 3] / 3U == slot) {
      for (unsigned column = other * 3; column < other * 3 + 3; ++column) {
        state.first[column] = static_cast<std::uint8_t>(state.first[column] + 3);
      }
    }
  }
}

// Moves the columns of these ties behind the others of their classes.
void shift(State& state, unsigned ties, unsigned by) {
  for (unsigned column = 0; column < 9; ++column) {
    if (((ties >> state.tie[column]) & 1U) != 0) {
      state.first[column] = static_cast<std::uint8_t>(state.first[column] + by);
    }
  }
}

void settle(State& state, unsigned column) {
  const unsigned stack = column / 3;
  settle_stack(state, stack);
  unsigned others = 0;
  for (unsigned other = stack * 3; other < stack * 3 + 3; ++other) {
    if (other != column && state.first[other] == state.first[column]) {
      others |= 1U << state.tie[other];
    }
  }
  if (others != 0) {
    shift(state, others, 1);
  }
}

// The least second row of an image below 1 2 3 4 5 6 7 8 9, of two full rows of one band: `home` is
// for each column of the second the column of its digit in the first. Each box has a mini-row with
// two digits of one box of the first row, or all mini-rows have three (a pure pair). So the first
// two columns settle all others: the digits of the least row go to the first free places.
Line least_second_row(const Line& home) {
  Line least{};
  least.fill(kAboveAll);
  for (unsigned order = 0; order < 18; ++order) {
    const unsigned stack = order / 6;
    const unsigned first = stack * 3 + order % 3;
    const unsigned second = stack * 3 + (order % 3 + 1 + order % 6 / 3) % 3;
    const unsigned beside = home[first] / 3U;
    if (home[second] / 3U != beside) {
      continue;  // 4 7, but there are two columns that make 4 5
    }
    Line place{};  // 0 where it is not known, else from 1
    Line column{};
    const auto put = [&](unsigned which, unsigned where) {
      place[which] = static_cast<std::uint8_t>(where + 1);
      column[where] = static_cast<std::uint8_t>(which);
    };
    put(first, 0);
    put(second, 1);
    put(stack * 9 + 3 - first - second, 2);
    put(home[first], 3);
    put(home[second], 4);
    put(beside * 9 + 3 - home[first] - home[second], 5);
    unsigned next = 6;
    Line row{};
    for (unsigned at = 0; at < 9; ++at) {
      const unsigned target = home[column[at]];
      if (place[target] == 0) {
        put(target, next++);
      }
      row[at] = place[target];
    }
    least = std::min(least, row);
  }
  return least;
}

}  // namespace

bool is_sound(const Cells& cells) {
  std::array<std::uint16_t, 9> rows{};
  std::array<std::uint16_t, 9> columns{};
  std::array<std::uint16_t, 9> boxes{};
  for (unsigned cell = 0; cell < 81; ++cell) {
    const unsigned digit = cells[cell];
    if (digit == 0) {
      continue;
    }
    if (digit > 9) {
      return false;
    }
    const auto bit = static_cast<std::uint16_t>(1U << digit);
    const unsigned row = cell / 9;
    const unsigned column = cell % 9;
    const unsigned box = row / 3 * 3 + column / 3;
    if (((rows[row] | columns[column] | boxes[box]) & bit) != 0) {
      return false;
    }
    rows[row] = static_cast<std::uint16_t>(rows[row] | bit);
    columns[column] = static_cast<std::uint16_t>(columns[column] | bit);
    boxes[box] = static_cast<std::uint16_t>(boxes[box] | bit);
  }
  return true;
}

Canonical Canonicalizer::run(const Cells& cells) {
  empty_rows_ = {0x1FF, 0x1FF};
  empty_bands_ = {0, 0};
  for (unsigned row = 0; row < 9; ++row) {
    for (unsigned column = 0; column < 9; ++column) {
      const std::uint8_t digit = cells[row * 9 + column];
      grid_[0][row][column] = digit;
      grid_[1][column][row] = digit;
      if (digit != 0) {
        empty_rows_[0] = static_cast<std::uint16_t>(empty_rows_[0] & ~(1U << row));
        empty_rows_[1] = static_cast<std::uint16_t>(empty_rows_[1] & ~(1U << column));
      }
    }
  }
  for (unsigned side = 0; side < 2; ++side) {
    for (unsigned band = 0; band < 3; ++band) {
      if (((empty_rows_[side] >> (band * 3)) & 7U) == 7U) {
        empty_bands_[side] = static_cast<std::uint8_t>(empty_bands_[side] | (1U << band));
      }
    }
  }

  State start{};
  start.home.fill(kNowhere);
  for (unsigned column = 0; column < 9; ++column) {
    start.tie[column] = static_cast<std::uint8_t>(column);
  }
  next_.clear();
  next_.push_back(start);
  start.transpose = 1;
  next_.push_back(start);
  for (unsigned level = 0; level < 9; ++level) {
    std::swap(work_, next_);
    next_.clear();
    least_.fill(kAboveAll);
    if (level == 1 && image_[0][0] != 0) {
      compare_pairs();
    }
    for (const State& state : work_) {
      start_row(state, level);
    }
    image_[level] = least_;
  }

  const State& best = next_.front();
  Canonical found{};
  found.transpose = best.transpose != 0;
  found.rows = best.rows;
  for (unsigned row = 0; row < 9; ++row) {
    for (unsigned column = 0; column < 9; ++column) {
      found.image[row * 9 + column] = image_[row][column];
    }
  }
  // What still shares a place is alike: it stands in any order, here in the source's.
  State settled = best;
  for (unsigned column = 0; column < 9; ++column) {
    settle(settled, column);
    found.columns[settled.first[column]] = static_cast<std::uint8_t>(column);
  }
  for (const State& state : next_) {
    found.automorphisms += weight(state);
  }
  return found;
}

// Finds which pairs of rows of a full grid have the least second row, and bounds it by that.
void Canonicalizer::compare_pairs() {
  for (unsigned side = 0; side < 2; ++side) {
    for (unsigned first = 0; first < 9; ++first) {
      std::array<std::uint8_t, 10> column{};
      for (unsigned at = 0; at < 9; ++at) {
        column[grid_[side][first][at]] = static_cast<std::uint8_t>(at);
      }
      for (unsigned other = 0; other < 3; ++other) {
        const unsigned second = first / 3 * 3 + other;
        if (second == first) {
          continue;
        }
        Line home{};
        for (unsigned at = 0; at < 9; ++at) {
          home[at] = column[grid_[side][second][at]];
        }
        second_rows_[side][first][other] = least_second_row(home);
        least_ = std::min(least_, second_rows_[side][first][other]);
      }
    }
  }
}

void Canonicalizer::start_row(const State& state, unsigned level) {
  if (level % 3 != 0) {
    try_rows(state, level, state.rows[level - 1] / 3U * 3U);
    return;
  }
  bool empty_band_seen = false;
  for (unsigned band = 0; band < 3; ++band) {
    if (((state.used >> (band * 3)) & 7U) != 0) {
      continue;
    }
    if (((empty_bands_[state.transpose] >> band) & 1U) != 0) {
      if (empty_band_seen) {
        continue;
      }
      empty_band_seen = true;
    }
    try_rows(state, level, band * 3);
  }
}

// Tries every row of the band that begins at `first`.
void Canonicalizer::try_rows(const State& state, unsigned level, unsigned first) {
  bool empty_seen = false;
  for (unsigned row = first; row < first + 3; ++row) {
    if (((state.used >> row) & 1U) != 0) {
      continue;
    }
    if (((empty_rows_[state.transpose] >> row) & 1U) != 0) {
      if (empty_seen) {
        continue;
      }
      empty_seen = true;
    }
    if (level == 1 && image_[0][0] != 0 &&
        second_rows_[state.transpose][state.rows[0]][row % 3] != least_) {
      continue;
    }
    State added = state;
    added.rows[level] = static_cast<std::uint8_t>(row);
    added.used = static_cast<std::uint16_t>(added.used | (1U << row));
    added.filled = 0;
    extend(added, level, 0);
  }
}

// Keeps every least way to fill the row from this place on; `state` is used up.
void Canonicalizer::extend(State& state, unsigned level, unsigned at) {
  do {
    for (; at < state.filled; ++at) {
      const std::uint8_t value = state.out[at];
      if (value > least_[at]) {
        return;
      }
      if (value < least_[at]) {
        least_[at] = value;
        std::fill(least_.begin() + at + 1, least_.end(), kAboveAll);
        next_.clear();
      }
    }
    if (at == 9) {
      next_.push_back(state);
      return;
    }
  } while (place(state, level, at));
}

// Whether `state` itself goes on; if not, each choice was extended from a copy.
bool Canonicalizer::place(State& state, unsigned level, unsigned at) {
  if (at % 3 != 0) {
    return place_stack(state, level, at);
  }
  const auto& cells = grid_[state.transpose][state.rows[level]];
  std::array<std::uint8_t, 3> stacks{};
  unsigned count = 0;
  unsigned empty = 0;
  std::array<bool, 3> is_empty{};
  for (unsigned stack = 0; stack < 3; ++stack) {
    if (state.first[stack * 3] / 3U == at / 3) {
      const bool none = (cells[stack * 3] | cells[stack * 3 + 1] | cells[stack * 3 + 2]) == 0;
      is_empty[count] = none;
      empty += none ? 1U : 0U;
      stacks[count++] = static_cast<std::uint8_t>(stack);
    }
  }
  if (count == 1) {
    return place_stack(state, level, at);
  }
  if (empty != 0) {
    for (unsigned i = 0; i < count; ++i) {
      if (!is_empty[i]) {
        for (unsigned column = stacks[i] * 3U; column < stacks[i] * 3U + 3; ++column) {
          state.first[column] = static_cast<std::uint8_t>(state.first[column] + empty * 3);
        }
      }
    }
    for (unsigned i = 0; i < empty * 3; ++i) {
      state.out[state.filled++] = 0;
    }
    return true;
  }
  // Stacks with new digits only, and as many in each class, stay alike.
  std::array<unsigned, 3> pattern{};
  bool alike = true;
  for (unsigned i = 0; i < count && alike; ++i) {
    for (unsigned column = stacks[i] * 3U; column < stacks[i] * 3U + 3; ++column) {
      if (cells[column] != 0) {
        alike = alike && state.home[cells[column]] == kNowhere;
        pattern[i] += 1U << (2U * (state.first[column] - at));
      }
    }
    alike = alike && pattern[i] == pattern[0];
  }
  if (alike) {
    std::array<bool, 3> is_new{};
    for (unsigned i = 0; i < count; ++i) {
      const unsigned base = stacks[i] * 3U;
      std::array<std::uint8_t, 3> empties{};
      for (unsigned column = base; column < base + 3; ++column) {
        if (cells[column] == 0) {
          ++empties[state.first[column] - at];
        }
      }
      is_new = {};
      std::array<std::uint8_t, 3> before{};
      for (unsigned column = base; column < base + 3; ++column) {
        const unsigned offset = state.first[column] - at;
        const unsigned digit = cells[column];
        if (digit != 0) {
          const unsigned start = offset + empties[offset];
          is_new[start + before[offset]++] = true;
          state.first[column] = static_cast<std::uint8_t>(at + start);
          state.home[digit] = static_cast<std::uint8_t>(level * 9 + column);
        }
      }
    }
    for (unsigned i = 0; i < count; ++i) {
      for (const bool fresh : is_new) {
        state.out[state.filled++] = fresh ? ++state.labels : static_cast<std::uint8_t>(0);
      }
    }
    return true;
  }
  for (unsigned i = 0; i < count; ++i) {
    State chosen = state;
    settle_stack(chosen, stacks[i]);
    if (place_stack(chosen, level, at)) {
      extend(chosen, level, at);
    }
  }
  return false;
}

// The same where one stack alone can take the slot of this place.
bool Canonicalizer::place_stack(State& state, unsigned level, unsigned at) {
  const auto& cells = grid_[state.transpose][state.rows[level]];
  std::array<std::uint8_t, 3> columns{};
  unsigned count = 0;
  unsigned empty = 0;
  bool all_new = true;
  for (unsigned column = 0; column < 9; ++column) {
    if (state.first[column] == at) {
      columns[count++] = static_cast<std::uint8_t>(column);
      if (cells[column] == 0) {
        ++empty;
      } else {
        all_new = all_new && state.home[cells[column]] == kNowhere;
      }
    }
  }
  if (empty != 0) {
    unsigned filled = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (cells[columns[i]] != 0) {
        filled |= 1U << state.tie[columns[i]];
      }
    }
    shift(state, filled, empty);
    for (unsigned i = 0; i < empty; ++i) {
      state.out[state.filled++] = 0;
    }
    return true;
  }
  if (least_[at] == 0) {
    return false;
  }
  if (count == 1) {
    fill(state, level, columns[0]);
    return true;
  }
  if (all_new) {
    for (unsigned i = 0; i < count; ++i) {
      state.home[cells[columns[i]]] = static_cast<std::uint8_t>(level * 9 + columns[i]);
      state.out[state.filled++] = ++state.labels;
    }
    return true;
  }
  if (fill_tied(state, level, columns.data(), count)) {
    return true;
  }
  for (unsigned i = 0; i < count; ++i) {
    if (least_label(state, cells[columns[i]]) <= least_[at]) {
      State chosen = state;
      settle(chosen, columns[i]);
      fill(chosen, level, columns[i]);
      extend(chosen, level, at);
    }
  }
  return false;
}

// No choice gives the digit a smaller label: columns only move back inside their classes, where
// labels rise.
std::uint8_t Canonicalizer::least_label(const State& state, unsigned digit) const {
  if (state.label[digit] != 0) {
    return state.label[digit];
  }
  const unsigned home = state.home[digit];
  return home == kNowhere ? static_cast<std::uint8_t>(state.labels + 1)
                          : image_[home / 9][state.first[home % 9]];
}

// Fills a class whose digits all first appeared in one row and in just one class: whatever order
// that class gets, this one gets too, and the labels come out the same.
bool Canonicalizer::fill_tied(State& state, unsigned level, const std::uint8_t* columns,
                              unsigned count) const {
  const auto& cells = grid_[state.transpose][state.rows[level]];
  std::array<unsigned, 3> partners{};
  unsigned row = 0;
  unsigned ties = 0;
  unsigned partner_ties = 0;
  bool tied = true;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned home = state.home[cells[columns[i]]];
    if (home == kNowhere || (i != 0 && home / 9 != row)) {
      return false;
    }
    row = home / 9;
    partners[i] = home % 9;
    if (state.first[partners[i]] != state.first[partners[0]] ||
        partners[i] / 3 != partners[0] / 3) {
      return false;
    }
    ties |= 1U << state.tie[columns[i]];
    partner_ties |= 1U << state.tie[partners[i]];
    tied = tied && state.tie[columns[i]] == state.tie[partners[i]];
  }
  const unsigned stack = partners[0] / 3;
  unsigned together = 0;
  for (unsigned column = stack * 3; column < stack * 3 + 3; ++column) {
    together += state.first[column] == state.first[partners[0]] ? 1U : 0U;
  }
  if (together != count) {
    return false;
  }
  if (!tied) {
    if ((ties & partner_ties) != 0) {
      return false;  // tied already, but otherwise: the order matters now
    }
    settle_stack(state, stack);
    for (unsigned i = 0; i < count; ++i) {
      const std::uint8_t old = state.tie[columns[i]];
      for (std::uint8_t& tie : state.tie) {
        if (tie == old) {
          tie = state.tie[partners[i]];
        }
      }
    }
  }
  const unsigned place = state.first[partners[0]];
  for (unsigned i = 0; i < count; ++i) {
    state.out[state.filled++] = image_[row][place + i];
  }
  return true;
}

// Writes the digit of a column that has its place, with the least label that it can have.
void Canonicalizer::fill(State& state, unsigned level, unsigned column) {
  const unsigned digit = grid_[state.transpose][state.rows[level]][column];
  const std::uint8_t value = least_label(state, digit);
  if (state.label[digit] == 0) {
    const unsigned home = state.home[digit];
    if (home == kNowhere) {
      ++state.labels;
      state.home[digit] = static_cast<std::uint8_t>(level * 9 + column);
    } else {
      settle(state, home % 9);
    }
    state.label[digit] = value;
  }
  state.out[state.filled++] = value;
}

// How many automorphisms one way to the image stands for: the orders of all that is alike.
std::uint64_t Canonicalizer::weight(const State& state) const {
  constexpr std::array<std::uint64_t, 4> factorial = {1, 1, 2, 6};
  const auto bits = [](unsigned value) {
    return (value & 1U) + ((value >> 1U) & 1U) + ((value >> 2U) & 1U);
  };
  std::uint64_t ways = factorial[bits(empty_bands_[state.transpose])];
  for (unsigned band = 0; band < 3; ++band) {
    ways *= factorial[bits((empty_rows_[state.transpose] >> (band * 3)) & 7U)];
  }
  std::array<unsigned, 3> slots{};
  unsigned counted = 0;
  for (unsigned stack = 0; stack < 3; ++stack) {
    ++slots[state.first[stack * 3] / 3U];
    std::array<unsigned, 9> classes{};
    unsigned ties = 0;
    for (unsigned column = stack * 3; column < stack * 3 + 3; ++column) {
      if (((counted >> state.tie[column]) & 1U) == 0) {
        ways *= ++classes[state.first[column]];  // 1, 2, 3 make the factorial
      }
      ties |= 1U << state.tie[column];
    }
    counted |= ties;
  }
  for (const unsigned alike : slots) {
    ways *= factorial[alike];
  }
  return ways;
}

}  // namespace satdoku::symmetry
