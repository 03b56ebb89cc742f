// A step of HoDoKu's path as pure data: what was searched, what it is called, what follows in the
// order in which it is applied, and the pattern.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grid.hpp"

namespace satdoku::hodoku {

enum class Level : std::uint8_t { easy, medium, hard, unfair, extreme };

// What is searched, in the order of the search; level and score belong to it.
enum class Search : std::uint8_t {
#define BOTH(id, level, score, text) id,
#define SEARCH(id, level, score) id,
#define NAME(search, id, text)
#include "steps.inc"
};
constexpr int kSearches = static_cast<int>(Search::brute_force) + 1;

// What a step is called.
enum class Name : std::uint8_t {
#define BOTH(id, level, score, text) id,
#define SEARCH(id, level, score)
#define NAME(search, id, text) id,
#include "steps.inc"
};
constexpr int kNames = static_cast<int>(Name::brute_force) + 1;

// A candidate, or a group of two or three cells of one digit, assumed on or off.
struct ChainNode {
  std::uint8_t cell[3];
  std::uint8_t cells;  // 1, or 2 or 3 for a group
  std::uint8_t digit;
  bool on;
};

// From the premise (or the start) to the end; in a net, the side chains that lead to its nodes.
struct Chain {
  std::vector<ChainNode> nodes;
  std::vector<Chain> sides;
};

struct Als {
  CellSet cells;
  Mask digits = 0;
  Mask restricted = 0;  // the digits by which the chain goes on to the next one
};

struct Step {
  Search search{};
  Name name{};

  // What follows: a placement (cell >= 0) or eliminations in the order in which they are applied.
  std::int16_t place_cell = -1;
  std::uint8_t place_digit = 0;
  std::vector<Candidate> eliminations;

  // The pattern, left empty where a search is asked for conclusions only.
  std::vector<std::uint8_t> cells;   // those of the pattern, in its own order
  std::vector<std::uint8_t> digits;  // those that the pattern is about
  std::vector<std::uint8_t> base,
      cover;  // houses: of a fish; of a locked set; of an empty rectangle
  std::vector<std::uint8_t> fins, endo_fins;
  std::vector<CellSet> groups;  // the sets of a colouring; the parts of a Sue de Coq
  std::vector<Als> sets;        // almost locked sets, in the order of the chain
  std::vector<Chain> chains;

  void clear();
  void place(int c, int d) {
    place_cell = static_cast<std::int16_t>(c);
    place_digit = static_cast<std::uint8_t>(d);
  }
  void eliminate(int c, int d) {
    eliminations.push_back({static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(d)});
  }
  void eliminate(const CellSet& s, int d) {
    for (const int c : s) eliminate(c, d);
  }
  void sort_eliminations();  // by digit, then by cell, each once
};

struct SearchInfo {
  const char* id;  // "nice_loop"
  Level level;
  int base;
};

const SearchInfo& info(Search s);
bool search_of(std::string_view id, Search& search);  // false where there is none with this id
Search search_of(Name n);                             // that which finds what is called so
bool name_of(std::string_view text, Name& name);      // false where nothing is called so
const char* name_id(Name n);                          // "locked_candidates_1"
const char* name_text(Name n);                        // "Locked Candidates Type 1 (Pointing)"
const char* level_id(Level l);                        // "easy"
std::int32_t score_limit(Level l);                    // the highest score of the level
// What follows as HoDoKu prints it: "r1c2=3", "r4c79,r5c9<>4, r4c7<>9".
std::string conclusions_text(const Step& s);

// --- the orders of the searches that collect (the scan: keep the first, replace it by what
// compares negative) ---

// What the orders look at beside name and conclusions.
struct Weight {
  int length = 0;     // nodes of all chains; for ALS chains, the number of sets
  int als_cells = 0;  // cells of all sets together
};

bool equivalent(const Step& a, const Step& b);  // the same name, and the same set of conclusions
std::int64_t isum(const std::vector<Candidate>& list);
// Negative where a comes first.
std::int64_t order_general(const Step& a, const Weight& wa, const Step& b, const Weight& wb);
std::int64_t order_als(const Step& a, const Weight& wa, const Step& b, const Weight& wb);
std::int64_t order_forcing(const Step& a, const Weight& wa, const Step& b, const Weight& wb);

}  // namespace satdoku::hodoku
