// The solutions of one puzzle, a batch at a time.
#include <algorithm>
#include <mutex>
#include <vector>

#include "bind.hpp"

namespace satdoku {
namespace {

using namespace satdoku::binding;

// A search that can be taken up again; constant memory, nothing to close.  Threads may share it:
// batches wait for each other, and what is known is that of the last finished batch.
class Solutions {
 public:
  explicit Solutions(nb::handle puzzle) : search_(std::make_unique<Search>()) {
    OnePuzzle one(puzzle);
    entered_ = enter(kernel_, *search_, one.puzzle);
    known_.finished = entered_ != Entered::ready;
  }

  nb::object next_batch(nb::handle wanted, nb::handle nodes, nb::handle seconds) {
    const std::uint64_t n = std::min<std::uint64_t>(bound64(wanted, "n"), 1'000'000);
    Limits limits;
    set_limits(limits, nodes, seconds);
    std::vector<std::uint8_t> grids;
    {
      const nb::gil_scoped_release release;
      const auto lock = exclusive_.lock();
      if (lock) run(n, limits, grids);
    }
    raise_if_interrupted();
    const std::size_t found = grids.size() / 81;
    Result<std::uint8_t> result(81 * found);
    if (found) std::memcpy(result.data, grids.data(), 81 * found);
    return result.array(found, 81);
  }

  int status() const {
    if (entered_ == Entered::unreadable) return static_cast<int>(Verdict::unreadable);
    if (entered_ == Entered::invalid) return static_cast<int>(Verdict::invalid);
    const Known now = known();
    if (now.found >= 2) return static_cast<int>(Verdict::multiple);
    if (now.finished) return static_cast<int>(now.found ? Verdict::unique : Verdict::none);
    return static_cast<int>(now.found ? Verdict::solvable : Verdict::undecided);
  }
  bool finished() const { return known().finished; }
  bool cut() const { return known().cut; }
  std::uint64_t found() const { return known().found; }
  std::uint64_t nodes() const { return known().nodes; }

 private:
  struct Known {
    bool finished = false;
    bool cut = false;
    std::uint64_t found = 0;
    std::uint64_t nodes = 0;
  };

  Known known() const {
    const std::lock_guard lock(guard_);
    return known_;
  }

  // Without the frames that nothing waits in.
  static void copy(Search& to, const Search& from) {
    to.current = from.current;
    std::copy_n(from.waiting, from.depth, to.waiting);
    to.depth = from.depth;
    to.fresh = from.fresh;
    to.nodes = from.nodes;
  }

  // A batch that Ctrl-C or want of memory ends gives nothing, so it leaves the search as it was.
  void run(std::uint64_t n, Limits& limits, std::vector<std::uint8_t>& grids) {
    Search search;
    copy(search, *search_);
    Known now = known();
    Watch watch(limits, true);
    watch.restart(search.nodes);
    now.cut = false;
    for (std::uint64_t found = 0; !now.finished && found < n; found++) {
      const Step step = watch.over() ? Step::cut : kernel_.next(search, watch);
      now.finished = step == Step::exhausted;
      now.cut = step == Step::cut;
      if (step != Step::found) break;
      grids.resize(81 * (found + 1));
      kernel_.read_grid(search, &grids[81 * found]);
      now.found++;
    }
    if (limits.cancelled) return;
    now.nodes = search.nodes;
    copy(*search_, search);
    const std::lock_guard lock(guard_);
    known_ = now;
  }

  const Kernel& kernel_ = active_kernel();  // frames of one level mean nothing to another
  std::unique_ptr<Search> search_;
  Exclusive exclusive_;
  Entered entered_;
  mutable std::mutex guard_;
  Known known_;
};

}  // namespace
}  // namespace satdoku

void bind_solutions(nb::module_& module) {
  using namespace satdoku;
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
}
