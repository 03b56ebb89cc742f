// Ratings for a browser, an instance of their own: most of the code, and asked for later. A rating
// whose node limit runs out is a trap, which the caller takes for "undecided" and starts a new
// instance after (docs/browser/README.md).

#include <cstring>

#include "../se/rate.hpp"
#include "shared.hpp"

using namespace satdoku;

namespace {
const char* hardest_id = "";
}  // namespace

// The status (rate.hpp); ER, EP and ED, and 1 where naked and hidden singles alone solve it. Then
// what names the first step of the highest rating, beside hardest(): its rating in tenths, variant,
// number of cells and of branches, 1 where it is dynamic, and its level.
EXPORT(rate) int rate_input(std::uint32_t nodes) {
  static se::Rater rater;
  Cells cells{};
  if (!read_cells({text, sizeof text}, cells)) return static_cast<int>(se::Status::invalid);
  se::Options options;
  options.nodes = nodes;
  options.full = true;
  double best = -1;
  std::memset(&answer, 0, sizeof answer);
  options.on_step = [&best](const se::Grid&, const se::Step& step) {
    if (step.rating > best) {
      best = step.rating;
      hardest_id = se::technique_id(step.technique);
      const double found[] = {static_cast<double>(se::tenths(step.rating)),
                              static_cast<double>(step.variant),
                              static_cast<double>(step.cells.size()),
                              static_cast<double>(step.branches.size()),
                              step.dynamic ? 1.0 : 0.0,
                              static_cast<double>(step.level)};
      std::memcpy(answer.scale + 4, found, sizeof found);
    }
    return true;
  };
  const se::Rating rating = rater.rate(cells, options);
  answer.scale[0] = rating.er;
  answer.scale[1] = rating.ep;
  answer.scale[2] = rating.ed;
  se::Grid grid;
  answer.scale[3] = grid.from_values(cells) ? se::open_to_singles(grid) : 0;
  return static_cast<int>(rating.status);
}

// What the kernel calls the technique of that step, ended by a zero.
EXPORT(hardest) const char* hardest() { return hardest_id; }
