// Every function of the C library from several threads, with right and wrong arguments; built with
// sanitizers by test_c.py.
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "satdoku.h"

static bool work(std::uint64_t seed) {
  satdoku_error error = {sizeof error, 0, {}, {}};
  satdoku_limits limits = {sizeof limits, 20.0, 0, nullptr, nullptr};
  char puzzle[82], solution[82], image[82], found[2][82];
  const char* levels[] = {nullptr, "easy", "hard"};
  for (int symmetry = 0; symmetry <= 6; symmetry++) {
    satdoku_wish wish = {sizeof wish, static_cast<satdoku_symmetry>(symmetry), 0, symmetry == 0,
                         levels[symmetry % 3]};
    if (satdoku_generate(seed, 0, &wish, puzzle, solution, &limits, &error) != SATDOKU_OK)
      return false;
    if (satdoku_check(puzzle, found, &limits, &error) != SATDOKU_UNIQUE) return false;
    if (std::strcmp(found[0], solution) != 0 || found[1][0] != 0) return false;
    if (satdoku_solve(puzzle, image, nullptr, nullptr) != SATDOKU_SOLVED) return false;
    std::uint64_t count = 0;
    int exact = 0;
    if (satdoku_count(puzzle, 0, &count, &exact, nullptr, nullptr) != SATDOKU_UNIQUE) return false;
    std::uint32_t counts[729];
    if (satdoku_candidates(puzzle, 2, counts, nullptr, nullptr) != SATDOKU_UNIQUE) return false;
    if (satdoku_canonical(puzzle, image, &error) != SATDOKU_OK) return false;
    satdoku_rating rating = {sizeof rating, 0, 0, 0, 0, {}, {}};
    if (satdoku_rate(puzzle, &rating, &limits, &error) != SATDOKU_OK || count != 1) return false;
  }
  std::string text(puzzle);
  for (int byte = 1; byte < 256; byte++) {
    text[static_cast<std::size_t>(byte) % 81] = static_cast<char>(byte);
    satdoku_check(text.c_str(), nullptr, &limits, &error);
    satdoku_canonical(text.c_str(), image, &error);
    satdoku_check(text.substr(static_cast<std::size_t>(byte) % 81).c_str(), found, nullptr, &error);
  }
  satdoku_check(std::string(5000, '1').c_str(), nullptr, nullptr, &error);
  limits.nodes = 50;
  std::uint64_t count = 0;
  satdoku_count(std::string(81, '.').c_str(), 0, &count, nullptr, &limits, &error);
  return true;
}

int main() {
  std::vector<std::thread> threads;
  std::vector<char> right(4);
  for (std::size_t i = 0; i < right.size(); i++)
    threads.emplace_back([&right, i] { right[i] = work(i + 1); });
  for (std::thread& one : threads) one.join();
  for (char one : right)
    if (!one) return 1;
  std::puts("ok");
  return 0;
}
