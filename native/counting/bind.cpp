// Python's view of the frontier count: FrontierCounter.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <tuple>
#include <utility>

#include "../common/binding.hpp"
#include "frontier.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satdoku::counting {
namespace {

using namespace satdoku::binding;

using MoveTuple = std::tuple<int, std::uint32_t, bool, std::uint32_t, bool>;
using WatchedPair = std::pair<std::uint32_t, std::vector<int>>;

// A fraction of a second's work, between two looks at the clock.
constexpr std::uint64_t kSlice = 1u << 16;

// Collects the layers, then counts.  Threads may share it: calls wait for each other, and what is
// known is that of the last finished advance.
class FrontierCounter {
 public:
  FrontierCounter(nb::handle digits, nb::handle max_states, nb::handle limbs)
      : digits_(static_cast<int>(whole(digits, "digits", 1, max_digits))),
        max_states_(bound64(max_states, "max_states")),
        limbs_(static_cast<int>(whole(limbs, "limbs", 1, 8))) {}

  void add_layer(std::uint32_t domain, std::vector<int> reads, std::vector<std::uint32_t> classes,
                 const std::vector<MoveTuple>& moves, const std::vector<WatchedPair>& watched,
                 std::vector<std::uint32_t> digits, std::vector<std::vector<int>> twins,
                 std::vector<std::vector<std::vector<std::vector<int>>>> blocks) {
    Layer layer;
    layer.domain = domain;
    layer.reads = std::move(reads);
    layer.classes = std::move(classes);
    for (const auto& [source, start, touched, spent, full] : moves)
      layer.moves.push_back({source, start, touched, spent, full});
    for (const auto& [cell_domain, slots] : watched) layer.watched.push_back({cell_domain, slots});
    layer.digits = std::move(digits);
    layer.twins = std::move(twins);
    layer.blocks = std::move(blocks);
    bool begun = false;
    {
      const nb::gil_scoped_release release;
      const auto lock = exclusive_.lock();
      begun = runner_ != nullptr;
      if (lock && !begun) layers_.push_back(std::move(layer));
    }
    raise_if_interrupted();
    if (begun) throw nb::value_error("the count has begun; no layer can be added");
  }

  int advance(nb::handle budget) {
    const std::uint64_t most = bound64(budget, "budget");
    Limits limits;
    limits.interrupted = signal_waits;
    Status status = Status::running;
    {
      const nb::gil_scoped_release release;
      const auto lock = exclusive_.lock();
      if (lock) status = run(most, limits);
    }
    raise_if_interrupted();
    return static_cast<int>(status);
  }

  std::vector<std::uint64_t> total() const { return known().total; }
  std::uint64_t expanded() const { return known().expanded; }
  std::uint64_t states() const { return known().states; }
  std::uint64_t peak() const { return known().peak; }
  std::uint64_t layer() const { return known().layer; }

 private:
  struct Known {
    Status status = Status::running;
    std::vector<std::uint64_t> total;
    std::uint64_t expanded = 0, states = 0, peak = 0, layer = 0;
  };

  Known known() const {
    const std::lock_guard lock(guard_);
    return known_;
  }

  Status run(std::uint64_t budget, Limits& limits) {
    Known now = known();
    if (now.status != Status::running) return now.status;
    if (broken_) throw std::bad_alloc();
    if (!runner_) {
      runner_ = make_runner(digits_, layers_, max_states_, limbs_);
      layers_ = {};
    }
    Watch watch(limits, true);
    broken_ = true;  // half a step cannot be taken back where memory runs out
    for (std::uint64_t slice = 0;; budget -= slice) {
      slice = std::min(budget, kSlice);
      now.status = runner_->advance(slice);
      if (now.status != Status::running || slice == budget || watch.look_at_clock()) break;
    }
    broken_ = false;
    if (now.status == Status::done) now.total = runner_->total();
    now.expanded = runner_->expanded();
    now.states = runner_->states();
    now.peak = runner_->peak();
    now.layer = runner_->layer();
    const std::lock_guard lock(guard_);
    known_ = now;
    return now.status;
  }

  int digits_;
  std::uint64_t max_states_;
  int limbs_;
  Exclusive exclusive_;
  std::vector<Layer> layers_;
  std::unique_ptr<Runner> runner_;
  bool broken_ = false;
  mutable std::mutex guard_;
  Known known_;
};

}  // namespace
}  // namespace satdoku::counting

void bind_counting(nb::module_& m) {
  using namespace satdoku::counting;
  nb::class_<FrontierCounter> counter(m, "FrontierCounter",
                                      "Counts solutions over the layers of a frontier plan.");
  counter.attr("RUNNING") = static_cast<int>(Status::running);
  counter.attr("DONE") = static_cast<int>(Status::done);
  counter.attr("TOO_MANY_STATES") = static_cast<int>(Status::too_many_states);
  counter.attr("OVERFLOW") = static_cast<int>(Status::overflow);
  counter
      .def(nb::init<nb::handle, nb::handle, nb::handle>(), "digits"_a, "max_states"_a,
           "limbs"_a = 2)
      .def("add_layer", &FrontierCounter::add_layer, "domain"_a, "reads"_a, "classes"_a, "moves"_a,
           "watched"_a, "digits"_a, "twins"_a, "blocks"_a)
      .def("advance", &FrontierCounter::advance, "budget"_a,
           "RUNNING, DONE, TOO_MANY_STATES or OVERFLOW (of a count); releases the GIL")
      .def("total", &FrontierCounter::total,
           "the count in 64-bit words, lowest first; empty before it is done")
      .def_prop_ro("expanded", &FrontierCounter::expanded)
      .def_prop_ro("states", &FrontierCounter::states)
      .def_prop_ro("peak", &FrontierCounter::peak)
      .def_prop_ro("layer", &FrontierCounter::layer);
}
