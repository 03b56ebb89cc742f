// The domains of the variables with a trail, and the relations that wait to be looked at.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
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
struct Layers;

// The layers of automata whose variables differ, by those without that.
using Stronger = std::map<std::shared_ptr<const Layers>, std::shared_ptr<const Layers>>;

class Relation {
 public:
  virtual ~Relation() = default;
  // Takes values away; false where it cannot hold.  Must see that where all variables have one
  // value.
  virtual bool narrow(State& state) = 0;
  // Takes more away from now on, for more work, where it can; and as before.
  virtual bool strengthen(State&, Stronger&) { return false; }
  virtual void weaken() {}

  std::vector<int> variables;  // what it depends on
  std::vector<int> culprits;   // where it cannot hold: those that show it; none: all
  int urgency = 2;             // 0 comes first
  bool settles = false;        // looking again at once would take nothing away
};

using Relations = std::vector<std::unique_ptr<Relation>>;

class State {
 public:
  std::vector<Mask> domains;
  std::vector<std::vector<int>> peers;   // of each variable, those that cannot have its value
  std::vector<std::vector<int>> houses;  // that differ, in order
  std::pair<int, int> clash;             // the two peers that failed last
  std::uint64_t work = 0;

  bool keep(int variable, Mask allowed) {
    const Mask old = domains[variable];
    const Mask now = old & allowed;
    if (now == old) return true;
    trail_[length_++] = {variable, old};
    domains[variable] = now;
    if (!trying_) {
      if (!(now & (now - 1))) fixed_.push_back(variable);
      wake(variable);
    }
    return now != 0;
  }

  // Whether it has one value; what has none fails before anybody asks.
  bool fixed(int variable) const { return !(domains[variable] & (domains[variable] - 1)); }

  std::size_t mark() const { return length_; }

  void undo(std::size_t mark) {
    while (length_ > mark) {
      const Change& change = trail_[--length_];
      if (change.variable >= 0) domains[change.variable] = change.domain;
      else numbers_[~change.variable] = static_cast<std::int64_t>(change.domain);
    }
  }

  // Numbers that only become smaller, and are what they were when the search goes back.
  int new_number(std::int64_t value) {
    numbers_.push_back(value);
    return static_cast<int>(numbers_.size()) - 1;
  }

  std::int64_t number(int which) const { return numbers_[which]; }

  void lower(int which, std::int64_t value) {
    if (length_ + values_ + 1 > trail_.size()) trail_.resize(2 * trail_.size());
    trail_[length_++] = {~which, static_cast<Mask>(numbers_[which])};
    numbers_[which] = value;
  }

  // While something is tried, changes wake no relation: they are taken back.
  void begin_try() { ++trying_; }
  void end_try() { --trying_; }

  void watch(const Relations& relations) {
    order_.clear();
    for (std::size_t r = 0; r < relations.size(); ++r) {
      const auto size = static_cast<std::uint32_t>(relations[r]->variables.size());
      order_.push_back({relations[r].get(), static_cast<int>(r), size + 1});
    }
    // Small ones first, which is also better to blame.
    std::stable_sort(order_.begin(), order_.end(), [](const Place& a, const Place& b) {
      const int level = a.relation->urgency, other = b.relation->urgency;
      return level != other ? level < other : level == kSorted && a.work < b.work;
    });
    waits_.assign(relations.size() / 64 + 1, 0);
    // Each change of a domain takes a value away.
    values_ = 0;
    for (const Mask domain : domains) values_ += static_cast<std::size_t>(count_bits(domain));
    trail_.resize(2 * values_ + 1);
    // How many words each variable has, then their bits.
    const std::vector<std::uint32_t> none(domains.size(), UINT32_MAX);
    std::vector<std::uint32_t> last = none;
    first_.assign(domains.size() + 1, 0);
    for (std::uint32_t at = 0; at < order_.size(); ++at)
      for (const int v : order_[at].relation->variables)
        if (std::exchange(last[v], at / 64) != at / 64) ++first_[v + 1];
    for (std::size_t v = 0; v < domains.size(); ++v) first_[v + 1] += first_[v];
    watches_.assign(first_.back(), {});
    std::vector<std::uint32_t> free = first_;
    last = none;
    for (std::uint32_t at = 0; at < order_.size(); ++at)
      for (const int v : order_[at].relation->variables) {
        if (std::exchange(last[v], at / 64) != at / 64) watches_[free[v]++].word = at / 64;
        watches_[free[v] - 1].bits |= std::uint64_t{1} << (at % 64);
      }
    wake_all();
  }

  void wake_all() {
    for (std::size_t v = 0; v < domains.size(); ++v)
      if (fixed(static_cast<int>(v))) fixed_.push_back(static_cast<int>(v));
    for (std::uint32_t at = 0; at < order_.size(); ++at)
      waits_[at / 64] |= std::uint64_t{1} << (at % 64);
    low_ = 0;
  }

  // A house of both; -1 where there is none.
  int house_of(int a, int b) const {
    for (std::size_t h = 0; h < houses.size(); ++h) {
      const std::vector<int>& house = houses[h];
      if (std::binary_search(house.begin(), house.end(), a) &&
          std::binary_search(house.begin(), house.end(), b))
        return static_cast<int>(h);
    }
    return -1;
  }

  static constexpr int kNone = -1, kClash = -2;

  // To a fixpoint.  The relation that failed, or kClash, or kNone.
  int propagate() {
    for (;;) {
      while (!fixed_.empty()) {
        const int v = fixed_.back();
        fixed_.pop_back();
        const Mask value = domains[v];
        work += peers[v].size() / 8;
        for (const int other : peers[v])
          if (domains[other] & value && !keep(other, ~value)) {
            clash = {v, other};
            forget();
            return kClash;
          }
      }
      while (low_ < waits_.size() && !waits_[low_]) ++low_;
      if (low_ == waits_.size()) return kNone;
      const std::uint64_t lowest = waits_[low_] & -waits_[low_];
      const std::size_t word = low_;
      waits_[word] ^= lowest;
      const Place& place = order_[64 * word + std::countr_zero(lowest)];
      Relation& relation = *place.relation;
      work += place.work;
      if (!relation.narrow(*this)) {
        forget();
        return place.which;
      }
      if (relation.settles) waits_[word] &= ~lowest;
    }
  }

 private:
  static constexpr int kSorted = 2;  // the urgency of relations that go by their size

  // Relations in one word of those that wait.
  struct Watch {
    std::uint32_t word;
    std::uint64_t bits;
  };

  void wake(int variable) {
    const Watch* const end = watches_.data() + first_[variable + 1];
    const Watch* watch = watches_.data() + first_[variable];
    if (watch == end) return;
    if (watch->word < low_) low_ = watch->word;
    std::uint64_t* const waits = waits_.data();
    do waits[watch->word] |= watch->bits;
    while (++watch != end);
  }

  void forget() {
    fixed_.clear();
    for (std::size_t word = low_; word < waits_.size(); ++word) waits_[word] = 0;
  }

  int trying_ = 0;
  std::vector<int> fixed_;  // whose peers still can have their value
  struct Change {
    int variable;  // or ~ the number
    Mask domain;   // before
  };
  std::vector<std::int64_t> numbers_;
  std::vector<Change> trail_;
  std::size_t length_ = 0;  // of the trail
  std::size_t values_ = 0;  // of all variables at the beginning
  struct Place {
    Relation* relation;
    int which;
    std::uint32_t work;
  };
  std::vector<Place> order_;          // the relations by urgency
  std::vector<std::uint64_t> waits_;  // a bit each, in this order
  std::size_t low_ = 0;               // no word before it has one
  std::vector<Watch> watches_;        // of the variables in turn, from `first_`
  std::vector<std::uint32_t> first_;
};

}  // namespace satdoku::narrowing
