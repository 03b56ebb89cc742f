#include "relations.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

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

namespace {

template <typename Visit>
void each_bit(Mask mask, Visit visit) {
  for (; mask; mask &= mask - 1) visit(std::countr_zero(mask));
}

// Gives values with one place left that place. `full` are the values that all come, none where some
// do not; those `used` have theirs. False where a value has no place, or a cell is that of two.
bool place_singles(State& state, const std::vector<int>& variables, Mask full, Mask used) {
  Mask once = 0, twice = 0;
  for (const int v : variables) {
    twice |= once & state.domains[v];
    once |= state.domains[v];
  }
  if (!full) return static_cast<std::size_t>(count_bits(once)) >= variables.size();
  if (once != full) return false;
  const Mask single = full & ~twice & ~used;
  if (!single) return true;
  for (const int v : variables)
    if (const Mask here = state.domains[v] & single) {
      if (here & (here - 1)) return false;
      state.keep(v, here);
    }
  return true;
}

class Different final : public Relation {
 public:
  Different(std::vector<int> cells, Mask full) : full_(full) {
    variables = std::move(cells);
    urgency = 0;
  }

  bool narrow(State& state) override {
    Mask used = 0;
    for (Mask known = 0;;) {
      used = 0;
      for (const int v : variables)
        if (state.fixed(v)) {
          if (used & state.domains[v]) return false;
          used |= state.domains[v];
        }
      if (used == known) break;
      known = used;
      for (const int v : variables)
        if (!state.fixed(v) && !state.keep(v, ~used)) return false;
    }
    return place_singles(state, variables, full_, used);
  }

 private:
  Mask full_;
};

class House final : public Relation {
 public:
  House(std::vector<int> cells, Mask full) : full_(full) {
    variables = std::move(cells);
    urgency = 0;
  }

  bool narrow(State& state) override { return place_singles(state, variables, full_, 0); }

 private:
  Mask full_;
};

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

class SameValues final : public Relation {
 public:
  SameValues(std::vector<int> first, std::vector<int> second)
      : first_(std::move(first)), second_(std::move(second)) {
    variables = first_;
    variables.insert(variables.end(), second_.begin(), second_.end());
    urgency = 1;
    settles = true;
  }

  bool narrow(State& state) override {
    const Mask a = values(state, first_), b = values(state, second_);
    return (a == b) || (leave(state, first_, b) && leave(state, second_, a));
  }

 private:
  static Mask values(const State& state, const std::vector<int>& of) {
    Mask found = 0;
    for (const int v : of) found |= state.domains[v];
    return found;
  }

  static bool leave(State& state, const std::vector<int>& of, Mask allowed) {
    for (const int v : of)
      if (!state.keep(v, allowed)) return false;
    return true;
  }

  std::vector<int> first_, second_;
};

class Pair final : public Relation {
 public:
  Pair(int first, int second, std::shared_ptr<const Pairs> table) : table_(std::move(table)) {
    variables = {first, second};
    urgency = 1;
    settles = first != second;
  }

  bool narrow(State& state) override {
    const int a = variables[0], b = variables[1];
    return state.keep(b, partners(table_->after, state.domains[a])) &&
           state.keep(a, partners(table_->before, state.domains[b]));
  }

 private:
  static Mask partners(const std::vector<Mask>& rows, Mask mask) {
    Mask found = 0;
    each_bit(mask, [&](int i) { found |= rows[i]; });
    return found;
  }

  std::shared_ptr<const Pairs> table_;
};

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
  Sum(std::vector<Group> groups, Compare how, std::int64_t total) : how_(how), total_(total) {
    for (Group& group : groups) {
      variables.insert(variables.end(), group.variables.begin(), group.variables.end());
      // By weight, so that the totals of those that are left come in order.
      std::vector<std::size_t> order(group.sets.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return group.weights[a] < group.weights[b];
      });
      Group sorted{std::move(group.variables), {}, {}, std::move(group.outside)};
      for (const std::size_t s : order) {
        if (groups.size() == 1 && !compares(group.weights[s], how, total)) continue;
        sorted.sets.push_back(group.sets[s]);
        sorted.weights.push_back(group.weights[s]);
      }
      parts_.push_back({std::move(sorted), {}, 0, 0, 0, 0, {}, {}, {}});
    }
  }

  bool narrow(State& state) override {
    std::int64_t least = 0, most = 0;
    for (Part& part : parts_) {
      if (!list(state, part)) return false;
      least += part.low;
      most += part.high;
    }
    if (parts_.size() == 1) return apply(state, parts_.front());
    if (how_ != Compare::at_least && how_ != Compare::differs && least > total_) return false;
    if (how_ != Compare::at_most && how_ != Compare::differs && most < total_) return false;
    // Counted from the least sum; where the total is one number, no further than that.
    const std::int64_t span = how_ == Compare::equal ? total_ - least : most - least;
    if (span < 64) by_word(least, static_cast<int>(span));
    else if (span < kWidest) by_totals(state, least, span);
    else by_bounds(least, most);
    for (Part& part : parts_)
      if (!apply(state, part)) return false;
    return true;
  }

 private:
  static constexpr std::int64_t kWidest = 4096;

  struct Part {
    Group group;
    std::vector<int> left;  // the sets that are possible
    std::int64_t low, high;
    std::uint64_t word, word_before;   // totals from low and what comes before, a bit each
    std::vector<std::int64_t> totals;  // of these, each once, from low
    Bits before;                       // what the parts before it can add up to
    Bits after;  // what it and those before it may add up to, for the rest to reach the total
  };

  static bool list(const State& state, Part& part) {
    const std::vector<int>& cells = part.group.variables;
    Mask known = 0, some = 0;
    for (const int v : cells) {
      some |= state.domains[v];
      if (state.fixed(v)) known |= state.domains[v];
    }
    part.left.clear();
    for (std::size_t s = 0; s < part.group.sets.size(); ++s) {
      const Mask set = part.group.sets[s];
      if ((set & ~some) || (known & ~set)) continue;
      if (std::any_of(cells.begin(), cells.end(), [&](int v) { return !(state.domains[v] & set); }))
        continue;
      part.left.push_back(static_cast<int>(s));
    }
    if (part.left.empty()) return false;
    part.low = part.group.weights[part.left.front()];
    part.high = part.group.weights[part.left.back()];
    return true;
  }

  // As by_totals, where a word holds all.
  void by_word(std::int64_t least, int span) {
    const std::uint64_t all = ~std::uint64_t{0} >> (63 - span);
    std::uint64_t reached = 1;
    for (Part& part : parts_) {
      part.word = 0;
      for (const int s : part.left) {
        const std::int64_t t = part.group.weights[s] - part.low;
        if (t > span) break;
        part.word |= std::uint64_t{1} << t;
      }
      part.word_before = reached;
      reached = 0;
      each_bit(part.word, [&](int t) { reached |= part.word_before << t; });
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
      each_bit(part.word, [&](int t) {
        if (!((part.word_before << t) & wanted)) return;
        fit |= std::uint64_t{1} << t;
        before |= wanted >> t;
      });
      wanted = before;
      if (fit != part.word || part.group.weights[part.left.back()] - part.low > span)
        std::erase_if(part.left, [&](int s) {
          const std::int64_t t = part.group.weights[s] - part.low;
          return t > span || !(fit >> t & 1);
        });
    }
  }

  void by_totals(State& state, std::int64_t least, std::int64_t span) {
    const std::size_t words = static_cast<std::size_t>(span) / 64 + 1;
    Bits &reached = reached_, &wanted = wanted_;
    reached.assign(words, 0);
    reached[0] = 1;
    for (Part& part : parts_) {
      part.totals.clear();
      for (const int s : part.left) {
        const std::int64_t t = part.group.weights[s] - part.low;
        if (t > span) break;
        if (part.totals.empty() || part.totals.back() != t) part.totals.push_back(t);
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
      std::erase_if(part.totals, [&](std::int64_t t) { return !meet(part.before, part.after, t); });
      wanted.assign(words, 0);
      for (const std::int64_t t : part.totals) or_down(wanted, part.after, t);
      auto total = part.totals.begin();
      std::erase_if(part.left, [&](int s) {
        const std::int64_t t = part.group.weights[s] - part.low;
        while (total != part.totals.end() && *total < t) ++total;
        return total == part.totals.end() || *total != t;
      });
    }
  }

  void by_bounds(std::int64_t least, std::int64_t most) {
    for (Part& part : parts_)
      std::erase_if(part.left, [&](int s) {
        const std::int64_t weight = part.group.weights[s];
        const std::int64_t low = least - part.low + weight, high = most - part.high + weight;
        if (how_ == Compare::differs) return low == high && low == total_;
        return (how_ != Compare::at_least && low > total_) ||
               (how_ != Compare::at_most && high < total_);
      });
  }

  static bool apply(State& state, const Part& part) {
    Mask some = 0, needed = ~Mask{0};
    for (const int s : part.left) {
      some |= part.group.sets[s];
      needed &= part.group.sets[s];
    }
    if (part.left.empty()) return false;
    for (const int v : part.group.variables)
      if (!state.keep(v, some)) return false;
    return place(state, part.group.variables, part.group.outside, needed);
  }

  std::vector<Part> parts_;
  Compare how_;
  std::int64_t total_;
  Bits reached_, wanted_;  // kept from call to call
};

class Table final : public Relation {
 public:
  Table(std::vector<int> cells, std::vector<int> rows) : rows_(std::move(rows)) {
    variables = std::move(cells);
  }

  bool narrow(State& state) override {
    const std::size_t width = variables.size();
    std::vector<Mask> seen(width, 0);
    for (std::size_t at = 0; at + width <= rows_.size(); at += width) {
      std::size_t i = 0;
      while (i < width && state.domains[variables[i]] >> rows_[at + i] & 1) ++i;
      if (i < width) continue;
      for (i = 0; i < width; ++i) seen[i] |= Mask{1} << rows_[at + i];
    }
    state.work += rows_.size() / 16;
    for (std::size_t i = 0; i < width; ++i)
      if (!state.keep(variables[i], seen[i])) return false;
    return true;
  }

 private:
  std::vector<int> rows_;
};

class Automaton final : public Relation {
 public:
  Automaton(std::vector<int> cells, const std::vector<const Scale*>& scales,
            std::shared_ptr<const Machine> machine)
      : machine_(std::move(machine)) {
    variables = std::move(cells);
    urgency = 3;
    std::vector<int> sorted = variables;
    std::sort(sorted.begin(), sorted.end());
    settles = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
    std::map<const Scale*, int> known;
    for (const Scale* scale : scales) {
      const auto [place, fresh] = known.emplace(scale, static_cast<int>(masks_.size()));
      if (fresh) {
        std::vector<Mask>& of = masks_.emplace_back();
        for (const std::int64_t value : machine_->values) {
          const auto at = std::lower_bound(scale->begin(), scale->end(), value);
          const bool there = at != scale->end() && *at == value;
          of.push_back(there ? Mask{1} << (at - scale->begin()) : 0);
        }
      }
      mask_of_.push_back(place->second);
    }
    reached_.resize(variables.size() + 1);
  }

  bool narrow(State& state) override {
    const Machine& machine = *machine_;
    const std::size_t places = variables.size();
    seen_.assign(machine.states, 0);
    reached_[0] = machine.starts;
    for (std::size_t i = 0; i < places; ++i) {
      const Mask domain = state.domains[variables[i]];
      const std::vector<Mask>& masks = masks_[mask_of_[i]];
      const int stamp = static_cast<int>(i) + 1;
      reached_[i + 1].clear();
      for (const int s : reached_[i])
        for (int m = machine.first[s]; m < machine.first[s + 1]; ++m) {
          const Machine::Move& move = machine.moves[m];
          if (seen_[move.next] != stamp && masks[move.value] & domain) {
            seen_[move.next] = stamp;
            reached_[i + 1].push_back(move.next);
          }
        }
      state.work += reached_[i].size() / 4;
    }
    alive_.assign(machine.states, 0);
    for (const int s : reached_[places])
      if (machine.accepting[s]) alive_[s] = static_cast<int>(places) + 1;
    for (std::size_t i = places; i--;) {
      const int v = variables[i];
      const Mask domain = state.domains[v];
      const std::vector<Mask>& masks = masks_[mask_of_[i]];
      const int later = static_cast<int>(i) + 2;
      Mask support = 0;
      next_.clear();
      for (const int s : reached_[i]) {
        Mask here = 0;
        for (int m = machine.first[s]; m < machine.first[s + 1]; ++m) {
          const Machine::Move& move = machine.moves[m];
          if (alive_[move.next] == later) here |= masks[move.value] & domain;
        }
        support |= here;
        if (here) next_.push_back(s);
      }
      for (const int s : next_) alive_[s] = later - 1;
      if (!state.keep(v, support)) return false;
    }
    return !places ? std::any_of(machine.starts.begin(), machine.starts.end(),
                                 [&](int s) { return machine.accepting[s] != 0; })
                   : true;
  }

 private:
  std::shared_ptr<const Machine> machine_;
  std::vector<std::vector<Mask>> masks_;  // for each scale the bit of each value of the machine
  std::vector<int> mask_of_;
  std::vector<std::vector<int>> reached_;
  std::vector<int> seen_, alive_, next_;
};

class Among final : public Relation {
 public:
  Among(std::vector<Counted> counted, Compare how, std::int64_t number, int counter,
        const Scale* scale)
      : how_(how), number_(number), counter_(counter), scale_(scale) {
    for (Counted& group : counted) {
      variables.insert(variables.end(), group.variables.begin(), group.variables.end());
      parts_.push_back({std::move(group), 0, 0, 0, 0, 0});
    }
    if (counter_ >= 0) variables.push_back(counter_);
  }

  bool narrow(State& state) override {
    std::int64_t least = 0, most = 0;
    for (Part& part : parts_) {
      look(state, part);
      least += part.least;
      most += part.most;
    }
    std::int64_t low = most + 1, high = least - 1;
    if (counter_ < 0) {
      for (std::int64_t n = least; n <= most; ++n)
        if (compares(n, how_, number_)) {
          low = std::min(low, n);
          high = std::max(high, n);
        }
    } else {
      Mask possible = 0;
      each_bit(state.domains[counter_], [&](int i) {
        for (std::int64_t n = least; n <= most; ++n)
          if (compares(n, how_, number_ + (*scale_)[i])) {
            low = std::min(low, n);
            high = std::max(high, n);
            possible |= Mask{1} << i;
          }
      });
      if (!state.keep(counter_, possible)) return false;
    }
    if (low > high) return false;
    // What the others leave to a part, where that is an end of what it can have.
    for (Part& part : parts_) {
      const bool all = low - (most - part.most) >= part.most;
      const bool none = high - (least - part.least) <= part.least;
      if (part.cells_in == part.cells_out) continue;
      if (all && !push(state, part, part.most == part.cells_in, part.group.mask)) return false;
      if (none && !push(state, part, part.least == part.cells_out, ~part.group.mask)) return false;
    }
    return true;
  }

 private:
  struct Part {
    Counted group;
    std::int64_t least, most;          // how many can be counted
    std::int64_t cells_in, cells_out;  // cells that can be, and that must be
    Mask some;                         // the values of all
  };

  // Cells that differ have no more counted values than there are, nor more of the others.
  static void look(const State& state, Part& part) {
    const Mask mask = part.group.mask;
    part.cells_in = part.cells_out = 0;
    part.some = 0;
    for (const int v : part.group.variables) {
      const Mask domain = state.domains[v];
      part.cells_in += (domain & mask) != 0;
      part.cells_out += (domain & ~mask) == 0;
      part.some |= domain;
    }
    part.most = part.cells_in;
    part.least = part.cells_out;
    const auto size = static_cast<std::int64_t>(part.group.variables.size());
    if (size == 1) return;
    part.most = std::min<std::int64_t>(part.most, count_bits(part.some & mask));
    part.least = std::max<std::int64_t>(part.least, size - count_bits(part.some & ~mask));
  }

  // As many values of `wanted` as can be: all cells that can have one have one, or each value is
  // had.
  static bool push(State& state, Part& part, bool by_cells, Mask wanted) {
    const std::vector<int>& cells = part.group.variables;
    if (!by_cells) return place(state, cells, part.group.outside, part.some & wanted);
    for (const int v : cells)
      if (state.domains[v] & wanted && !state.keep(v, wanted)) return false;
    return true;
  }

  std::vector<Part> parts_;
  Compare how_;
  std::int64_t number_;
  int counter_;
  const Scale* scale_;
};

class Element final : public Relation {
 public:
  Element(int index, const Scale& places, std::int64_t first, std::vector<int> array, int result)
      : index_(index), array_(std::move(array)), result_(result) {
    for (const std::int64_t place : places) {
      const std::int64_t at = place - first;
      const bool there = 0 <= at && at < static_cast<std::int64_t>(array_.size());
      member_.push_back(there ? array_[static_cast<std::size_t>(at)] : -1);
    }
    variables = array_;
    variables.push_back(index_);
    variables.push_back(result_);
  }

  bool narrow(State& state) override {
    Mask places = 0, values = 0;
    each_bit(state.domains[index_], [&](int i) {
      if (member_[i] < 0) return;
      const Mask common = state.domains[member_[i]] & state.domains[result_];
      if (common) places |= Mask{1} << i;
      values |= common;
    });
    if (!state.keep(index_, places) || !state.keep(result_, values)) return false;
    return (places & (places - 1)) ||
           state.keep(member_[std::countr_zero(places)], state.domains[result_]);
  }

 private:
  int index_;
  std::vector<int> array_;
  int result_;
  std::vector<int> member_;
};

class Domain final : public Relation {
 public:
  Domain(int variable, Mask allowed) : allowed_(allowed) { variables = {variable}; }
  bool narrow(State& state) override { return state.keep(variables[0], allowed_); }

 private:
  Mask allowed_;
};

class Either final : public Relation {
 public:
  explicit Either(std::vector<Relations> groups) : groups_(std::move(groups)) {
    urgency = 3;
    for (const Relations& group : groups_)
      for (const auto& relation : group)
        variables.insert(variables.end(), relation->variables.begin(), relation->variables.end());
    std::sort(variables.begin(), variables.end());
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  }

  bool narrow(State& state) override {
    std::vector<Mask> seen(variables.size(), 0);
    for (const Relations& group : groups_) {
      const std::size_t mark = state.mark();
      state.begin_try();
      state.work += variables.size();
      const bool holds = std::all_of(group.begin(), group.end(), [&](const auto& relation) {
        state.work += relation->variables.size();
        return relation->narrow(state);
      });
      for (std::size_t i = 0; holds && i < variables.size(); ++i)
        seen[i] |= state.domains[variables[i]];
      state.undo(mark);
      state.end_try();
      if (!holds) continue;
      bool open = true;
      for (std::size_t i = 0; open && i < variables.size(); ++i)
        open = seen[i] == state.domains[variables[i]];
      if (open) return true;  // nothing can be taken away any more
    }
    // Where no group can hold nothing was seen; without variables one that holds has returned.
    for (std::size_t i = 0; i < variables.size(); ++i)
      if (!state.keep(variables[i], seen[i])) return false;
    return !variables.empty();
  }

 private:
  std::vector<Relations> groups_;
};

}  // namespace

std::unique_ptr<Relation> different(std::vector<int> variables, Mask full) {
  return std::make_unique<Different>(std::move(variables), full);
}

std::unique_ptr<Relation> house(std::vector<int> variables, Mask full) {
  return std::make_unique<House>(std::move(variables), full);
}

std::unique_ptr<Relation> same_values(std::vector<int> first, std::vector<int> second) {
  return std::make_unique<SameValues>(std::move(first), std::move(second));
}

std::unique_ptr<Relation> pair(int first, int second, std::shared_ptr<const Pairs> table) {
  return std::make_unique<Pair>(first, second, std::move(table));
}

std::unique_ptr<Relation> sum(std::vector<Group> groups, Compare how, std::int64_t total) {
  return std::make_unique<Sum>(std::move(groups), how, total);
}

std::unique_ptr<Relation> table(std::vector<int> variables, std::vector<int> rows) {
  return std::make_unique<Table>(std::move(variables), std::move(rows));
}

std::unique_ptr<Relation> automaton(std::vector<int> variables, std::vector<const Scale*> scales,
                                    std::shared_ptr<const Machine> machine) {
  return std::make_unique<Automaton>(std::move(variables), scales, std::move(machine));
}

std::unique_ptr<Relation> among(std::vector<Counted> counted, Compare how, std::int64_t number,
                                int counter, const Scale* scale) {
  return std::make_unique<Among>(std::move(counted), how, number, counter, scale);
}

std::unique_ptr<Relation> element(int index, const Scale& places, std::int64_t first,
                                  std::vector<int> array, int result) {
  return std::make_unique<Element>(index, places, first, std::move(array), result);
}

std::unique_ptr<Relation> domain(int variable, Mask allowed) {
  return std::make_unique<Domain>(variable, allowed);
}

std::unique_ptr<Relation> either(std::vector<Relations> groups) {
  return std::make_unique<Either>(std::move(groups));
}

}  // namespace satdoku::narrowing
