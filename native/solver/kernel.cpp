// The search.  Compiled once for each instruction set, with SATDOKU_LEVEL naming its namespace:
// so include nothing here whose inline functions the linker might merge across levels.
#include "kernel.hpp"

#include "propagate.hpp"

namespace satdoku::SATDOKU_LEVEL {
namespace {

struct Tables {
  alignas(64) u32 lane[12][16];  // all ones in one lane
  alignas(64) u32 digits[16];    // all ones in the lanes of digits
  unsigned char band[81];
  u32 bit[81];
};

constexpr u32 lane_of(u32 digit) { return digit / 3 * 4 + digit % 3; }

constexpr Tables make_tables() {
  Tables t{};
  for (u32 i = 0; i < 12; i++) t.lane[i][i] = ~0u;
  for (u32 d = 0; d < 9; d++) t.digits[lane_of(d)] = ~0u;
  for (u32 c = 0; c < 81; c++) {
    t.band[c] = static_cast<unsigned char>(c / 27);
    t.bit[c] = 1u << (c / 9 % 3 * 10 + c % 9);
  }
  return t;
}
constexpr Tables kTables = make_tables();

SATDOKU_INLINE Position read(const Frame& frame) {
  return {{load(frame.words[0]), load(frame.words[1]), load(frame.words[2])}};
}
SATDOKU_INLINE void write(Frame& frame, const Position& position) {
  for (int k = 0; k < 3; k++) store(frame.words[k], position.band[k]);
}

void start(Search& search) {
  search.depth = 0;
  search.fresh = true;
  search.nodes = 0;
}

// The text of each band, to be asked where it has a certain character: 27 bits.
#if defined(__SSE2__)
struct Letters {
#if defined(__AVX2__)
  __m256i band[3];
  SATDOKU_INLINE explicit Letters(const char* text) {
    for (int k = 0; k < 3; k++)  // the last from 5 characters earlier, to stay inside the text
      band[k] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + (k == 2 ? 49 : 27 * k)));
  }
  SATDOKU_INLINE u32 in_band(int k, char c) const {
    u32 m = static_cast<u32>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(band[k], _mm256_set1_epi8(c))));
    return k == 2 ? m >> 5 : m & 0x7FFFFFF;
  }
#else
  __m128i low[3], high[3];
  SATDOKU_INLINE explicit Letters(const char* text) {
    for (int k = 0; k < 3; k++) {
      low[k] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + 27 * k));
      high[k] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + 27 * k + 11));
    }
  }
  SATDOKU_INLINE u32 in_band(int k, char c) const {
    const __m128i wanted = _mm_set1_epi8(c);
    return static_cast<u32>(_mm_movemask_epi8(_mm_cmpeq_epi8(low[k], wanted))) |
           static_cast<u32>(_mm_movemask_epi8(_mm_cmpeq_epi8(high[k], wanted))) << 11;
  }
#endif
};
#else
struct Letters {
  const char* text;
  SATDOKU_INLINE explicit Letters(const char* from) : text(from) {}
  SATDOKU_INLINE u32 in_band(int k, char c) const {
    u32 m = 0;
    for (int i = 0; i < 27; i++) m |= static_cast<u32>(text[27 * k + i] == c) << i;
    return m;
  }
};
#endif

Entered enter_text(Search& search, const char* text) {
  const Letters letters(text);
  alignas(64) u32 words[3][16] = {};
  u32 read[3] = {};
  SATDOKU_UNROLL
  for (u32 d = 0; d < 9; d++) {
    for (int k = 0; k < 3; k++) {
      const u32 m = letters.in_band(k, static_cast<char>('1' + d));
      words[k][lane_of(d)] = m;
      read[k] |= m;
    }
  }
  const u32 given_cells[3] = {read[0], read[1], read[2]};
  for (const char* empty = kEmpty; *empty; empty++) {
    for (int k = 0; k < 3; k++) read[k] |= letters.in_band(k, *empty);
    if ((read[0] & read[1] & read[2]) == 0x7FFFFFF) break;
  }
  if ((read[0] & read[1] & read[2]) != 0x7FFFFFF) return Entered::unreadable;

  V given[3];
  for (int k = 0; k < 3; k++) {
    const V m = load(words[k]);
    given[k] = or3(m & splat(0x1FF), (m & splat(0x1FF << 9)) << 1, (m & splat(0x1FF << 18)) << 2);
  }
  if (clash(given)) return Entered::invalid;
  for (int k = 0; k < 3; k++) {
    const u32 m = given_cells[k];
    const u32 cells = (m & 0x1FF) | (m & 0x1FF << 9) << 1 | (m & 0x1FF << 18) << 2;
    // Rows that hold the digit keep only it; propagation does columns and boxes.
    V open_rows = ~fill_rows(given[k]) & splat(kFull & ~cells) & load(kTables.digits);
    store(search.current.words[k], open_rows | given[k]);
  }
  start(search);
  return Entered::ready;
}

Entered enter_masks(Search& search, const std::uint16_t* masks) {
  Frame frame{};
  for (int c = 0; c < 81; c++) {
    if (masks[c] >> 9) return Entered::unreadable;
    for (u32 d = 0; d < 9; d++)
      if (masks[c] >> d & 1) frame.words[kTables.band[c]][lane_of(d)] |= kTables.bit[c];
  }
  search.current = frame;
  start(search);
  return Entered::ready;
}

#include "branch.hpp"

// Only cells with two candidates are open.  At the fixpoint every open digit then has exactly two
// places in each of its houses, so all that is left are "one of these two": swapping both sides of
// everything connected turns a solution into a solution.
SATDOKU_INLINE bool only_pairs(const Open& open) {
  const P4 bands = P4{~0u, ~0u, ~0u, 0};
  return !any_of_words((open.pairs ^ open.unsolved) & bands);
}

// With `counting`, solutions that differ by such swaps are counted without being visited.
template <bool counting, class OnSolution>
SATDOKU_INLINE Step run(Search& search, Pacer& pacer, OnSolution on_solution) {
  Position position, paired;
  bool fresh = search.fresh;
  if (fresh) position = read(search.current);
  int swaps = 0;
  for (;;) {
    if (!fresh) {
      if (search.depth == 0) return Step::exhausted;
      position = read(search.waiting[--search.depth]);
      swaps = 0;
    }
    Open open;
    Outcome outcome = propagate(position, open);
    fresh = false;
    if (outcome == Outcome::dead) continue;
    if (outcome == Outcome::solved) {
      search.fresh = false;
      if (on_solution(position, swaps, paired)) return Step::found;
      continue;
    }
    if (search.nodes >= pacer.ask_at && swaps == 0 && !pacer.go_on(pacer, search.nodes)) {
      write(search.current, position);
      search.fresh = true;
      return Step::cut;
    }
    search.nodes++;
    fresh = true;
    Position other;
    if (counting && only_pairs(open)) {
      // One side's solutions, twice.  No other kind of guess can follow.
      if (swaps++ == 0) paired = position;
      split_first_pair(position, other, open);
      continue;
    }
    split(position, other, open);
    write(search.waiting[search.depth++], other);
  }
}

Step next(Search& search, Pacer& pacer) {
  return run<false>(search, pacer, [&](const Position& position, int, const Position&) {
    write(search.current, position);
    return true;
  });
}

// There are at most 40 swaps in a grid, and `found` stays below `limit` until the last addition.
SATDOKU_INLINE bool add_solutions(u64& found, u64 limit, int swaps) {
  const u64 more = u64{1} << swaps;
  found = more < limit - found ? found + more : limit;
  return found == limit;
}

Step skip(Search& search, Pacer& pacer, u64 most, u64& skipped) {
  if (skipped >= most) return Step::found;
  return run<true>(search, pacer, [&](const Position&, int swaps, const Position& paired) {
    const u64 more = u64{1} << swaps;
    if (more > most - skipped) {
      write(search.current, paired);
      search.fresh = true;
      return true;
    }
    skipped += more;
    return skipped == most;
  });
}

#include "together.hpp"

void read_grid(const Search& search, std::uint8_t* out) {
  for (u32 d = 0; d < 9; d++) {
    for (int k = 0; k < 3; k++) {
      for (u32 m = search.current.words[k][lane_of(d)]; m; m &= m - 1) {
        const int bit = __builtin_ctz(m);
        out[27 * k + bit - bit / 10] = static_cast<std::uint8_t>(d + 1);
      }
    }
  }
}

#define SATDOKU_TEXT(x) #x
#define SATDOKU_NAME(x) SATDOKU_TEXT(x)

}  // namespace

extern const Kernel kernel;
const Kernel kernel = {SATDOKU_NAME(SATDOKU_LEVEL),
                       enter_text,
                       enter_masks,
                       next,
                       read_grid,
                       skip,
                       count_all,
                       count_many};

}  // namespace satdoku::SATDOKU_LEVEL
