#include "braids.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace satdoku::nets {
namespace {

struct Key {
  std::uint64_t first, second;
  int last;
  bool operator==(const Key&) const = default;
};

// What a search remembers has to fit into memory (some 200 MB).
constexpr std::size_t kMostKept = 1 << 21;

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    return static_cast<std::size_t>(key.first ^ static_cast<std::uint64_t>(key.last) * 0x9e3779b9);
  }
};

}  // namespace

// The search for one target: which right-linking candidates there are, and what has failed.
struct Braids::Node {
  int target;
  Words out;
  std::vector<int> right;
  std::uint64_t first = 0, second = 0;
  std::unordered_map<Key, int, KeyHash> failed;  // with so many facts left
};

Braids::Braids(const std::vector<std::vector<int>>& near,
               const std::vector<std::vector<int>>& facts)
    : facts_(facts),
      near_(near.size()),
      words_((near.size() + 63) / 64),
      out_(words_),
      solved_(facts.size()) {
  std::mt19937_64 random(1);
  for (std::size_t v = 0; v < near.size(); ++v) {
    near_[v].resize(words_);
    for (const int other : near[v])
      near_[v][static_cast<std::size_t>(other >> 6)] |= std::uint64_t{1} << (other & 63);
    first_.push_back(random());
    second_.push_back(random());
  }
}

void Braids::exclude(Words& out, int candidate) const {
  const Words& near = near_[static_cast<std::size_t>(candidate)];
  for (std::size_t w = 0; w < words_; ++w) out[w] |= near[w];
}

// Places naked and hidden singles; whether no fact is without a candidate.
bool Braids::place_singles(BraidPath& path) {
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t f = 0; f < facts_.size(); ++f) {
      if (solved_[f]) continue;
      int left = 0, one = -1;
      for (const int v : facts_[f])
        if (!is_out(out_, v)) {
          ++left;
          one = v;
        }
      if (left == 0) return false;
      if (left > 1) continue;
      path.steps.push_back({0, one, static_cast<int>(f)});
      exclude(out_, one);
      for (std::size_t g = 0; g < facts_.size(); ++g)
        if (std::ranges::find(facts_[g], one) != facts_[g].end()) solved_[g] = true;
      moved = true;
    }
  }
  return true;
}

// In how many layers of singles some fact is left without a candidate: no braid is shorter. 0 where
// that does not happen, or takes more than `most`.
int Braids::layers(Words out, int target, int most, Budget& budget) const {
  Words known(words_);
  known[static_cast<std::size_t>(target >> 6)] |= std::uint64_t{1} << (target & 63);
  std::vector<int> found;
  for (int layer = 1; layer <= most; ++layer) {
    budget.spend(static_cast<std::uint32_t>(facts_.size()));
    found.clear();
    for (std::size_t f = 0; f < facts_.size(); ++f) {
      if (solved_[f]) continue;
      int left = 0, one = -1;
      for (const int v : facts_[f])
        if (!is_out(out, v)) {
          one = v;
          if (++left > 1) break;
        }
      if (left == 0) return layer;
      if (left == 1 && !is_out(known, one)) {
        known[static_cast<std::size_t>(one >> 6)] |= std::uint64_t{1} << (one & 63);
        found.push_back(one);
      }
    }
    if (found.empty()) return 0;
    for (const int v : found) exclude(out, v);
  }
  return 0;
}

// Whether a whip or braid of at most `left` more facts goes on from `node`.
bool Braids::reaches(Node& node, int last, int left, Budget& budget) {
  if (layers(node.out, node.target, left, budget) == 0) return false;
  const Key key{node.first, node.second, continuous_ ? last : -1};
  if (const auto known = node.failed.find(key); known != node.failed.end() && known->second >= left)
    return false;
  const Words& near = near_[static_cast<std::size_t>(last)];
  std::vector<int> next;
  for (std::size_t f = 0; f < facts_.size(); ++f) {
    if (solved_[f]) continue;
    int alive = 0, one = -1;
    bool linked = !continuous_;
    for (const int v : facts_[f]) {
      if (is_out(out_, v)) continue;
      linked = linked || is_out(near, v);
      if (!is_out(node.out, v)) {
        one = v;
        if (++alive > 1) break;
      }
    }
    if (alive > 1 || !linked) continue;
    if (alive == 0) return true;
    if (one != node.target && std::ranges::find(node.right, one) == node.right.end() &&
        std::ranges::find(next, one) == next.end())
      next.push_back(one);
  }
  if (left > 1)
    for (const int v : next) {
      const auto at = static_cast<std::size_t>(v);
      const Words before = node.out;
      exclude(node.out, v);
      // In a braid nothing follows from what excludes nothing; a whip may go on from it.
      if (!continuous_ && node.out == before) continue;
      node.right.push_back(v);
      node.first ^= first_[at];
      node.second ^= second_[at];
      const bool found = reaches(node, v, left - 1, budget);
      node.first ^= first_[at];
      node.second ^= second_[at];
      node.right.pop_back();
      node.out = before;
      if (found) return true;
    }
  int& most = node.failed[key];
  most = std::max(most, left);
  budget.spend(100);
  if (node.failed.size() > kMostKept) throw LimitReached{};
  return false;
}

BraidPath Braids::path(bool continuous, int longest, Budget& budget) {
  continuous_ = continuous;
  BraidPath path;
  try {
    while (true) {
      if (!place_singles(path)) {
        path.ending = Ending::broken;
        return path;
      }
      if (std::ranges::find(solved_, false) == solved_.end()) return path;
      std::vector<std::pair<int, int>> targets;  // (a lower bound of the length, the candidate)
      std::vector<bool> seen(near_.size());
      for (std::size_t f = 0; f < facts_.size(); ++f)
        for (const int v : facts_[f]) {
          if (solved_[f] || is_out(out_, v) || seen[static_cast<std::size_t>(v)]) continue;
          seen[static_cast<std::size_t>(v)] = true;
          Words out = out_;
          exclude(out, v);
          if (const int least = layers(std::move(out), v, 1 << 30, budget); least > 0)
            targets.emplace_back(least, v);
        }
      if (targets.empty()) {
        path.ending = Ending::beyond;
        return path;
      }
      bool found = false;
      for (int length = 1; length <= longest && !found; ++length) {
        std::vector<int> gone;
        for (const auto& [least, target] : targets) {
          if (least > length) continue;
          Node node{target, out_, {}, 0, 0, {}};
          exclude(node.out, target);
          if (reaches(node, target, length, budget)) gone.push_back(target);
        }
        for (const int v : gone) {
          out_[static_cast<std::size_t>(v >> 6)] |= std::uint64_t{1} << (v & 63);
          path.steps.push_back({length, v, -1});
          found = true;
        }
      }
      if (!found) {
        path.ending = Ending::longer;
        return path;
      }
    }
  } catch (const LimitReached&) {
    path.ending = Ending::undecided;
  }
  return path;
}

}  // namespace satdoku::nets
