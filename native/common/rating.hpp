// What the bindings of the raters share. A rater has rate(cells, options); its options have limits
// and `poll`; its rating has a status, one of which is `invalid`.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "binding.hpp"

namespace satdoku::binding {

template <class Options>
Options options_of(nb::handle seconds, nb::handle nodes) {
  Options o;
  o.seconds = seconds_of(seconds);
  o.nodes = bound64(nodes, "nodes");
  return o;
}

// Candidates of a position: 81 masks, bit 0 for digit 1.
inline std::array<std::uint16_t, 81> masks_of(nb::handle candidates) {
  const nb::tuple masks = items_of(candidates, "candidates must be 81 masks, bit 0 for digit 1");
  if (masks.size() != 81) throw nb::value_error("candidates: 81 masks, bit 0 for digit 1");
  std::array<std::uint16_t, 81> out;
  for (std::size_t k = 0; k < 81; ++k)
    out[k] = static_cast<std::uint16_t>(whole(masks[k], "a mask of candidates", 0, 0x1FF));
  return out;
}

// One search with the GIL released: its limits, and Ctrl-C.
template <class Rater, class Options, class Search>
void run_rater(Options options, const Search& search) {
  Limits limits;
  limits.interrupted = signal_waits;
  {
    const nb::gil_scoped_release release;
    Watch watch(limits, true);
    options.poll = [&] { return watch.look_at_clock(); };
    Rater rater;
    search(rater, options);
  }
  raise_if_interrupted();
}

// Many puzzles in threads; the limits hold for each.
template <class Rater, class Rating, class Options>
std::vector<Rating> rate_many(nb::handle puzzles, nb::handle threads, const Options& options) {
  const ManyPuzzles many(puzzles);
  if (many.has_masks()) throw nb::type_error("puzzles are text or digits here, not masks");
  const std::size_t most = std::min(threads_of(threads), std::max<std::size_t>(1, many.size()));
  std::vector<Rating> out(many.size());
  std::atomic<std::size_t> next{0};
  Limits limits;
  limits.interrupted = signal_waits;
  {
    const nb::gil_scoped_release release;
    in_threads(limits, most, [&](Watch& watch) {
      Rater rater;
      Options o = options;
      o.poll = [&] { return watch.look_at_clock(); };
      for (std::size_t k; !watch.look_at_clock() && (k = next.fetch_add(1)) < out.size();) {
        const char* text = many.at(k).text;
        if (Cells values; text != nullptr && read_cells({text, values.size()}, values))
          out[k] = rater.rate(values, o);
        else out[k].status = decltype(out[k].status)::invalid;
      }
    });
  }
  raise_if_interrupted();
  return out;
}

}  // namespace satdoku::binding
