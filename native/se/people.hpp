// How long people take for a puzzle: walks through it by single digits, where the digit that is
// placed next is drawn from those that can be found, the easier ones more often (docs/human.md).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "grid.hpp"
#include "step.hpp"

namespace satdoku::se {

// How often things are found, in finds of 10^6 seconds; whole numbers, so that every machine takes
// the same walks.
struct People {
  // By the number of empty cells: hidden singles of a box and of a line, by the cells of that
  // house; naked singles, by those of the fullest house of the cell.
  std::array<std::uint32_t, 10> box{}, line{}, cell{};
  std::uint32_t other = 0;        // the next step that is no single, where there is none
  std::array<double, 82> slow{};  // how many times as long that takes, by the number of empty cells
  double writing = 0;             // seconds for each digit
  std::uint32_t walks = 1;
};

// One position of a walk: the empty cells, and how many of each kind can be found.
struct Found {
  std::uint8_t walk, unfilled;
  std::array<std::uint8_t, 10> box{}, line{}, cell{};
  std::uint8_t other = 0;
};

// What the steps of a rating conclude that are no singles. A walk takes them in this order, each
// where no single is left; so it needs no search.
class Conclusions {
 public:
  void clear();
  void add(const Step& step);

 private:
  friend class Walk;
  struct One {
    std::int16_t cell;
    std::uint8_t digit;
    std::uint32_t end;  // of its eliminations
  };
  std::vector<One> steps_;
  std::vector<Candidate> eliminations_;
};

// The mean number of seconds of the walks; 0 where one does not reach the solution. `found`, where
// it is given, gets the positions of all walks.
double seconds_of_people(const Grid& start, const Conclusions& conclusions, const People& people,
                         std::vector<Found>* found = nullptr);

}  // namespace satdoku::se
