// The search of relations for a browser: what satdoku.core has of it there (docs/browser/core.py).
//
// A caller writes 64-bit numbers to room(count), calls a question about a search, and reads as many
// numbers as it returned, or as counted() says, from output().

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../narrowing/narrowing.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

using namespace satdoku::narrowing;

namespace {

std::vector<std::int64_t> given;
std::vector<std::int64_t> told;

std::vector<Mask> masks_from(std::size_t first, std::size_t count) {
  const auto begin = given.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

template <typename Numbers>
void tell(const Numbers& numbers) {
  told.insert(told.end(), numbers.begin(), numbers.end());
}

void tell_rows(const std::vector<std::vector<int>>& rows) {
  for (const std::vector<int>& row : rows) tell(row);
}

}  // namespace

EXPORT(room) std::int64_t* room(std::size_t count) {
  given.resize(count);
  told.clear();
  return given.data();
}
EXPORT(output) std::int64_t* output() { return told.data(); }
EXPORT(counted) std::size_t counted() { return told.size(); }

// The tables of interface.inc, a line for each entry: its table, its name, and its number where
// that is not its place in the table.
EXPORT(tables) const char* tables() {
  return
#define INTERFACE(number) "INTERFACE INTERFACE " #number "\n"
#define RELATION(name) "RELATIONS " #name "\n"
#define COMPARISON(name, sign) "COMPARISONS " sign "\n"
#define LIMIT(name, number) "LIMITS " #name " " #number "\n"
#include "../common/interface.inc"
      ;
}

// A search for a program; it is kept until it is ended.
EXPORT(begin) Narrowing* begin() { return new Narrowing(given); }
EXPORT(end) void end(Narrowing* search) { delete search; }

EXPORT(masks) void masks(Narrowing* search) {
  told.clear();
  tell(search->masks());
}

EXPORT(advance) bool advance(Narrowing* search, double work, std::size_t wanted) {
  return search->advance(static_cast<std::uint64_t>(work), wanted);
}

EXPORT(probe) void probe(Narrowing* search, double work) {
  search->probe(static_cast<std::uint64_t>(work));
}

// Of the numbers the first `count` are the masks, the others what is tried first.
EXPORT(restart) bool restart(Narrowing* search, std::size_t count) {
  search->restart(masks_from(0, count), masks_from(count, given.size() - count));
  return !search->masks().empty();
}

// The masks, then what is seen. Tells whether one is lost, what is left, what is seen then, and so
// many grids.
EXPORT(occurring)
std::size_t occurring(Narrowing* search, std::size_t count, double work, double most) {
  const Occurring found =
      search->occurring(masks_from(0, count), masks_from(count, count),
                        static_cast<std::uint64_t>(work), static_cast<std::uint64_t>(most));
  told.assign(1, found.lost);
  tell(found.left);
  tell(found.seen);
  tell_rows(found.grids);
  return found.grids.size();
}

// The masks, then a cell and a mask for each case.
EXPORT(supposed) void supposed(Narrowing* search, std::size_t count, double work, double most) {
  std::vector<std::pair<std::size_t, Mask>> each;
  for (std::size_t at = count; at + 1 < given.size(); at += 2)
    each.emplace_back(static_cast<std::size_t>(given[at]), static_cast<Mask>(given[at + 1]));
  const std::vector<std::uint64_t> found =
      search->supposed(masks_from(0, count), each, static_cast<std::uint64_t>(work),
                       static_cast<std::uint64_t>(most));
  told.clear();
  tell(found);
}

// How many solutions are told.
EXPORT(take) std::size_t take(Narrowing* search) {
  const std::vector<std::vector<int>> rows = search->take();
  told.clear();
  tell_rows(rows);
  return rows.size();
}

EXPORT(guesses) double guesses(Narrowing* search) { return static_cast<double>(search->guesses()); }
EXPORT(work) double work(Narrowing* search) { return static_cast<double>(search->work()); }
