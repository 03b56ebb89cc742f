// Ideas of the search that a measurement switches off (benchmarks/ablation.py).  No answer depends
// on them, only the time that it takes.
#pragma once

#include <cstdlib>
#include <string_view>

namespace satdoku::narrowing {

// Whether an idea is used: the environment variable SATDOKU_WITHOUT names the one that is not.
inline bool idea(std::string_view name) {
  const char* const without = std::getenv("SATDOKU_WITHOUT");
  return !without || name != without;
}

inline const bool kBands = idea("bands");      // houses that cross as one relation
inline const bool kPairs = idea("pairs");      // what two houses leave of each other
inline const bool kGroups = idea("groups");    // cells that differ, in a sum, by their sets
inline const bool kWide = idea("wide");        // the same where they have more than 200 sets
inline const bool kCounts = idea("counts");    // cells that differ, in a count, by their places
inline const bool kOutside = idea("outside");  // what a group needs, out of the cells that see it
inline const bool kCliques = idea("cliques");  // cells each two of which are in one table
inline const bool kPlaces = idea("places");    // guesses of a digit with two places
inline const bool kBlame = idea("blame");      // guesses by what has failed
inline const bool kBorders = idea("borders");  // guesses of borders of regions before other values
inline const bool kRestarts = idea("restarts");  // long searches for regions begin again

}  // namespace satdoku::narrowing
