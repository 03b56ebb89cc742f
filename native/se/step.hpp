// A step of Sudoku Explainer's path as pure data: what follows, and the pattern that proves it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace satdoku::se {

enum class Technique : std::uint8_t {
  hidden_single,
  direct_pointing,
  direct_claiming,
  direct_hidden_pair,
  naked_single,
  direct_hidden_triplet,
  pointing,
  claiming,
  naked_pair,
  x_wing,
  hidden_pair,
  naked_triplet,
  swordfish,
  hidden_triplet,
  xy_wing,
  xyz_wing,
  unique_loop,  // variant = type 1..4; the cells with role `loop` give its size
  naked_quad,
  jellyfish,
  hidden_quad,
  bug,  // variant = type 1..4
  aligned_pair_exclusion,
  generalized_x_wing,
  x_cycle,
  y_cycle,
  xy_cycle,
  turbot_fish,
  x_chain,
  forcing_chain,
  aligned_triplet_exclusion,
  nishio,
  contradiction_chain,
  double_chain,
  cell_chains,
  region_chains,
};

// What a marked candidate does in the pattern.
enum class Role : std::uint8_t {
  single,    // the candidate that is placed
  base,      // the candidates that make the pattern (set, fish, locking)
  pivot,     // wings: the pivot's candidates
  pincer,    // wings: the other two cells' candidates
  loop,      // the two digits of a uniqueness loop
  extra,     // further candidates of loop cells or BUG cells
  partner,   // cells of the set that completes type 3
  locked,    // type 4: the digit that must stay
  excluder,  // aligned exclusion: the cells that forbid combinations
};

// Why a node of a chain holds.
enum class Cause : std::uint8_t {
  start,  // assumed
  cell,   // off: another digit is in the cell; on: the last candidate of the cell
  block,  // off: the digit is elsewhere in the house; on: the last place in the house
  row,
  column,
  advanced,  // an inner step (Step::inner) taken under the assumption
};

struct Candidate {
  std::uint8_t cell, digit;
  bool operator==(const Candidate&) const = default;
};

struct Marked {
  Role role;
  std::uint8_t cell, digit;
};

struct ChainNode {
  std::uint8_t cell, digit;
  bool on;
  Cause cause;
  std::int32_t inner;  // index into Step::inner, or -1
  std::vector<std::int32_t>
      parents;  // indices into the same branch, always smaller than this node's
};

// One chain of reasoning: nodes in an order in which every parent comes first; the last is the end.
struct Branch {
  std::vector<ChainNode> nodes;
};

struct Step {
  Technique technique{};
  std::uint8_t variant = 0;  // loop and BUG type; else 0
  bool dynamic = false;
  std::uint8_t level = 0;  // of a dynamic chain: 0, or 1 (+) to 5 (nested)
  double rating = 0;       // as Sudoku Explainer adds it up; 0 for inner steps below chains
  std::int32_t complexity = 0;

  // Conclusions: a placement (cell >= 0), eliminations, or both.
  std::int16_t place_cell = -1;
  std::uint8_t place_digit = 0;
  std::vector<Candidate> eliminations;

  // The pattern. Houses: 0..8 blocks, 9..17 rows, 18..26 columns; base houses first.
  std::vector<std::uint8_t> houses;
  std::vector<std::uint8_t> cells;  // in the order in which Sudoku Explainer names them
  std::vector<std::uint8_t> digits;
  std::vector<Marked> marks;
  std::vector<Branch> branches;
  std::vector<Step> inner;

  void clear() {
    variant = 0;
    dynamic = false;
    level = 0;
    rating = 0;
    complexity = 0;
    place_cell = -1;
    place_digit = 0;
    eliminations.clear();
    houses.clear();
    cells.clear();
    digits.clear();
    marks.clear();
    branches.clear();
    inner.clear();
  }

  void place(int cell, int digit0) {
    place_cell = static_cast<std::int16_t>(cell);
    place_digit = static_cast<std::uint8_t>(digit0 + 1);
  }
  void eliminate(int cell, int digit0) {
    eliminations.push_back(
        {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(digit0 + 1)});
  }
  void mark(Role role, int cell, int digit0) {
    marks.push_back({role, static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(digit0 + 1)});
  }
};

const char* technique_id(Technique t);  // "hidden_single"
const char* role_id(Role r);
const char* cause_id(Cause c);

// The name Sudoku Explainer prints, e.g. "Dynamic Cell Forcing Chains (+)".
std::string technique_name(const Step& s);

// How a rating is printed, in tenths: floor((x + 0.05) * 10).
int tenths(double rating);

}  // namespace satdoku::se
