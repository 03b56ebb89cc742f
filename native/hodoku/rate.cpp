#include "rate.hpp"

#include <algorithm>

#include "../solver/dispatch.hpp"
#include "search.hpp"

namespace satdoku::hodoku {

namespace {

bool find_one(Search search, Grid& g, Step& step, Context& context) {
  switch (search) {
    case Search::full_house:
      return find_full_house(g, step);
    case Search::naked_single:
      return find_naked_single(g, step);
    case Search::hidden_single:
      return find_hidden_single(g, step);
    case Search::locked_pair:
      return find_locked_subset(g, 2, step, context);
    case Search::locked_triple:
      return find_locked_subset(g, 3, step, context);
    case Search::locked_candidates_1:
      return find_locked_candidates_1(g, step, context);
    case Search::locked_candidates_2:
      return find_locked_candidates_2(g, step, context);
    case Search::naked_pair:
      return find_naked_subset(g, 2, step, context);
    case Search::naked_triple:
      return find_naked_subset(g, 3, step, context);
    case Search::hidden_pair:
      return find_hidden_subset(g, 2, step, context);
    case Search::hidden_triple:
      return find_hidden_subset(g, 3, step, context);
    case Search::naked_quadruple:
      return find_naked_subset(g, 4, step, context);
    case Search::hidden_quadruple:
      return find_hidden_subset(g, 4, step, context);
    case Search::x_wing:
      return find_basic_fish(g, 2, Fins::none, step, context);
    case Search::swordfish:
      return find_basic_fish(g, 3, Fins::none, step, context);
    case Search::jellyfish:
      return find_basic_fish(g, 4, Fins::none, step, context);
    case Search::remote_pair:
      return find_remote_pair(g, step, context);
    case Search::bug_plus_1:
      return find_bug_plus_1(g, step, context);
    case Search::skyscraper:
      return find_skyscraper(g, step, context);
    case Search::two_string_kite:
      return find_two_string_kite(g, step, context);
    case Search::turbot_fish:
      return find_turbot_fish(g, step, context);
    case Search::empty_rectangle:
      return find_empty_rectangle(g, step, context);
    case Search::w_wing:
      return find_w_wing(g, step, context);
    case Search::xy_wing:
      return find_xy_wing(g, step, context);
    case Search::xyz_wing:
      return find_xyz_wing(g, step, context);
    case Search::uniqueness_1:
      return find_unique_rectangle(g, Name::uniqueness_1, step, context);
    case Search::uniqueness_2:
      return find_unique_rectangle(g, Name::uniqueness_2, step, context);
    case Search::uniqueness_3:
      return find_unique_rectangle(g, Name::uniqueness_3, step, context);
    case Search::uniqueness_4:
      return find_unique_rectangle(g, Name::uniqueness_4, step, context);
    case Search::uniqueness_5:
      return find_unique_rectangle(g, Name::uniqueness_5, step, context);
    case Search::uniqueness_6:
      return find_unique_rectangle(g, Name::uniqueness_6, step, context);
    case Search::hidden_rectangle:
      return find_unique_rectangle(g, Name::hidden_rectangle, step, context);
    case Search::avoidable_rectangle_1:
      return find_avoidable_rectangle(g, Name::avoidable_rectangle_1, step, context);
    case Search::avoidable_rectangle_2:
      return find_avoidable_rectangle(g, Name::avoidable_rectangle_2, step, context);
    case Search::finned_x_wing:
      return find_basic_fish(g, 2, Fins::finned, step, context);
    case Search::sashimi_x_wing:
      return find_basic_fish(g, 2, Fins::sashimi, step, context);
    case Search::finned_swordfish:
      return find_basic_fish(g, 3, Fins::finned, step, context);
    case Search::sashimi_swordfish:
      return find_basic_fish(g, 3, Fins::sashimi, step, context);
    case Search::finned_jellyfish:
      return find_basic_fish(g, 4, Fins::finned, step, context);
    case Search::sashimi_jellyfish:
      return find_basic_fish(g, 4, Fins::sashimi, step, context);
    case Search::sue_de_coq:
      return find_sue_de_coq(g, step, context);
    case Search::simple_colors:
      return find_simple_colors(g, step, context);
    case Search::multi_colors:
      return find_multi_colors(g, step, context);
    case Search::x_chain:
      return find_x_chain(g, step, context);
    case Search::xy_chain:
      return find_xy_chain(g, step, context);
    case Search::nice_loop:
      return find_nice_loop(g, step, context);
    case Search::grouped_nice_loop:
      return find_grouped_nice_loop(g, step, context);
    case Search::als_xz:
      return find_als_xz(g, step, context);
    case Search::als_xy_wing:
      return find_als_xy_wing(g, step, context);
    case Search::als_xy_chain:
      return find_als_xy_chain(g, step, context);
    case Search::franken_x_wing:
      return find_franken_fish(g, 2, false, step, context);
    case Search::franken_swordfish:
      return find_franken_fish(g, 3, false, step, context);
    case Search::finned_franken_x_wing:
      return find_franken_fish(g, 2, true, step, context);
    case Search::finned_franken_swordfish:
      return find_franken_fish(g, 3, true, step, context);
    case Search::forcing_chain:
      return find_forcing_chain(g, step, context);
    case Search::forcing_net:
      return find_forcing_net(g, step, context);
    case Search::brute_force:
      return find_brute_force(g, step, context);
  }
  return false;
}

bool find_next(Grid& g, Step& step, Context& context) {
  for (int k = 0; k < kSearches; ++k) {
    step.clear();
    step.search = static_cast<Search>(k);
    if (find_one(step.search, g, step, context)) return true;
  }
  return false;
}

void apply(const Step& step, Grid& g) {
  for (const Candidate& e : step.eliminations) g.remove(e.cell, e.digit);
  if (step.place_cell >= 0) g.place(step.place_cell, step.place_digit);
}

// Spends from the budget while the solver runs; an exception must not cross it.
struct Spender : Pacer {
  explicit Spender(Budget& budget) : budget(budget) {
    ask_at = kStride;
    go_on = [](Pacer& pacer, std::uint64_t nodes) {
      pacer.ask_at = nodes + kStride;
      try {
        static_cast<Spender&>(pacer).budget.spend(10 * kStride);
        return true;
      } catch (const LimitReached&) {
        return false;
      }
    };
  }
  static constexpr std::uint32_t kStride = 256;
  Budget& budget;
};

// Goes on from the givens to where the path starts; false where that has left the solution.
bool go_on(Grid& g, const Options& options, const Cells& solution) {
  for (std::size_t c = 0; c < 81; ++c) {
    const int v = options.values ? (*options.values)[c] : 0;
    if (v != 0 && v != solution[c]) return false;
    if (options.candidates && v == 0 && ((*options.candidates)[c] >> solution[c] & 1) == 0)
      return false;
  }
  for (int c = 0; options.values && c < 81; ++c)
    if (const int v = (*options.values)[static_cast<std::size_t>(c)]; v != 0) g.place(c, v);
  for (int c = 0; options.candidates && c < 81; ++c)
    for (const int d : Bits(g.cand[c] & ~(*options.candidates)[static_cast<std::size_t>(c)]))
      g.remove(c, d);
  return true;
}

// Whether there is exactly one solution, which is then context.solution.
bool solve(const Cells& givens, satdoku::Search& search, Context& context) {
  const Kernel& kernel = active_kernel();
  if (kernel.enter_text(search, write_cells(givens.data()).data()) != Entered::ready) return false;
  Spender spender(context.budget);
  for (int found = 0;; ++found) {
    const satdoku::Step next = kernel.next(search, spender);
    if (next == satdoku::Step::cut) throw LimitReached{};
    if (next == satdoku::Step::exhausted) return found == 1;
    if (found == 1) return false;
    kernel.read_grid(search, context.solution.data());
  }
}

}  // namespace

struct Rater::Memory {
  Context context;
  satdoku::Search search;
  Grid grid;
  Step step;
};

Rater::Rater() : memory_(std::make_unique<Memory>()) {}
Rater::~Rater() = default;
Rater::Rater(Rater&&) noexcept = default;
Rater& Rater::operator=(Rater&&) noexcept = default;

Rating Rater::rate(const Cells& givens, const Options& options) {
  Rating r;
  r.last = givens;
  auto& [context, search, g, step] = *memory_;
  context.budget = Budget(options.seconds, options.nodes, options.poll);
  context.full = options.full;
  ++context.position;
  try {
    if (!g.load(givens)) r.status = Status::invalid;
    else if (81 - g.left < kFewestGivens) r.status = Status::few_givens;
    else if (!solve(givens, search, context)) r.status = Status::not_unique;
    else if (!go_on(g, options, context.solution)) r.status = Status::invalid;
    if (r.status != Status::ok) return r;
    while (g.left > 0) {
      context.budget.spend(50);
      find_next(g, step, context);  // brute force always finds a step
      const SearchInfo& searched = info(step.search);
      r.score += searched.base;
      r.level = std::max(r.level, searched.level);
      ++r.steps;
      ++r.used[static_cast<unsigned>(step.name)];
      if (options.on_step) options.on_step(g, step);
      apply(step, g);
      ++context.position;
    }
    while (r.score > score_limit(r.level))
      r.level = static_cast<Level>(static_cast<int>(r.level) + 1);
  } catch (const LimitReached&) {
    r.status = Status::undecided;
  }
  r.nodes = context.budget.used();
  std::copy_n(g.value, 81, r.last.begin());
  return r;
}

End Rater::reach(const Cells& givens, std::span<const Search> searches,
                 std::span<const Name> wanted, const Options& options, Grid& g) {
  Context& context = memory_->context;
  Step& step = memory_->step;
  context.budget = Budget(options.seconds, options.nodes, options.poll);
  context.full = false;
  ++context.position;
  if (!g.load(givens)) return End::undecided;
  try {
    while (g.left > 0) {
      context.budget.spend(50);
      const bool goes_on = std::any_of(searches.begin(), searches.end(), [&](Search search) {
        step.clear();
        step.search = search;
        return find_one(search, g, step, context);
      });
      if (!goes_on) return End::stuck;
      if (std::find(wanted.begin(), wanted.end(), step.name) != wanted.end()) return End::wanted;
      apply(step, g);
      ++context.position;
    }
  } catch (const LimitReached&) {
    return End::undecided;
  }
  return End::filled;
}

Status Rater::find(Grid& g, Search search, const Options& options, Step& step, bool& found) {
  Context& context = memory_->context;
  context.budget = Budget(options.seconds, options.nodes, options.poll);
  context.full = options.full;
  ++context.position;
  step.clear();
  step.search = search;
  try {
    found = find_one(search, g, step, context);
  } catch (const LimitReached&) {
    return Status::undecided;
  }
  return Status::ok;
}

const char* status_id(Status s) {
  constexpr const char* ids[] = {"ok", "undecided", "few_givens", "not_unique", "invalid"};
  return ids[static_cast<unsigned>(s)];
}

}  // namespace satdoku::hodoku
