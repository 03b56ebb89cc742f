// xoshiro256** seeded by splitmix64 (Blackman and Vigna, public domain), and exact integers below a
// bound: std's distributions differ between platforms, these do not.
#pragma once

#include <array>
#include <cstdint>

namespace satdoku {

class Random {
 public:
  using State = std::array<std::uint64_t, 4>;

  explicit Random(const State& state) : state_(state) {}

  explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9E3779B97F4A7C15u;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
      word = z ^ (z >> 31);
    }
  }

  std::uint64_t next() {
    std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  // Every value below `bound` equally likely: the short last run of 32-bit values is refused.
  std::uint32_t below(std::uint32_t bound) {
    std::uint32_t refuse = (0u - bound) % bound;
    for (;;) {
      std::uint32_t value = static_cast<std::uint32_t>(next() >> 32);
      if (value >= refuse) return value % bound;
    }
  }

  template <class T>
  void shuffle(T* items, std::uint32_t n) {
    for (std::uint32_t i = n; i > 1; i--) {
      std::uint32_t j = below(i);
      T t = items[i - 1];
      items[i - 1] = items[j];
      items[j] = t;
    }
  }

  const State& state() const { return state_; }

 private:
  static std::uint64_t rotate(std::uint64_t x, int k) { return x << k | x >> (64 - k); }
  State state_;
};

}  // namespace satdoku
