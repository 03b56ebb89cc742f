// Python's view of trails; searches/small/trail.py wraps it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../common/binding.hpp"
#include "../common/interface.hpp"
#include "propagation.hpp"
#include "trails.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satdoku::trails {
namespace {

using namespace satdoku::binding;

// The clues of a Python `Facts`.
class PythonClues final : public Clues {
 public:
  explicit PythonClues(nb::handle facts) : facts_(facts) {}

  std::optional<std::vector<Digits>> support(int filter, const std::vector<Digits>& domains,
                                             int open) override {
    const nb::object found = facts_.attr("asked")(filter, tuple_of(domains), open);
    if (found.is_none()) return std::nullopt;
    auto kept = nb::cast<std::vector<Digits>>(found);
    if (!kept.empty() && kept.size() != domains.size())
      throw nb::value_error("an answer has a set of digits for each cell");
    return kept;
  }
  bool possible(int filter, const std::vector<Digits>& domains) override {
    return nb::cast<bool>(facts_.attr("may_hold")(filter, tuple_of(domains)));
  }
  bool is_hard(int filter) override { return nb::cast<bool>(facts_.attr("is_hard")(filter)); }

 private:
  static nb::tuple tuple_of(const std::vector<Digits>& domains) {
    nb::list list;
    for (const Digits mask : domains) list.append(mask);
    return nb::tuple(list);
  }

  nb::handle facts_;
};

// Answers come from Python, where another thread may run: one call at a time.
class Alone {
 public:
  explicit Alone(Facts& facts) : facts_(facts) {
    if (facts.busy) throw std::runtime_error("another call for these facts is under way");
    facts.busy = true;
  }
  ~Alone() { facts_.busy = false; }
  Alone(const Alone&) = delete;

 private:
  Facts& facts_;
};

nb::object number_of(const Set& set) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text(16 * set.words().size() + 1, '0');
  std::size_t end = text.size();
  for (const std::uint64_t word : set.words())
    for (int shift = 0; shift < 64; shift += 4) text[--end] = digits[word >> shift & 15];
  return nb::steal<nb::object>(PyLong_FromString(text.c_str(), nullptr, 16));
}

std::vector<Set> sets_of(nb::bytes rows, std::size_t width, int count) {
  const std::size_t words = (static_cast<std::size_t>(count) + 63) / 64;
  if (rows.size() % width != 0) throw nb::value_error("rows are of the width");
  const auto* bytes = reinterpret_cast<const unsigned char*>(rows.c_str());
  std::vector<Set> found;
  for (std::size_t row = 0; row < rows.size(); row += width) {
    found.emplace_back(words);
    for (std::size_t i = 0; i < width; ++i)
      for (int b = 0; b < 8; ++b)
        if ((bytes[row + i] >> b & 1) != 0) {
          const int v = static_cast<int>(8 * i) + b;
          if (v >= count) throw nb::value_error("a candidate is a place in cells");
          found.back().add(v);
        }
  }
  return found;
}

std::shared_ptr<Facts> facts_of(nb::bytes near, nb::bytes live, nb::handle width,
                                const std::vector<std::pair<int, int>>& pairs,
                                const std::vector<int>& values,
                                const std::vector<std::vector<int>>& filters,
                                std::shared_ptr<Work> work) {
  const auto wide = static_cast<std::size_t>(whole(width, "width", 1, 1 << 20));
  if (!work) throw nb::value_error("work is where it is counted");
  const int count = static_cast<int>(pairs.size()), cells = static_cast<int>(values.size());
  constexpr std::size_t kMost = Limit::trail_candidates;
  if (pairs.size() > kMost) throw nb::value_error("pairs has at most 32767 members");
  Position position{sets_of(near, wide, count), sets_of(live, wide, count), {}, {}};
  if (position.near.size() != pairs.size()) throw nb::value_error("near has a row for each pair");
  if (position.live.size() > kMost || filters.size() > kMost)
    throw nb::value_error("live and filters have at most 32767 members");
  std::vector<Cell> own(values.size());
  for (int v = 0; v < count; ++v) {
    const auto [cell, digit] = pairs[static_cast<std::size_t>(v)];
    if (cell < 0 || cell >= cells || digit < 0 || digit >= Limit::trail_digits)
      throw nb::value_error("a pair is a cell and the place of a digit");
    Cell& here = own[static_cast<std::size_t>(cell)];
    if (here.count != 0 && here.first + here.count != v)
      throw nb::value_error("the candidates of a cell are one after another");
    if (here.count++ == 0) here.first = v;
    position.digit.push_back(digit);
  }
  for (const auto& list : filters) {
    Filter filter{{}, Set((pairs.size() + 63) / 64)};
    for (const int cell : list) {
      if (cell < 0 || cell >= cells) throw nb::value_error("a filter is of cells");
      Cell here = own[static_cast<std::size_t>(cell)];
      const int value = values[static_cast<std::size_t>(cell)];
      if (value >= Limit::trail_digits) throw nb::value_error("a value is the place of a digit");
      if (value >= 0) here = {0, 0, Digits{1} << value};
      for (int v = here.first; v < here.first + here.count; ++v) filter.scope.add(v);
      filter.cells.push_back(here);
    }
    position.filters.push_back(std::move(filter));
  }
  return std::make_shared<Facts>(std::move(position), std::move(work));
}

Allowed allowed_of(const Facts& facts, std::vector<int> needs, const std::vector<int>& rules) {
  Allowed found{std::move(needs), std::vector<bool>(facts.position.filters.size(), false)};
  std::sort(found.needs.begin(), found.needs.end());
  for (const int need : found.needs)
    if (need < 0 || need >= static_cast<int>(facts.position.live.size()))
      throw nb::value_error("a need is a place in live");
  for (const int rule : rules) {
    if (rule < 0 || rule >= static_cast<int>(found.rules.size()))
      throw nb::value_error("a rule is a place in filters");
    found.rules[static_cast<std::size_t>(rule)] = true;
  }
  return found;
}

void require_candidate(const Facts& facts, int v, int least) {
  if (v < least || v >= facts.count()) throw nb::value_error("there is no such candidate");
}

// Facts of another position may be more.
void require_allowed(const Facts& facts, const Allowed* allowed) {
  if (allowed == nullptr) return;
  if (allowed->rules.size() != facts.position.filters.size() ||
      (!allowed->needs.empty() &&
       allowed->needs.back() >= static_cast<int>(facts.position.live.size())))
    throw nb::value_error("allowed is of other facts");
}

template <bool (Trail::*Go)(const Allowed*, Clues&)>
bool going(Trail& trail, const Allowed* allowed, nb::handle clues) {
  require_allowed(*trail.facts, allowed);
  const Alone alone(*trail.facts);
  PythonClues asked(clues);
  return (trail.*Go)(allowed, asked);
}

const char* name_of(End kind) {
  return kind == End::need ? "need" : kind == End::filter ? "filter" : "clash";
}

const char* name_of(Source source) {
  return source == Source::truth ? "true" : source == Source::filter ? "filter" : "part";
}

nb::tuple item_of(const Proof::Item& item) {
  return nb::make_tuple(item.loss ? "loss" : "true", item.item);
}

nb::tuple pair_of(const std::pair<Set, Set>& sets) {
  return nb::make_tuple(number_of(sets.first), number_of(sets.second));
}

// All of a proof: its end, order, premises, losses and what it takes from the argument around it.
nb::tuple statements_of(const Proof& proof) {
  nb::list order;
  nb::dict premises, lost;
  for (const auto& item : proof.order) order.append(item_of(item));
  premises[nb::make_tuple("end", 0)] = pair_of(proof.last);
  for (const auto& [item, sets] : proof.premises) premises[item_of(item)] = pair_of(sets);
  for (const auto& [number, mask] : proof.lost) lost[nb::int_(number)] = number_of(mask);
  return nb::make_tuple(
      nb::make_tuple(name_of(proof.end.kind), proof.end.what, number_of(proof.end.gone)), order,
      premises, lost, nb::make_tuple(number_of(proof.known), number_of(proof.settled)));
}

// Threads may share it: calls wait for each other.
class SharedPropagation {
 public:
  explicit SharedPropagation(nb::handle top)
      : propagation_(static_cast<int>(whole(top, "top", 0, 1 << 22))) {}

  void extend(const std::vector<std::vector<int>>& clauses) {
    {
      const nb::gil_scoped_release release;
      if (const auto lock = exclusive_.lock()) propagation_.extend(clauses);
    }
    raise_if_interrupted();
  }

  std::vector<std::pair<int, int>> failing(const std::vector<int>& base,
                                           const std::vector<int>& tried) {
    std::vector<std::pair<int, int>> found;
    {
      const nb::gil_scoped_release release;
      if (const auto lock = exclusive_.lock()) found = propagation_.failing(base, tried);
    }
    raise_if_interrupted();
    return found;
  }

 private:
  Propagation propagation_;
  Exclusive exclusive_;
};

}  // namespace
}  // namespace satdoku::trails

void bind_trails(nb::module_& m) {
  using namespace satdoku::trails;
  nb::class_<Work>(m, "Work", "How much has been done, and may be.")
      .def(nb::init<>())
      .def_rw("done", &Work::done)
      .def_rw("end", &Work::end);
  nb::class_<Allowed>(m, "Allowed", "The facts that an argument may use.");
  nb::class_<Facts>(m, "Facts", "A position as facts, for trails.")
      .def(nb::new_(&facts_of), "near"_a, "live"_a, "width"_a, "pairs"_a, "values"_a, "filters"_a,
           "work"_a)
      .def("allowed", &allowed_of, "needs"_a, "rules"_a, "some of the facts");
  nb::class_<Proof>(m, "Proof", "The statements of a trail that its contradiction rests on.")
      .def_ro("needs", &Proof::needs)
      .def_ro("rules", &Proof::rules)
      .def_ro("length", &Proof::length, "how many statements it has, nested ones included")
      .def("statements", &statements_of,
           "its end, the order of its statements, what each follows from, what each loss accounts "
           "for, and what it takes from the argument around it; sets of candidates as numbers");
  nb::class_<Trail>(m, "Trail", "What follows from an assumption, level by level.")
      .def(
          "__init__",
          [](Trail* self, std::shared_ptr<Facts> facts, int start, bool on) {
            if (!facts) throw nb::value_error("a trail is of some facts");
            require_candidate(*facts, start, -1);
            new (self) Trail(std::move(facts), start, on);
          },
          "facts"_a, "start"_a, "on"_a)
      .def(
          "inside",
          [](const Trail& self, int start) {
            require_candidate(*self.facts, start, 0);
            return self.inside(start);
          },
          "start"_a, "a trail after what is known here that supposes a candidate true")
      .def("advance", &going<&Trail::advance>, "allowed"_a.none(), "clues"_a,
           "go a level on; whether the assumption has failed")
      .def("run", &going<&Trail::run>, "allowed"_a.none(), "clues"_a,
           "go on to the end; whether the assumption fails")
      .def(
          "lose",
          [](Trail& self, int v, std::shared_ptr<const Proof> part) {
            require_candidate(*self.facts, v, 0);
            if (!part || part->facts != self.facts)
              throw nb::value_error("part is a proof on the same facts");
            const Alone alone(*self.facts);
            self.lose(v, std::move(part));
          },
          "v"_a, "part"_a, "take a candidate as false")
      .def(
          "trace",
          [](const Trail& self, nb::handle clues) {
            const Alone alone(*self.facts);
            PythonClues asked(clues);
            return self.trace(asked);
          },
          "clues"_a, "the smallest proof of its failure")
      .def_ro("alive", &Trail::alive)
      .def_prop_ro("failed", [](const Trail& self) { return !self.ends.empty(); })
      .def_prop_ro("false", [](const Trail& self) { return number_of(self.lost); })
      .def_prop_ro("true", [](const Trail& self) { return number_of(self.held); })
      .def_prop_ro("why",
                   [](const Trail& self) {
                     nb::dict found;
                     for (const Truth& one : self.truths)
                       found[nb::int_(one.v)] = nb::make_tuple(one.reason, one.level);
                     return found;
                   })
      .def_prop_ro("losses", [](const Trail& self) {
        nb::list found;
        for (const Loss& loss : self.losses)
          found.append(
              nb::make_tuple(name_of(loss.source), loss.what, number_of(loss.mask), loss.level));
        return found;
      });
  nb::class_<SharedPropagation>(m, "Propagation", "Unit propagation in clauses.")
      .def(nb::init<nb::handle>(), "top"_a)
      .def("extend", &SharedPropagation::extend, "clauses"_a, "add clauses")
      .def("failing", &SharedPropagation::failing, "base"_a, "tried"_a,
           "which of some literals fail, each alone beside those of the base: (place, how many "
           "literals follow by then)");
}
