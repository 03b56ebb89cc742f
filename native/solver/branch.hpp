// Where to guess.  Included by kernel.cpp inside its anonymous namespace.

SATDOKU_INLINE void place(V band[3], int k, u32 bit, V lane) {
  u32 row = bit & kRow0 ? kRow0 : bit & kRow1 ? kRow1 : kRow2;
  band[k] = band[k] & ~(splat(bit) & ~lane) & ~(splat(row & ~bit) & lane);
}

SATDOKU_INLINE void split(Position& here, Position& other, const Open& open) {
  u32 pairs[3] = {open.pairs[0], open.pairs[1], open.pairs[2]};
  other = here;
  if (pairs[0] | pairs[1] | pairs[2]) {
    int row[9], column[9], box[9];
    for (int r = 0; r < 9; r++) row[r] = __builtin_popcount(pairs[r / 3] & kRow0 << 10 * (r % 3));
    for (int c = 0; c < 9; c++) {
      u32 m = rows(1u << c);
      column[c] = __builtin_popcount(pairs[0] & m) + __builtin_popcount(pairs[1] & m) +
                  __builtin_popcount(pairs[2] & m);
    }
    for (int b = 0; b < 9; b++) box[b] = __builtin_popcount(pairs[b / 3] & rows(7u << 3 * (b % 3)));
    int best = -1, at = 0;
    u32 bit = 1;
    for (int k = 0; k < 3; k++) {
      for (u32 m = pairs[k]; m; m &= m - 1) {
        int i = __builtin_ctz(m);
        int score = row[3 * k + i / 10] + column[i % 10] + box[3 * k + i % 10 / 3];
        if (score > best) {
          best = score;
          at = k;
          bit = 1u << i;
        }
      }
    }
    u32 lanes = lanes_set(here.band[at] & splat(bit));
    V first = load(kTables.lane[__builtin_ctz(lanes)]);
    V second = load(kTables.lane[__builtin_ctz(lanes & (lanes - 1))]);
    place(here.band, at, bit, first);
    place(other.band, at, bit, second);
    return;
  }
  // No cell with two candidates: the row with the fewest places for a digit.
  Frame frame;
  write(frame, here);
  int fewest = 10, at = 0;
  u32 places = 1, lane = 0;
  for (int k = 0; k < 3; k++) {
    for (u32 d = 0; d < 9; d++) {
      for (int r = 0; r < 3; r++) {
        u32 m = frame.words[k][lane_of(d)] & kRow0 << 10 * r;
        int n = __builtin_popcount(m);
        if (n > 1 && n < fewest) {
          fewest = n;
          at = k;
          places = m;
          lane = lane_of(d);
        }
      }
    }
  }
  u32 bit = places & (0 - places);
  V digit = load(kTables.lane[lane]);
  place(here.band, at, bit, digit);
  other.band[at] = other.band[at] & ~(splat(bit) & digit);
}
