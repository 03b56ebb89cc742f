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

// Lane i of word k of the result: how many digits have bit i in words[k], bit-sliced.
struct Sums {
  P4 bit0, one_pair, any_pair;  // weight 1; exactly one pair; at least one pair
};

SATDOKU_INLINE Sums sum_digits(V a, V b, V c, V d) {
  V low01 = zip_low(a, b), high01 = zip_high(a, b);
  V low23 = zip_low(c, d), high23 = zip_high(c, d);
  V d0 = join_low(low01, low23), d1 = join_high(low01, low23), d2 = join_low(high01, high23);
  V ones = xor3(d0, d1, d2), twos = majority(d0, d1, d2);
  P4 s0 = group<0>(ones), s1 = group<1>(ones), s2 = group<2>(ones);
  P4 t0 = group<0>(twos), t1 = group<1>(twos), t2 = group<2>(twos);
  P4 t3 = majority(s0, s1, s2);
  P4 any3 = or3(t0, t1, t2);
  P4 lone3 = exactly_one(t0, t1, t2);
  return {xor3(s0, s1, s2), choose(t3, ~any3, lone3), any3 | t3};
}

// What falls outside the 30 bits must not come back when rows turn; in spare bits it is harmless.
// Boxes one (two) to the right within the band, cyclically.
SATDOKU_INLINE V box_right1(V w) { return choose(splat(rows(0x1C0)), w << 6, w >> 3); }
SATDOKU_INLINE V box_right2(V w) { return choose(splat(rows(0x1F8)), w << 3, w >> 6); }
SATDOKU_INLINE V column_right1(V z) { return choose(splat(kThird), z << 2, z >> 1); }
SATDOKU_INLINE V column_right2(V z) { return choose(splat(kFirst), z >> 2, z << 1); }

// right1 and right2 are w seen one and two boxes further right.
SATDOKU_INLINE V used_by_some_permutation(V w, V right1, V right2) {
  V even = and_or((right2 >> 20) | (right2 << 10), right1 >> 10, right1 << 20);
  V odd = and_or((right1 >> 20) | (right1 << 10), right2 >> 10, right2 << 20);
  return and_or(w, even, odd);
}

// Within each row, all nine bits where n has any.
SATDOKU_INLINE V fill_rows(V n) {
  V spare = (n + splat(kFull)) & splat(kSpare);
  return spare - (spare >> 9);
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

SATDOKU_INLINE Outcome propagate(Position& position, Open& open) {
  const V first = splat(kFirst), second = splat(kSecond);
  V x0 = position.band[0], x1 = position.band[1], x2 = position.band[2];
  V row_cut = zero(), column_cut = zero();
  for (;;) {
    const V before0 = x0, before1 = x1, before2 = x2;

    // Mini-rows of all three bands in one word: bit (row, box, band).
    V w = choose(first, or3(x0, x0 >> 1, x0 >> 2),
                 choose(second, or3(x1 << 1, x1, x1 >> 1), or3(x2 << 2, x2 << 1, x2)));
    w = w & splat(kFull) & ~row_cut;
    V w1 = box_right1(w), w2 = box_right2(w);
    w = used_by_some_permutation(w, w1, w2);
    {
      V e0 = w & first, e1 = w & second, e2 = w & splat(kThird);
      x0 &= (e0 << 3) - e0;
      x1 &= (e1 << 2) - (e1 >> 1);
      x2 &= (e2 << 1) - (e2 >> 2);
    }
    // Mini-columns of all three stacks in one word: bit (band, column).
    V z = choose(splat(kRow0), or3(x0, x0 >> 10, x0 >> 20),
                 choose(splat(kRow1), or3(x1 << 10, x1, x1 >> 10), or3(x2 << 20, x2 << 10, x2)));
    z = z & splat(kFull) & ~column_cut;
    V z1 = column_right1(z), z2 = column_right2(z);
    z = used_by_some_permutation(z, z1, z2);
    {
      V e0 = z & splat(kRow0), e1 = z & splat(kRow1), e2 = z & splat(kRow2);
      x0 &= or3(e0, e0 << 10, e0 << 20);
      x1 &= or3(e1 >> 10, e1, e1 << 10);
      x2 &= or3(e2 >> 20, e2 >> 10, e2);
    }
    // Adding nine ones to a row takes its lowest bit away, but for the carry into the spare bit.
    V s0 = x0 & ~fill_rows(x0 & (x0 + splat(kFull)));
    V s1 = x1 & ~fill_rows(x1 & (x1 + splat(kFull)));
    V s2 = x2 & ~fill_rows(x2 & (x2 + splat(kFull)));

    Sums cells = sum_digits(x0, x1, x2, w);
    Sums places = sum_digits(s0, s1, s2, z);
    // In word 3 of either the counts are of mini-rows and mini-columns.
    const P4 cell_words = P4{~0u, ~0u, ~0u, 0}, triad_word = P4{0, 0, 0, ~0u};
    P4 at_least3 = cells.any_pair & (cells.bit0 | ~cells.one_pair);
    P4 at_least3z = places.any_pair & (places.bit0 | ~places.one_pair);
    P4 missing = (cell_words & ~(cells.bit0 | cells.any_pair)) | (cell_words & places.any_pair) |
                 (triad_word & ~at_least3) | (triad_word & ~at_least3z);
    // A digit without a place in some band has lost every mini-column by now.
    if (any_of_words(missing & P4{kFull, kFull, kFull, kFull}) || lanes_clear(z))
      return Outcome::dead;

    if (!any_of_words(cells.any_pair & cell_words)) {
      position = {{x0, x1, x2}};
      return clash(position.band) ? Outcome::dead : Outcome::solved;
    }

    P4 taken = places.bit0, naked = cells.bit0 & ~cells.any_pair;
    {
      V n0 = x0 & broadcast<0>(naked), n1 = x1 & broadcast<1>(naked), n2 = x2 & broadcast<2>(naked);
      x0 = keep(x0, s0, broadcast<0>(taken));
      x1 = keep(x1, s1, broadcast<1>(taken));
      x2 = keep(x2, s2, broadcast<2>(taken));
      x0 = keep(x0, n0, fill_rows(n0));
      x1 = keep(x1, n1, fill_rows(n1));
      x2 = keep(x2, n2, fill_rows(n2));
    }
    V changed = or3(x0 ^ before0, x1 ^ before1, x2 ^ before2);
    P4 three = cells.bit0 & cells.one_pair, three_z = places.bit0 & places.one_pair;
    V a = w & broadcast<3>(three), b = z & broadcast<3>(three_z);
    row_cut = w & (box_right1(a) | box_right2(a));
    column_cut = z & (column_right1(b) | column_right2(b));
    changed = or3(changed, row_cut, column_cut);
    if (!any(changed)) {
      position.band[0] = x0;
      position.band[1] = x1;
      position.band[2] = x2;
      open.pairs = cells.one_pair & ~cells.bit0;
      open.unsolved = cells.any_pair;
      return Outcome::open;
    }
  }
}

}  // namespace satdoku::SATDOKU_LEVEL
