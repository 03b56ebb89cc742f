// Python's view of the frontier count: FrontierCounter.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "frontier.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace satdoku::counting;

namespace {

using MoveTuple = std::tuple<int, std::uint32_t, bool, std::uint32_t, bool>;
using WatchedPair = std::pair<std::uint32_t, std::vector<int>>;

// Collects the layers, then counts.
class FrontierCounter {
 public:
  FrontierCounter(int digits, std::uint64_t max_states, int limbs)
      : digits_(digits), max_states_(max_states), limbs_(limbs) {}

  void add_layer(std::uint32_t domain, std::vector<int> reads, std::vector<std::uint32_t> classes,
                 const std::vector<MoveTuple>& moves, const std::vector<WatchedPair>& watched,
                 std::vector<std::uint32_t> digits, std::vector<std::vector<int>> twins,
                 std::vector<std::vector<std::vector<std::vector<int>>>> blocks) {
    if (runner_) throw std::runtime_error("the count has begun; no layer can be added");
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
    layers_.push_back(std::move(layer));
  }

  int advance(std::uint64_t budget) {
    if (!runner_) runner_ = make_runner(digits_, std::move(layers_), max_states_, limbs_);
    nb::gil_scoped_release free;
    return static_cast<int>(runner_->advance(budget));
  }

  std::vector<std::uint64_t> total() const {
    return runner_ ? runner_->total() : std::vector<std::uint64_t>{};
  }
  std::uint64_t expanded() const { return runner_ ? runner_->expanded() : 0; }
  std::uint64_t states() const { return runner_ ? runner_->states() : 0; }
  std::uint64_t peak() const { return runner_ ? runner_->peak() : 0; }
  std::uint64_t layer() const { return runner_ ? runner_->layer() : 0; }

 private:
  int digits_;
  std::uint64_t max_states_;
  int limbs_;
  std::vector<Layer> layers_;
  std::unique_ptr<Runner> runner_;
};

}  // namespace

void bind_counting(nb::module_& m) {
  nb::class_<FrontierCounter>(m, "FrontierCounter",
                              "Counts solutions over the layers of a frontier plan.")
      .def(nb::init<int, std::uint64_t, int>(), "digits"_a, "max_states"_a, "limbs"_a = 2)
      .def("add_layer", &FrontierCounter::add_layer, "domain"_a, "reads"_a, "classes"_a, "moves"_a,
           "watched"_a, "digits"_a, "twins"_a, "blocks"_a)
      .def("advance", &FrontierCounter::advance, "budget"_a,
           "0 running, 1 done, 2 too many states, 3 a count overflowed; releases the GIL")
      .def("total", &FrontierCounter::total, "the count in 64-bit words, lowest first")
      .def_prop_ro("expanded", &FrontierCounter::expanded)
      .def_prop_ro("states", &FrontierCounter::states)
      .def_prop_ro("peak", &FrontierCounter::peak)
      .def_prop_ro("layer", &FrontierCounter::layer);
}
