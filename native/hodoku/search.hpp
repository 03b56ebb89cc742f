// The searches, one function each. Each looks for HoDoKu's step in the position, writes it into
// `step` (already cleared; the caller sets `step.search`), and returns whether there is one.
#pragma once

#include <cstdint>
#include <memory>

#include "../common/budget.hpp"
#include "grid.hpp"
#include "step.hpp"

namespace satdoku::hodoku {

struct RectangleMemory;  // uniqueness.cpp
struct AlsMemory;        // als.cpp
struct TableMemory;      // tables.cpp
struct NetMemory;        // nets.cpp

// What the searches of one path share. One per thread, kept from puzzle to puzzle.
struct Context {
  Budget budget;
  bool full = false;  // fill in the whole pattern of a step rather than what it concludes
  // Rises with every change of the position, also from puzzle to puzzle: what a search remembers
  // about a position (lists of sets, tables) is valid for as long as this number stays.
  std::uint64_t position = 0;
  Cells solution{};  // of the puzzle
  std::shared_ptr<RectangleMemory> rectangles;
  std::shared_ptr<AlsMemory> als;
  std::shared_ptr<TableMemory> tables;
  std::shared_ptr<NetMemory> nets;
};

// singles.cpp. These two take entries off the queues; a full house leaves them.
bool find_full_house(const Grid& g, Step& step);
bool find_naked_single(Grid& g, Step& step);
bool find_hidden_single(Grid& g, Step& step);

// intersections.cpp
bool find_locked_candidates_1(const Grid& g, Step& step, Context& context);
bool find_locked_candidates_2(const Grid& g, Step& step, Context& context);

// subsets.cpp
bool find_locked_subset(const Grid& g, int size, Step& step, Context& context);
bool find_naked_subset(const Grid& g, int size, Step& step, Context& context);
bool find_hidden_subset(const Grid& g, int size, Step& step, Context& context);

// fish.cpp
enum class Fins : std::uint8_t { none, finned, sashimi };
bool find_basic_fish(const Grid& g, int size, Fins fins, Step& step, Context& context);
bool find_franken_fish(const Grid& g, int size, bool finned, Step& step, Context& context);

// patterns.cpp
bool find_skyscraper(const Grid& g, Step& step, Context& context);
bool find_two_string_kite(const Grid& g, Step& step, Context& context);
bool find_empty_rectangle(const Grid& g, Step& step, Context& context);

// wings.cpp
bool find_w_wing(const Grid& g, Step& step, Context& context);
bool find_xy_wing(const Grid& g, Step& step, Context& context);
bool find_xyz_wing(const Grid& g, Step& step, Context& context);

// uniqueness.cpp
bool find_unique_rectangle(const Grid& g, Name which, Step& step,
                           Context& context);  // tests 1 to 6, hidden rectangle
bool find_avoidable_rectangle(const Grid& g, Name which, Step& step, Context& context);
bool find_bug_plus_1(const Grid& g, Step& step, Context& context);

// colouring.cpp
bool find_simple_colors(const Grid& g, Step& step, Context& context);
bool find_multi_colors(const Grid& g, Step& step, Context& context);

// sue_de_coq.cpp
bool find_sue_de_coq(const Grid& g, Step& step, Context& context);

// chains.cpp
bool find_turbot_fish(const Grid& g, Step& step, Context& context);
bool find_remote_pair(const Grid& g, Step& step, Context& context);
bool find_x_chain(const Grid& g, Step& step, Context& context);
bool find_xy_chain(const Grid& g, Step& step, Context& context);

// als.cpp
bool find_als_xz(const Grid& g, Step& step, Context& context);
bool find_als_xy_wing(const Grid& g, Step& step, Context& context);
bool find_als_xy_chain(const Grid& g, Step& step, Context& context);

// tables.cpp: nice loops and AICs
bool find_nice_loop(const Grid& g, Step& step, Context& context);
bool find_grouped_nice_loop(const Grid& g, Step& step, Context& context);

// forcing.cpp
bool find_forcing_chain(const Grid& g, Step& step, Context& context);
// nets.cpp
bool find_forcing_net(const Grid& g, Step& step, Context& context);

// brute_force.cpp
bool find_brute_force(const Grid& g, Step& step, Context& context);

}  // namespace satdoku::hodoku
