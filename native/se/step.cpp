#include "step.hpp"

#include <cmath>

namespace satdoku::se {

namespace {

struct Names {
  const char* id;
  const char* name;
};

// In the order of Technique.
constexpr Names kNames[] = {
    {"hidden_single", "Hidden Single"},
    {"direct_pointing", "Direct Pointing"},
    {"direct_claiming", "Direct Claiming"},
    {"direct_hidden_pair", "Direct Hidden Pair"},
    {"naked_single", "Naked Single"},
    {"direct_hidden_triplet", "Direct Hidden Triplet"},
    {"pointing", "Pointing"},
    {"claiming", "Claiming"},
    {"naked_pair", "Naked Pair"},
    {"x_wing", "X-Wing"},
    {"hidden_pair", "Hidden Pair"},
    {"naked_triplet", "Naked Triplet"},
    {"swordfish", "Swordfish"},
    {"hidden_triplet", "Hidden Triplet"},
    {"xy_wing", "XY-Wing"},
    {"xyz_wing", "XYZ-Wing"},
    {"unique_loop", "Unique"},
    {"naked_quad", "Naked Quad"},
    {"jellyfish", "Jellyfish"},
    {"hidden_quad", "Hidden Quad"},
    {"bug", "BUG"},
    {"aligned_pair_exclusion", "Aligned Pair Exclusion"},
    {"generalized_x_wing", "Generalized X-Wing"},
    {"x_cycle", "Bidirectional X-Cycle"},
    {"y_cycle", "Bidirectional Y-Cycle"},
    {"xy_cycle", "Bidirectional Cycle"},
    {"turbot_fish", "Turbot Fish"},
    {"x_chain", "Forcing X-Chain"},
    {"forcing_chain", "Forcing Chain"},
    {"aligned_triplet_exclusion", "Aligned Triplet Exclusion"},
    {"nishio", "Nishio Forcing Chains"},
    {"contradiction_chain", "Contradiction Forcing Chains"},
    {"double_chain", "Double Forcing Chains"},
    {"cell_chains", "Cell Forcing Chains"},
    {"region_chains", "Region Forcing Chains"},
};
static_assert(sizeof kNames / sizeof kNames[0] ==
              static_cast<unsigned>(Technique::region_chains) + 1);

constexpr const char* kRoles[] = {"single", "base",    "pivot",  "pincer",  "loop",
                                  "extra",  "partner", "locked", "excluder"};
constexpr const char* kCauses[] = {"start", "cell", "block", "row", "column", "advanced"};
constexpr const char* kLevels[] = {"",
                                   " (+)",
                                   " (+ Forcing Chains)",
                                   " (+ Multiple Forcing Chains)",
                                   " (+ Dynamic Forcing Chains)",
                                   " (+ Dynamic Forcing Chains (+ Forcing Chains))"};

}  // namespace

const char* technique_id(Technique t) { return kNames[static_cast<unsigned>(t)].id; }
const char* role_id(Role r) { return kRoles[static_cast<unsigned>(r)]; }
const char* cause_id(Cause c) { return kCauses[static_cast<unsigned>(c)]; }

std::string technique_name(const Step& s) {
  const std::string base = kNames[static_cast<unsigned>(s.technique)].name;
  switch (s.technique) {
    case Technique::unique_loop: {
      const std::size_t n = s.cells.size();
      std::string name = n == 4 ? "Unique Rectangle" : "Unique Loop";
      if (n > 6) name += ' ' + std::to_string(n);
      return name + " type " + std::to_string(s.variant);
    }
    case Technique::bug:
      return base + " type " + std::to_string(s.variant);
    case Technique::contradiction_chain:
    case Technique::double_chain:
    case Technique::cell_chains:
    case Technique::region_chains:
      return (s.dynamic ? "Dynamic " : "") + base + kLevels[s.level];
    default:
      return base;
  }
}

int tenths(double rating) { return static_cast<int>(std::floor((rating + 0.05) * 10)); }

}  // namespace satdoku::se
