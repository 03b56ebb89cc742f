// Pieces of regions that are to be found: they are not all of a region, so that one goes on.
#include <algorithm>
#include <numeric>
#include <utility>

#include "narrowing.hpp"

namespace satdoku::narrowing {

namespace {

// Each connected set of places is found once: from its first place, and what was tried beside a
// place is left out from then on (Redelmeier, "Counting polyominoes: yet another attack", 1981).
// Places that are known to be joined are one node.
class Pieces {
 public:
  Pieces(int places, const std::vector<Border>& borders) : weight_(places), near_(places) {
    std::vector<int> root(places);
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int place) {
      while (root[place] != place) place = root[place] = root[root[place]];
      return place;
    };
    for (const Border& border : borders)
      if (!border.literal) root[find(border.first)] = find(border.second);
    for (int place = 0; place < places; ++place) ++weight_[find(place)];
    for (const Border& border : borders) {
      const int a = find(border.first), b = find(border.second);
      if (a == b) continue;
      near_[a].push_back({b, border.literal});
      near_[b].push_back({a, border.literal});
    }
    seen_.resize(places);
    inside_.resize(places);
  }

  // Finds those of this many places too; false where that takes more than `most` literals in all.
  bool add(int size, std::size_t most) {
    size_ = size;
    most_ = most;
    const std::size_t before = found.size();
    std::fill(seen_.begin(), seen_.end(), 0);
    for (std::size_t node = 0; node < weight_.size() && literals_ <= most_; ++node) {
      if (!weight_[node]) continue;
      seen_[node] = 1;
      beside_.assign(1, {static_cast<int>(node), 0});
      extend(0, 0);
    }
    if (literals_ > most_) found.resize(before);
    return literals_ <= most_;
  }

  std::vector<std::vector<int>> found;

 private:
  struct Near {
    int node, literal;
  };

  void extend(std::size_t from, int weight) {
    const std::size_t to = beside_.size();
    for (std::size_t at = from; at < to && literals_ <= most_; ++at) {
      const Near next = beside_[at];
      const int whole = weight + weight_[next.node];
      if (whole > size_) continue;
      inside_[next.node] = 1;
      nodes_.push_back(next);
      if (whole == size_) {
        note();
      } else {
        for (const Near& other : near_[next.node])
          if (!seen_[other.node]) {
            seen_[other.node] = 1;
            beside_.push_back(other);
          }
        extend(at + 1, whole);
        for (; beside_.size() > to; beside_.pop_back()) seen_[beside_.back().node] = 0;
      }
      nodes_.pop_back();
      inside_[next.node] = 0;
    }
  }

  void note() {
    std::vector<int>& clause = found.emplace_back();
    for (const Near& node : nodes_)
      if (node.literal) clause.push_back(-node.literal);
    for (const Near& node : nodes_)
      for (const Near& other : near_[node.node])
        if (!inside_[other.node]) clause.push_back(other.literal);
    literals_ += clause.size();
  }

  std::vector<int> weight_;  // places of each node, which goes by one of them
  std::vector<std::vector<Near>> near_;
  std::vector<char> seen_, inside_;
  std::vector<Near> beside_, nodes_;
  int size_ = 0;
  std::size_t literals_ = 0, most_ = 0;
};

}  // namespace

std::vector<std::vector<int>> pieces(int places, const std::vector<Border>& borders, int size,
                                     std::size_t most) {
  Pieces search(places, borders);
  for (int n = 1; n < size && search.add(n, most);) ++n;
  return std::move(search.found);
}

}  // namespace satdoku::narrowing
