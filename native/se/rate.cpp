#include "rate.hpp"

#include <algorithm>

#include "../common/budget.hpp"
#include "multiple.hpp"
#include "rules.hpp"
#include "unary.hpp"

namespace satdoku::se {

struct Rater::Searches {
  UnarySearch unary;
  ChainSearch chains;
  Step step;
  Conclusions conclusions;

  // What changed since a producer last found nothing; `known` are the candidates when that was last
  // brought up to date.
  Scope open[kProducers + 1];
  Mask known[81];

  void forget(const Grid& g) {
    std::fill(open, open + kProducers + 1, Scope{});
    std::copy(g.cand, g.cand + 81, known);
  }

  void look(const Grid& g) {
    Scope change = kNothing;
    for (int c = 0; c < 81; ++c)
      if (known[c] != g.cand[c]) {
        change.add(c, known[c] ^ g.cand[c]);
        known[c] = g.cand[c];
      }
    for (Scope& o : open) o.add(change);
  }

  // Asks producers first..last in Sudoku Explainer's order for their first hint. The position is
  // the one given to forget(), or what steps made of it.
  bool find(const Grid& g, Budget& budget, Step& s, bool full, int first = 1,
            int last = kProducers) {
    s.clear();
    bool chains_know = false;
    for (int k = first; k <= last; ++k) {
      if (k == 2) look(g);  // not sooner: most steps are hidden singles
      if (k >= 23 && !chains_know) {
        chains.begin(g);  // one position, several levels: each continues what the one before did
        chains_know = true;
      }
      if (ask(k, g, open[k], budget, s, full)) return true;
      open[k] = kNothing;
    }
    return false;
  }

  bool ask(int producer, const Grid& g, Scope& scope, Budget& budget, Step& s, bool full) {
    using Mode = ChainSearch::Mode;
    switch (producer) {
      case 1:
        return find_hidden_single(g, s, full);
      case 2:
        return find_direct_locking(g, scope, s, full);
      case 3:
        return find_direct_hidden_set(g, 2, scope, s, full);
      case 4:
        return find_naked_single(g, s, full);
      case 5:
        return find_direct_hidden_set(g, 3, scope, s, full);
      case 6:
        return find_locking(g, scope, s, full);
      case 7:
        return find_naked_set(g, 2, scope, s, full);
      case 8:
        return find_fish(g, 2, scope, s, full);
      case 9:
        return find_hidden_set(g, 2, scope, s, full);
      case 10:
        return find_naked_set(g, 3, scope, s, full);
      case 11:
        return find_fish(g, 3, scope, s, full);
      case 12:
        return find_hidden_set(g, 3, scope, s, full);
      case 13:
        return find_xy_wing(g, scope, s, full);
      case 14:
        return find_xyz_wing(g, scope, s, full);
      case 15:
        return find_unique_loop(g, s, full, budget);
      case 16:
        return find_naked_set(g, 4, scope, s, full);
      case 17:
        return find_fish(g, 4, scope, s, full);
      case 18:
        return find_hidden_set(g, 4, scope, s, full);
      case 19:
        return find_bug(g, s, full);
      case 20:
        return find_aligned_pair(g, scope, s, full, budget);
      case 21: {
        UnaryHint hint;
        const bool found = unary.first(g, scope.digits, budget, hint);
        scope.digits = 0;  // it keeps what it found for a digit
        if (!found) return false;
        describe_unary(hint, s, full);
        return true;
      }
      case 22:
        return find_aligned_triplet(g, scope, s, full, budget);
      case 23:
        return chains.first(Mode::nishio, 0, scope.digits, budget, s, full);
      case 24:
        return chains.first(Mode::fixed, 0, kAll, budget, s, full);
      default:
        return chains.first(Mode::dynamic, producer - kFirstDynamic, kAll, budget, s, full);
    }
  }

  Budget budget(const Options& o) const { return Budget(o.seconds, o.nodes, o.poll); }
};

Rater::Rater() : searches_(std::make_unique<Searches>()) {}
Rater::~Rater() = default;
Rater::Rater(Rater&&) noexcept = default;
Rater& Rater::operator=(Rater&&) noexcept = default;

Rating Rater::rate(const Cells& givens, const Options& options) {
  Grid g;
  if (g.from_values(givens)) return rate(g, options);
  Rating r;
  r.status = Status::invalid;
  r.last = g;
  return r;
}

Rating Rater::rate(const Grid& start, const Options& options) {
  Rating r;
  Grid& g = r.last;
  g = start;
  Budget budget = searches_->budget(options);
  Step& step = searches_->step;
  double best = 0;
  Conclusions& conclusions = searches_->conclusions;
  conclusions.clear();
  searches_->forget(g);
  try {
    while (g.unfilled > 0) {
      budget.spend(50);
      if (!searches_->find(g, budget, step, options.full)) {
        best = 20.0;
        r.status = Status::stuck;
        break;
      }
      if (r.steps++ == 0 || step.rating > best) {
        best = step.rating;
        r.hardest = step.technique;
      }
      if (options.on_step && !options.on_step(g, step)) {
        r.status = Status::undecided;
        break;
      }
      if (options.people != nullptr) conclusions.add(step);
      for (const Candidate& e : step.eliminations) g.remove(e.cell, e.digit - 1);
      if (step.place_cell >= 0) g.place(step.place_cell, step.place_digit - 1);
      if (r.ep == 0) {
        if (r.ed == 0) r.ed = best;
        if (step.place_cell >= 0) r.ep = best;
      }
    }
  } catch (const LimitReached&) {
    r.status = Status::undecided;
  }
  r.er = best;
  r.nodes = budget.used();
  if (options.people != nullptr && r.status == Status::ok && r.steps > 0)
    r.people = seconds_of_people(start, conclusions, *options.people, options.found);
  return r;
}

Status Rater::next(const Grid& g, const Options& options, Step& step, int producer) {
  if (producer < 0 || producer > kProducers) return Status::invalid;
  Budget budget = searches_->budget(options);
  searches_->forget(g);
  try {
    const int first = producer == 0 ? 1 : producer, last = producer == 0 ? kProducers : producer;
    return searches_->find(g, budget, step, options.full, first, last) ? Status::ok : Status::stuck;
  } catch (const LimitReached&) {
    return Status::undecided;
  }
}

Status Rater::chains(const Grid& g, const Options& options, int producer, std::vector<Step>& out) {
  Budget budget = searches_->budget(options);
  ChainSearch& search = searches_->chains;
  try {
    search.begin(g);
    search.each(ChainSearch::Mode::dynamic, producer - kFirstDynamic, budget, out);
    return Status::ok;
  } catch (const LimitReached&) {
    return Status::undecided;
  }
}

namespace {

// The fewest cells that are open at a time, where of those the one that came open first (or last,
// `newest`) is filled; 0 where singles do not fill the board.
int open_at_a_time(Grid g, bool newest) {
  int fewest = 81, from = 0, to = 0;
  int cells[81], digits[81];
  bool known[81] = {};
  const auto open = [&](int c, int d) {
    if (known[c]) return;
    known[c] = true;
    cells[to] = c;
    digits[to++] = d;
  };
  while (g.unfilled != 0) {
    for (int c = 0; c < 81; ++c)
      if (single(g.cand[c])) open(c, lowest(g.cand[c]));
    for (int h = 0; h < 27; ++h)
      for (int d = 0; d < 9; ++d)
        if (single(g.pos[h][d])) open(geo.cell[h][lowest(g.pos[h][d])], d);
    if (from == to) return 0;
    if (g.unfilled > kNearlyFull) fewest = std::min(fewest, to - from);
    const int at = newest ? --to : from++;
    // Digits that exclude each other were open: there is no solution.
    if (!g.has(cells[at], digits[at])) return 0;
    g.place(cells[at], digits[at]);
  }
  return fewest;
}

}  // namespace

int open_to_singles(const Grid& g) {
  const int first = open_at_a_time(g, false);
  return first == 0 ? 0 : std::min(first, open_at_a_time(g, true));
}

const char* status_id(Status s) {
  constexpr const char* ids[] = {"ok", "undecided", "stuck", "invalid"};
  return ids[static_cast<unsigned>(s)];
}

}  // namespace satdoku::se
