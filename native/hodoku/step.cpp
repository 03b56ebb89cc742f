#include "step.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace satdoku::hodoku {

namespace {

// In the order of Search.
constexpr SearchInfo kInfo[] = {
    {"full_house", Level::easy, 4},
    {"naked_single", Level::easy, 4},
    {"hidden_single", Level::easy, 14},
    {"locked_pair", Level::medium, 40},
    {"locked_triple", Level::medium, 60},
    {"locked_candidates_1", Level::medium, 50},
    {"locked_candidates_2", Level::medium, 50},
    {"naked_pair", Level::medium, 60},
    {"naked_triple", Level::medium, 80},
    {"hidden_pair", Level::medium, 70},
    {"hidden_triple", Level::medium, 100},
    {"naked_quadruple", Level::hard, 120},
    {"hidden_quadruple", Level::hard, 150},
    {"x_wing", Level::hard, 140},
    {"swordfish", Level::hard, 150},
    {"jellyfish", Level::hard, 160},
    {"remote_pair", Level::hard, 110},
    {"bug_plus_1", Level::hard, 100},
    {"skyscraper", Level::hard, 130},
    {"two_string_kite", Level::hard, 150},
    {"turbot_fish", Level::hard, 120},
    {"empty_rectangle", Level::hard, 120},
    {"w_wing", Level::hard, 150},
    {"xy_wing", Level::hard, 160},
    {"xyz_wing", Level::hard, 180},
    {"uniqueness_1", Level::hard, 100},
    {"uniqueness_2", Level::hard, 100},
    {"uniqueness_3", Level::hard, 100},
    {"uniqueness_4", Level::hard, 100},
    {"uniqueness_5", Level::hard, 100},
    {"uniqueness_6", Level::hard, 100},
    {"hidden_rectangle", Level::hard, 100},
    {"avoidable_rectangle_1", Level::hard, 100},
    {"avoidable_rectangle_2", Level::hard, 100},
    {"finned_x_wing", Level::hard, 130},
    {"sashimi_x_wing", Level::hard, 150},
    {"finned_swordfish", Level::unfair, 200},
    {"sashimi_swordfish", Level::unfair, 240},
    {"finned_jellyfish", Level::unfair, 250},
    {"sashimi_jellyfish", Level::unfair, 260},
    {"sue_de_coq", Level::unfair, 250},
    {"simple_colors", Level::hard, 150},
    {"multi_colors", Level::hard, 200},
    {"x_chain", Level::unfair, 260},
    {"xy_chain", Level::unfair, 260},
    {"nice_loop", Level::unfair, 280},
    {"grouped_nice_loop", Level::unfair, 300},
    {"als_xz", Level::unfair, 300},
    {"als_xy_wing", Level::unfair, 320},
    {"als_xy_chain", Level::unfair, 340},
    {"franken_x_wing", Level::unfair, 300},
    {"franken_swordfish", Level::unfair, 350},
    {"finned_franken_x_wing", Level::unfair, 390},
    {"finned_franken_swordfish", Level::unfair, 410},
    {"forcing_chain", Level::extreme, 500},
    {"forcing_net", Level::extreme, 700},
    {"brute_force", Level::extreme, 10000},
};
static_assert(sizeof kInfo / sizeof kInfo[0] == kSearches);

struct Names {
  const char* id;
  const char* text;
};

// In the order of Name.
constexpr Names kNamed[] = {
    {"full_house", "Full House"},
    {"naked_single", "Naked Single"},
    {"hidden_single", "Hidden Single"},
    {"locked_pair", "Locked Pair"},
    {"locked_triple", "Locked Triple"},
    {"locked_candidates_1", "Locked Candidates Type 1 (Pointing)"},
    {"locked_candidates_2", "Locked Candidates Type 2 (Claiming)"},
    {"naked_pair", "Naked Pair"},
    {"naked_triple", "Naked Triple"},
    {"hidden_pair", "Hidden Pair"},
    {"hidden_triple", "Hidden Triple"},
    {"naked_quadruple", "Naked Quadruple"},
    {"hidden_quadruple", "Hidden Quadruple"},
    {"x_wing", "X-Wing"},
    {"swordfish", "Swordfish"},
    {"jellyfish", "Jellyfish"},
    {"remote_pair", "Remote Pair"},
    {"bug_plus_1", "Bivalue Universal Grave + 1"},
    {"skyscraper", "Skyscraper"},
    {"two_string_kite", "2-String Kite"},
    {"turbot_fish", "Turbot Fish"},
    {"empty_rectangle", "Empty Rectangle"},
    {"w_wing", "W-Wing"},
    {"xy_wing", "XY-Wing"},
    {"xyz_wing", "XYZ-Wing"},
    {"uniqueness_1", "Uniqueness Test 1"},
    {"uniqueness_2", "Uniqueness Test 2"},
    {"uniqueness_3", "Uniqueness Test 3"},
    {"uniqueness_4", "Uniqueness Test 4"},
    {"uniqueness_5", "Uniqueness Test 5"},
    {"uniqueness_6", "Uniqueness Test 6"},
    {"hidden_rectangle", "Hidden Rectangle"},
    {"avoidable_rectangle_1", "Avoidable Rectangle Type 1"},
    {"avoidable_rectangle_2", "Avoidable Rectangle Type 2"},
    {"finned_x_wing", "Finned X-Wing"},
    {"sashimi_x_wing", "Sashimi X-Wing"},
    {"finned_swordfish", "Finned Swordfish"},
    {"sashimi_swordfish", "Sashimi Swordfish"},
    {"finned_jellyfish", "Finned Jellyfish"},
    {"sashimi_jellyfish", "Sashimi Jellyfish"},
    {"sue_de_coq", "Sue de Coq"},
    {"simple_colors_trap", "Simple Colors Trap"},
    {"simple_colors_wrap", "Simple Colors Wrap"},
    {"multi_colors_1", "Multi Colors 1"},
    {"multi_colors_2", "Multi Colors 2"},
    {"x_chain", "X-Chain"},
    {"xy_chain", "XY-Chain"},
    {"continuous_nice_loop", "Continuous Nice Loop"},
    {"discontinuous_nice_loop", "Discontinuous Nice Loop"},
    {"aic", "AIC"},
    {"grouped_continuous_nice_loop", "Grouped Continuous Nice Loop"},
    {"grouped_discontinuous_nice_loop", "Grouped Discontinuous Nice Loop"},
    {"grouped_aic", "Grouped AIC"},
    {"als_xz", "Almost Locked Set XZ-Rule"},
    {"als_xy_wing", "Almost Locked Set XY-Wing"},
    {"als_xy_chain", "Almost Locked Set Chain"},
    {"franken_x_wing", "Franken X-Wing"},
    {"franken_swordfish", "Franken Swordfish"},
    {"finned_franken_x_wing", "Finned Franken X-Wing"},
    {"finned_franken_swordfish", "Finned Franken Swordfish"},
    {"mutant_x_wing", "Mutant X-Wing"},
    {"mutant_swordfish", "Mutant Swordfish"},
    {"finned_mutant_x_wing", "Finned Mutant X-Wing"},
    {"finned_mutant_swordfish", "Finned Mutant Swordfish"},
    {"forcing_chain_contradiction", "Forcing Chain Contradiction"},
    {"forcing_chain_verity", "Forcing Chain Verity"},
    {"forcing_net_contradiction", "Forcing Net Contradiction"},
    {"forcing_net_verity", "Forcing Net Verity"},
    {"brute_force", "Brute Force"},
};
static_assert(sizeof kNamed / sizeof kNamed[0] == kNames);

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
