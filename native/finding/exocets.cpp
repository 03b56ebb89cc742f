#include <array>

#include "patterns.hpp"

namespace satdoku::finding {
namespace {

class Bases {
 public:
  Bases(const Grid& grid, const std::vector<bool>& complete, const std::vector<Digits>& open,
        const std::vector<CellSet>& spots, std::vector<Exocet>& found)
      : grid_(grid), complete_(complete), open_(open), spots_(spots), found_(found) {}

  void look(const std::vector<Seat>& seats, int most, bool senior) {
    for (std::size_t s = 0; s < seats.size(); ++s) {
      const Seat& seat = seats[s];
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = i + 1; j < 3; ++j) {
          const int one = seat.inside[i], other = seat.inside[j];
          if (std::popcount(open_[at(one)]) < 2 || std::popcount(open_[at(other)]) < 2) continue;
          digits_ = open_[at(one)] | open_[at(other)];
          const int escape = seat.escapes[3 - i - j];
          if (std::popcount(digits_) < 3 || std::popcount(digits_) > most || !complete_[at(escape)])
            continue;
          base_ = {static_cast<int>(s), one, other, 0, 0, escape, 0, 0};
          free_ = grid_.peers[at(one)] & grid_.peers[at(other)];
          if (senior) senior_of(seat);
          else junior_of(seat);
        }
    }
  }

 private:
  using Target = std::pair<int, int>;

  std::vector<Target> targets(const Seat& seat, std::size_t box) const {
    CellSet held;
    for (const int d : Bits(digits_)) held |= spots_[at(d)];
    std::vector<Target> kept;
    const CellSet free = grid_.masks[at(seat.boxes[box])].without(grid_.masks[at(seat.line)]);
    for (const auto& [cell, line] : seat.targets[box]) {
      CellSet beside = free & grid_.masks[at(line)];
      beside.remove(cell);
      if ((open_[at(cell)] & digits_) != 0 && !beside.meets(held)) kept.emplace_back(cell, line);
    }
    return kept;
  }

  // Whether a digit can be in one cell of each of the groups.
  bool apart(const CellSet* groups, int n) const {
    if (n == 0) return true;
    for (int i = 1; i < n; ++i)
      if (groups[i].empty()) return false;
    for (const int c : groups[0]) {
      CellSet rest[2];
      for (int i = 1; i < n; ++i) rest[i - 1] = groups[i].without(grid_.peers[at(c)]);
      if (apart(rest, n - 1)) return true;
    }
    return false;
  }

  // The digit's places in the three lines when it is in no target.
  std::array<CellSet, 3> places(int d, const CellSet& targets) const {
    const CellSet left = spots_[at(d)].without(free_).without(targets);
    return {left & grid_.masks[at(base_[5])], left & grid_.masks[at(base_[6])],
            left & grid_.masks[at(base_[7])]};
  }

  void note(const CellSet& targets) {
    for (const int d : Bits(digits_))
      if (apart(places(d, targets).data(), 3)) return;
    found_.push_back(base_);
  }

  void junior_of(const Seat& seat) {
    const auto second = targets(seat, 1);
    for (const auto& [a, one] : targets(seat, 0))
      for (const auto& [b, other] : second) {
        base_[3] = a, base_[4] = b, base_[6] = one, base_[7] = other;
        CellSet both;
        both.add(a), both.add(b);
        note(both);
      }
  }

  void senior_of(const Seat& seat) {
    for (std::size_t box = 0; box < 2; ++box) {
      const auto targets = this->targets(seat, box);
      if (targets.empty()) continue;
      for (const auto& [target, line] : targets)
        for (const int third : seat.across) {
          if (!complete_[at(third)] ||
              !grid_.masks[at(third)].meets(grid_.masks[at(seat.boxes[1 - box])]))
            continue;
          base_[3] = target, base_[6] = line, base_[7] = third;
          CellSet first;
          first.add(target);
          for (const int second : outside(seat, first)) {
            base_[4] = second;
            CellSet both = first;
            both.add(second);
            note(both);
          }
        }
    }
  }

  // Cells outside of the band without which no digit has places in all three lines.
  CellSet outside(const Seat& seat, const CellSet& target) const {
    CellSet cells = kAll;
    for (const int line : seat.band) cells = cells.without(grid_.masks[at(line)]);
    bool crowded = false;
    for (const int d : Bits(digits_)) {
      const auto found = places(d, target);
      if (!apart(found.data(), 3)) continue;
      crowded = true;
      cells &= found[0] | found[1] | found[2];
      if (cells.empty()) break;
    }
    return crowded ? cells : CellSet{};
  }

  static constexpr CellSet kAll{~std::uint64_t{0}, ~std::uint64_t{0}};

  const Grid& grid_;
  const std::vector<bool>& complete_;
  const std::vector<Digits>& open_;
  const std::vector<CellSet>& spots_;
  std::vector<Exocet>& found_;
  Exocet base_{};
  Digits digits_ = 0;
  CellSet free_;  // what both cells of the base see: not a place
};

}  // namespace

std::vector<Exocet> exocets(const Grid& grid, const std::vector<bool>& complete,
                            const std::vector<Seat>& seats, const std::vector<Digits>& open,
                            const std::vector<int>& values, int digits, int most, bool senior) {
  std::vector<CellSet> spots = all_places(open, digits);
  for (std::size_t c = 0; c < values.size(); ++c)
    if (values[c] >= 0) spots[at(values[c])].add(static_cast<int>(c));
  std::vector<Exocet> found;
  Bases(grid, complete, open, spots, found).look(seats, most, senior);
  return found;
}

}  // namespace satdoku::finding
