// Sums over groups of variables that differ.
#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "ideas.hpp"
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
  if (kOutside)
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

// W: the words of the sets of each group; 0 where they differ.
template <std::size_t W>
class Sum final : public Relation {
 public:
  Sum(State& state, std::vector<Group> groups, Compare how, std::int64_t total)
      : how_(how), total_(total) {
    for (Group& group : groups) {
      variables.insert(variables.end(), group.variables.begin(), group.variables.end());
      Part& part = parts_.emplace_back();
      part.group = std::move(group);
      const Sets& sets = *part.group.sets;
      const std::vector<Sets::Level>& levels = sets.levels;
      part.narrow = levels.empty() || levels.back().weight - levels.front().weight < 64;
      part.alone = part.group.variables.size() == 1 && groups.size() > 1;
      if constexpr (!W) part.live.assign(sets.words, 0);
      part.totals_of = part.values_of = part.live;
      for (std::size_t i = 0; i < sets.count; ++i) part.live[i / 64] |= Word{1} << i % 64;
      if (groups.size() == 1)
        for (const Sets::Level& level : levels)
          if (!compares(level.weight, how, total)) clear(part, level);
      if (part.alone) {
        part.weights.resize(64 - std::countl_zero(sets.values));
        const Word* with = sets.with(0);
        each_bit(sets.values, [&](int value) {
          sets.template each_level<W>(
              with, [&](const Sets::Level& level) { part.weights[value] = level.weight; });
          with += words(part);
        });
        part.counts = part.narrow;
        each_bit(sets.values, [&](int value) {
          part.counts = part.counts && part.weights[value] - levels.front().weight ==
                                           value - std::countr_zero(sets.values);
        });
      }
      for (std::size_t w = 0; w < sets.words; ++w) {
        const int number = state.new_number(static_cast<std::int64_t>(part.live[w]));
        if (!w) part.first = number;
      }
    }
  }

  bool narrow(State& state) override {
    for (Part& part : parts_)
      if (!list(state, part)) return false;
    if (parts_.size() > 1 && !(totals() && added_)) {
      added_ = restricted_ = false;
      std::int64_t least = 0, most = 0;
      for (const Part& part : parts_) {
        least += part.low;
        most += part.high;
      }
      if (how_ != Compare::at_least && how_ != Compare::differs && least > total_) return false;
      if (how_ != Compare::at_most && how_ != Compare::differs && most < total_) return false;
      // Counted from the least sum; where the total is one number, no further than that.
      const std::int64_t span = how_ == Compare::equal ? total_ - least : most - least;
      const bool done = span < 64        ? by_word(state, least, static_cast<int>(span))
                        : span < kWidest ? by_totals(state, least, span)
                                         : by_bounds(state, least, most);
      if (!done) return false;
      added_ = span < kWidest && !restricted_;
    }
    for (Part& part : parts_)
      if (!apply(state, part)) return false;
    return true;
  }

 private:
  using Word = Sets::Word;
  using Live = std::conditional_t<W != 0, std::array<Word, W>, Bits>;
  static constexpr std::int64_t kWidest = 4096;

  struct Part {
    Group group;
    int first = 0;        // the first of the numbers of `state` that are the possible sets
    bool narrow = false;  // whether all weights are less than 64 above the least
    bool alone = false;   // one of several, of one variable: its domain says what is possible
    bool counts = false;  // then whether each value adds one more than that a bit below
    int shift = 0;        // where `word` begins: from the least of all weights, or values
    std::vector<std::int64_t> weights;  // then of each of its values
    Live live{};                        // the possible ones, in a call
    Live values_of;                     // those of which `some` and `needed` are
    Live totals_of;                     // those of which `low`, `high` and `word` are
    Mask some = 0, needed = 0;          // values that some of them have, that all have
    Mask fixed = 0;                     // the values of cells that are known
    std::int64_t low = 0, high = 0;
    std::uint64_t word = 0;               // what they add, from low, a bit each; where it is narrow
    std::uint64_t reach = 0, before = 0;  // totals in by_word: of it, and of those before it
    std::vector<std::int64_t> totals;     // of these, each once, from low
    Bits before_bits;                     // what the parts before it can add up to
    Bits after_bits;  // what it and those before it may add up to, for the rest to reach the total
  };

  static std::size_t words(const Part& part) { return W ? W : part.live.size(); }

  static void clear(Part& part, const Sets::Level& level) {
    const Word* const at = part.group.sets->at(level);
    for (std::size_t w = 0; w < words(part); ++w) part.live[w] &= ~at[w];
  }

  // Writes what is left of the sets down, until the search goes back; whether there are some.
  static bool store(State& state, const Part& part) {
    Word any = 0;
    for (std::size_t w = 0; w < words(part); ++w) {
      const Word word = part.live[w];
      any |= word;
      const int which = part.first + static_cast<int>(w);
      if (static_cast<Word>(state.number(which)) != word)
        state.lower(which, static_cast<std::int64_t>(word));
    }
    return any != 0;
  }

  // Makes `known` the sets that are possible; whether it was.
  static bool is(const Part& part, Live& known) {
    Word changed = 0;
    for (std::size_t w = 0; w < words(part); ++w) {
      changed |= known[w] ^ part.live[w];
      known[w] = part.live[w];
    }
    return !changed;
  }

  // Calls with each weight of the possible sets.
  template <typename Visit>
  static void each_weight(const Part& part, const Live& of, Visit visit) {
    if (part.alone) each_bit(of[0], [&](int value) { visit(part.weights[value]); });
    else
      part.group.sets->template each_level<W>(
          of.data(), [&](const Sets::Level& level) { visit(level.weight); });
  }

  // What the parts add; whether all of them can add what they could.
  bool totals() {
    bool same = true;
    for (Part& part : parts_) {
      if (is(part, part.totals_of)) continue;
      same = false;
      const Sets& sets = *part.group.sets;
      if (part.narrow && !part.alone) {
        const std::uint64_t all = sets.template weights<W>(part.live.data());
        part.shift = std::countr_zero(all);
        part.word = all >> part.shift;
        part.low = sets.levels.front().weight + part.shift;
        part.high = part.low + 63 - std::countl_zero(part.word);
        continue;
      }
      if (part.alone) {
        // Weights of values ascend, or descend.
        const Word live = part.live[0];
        const std::int64_t first = part.weights[std::countr_zero(live)];
        const std::int64_t last = part.weights[63 - std::countl_zero(live)];
        part.low = std::min(first, last);
        part.high = std::max(first, last);
        part.shift = std::countr_zero(live);
        if (part.counts) {
          part.word = live >> part.shift;
          continue;
        }
      } else {
        part.low = INT64_MAX;
        sets.template each_level<W>(part.live.data(), [&](const Sets::Level& level) {
          if (part.low == INT64_MAX) part.low = level.weight;
          part.high = level.weight;
        });
      }
      part.word = 0;
      if (part.narrow)
        each_weight(part, part.live, [&](std::int64_t weight) {
          part.word |= std::uint64_t{1} << (weight - part.low);
        });
    }
    return same;
  }

  static bool list(State& state, Part& part) {
    const Sets& sets = *part.group.sets;
    Word* const live = part.live.data();
    state.work += 1;
    if (part.alone) {
      const Mask domain = state.domains[part.group.variables.front()];
      part.fixed = domain & (domain - 1) ? 0 : domain;
      live[0] = domain & sets.values;
      return live[0] != 0;
    }
    for (std::size_t w = 0; w < words(part); ++w)
      live[w] = static_cast<Word>(state.number(part.first + static_cast<int>(w)));
    Mask fixed = 0, some = 0;
    for (const int v : part.group.variables) {
      const Mask domain = state.domains[v];
      some |= domain;
      fixed |= domain & (domain - 1) ? 0 : domain;
      sets.template keep<W>(live, domain);
    }
    part.fixed = fixed;
    if (const Mask none = sets.values & ~some) sets.template drop<W>(live, none);
    return store(state, part);
  }

  // Keeps the sets that add what `fits` is true for.
  template <typename Fits>
  bool restrict(State& state, Part& part, Fits fits) {
    if (part.alone) {
      restricted_ = true;
      Word& live = part.live[0];
      each_bit(live, [&](int value) {
        if (!fits(part.weights[value])) live &= ~(Word{1} << value);
      });
      return live != 0;
    }
    const Sets& sets = *part.group.sets;
    bool changed = false;
    sets.template each_level<W>(part.totals_of.data(), [&](const Sets::Level& level) {
      if (fits(level.weight)) return;
      clear(part, level);
      changed = true;
    });
    restricted_ = restricted_ || changed;
    return !changed || store(state, part);
  }

  // Keeps the sets that add one of these, a bit each from the least.
  bool leave(State& state, Part& part, std::uint64_t fit) {
    restricted_ = true;
    if (part.alone) return (part.live[0] &= fit << part.shift) != 0;
    const Sets& sets = *part.group.sets;
    each_bit((part.word & ~fit) << part.shift,
             [&](int weight) { clear(part, sets.level_of(weight)); });
    return store(state, part);
  }

  // What a part can add, from the least, no further than this.
  static std::uint64_t reach(const Part& part, std::int64_t span) {
    if (part.narrow) return part.word & ~std::uint64_t{0} >> (63 - span);
    std::uint64_t found = 0;
    each_weight(part, part.totals_of, [&](std::int64_t weight) {
      const std::int64_t t = weight - part.low;
      if (t <= span) found |= std::uint64_t{1} << t;
    });
    return found;
  }

  // As by_totals, where a word holds all.
  bool by_word(State& state, std::int64_t least, int span) {
    const std::uint64_t all = ~std::uint64_t{0} >> (63 - span);
    std::uint64_t reached = 1;
    for (Part& part : parts_) {
      part.reach = reach(part, span);
      part.before = reached;
      reached = 0;
      each_bit(part.reach, [&](int t) { reached |= part.before << t; });
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
      each_bit(part.reach, [&](int t) {
        fit |= static_cast<std::uint64_t>(((part.before << t) & wanted) != 0) << t;
        before |= wanted >> t;
      });
      wanted = before;
      if (fit == part.reach && part.high - part.low <= span) continue;
      if (part.narrow && (part.counts || !part.alone)) {
        if (!leave(state, part, fit)) return false;
        continue;
      }
      const std::int64_t low = part.low;
      if (!restrict(state, part, [&](std::int64_t weight) {
            return weight - low <= span && (fit >> (weight - low) & 1);
          }))
        return false;
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
      each_weight(part, part.totals_of, [&](std::int64_t weight) {
        if (weight - part.low <= span) part.totals.push_back(weight - part.low);
      });
      if (part.alone) std::sort(part.totals.begin(), part.totals.end());
      part.before_bits = reached;
      reached.assign(words, 0);
      for (const std::int64_t t : part.totals) or_up(reached, part.before_bits, t);
      state.work += part.totals.size() * words / 8;
    }
    wanted.assign(words, 0);
    if (how_ == Compare::equal) wanted[span / 64] = std::uint64_t{1} << (span % 64);
    else
      for (std::int64_t s = 0; s <= span; ++s)
        if (compares(least + s, how_, total_)) wanted[s / 64] |= std::uint64_t{1} << (s % 64);
    for (std::size_t i = parts_.size(); i--;) {
      Part& part = parts_[i];
      part.after_bits = wanted;
      const std::size_t before = part.totals.size();
      std::erase_if(part.totals,
                    [&](std::int64_t t) { return !meet(part.before_bits, part.after_bits, t); });
      wanted.assign(words, 0);
      for (const std::int64_t t : part.totals) or_down(wanted, part.after_bits, t);
      if (before == part.totals.size() && part.high - part.low <= span) continue;
      const std::int64_t low = part.low;
      if (!restrict(state, part, [&](std::int64_t weight) {
            return std::binary_search(part.totals.begin(), part.totals.end(), weight - low);
          }))
        return false;
    }
    return true;
  }

  bool by_bounds(State& state, std::int64_t least, std::int64_t most) {
    for (Part& part : parts_) {
      const std::int64_t rest_low = least - part.low, rest_high = most - part.high;
      if (!restrict(state, part, [&](std::int64_t weight) {
            const std::int64_t low = rest_low + weight, high = rest_high + weight;
            if (how_ == Compare::differs) return low != high || low != total_;
            return (how_ == Compare::at_least || low <= total_) &&
                   (how_ == Compare::at_most || high >= total_);
          }))
        return false;
    }
    return true;
  }

  static bool apply(State& state, Part& part) {
    if (part.alone) {
      const Word live = part.live[0];
      if (!state.keep(part.group.variables.front(), live)) return false;
      return (live & (live - 1)) || part.fixed ||
             place(state, part.group.variables, part.group.outside, live);
    }
    if (!is(part, part.values_of)) {
      const Sets& sets = *part.group.sets;
      const Word* const live = part.live.data();
      part.some = part.needed = 0;
      const Word* with = sets.with(0);
      each_bit(sets.values, [&](int value) {
        Word have = 0, lack = 0;
        for (std::size_t w = 0; w < words(part); ++w, ++with) {
          have |= live[w] & *with;
          lack |= live[w] & ~*with;
        }
        part.some |= static_cast<Mask>(have != 0) << value;
        part.needed |= static_cast<Mask>(lack == 0) << value;
      });
    }
    for (const int v : part.group.variables)
      if (!state.keep(v, part.some)) return false;
    // Values that are known have left the outside cells already.
    const Mask needed = part.needed & ~part.fixed;
    return !needed || place(state, part.group.variables, part.group.outside, needed);
  }

  std::vector<Part> parts_;
  Compare how_;
  std::int64_t total_;
  bool added_ = false;       // whether the total left what the parts add as it was
  bool restricted_ = false;  // whether it has not
  Bits reached_, wanted_;    // kept from call to call
};

}  // namespace

Sets::Sets(std::vector<std::pair<std::int64_t, Mask>> sets)
    : count(sets.size()), words(std::max(kFewWords, (count + 63) / 64)) {
  std::sort(sets.begin(), sets.end());
  for (const auto& [weight, set] : sets) values |= set;
  const std::size_t bits = 64 - std::countl_zero(values);
  chunks_ = std::max<std::size_t>(2, (bits + kBits - 1) / kBits);
  table_.assign((chunks_ << kBits) * words, 0);
  of_value_.reserve(static_cast<std::size_t>(count_bits(values)) * words);
  // Rows of one value, then those in which it comes last; also of values that no set has.
  for (std::size_t value = 0; value < chunks_ * kBits; ++value) {
    const std::size_t chunk = value / kBits << kBits, one = std::size_t{1} << value % kBits;
    Word* const row = &table_[(chunk + one) * words];
    if (value < bits && (values >> value & 1)) {
      for (std::size_t i = 0; i < count; ++i)
        row[i / 64] |= (sets[i].second >> value & 1) << i % 64;
      of_value_.insert(of_value_.end(), row, row + words);
    }
    const Word* const before = &table_[chunk * words];
    for (std::size_t w = words; w < one * words; ++w) row[w] = before[w] | row[w % words];
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!i || sets[i].first != levels.back().weight) {
      levels.push_back({sets[i].first});
      of_level_.resize(of_level_.size() + words);
    }
    *(of_level_.end() - static_cast<std::ptrdiff_t>(words - i / 64)) |= Word{1} << i % 64;
  }
  for (const Level& level : levels) {
    const std::int64_t above = level.weight - levels.front().weight;
    if (above < 64) level_of_[above] = static_cast<std::uint8_t>(&level - levels.data());
  }
}

std::unique_ptr<Relation> sum(State& state, std::vector<Group> groups, Compare how,
                              std::int64_t total) {
  const bool few = std::all_of(groups.begin(), groups.end(), [](const Group& group) {
    return group.sets->words == Sets::kFewWords;
  });
  if (few) return std::make_unique<Sum<Sets::kFewWords>>(state, std::move(groups), how, total);
  return std::make_unique<Sum<0>>(state, std::move(groups), how, total);
}

}  // namespace satdoku::narrowing
