#include "step.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace satdoku::hodoku {

namespace {

constexpr SearchInfo kInfo[] = {
#define BOTH(id, level, score, text) {#id, Level::level, score},
#define SEARCH(id, level, score) {#id, Level::level, score},
#define NAME(search, id, text)
#include "steps.inc"
};

struct Names {
  Search search;
  const char* id;
  const char* text;
};

constexpr Names kNamed[] = {
#define BOTH(id, level, score, text) {Search::id, #id, text},
#define SEARCH(id, level, score)
#define NAME(search, id, text) {Search::search, #id, text},
#include "steps.inc"
};

constexpr const char* kLevels[] = {"easy", "medium", "hard", "unfair", "extreme"};
constexpr std::int32_t kLimits[] = {800, 1000, 1600, 1800,
                                    std::numeric_limits<std::int32_t>::max()};

bool by_digit(const Candidate& a, const Candidate& b) {
  return a.digit != b.digit ? a.digit < b.digit : a.cell < b.cell;
}

// The cells of one digit, HoDoKu's way: what shares the row of the smallest cell left, else its
// column.
void append_cells(std::string& out, CellSet cells) {
  for (bool first = true; !cells.empty(); first = false) {
    const int start = cells.first();
    cells.remove(start);
    std::string rows{static_cast<char>('1' + start / 9)},
        columns{static_cast<char>('1' + start % 9)};
    for (const int c : CellSet(cells)) {
      if (c / 9 == start / 9 && rows.size() == 1) columns += static_cast<char>('1' + c % 9);
      else if (c % 9 == start % 9 && columns.size() == 1) rows += static_cast<char>('1' + c / 9);
      else continue;
      cells.remove(c);
    }
    if (!first) out += ',';
    out += 'r';
    out += rows;
    out += 'c';
    out += columns;
  }
}

}  // namespace

void Step::clear() {
  place_cell = -1;
  place_digit = 0;
  eliminations.clear();
  cells.clear();
  digits.clear();
  base.clear();
  cover.clear();
  fins.clear();
  endo_fins.clear();
  groups.clear();
  sets.clear();
  chains.clear();
}

void Step::sort_eliminations() {
  std::sort(eliminations.begin(), eliminations.end(), by_digit);
  eliminations.erase(std::unique(eliminations.begin(), eliminations.end()), eliminations.end());
}

const SearchInfo& info(Search s) { return kInfo[static_cast<unsigned>(s)]; }
bool search_of(std::string_view id, Search& search) {
  for (int k = 0; k < kSearches; ++k)
    if (id == kInfo[k].id) {
      search = static_cast<Search>(k);
      return true;
    }
  return false;
}
Search search_of(Name n) { return kNamed[static_cast<unsigned>(n)].search; }
bool name_of(std::string_view text, Name& name) {
  for (int k = 0; k < kNames; ++k)
    if (text == kNamed[k].text) {
      name = static_cast<Name>(k);
      return true;
    }
  return false;
}
const char* name_id(Name n) { return kNamed[static_cast<unsigned>(n)].id; }
const char* name_text(Name n) { return kNamed[static_cast<unsigned>(n)].text; }
const char* level_id(Level l) { return kLevels[static_cast<unsigned>(l)]; }
std::int32_t score_limit(Level l) { return kLimits[static_cast<unsigned>(l)]; }

std::string conclusions_text(const Step& s) {
  std::string out;
  if (s.place_cell >= 0) {
    CellSet cell;
    cell.add(s.place_cell);
    append_cells(out, cell);
    out += '=';
    out += static_cast<char>('0' + s.place_digit);
    return out;
  }
  CellSet cells[10];
  for (const Candidate& e : s.eliminations) cells[e.digit].add(e.cell);
  for (const Candidate& e : s.eliminations) {
    if (cells[e.digit].empty()) continue;
    if (!out.empty()) out += ", ";
    append_cells(out, cells[e.digit]);
    out += "<>";
    out += static_cast<char>('0' + e.digit);
    cells[e.digit] = {};
  }
  return out;
}

bool equivalent(const Step& a, const Step& b) {
  if (a.name != b.name || (a.place_cell >= 0) != (b.place_cell >= 0)) return false;
  if (a.place_cell >= 0) return a.place_cell == b.place_cell;
  if (a.eliminations == b.eliminations) return true;
  Step x, y;
  x.eliminations = a.eliminations;
  y.eliminations = b.eliminations;
  x.sort_eliminations();
  y.sort_eliminations();
  return x.eliminations == y.eliminations;
}

std::int64_t isum(const std::vector<Candidate>& list) {
  std::int64_t sum = 0, i = 0;
  for (const Candidate& e : list) sum += e.cell * (1 + 80 * i++) + e.digit;
  return sum;
}

namespace {

// The first two rules of the orders G and A: nonzero, or equivalent, or equal all the same.
struct Head {
  std::int64_t value;
  bool decided;
};

Head order_conclusions(const Step& a, const Step& b) {
  if (a.eliminations.size() != b.eliminations.size())
    return {static_cast<std::int64_t>(b.eliminations.size()) -
                static_cast<std::int64_t>(a.eliminations.size()),
            true};
  if (!equivalent(a, b)) return {isum(a.eliminations) - isum(b.eliminations), true};
  return {0, false};
}

}  // namespace

std::int64_t order_general(const Step& a, const Weight& wa, const Step& b, const Weight& wb) {
  if (const Head head = order_conclusions(a, b); head.decided) return head.value;
  if (wa.length != wb.length) return wa.length - wb.length;
  return std::accumulate(a.digits.begin(), a.digits.end(), 0) -
         std::accumulate(b.digits.begin(), b.digits.end(), 0);
}

std::int64_t order_als(const Step& a, const Weight& wa, const Step& b, const Weight& wb) {
  if (const Head head = order_conclusions(a, b); head.decided) return head.value;
  if (wa.length != wb.length) return wa.length - wb.length;
  return wa.als_cells - wb.als_cells;
}

std::int64_t order_forcing(const Step& a, const Weight& wa, const Step& b, const Weight& wb) {
  const bool places = a.place_cell >= 0;
  if (places != (b.place_cell >= 0)) return places ? -1 : 1;
  const bool same = equivalent(a, b);
  if (places) {
    if (same) return wa.length - wb.length;
    return a.place_cell != b.place_cell ? a.place_cell - b.place_cell : 1;
  }
  if (a.eliminations.size() != b.eliminations.size())
    return static_cast<std::int64_t>(b.eliminations.size()) -
           static_cast<std::int64_t>(a.eliminations.size());
  if (!same)
    for (std::size_t k = 0; k < a.eliminations.size(); ++k) {
      const Candidate &x = a.eliminations[k], &y = b.eliminations[k];
      if (x != y) return (x.cell * 10 + x.digit) - (y.cell * 10 + y.digit);
    }
  return wa.length - wb.length;
}

}  // namespace satdoku::hodoku
