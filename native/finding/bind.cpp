// Python functions of the searches: bind_finding(m) adds them to a module.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "../common/binding.hpp"
#include "finding.hpp"
#include "patterns.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satdoku::finding {
namespace {

using namespace satdoku::binding;

template <class CellSet>
constexpr int kMost = std::is_same_v<CellSet, WideSet> ? kWideCells : kCells;

template <class CellSet>
Field<CellSet> field_of(std::vector<std::vector<int>> houses, const std::vector<int>& candidates,
                        nb::handle digits) {
  const int size = static_cast<int>(whole(digits, "digits", 1, kDigits));
  const int count = static_cast<int>(candidates.size());
  if (count > kMost<CellSet>)
    throw nb::value_error(kMost<CellSet> == kCells ? "a board has at most 128 cells"
                                                   : "a board has at most 256 cells");
  for (const int mask : candidates)
    if (mask < 0 || mask >= 1 << size) throw nb::value_error("candidates are sets of the digits");
  for (const auto& house : houses) {
    if (house.size() > at(size)) throw nb::value_error("a house has no more cells than digits");
    for (const int c : house)
      if (c < 0 || c >= count) throw nb::value_error("houses have cells of the board");
  }
  return Field<CellSet>(std::move(houses), candidates, size);
}

nb::object bits_of(const satdoku::CellSet& cells) {
  return nb::int_(cells.lo) | (nb::int_(cells.hi) << nb::int_(64));
}

template <class CellSet>
nb::list cells_of(const CellSet& cells) {
  nb::list list;
  for (const int c : cells) list.append(c);
  return list;
}

using Excluded = std::vector<std::vector<std::pair<int, std::vector<int>>>>;
using AnyRules = std::variant<Rules<satdoku::CellSet>, Rules<WideSet>>;

template <class CellSet>
Rules<CellSet> rules_in(const Excluded& excluded, int cells, int size) {
  Rules<CellSet> rules(cells, size);
  for (int k = 0; k < cells * size; ++k)
    for (const auto& [e, out] : excluded[at(k)])
      for (const int c : out) {
        if (c < 0 || c >= cells || e < 0 || e >= size)
          throw nb::value_error("excluded has digits and cells of the board");
        rules.of(k / size, k % size, e).add(c);
      }
  return rules;
}

AnyRules rules_of(const Excluded& excluded, nb::handle digits) {
  const int size = static_cast<int>(whole(digits, "digits", 1, kDigits));
  if (excluded.size() > at(kWideCells) * at(size) || excluded.size() % at(size) != 0)
    throw nb::value_error("excluded has a row for each digit of each cell, 256 cells at most");
  const int cells = static_cast<int>(excluded.size()) / size;
  if (cells > kCells) return rules_in<WideSet>(excluded, cells, size);
  return rules_in<satdoku::CellSet>(excluded, cells, size);
}

template <class CellSet>
nb::object sets_in(std::string_view kind, std::vector<std::vector<int>> houses,
                   const std::vector<int>& order, const std::vector<int>& candidates,
                   nb::handle digits, nb::handle largest, nb::handle shortest, nb::handle longest,
                   nb::handle most, const AnyRules* rules) {
  auto field = field_of<CellSet>(std::move(houses), candidates, digits);
  if (rules != nullptr) {
    field.rules = std::get_if<Rules<CellSet>>(rules);
    if (field.rules == nullptr || field.rules->digits != field.size ||
        field.rules->out.size() != field.open.size() * at(field.size) * at(field.size))
      throw nb::value_error("rules are of a board of as many cells and digits");
  }
  for (const int h : order)
    if (h < 0 || at(h) >= field.houses.size()) throw nb::value_error("order has places in houses");
  const int cells = static_cast<int>(whole(largest, "largest", 1, kDigits));
  const int from = static_cast<int>(whole(shortest, "shortest", 0, 1 << 20));
  const int to = static_cast<int>(whole(longest, "longest", 0, 1 << 20));
  const auto kept = static_cast<std::size_t>(whole(most, "most", 1, 1 << 30));
  if (kind != "pairs" && kind != "wings" && kind != "chains" && kind != "blossoms")
    throw nb::value_error("kind is pairs, wings, chains or blossoms");
  std::vector<Way> ways;
  std::vector<CellSet> sets;
  {
    const nb::gil_scoped_release release;
    const AlmostLocked<CellSet> found(field, order, cells);
    const bool in_rows = kind == "wings" || kind == "chains";
    if (found.too_many() || (in_rows && found.cells().size() > kInRows)) {
      const nb::gil_scoped_acquire acquire;
      return nb::none();
    }
    if (kind == "pairs") ways = found.pairs(kept);
    else if (kind == "wings") ways = found.wings(kept);
    else if (kind == "chains") ways = found.chains(from, to, kept);
    else if (found.blossoms(from)) ways.emplace_back();
    sets = found.cells();
  }
  nb::list list;
  for (const Way& way : ways) {
    nb::list members, commons;
    for (const int i : way.sets) members.append(cells_of(sets[at(i)]));
    for (const int d : way.commons) commons.append(d);
    list.append(nb::make_tuple(members, commons));
  }
  return list;
}

nb::object almost_locked_sets(std::string_view kind, std::vector<std::vector<int>> houses,
                              const std::vector<int>& order, const std::vector<int>& candidates,
                              nb::handle digits, nb::handle largest, nb::handle shortest,
                              nb::handle longest, nb::handle most, const AnyRules* rules) {
  return (candidates.size() > kCells ? sets_in<WideSet>
                                     : sets_in<satdoku::CellSet>)(kind, std::move(houses), order,
                                                                  candidates, digits, largest,
                                                                  shortest, longest, most, rules);
}

template <class CellSet>
nb::object chains_in(std::vector<std::vector<int>> houses, const std::vector<bool>& complete,
                     const std::vector<int>& candidates, nb::handle digits, std::string_view passes,
                     bool groups, nb::handle longest, nb::handle most) {
  const auto field = field_of<CellSet>(std::move(houses), candidates, digits);
  if (complete.size() != field.houses.size())
    throw nb::value_error("complete has a truth value for each house");
  const int to = static_cast<int>(whole(longest, "longest", 0, 1 << 20));
  const auto kept = static_cast<std::size_t>(whole(most, "most", 1, 1 << 30));
  const Links links{passes.find('x') != passes.npos, passes.find('y') != passes.npos, passes == "x",
                    groups};
  std::optional<std::vector<Chain<CellSet>>> found;
  {
    const nb::gil_scoped_release release;
    found = alternating_chains(field, complete, links, to, kept);
  }
  if (!found) return nb::none();
  nb::list list;
  for (const auto& chain : *found) {
    nb::list nodes;
    for (const auto& node : chain.nodes)
      nodes.append(nb::make_tuple(cells_of(node.cells), node.digit));
    nb::list reasons;
    for (const int reason : chain.reasons) reasons.append(reason);
    list.append(nb::make_tuple(nodes, reasons, chain.ring));
  }
  return list;
}

nb::object chains(std::vector<std::vector<int>> houses, const std::vector<bool>& complete,
                  const std::vector<int>& candidates, nb::handle digits, std::string_view passes,
                  bool groups, nb::handle longest, nb::handle most) {
  return (candidates.size() > kCells ? chains_in<WideSet>
                                     : chains_in<satdoku::CellSet>)(std::move(houses), complete,
                                                                    candidates, digits, passes,
                                                                    groups, longest, most);
}

std::vector<satdoku::CellSet> sets_of(nb::bytes rows, const satdoku::CellSet& within) {
  constexpr std::size_t kWidth = 16;
  if (rows.size() % kWidth != 0) throw nb::value_error("a set of cells is 16 bytes");
  const auto* bytes = reinterpret_cast<const unsigned char*>(rows.c_str());
  std::vector<satdoku::CellSet> sets(rows.size() / kWidth);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::uint64_t& word = i % kWidth < 8 ? sets[i / kWidth].lo : sets[i / kWidth].hi;
    word |= std::uint64_t{bytes[i]} << 8 * (i % 8);
  }
  for (const satdoku::CellSet& set : sets)
    if (!set.inside(within)) throw nb::value_error("sets are of the places");
  return sets;
}

nb::list places_gone(const std::vector<int>& places, nb::bytes apart, nb::bytes needs,
                     nb::handle most) {
  satdoku::CellSet where;
  for (const int place : places) {
    if (place < 0 || place >= kCells) throw nb::value_error("a board has at most 128 cells");
    where.add(place);
  }
  const auto excluded = sets_of(apart, where);
  if (excluded.size() != places.size()) throw nb::value_error("apart has a set for each place");
  nb::list list;
  for (const Needless& each : digit_places(places, excluded, sets_of(needs, where),
                                           static_cast<int>(whole(most, "most", 0, kCells))))
    list.append(nb::make_tuple(each.cell, nb::tuple(nb::cast(each.needs))));
  return list;
}

// What is known of a board, and the shapes that lie on it.
class Patterns {
 public:
  using Pairs = std::vector<std::pair<int, int>>;
  using SeatRow = std::tuple<std::vector<int>, std::vector<int>, std::vector<int>, std::vector<int>,
                             std::array<int, 2>, int, std::array<Pairs, 2>>;

  Patterns(std::vector<std::vector<int>> houses, std::vector<int> order, std::vector<bool> complete,
           nb::handle cells, nb::handle digits)
      : size_(static_cast<int>(whole(digits, "digits", 1, kDigits))),
        grid_(field_of<satdoku::CellSet>(
                  houses, std::vector<int>(at(static_cast<int>(whole(cells, "cells", 1, kCells)))),
                  digits)
                  .houses,
              order_of(houses.size(), order), static_cast<int>(whole(cells, "cells", 1, kCells))),
        order_(std::move(order)),
        complete_(std::move(complete)) {
    if (complete_.size() != grid_.houses.size())
      throw nb::value_error("complete has a truth value for each house");
  }

  void add_squares(const std::vector<std::tuple<std::vector<int>, Pairs, Pairs>>& squares) {
    squares_.clear();
    for (const auto& [cells, above, beside] : squares) {
      if (cells.size() > 4) throw nb::value_error("a square has four cells");
      check_cells(cells), check_pairs(above, cells_count()), check_pairs(beside, cells_count());
      squares_.push_back({cells, above, beside});
    }
  }

  void add_seats(const std::vector<SeatRow>& seats) {
    seats_.clear();
    for (const auto& [inside, escapes, band, across, boxes, line, targets] : seats) {
      if (inside.size() != 3 || escapes.size() != 3)
        throw nb::value_error("a seat has three cells, each with a line");
      check_cells(inside), check_houses(escapes), check_houses(band), check_houses(across);
      check_houses({boxes[0], boxes[1], line});
      for (const Pairs& each : targets) check_pairs(each, houses_count());
      seats_.push_back({inside, escapes, band, across, boxes, line, targets});
    }
  }

  void add_exchanges(const std::vector<std::vector<int>>& rings) {
    exchanges_.clear();
    for (const std::vector<int>& ring : rings) {
      check_cells(ring);
      exchanges_.emplace_back();
      for (const int c : ring) exchanges_.back().add(c);
    }
  }

  nb::list exchanges(const std::vector<int>& candidates) const {
    nb::list list;
    for (const Exchange& each : finding::exchanges(exchanges_, open_of(candidates), size_))
      list.append(nb::make_tuple(each.ring, each.digits));
    return list;
  }

  nb::list almost_locked_candidates(const std::vector<int>& candidates,
                                    const std::vector<int>& values, nb::handle size) const {
    const auto open = open_of(candidates);
    check_values(values);
    nb::list list;
    for (const Locked& each :
         finding::almost_locked_candidates(grid_, order_, complete_, open, values, size_,
                                           static_cast<int>(whole(size, "size", 1, kDigits))))
      list.append(
          nb::make_tuple(each.house, each.other, nb::cast(each.digits), nb::cast(each.cells)));
    return list;
  }

  nb::list naked_sets(const std::vector<int>& order, const std::vector<int>& candidates,
                      nb::handle cells, nb::handle least) const {
    check_houses(order);
    nb::list list;
    for (const Tight& each :
         finding::naked_sets(grid_, order, open_of(candidates), size_,
                             static_cast<int>(whole(cells, "cells", 1, kDigits)),
                             static_cast<int>(whole(least, "least", 1, kDigits))))
      list.append(nb::make_tuple(each.house, nb::tuple(nb::cast(each.chosen)), each.digits));
    return list;
  }

  nb::list hidden_sets(const std::vector<int>& order, const std::vector<int>& candidates,
                       const std::vector<int>& values, nb::handle digits, nb::handle least) const {
    check_houses(order);
    check_values(values);
    nb::list list;
    for (const Tight& each :
         finding::hidden_sets(grid_, order, complete_, open_of(candidates), values, size_,
                              static_cast<int>(whole(digits, "digits", 1, kDigits)),
                              static_cast<int>(whole(least, "least", 1, kDigits))))
      list.append(
          nb::make_tuple(each.house, nb::tuple(nb::cast(each.chosen)), bits_of(each.cells)));
    return list;
  }

  nb::list fish(const std::vector<int>& candidates, nb::handle digit, nb::handle size,
                const std::vector<int>& targets, const Sides& sides) const {
    check_cells(targets);
    for (const auto& [bases, covers] : sides) check_houses(bases), check_houses(covers);
    nb::list list;
    for (const Catch& each :
         finding::fish(grid_, complete_, open_of(candidates),
                       static_cast<int>(whole(digit, "digit", 0, size_ - 1)),
                       static_cast<int>(whole(size, "size", 1, kDigits)), targets, sides))
      list.append(nb::make_tuple(nb::tuple(nb::cast(each.base)), nb::tuple(nb::cast(each.cover)),
                                 bits_of(each.fins), bits_of(each.gone)));
    return list;
  }

  nb::object possible(const std::vector<int>& candidates, nb::handle digit) const {
    return bits_of(finding::possible(grid_, complete_, open_of(candidates),
                                     static_cast<int>(whole(digit, "digit", 0, size_ - 1))));
  }

  nb::object rings(const std::vector<int>& candidates) const {
    const auto found = finding::rings(grid_, open_of(candidates));
    if (!found) return nb::none();
    nb::list list;
    for (const Ring& ring : *found) list.append(nb::make_tuple(nb::cast(ring.cells), ring.pair));
    return list;
  }

  nb::list borescoper(const std::vector<int>& candidates) const {
    nb::list list;
    for (const Deadly& deadly : finding::borescoper(squares_, open_of(candidates)))
      list.append(nb::make_tuple(nb::cast(deadly.cells), deadly.digits));
    return list;
  }

  nb::list exocets(const std::vector<int>& candidates, const std::vector<int>& values,
                   nb::handle most, bool senior) const {
    const auto open = open_of(candidates);
    check_values(values);
    nb::list list;
    for (const Exocet& exocet :
         finding::exocets(grid_, complete_, seats_, open, values, size_,
                          static_cast<int>(whole(most, "most", 1, kDigits)), senior))
      list.append(nb::cast(exocet));
    return list;
  }

  nb::list crossed_sets(const std::vector<int>& lines, const std::vector<int>& regions,
                        const std::vector<int>& candidates, nb::handle largest) const {
    check_houses(lines), check_houses(regions);
    nb::list list;
    for (const Crossed& crossed :
         finding::crossed_sets(grid_, lines, regions, open_of(candidates),
                               static_cast<int>(whole(largest, "largest", 1, 3))))
      list.append(nb::make_tuple(bits_of(crossed.middle), bits_of(crossed.first),
                                 bits_of(crossed.second), crossed.line, crossed.box));
    return list;
  }

 private:
  static std::vector<int> order_of(std::size_t houses, std::vector<int> order) {
    if (houses > at(kHouses)) throw nb::value_error("a board has at most 256 houses");
    for (const int h : order)
      if (h < 0 || at(h) >= houses) throw nb::value_error("order has places in houses");
    return order;
  }
  int cells_count() const { return static_cast<int>(grid_.peers.size()); }
  int houses_count() const { return static_cast<int>(grid_.houses.size()); }
  void check_cells(const std::vector<int>& cells) const {
    for (const int c : cells)
      if (c < 0 || c >= cells_count()) throw nb::value_error("cells are those of the board");
  }
  void check_houses(const std::vector<int>& houses) const {
    for (const int h : houses)
      if (h < 0 || h >= houses_count()) throw nb::value_error("houses are those of the board");
  }
  void check_pairs(const Pairs& pairs, int seconds) const {
    for (const auto& [c, other] : pairs)
      if (c < 0 || c >= cells_count() || other < 0 || other >= seconds)
        throw nb::value_error("pairs are of the board");
  }
  void check_values(const std::vector<int>& values) const {
    if (values.size() != grid_.peers.size())
      throw nb::value_error("values has a place for each cell");
    for (const int d : values)
      if (d < -1 || d >= size_) throw nb::value_error("values are digits, or -1");
  }
  std::vector<Digits> open_of(const std::vector<int>& candidates) const {
    if (candidates.size() != grid_.peers.size())
      throw nb::value_error("candidates has a set for each cell");
    std::vector<Digits> open;
    for (const int mask : candidates) {
      if (mask < 0 || mask >= 1 << size_)
        throw nb::value_error("candidates are sets of the digits");
      open.push_back(static_cast<Digits>(mask));
    }
    return open;
  }

  int size_;
  Grid grid_;
  std::vector<int> order_;
  std::vector<bool> complete_;
  std::vector<satdoku::CellSet> exchanges_;
  std::vector<Square> squares_;
  std::vector<Seat> seats_;
};

}  // namespace
}  // namespace satdoku::finding

void bind_finding(nb::module_& m) {
  using namespace satdoku::finding;
  nb::class_<AnyRules>(m, "Rules", "What rules exclude on a board, beside its houses.")
      .def(
          "__init__",
          [](AnyRules* self, const Excluded& excluded, nb::handle digits) {
            new (self) AnyRules(rules_of(excluded, digits));
          },
          "excluded"_a, "digits"_a);
  m.def("almost_locked_sets", &almost_locked_sets, "kind"_a, "houses"_a, "order"_a, "candidates"_a,
        "digits"_a, "largest"_a, "shortest"_a, "longest"_a, "most"_a, "rules"_a.none() = nb::none(),
        "Almost locked sets that exclude something together, in the order of als.py.");
  m.def("alternating_chains", &chains, "houses"_a, "complete"_a, "candidates"_a, "digits"_a,
        "passes"_a, "groups"_a, "longest"_a, "most"_a,
        "Alternating chains that exclude something, in the order of alternating.py.");
  m.def("digit_places", &places_gone, "places"_a, "apart"_a, "needs"_a, "most"_a,
        "The cells that cannot have a digit, in the order of digit_places.py.");
  nb::class_<Patterns>(m, "Patterns", "Patterns of cells of a board.")
      .def(nb::init<std::vector<std::vector<int>>, std::vector<int>, std::vector<bool>, nb::handle,
                    nb::handle>(),
           "houses"_a, "order"_a, "complete"_a, "cells"_a, "digits"_a)
      .def("add_squares", &Patterns::add_squares, "squares"_a)
      .def("add_seats", &Patterns::add_seats, "seats"_a)
      .def("add_exchanges", &Patterns::add_exchanges, "rings"_a)
      .def("exchanges", &Patterns::exchanges, "candidates"_a,
           "Rings of six cells that share three digits, in the order of uniqueness.py.")
      .def("almost_locked_candidates", &Patterns::almost_locked_candidates, "candidates"_a,
           "values"_a, "size"_a, "Almost locked candidates, in the order of rank.py.")
      .def("fish", &Patterns::fish, "candidates"_a, "digit"_a, "size"_a, "targets"_a, "sides"_a,
           "Fish of a digit, in the order of fish.py.")
      .def("naked_sets", &Patterns::naked_sets, "order"_a, "candidates"_a, "cells"_a, "least"_a,
           "Naked sets that exclude something, in the order of subsets.py.")
      .def("hidden_sets", &Patterns::hidden_sets, "order"_a, "candidates"_a, "values"_a, "digits"_a,
           "least"_a, "Hidden sets that exclude something, in the order of subsets.py.")
      .def("possible", &Patterns::possible, "candidates"_a, "digit"_a,
           "The places that a digit can have together with places in all houses.")
      .def("rings", &Patterns::rings, "candidates"_a,
           "Rings of cells that share two digits, in the order of uniqueness.py.")
      .def("borescoper", &Patterns::borescoper, "candidates"_a,
           "Borescoper's patterns with further candidates, in the order of deadly.py.")
      .def("exocets", &Patterns::exocets, "candidates"_a, "values"_a, "most"_a, "senior"_a,
           "Exocets, in the order of exocet.py.")
      .def("crossed_sets", &Patterns::crossed_sets, "lines"_a, "regions"_a, "candidates"_a,
           "largest"_a, "Cells as of Sue de Coq, in the order of bent.py.");
}
