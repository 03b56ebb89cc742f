#include "relations.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace satdoku::narrowing {

Pairs::Pairs(std::vector<Mask> after, std::vector<Mask> before)
    : after_(std::move(after)),
      before_(std::move(before)),
      all_after_(all(after_, before_.size())),
      all_before_(all(before_, after_.size())) {}

Pairs::Known Pairs::all(const std::vector<Mask>& rows, std::size_t others) {
  if (rows.size() > kFew || others > 16) return {};
  Known known(std::size_t{1} << rows.size(), 0);
  for (std::size_t mask = 1; mask < known.size(); ++mask)
    known[mask] =
        static_cast<std::uint16_t>(known[mask & (mask - 1)] | rows[std::countr_zero(mask)]);
  return known;
}

namespace {

class Pair final : public Relation {
 public:
  Pair(int first, int second, std::shared_ptr<const Pairs> table) : table_(std::move(table)) {
    variables = {first, second};
    urgency = 1;
    settles = first != second;
  }

  bool narrow(State& state) override {
    const int a = variables[0], b = variables[1];
    return state.keep(b, table_->after(state.domains[a])) &&
           state.keep(a, table_->before(state.domains[b]));
  }

 private:
  std::shared_ptr<const Pairs> table_;
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
    Range left{most + 1, least - 1};
    if (counter_ < 0) {
      left = fitting({least, most}, number_);
    } else {
      Mask possible = 0;
      each_bit(state.domains[counter_], [&](int i) {
        const Range range = fitting({least, most}, number_ + (*scale_)[i]);
        if (range.low > range.high) return;
        left = {std::min(left.low, range.low), std::max(left.high, range.high)};
        possible |= Mask{1} << i;
      });
      if (!state.keep(counter_, possible)) return false;
    }
    if (left.low > left.high) return false;
    // As many as can be, or as few.
    const bool all = left.low >= most, none = left.high <= least;
    if (!all && !none) return true;
    for (Part& part : parts_) {
      if (part.cells_in == part.cells_out) continue;
      if (all && !push(state, part, part.most == part.cells_in, part.group.mask)) return false;
      if (none && !push(state, part, part.least == part.cells_out, ~part.group.mask)) return false;
    }
    return true;
  }

 private:
  struct Range {
    std::int64_t low, high;
  };

  // The ends of the numbers of a range that compare with the bound; none where low is above high.
  Range fitting(Range range, std::int64_t bound) const {
    switch (how_) {
      case Compare::equal:
        return {std::max(range.low, bound), std::min(range.high, bound)};
      case Compare::at_most:
        return {range.low, std::min(range.high, bound)};
      case Compare::at_least:
        return {std::max(range.low, bound), range.high};
      case Compare::differs:
        return {range.low + (range.low == bound), range.high - (range.high == bound)};
    }
    return range;
  }

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

std::unique_ptr<Relation> pair(int first, int second, std::shared_ptr<const Pairs> table) {
  return std::make_unique<Pair>(first, second, std::move(table));
}

std::unique_ptr<Relation> table(std::vector<int> variables, std::vector<int> rows) {
  return std::make_unique<Table>(std::move(variables), std::move(rows));
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
