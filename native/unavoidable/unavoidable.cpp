// A set is unavoidable where some other grid differs from the solution exactly there. Changing one
// cell forces others to change: those that hold the new digit in a house of the cell. The search
// gives a forced cell each new digit in turn until no cell is forced any more. Every grid with few
// differences is met once: from the first cell in which it differs, along the one way in which its
// digits answer the choices. docs/structure.md has the proof that none is missed.
#include "unavoidable.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace satdoku::unavoidable {
namespace {

template <std::size_t W>
struct Cells {
  std::array<std::uint64_t, W> words{};

  void add(int cell) { words[static_cast<std::size_t>(cell) >> 6] |= 1ull << (cell & 63); }
  void drop(int cell) { words[static_cast<std::size_t>(cell) >> 6] &= ~(1ull << (cell & 63)); }
  bool has(int cell) const { return words[static_cast<std::size_t>(cell) >> 6] >> (cell & 63) & 1; }
  int count() const {
    int sum = 0;
    for (auto word : words) sum += std::popcount(word);
    return sum;
  }
  bool none() const {
    for (auto word : words)
      if (word) return false;
    return true;
  }
  bool meets(const Cells& other) const {
    for (std::size_t i = 0; i < W; i++)
      if (words[i] & other.words[i]) return true;
    return false;
  }
  bool within(const Cells& other) const {
    for (std::size_t i = 0; i < W; i++)
      if (words[i] & ~other.words[i]) return false;
    return true;
  }
  Cells operator|(const Cells& other) const {
    Cells sum;
    for (std::size_t i = 0; i < W; i++) sum.words[i] = words[i] | other.words[i];
    return sum;
  }
  Cells without(const Cells& other) const {
    Cells rest;
    for (std::size_t i = 0; i < W; i++) rest.words[i] = words[i] & ~other.words[i];
    return rest;
  }
  template <typename F>
  void each(F&& visit) const {
    for (std::size_t i = 0; i < W; i++)
      for (auto word = words[i]; word; word &= word - 1)
        visit(static_cast<int>(i * 64) + std::countr_zero(word));
  }
  auto operator<=>(const Cells&) const = default;
};

template <std::size_t W>
class Search {
 public:
  Search(const Board& board, int size, std::size_t most, const std::function<bool()>& stop)
      : board_(board), size_(size), most_(most), stop_(stop) {
    std::size_t cells = board.digits.size();
    peers_.resize(cells);
    for (const auto& group : board.groups)
      for (int a : group)
        for (int b : group)
          if (a != b) peers_[static_cast<std::size_t>(a)].add(b);
    forces_.resize(cells * static_cast<std::size_t>(board.digit_count));
    for (std::size_t cell = 0; cell < cells; cell++)
      peers_[cell].each([&](int other) {
        forces_[at(static_cast<int>(cell), board_.digits[static_cast<std::size_t>(other)])].add(
            other);
      });
    for (const auto& partition : board.partitions) {
      int parts = 1 + *std::max_element(partition.begin(), partition.end());
      tallies_.emplace_back(static_cast<std::size_t>(parts));
    }
    value_.resize(cells);
  }

  Found run() {
    Found found;
    for (std::size_t cell = 0; cell < board_.digits.size() && !stopped_; cell++) {
      int start = static_cast<int>(cell);
      for (int digit = 0; digit < board_.digit_count && !stopped_; digit++)
        if (digit != board_.digits[cell] && !forces_[at(start, digit)].meets(frozen_))
          place({}, {}, start, digit);
      frozen_.add(start);
    }
    found.nodes = nodes_;
    for (const auto& set : minimal()) {
      auto& cells = found.sets.emplace_back();
      set.each([&](int cell) { cells.push_back(cell); });
    }
    found.finished = !stopped_;
    std::stable_sort(found.sets.begin(), found.sets.end(), [](const auto& a, const auto& b) {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    return found;
  }

 private:
  using Set = Cells<W>;

  std::size_t at(int cell, int digit) const {
    return static_cast<std::size_t>(cell) * static_cast<std::size_t>(board_.digit_count) +
           static_cast<std::size_t>(digit);
  }

  // Fewest cells of a set that holds all of these.
  int at_least(const Set& cells) {
    int alone = 0;
    for (std::size_t p = 0; p < tallies_.size(); p++) {
      auto& tally = tallies_[p];
      const auto& part_of = board_.partitions[p];
      int lonely = 0;
      cells.each([&](int cell) {
        int now = ++tally[static_cast<std::size_t>(part_of[static_cast<std::size_t>(cell)])];
        lonely += now == 1 ? 1 : now == 2 ? -1 : 0;
      });
      cells.each([&](int cell) {
        tally[static_cast<std::size_t>(part_of[static_cast<std::size_t>(cell)])] = 0;
      });
      alone = std::max(alone, lonely);
    }
    return cells.count() + alone;
  }

  void place(Set changed, Set forced, int cell, int digit) {
    if (!(++nodes_ & 1023) && stop_()) stopped_ = true;
    if (stopped_) return;
    changed.add(cell);
    forced.drop(cell);
    forced = forced | forces_[at(cell, digit)].without(changed);
    value_[static_cast<std::size_t>(cell)] = digit;
    if (forced.none()) {
      if (found_.size() == most_) {
        stopped_ = true;
        return;
      }
      found_.push_back(changed);
      return;
    }
    Set both = changed | forced;
    if (at_least(both) > size_) return;
    int room = size_ - both.count();
    int best = -1, fewest = board_.digit_count + 1;
    std::uint64_t choices = 0;
    forced.each([&](int next) {
      if (fewest <= 1) return;
      std::uint64_t open = 0;
      std::uint64_t taken = 1ull << board_.digits[static_cast<std::size_t>(next)];
      changed.each([&](int other) {
        if (peers_[static_cast<std::size_t>(next)].has(other))
          taken |= 1ull << value_[static_cast<std::size_t>(other)];
      });
      for (int d = 0; d < board_.digit_count; d++) {
        if (taken >> d & 1) continue;
        Set fresh = forces_[at(next, d)].without(both);
        if (!fresh.meets(frozen_) && fresh.count() <= room) open |= 1ull << d;
      }
      int count = std::popcount(open);
      if (count < fewest) {
        fewest = count;
        best = next;
        choices = open;
      }
    });
    for (; choices; choices &= choices - 1) {
      place(changed, forced, best, std::countr_zero(choices));
      if (stopped_) return;
    }
  }

  std::vector<Set> minimal() {
    std::sort(found_.begin(), found_.end(), [](const Set& a, const Set& b) {
      int first = a.count(), second = b.count();
      return first != second ? first < second : a < b;
    });
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    // By first cell: a set within another has its first cell there too.
    std::vector<std::vector<Set>> kept(board_.digits.size());
    std::vector<Set> all;
    std::size_t looked_at = 0;
    for (const Set& set : found_) {
      if (!(++looked_at & 255) && stop_()) {
        stopped_ = true;
        break;
      }
      bool is_minimal = true;
      int first = -1;
      set.each([&](int cell) {
        if (first < 0) first = cell;
        for (const Set& smaller : kept[static_cast<std::size_t>(cell)]) {
          if (!is_minimal) return;
          if (smaller.within(set)) is_minimal = false;
        }
      });
      if (!is_minimal) continue;
      kept[static_cast<std::size_t>(first)].push_back(set);
      all.push_back(set);
    }
    return all;
  }

  const Board& board_;
  int size_;
  std::size_t most_;
  const std::function<bool()>& stop_;
  std::vector<Set> peers_;
  std::vector<Set> forces_;  // by cell and digit: who must give way
  std::vector<std::vector<int>> tallies_;
  std::vector<int> value_;
  Set frozen_;
  std::vector<Set> found_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace

Found search(const Board& board, int size, std::size_t most, const std::function<bool()>& stop) {
  std::size_t cells = board.digits.size();
  if (cells <= 128) return Search<2>(board, size, most, stop).run();
  if (cells <= 256) return Search<4>(board, size, most, stop).run();
  return Search<kMaxCells / 64>(board, size, most, stop).run();
}

}  // namespace satdoku::unavoidable
