// The search.  Compiled once for each instruction set, with SATDOKU_LEVEL naming its namespace:
// so include nothing here whose inline functions the linker might merge across levels.
#include "kernel.hpp"

#include "propagate.hpp"

namespace satdoku::SATDOKU_LEVEL {
namespace {

struct Tables {
  alignas(64) u32 lane[12][16];  // all ones in one lane
  unsigned char symbol[256];     // 1-9 digit, 0 empty, 255 unreadable
  unsigned char band[81];
  u32 bit[81];
};

constexpr u32 lane_of(u32 digit) { return digit / 3 * 4 + digit % 3; }
constexpr u32 digit_of(u32 lane) { return lane / 4 * 3 + lane % 4; }

constexpr Tables make_tables() {
  Tables t{};
  for (u32 i = 0; i < 12; i++) t.lane[i][i] = ~0u;
  for (u32 c = 0; c < 256; c++) t.symbol[c] = 255;
  for (u32 d = 1; d <= 9; d++) t.symbol['0' + d] = static_cast<unsigned char>(d);
  for (const char* c = ".0*_xX "; *c; c++) t.symbol[static_cast<unsigned char>(*c)] = 0;
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

// Is any bit of a digit's three bands in the same row, column or box as another?
bool clash(const u32* bands) {
  u32 columns = 0;
  for (int k = 0; k < 3; k++) {
    u32 boxes = 0;
    for (int r = 0; r < 3; r++) {
      u32 row = bands[k] >> (10 * r) & 0x1FF;
      u32 in_boxes = ((row & 7) != 0) | ((row & 070) != 0) << 1 | ((row & 0700) != 0) << 2;
      if (row & (row - 1) || row & columns || in_boxes & boxes) return true;
      columns |= row;
      boxes |= in_boxes;
    }
  }
  return false;
}

Entered enter_text(Search& search, const char* text) {
  u32 given[9][3] = {};
  u32 any_given[3] = {};
  for (int c = 0; c < 81; c++) {
    u32 symbol = kTables.symbol[static_cast<unsigned char>(text[c])];
    if (symbol == 0) continue;
    if (symbol == 255) return Entered::unreadable;
    given[symbol - 1][kTables.band[c]] |= kTables.bit[c];
    any_given[kTables.band[c]] |= kTables.bit[c];
  }
  for (int d = 0; d < 9; d++)
    if (clash(given[d])) return Entered::invalid;
  Frame& frame = search.current;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 16; i++) frame.words[k][i] = 0;
    for (u32 d = 0; d < 9; d++) {
      // Rows that hold the digit keep only it; propagation does columns and boxes.
      u32 g = given[d][k];
      u32 spare = (g + kFull) & kSpare;
      frame.words[k][lane_of(d)] = (kFull & ~any_given[k] & ~(spare - (spare >> 9))) | g;
    }
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

template <class OnSolution>
SATDOKU_INLINE Step run(Search& search, Pacer& pacer, OnSolution on_solution) {
  Position position;
  bool fresh = search.fresh;
  if (fresh) position = read(search.current);
  for (;;) {
    if (!fresh) {
      if (search.depth == 0) return Step::exhausted;
      position = read(search.waiting[--search.depth]);
    }
    Open open;
    Outcome outcome = propagate(position, open);
    fresh = false;
    if (outcome == Outcome::dead) continue;
    if (outcome == Outcome::solved) {
      search.fresh = false;
      if (on_solution(position)) return Step::found;
      continue;
    }
    if (search.nodes >= pacer.ask_at && !pacer.go_on(pacer, search.nodes)) {
      write(search.current, position);
      search.fresh = true;
      return Step::cut;
    }
    search.nodes++;
    Position other;
    split(position, other, open);
    write(search.waiting[search.depth++], other);
    fresh = true;
  }
}

Step next(Search& search, Pacer& pacer) {
  return run(search, pacer, [&](const Position& position) {
    write(search.current, position);
    return true;
  });
}

Step count(Search& search, Pacer& pacer, u64 limit, u64& found) {
  if (limit == 0) return Step::found;
  return run(search, pacer, [&](const Position&) { return ++found >= limit; });
}

void read_grid(const Search& search, std::uint8_t* out) {
  for (int c = 0; c < 81; c++) {
    out[c] = 0;
    for (u32 d = 0; d < 9; d++)
      if (search.current.words[kTables.band[c]][lane_of(d)] & kTables.bit[c])
        out[c] = static_cast<std::uint8_t>(d + 1);
  }
}

#define SATDOKU_TEXT(x) #x
#define SATDOKU_NAME(x) SATDOKU_TEXT(x)

}  // namespace

extern const Kernel kernel;
const Kernel kernel = {SATDOKU_NAME(SATDOKU_LEVEL), enter_text, enter_masks, next, read_grid, count};

}  // namespace satdoku::SATDOKU_LEVEL
