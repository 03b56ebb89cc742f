// The domains of the variables with a trail, and the relations that wait to be looked at.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "narrowing.hpp"

namespace satdoku::narrowing {

// What the baseline instruction set has no instruction for.
inline int count_bits(Mask mask) {
  mask -= mask >> 1 & 0x5555555555555555;
  mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333);
  mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<int>(mask * 0x0101010101010101 >> 56);
}

class State;

class Relation {
 public:
  virtual ~Relation() = default;
  // Takes values away; false where it cannot hold.  Must see that where all variables have one value.
  virtual bool narrow(State& state) = 0;

  std::vector<int> variables;  // what it depends on
  std::vector<int> culprits;   // where it cannot hold: those that show it; none: all
  int urgency = 2;             // 0 comes first
};

using Relations = std::vector<std::unique_ptr<Relation>>;

class State {
 public:
  std::vector<Mask> domains;
  std::vector<std::vector<int>> watchers;  // of each variable, the relations to look at again
  std::vector<std::vector<int>> peers;     // of each variable, those that cannot have its value
  std::pair<int, int> clash;               // the two peers that failed last
  std::uint64_t work = 0;

  bool keep(int variable, Mask allowed) {
    const Mask old = domains[variable];
    const Mask now = old & allowed;
    if (now == old) return true;
    trail_.emplace_back(variable, old);
    domains[variable] = now;
    if (!trying_) {
      if (!(now & (now - 1))) fixed_.push_back(variable);
      for (const int relation : watchers[variable]) push(relation);
    }
    return now != 0;
  }

  // Whether it has one value; what has none fails before anybody asks.
  bool fixed(int variable) const { return !(domains[variable] & (domains[variable] - 1)); }

  std::size_t mark() const { return trail_.size(); }

  void undo(std::size_t mark) {
    while (trail_.size() > mark) {
      domains[trail_.back().first] = trail_.back().second;
      trail_.pop_back();
    }
  }

  // While something is tried, changes wake no relation: they are taken back.
  void begin_try() { ++trying_; }
  void end_try() { --trying_; }

  void watch(const Relations& relations) {
    relations_ = &relations;
    waits_.assign(relations.size(), 0);
    watchers.assign(domains.size(), {});
    for (std::size_t r = 0; r < relations.size(); ++r) {
      for (const int v : relations[r]->variables)
        if (watchers[v].empty() || watchers[v].back() != static_cast<int>(r))
          watchers[v].push_back(static_cast<int>(r));
    }
    wake_all();
  }

  void wake_all() {
    for (std::size_t v = 0; v < domains.size(); ++v)
      if (fixed(static_cast<int>(v))) fixed_.push_back(static_cast<int>(v));
    for (std::size_t r = 0; r < relations_->size(); ++r) push(static_cast<int>(r));
  }

  static constexpr int kNone = -1, kClash = -2;

  // To a fixpoint.  The relation that failed, or kClash, or kNone.
  int propagate() {
    for (;;) {
      while (!fixed_.empty()) {
        const int v = fixed_.back();
        fixed_.pop_back();
        const Mask others = ~domains[v];
        work += peers[v].size() / 8;
        for (const int other : peers[v])
          if (!keep(other, others)) {
            clash = {v, other};
            forget();
            return kClash;
          }
      }
      int level = 0;
      while (level < kLevels && heads_[level] == queues_[level].size()) {
        queues_[level].clear();
        heads_[level] = 0;
        ++level;
      }
      if (level == kLevels) return kNone;
      const int r = queues_[level][heads_[level]++];
      waits_[r] = 0;
      Relation& relation = *(*relations_)[r];
      work += relation.variables.size() + 1;
      if (!relation.narrow(*this)) {
        forget();
        return r;
      }
    }
  }

 private:
  static constexpr int kLevels = 4;

  void push(int r) {
    if (waits_[r]) return;
    waits_[r] = 1;
    queues_[(*relations_)[r]->urgency].push_back(r);
  }

  void forget() {
    fixed_.clear();
    for (int level = 0; level < kLevels; ++level) {
      for (std::size_t i = heads_[level]; i < queues_[level].size(); ++i)
        waits_[queues_[level][i]] = 0;
      queues_[level].clear();
      heads_[level] = 0;
    }
  }

  int trying_ = 0;
  std::vector<int> fixed_;  // whose peers still can have their value
  std::vector<std::pair<int, Mask>> trail_;
  const Relations* relations_ = nullptr;
  std::vector<char> waits_;
  std::vector<int> queues_[kLevels];
  std::size_t heads_[kLevels] = {};
};

}  // namespace satdoku::narrowing
