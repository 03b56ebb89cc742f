// The least image ("minlex") of a classic 9x9 grid or puzzle under all of its symmetries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../common/text.hpp"

namespace satdoku::symmetry {

using Line = std::array<std::uint8_t, 9>;

struct Canonical {
  Cells image;
  bool transpose;               // whether the source is transposed first
  Line rows;                    // for each row of the image its row in that source
  Line columns;                 // for each column of the image its column in it
  std::uint64_t automorphisms;  // by rows and columns; unused digits left out of account
};

// Whether every digit is 0 to 9 and none stands twice in a row, column or box.
bool is_sound(const Cells& cells);

// One image partly built. A column's `first` is the first place that its class can still take;
// columns that nothing tells apart yet share it, and so do whole stacks.
struct State {
  Line first;
  Line tie;                            // columns with equal ties keep one order in their classes
  Line out;                            // the row being built; may run ahead of the place looked at
  Line rows;                           // source rows used so far
  std::array<std::uint8_t, 10> home;   // where a digit first appeared: image row * 9 + column
  std::array<std::uint8_t, 10> label;  // a digit's label once that is certain, else 0
  std::uint8_t labels;
  std::uint8_t filled;  // how much of `out` is known
  std::uint8_t transpose;
  std::uint16_t used;  // source rows used, as bits
};

// Holds the working memory, so that a batch does not allocate for each puzzle.
class Canonicalizer {
 public:
  // `cells` must be sound.
  Canonical run(const Cells& cells);

 private:
  void compare_pairs();
  void start_row(const State& state, unsigned level);
  void try_rows(const State& state, unsigned level, unsigned first);
  void extend(State& state, unsigned level, unsigned at);
  bool place(State& state, unsigned level, unsigned at);
  bool place_stack(State& state, unsigned level, unsigned at);
  std::uint8_t least_label(const State& state, unsigned digit) const;
  bool fill_tied(State& state, unsigned level, const std::uint8_t* columns, unsigned count) const;
  void fill(State& state, unsigned level, unsigned column);
  std::uint64_t weight(const State& state) const;

  std::array<std::array<Line, 9>, 2> grid_{};  // straight, transposed
  std::array<std::uint16_t, 2> empty_rows_{};
  std::array<std::uint8_t, 2> empty_bands_{};
  std::array<Line, 9> image_{};
  std::vector<State> work_;
  std::vector<State> next_;
  std::array<std::array<std::array<Line, 3>, 9>, 2> second_rows_{};  // by side, first, second
  Line least_{};  // the least beginning of the row so far
};

}  // namespace satdoku::symmetry
