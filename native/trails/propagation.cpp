#include "propagation.hpp"

#include <algorithm>
#include <stdexcept>

#include "set.hpp"

namespace satdoku::trails {

Propagation::Propagation(int top)
    : watches_(2 * at(top)), value_(2 * at(top), 0), level_(at(top), 0) {}

void Propagation::extend(const std::vector<std::vector<int>>& clauses) {
  undo(root_);
  known_ = false;
  std::vector<int> own;
  for (const std::vector<int>& clause : clauses) {
    own.clear();
    bool holds = false;
    for (const int literal : clause) {
      const int l = index(literal);
      holds = holds || is_true(l);
      if (value_[at(l)] == 0) own.push_back(l);
    }
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    const auto opposite = [](int a, int b) { return (a ^ b) == 1; };
    if (holds || std::adjacent_find(own.begin(), own.end(), opposite) != own.end()) continue;
    if (own.empty()) possible_ = false;
    if (own.size() == 1) add(own.front());
    if (own.size() < 2) continue;
    const auto place = static_cast<std::uint32_t>(literals_.size());
    literals_.push_back(static_cast<int>(own.size()));
    literals_.insert(literals_.end(), own.begin(), own.end());
    watches_[at(own[0])].push_back({place, own[1]});
    watches_[at(own[1])].push_back({place, own[0]});
  }
  possible_ = possible_ && propagate();
  root_ = fixed();
}

int Propagation::index(int literal) const {
  const auto top = static_cast<int>(level_.size());
  if (literal == 0 || literal < -top || literal > top)
    throw std::invalid_argument("a literal is a number from 1 to top, or the negative of one");
  return literal < 0 ? 2 * (-literal - 1) + 1 : 2 * (literal - 1);
}

bool Propagation::add(int l) {
  if (value_[at(l)] != 0) return value_[at(l)] > 0;
  value_[at(l)] = 1;
  value_[at(l ^ 1)] = -1;
  level_[at(l >> 1)] = now_ + 1;
  trail_.push_back(l);
  return true;
}

bool Propagation::look(int l) {
  std::vector<Watch>& watches = watches_[at(l)];
  bool fits = true;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < watches.size(); ++i) {
    const Watch watch = watches[i];
    watches[kept++] = watch;
    if (is_true(watch.blocker)) continue;
    int* const clause = literals_.data() + watch.clause;
    const int size = *clause;
    int* const first = clause + 1;
    if (first[0] == l) std::swap(first[0], first[1]);
    if (is_true(first[0])) {
      watches[kept - 1].blocker = first[0];
      continue;
    }
    int other = 2;
    while (other < size && is_false(first[other])) ++other;
    if (other < size) {
      std::swap(first[1], first[other]);
      watches_[at(first[1])].push_back({watch.clause, first[0]});
      --kept;
      continue;
    }
    // What is false by the next level counts as open here, and fails when it is added.
    fits = !is_false(first[0]) && add(first[0]) && fits;
  }
  watches.resize(kept);
  return fits;
}

bool Propagation::propagate() {
  bool fits = true;
  while (fits && head_ < trail_.size()) {
    const std::size_t end = trail_.size();
    now_ = level_[at(trail_[head_] >> 1)];
    while (head_ < end) fits = look(trail_[head_++] ^ 1) && fits;
  }
  return fits;
}

std::size_t Propagation::fixed() {
  for (const int l : trail_) level_[at(l >> 1)] = 0;
  now_ = 0;
  return head_ = trail_.size();
}

void Propagation::undo(std::size_t mark) {
  while (trail_.size() > mark) {
    const int l = trail_.back();
    value_[at(l)] = value_[at(l ^ 1)] = 0;
    trail_.pop_back();
  }
  head_ = mark;
}

std::vector<std::pair<int, int>> Propagation::failing(const std::vector<int>& base,
                                                      const std::vector<int>& tried) {
  std::vector<int> wanted;
  for (const int literal : base) wanted.push_back(index(literal));
  if (!known_ || wanted != base_) {
    undo(root_);
    known_ = true;
    base_ = std::move(wanted);
    base_possible_ = possible_;
    for (const int l : base_) base_possible_ = base_possible_ && add(l);
    base_possible_ = base_possible_ && propagate();
    based_ = fixed();
  }
  std::vector<std::pair<int, int>> found;
  for (std::size_t i = 0; i < tried.size(); ++i) {
    const int l = index(tried[i]);
    bool fits = base_possible_;
    now_ = 0;
    if (fits) fits = add(l) && propagate();
    if (!fits) found.emplace_back(static_cast<int>(i), static_cast<int>(trail_.size() - based_));
    if (base_possible_) undo(based_);
  }
  return found;
}

}  // namespace satdoku::trails
