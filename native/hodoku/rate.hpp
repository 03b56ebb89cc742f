// HoDoKu's level and score of a classic 9x9 puzzle, and the path of steps behind them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "grid.hpp"
#include "step.hpp"

namespace satdoku::hodoku {

enum class Status : std::uint8_t {
  ok,
  undecided,   // a limit ran out, or `poll` asked to stop
  few_givens,  // fewer than ten: not solved at all
  not_unique,  // no solution, or several
  invalid,     // not 81 cells, two equal givens in one house, or a start that lost the solution
};

const char* status_id(Status s);

constexpr int kFewestGivens = 10;

struct Options {
  double seconds = 0;          // <= 0: no deadline
  std::uint64_t nodes = 0;     // units of work; 0: no limit
  std::function<bool()> poll;  // asked now and then; true stops
  bool full = false;           // steps with their whole pattern rather than conclusions only
  // Where the path starts beyond the givens: digits that are placed in reading order after them
  // (0: none), then the candidates that are left (all: nothing is removed).
  std::optional<Cells> values;
  std::optional<std::array<Mask, 81>> candidates;
  std::function<void(const Grid&, const Step&)>
      on_step;  // called after each step, before it is applied
};

struct Rating {
  Status status = Status::ok;
  Level level = Level::easy;
  std::int32_t score = 0;
  std::int32_t steps = 0;
  std::uint16_t used[kNames]{};  // steps of each name
  std::uint64_t nodes = 0;       // units of work spent
  Cells last{};                  // the board where the path ended
};

// Where some searches end: they fill the board, find a step that is wanted, or find nothing more.
enum class End : std::uint8_t { filled, wanted, stuck, undecided };

// Keeps the memory of the searches from one puzzle to the next. One per thread.
class Rater {
 public:
  Rater();
  ~Rater();
  Rater(Rater&&) noexcept;
  Rater& operator=(Rater&&) noexcept;

  Rating rate(const Cells& givens, const Options& options = {});

  // Goes as far as some searches alone go, in their order, and leaves the board in `g`: up to the
  // first step with a wanted name, where there is one. Puzzles are not checked.
  End reach(const Cells& givens, std::span<const Search> searches, std::span<const Name> wanted,
            const Options& options, Grid& g);

  // One search alone in a position, which it may change (singles leave the queues). Brute force
  // needs rate().
  Status find(Grid& g, Search search, const Options& options, Step& step, bool& found);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace satdoku::hodoku
