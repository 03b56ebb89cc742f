// Making classic 9x9 puzzles, on top of the solver's questions; no Python here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "../common/text.hpp"
#include "../solver/solver.hpp"

namespace satdoku::generate {

// The seed of one puzzle of a run: a function of both numbers, so that no puzzle depends on
// another.
std::uint64_t child_seed(std::uint64_t seed, std::uint64_t index);

struct Wish {
  Cells orbit{};  // cells with equal numbers go together
  int orbits = 81;
  Cells keep{};  // digits that must be given; 0 for none
  bool has_keep = false;
  Cells grid{};  // the solution wanted
  bool has_grid = false;
  int clues = 0;         // exactly this many givens; 0 for as few as one pass leaves
  bool strict = false;   // no given can go (otherwise: no orbit can go)
  bool uniform = false;  // full grids equally likely
  std::uint32_t attempts = 1;
};

enum class Outcome : std::uint8_t { made, failed, cut };

struct Made {
  Outcome outcome = Outcome::failed;
  Cells givens{};
  Cells solution{};
  std::uint32_t attempts = 0;
};

Made make_puzzle(const Kernel& kernel, const Wish& wish, std::uint64_t seed, Watch& watch);

struct MaskWish {
  std::array<bool, 81> mask{};
  Cells keep{};  // digits that must be given; 0 for free
  bool strict = false;
  std::uint32_t steps = 0;
};

Made fill_mask(const Kernel& kernel, const MaskWish& wish, std::uint64_t seed, Watch& watch);

}  // namespace satdoku::generate
