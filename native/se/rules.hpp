// The producers below chains. Each looks for the FIRST hint in Sudoku Explainer's own order and
// writes it into `step` (already cleared). With full = false only rating and conclusions are filled
// in.
//
// A Scope holds at least all that changed since the same producer last found nothing on the way
// here. As candidates only ever go, a pattern that lies elsewhere gave nothing then and gives
// nothing now.
#pragma once

#include "../common/budget.hpp"
#include "grid.hpp"
#include "step.hpp"

namespace satdoku::se {

// singles.cpp
bool find_hidden_single(const Grid& g, Step& step, bool full);
bool find_naked_single(const Grid& g, Step& step, bool full);

// locking.cpp
bool find_direct_locking(const Grid& g, const Scope& scope, Step& step, bool full);
bool find_locking(const Grid& g, const Scope& scope, Step& step, bool full);

// subsets.cpp
bool find_naked_set(const Grid& g, int size, const Scope& scope, Step& step, bool full);
bool find_hidden_set(const Grid& g, int size, const Scope& scope, Step& step, bool full);
bool find_direct_hidden_set(const Grid& g, int size, const Scope& scope, Step& step, bool full);

// fish.cpp
bool find_fish(const Grid& g, int size, const Scope& scope, Step& step, bool full);

// wings.cpp
bool find_xy_wing(const Grid& g, const Scope& scope, Step& step, bool full);
bool find_xyz_wing(const Grid& g, const Scope& scope, Step& step, bool full);

// uniqueness.cpp
bool find_unique_loop(const Grid& g, Step& step, bool full, Budget& budget);

// bug.cpp
bool find_bug(const Grid& g, Step& step, bool full);

// aligned.cpp
bool find_aligned_pair(const Grid& g, const Scope& scope, Step& step, bool full, Budget& budget);
bool find_aligned_triplet(const Grid& g, const Scope& scope, Step& step, bool full, Budget& budget);

}  // namespace satdoku::se
