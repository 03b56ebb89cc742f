// Inference on one position.  docs/native.md draws the layout and derives every step.
#pragma once

#include "simd.hpp"

namespace satdoku::SATDOKU_LEVEL {

// A band in a lane: three rows of nine bits, each followed by a spare bit for carries.
constexpr u32 rows(u32 pattern) { return pattern | pattern << 10 | pattern << 20; }
constexpr u32 kFull = rows(0x1FF);
constexpr u32 kSpare = rows(0x200);
// Bits 0, 1, 2 of every group of three.
constexpr u32 kFirst = rows(0x049);
constexpr u32 kSecond = kFirst << 1;
constexpr u32 kThird = kFirst << 2;
constexpr u32 kRow0 = 0x1FF, kRow1 = kRow0 << 10, kRow2 = kRow0 << 20;

struct Position {
  V band[3];
};

enum class Outcome { dead, solved, open };

// A vector of words for each vector of digits.
template <class W>
struct WordsOf {
  using type = P4;
};
template <class T, int n>
struct WordsOf<Each<T, n>> {
  using type = Each<P4, n>;
};

// Lane i of word k of the result: how many digits have bit i in words[k], bit-sliced.
template <class P>
struct Sums {
  P bit0, one_pair, any_pair;  // weight 1; exactly one pair; at least one pair
};

template <class W>
SATDOKU_INLINE auto sum_digits(W a, W b, W c, W d) {
  using P = typename WordsOf<W>::type;
  W low01 = zip_low(a, b), high01 = zip_high(a, b);
  W low23 = zip_low(c, d), high23 = zip_high(c, d);
  W d0 = join_low(low01, low23), d1 = join_high(low01, low23), d2 = join_low(high01, high23);
  W ones = xor3(d0, d1, d2), twos = majority(d0, d1, d2);
  P s0 = group<0>(ones), s1 = group<1>(ones), s2 = group<2>(ones);
  P t0 = group<0>(twos), t1 = group<1>(twos), t2 = group<2>(twos);
  P t3 = majority(s0, s1, s2);
  P any3 = or3(t0, t1, t2);
  P lone3 = exactly_one(t0, t1, t2);
  return Sums<P>{xor3(s0, s1, s2), choose(t3, ~any3, lone3), any3 | t3};
}

// What falls outside the 30 bits must not come back when rows turn; in spare bits it is harmless.
// Boxes one (two) to the right within the band, cyclically.
template <class W>
SATDOKU_INLINE W box_right1(W w) {
  return choose(splat(rows(0x1C0)), w << 6, w >> 3);
}
template <class W>
SATDOKU_INLINE W box_right2(W w) {
  return choose(splat(rows(0x1F8)), w << 3, w >> 6);
}
template <class W>
SATDOKU_INLINE W column_right1(W z) {
  return choose(splat(kThird), z << 2, z >> 1);
}
template <class W>
SATDOKU_INLINE W column_right2(W z) {
  return choose(splat(kFirst), z >> 2, z << 1);
}

// right1 and right2 are w seen one and two boxes further right.
template <class W>
SATDOKU_INLINE W used_by_some_permutation(W w, W right1, W right2) {
  W even = and_or((right2 >> 20) | (right2 << 10), right1 >> 10, right1 << 20);
  W odd = and_or((right1 >> 20) | (right1 << 10), right2 >> 10, right2 << 20);
  return and_or(w, even, odd);
}

// Within each row, all nine bits where n has any.
template <class W>
SATDOKU_INLINE W fill_rows(W n) {
  W spare = (n + splat(kFull)) & splat(kSpare);
  return spare - (spare >> 9);
}

// Mini-rows of all three bands in one word: bit (row, box, band).
template <class W>
SATDOKU_INLINE W mini_rows(W x0, W x1, W x2) {
  return choose(splat(kFirst), or3(x0, x0 >> 1, x0 >> 2),
                choose(splat(kSecond), or3(x1 << 1, x1, x1 >> 1), or3(x2 << 2, x2 << 1, x2)));
}
template <class W>
SATDOKU_INLINE void keep_mini_rows(W w, W& x0, W& x1, W& x2) {
  W e0 = w & splat(kFirst), e1 = w & splat(kSecond), e2 = w & splat(kThird);
  x0 = x0 & ((e0 << 3) - e0);
  x1 = x1 & ((e1 << 2) - (e1 >> 1));
  x2 = x2 & ((e2 << 1) - (e2 >> 2));
}

// Mini-columns of all three stacks in one word: bit (band, column).
template <class W>
SATDOKU_INLINE W mini_columns(W x0, W x1, W x2) {
  return choose(splat(kRow0), or3(x0, x0 >> 10, x0 >> 20),
                choose(splat(kRow1), or3(x1 << 10, x1, x1 >> 10), or3(x2 << 20, x2 << 10, x2)));
}
template <class W>
SATDOKU_INLINE void keep_mini_columns(W z, W& x0, W& x1, W& x2) {
  W e0 = z & splat(kRow0), e1 = z & splat(kRow1), e2 = z & splat(kRow2);
  x0 = x0 & or3(e0, e0 << 10, e0 << 20);
  x1 = x1 & or3(e1 >> 10, e1, e1 << 10);
  x2 = x2 & or3(e2 >> 20, e2 >> 10, e2);
}

// What a guess needs to know of an open position; word k is band k.
struct Open {
  P4 pairs;     // cells with two candidates
  P4 unsolved;  // cells with more than one
};

// Is a digit twice in a row, column or box?
SATDOKU_INLINE bool clash(const V given[3]) {
  V twice = zero(), columns[3];
  for (int k = 0; k < 3; k++) {
    const V g = given[k], mini = or3(g, g >> 1, g >> 2) & splat(kFirst);
    twice |= g & (g + splat(kFull)) & splat(kFull);
    twice |= majority(g, g >> 10, g >> 20) & splat(kRow0);
    twice |= majority(mini, mini >> 10, mini >> 20) & splat(kRow0);
    columns[k] = or3(g, g >> 10, g >> 20) & splat(kRow0);
  }
  return any(twice | majority(columns[0], columns[1], columns[2]));
}

// The first half of a pass.
template <class W>
struct Inspected {
  using P = typename WordsOf<W>::type;
  W w, z;        // mini-rows and mini-columns
  W s0, s1, s2;  // the only places of a digit in a row
  Sums<P> cells, places;
  P missing;  // where not empty, a cell or a triad lacks digits, or a cell is the only place of two

  // A digit without a place in some band has lost every mini-column by now.
  SATDOKU_INLINE bool dead(int i) const {
    return any_of_words(part(missing, i)) || lanes_clear(part(z, i));
  }
  SATDOKU_INLINE bool filled(int i) const {
    return !any_of_words(part(cells.any_pair, i) & P4{~0u, ~0u, ~0u, 0});
  }
  SATDOKU_INLINE Open open(int i) const {
    return {part(cells.one_pair, i) & ~part(cells.bit0, i), part(cells.any_pair, i)};
  }
};

// Takes account of the mini-rows and mini-columns that are kept, and counts.
template <class W, class Kept>
SATDOKU_INLINE Inspected<W> inspect(W& x0, W& x1, W& x2, Kept rows_kept, Kept columns_kept) {
  using P = typename WordsOf<W>::type;
  W w = mini_rows(x0, x1, x2) & rows_kept;
  W w1 = box_right1(w), w2 = box_right2(w);
  w = used_by_some_permutation(w, w1, w2);
  keep_mini_rows(w, x0, x1, x2);
  W z = mini_columns(x0, x1, x2) & columns_kept;
  W z1 = column_right1(z), z2 = column_right2(z);
  z = used_by_some_permutation(z, z1, z2);
  keep_mini_columns(z, x0, x1, x2);
  // Adding nine ones to a row takes its lowest bit away, but for the carry into the spare bit.
  W s0 = x0 & ~fill_rows(x0 & (x0 + splat(kFull)));
  W s1 = x1 & ~fill_rows(x1 & (x1 + splat(kFull)));
  W s2 = x2 & ~fill_rows(x2 & (x2 + splat(kFull)));

  Sums<P> cells = sum_digits(x0, x1, x2, w);
  Sums<P> places = sum_digits(s0, s1, s2, z);
  // In word 3 of either the counts are of mini-rows and mini-columns.
  const P4 cell_words = P4{kFull, kFull, kFull, 0}, triad_word = P4{0, 0, 0, kFull};
  P at_least3 = cells.any_pair & (cells.bit0 | ~cells.one_pair);
  P at_least3z = places.any_pair & (places.bit0 | ~places.one_pair);
  P missing = (cell_words & ~(cells.bit0 | cells.any_pair)) | (cell_words & places.any_pair) |
              (triad_word & ~at_least3) | (triad_word & ~at_least3z);
  return {w, z, s0, s1, s2, cells, places, missing};
}

// The second half: singles.  It changes nothing where every cell has one candidate.
template <class W>
SATDOKU_INLINE void conclude(const Inspected<W>& found, W& x0, W& x1, W& x2) {
  auto taken = found.places.bit0, naked = found.cells.bit0 & ~found.cells.any_pair;
  W n0 = x0 & broadcast<0>(naked), n1 = x1 & broadcast<1>(naked), n2 = x2 & broadcast<2>(naked);
  x0 = keep(x0, found.s0, broadcast<0>(taken));
  x1 = keep(x1, found.s1, broadcast<1>(taken));
  x2 = keep(x2, found.s2, broadcast<2>(taken));
  x0 = keep(x0, n0, fill_rows(n0));
  x1 = keep(x1, n1, fill_rows(n1));
  x2 = keep(x2, n2, fill_rows(n2));
}

// What three digits in a mini-row or mini-column exclude: where only they can be, they are nowhere
// else in the row (column) and box, and where they must be, no other digit is.  Is there any such
// candidate?
SATDOKU_INLINE bool cut_triads(Position& position) {
  V &x0 = position.band[0], &x1 = position.band[1], &x2 = position.band[2];
  const V w = mini_rows(x0, x1, x2) & splat(kFull), z = mini_columns(x0, x1, x2) & splat(kFull);
  // The only mini-row of a digit in its row is also that in its box.
  const V only_w = but_neither(w, box_right1(w), box_right2(w));
  const V only_z = but_neither(z, column_right1(z), column_right2(z));
  const Sums<P4> sums = sum_digits(w, z, only_w, only_z);
  const P4 three = sums.bit0 & sums.one_pair;
  const V a = w & broadcast<0>(three), b = z & broadcast<1>(three);
  const V cut_w = w & ((box_right1(a) | box_right2(a)) | (broadcast<2>(three) & ~only_w));
  const V cut_z = z & ((column_right1(b) | column_right2(b)) | (broadcast<3>(three) & ~only_z));
  if (!any(cut_w | cut_z)) return false;
  keep_mini_rows(w & ~cut_w, x0, x1, x2);
  keep_mini_columns(z & ~cut_z, x0, x1, x2);
  return true;
}

SATDOKU_INLINE Outcome propagate(Position& position, Open& open) {
  V x0 = position.band[0], x1 = position.band[1], x2 = position.band[2];
  V rows_kept = splat(kFull), columns_kept = splat(kFull);
  for (;;) {
    const V before0 = x0, before1 = x1, before2 = x2;
    const Inspected<V> found = inspect(x0, x1, x2, rows_kept, columns_kept);
    if (found.dead(0)) return Outcome::dead;
    if (found.filled(0)) {
      position = {{x0, x1, x2}};
      return clash(position.band) ? Outcome::dead : Outcome::solved;
    }
    conclude(found, x0, x1, x2);
    V changed = or3(x0 ^ before0, x1 ^ before1, x2 ^ before2);
    P4 three = found.cells.bit0 & found.cells.one_pair;
    P4 three_z = found.places.bit0 & found.places.one_pair;
    V a = found.w & broadcast<3>(three), b = found.z & broadcast<3>(three_z);
    V row_cut = found.w & (box_right1(a) | box_right2(a));
    V column_cut = found.z & (column_right1(b) | column_right2(b));
    if (!any(or3(changed, row_cut, column_cut))) {
      position = {{x0, x1, x2}};
      open = found.open(0);
      return Outcome::open;
    }
    rows_kept = splat(kFull) & ~row_cut;
    columns_kept = splat(kFull) & ~column_cut;
  }
}

}  // namespace satdoku::SATDOKU_LEVEL
