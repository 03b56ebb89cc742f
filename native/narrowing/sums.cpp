// Sums over groups of variables that differ.
#include <algorithm>
#include <utility>

#include "relations.hpp"

namespace satdoku::narrowing {

bool compares(std::int64_t value, Compare how, std::int64_t bound) {
  switch (how) {
    case Compare::equal:
      return value == bound;
    case Compare::at_most:
      return value <= bound;
    case Compare::at_least:
      return value >= bound;
    case Compare::differs:
      return value != bound;
  }
  return false;
}

// The variables have each of these values between them: what follows from their places.
bool place(State& state, const std::vector<int>& variables, const std::vector<int>& outside,
           Mask needed) {
  Mask once = 0, twice = 0;
  for (const int v : variables) {
    twice |= once & state.domains[v];
    once |= state.domains[v];
  }
  if (needed & ~once) return false;
  if (const Mask single = needed & ~twice)
    for (const int v : variables)
      if (state.domains[v] & single && !state.keep(v, single)) return false;
  for (const int v : outside)
    if (!state.keep(v, ~needed)) return false;
  return true;
}

namespace {

// A set of whole numbers from 0, a bit each.
using Bits = std::vector<std::uint64_t>;

// from << by, or-ed into `into`; what leaves it is dropped.
void or_up(Bits& into, const Bits& from, std::int64_t by) {
  const std::size_t words = static_cast<std::size_t>(by) / 64, bits = by % 64;
  for (std::size_t i = words; i < into.size(); ++i) {
    std::uint64_t word = from[i - words] << bits;
    if (bits && i > words) word |= from[i - words - 1] >> (64 - bits);
    into[i] |= word;
  }
}

void or_down(Bits& into, const Bits& from, std::int64_t by) {
  const std::size_t words = static_cast<std::size_t>(by) / 64, bits = by % 64;
  for (std::size_t i = words; i < from.size(); ++i) {
    std::uint64_t word = from[i] >> bits;
    if (bits && i + 1 < from.size()) word |= from[i + 1] << (64 - bits);
    into[i - words] |= word;
  }
}

// Whether from << by and other have a number in common.
bool meet(const Bits& from, const Bits& other, std::int64_t by) {
  const std::size_t words = static_cast<std::size_t>(by) / 64, bits = by % 64;
  for (std::size_t i = words; i < other.size(); ++i) {
    std::uint64_t word = from[i - words] << bits;
    if (bits && i > words) word |= from[i - words - 1] >> (64 - bits);
    if (word & other[i]) return true;
  }
  return false;
}

class Sum final : public Relation {
 public:
  Sum(State& state, std::vector<Group> groups, Compare how, std::int64_t total)
      : how_(how), total_(total) {
    for (Group& group : groups) {
      variables.insert(variables.end(), group.variables.begin(), group.variables.end());
      Part& part = parts_.emplace_back();
      part.group = std::move(group);
      const Sets& sets = *part.group.sets;
      for (std::size_t s = 0; s < sets.sets.size(); ++s)
        if (groups.size() > 1 || compares(sets.weights[s], how, total))
          part.left.push_back(static_cast<int>(s));
      part.base = sets.weights.empty() ? 0 : sets.weights.front();
      part.narrow = sets.weights.empty() || sets.weights.back() - part.base < 64;
      part.count = state.new_number(static_cast<int>(part.left.size()));
    }
  }

  bool narrow(State& state) override {
    std::int64_t least = 0, most = 0;
    for (Part& part : parts_) {
      if (!list(state, part)) return false;
      least += part.low;
      most += part.high;
    }
    if (parts_.size() > 1) {
      if (how_ != Compare::at_least && how_ != Compare::differs && least > total_) return false;
      if (how_ != Compare::at_most && how_ != Compare::differs && most < total_) return false;
      // Counted from the least sum; where the total is one number, no further than that.
      const std::int64_t span = how_ == Compare::equal ? total_ - least : most - least;
      const bool done = span < 64        ? by_word(state, least, static_cast<int>(span))
                        : span < kWidest ? by_totals(state, least, span)
                                         : by_bounds(state, least, most);
      if (!done) return false;
    }
    for (const Part& part : parts_)
      if (!apply(state, part)) return false;
    return true;
  }

 private:
  static constexpr std::int64_t kWidest = 4096;

  struct Part {
    Group group;
    std::vector<int> left;  // the sets that are possible come first
    int count = 0;          // the number of `state` that says how many these are
    std::int64_t base = 0;  // the least weight
    bool narrow = false;    // whether all weights are less than 64 above it
    Mask known = 0;
    std::int64_t low = 0, high = 0;
    std::uint64_t word = 0, word_before = 0;  // totals from low and what comes before, a bit each
    std::vector<std::int64_t> totals;         // of these, each once, from low
    Bits before;                              // what the parts before it can add up to
    Bits after;  // what it and those before it may add up to, for the rest to reach the total
  };

  // Keeps the sets for which `fits` is true, until the search goes back; whether there are some.
  template <typename Fits>
  static bool filter(State& state, Part& part, Fits fits) {
    const std::int64_t before = state.number(part.count);
    std::int64_t count = before;
    int* const left = part.left.data();
    for (std::int64_t i = 0; i < count;) {
      if (fits(left[i])) ++i;
      else std::swap(left[i], left[--count]);
    }
    if (count < before) state.lower(part.count, count);
    return count > 0;
  }

  static bool list(State& state, Part& part) {
    const std::vector<int>& cells = part.group.variables;
    const Mask* const sets = part.group.sets->sets.data();
    const std::int64_t* const weights = part.group.sets->weights.data();
    Mask known = 0, some = 0;
    for (const int v : cells) {
      const Mask domain = state.domains[v];
      some |= domain;
      known |= domain & (domain - 1) ? 0 : domain;
    }
    part.known = known;
    state.work += static_cast<std::size_t>(state.number(part.count)) / 16;
    std::uint64_t word = 0;
    std::int64_t low = INT64_MAX, high = INT64_MIN;
    const auto fits = [&](int s) {
      const Mask set = sets[s];
      if ((set & ~some) | (known & ~set)) return false;
      for (const int v : cells)
        if (!(state.domains[v] & set)) return false;
      if (part.narrow) {
        word |= std::uint64_t{1} << (weights[s] - part.base);
      } else {
        low = std::min(low, weights[s]);
        high = std::max(high, weights[s]);
      }
      return true;
    };
    if (!filter(state, part, fits)) return false;
    if (part.narrow) {
      const int first = std::countr_zero(word);
      part.low = part.base + first;
      part.high = part.base + 63 - std::countl_zero(word);
      part.word = word >> first;
    } else {
      part.low = low;
      part.high = high;
    }
    return true;
  }

  // As by_totals, where a word holds all.
  bool by_word(State& state, std::int64_t least, int span) {
    const std::uint64_t all = ~std::uint64_t{0} >> (63 - span);
    std::uint64_t reached = 1;
    for (Part& part : parts_) {
      if (!part.narrow) {
        part.word = 0;
        for (std::int64_t i = 0; i < state.number(part.count); ++i) {
          const std::int64_t t = part.group.sets->weights[part.left[i]] - part.low;
          if (t <= span) part.word |= std::uint64_t{1} << t;
        }
      }
      part.word_before = reached;
      reached = 0;
      each_bit(part.word & all, [&](int t) { reached |= part.word_before << t; });
      reached &= all;
    }
    std::uint64_t wanted = 0;
    if (how_ == Compare::equal) wanted = std::uint64_t{1} << span;
    else
      for (int s = 0; s <= span; ++s)
        if (compares(least + s, how_, total_)) wanted |= std::uint64_t{1} << s;
    for (std::size_t i = parts_.size(); i--;) {
      Part& part = parts_[i];
      std::uint64_t fit = 0, before = 0;
      each_bit(part.word & all, [&](int t) {
        if (!((part.word_before << t) & wanted)) return;
        fit |= std::uint64_t{1} << t;
        before |= wanted >> t;
      });
      wanted = before;
      if (fit == part.word && part.high - part.low <= span) continue;
      const std::int64_t* const weights = part.group.sets->weights.data();
      const auto fits = [&](int s) {
        const std::int64_t t = weights[s] - part.low;
        return t <= span && (fit >> t & 1);
      };
      if (!filter(state, part, fits)) return false;
    }
    return true;
  }

  bool by_totals(State& state, std::int64_t least, std::int64_t span) {
    const std::size_t words = static_cast<std::size_t>(span) / 64 + 1;
    Bits &reached = reached_, &wanted = wanted_;
    reached.assign(words, 0);
    reached[0] = 1;
    for (Part& part : parts_) {
      part.totals.clear();
      if (part.narrow) {
        each_bit(part.word, [&](int t) {
          if (t <= span) part.totals.push_back(t);
        });
      } else {
        for (std::int64_t i = 0; i < state.number(part.count); ++i) {
          const std::int64_t t = part.group.sets->weights[part.left[i]] - part.low;
          if (t <= span) part.totals.push_back(t);
        }
        std::sort(part.totals.begin(), part.totals.end());
        part.totals.erase(std::unique(part.totals.begin(), part.totals.end()), part.totals.end());
      }
      part.before = reached;
      reached.assign(words, 0);
      for (const std::int64_t t : part.totals) or_up(reached, part.before, t);
      state.work += part.totals.size() * words / 8;
    }
    wanted.assign(words, 0);
    if (how_ == Compare::equal) wanted[span / 64] = std::uint64_t{1} << (span % 64);
    else
      for (std::int64_t s = 0; s <= span; ++s)
        if (compares(least + s, how_, total_)) wanted[s / 64] |= std::uint64_t{1} << (s % 64);
    for (std::size_t i = parts_.size(); i--;) {
      Part& part = parts_[i];
      part.after = wanted;
      const std::size_t before = part.totals.size();
      std::erase_if(part.totals, [&](std::int64_t t) { return !meet(part.before, part.after, t); });
      wanted.assign(words, 0);
      for (const std::int64_t t : part.totals) or_down(wanted, part.after, t);
      if (before == part.totals.size() && part.high - part.low <= span) continue;
      const std::int64_t* const weights = part.group.sets->weights.data();
      const auto fits = [&](int s) {
        return std::binary_search(part.totals.begin(), part.totals.end(), weights[s] - part.low);
      };
      if (!filter(state, part, fits)) return false;
    }
    return true;
  }

  bool by_bounds(State& state, std::int64_t least, std::int64_t most) {
    for (Part& part : parts_) {
      const std::int64_t* const weights = part.group.sets->weights.data();
      const auto fits = [&](int s) {
        const std::int64_t low = least - part.low + weights[s];
        const std::int64_t high = most - part.high + weights[s];
        if (how_ == Compare::differs) return low != high || low != total_;
        return (how_ == Compare::at_least || low <= total_) &&
               (how_ == Compare::at_most || high >= total_);
      };
      if (!filter(state, part, fits)) return false;
    }
    return true;
  }

  static bool apply(State& state, const Part& part) {
    Mask some = 0, needed = ~Mask{0};
    const Mask* const sets = part.group.sets->sets.data();
    for (std::int64_t i = 0; i < state.number(part.count); ++i) {
      some |= sets[part.left[i]];
      needed &= sets[part.left[i]];
    }
    for (const int v : part.group.variables)
      if (!state.keep(v, some)) return false;
    // Values that are known have left the outside cells already.
    needed &= ~part.known;
    return !needed || place(state, part.group.variables, part.group.outside, needed);
  }

  std::vector<Part> parts_;
  Compare how_;
  std::int64_t total_;
  Bits reached_, wanted_;  // kept from call to call
};

}  // namespace

std::unique_ptr<Relation> sum(State& state, std::vector<Group> groups, Compare how,
                              std::int64_t total) {
  return std::make_unique<Sum>(state, std::move(groups), how, total);
}

}  // namespace satdoku::narrowing
