// Where to guess.  Included by kernel.cpp inside its anonymous namespace.

// Puts the digit of `lane` in one cell; its box and column follow in propagation.
SATDOKU_INLINE void place(V band[3], int k, u32 bit, V lane) {
  u32 row = bit & kRow0 ? kRow0 : bit & kRow1 ? kRow1 : kRow2;
  band[k] = band[k] & ~(splat(bit) & ~lane) & ~(splat(row & ~bit) & lane);
}

// A cell with two candidates: one here, the other there.
SATDOKU_INLINE void split_pair(Position& here, Position& other, int k, u32 bit) {
  u32 lanes = lanes_set(here.band[k] & splat(bit));
  V first = load(kTables.lane[__builtin_ctz(lanes)]);
  V second = load(kTables.lane[__builtin_ctz(lanes & (lanes - 1))]);
  place(here.band, k, bit, first);
  place(other.band, k, bit, second);
}

SATDOKU_INLINE void split_first_pair(Position& here, Position& other, const Open& open) {
  const int k = open.pairs[0] ? 0 : open.pairs[1] ? 1 : 2;
  split_pair(here, other, k, open.pairs[k] & (0 - open.pairs[k]));
}

// No cell with two candidates and no digit with two places: a digit's first place in the row where
// it has the fewest, or not there.
__attribute__((noinline)) void split_any(Position& here, Position& other) {
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

// What a candidate is worth as a guess: the candidates it would remove from its peers, those that
// leave a peer with one more so.
constexpr u32 kPlain = 2, kPair = 5;  // weight of a removal
constexpr u32 kOneMore = 64;          // counts candidates above the six bits of the weights
constexpr u32 kCell = 4;              // bonus for a cell of three or more candidates

constexpr int kPairHandicap = 2;
// Where no more open cells than this have three or more candidates, any pair will do: a careful
// choice costs more than it saves.
constexpr int kCareless = 34;

// By which cells of a row (columns j, j+3 and j+6) are pairs: their weights and what is taken back
// of them, as a cell is counted once among its own peers.
struct Scores {
  alignas(64) u32 weight[8][16];
  alignas(64) u32 own[8][16];
};

constexpr Scores make_scores() {
  Scores s{};
  for (u32 three = 0; three < 8; three++) {
    for (u32 word = 0; word < 12; word++) {
      const bool pair = three >> word / 4 & 1;
      s.weight[three][word] = 0x01010101u * (kOneMore + (pair ? kPair : kPlain));
      s.own[three][word] = 0x01010101u * (pair ? 256 - kPair : kCell - kPlain);
    }
  }
  return s;
}
constexpr Scores kScores = make_scores();

// Bits 0, 3 and 6.
SATDOKU_INLINE u32 every_third(u32 w) {
#if defined(__BMI2__)
  return _pext_u32(w, 0x49);
#else
  return (w & 1) | (w >> 2 & 2) | (w >> 4 & 4);
#endif
}

SATDOKU_INLINE V sum_groups(V v) {
  return spread((P4)((B16)group<0>(v) + (B16)group<1>(v) + (B16)group<2>(v)));
}

// Group g from v[g].
SATDOKU_INLINE V pick(const V* v) { return join(group<0>(v[0]), group<0>(v[1]), group<0>(v[2])); }

// Turns a band's words into bytes: for each cell, which digits it may hold.
#if defined(__AVX512VBMI__)
struct Gather {
  alignas(64) std::uint8_t source[9][64];
  alignas(64) std::uint8_t bit[9][64];
};
constexpr Gather make_gather() {
  Gather t{};
  for (int row_j = 0; row_j < 9; row_j++) {
    for (int i = 0; i < 64; i++) {
      const int bit = 10 * (row_j / 3) + 3 * (i / 16) + row_j % 3;
      t.source[row_j][i] = static_cast<std::uint8_t>(i < 48 ? 4 * (i % 16) + bit / 8 : 63);
      t.bit[row_j][i] = static_cast<std::uint8_t>(i < 48 ? 1 << bit % 8 : 0);
    }
  }
  return t;
}
constexpr Gather kGather = make_gather();

struct Planes {
  __m512i words;
  SATDOKU_INLINE explicit Planes(V band) : words((__m512i)band) {}
  // weight where the digit can be in row r, columns j, j+3, j+6 (one a group); else 0.
  SATDOKU_INLINE V expand(int r, int j, V weight) const {
    const __m512i source = _mm512_load_si512(kGather.source[3 * r + j]);
    const __m512i bit = _mm512_load_si512(kGather.bit[3 * r + j]);
    return (V)_mm512_maskz_mov_epi8(
        _mm512_test_epi8_mask(_mm512_permutexvar_epi8(source, words), bit), (__m512i)weight);
  }
};
#else
struct Planes {
  B16 plane[4];  // plane[b]: byte b of every digit's word, in memory
  SATDOKU_INLINE explicit Planes(V band) {
    P4 turned[3] = {group<0>(band), group<1>(band), group<2>(band)};
    SATDOKU_UNROLL
    for (int i = 0; i < 3; i++)
      turned[i] = (P4)SATDOKU_SHUFFLE(B16, (B16)turned[i], (B16)turned[i], 0, 4, 8, 12, 1, 5, 9, 13,
                                      2, 6, 10, 14, 3, 7, 11, 15);
    P4 low01 = zip_low(turned[0], turned[1]), high01 = zip_high(turned[0], turned[1]);
    P4 low2 = zip_low(turned[2], P4{}), high2 = zip_high(turned[2], P4{});
    plane[0] = (B16)join_low(low01, low2);
    plane[1] = (B16)join_high(low01, low2);
    plane[2] = (B16)join_low(high01, high2);
    plane[3] = (B16)join_high(high01, high2);
  }
  SATDOKU_INLINE P4 cell(int bit) const {
    const B16 test = byte_splat(1u << (bit & 7));
    const int byte = std::endian::native == std::endian::big ? 3 - (bit >> 3) : bit >> 3;
    return (P4)((plane[byte] & test) == test);
  }
  SATDOKU_INLINE V expand(int r, int j, V weight) const {
    return weight & join(cell(10 * r + j), cell(10 * r + j + 3), cell(10 * r + j + 6));
  }
};
#endif

// How many cells have three or more candidates.
SATDOKU_INLINE int count_many_candidates(const Open& open) {
  const P4 many = open.unsolved & ~open.pairs;
  return __builtin_popcount(many[0]) + __builtin_popcount(many[1]) + __builtin_popcount(many[2]);
}

SATDOKU_INLINE void split(Position& here, Position& other, const Open& open) {
  const u32 pairs[3] = {open.pairs[0], open.pairs[1], open.pairs[2]};
  other = here;
  if ((pairs[0] | pairs[1] | pairs[2]) && count_many_candidates(open) <= kCareless)
    return split_first_pair(here, other, open);

  // value[3r+j], group b: the cell in row r, column 3b+j.
  V value[27], mini_row[9], mini_column[9], row_sum[9], column_sum[3], box_sum[3];
  alignas(64) u32 gain[27][16];
  u32 threes[27];
  const V low6 = splat_bytes(63);
  SATDOKU_UNROLL
  for (int k = 0; k < 3; k++) {
    const Planes planes(here.band[k]);
    SATDOKU_UNROLL
    for (int r = 0; r < 3; r++) {
      SATDOKU_UNROLL
      for (int j = 0; j < 3; j++) {
        const int at = 9 * k + 3 * r + j;
        const u32 three = every_third(pairs[k] >> (10 * r + j));
        threes[at] = three;
        const V v = planes.expand(r, j, load(kScores.weight[three]));
        value[at] = v;
        mini_row[3 * k + r] = j ? add_bytes(mini_row[3 * k + r], v) : v;
        mini_column[3 * k + j] = r ? add_bytes(mini_column[3 * k + j], v) : v;
      }
      const V mini = mini_row[3 * k + r];
      row_sum[3 * k + r] = sum_groups(mini);
      box_sum[k] = r ? add_bytes(box_sum[k], mini) : mini;
    }
  }
  SATDOKU_UNROLL
  for (int j = 0; j < 3; j++)
    column_sum[j] = add_bytes(mini_column[j], add_bytes(mini_column[3 + j], mini_column[6 + j]));

  V row_gain[9], column_gain[3], box_gain[3];
  SATDOKU_UNROLL
  for (int r = 0; r < 9; r++) {
    const int k = r / 3;
    V across = add_bytes(row_sum[r] & low6, subtract_bytes(box_sum[k] & low6, mini_row[r] & low6));
    V mini;
    SATDOKU_UNROLL
    for (int j = 0; j < 3; j++) {
      V down = subtract_bytes(column_sum[j] & low6, mini_column[3 * k + j] & low6);
      V g = add_where(value[3 * r + j], add_bytes(across, down),
                      load(kScores.own[threes[3 * r + j]]));
      store(gain[3 * r + j], g);
      mini = j ? add_bytes(mini, g) : g;
      column_gain[j] = r ? add_bytes(column_gain[j], g) : g;
    }
    row_gain[r] = sum_groups(mini);
    box_gain[k] = r % 3 ? add_bytes(box_gain[k], mini) : mini;
  }
  // A house where a digit has two places scores the sum of the two.  Its count says 2 (or 6, but
  // six weigh more than any two).
  V best = zero(), owner = zero();
  SATDOKU_UNROLL
  for (u32 i = 0; i < 9; i++) {
    const V sum = i < 3 ? column_sum[i] : i < 6 ? box_sum[i - 3] : pick(row_sum + 3 * (i - 6));
    const V score = i < 3 ? column_gain[i] : i < 6 ? box_gain[i - 3] : pick(row_gain + 3 * (i - 6));
    keep_best(best, owner, sum, score, 2 * (kOneMore + kPlain), 2 * (kPair - kPlain),
              splat_bytes(i));
  }
  int top = largest_byte(best);
  const u32 top_at = top ? first_byte(best, static_cast<u32>(top)) : 0;
  int at = -1;
  u32 pair_bit = 0;
  for (int k = 0; k < 3; k++) {
    for (u32 m = pairs[k]; m; m &= m - 1) {
      const int bit = __builtin_ctz(m), column = bit % 10;
      const u64* q = reinterpret_cast<const u64*>(gain[9 * k + bit / 10 * 3 + column % 3]);
      u64 both = q[column / 3 * 2] + q[column / 3 * 2 + 1];
      int score = static_cast<int>(both * 0x0101010101010101u >> 56) - kPairHandicap;
      if (score > top) {
        top = score;
        at = k;
        pair_bit = m & (0 - m);
      }
    }
  }
  if (at >= 0) return split_pair(here, other, at, pair_bit);
  if (top == 0) return split_any(here, other);

  Frame frame;
  write(frame, here);
  alignas(64) u32 owners[16];
  store(owners, owner);
  const u32 i = reinterpret_cast<const std::uint8_t*>(owners)[top_at];
  const u32 lane = top_at % 16, group_of = top_at / 16;
  int where[2];
  u32 bits[2];
  int found = 0;
  for (u32 k = 0; k < 3; k++) {
    u32 inside = i < 3   ? rows(1u << (3 * group_of + i))
                 : i < 6 ? (i - 3 == k ? rows(7u << 3 * group_of) : 0)
                         : (i - 6 == k ? kRow0 << 10 * group_of : 0);
    for (u32 m = frame.words[k][lane] & inside; m && found < 2; m &= m - 1) {
      where[found] = static_cast<int>(k);
      bits[found++] = m & (0 - m);
    }
  }
  V digit = load(kTables.lane[lane]);
  here.band[where[1]] = here.band[where[1]] & ~(splat(bits[1]) & digit);
  other.band[where[0]] = other.band[where[0]] & ~(splat(bits[0]) & digit);
  place(here.band, where[0], bits[0], digit);
  place(other.band, where[1], bits[1], digit);
}
