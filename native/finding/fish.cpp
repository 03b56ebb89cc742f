#include <algorithm>
#include <set>

#include "patterns.hpp"

namespace satdoku::finding {
// ------------------------------------------------------------------------------------------------
// Places of a digit.

namespace {

// The places of one way to fill the open houses; empty where there is none.
CellSet fill(const Grid& grid, const CellSet& left, const std::vector<int>& open, CellSet chosen) {
  if (open.empty()) return chosen;
  int fewest = kCells + 1, best = 0;
  for (const int h : open) {
    const int room = (left & grid.masks[at(h)]).size();
    if (room < fewest) fewest = room, best = h;
    if (room < 2) break;
  }
  std::vector<int> rest;
  for (const int place : left& grid.masks[at(best)]) {
    rest.clear();
    for (const int h : open)
      if (!grid.masks[at(h)].has(place)) rest.push_back(h);
    CellSet more = chosen;
    more.add(place);
    const CellSet found = fill(grid, left.without(grid.peers[at(place)]), rest, more);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace

CellSet possible(const Grid& grid, const std::vector<bool>& complete,
                 const std::vector<Digits>& open, int digit) {
  const CellSet where = places_of(open, digit);
  CellSet found;
  std::vector<int> rest;
  for (const int cell : where) {
    if (found.has(cell)) continue;
    rest.clear();
    for (std::size_t h = 0; h < grid.houses.size(); ++h)
      if (complete[h] && where.meets(grid.masks[h]) && !grid.masks[h].has(cell))
        rest.push_back(static_cast<int>(h));
    CellSet first;
    first.add(cell);
    found |= fill(grid, where.without(grid.peers[at(cell)]), rest, first);
  }
  return found;
}

// ------------------------------------------------------------------------------------------------
// Fish.

namespace {

class School {
 public:
  School(const Grid& grid, const std::vector<bool>& complete, const CellSet& where, int size)
      : grid_(grid), complete_(complete), where_(where), size_(size) {}

  void swim(const std::vector<int>& targets, const Sides& sides, std::vector<Catch>& found) {
    for (const auto& [bases, covers] : sides) {
      needy_.clear();
      for (const int h : bases)
        if (complete_[at(h)] && where_.meets(grid_.masks[at(h)])) needy_.push_back({h, {}});
      for (const int target : targets) {
        const CellSet left = [&] {
          CellSet some = where_.without(grid_.peers[at(target)]);
          some.remove(target);
          return some;
        }();
        for (Part& part : needy_) part.cells = grid_.masks[at(part.house)] & left;
        offered_.clear();
        own_.clear();
        for (const int h : covers) {
          if (!where_.meets(grid_.masks[at(h)])) continue;
          offered_.push_back({h, grid_.masks[at(h)] & left});
          if (grid_.masks[at(h)].has(target)) own_.push_back(h);
        }
        cover_.clear();
        choose_covers(0, {}, found);
      }
    }
  }

 private:
  struct Part {
    int house;
    CellSet cells;
  };

  void choose_covers(std::size_t from, const CellSet& held, std::vector<Catch>& found) {
    if (static_cast<int>(cover_.size()) == size_ - 1) {
      inside_.clear();
      for (const Part& part : needy_)
        if (part.cells.inside(held) &&
            std::find(cover_.begin(), cover_.end(), part.house) == cover_.end())
          inside_.push_back(part);
      base_.clear();
      if (static_cast<int>(inside_.size()) >= size_) choose_bases(0, {}, found);
      return;
    }
    for (std::size_t i = from; i < offered_.size(); ++i) {
      cover_.push_back(offered_[i].house);
      choose_covers(i + 1, held | offered_[i].cells, found);
      cover_.pop_back();
    }
  }

  void choose_bases(std::size_t from, const CellSet& used, std::vector<Catch>& found) {
    if (static_cast<int>(base_.size()) == size_) return close(found);
    for (std::size_t i = from; i < inside_.size(); ++i) {
      if (used.meets(inside_[i].cells)) continue;
      base_.push_back(inside_[i].house);
      choose_bases(i + 1, used | inside_[i].cells, found);
      base_.pop_back();
    }
  }

  void close(std::vector<Catch>& found) {
    CellSet inside, endo, reach, twice;
    for (const int h : base_) lay(h, inside, endo);
    if (endo.size() > kEndo) return;
    for (const int h : cover_) lay(h, reach, twice);
    for (const int h : own_) {
      if (std::find(cover_.begin(), cover_.end(), h) != cover_.end() ||
          std::find(base_.begin(), base_.end(), h) != base_.end())
        continue;
      Catch each{base_, cover_, {}, {}};
      each.cover.push_back(h);
      std::sort(each.base.begin(), each.base.end());
      std::sort(each.cover.begin(), each.cover.end());
      if (!seen_.insert({each.base, each.cover}).second) continue;
      const CellSet cells = grid_.masks[at(h)] & where_;
      each.fins = inside.without(reach | cells) | endo;
      if (each.fins.size() > kFins) continue;
      each.gone = (reach | cells).without(inside) | (twice | (reach & cells)).without(endo);
      for (const int fin : each.fins) each.gone &= grid_.peers[at(fin)];
      const bool needed = std::all_of(each.cover.begin(), each.cover.end(),
                                      [&](int k) { return inside.meets(grid_.masks[at(k)]); });
      if (!each.gone.empty() && needed) found.push_back(std::move(each));
    }
  }

  void lay(int h, CellSet& once, CellSet& twice) const {
    const CellSet cells = grid_.masks[at(h)] & where_;
    twice |= once & cells;
    once |= cells;
  }

  static constexpr int kFins = 5, kEndo = 2;

  const Grid& grid_;
  const std::vector<bool>& complete_;
  CellSet where_;
  int size_;
  std::vector<Part> needy_, offered_, inside_;
  std::vector<int> own_, cover_, base_;
  std::set<std::pair<std::vector<int>, std::vector<int>>> seen_;
};

}  // namespace

std::vector<Catch> fish(const Grid& grid, const std::vector<bool>& complete,
                        const std::vector<Digits>& open, int digit, int size,
                        const std::vector<int>& targets, const Sides& sides) {
  std::vector<Catch> found;
  School(grid, complete, places_of(open, digit), size).swim(targets, sides, found);
  return found;
}

}  // namespace satdoku::finding
