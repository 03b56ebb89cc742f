// The C interface over the core: arguments in, a status out, and no exception.

#define SATDOKU_BUILDS
#include "satdoku.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../common/limits.hpp"
#include "../common/text.hpp"
#include "../generate/generate.hpp"
#include "../se/rate.hpp"
#include "../solver/solver.hpp"
#include "../symmetry/canonical.hpp"

namespace satdoku::c {
namespace {

constexpr int kMaxProblems = 10;

// satdoku/rating/levels.py; tests/native/test_c.py compares the two.
struct Level {
  const char* name;
  int most;  // tenths of ER
};
constexpr Level kLevels[] = {
    {"easy", 23}, {"medium", 30}, {"hard", 67}, {"expert", 72}, {"diabolical", 119}};
constexpr int kEasyGivens = 27, kEasyOpen = 4;

class Error {
 public:
  explicit Error(satdoku_error* out) : out_(out) {
    if (out_ == nullptr) return;
    out_->column = 0;
    std::fill(std::begin(out_->cells), std::end(out_->cells), -1);
    out_->message[0] = 0;
  }

  void column(int column) {
    if (out_ != nullptr) out_->column = column;
  }

  void cells(const std::vector<int>& cells) {
    if (out_ != nullptr) std::copy(cells.begin(), cells.end(), out_->cells);
  }

  satdoku_status say(satdoku_status status, const std::string& sentence) {
    if (out_ != nullptr) std::snprintf(out_->message, sizeof out_->message, "%s", sentence.c_str());
    return status;
  }

 private:
  satdoku_error* out_;
};

// The limits of a call, and the thread that asks whether it was cancelled.
class Bounds {
 public:
  explicit Bounds(const satdoku_limits* given) : given_(given) {
    if (given_ == nullptr) return;
    limits_.nodes = given_->nodes;
    limits_.deadline = deadline_after(given_->seconds);
    before_ = current();
    current() = given_;
    limits_.interrupted = ask;
  }

  ~Bounds() {
    if (given_ != nullptr) current() = before_;
  }

  Bounds(const Bounds&) = delete;
  Bounds& operator=(const Bounds&) = delete;

  Limits& limits() { return limits_; }
  bool asks() const { return given_ != nullptr && given_->cancelled != nullptr; }

  static bool ask() {
    const satdoku_limits* given = current();
    return given != nullptr && given->cancelled != nullptr && given->cancelled(given->context) != 0;
  }

 private:
  static const satdoku_limits*& current() {
    thread_local const satdoku_limits* limits = nullptr;
    return limits;
  }

  const satdoku_limits* given_;
  const satdoku_limits* before_ = nullptr;
  Limits limits_;
};

std::string cell_name(int cell) {
  return "r" + std::to_string(cell / 9 + 1) + "c" + std::to_string(cell % 9 + 1);
}

// Rows, columns and boxes, in the order in which faults are named.
int cell_of(int house, int place) {
  const int kind = house / 9, number = house % 9;
  if (kind == 0) return 9 * number + place;
  if (kind == 1) return 9 * place + number;
  return 27 * (number / 3) + 3 * (number % 3) + 9 * (place / 3) + place % 3;
}

satdoku_status name_clashes(const Cells& cells, Error& error) {
  constexpr const char* kinds[] = {"row", "column", "box"};
  std::string sentence;
  int problems = 0;
  for (int house = 0; house < 27; house++)
    for (int digit = 1; digit <= 9; digit++) {
      std::vector<int> places;
      for (int place = 0; place < 9; place++)
        if (cells[static_cast<std::size_t>(cell_of(house, place))] == digit)
          places.push_back(cell_of(house, place));
      if (places.size() < 2) continue;
      if (problems++ == 0) error.cells(places);
      if (problems > kMaxProblems) continue;
      if (!sentence.empty()) sentence += "; ";
      sentence += std::to_string(digit) + " appears ";
      sentence += places.size() == 2 ? "twice" : std::to_string(places.size()) + " times";
      sentence +=
          std::string(" in ") + kinds[house / 9] + " " + std::to_string(house % 9 + 1) + ": ";
      for (std::size_t i = 0; i < places.size(); i++)
        sentence += (i == 0 ? "" : i + 1 == places.size() ? " and " : ", ") + cell_name(places[i]);
    }
  return error.say(SATDOKU_INVALID, sentence);
}

// The characters of a text in UTF-8; a byte that belongs to none is one by itself.
std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> found;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
    bool whole = lead < 0xf5 && size <= text.size() - at;
    for (std::size_t next = 1; whole && next < size; next++)
      whole = (static_cast<unsigned char>(text[at + next]) & 0xc0) == 0x80;
    found.push_back(text.substr(at, whole ? size : 1));
    at += found.back().size();
  }
  return found;
}

// OK where the text is a puzzle, whose cells are then set.
satdoku_status read(const char* puzzle, Cells& cells, Error& error) {
  if (puzzle == nullptr) return error.say(SATDOKU_ARGUMENT, "puzzle is null");
  const std::size_t length = strnlen(puzzle, 1000);
  const std::string_view text(puzzle, length);
  if (length == 0) return error.say(SATDOKU_UNREADABLE, "the text is empty");
  const auto symbols = characters(text);
  if (symbols.size() == 81) {
    for (std::size_t at = 0; at < symbols.size(); at++) {
      const char one = symbols[at][0];
      const bool single = symbols[at].size() == 1;
      if (single && ((one >= '1' && one <= '9') || std::strchr(kEmpty, one) != nullptr)) continue;
      error.column(static_cast<int>(at) + 1);
      char shown[8];
      std::snprintf(shown, sizeof shown, "\\x%02x", static_cast<unsigned char>(one));
      const bool printable = !single || (one >= ' ' && one <= '~' && one != '\'');
      return error.say(SATDOKU_UNREADABLE, "line 1, column " + std::to_string(at + 1) + ": '" +
                                               (printable ? std::string(symbols[at]) : shown) +
                                               (std::isalnum(static_cast<unsigned char>(one)) != 0
                                                    ? "' is neither a digit of a 9x9 board (1-9)"
                                                    : "' is neither a digit") +
                                               " nor a blank (. 0 * _ x)");
    }
    if (read_cells(text, cells))
      return symmetry::is_sound(cells) ? SATDOKU_OK : name_clashes(cells, error);
  }
  return error.say(SATDOKU_UNREADABLE,
                   "line 1: expected 81 cells (9x9), got " +
                       (length < 1000 ? std::to_string(symbols.size()) : "more"));
}

void write(const std::uint8_t* cells, char* out) {
  if (out == nullptr) return;
  const std::string text = write_cells(cells);
  std::memcpy(out, text.data(), 81);
  out[81] = 0;
}

satdoku_status status_of(Verdict verdict) { return static_cast<satdoku_status>(verdict); }

satdoku_status undecided(Error& error) {
  return error.say(SATDOKU_UNDECIDED, "a limit ran out before there was an answer");
}

satdoku_status out_of_range(Error& error, const char* sentence) {
  return error.say(SATDOKU_ARGUMENT, sentence);
}

// Calls `body(error)` and turns what it throws into a status.
template <class Body>
satdoku_status guarded(satdoku_error* out, const satdoku_limits* limits, Body body) noexcept {
  Error error(out);
  try {
    if (limits != nullptr && !(limits->seconds >= 0))
      return out_of_range(error, "limits->seconds is a number >= 0");
    return body(error);
  } catch (const std::bad_alloc&) {
    return error.say(SATDOKU_MEMORY, "there is not enough memory");
  } catch (...) {
    return error.say(SATDOKU_FAULT, "a fault of satdoku: please report it");
  }
}

// One for each thread: the memory of a search, and that of ratings, are kept from call to call.
Search& search() {
  thread_local Search search;
  return search;
}

se::Rater& rater() {
  thread_local se::Rater rater;
  return rater;
}

satdoku_status verdict_of(const char* puzzle, int wanted, Witnesses& witnesses, Bounds& bounds) {
  Watch watch(bounds.limits(), bounds.asks());
  return status_of(check(active_kernel(), search(), {puzzle, nullptr}, watch, wanted, &witnesses));
}

const Level& level_of(const se::Rating& rating, const se::Grid& start, const Cells& cells) {
  const int er = static_cast<int>(std::lround(rating.er * 10));
  const auto givens = 81 - std::count(cells.begin(), cells.end(), 0);
  if (er <= kLevels[0].most && givens >= kEasyGivens && se::open_to_singles(start) >= kEasyOpen)
    return kLevels[0];
  for (const Level* level = kLevels + 1; level != std::end(kLevels); level++)
    if (er <= level->most) return *level;
  return *(std::end(kLevels) - 1);
}

se::Rating rated(const Cells& cells, const satdoku_limits* limits, const Level** level) {
  se::Options options;
  if (limits != nullptr) {
    options.seconds = limits->seconds;
    options.nodes = limits->nodes;
    if (limits->cancelled != nullptr) options.poll = Bounds::ask;
  }
  const se::Rating rating = rater().rate(cells, options);
  se::Grid grid;
  *level = grid.from_values(cells) ? &level_of(rating, grid, cells) : kLevels;
  return rating;
}

int image_of(satdoku_symmetry symmetry, int cell) {
  const int r = cell / 9, c = cell % 9;
  switch (symmetry) {
    case SATDOKU_HALF_TURN:
      return 80 - cell;
    case SATDOKU_QUARTER_TURN:
      return 9 * c + 8 - r;
    case SATDOKU_LEFT_RIGHT:
      return 9 * r + 8 - c;
    case SATDOKU_TOP_BOTTOM:
      return 9 * (8 - r) + c;
    case SATDOKU_DIAGONAL:
      return 9 * c + r;
    case SATDOKU_ANTI_DIAGONAL:
      return 9 * (8 - c) + 8 - r;
    case SATDOKU_ANY:
      break;
  }
  return cell;
}

// Numbers the cells that are taken away together.
void set_orbits(satdoku_symmetry symmetry, generate::Wish& wish) {
  std::array<bool, 81> known{};
  wish.orbits = 0;
  for (int cell = 0; cell < 81; cell++) {
    if (known[static_cast<std::size_t>(cell)]) continue;
    for (int at = cell; !known[static_cast<std::size_t>(at)]; at = image_of(symmetry, at)) {
      known[static_cast<std::size_t>(at)] = true;
      wish.orbit[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(wish.orbits);
    }
    wish.orbits++;
  }
}

satdoku_status generated(std::uint64_t seed, std::uint64_t index, const satdoku_wish* wanted,
                         char* puzzle, char* solution, const satdoku_limits* limits, Error& error) {
  generate::Wish wish;
  const char* level = nullptr;
  satdoku_symmetry symmetry = SATDOKU_ANY;
  if (wanted != nullptr) {
    symmetry = wanted->symmetry;
    level = wanted->level;
    wish.clues = wanted->clues;
    wish.strict = wanted->minimal != 0;
    if (symmetry < SATDOKU_ANY || symmetry > SATDOKU_ANTI_DIAGONAL)
      return out_of_range(error, "wish->symmetry is one of satdoku_symmetry");
    if (wish.clues != 0 && (wish.clues < 17 || wish.clues > 80))
      return out_of_range(error, "wish->clues is a number from 17 to 80, or 0");
    if (level != nullptr && std::none_of(std::begin(kLevels), std::end(kLevels), [&](auto& known) {
          return std::strcmp(known.name, level) == 0;
        }))
      return out_of_range(error, "wish->level is easy, medium, hard, expert or diabolical");
  }
  set_orbits(symmetry, wish);
  Bounds bounds(limits);
  Watch watch(bounds.limits(), bounds.asks());
  const std::uint64_t own = generate::child_seed(seed, index);
  for (std::uint64_t attempt = 0; !watch.look_at_clock(); attempt++) {
    // The first attempt is the puzzle that satdoku's other doors make of this seed.
    const std::uint64_t child = attempt == 0 ? own : generate::child_seed(own, attempt);
    const generate::Made made = make_puzzle(active_kernel(), wish, child, watch);
    if (made.outcome == generate::Outcome::cut) break;
    if (made.outcome == generate::Outcome::failed) continue;
    if (level != nullptr) {
      const Level* found = nullptr;
      const se::Rating rating = rated(made.givens, limits, &found);
      if (rating.status != se::Status::ok || std::strcmp(found->name, level) != 0) continue;
    }
    write(made.givens.data(), puzzle);
    write(made.solution.data(), solution);
    return SATDOKU_OK;
  }
  return undecided(error);
}

}  // namespace
}  // namespace satdoku::c

using namespace satdoku;
using namespace satdoku::c;

unsigned satdoku_version(void) { return SATDOKU_VERSION_MAJOR << 16 | SATDOKU_VERSION_MINOR; }

const char* satdoku_status_name(satdoku_status status) {
  constexpr const char* names[] = {"none",     "unique",     "multiple", "undecided",
                                   "invalid",  "unreadable", "solved",   "ok",
                                   "argument", "memory",     "fault"};
  return status >= SATDOKU_NONE && status <= SATDOKU_FAULT ? names[status] : "unknown";
}

satdoku_status satdoku_check(const char* puzzle, char solutions[2][82],
                             const satdoku_limits* limits, satdoku_error* error) {
  return guarded(error, limits, [&](Error& out) {
    if (solutions != nullptr) solutions[0][0] = solutions[1][0] = 0;
    Cells cells{};
    if (const auto status = read(puzzle, cells, out); status != SATDOKU_OK) return status;
    Bounds bounds(limits);
    Witnesses witnesses;
    const satdoku_status status = verdict_of(puzzle, 2, witnesses, bounds);
    for (int i = 0; solutions != nullptr && i < witnesses.found; i++)
      write(witnesses.grid[i], solutions[i]);
    return status == SATDOKU_UNDECIDED ? undecided(out) : status;
  });
}

satdoku_status satdoku_solve(const char* puzzle, char solution[82], const satdoku_limits* limits,
                             satdoku_error* error) {
  return guarded(error, limits, [&](Error& out) {
    if (solution == nullptr) return out_of_range(out, "solution is null");
    solution[0] = 0;
    Cells cells{};
    if (const auto status = read(puzzle, cells, out); status != SATDOKU_OK) return status;
    Bounds bounds(limits);
    Witnesses witnesses;
    const satdoku_status status = verdict_of(puzzle, 1, witnesses, bounds);
    if (witnesses.found > 0) write(witnesses.grid[0], solution);
    return status == SATDOKU_UNDECIDED ? undecided(out) : status;
  });
}

satdoku_status satdoku_count(const char* puzzle, uint64_t most, uint64_t* count, int* exact,
                             const satdoku_limits* limits, satdoku_error* error) {
  return guarded(error, limits, [&](Error& out) {
    if (count == nullptr) return out_of_range(out, "count is null");
    *count = 0;
    Cells cells{};
    if (const auto status = read(puzzle, cells, out); status != SATDOKU_OK) return status;
    Bounds bounds(limits);
    Watch watch(bounds.limits(), bounds.asks());
    const Count found = satdoku::count(active_kernel(), search(), {puzzle, nullptr}, watch,
                                       most == 0 ? UINT64_MAX : most);
    *count = found.found;
    if (exact != nullptr) *exact = found.exact;
    return status_of(found.verdict);
  });
}

satdoku_status satdoku_candidates(const char* puzzle, uint32_t most, uint32_t counts[729],
                                  const satdoku_limits* limits, satdoku_error* error) {
  return guarded(error, limits, [&](Error& out) {
    if (counts == nullptr) return out_of_range(out, "counts is null");
    if (most == 0) return out_of_range(out, "most is a number >= 1");
    std::fill(counts, counts + 729, 0);
    Cells cells{};
    if (const auto status = read(puzzle, cells, out); status != SATDOKU_OK) return status;
    Bounds bounds(limits);
    Watch watch(bounds.limits(), bounds.asks());
    const TrueCandidates found =
        true_candidates(active_kernel(), search(), {puzzle, nullptr}, watch, most, counts);
    return found.complete ? status_of(found.verdict) : undecided(out);
  });
}

satdoku_status satdoku_rate(const char* puzzle, satdoku_rating* rating,
                            const satdoku_limits* limits, satdoku_error* error) {
  return guarded(error, limits, [&](Error& out) {
    if (rating == nullptr) return out_of_range(out, "rating is null");
    rating->er = rating->ep = rating->ed = 0;
    rating->steps = 0;
    rating->level[0] = rating->hardest[0] = 0;
    Cells cells{};
    if (const auto status = read(puzzle, cells, out); status != SATDOKU_OK) return status;
    Bounds bounds(limits);
    Witnesses witnesses;
    const satdoku_status verdict = verdict_of(puzzle, 2, witnesses, bounds);
    if (verdict == SATDOKU_NONE) return out.say(verdict, "the puzzle has no solution");
    if (verdict == SATDOKU_MULTIPLE) return out.say(verdict, "the puzzle has several solutions");
    if (verdict != SATDOKU_UNIQUE) return undecided(out);
    const Level* level = nullptr;
    const se::Rating found = rated(cells, limits, &level);
    if (found.status == se::Status::undecided) return undecided(out);
    if (found.status != se::Status::ok) return out.say(SATDOKU_FAULT, se::status_id(found.status));
    rating->er = found.er;
    rating->ep = found.ep;
    rating->ed = found.ed;
    rating->steps = found.steps;
    std::snprintf(rating->level, sizeof rating->level, "%s", level->name);
    std::snprintf(rating->hardest, sizeof rating->hardest, "%s",
                  found.steps == 0 ? "" : se::technique_id(found.hardest));
    return SATDOKU_OK;
  });
}

satdoku_status satdoku_generate(uint64_t seed, uint64_t index, const satdoku_wish* wish,
                                char puzzle[82], char solution[82], const satdoku_limits* limits,
                                satdoku_error* error) {
  return guarded(error, limits, [&](Error& out) {
    if (puzzle == nullptr) return out_of_range(out, "puzzle is null");
    puzzle[0] = 0;
    if (solution != nullptr) solution[0] = 0;
    return generated(seed, index, wish, puzzle, solution, limits, out);
  });
}

satdoku_status satdoku_canonical(const char* puzzle, char image[82], satdoku_error* error) {
  return guarded(error, nullptr, [&](Error& out) {
    if (image == nullptr) return out_of_range(out, "image is null");
    image[0] = 0;
    Cells cells{};
    if (const auto status = read(puzzle, cells, out); status != SATDOKU_OK) return status;
    symmetry::Canonicalizer canonicalizer;
    write(canonicalizer.run(cells).image.data(), image);
    return SATDOKU_OK;
  });
}
