#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace satdoku;

// --- limits ---------------------------------------------------------------------------------

bool signal_waits_with_gil() { return PyErr_CheckSignals() != 0; }
bool signal_waits() {
  nb::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}

void set_limits(Limits& limits, std::uint64_t nodes, double seconds) {
  if (!(seconds >= 0)) throw nb::value_error("seconds must be 0 (no limit) or more");
  limits.nodes = nodes;
  // A deadline centuries away is none, and would not fit.
  if (seconds > 0 && seconds < 1e9)
    limits.deadline = steady_nanoseconds() + static_cast<std::int64_t>(seconds * 1e9) + 1;
  limits.interrupted = signal_waits;
}

// The signal handler's exception waits in this thread.
void raise_if_interrupted() {
  if (PyErr_Occurred()) throw nb::python_error();
}

std::uint64_t as_limit(nb::handle limit) {
  if (limit.is_none()) return UINT64_MAX;
  if (!PyLong_Check(limit.ptr())) throw nb::type_error("limit must be an int or None");
  std::uint64_t value = PyLong_AsUnsignedLongLong(limit.ptr());
  if (value == UINT64_MAX && PyErr_Occurred()) {
    PyErr_Clear();
    int overflow = 0;
    long long sign = PyLong_AsLongLongAndOverflow(limit.ptr(), &overflow);
    if (overflow < 0 || (overflow == 0 && sign < 0))
      throw nb::value_error("limit must not be negative");
    // No machine counts to 2**64 one by one, so a larger limit is never reached.
  }
  return value;
}

// --- puzzles --------------------------------------------------------------------------------

using Array = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

// Bytes and str without a copy; false for other types.
bool text_view(nb::handle object, const char*& data, std::size_t& size) {
  if (PyUnicode_Check(object.ptr())) {
    Py_ssize_t n = 0;
    data = PyUnicode_AsUTF8AndSize(object.ptr(), &n);
    if (!data) {  // lone surrogates have no UTF-8; they are no puzzle either
      PyErr_Clear();
      data = "";
      n = 0;
    }
    size = static_cast<std::size_t>(n);
    return true;
  }
  if (PyBytes_Check(object.ptr())) {
    char* p = nullptr;
    Py_ssize_t n = 0;
    PyBytes_AsStringAndSize(object.ptr(), &p, &n);
    data = p;
    size = static_cast<std::size_t>(n);
    return true;
  }
  return false;
}

void digits_to_text(const std::uint8_t* digits, char* text) {
  for (int i = 0; i < 81; i++)
    text[i] = digits[i] <= 9 ? static_cast<char>('0' + digits[i]) : '?';
}

// One puzzle, copied so that nothing can change under a search that runs without the GIL.
struct OnePuzzle {
  char text[81];
  std::uint16_t masks[81];
  Puzzle puzzle;

  explicit OnePuzzle(nb::handle object) {
    const char* data = nullptr;
    std::size_t size = 0;
    if (text_view(object, data, size)) {
      if (size == 81) {
        std::memcpy(text, data, 81);
        puzzle.text = text;
      }
      return;
    }
    Array array;
    if (!nb::try_cast(object, array))
      throw nb::type_error("a puzzle is str, bytes or a contiguous numpy array");
    if (array.dtype() == nb::dtype<std::uint8_t>() && array.size() == 81) {
      digits_to_text(static_cast<const std::uint8_t*>(array.data()), text);
      puzzle.text = text;
    } else if (array.dtype() == nb::dtype<std::uint16_t>() && array.size() == 81) {
      std::memcpy(masks, array.data(), sizeof masks);
      puzzle.masks = masks;
    } else if (array.dtype() == nb::dtype<bool>() && array.size() == 729) {
      const bool* candidates = static_cast<const bool*>(array.data());
      for (int c = 0; c < 81; c++) {
        masks[c] = 0;
        for (int d = 0; d < 9; d++)
          masks[c] = static_cast<std::uint16_t>(masks[c] | candidates[9 * c + d] << d);
      }
      puzzle.masks = masks;
    } else {
      throw nb::type_error(
          "a puzzle array is 81 uint8 digits, 81 uint16 masks or 729 bool candidates");
    }
  }
};

// Where each line of a block starts and how long it is, without its end.
struct Line {
  const char* data;
  std::size_t size;
};

std::vector<Line> split_lines(const char* data, std::size_t size) {
  std::vector<Line> lines;
  lines.reserve(size / 82 + 1);
  const char* end = data + size;
  while (data < end) {
    const char* stop = static_cast<const char*>(
        std::memchr(data, '\n', static_cast<std::size_t>(end - data)));
    const char* next = stop ? stop + 1 : end;
    if (!stop) stop = end;
    if (stop > data && stop[-1] == '\r') stop--;
    lines.push_back({data, static_cast<std::size_t>(stop - data)});
    data = next;
  }
  return lines;
}

// Many puzzles of any of the accepted kinds; holds what it points to.
class ManyPuzzles {
 public:
  explicit ManyPuzzles(nb::handle object) {
    const char* data = nullptr;
    std::size_t size = 0;
    if (PyUnicode_Check(object.ptr()))
      throw nb::type_error("puzzles is a list of str, bytes, or a numpy array");
    if (text_view(object, data, size)) {
      from_bytes(data, size);
      keep_ = nb::borrow(object);
      return;
    }
    if (PySequence_Check(object.ptr()) && !PyObject_CheckBuffer(object.ptr())) {
      from_sequence(object);
      return;
    }
    Array array;
    if (!nb::try_cast(object, array)) {
      Py_buffer view;
      if (PyObject_GetBuffer(object.ptr(), &view, PyBUF_SIMPLE) != 0) {
        PyErr_Clear();
        throw nb::type_error("puzzles is a list of str, bytes, or a contiguous numpy array");
      }
      copy_.assign(static_cast<char*>(view.buf), static_cast<char*>(view.buf) + view.len);
      PyBuffer_Release(&view);
      from_bytes(copy_.data(), copy_.size());
      return;
    }
    if (array.ndim() == 1 && array.dtype() == nb::dtype<std::uint8_t>()) {  // bytearray and kin
      const char* bytes = static_cast<const char*>(array.data());
      copy_.assign(bytes, bytes + array.size());
      from_bytes(copy_.data(), copy_.size());
      return;
    }
    if (array.ndim() != 2 || array.shape(1) != 81)
      throw nb::type_error("a puzzle array has shape (n, 81)");
    size_ = array.shape(0);
    if (array.dtype() == nb::dtype<std::uint8_t>()) {
      digits_ = static_cast<const std::uint8_t*>(array.data());
    } else if (array.dtype() == nb::dtype<std::uint16_t>()) {
      masks_ = static_cast<const std::uint16_t*>(array.data());
    } else {
      throw nb::type_error("a puzzle array holds uint8 digits or uint16 masks");
    }
    keep_ = nb::borrow(object);
  }

  std::size_t size() const { return size_; }

  Puzzle at(std::size_t i, char* scratch) const {
    if (digits_) {
      digits_to_text(digits_ + 81 * i, scratch);
      return {scratch, nullptr};
    }
    if (masks_) return {nullptr, masks_ + 81 * i};
    if (records_) return {records_ + 81 * i, nullptr};
    return {lines_[i].size == 81 ? lines_[i].data : nullptr, nullptr};
  }

 private:
  void from_bytes(const char* data, std::size_t size) {
    if (size % 81 == 0 && !std::memchr(data, '\n', size)) {
      records_ = data;
      size_ = size / 81;
    } else {
      lines_ = split_lines(data, size);
      size_ = lines_.size();
    }
  }

  void from_sequence(nb::handle object) {
    nb::object fast = nb::steal(PySequence_Fast(object.ptr(), "puzzles must be a sequence"));
    if (!fast.is_valid()) throw nb::python_error();
    size_ = static_cast<std::size_t>(PySequence_Size(fast.ptr()));
    copy_.resize(81 * size_);
    for (std::size_t i = 0; i < size_; i++) {
      nb::object item = nb::steal(PySequence_GetItem(fast.ptr(), static_cast<Py_ssize_t>(i)));
      if (!item.is_valid()) throw nb::python_error();
      const char* data = nullptr;
      std::size_t size = 0;
      if (!text_view(item, data, size)) throw nb::type_error("every puzzle must be str or bytes");
      if (size == 81) std::memcpy(&copy_[81 * i], data, 81);
      else std::memset(&copy_[81 * i], '?', 81);
    }
    records_ = copy_.data();
  }

  std::size_t size_ = 0;
  const char* records_ = nullptr;
  const std::uint8_t* digits_ = nullptr;
  const std::uint16_t* masks_ = nullptr;
  std::vector<Line> lines_;
  std::vector<char> copy_;
  nb::object keep_;
};

// --- batches --------------------------------------------------------------------------------

// Calls work(i, search, watch) for every i below n, without the GIL.  What is left when a limit
// runs out is not called.
template <class Work>
void run_batch(std::size_t n, Limits& limits, int threads, const Work& work) {
  constexpr std::size_t kChunk = 64;
  std::atomic<std::size_t> taken{0};
  auto loop = [&](bool asks) {
    auto search = std::make_unique<Search>();
    Watch watch(limits, asks);
    for (;;) {
      std::size_t from = taken.fetch_add(kChunk, std::memory_order_relaxed);
      if (from >= n) return;
      std::size_t to = std::min(n, from + kChunk);
      for (std::size_t i = from; i < to; i++) {
        if (watch.over()) return;
        work(i, *search, watch);
      }
    }
  };
  {
    nb::gil_scoped_release release;
    std::size_t useful = std::max<std::size_t>(1, (n + kChunk - 1) / kChunk);
    std::size_t helpers = std::min<std::size_t>(std::clamp(threads, 1, 256), useful) - 1;
    std::mutex mutex;
    std::condition_variable finished;
    std::size_t running = 0;
    std::vector<std::thread> pool;
    for (std::size_t t = 0; t < helpers; t++) {
      try {
        std::unique_lock lock(mutex);
        pool.emplace_back([&] {
          loop(false);
          std::unique_lock inner(mutex);
          running--;
          finished.notify_one();
        });
        running++;
      } catch (const std::system_error&) {
        break;  // fewer threads than asked for still give the answer
      }
    }
    loop(true);
    {
      std::unique_lock lock(mutex);
      while (!finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return running == 0; })) {
        lock.unlock();
        if (!limits.cancelled && signal_waits()) limits.cancelled = true;
        lock.lock();
      }
    }
    for (std::thread& thread : pool) thread.join();
  }
  raise_if_interrupted();
}

template <class T>
using Numpy = nb::ndarray<nb::numpy, T>;

template <class T>
struct Result {
  T* data;
  nb::capsule owner;
  explicit Result(std::size_t n)
      : data(new T[n]()), owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); }) {}
  nb::object array(std::size_t n) const { return nb::cast(Numpy<T>(data, {n}, owner)); }
  nb::object array(std::size_t n, std::size_t m) const {
    return nb::cast(Numpy<T>(data, {n, m}, owner));
  }
};

nb::object verdicts(nb::handle puzzles, int threads, std::uint64_t nodes, double seconds) {
  ManyPuzzles many(puzzles);
  Limits limits;
  set_limits(limits, nodes, seconds);
  Result<std::uint8_t> codes(many.size());
  std::memset(codes.data, static_cast<int>(Verdict::undecided), many.size());
  const Kernel& kernel = active_kernel();
  run_batch(many.size(), limits, threads, [&](std::size_t i, Search& search, Watch& watch) {
    char scratch[81];
    codes.data[i] = static_cast<std::uint8_t>(
        check(kernel, search, many.at(i, scratch), watch, 2, nullptr));
  });
  return codes.array(many.size());
}

nb::tuple check_many(nb::handle puzzles, int solutions, int threads, std::uint64_t nodes,
                     double seconds) {
  if (solutions != 1 && solutions != 2) throw nb::value_error("solutions must be 1 or 2");
  ManyPuzzles many(puzzles);
  Limits limits;
  set_limits(limits, nodes, seconds);
  std::size_t n = many.size();
  Result<std::uint8_t> codes(n), first(81 * n), second(solutions == 2 ? 81 * n : 0);
  std::memset(codes.data, static_cast<int>(Verdict::undecided), n);
  const Kernel& kernel = active_kernel();
  run_batch(n, limits, threads, [&](std::size_t i, Search& search, Watch& watch) {
    char scratch[81];
    Witnesses witnesses;
    codes.data[i] = static_cast<std::uint8_t>(
        check(kernel, search, many.at(i, scratch), watch, solutions, &witnesses));
    if (witnesses.found > 0) std::memcpy(first.data + 81 * i, witnesses.grid[0], 81);
    if (witnesses.found > 1) std::memcpy(second.data + 81 * i, witnesses.grid[1], 81);
  });
  return nb::make_tuple(codes.array(n), first.array(n, 81),
                        solutions == 2 ? second.array(n, 81) : nb::none());
}

nb::tuple count_many(nb::handle puzzles, nb::object limit, int threads, std::uint64_t nodes,
                     double seconds) {
  std::uint64_t most = as_limit(limit);
  ManyPuzzles many(puzzles);
  Limits limits;
  set_limits(limits, nodes, seconds);
  std::size_t n = many.size();
  Result<std::uint8_t> codes(n);
  Result<std::uint64_t> counts(n);
  Result<bool> exact(n);
  std::memset(codes.data, static_cast<int>(Verdict::undecided), n);
  const Kernel& kernel = active_kernel();
  run_batch(n, limits, threads, [&](std::size_t i, Search& search, Watch& watch) {
    char scratch[81];
    Count c = count(kernel, search, many.at(i, scratch), watch, most);
    codes.data[i] = static_cast<std::uint8_t>(c.verdict);
    counts.data[i] = c.found;
    exact.data[i] = c.exact;
  });
  return nb::make_tuple(codes.array(n), counts.array(n), exact.array(n));
}

// --- text streams ---------------------------------------------------------------------------

const char* const kWords[] = {"none",    "unique",     "multiple", "undecided",
                              "invalid", "unreadable", "solvable"};

nb::tuple check_lines(nb::bytes block, const std::string& columns, int threads,
                      std::uint64_t nodes, double seconds) {
  bool witnesses_wanted = false, verdict_wanted = false;
  for (char c : columns) {
    if (!std::strchr("vps2", c)) throw nb::value_error("columns are letters of 'vps2'");
    witnesses_wanted |= c == 's' || c == '2';
    verdict_wanted |= c == 'v' || c == '2';
  }
  Limits limits;
  set_limits(limits, nodes, seconds);
  std::vector<Line> lines = split_lines(block.c_str(), block.size());
  std::size_t n = lines.size();
  Result<std::uint8_t> codes(n);
  std::memset(codes.data, static_cast<int>(Verdict::undecided), n);
  std::vector<Witnesses> witnesses(witnesses_wanted ? n : 0);
  const Kernel& kernel = active_kernel();
  int wanted = verdict_wanted || columns.empty() ? 2 : 1;
  run_batch(n, limits, threads, [&](std::size_t i, Search& search, Watch& watch) {
    Puzzle puzzle{lines[i].size == 81 ? lines[i].data : nullptr, nullptr};
    codes.data[i] = static_cast<std::uint8_t>(check(
        kernel, search, puzzle, watch, wanted, witnesses_wanted ? &witnesses[i] : nullptr));
  });
  // When a limit ended the batch early, lines never looked at may be ones Python must read.
  nb::list parts, others;
  std::string part;
  part.reserve(block.size() + 12 * n + (witnesses_wanted ? 82 * n : 0));
  for (std::size_t i = 0; i < n; i++) {
    auto verdict = static_cast<Verdict>(codes.data[i]);
    if (verdict == Verdict::undecided && lines[i].size != 81) {
      verdict = Verdict::unreadable;
      codes.data[i] = static_cast<std::uint8_t>(verdict);
    }
    if (verdict == Verdict::unreadable) {
      parts.append(nb::bytes(part.data(), part.size()));
      part.clear();
      others.append(nb::make_tuple(i, nb::bytes(lines[i].data, lines[i].size)));
      continue;
    }
    bool follows = false;
    for (char c : columns) {
      if (follows) part += '\t';
      follows = true;
      if (c == 'v') part += kWords[static_cast<int>(verdict)];
      else if (c == 'p') part.append(lines[i].data, 81);
      else if (int which = c == '2'; witnesses[i].found > which)
        for (std::uint8_t digit : witnesses[i].grid[which]) part += static_cast<char>('0' + digit);
    }
    part += '\n';
  }
  parts.append(nb::bytes(part.data(), part.size()));
  return nb::make_tuple(parts, others, codes.array(n));
}

// --- one puzzle -----------------------------------------------------------------------------

nb::object grid_text(const std::uint8_t* grid) {
  char text[81];
  for (int i = 0; i < 81; i++) text[i] = static_cast<char>('0' + grid[i]);
  return nb::str(text, 81);
}

// Raw, as nanobind's dispatch would cost a tenth of an easy puzzle.
PyObject* verdict_of(PyObject*, PyObject* const* args, Py_ssize_t n) {
  if (n < 1 || n > 2) {
    PyErr_SetString(PyExc_TypeError, "verdict(puzzle, nodes=0) takes 1 or 2 arguments");
    return nullptr;
  }
  const char* data = nullptr;
  std::size_t size = 0;
  if (!text_view(args[0], data, size)) {
    PyErr_SetString(PyExc_TypeError, "verdict() takes str or bytes");
    return nullptr;
  }
  Limits limits;
  limits.interrupted = signal_waits_with_gil;
  if (n == 2) {
    limits.nodes = PyLong_AsUnsignedLongLong(args[1]);
    if (PyErr_Occurred()) return nullptr;
  }
  Search search;
  Watch watch(limits, true);
  Puzzle puzzle{size == 81 ? data : nullptr, nullptr};
  Verdict verdict = check(active_kernel(), search, puzzle, watch, 2, nullptr);
  if (verdict == Verdict::undecided && PyErr_Occurred()) return nullptr;
  return PyLong_FromLong(static_cast<long>(verdict));
}

PyMethodDef fast_methods[] = {
    {"verdict", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(verdict_of)),
     METH_FASTCALL,
     "verdict(puzzle, nodes=0, /)\n--\n\nThe verdict code of one puzzle, at the least cost."},
    {nullptr, nullptr, 0, nullptr}};

nb::tuple check_one(nb::handle puzzle, int solutions, std::uint64_t nodes, double seconds) {
  if (solutions != 1 && solutions != 2) throw nb::value_error("solutions must be 1 or 2");
  OnePuzzle one(puzzle);
  Limits limits;
  set_limits(limits, nodes, seconds);
  Witnesses witnesses;
  Verdict verdict;
  std::uint64_t spent;
  {
    nb::gil_scoped_release release;
    Search search;
    Watch watch(limits, true);
    verdict = check(active_kernel(), search, one.puzzle, watch, solutions, &witnesses);
    spent = search.nodes;
  }
  raise_if_interrupted();
  return nb::make_tuple(static_cast<int>(verdict),
                        witnesses.found > 0 ? grid_text(witnesses.grid[0]) : nb::none(),
                        witnesses.found > 1 ? grid_text(witnesses.grid[1]) : nb::none(), spent);
}

nb::tuple count_one(nb::handle puzzle, nb::object limit, std::uint64_t nodes, double seconds) {
  OnePuzzle one(puzzle);
  std::uint64_t most = as_limit(limit);
  Limits limits;
  set_limits(limits, nodes, seconds);
  Count result;
  {
    nb::gil_scoped_release release;
    Search search;
    Watch watch(limits, true);
    result = count(active_kernel(), search, one.puzzle, watch, most);
  }
  raise_if_interrupted();
  return nb::make_tuple(static_cast<int>(result.verdict), result.found, result.exact);
}

nb::tuple true_candidates_of(nb::handle puzzle, std::uint32_t cap, std::uint64_t nodes,
                             double seconds) {
  if (cap == 0) throw nb::value_error("cap must be at least 1");
  OnePuzzle one(puzzle);
  Limits limits;
  set_limits(limits, nodes, seconds);
  Result<std::uint32_t> counts(729);
  TrueCandidates result;
  {
    nb::gil_scoped_release release;
    Search search;
    Watch watch(limits, true);
    result = true_candidates(active_kernel(), search, one.puzzle, watch, cap, counts.data);
  }
  raise_if_interrupted();
  return nb::make_tuple(static_cast<int>(result.verdict), counts.array(81, 9), result.complete);
}

// A search that can be taken up again; constant memory, nothing to close.
class Solutions {
 public:
  explicit Solutions(nb::handle puzzle) : search_(std::make_unique<Search>()) {
    OnePuzzle one(puzzle);
    entered_ = enter(kernel_, *search_, one.puzzle);
    finished_ = entered_ != Entered::ready;
  }

  nb::object next_batch(std::size_t n, std::uint64_t nodes, double seconds) {
    Limits limits;
    set_limits(limits, nodes, seconds);
    n = std::min<std::size_t>(n, 1'000'000);
    std::vector<std::uint8_t> grids;
    std::size_t found = 0;
    {
      nb::gil_scoped_release release;
      std::unique_lock lock(mutex_);  // two Python threads may share one object
      Watch watch(limits, true);
      watch.restart(search_->nodes);
      cut_ = false;
      while (!finished_ && found < n) {
        if (watch.over()) {
          cut_ = true;
          break;
        }
        Step step = kernel_.next(*search_, watch);
        if (step == Step::found) {
          grids.resize(81 * (found + 1));
          kernel_.read_grid(*search_, &grids[81 * found++]);
        } else {
          finished_ = step == Step::exhausted;
          cut_ = step == Step::cut;
          break;
        }
      }
      total_ += found;
    }
    raise_if_interrupted();
    Result<std::uint8_t> result(81 * found);
    if (found) std::memcpy(result.data, grids.data(), 81 * found);
    return result.array(found, 81);
  }

  int status() const {
    if (entered_ == Entered::unreadable) return static_cast<int>(Verdict::unreadable);
    if (entered_ == Entered::invalid) return static_cast<int>(Verdict::invalid);
    if (total_ >= 2) return static_cast<int>(Verdict::multiple);
    if (finished_) return static_cast<int>(total_ ? Verdict::unique : Verdict::none);
    return static_cast<int>(total_ ? Verdict::solvable : Verdict::undecided);
  }
  bool finished() const { return finished_; }
  bool cut() const { return cut_; }
  std::uint64_t found() const { return total_; }
  std::uint64_t nodes() const { return search_->nodes; }

 private:
  const Kernel& kernel_ = active_kernel();  // frames of one level mean nothing to another
  std::unique_ptr<Search> search_;
  std::mutex mutex_;
  Entered entered_;
  bool finished_ = false;
  bool cut_ = false;
  std::uint64_t total_ = 0;
};

// --- making puzzles -------------------------------------------------------------------------

nb::object random_grid_of(std::uint64_t seed, bool uniform) {
  Limits limits;
  set_limits(limits, 0, 0);
  std::uint8_t grid[81];
  bool done;
  {
    nb::gil_scoped_release release;
    Random random(seed);
    Watch watch(limits, true);
    done = random_grid(active_kernel(), random, uniform, watch, grid);
  }
  raise_if_interrupted();
  if (!done) throw nb::value_error("interrupted");
  return grid_text(grid);
}

nb::object minimal_puzzle(std::uint64_t seed, nb::object start, bool uniform) {
  Limits limits;
  set_limits(limits, 0, 0);
  std::uint8_t solution[81], givens[81];
  bool done = true;
  const Kernel& kernel = active_kernel();
  std::unique_ptr<OnePuzzle> given;
  if (!start.is_none()) {
    given = std::make_unique<OnePuzzle>(start);
    if (!given->puzzle.text) throw nb::value_error("start must be 81 characters or digits");
  }
  Verdict verdict = Verdict::unique;
  {
    nb::gil_scoped_release release;
    Random random(seed);
    Watch watch(limits, true);
    if (given) {
      Search search;
      Witnesses witnesses;
      verdict = check(kernel, search, given->puzzle, watch, 2, &witnesses);
      if (verdict == Verdict::unique) {
        std::memcpy(solution, witnesses.grid[0], 81);
        for (int c = 0; c < 81; c++) {
          char ch = given->text[c];
          givens[c] = ch >= '1' && ch <= '9' ? solution[c] : 0;
        }
      }
    } else {
      done = random_grid(kernel, random, uniform, watch, solution);
      if (done) std::memcpy(givens, solution, 81);
    }
    if (done && verdict == Verdict::unique)
      done = minimise(kernel, random, watch, solution, givens);
  }
  raise_if_interrupted();
  if (verdict != Verdict::unique)
    throw nb::value_error((std::string("start must have one solution; it is ") +
                           kWords[static_cast<int>(verdict)])
                              .c_str());
  if (!done) throw nb::value_error("interrupted");
  char text[81];
  for (int c = 0; c < 81; c++) text[c] = givens[c] ? static_cast<char>('0' + givens[c]) : '.';
  return nb::str(text, 81);
}

}  // namespace

void bind_solver(nb::module_& module) {
  module.attr("NONE") = static_cast<int>(Verdict::none);
  module.attr("UNIQUE") = static_cast<int>(Verdict::unique);
  module.attr("MULTIPLE") = static_cast<int>(Verdict::multiple);
  module.attr("UNDECIDED") = static_cast<int>(Verdict::undecided);
  module.attr("INVALID") = static_cast<int>(Verdict::invalid);
  module.attr("UNREADABLE") = static_cast<int>(Verdict::unreadable);
  module.attr("SOLVABLE") = static_cast<int>(Verdict::solvable);

  if (PyModule_AddFunctions(module.ptr(), fast_methods) != 0) throw nb::python_error();

  module.def("check", check_one, "puzzle"_a, "solutions"_a = 2, "nodes"_a = 0, "seconds"_a = 0.0,
             "(verdict, first solution, second solution, guesses made).");
  module.def("count", count_one, "puzzle"_a, "limit"_a = nb::none(), "nodes"_a = 0,
             "seconds"_a = 0.0, "(verdict, solutions found, whether that is all of them).");
  module.def("true_candidates", true_candidates_of, "puzzle"_a, "cap"_a = 1, "nodes"_a = 0,
             "seconds"_a = 0.0,
             "(verdict, (81, 9) counts of solutions up to cap, whether nothing was cut).");

  nb::class_<Solutions>(module, "Solutions", "The solutions of one puzzle, a batch at a time.")
      .def(nb::init<nb::handle>(), "puzzle"_a)
      .def("next_batch", &Solutions::next_batch, "n"_a, "nodes"_a = 0, "seconds"_a = 0.0,
           "Up to n (at most 1,000,000) further solutions, shape (k, 81). "
           "Fewer than n: see finished and cut.")
      .def_prop_ro("status", &Solutions::status, "The verdict as far as it is known.")
      .def_prop_ro("finished", &Solutions::finished, "Whether there are no more.")
      .def_prop_ro("cut", &Solutions::cut, "Whether a limit ended the last batch.")
      .def_prop_ro("found", &Solutions::found)
      .def_prop_ro("nodes", &Solutions::nodes);

  module.def("verdicts", verdicts, "puzzles"_a, "threads"_a = 1, "nodes"_a = 0, "seconds"_a = 0.0,
             "The verdict code of every puzzle, in order.");
  module.def("check_many", check_many, "puzzles"_a, "solutions"_a = 2, "threads"_a = 1,
             "nodes"_a = 0, "seconds"_a = 0.0,
             "(verdicts, first solutions, second solutions or None); rows of 0 where there is none.");
  module.def("count_many", count_many, "puzzles"_a, "limit"_a = nb::none(), "threads"_a = 1,
             "nodes"_a = 0, "seconds"_a = 0.0, "(verdicts, counts, whether each is exact).");
  module.def("check_lines", check_lines, "block"_a, "columns"_a = "vp", "threads"_a = 1,
             "nodes"_a = 0, "seconds"_a = 0.0,
             "(parts, others, verdicts): parts[i] is the output for the lines before others[i], "
             "the (index, line) of each line that is not a plain puzzle; parts has one more.");

  module.def("random_grid", random_grid_of, "seed"_a, "uniform"_a = true,
             "A full grid; every grid equally likely if uniform.");
  module.def("minimal_puzzle", minimal_puzzle, "seed"_a, "start"_a = nb::none(),
             "uniform"_a = true,
             "A puzzle with one solution that loses it without any one of its givens.");

  module.def("simd_levels", usable_levels, "Kernels this machine can run, slowest first.");
  module.def("simd_level", [] { return std::string(active_kernel().name); });
  module.def(
      "set_simd_level",
      [](const std::string& name) {
        if (!set_level(name)) throw nb::value_error("no such kernel on this machine");
      },
      "name"_a);
}
