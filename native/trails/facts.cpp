#include "trails.hpp"

namespace satdoku::trails {
namespace {

constexpr int kFew = 3;  // of more candidates a clue is asked at once which are lost

}  // namespace

std::size_t Facts::Hash::operator()(const std::vector<std::uint64_t>& words) const {
  std::uint64_t h = 0;
  for (const std::uint64_t w : words) {
    h = (h ^ w) * 0x9E3779B97F4A7C15u;
    h ^= h >> 32;
  }
  return static_cast<std::size_t>(h);
}

Facts::Facts(Position position_, std::shared_ptr<Work> work_)
    : position(std::move(position_)),
      work(std::move(work_)),
      every((position.near.size() + 63) / 64),
      nothing(std::make_shared<const Set>(words())),
      cell_(position.near.size()),
      of_(position.near.size()),
      settled_(position.filters.size()),
      asked_(position.filters.size()),
      unknown_{false, Set(words()), Set(words())} {
  for (int v = 0; v < count(); ++v) every.add(v);
  for (std::size_t need = 0; need < position.live.size(); ++need)
    position.live[need].each([&](int v) { of_[at(v)].push_back(static_cast<int>(need)); });
  for (const Filter& filter : position.filters)
    for (const Cell& cell : filter.cells)
      for (int v = cell.first; v < cell.first + cell.count; ++v) cell_[at(v)] = cell;
}

std::vector<Digits> Facts::domains(const Filter& filter, const Set& alive) const {
  std::vector<Digits> found;
  found.reserve(filter.cells.size());
  for (const Cell& cell : filter.cells) {
    Digits mask = cell.fixed;
    for (int v = cell.first; v < cell.first + cell.count; ++v)
      if (alive.has(v)) mask |= Digits{1} << position.digit[at(v)];
    found.push_back(mask);
  }
  return found;
}

const Facts::Answer& Facts::settle(int number, const Set& alive, Clues& clues) {
  const Filter& filter = position.filters[at(number)];
  Set here = alive;
  here &= filter.scope;
  const auto known = settled_[at(number)].find(here.words());
  if (known != settled_[at(number)].end()) return *known->second;
  const std::vector<Digits> left = domains(filter, alive);
  const auto kept = clues.support(number, left, here.size());
  if (!kept) return unknown_;
  auto answer = std::make_unique<Answer>(unknown_);
  answer->broken = kept->empty();
  for (std::size_t i = 0; i < kept->size(); ++i) {
    const Cell& cell = filter.cells[i];
    const Digits mask = (*kept)[i];
    answer->broken = answer->broken || mask == 0;
    for (int v = cell.first; v < cell.first + cell.count; ++v) {
      const Digits digit = Digits{1} << position.digit[at(v)];
      if ((left[i] & ~mask & digit) != 0) answer->gone.add(v);
      if (mask == digit) answer->forced.add(v);
    }
  }
  return *(settled_[at(number)][here.words()] = std::move(answer));
}

// A trace asks the same again and again; that counts as often, so that no answer depends on it.
bool Facts::possible(int number, const std::vector<Digits>& domains, Clues& clues) {
  const auto known = asked_[at(number)].find(domains);
  if (known != asked_[at(number)].end()) {
    work->done += known->second.second;
    return known->second.first;
  }
  const std::int64_t before = work->done;
  const bool found = clues.possible(number, domains);
  asked_[at(number)][domains] = {found, work->done - before};
  return found;
}

bool Facts::shows(int number, const Set& alive, const Set& gone, const Set& forced, Clues& clues) {
  const Filter& filter = position.filters[at(number)];
  const int wanted = gone.size() + forced.size();
  Set here = alive;
  here &= filter.scope;
  if (wanted > kFew || settled_[at(number)].contains(here.words())) {
    const Answer& left = settle(number, alive, clues);
    if (left.broken) return true;
    return wanted != 0 && gone.common(left.gone) + forced.common(left.forced) == wanted;
  }
  const std::vector<Digits> left = domains(filter, alive);
  if (wanted == 0) return !possible(number, left, clues);
  const auto fails = [&](int v, bool is_true) {
    std::vector<Digits> tried = left;
    const Digits digit = Digits{1} << position.digit[at(v)];
    for (std::size_t i = 0; i < tried.size(); ++i) {
      const Cell& cell = filter.cells[i];
      if (v < cell.first || v >= cell.first + cell.count) continue;
      tried[i] = is_true ? digit : left[i] & ~digit;
      break;
    }
    return !possible(number, tried, clues);
  };
  bool all = true;
  gone.each([&](int v) { all = all && fails(v, true); });
  forced.each([&](int v) { all = all && fails(v, false); });
  return all;
}

}  // namespace satdoku::trails
