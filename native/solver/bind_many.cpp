// Many puzzles: arrays and blocks of text, in threads.
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include "bind.hpp"

namespace satdoku {
namespace {

using namespace satdoku::binding;

// The puzzles of one thread, whose solutions are counted several puzzles at once. at(i) is a
// puzzle, done(i, count) takes its result.
template <class At, class Done>
class Batch : public Feed {
 public:
  Batch(std::atomic<std::size_t>& taken, std::size_t n, std::uint64_t limit, Watch& watch,
        const At& at, const Done& done)
      : taken_(taken),
        n_(n),
        limit_(limit),
        watch_(watch),
        at_(at),
        done_(done),
        watches_(kMostTogether, watch) {
    running_.fill(kNone);
    Feed::next = [](Feed& feed, int place, Step step, std::uint64_t found) {
      return static_cast<Batch&>(feed).next(static_cast<std::size_t>(place), step, found);
    };
  }
  void run() { kernel_.count_many(*this, searches_.data(), limit_); }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;

  Pacer* next(std::size_t place, Step step, std::uint64_t found) {
    if (running_[place] != kNone) done_(running_[place], counted(step, found));
    running_[place] = kNone;
    for (;;) {
      if (from_ == to_) {
        from_ = std::min(n_, taken_.fetch_add(kChunk, std::memory_order_relaxed));
        to_ = std::min(n_, from_ + kChunk);
      }
      if (from_ == to_ || watch_.over()) return nullptr;
      const std::size_t i = from_++;
      const Entered entered = enter(kernel_, searches_[place], at_(i));
      if (entered == Entered::ready && limit_) {
        running_[place] = i;
        watches_[place].restart();
        return &watches_[place];
      }
      done_(i, entered == Entered::ready ? counted(Step::found, 0) : refused(entered));
    }
  }

  const Kernel& kernel_ = active_kernel();
  std::atomic<std::size_t>& taken_;
  const std::size_t n_;
  const std::uint64_t limit_;
  Watch& watch_;
  const At& at_;
  const Done& done_;
  std::vector<Watch> watches_;  // one for each place, as a limit on guesses is for each puzzle
  std::vector<Search> searches_{kMostTogether};
  std::array<std::size_t, kMostTogether> running_;
  std::size_t from_ = 0, to_ = 0;
};

// Counts up to `limit` solutions of every puzzle below n, without the GIL. What is left when a
// limit runs out has no result.
template <class At, class Done>
void count_each(std::size_t n, Limits& limits, std::size_t threads, std::uint64_t limit,
                const At& at, const Done& done) {
  std::atomic<std::size_t> taken{0};
  {
    const nb::gil_scoped_release release;
    in_threads(limits, std::min(threads, std::max<std::size_t>(1, (n + kChunk - 1) / kChunk)),
               [&](Watch& watch) { Batch(taken, n, limit, watch, at, done).run(); });
  }
  raise_if_interrupted();
}

// As `check` says it: one solution, where a second was sought and a limit ran out, decides nothing.
std::uint8_t code_of(const Count& count, int wanted) {
  const bool cut = wanted == 2 && count.verdict == Verdict::solvable;
  return static_cast<std::uint8_t>(cut ? Verdict::undecided : count.verdict);
}

nb::object verdicts(nb::handle puzzles, nb::handle threads, nb::handle nodes, nb::handle seconds) {
  ManyPuzzles many(puzzles);
  Limits limits;
  set_limits(limits, nodes, seconds);
  Result<std::uint8_t> codes(many.size());
  std::memset(codes.data, static_cast<int>(Verdict::undecided), many.size());
  count_each(
      many.size(), limits, threads_of(threads), 2, [&](std::size_t i) { return many.at(i); },
      [&](std::size_t i, const Count& count) { codes.data[i] = code_of(count, 2); });
  return codes.array(many.size());
}

nb::tuple check_many(nb::handle puzzles, nb::handle solutions, nb::handle threads, nb::handle nodes,
                     nb::handle seconds) {
  const int wanted = solutions_of(solutions);
  ManyPuzzles many(puzzles);
  Limits limits;
  set_limits(limits, nodes, seconds);
  std::size_t n = many.size();
  Result<std::uint8_t> codes(n), first(81 * n), second(wanted == 2 ? 81 * n : 0);
  std::memset(codes.data, static_cast<int>(Verdict::undecided), n);
  const Kernel& kernel = active_kernel();
  for_many<Search>(
      n, limits, threads_of(threads), [&](std::size_t i, Search& search, Watch& watch) {
        Witnesses witnesses;
        codes.data[i] =
            static_cast<std::uint8_t>(check(kernel, search, many.at(i), watch, wanted, &witnesses));
        if (witnesses.found > 0) std::memcpy(first.data + 81 * i, witnesses.grid[0], 81);
        if (witnesses.found > 1) std::memcpy(second.data + 81 * i, witnesses.grid[1], 81);
      });
  return nb::make_tuple(codes.array(n), first.array(n, 81),
                        wanted == 2 ? second.array(n, 81) : nb::none());
}

nb::object minimal_many(nb::handle puzzles, nb::handle threads) {
  const ManyPuzzles many(puzzles);
  Limits limits;
  limits.interrupted = signal_waits;
  Result<bool> answers(many.size());
  const Kernel& kernel = active_kernel();
  for_many<Search>(many.size(), limits, threads_of(threads),
                   [&](std::size_t i, Search& search, Watch& watch) {
                     const Puzzle puzzle = many.at(i);
                     answers.data[i] = enter(kernel, search, puzzle) == Entered::ready &&
                                       spared(kernel, search, puzzle, watch) == Step::exhausted;
                   });
  return answers.array(many.size());
}

nb::tuple count_many(nb::handle puzzles, nb::handle limit, nb::handle threads, nb::handle nodes,
                     nb::handle seconds) {
  std::uint64_t most = limit_of(limit);
  ManyPuzzles many(puzzles);
  Limits limits;
  set_limits(limits, nodes, seconds);
  std::size_t n = many.size();
  Result<std::uint8_t> codes(n);
  Result<std::uint64_t> counts(n);
  Result<bool> exact(n);
  std::memset(codes.data, static_cast<int>(Verdict::undecided), n);
  count_each(
      n, limits, threads_of(threads), most, [&](std::size_t i) { return many.at(i); },
      [&](std::size_t i, const Count& count) {
        codes.data[i] = static_cast<std::uint8_t>(count.verdict);
        counts.data[i] = count.found;
        exact.data[i] = count.exact;
      });
  return nb::make_tuple(codes.array(n), counts.array(n), exact.array(n));
}

nb::tuple check_lines(nb::bytes block, nb::str columns_wanted, nb::handle threads, nb::handle nodes,
                      nb::handle seconds) {
  bool witnesses_wanted = false, verdict_wanted = false;
  std::string_view columns;
  text_view(columns_wanted, columns);
  for (char c : columns) {
    if (std::string_view("vps2").find(c) == std::string_view::npos)
      throw nb::value_error("columns are letters of 'vps2'");
    witnesses_wanted |= c == 's' || c == '2';
    verdict_wanted |= c == 'v' || c == '2';
  }
  Limits limits;
  set_limits(limits, nodes, seconds);
  const auto lines = split_lines({block.c_str(), block.size()});
  std::size_t n = lines.size();
  Result<std::uint8_t> codes(n);
  std::memset(codes.data, static_cast<int>(Verdict::undecided), n);
  std::vector<Witnesses> witnesses(witnesses_wanted ? n : 0);
  const Kernel& kernel = active_kernel();
  int wanted = verdict_wanted || columns.empty() ? 2 : 1;
  const auto at = [&](std::size_t i) {
    return Puzzle{lines[i].size() == 81 ? lines[i].data() : nullptr, nullptr};
  };
  if (witnesses_wanted) {
    for_many<Search>(
        n, limits, threads_of(threads), [&](std::size_t i, Search& search, Watch& watch) {
          codes.data[i] =
              static_cast<std::uint8_t>(check(kernel, search, at(i), watch, wanted, &witnesses[i]));
        });
  } else {
    count_each(n, limits, threads_of(threads), static_cast<std::uint64_t>(wanted), at,
               [&](std::size_t i, const Count& count) { codes.data[i] = code_of(count, wanted); });
  }
  // When a limit ended the batch early, lines never looked at may be ones Python must read.
  nb::list parts, others;
  std::string part;
  part.reserve(block.size() + 12 * n + (witnesses_wanted ? 82 * n : 0));
  for (std::size_t i = 0; i < n; i++) {
    auto verdict = static_cast<Verdict>(codes.data[i]);
    if (verdict == Verdict::undecided && lines[i].size() != 81) {
      verdict = Verdict::unreadable;
      codes.data[i] = static_cast<std::uint8_t>(verdict);
    }
    if (verdict == Verdict::unreadable) {
      parts.append(nb::bytes(part.data(), part.size()));
      part.clear();
      others.append(nb::make_tuple(i, nb::bytes(lines[i].data(), lines[i].size())));
      continue;
    }
    bool follows = false;
    for (char c : columns) {
      if (follows) part += '\t';
      follows = true;
      if (c == 'v') part += kWords[static_cast<int>(verdict)];
      else if (c == 'p') part.append(lines[i]);
      else if (int which = c == '2'; witnesses[i].found > which)
        for (std::uint8_t digit : witnesses[i].grid[which]) part += static_cast<char>('0' + digit);
    }
    part += '\n';
  }
  parts.append(nb::bytes(part.data(), part.size()));
  // Bytes, so that no command over a file has to load NumPy.
  nb::bytes verdicts(reinterpret_cast<const char*>(codes.data), n);
  return nb::make_tuple(parts, others, verdicts);
}

}  // namespace
}  // namespace satdoku

void bind_many(nb::module_& module) {
  using namespace satdoku;
  module.def("verdicts", verdicts, "puzzles"_a, "threads"_a = 1, "nodes"_a = 0, "seconds"_a = 0.0,
             "The verdict code of every puzzle, in order.");
  module.def(
      "check_many", check_many, "puzzles"_a, "solutions"_a = 2, "threads"_a = 1, "nodes"_a = 0,
      "seconds"_a = 0.0,
      "(verdicts, first solutions, second solutions or None); rows of 0 where there is none.");
  module.def("minimal_many", minimal_many, "puzzles"_a, "threads"_a = 1,
             "Whether each puzzle, which has one solution, needs all its givens.");
  module.def("count_many", count_many, "puzzles"_a, "limit"_a = nb::none(), "threads"_a = 1,
             "nodes"_a = 0, "seconds"_a = 0.0, "(verdicts, counts, whether each is exact).");
  module.def("check_lines", check_lines, "block"_a, "columns"_a = "vp", "threads"_a = 1,
             "nodes"_a = 0, "seconds"_a = 0.0,
             "(parts, others, verdicts): parts[i] is the output for the lines before others[i], "
             "the (index, line) of each line that is not a plain puzzle; parts has one more.");
}
