// What the core computes, as text, to be compared between machines: byte
// orders, instruction sets.
#include <iostream>
#include <memory>
#include <string>

#include "common/limits.hpp"
#include "common/text.hpp"
#include "se/rate.hpp"
#include "solver/solver.hpp"
#include "symmetry/canonical.hpp"

using namespace satdoku;

int main() {
  const Kernel& kernel = active_kernel();
  Limits unlimited;
  Watch alone(unlimited, false);
  auto search = std::make_unique<Search>();
  se::Rater explainer;
  symmetry::Canonicalizer canonicalizer;
  for (std::uint64_t seed = 0; seed < 30; seed++) {
    Random random(seed);
    Cells solution{}, givens{};
    random_grid(kernel, random, false, alone, solution.data());
    givens = solution;
    minimise(kernel, random, alone, givens.data());
    const std::string text = write_cells(givens.data());
    Witnesses witnesses;
    const Verdict verdict = check(kernel, *search, {text.data()}, alone, 2, &witnesses);
    Cells fewer = givens;
    for (int c = 0, gone = 0; c < 81 && gone < 3; c++)
      if (fewer[c]) fewer[c] = 0, gone++;
    const std::string open = write_cells(fewer.data());
    const auto counted = count(kernel, *search, {open.data()}, alone, 100000);
    const auto er = se::tenths(explainer.rate(givens, {}).er);
    const auto least = canonicalizer.run(givens);
    std::cout << text << ' ' << static_cast<int>(verdict) << ' ' << counted.found << ' ' << er
              << ' ' << write_cells(least.image.data()) << '\n';
  }
}
