// Sudoku Explainer's rating of a classic 9x9 puzzle: ER, EP, ED and the path of steps behind them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "grid.hpp"
#include "people.hpp"
#include "step.hpp"

namespace satdoku::se {

enum class Status : std::uint8_t {
  ok,
  undecided,  // a limit ran out, or `poll` asked to stop
  stuck,    // no producer finds anything: the puzzle is broken or has several solutions; ER is 20.0
  invalid,  // not 81 values of 0..9, or two equal givens in one house
};

const char* status_id(Status s);

// Sudoku Explainer's list of techniques: hidden single is producer 1, the last nested chains
// are 30.
constexpr int kProducers = 30;
constexpr int kFirstDynamic = 25;  // dynamic chains of level 0; five levels follow

struct Options {
  double seconds = 0;          // <= 0: no deadline
  std::uint64_t nodes = 0;     // units of work; 0: no limit
  std::function<bool()> poll;  // asked now and then; true stops
  bool full = false;           // steps with their whole pattern rather than conclusions only
  // Called after each step, before it is applied; false stops the path (status undecided).
  std::function<bool(const Grid&, const Step&)> on_step;
  const People* people = nullptr;       // those whose seconds are asked for
  std::vector<Found>* found = nullptr;  // gets the positions of their walks
};

struct Told {
  Grid start;
  Conclusions conclusions;
};

struct Rating {
  Status status = Status::ok;
  double er = 0, ep = 0, ed = 0;
  std::int32_t steps = 0;
  Technique hardest{};      // of the first step with the highest rating
  std::uint64_t nodes = 0;  // units of work spent
  double people = 0;        // seconds that people take; 0 where nobody asked, or it is unknown
  Grid last{};              // the board where the path ended
  // What people are told of the path, where it was kept.
  std::shared_ptr<const Told> told;
};

// Keeps the memory of the searches from one puzzle to the next. One per thread.
class Rater {
 public:
  Rater();
  ~Rater();
  Rater(Rater&&) noexcept;
  Rater& operator=(Rater&&) noexcept;

  // The puzzle's uniqueness is the caller's business.
  Rating rate(const Cells& givens, const Options& options = {});

  // The same from a position with pencilmarks.
  Rating rate(const Grid& start, const Options& options = {});

  // The next step in a position: ok, stuck or undecided. producer 1..30 asks that producer only.
  Status next(const Grid& g, const Options& options, Step& step, int producer = 0);
  // All that a producer of dynamic chains (25..30) concludes, each once: ok or undecided.
  Status chains(const Grid& g, const Options& options, int producer, std::vector<Step>& out);

 private:
  struct Searches;
  std::unique_ptr<Searches> searches_;
};

// While no more cells than these are empty, it does not matter how many are open.
constexpr int kNearlyFull = 15;

// 0 unless naked and hidden singles alone fill a board. Then the fewest cells that are open to one
// at a time, while more than kNearlyFull cells are empty: where those that came open first are
// filled first, and where those that came last are. 81 where no more are empty from the start.
int open_to_singles(const Grid& g);

}  // namespace satdoku::se
