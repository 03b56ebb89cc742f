// Cells that differ, and full houses of them.
#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "ideas.hpp"
#include "relations.hpp"

namespace satdoku::narrowing {

namespace {

// Gives values with one place left that place. `full` are the values that all come, none where some
// do not; those `used` have theirs. False where a value has no place, or a cell is that of two.
bool place_singles(State& state, const std::vector<int>& variables, Mask full, Mask used) {
  Mask once = 0, twice = 0;
  for (const int v : variables) {
    twice |= once & state.domains[v];
    once |= state.domains[v];
  }
  if (!full) return static_cast<std::size_t>(count_bits(once)) >= variables.size();
  if (once != full) return false;
  const Mask single = full & ~twice & ~used;
  if (!single) return true;
  for (const int v : variables)
    if (const Mask here = state.domains[v] & single) {
      if (here & (here - 1)) return false;
      state.keep(v, here);
    }
  return true;
}

class Different final : public Relation {
 public:
  Different(std::vector<int> cells, Mask full) : full_(full) {
    variables = std::move(cells);
    urgency = 0;
  }

  bool narrow(State& state) override {
    Mask used = 0;
    for (Mask known = 0;;) {
      used = 0;
      for (const int v : variables)
        if (state.fixed(v)) {
          if (used & state.domains[v]) return false;
          used |= state.domains[v];
        }
      if (used == known) break;
      known = used;
      for (const int v : variables)
        if (!state.fixed(v) && !state.keep(v, ~used)) return false;
    }
    return place_singles(state, variables, full_, used);
  }

 private:
  Mask full_;
};

class House final : public Relation {
 public:
  House(std::vector<int> cells, Mask full) : full_(full) {
    variables = std::move(cells);
    urgency = 0;
  }

  bool narrow(State& state) override { return place_singles(state, variables, full_, 0); }

 private:
  Mask full_;
};

class SameValues final : public Relation {
 public:
  SameValues(std::vector<int> first, std::vector<int> second)
      : first_(std::move(first)), second_(std::move(second)) {
    variables = first_;
    variables.insert(variables.end(), second_.begin(), second_.end());
    settles = true;
  }

  bool narrow(State& state) override {
    const Mask a = values(state, first_), b = values(state, second_);
    return (a == b) || (leave(state, first_, b) && leave(state, second_, a));
  }

 private:
  static Mask values(const State& state, const std::vector<int>& of) {
    Mask found = 0;
    for (const int v : of) found |= state.domains[v];
    return found;
  }

  static bool leave(State& state, const std::vector<int>& of, Mask allowed) {
    for (const int v : of)
      if (!state.keep(v, allowed)) return false;
    return true;
  }

  std::vector<int> first_, second_;
};

constexpr int kMostPieces = 64;  // of a band

// Full houses that cross: lines and boxes over the same cells, each line and box with as many cells
// in common, a piece.  What the houses of a band and what each two of them say, in one pass.
// Sizes that are known when it is compiled; 0 where they are not.
template <int kLines, int kBoxes, int kCells>
class Band final : public Relation {
 public:
  // The cells piece by piece, line by line.
  Band(std::vector<int> cells, int lines, int boxes, Mask full, bool again)
      : lines_(lines),
        boxes_(boxes),
        cells_(static_cast<int>(cells.size()) / (lines * boxes)),
        full_(full),
        again_(again) {
    variables = std::move(cells);
    urgency = 0;
  }

  bool narrow(State& state) override {
    const int lines = kLines ? kLines : lines_, boxes = kBoxes ? kBoxes : boxes_;
    const int size = kCells ? kCells : cells_, pieces = lines * boxes;
    std::array<Mask, kMost> once, twice, open;  // the values of a piece
    const int* cell = variables.data();
    for (int p = 0; p < pieces; ++p) {
      Mask some = 0, more = 0, left = 0;
      for (int i = 0; i < size; ++i) {
        const Mask domain = state.domains[*cell++];
        more |= some & domain;
        some |= domain;
        left |= domain & (domain - 1) ? domain : 0;
      }
      once[p] = some;
      twice[p] = more;
      open[p] = left;
    }
    // Values with one place in a house, where its cell has others.
    std::array<Mask, kMost> single{};
    Mask singles = 0;
    for (int i = 0; i < lines; ++i)
      if (!find(&once[i * boxes], &twice[i * boxes], &open[i * boxes], &single[i * boxes], boxes, 1,
                singles))
        return blame(i * boxes * size, boxes, size);
    if (!again_)
      for (int j = 0; j < boxes; ++j)
        if (!find(&once[j], &twice[j], &open[j], &single[j], lines, boxes, singles))
          return blame(j * size, lines, boxes * size);
    if (singles)
      for (int p = 0; p < pieces; ++p)
        if (single[p] && !place(state, variables.data() + p * size, size, single[p]))
          return blame(p * size, 1, size);
    return !locked(state, once, lines, boxes, size) || leave(state, once, pieces, size);
  }

 private:
  static constexpr int kMost = kLines ? kLines * kBoxes : kMostPieces;

  static bool place(State& state, const int* cell, int size, Mask single) {
    for (const int* const end = cell + size; cell != end; ++cell)
      if (const Mask here = state.domains[*cell] & single) {
        if (here & (here - 1)) return false;
        state.keep(*cell, here);
      }
    return true;
  }

  // Of one house, whose pieces come `step` apart.
  bool find(const Mask* once, const Mask* twice, const Mask* open, Mask* single, int count,
            int step, Mask& singles) const {
    Mask some = 0, more = 0, left = 0;
    for (int i = 0; i < count; ++i) {
      const int p = i * step;
      more |= twice[p] | (some & once[p]);
      some |= once[p];
      left |= open[p];
    }
    if (some != full_) return false;
    if (const Mask found = some & ~more & left) {
      singles |= found;
      for (int i = 0; i < count; ++i) single[i * step] |= found & once[i * step];
    }
    return true;
  }

  // What two houses leave of each other holds the same values: takes others out of the pieces;
  // whether there were some.
  static bool locked(const State&, std::array<Mask, kMost>& once, int lines, int boxes, int) {
    bool any = false;
    for (bool changed = true; changed; any |= changed) {
      changed = false;
      std::array<Mask, kMost> of_line, of_box;  // what the rest of the line and of the box has
      for (int i = 0; i < lines; ++i) rests(&once[i * boxes], &of_line[i * boxes], boxes, 1);
      for (int j = 0; j < boxes; ++j) rests(&once[j], &of_box[j], lines, boxes);
      for (int i = 0; i < lines; ++i)
        for (int j = 0; j < boxes; ++j) {
          Mask left = once[i * boxes + j];
          for (int other = 0; other < boxes; ++other)
            if (other != j) left &= of_box[i * boxes + other];
          for (int other = 0; other < lines; ++other)
            if (other != i) left &= of_line[other * boxes + j];
          changed |= left != once[i * boxes + j];
          once[i * boxes + j] = left;
        }
    }
    return any;
  }

  static void rests(const Mask* once, Mask* rest, int count, int step) {
    for (int i = 0; i < count; ++i) {
      Mask found = 0;
      for (int other = 0; other < count; ++other)
        if (other != i) found |= once[other * step];
      rest[i * step] = found;
    }
  }

  bool leave(State& state, const std::array<Mask, kMost>& left, int pieces, int size) {
    const int* cell = variables.data();
    for (int p = 0; p < pieces; ++p)
      for (int i = 0; i < size; ++i, ++cell)
        if (!state.keep(*cell, left[p])) return blame(p * size, 1, size);
    return true;
  }

  bool blame(int first, int pieces, int step) {
    const int size = kCells ? kCells : cells_;
    culprits.clear();
    for (int i = 0; i < pieces; ++i)
      for (int k = 0; k < size; ++k) culprits.push_back(variables[first + i * step + k]);
    return false;
  }

  int lines_, boxes_, cells_;
  Mask full_;
  bool again_;  // the boxes are looked at elsewhere
};

// Finds the bands of the houses.
class Bands {
 public:
  Bands(Relations& into, const std::vector<std::vector<int>>& houses, const std::vector<Mask>& full)
      : into_(into), houses_(houses), full_(full), count_(houses.size()) {
    int cells = 0;
    for (const std::vector<int>& house : houses) cells = std::max(cells, house.back() + 1);
    first_.assign(cells + 1, 0);
    for (const std::vector<int>& house : houses)
      for (const int v : house) ++first_[v + 1];
    for (int v = 0; v < cells; ++v) first_[v + 1] += first_[v];
    of_.resize(first_.back());
    std::vector<int> free = first_;
    for (std::size_t h = 0; h < count_; ++h)
      for (const int v : houses[h]) of_[free[v]++] = static_cast<int>(h);
    common_.assign(count_ * count_, 0);
    for (int v = 0; v < cells; ++v)
      for (const int a : of(v))
        for (const int b : of(v)) ++common(a, b);
    banded_.assign(count_, 0);
    joined_.assign(count_ * count_, 0);
  }

  void add() {
    for (std::size_t h = 0; h < count_; ++h)
      if (kBands && kPairs && !banded_[h]) find(static_cast<int>(h));
    for (std::size_t a = 0; a < count_; ++a) {
      if (!banded_[a]) into_.push_back(house(houses_[a], full_[a]));
      for (std::size_t b = a + 1; b < count_; ++b)
        if (const int both = common(a, b); kPairs && both > 1 && !joined_[a * count_ + b])
          into_.push_back(std::make_unique<SameValues>(without(a, b), without(b, a)));
    }
  }

 private:
  std::span<const int> of(int cell) const {
    return {of_.data() + first_[cell], of_.data() + first_[cell + 1]};
  }

  int& common(std::size_t a, std::size_t b) { return common_[a * count_ + b]; }

  std::vector<int> without(std::size_t a, std::size_t b) const {
    std::vector<int> found;
    std::set_difference(houses_[a].begin(), houses_[a].end(), houses_[b].begin(), houses_[b].end(),
                        std::back_inserter(found));
    return found;
  }

  // Houses that cross this one, each in as many cells; and all that cross each of them so.
  void find(int first) {
    std::vector<int> boxes, lines, cells;
    const int size = static_cast<int>(houses_[first].size());
    int in_common = 0;
    for (const int v : houses_[first]) {
      if (!boxes.empty() && has(boxes, v)) continue;
      const std::span<const int> all = of(v);
      const auto crossing = std::find_if(all.begin(), all.end(), [&](int h) {
        const int both = common(h, first);
        return both > 1 && both < size && (!in_common || both == in_common) && apart(boxes, h);
      });
      if (crossing == all.end()) return;
      boxes.push_back(*crossing);
      in_common = common(first, *crossing);
    }
    for (const int v : houses_[boxes.front()]) {
      if (!lines.empty() && has(lines, v)) continue;
      const std::span<const int> all = of(v);
      const auto crossing = std::find_if(all.begin(), all.end(), [&](int h) {
        return std::all_of(boxes.begin(), boxes.end(),
                           [&](int box) { return common(h, box) == in_common; }) &&
               apart(lines, h);
      });
      if (crossing == all.end()) return;
      lines.push_back(*crossing);
    }
    const std::size_t pieces = lines.size() * boxes.size();
    if (pieces > kMostPieces || in_common * static_cast<int>(boxes.size()) != size) return;
    bool again = true;  // whether the boxes are in another band
    for (const int line : lines)
      for (const int box : boxes) {
        if (joined_[line * count_ + box]) return;
        again = again && banded_[box];
        std::set_intersection(houses_[line].begin(), houses_[line].end(), houses_[box].begin(),
                              houses_[box].end(), std::back_inserter(cells));
      }
    for (const int line : lines)
      for (const int box : boxes)
        joined_[line * count_ + box] = joined_[box * count_ + line] = banded_[line] = banded_[box] =
            1;
    const int rows = static_cast<int>(lines.size()), columns = static_cast<int>(boxes.size());
    const Mask all = full_[first];
    if (rows == 3 && columns == 3 && in_common == 3)
      into_.push_back(std::make_unique<Band<3, 3, 3>>(std::move(cells), rows, columns, all, again));
    else
      into_.push_back(std::make_unique<Band<0, 0, 0>>(std::move(cells), rows, columns, all, again));
  }

  bool has(const std::vector<int>& houses, int cell) const {
    return std::any_of(houses.begin(), houses.end(), [&](int h) {
      const std::span<const int> all = of(cell);
      return std::find(all.begin(), all.end(), h) != all.end();
    });
  }

  bool apart(const std::vector<int>& houses, int other) {
    return std::all_of(houses.begin(), houses.end(), [&](int h) { return !common(h, other); });
  }

  Relations& into_;
  const std::vector<std::vector<int>>& houses_;
  const std::vector<Mask>& full_;
  std::size_t count_;
  std::vector<int> of_, first_;  // of each cell in turn, from `first_`
  std::vector<int> common_;      // cells of each two
  std::vector<char> banded_, joined_;
};

}  // namespace

std::unique_ptr<Relation> different(std::vector<int> variables, Mask full) {
  return std::make_unique<Different>(std::move(variables), full);
}

std::unique_ptr<Relation> house(std::vector<int> variables, Mask full) {
  return std::make_unique<House>(std::move(variables), full);
}

void add_houses(Relations& into, const std::vector<std::vector<int>>& houses,
                const std::vector<Mask>& full) {
  Bands(into, houses, full).add();
}

}  // namespace satdoku::narrowing
