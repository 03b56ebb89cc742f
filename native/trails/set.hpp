// Sets of candidates.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../common/sets.hpp"

namespace satdoku::trails {

inline std::size_t at(int i) { return static_cast<std::size_t>(i); }

// A set of candidates. All sets of a position have as many words.
class Set {
 public:
  Set() = default;
  explicit Set(std::size_t words) : words_(words, 0) {}

  void add(int v) { words_[word(v)] |= bit(v); }
  void remove(int v) { words_[word(v)] &= ~bit(v); }
  bool has(int v) const { return (words_[word(v)] & bit(v)) != 0; }
  bool any() const;
  bool meets(const Set& other) const;
  bool inside(const Set& other) const;
  int size() const;
  int common(const Set& other) const;  // how many are in both
  int first() const;                   // of a set that is not empty
  static constexpr int kNone = -1, kSeveral = -2;
  int only(const Set& other) const;  // the one that is in both
  Set& operator|=(const Set& other);
  Set& operator&=(const Set& other);
  Set& operator-=(const Set& other);
  bool operator==(const Set& other) const = default;
  const std::vector<std::uint64_t>& words() const { return words_; }

  template <class F>
  void each(F&& f) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t m = words_[i]; m != 0; m &= m - 1)
        f(static_cast<int>(64 * i) + std::countr_zero(m));
  }

 private:
  static std::size_t word(int v) { return static_cast<std::size_t>(v) >> 6; }
  static std::uint64_t bit(int v) { return std::uint64_t{1} << (v & 63); }

  std::vector<std::uint64_t> words_;
};

inline bool Set::any() const {
  return std::any_of(words_.begin(), words_.end(), [](std::uint64_t w) { return w != 0; });
}

inline bool Set::meets(const Set& other) const {
  for (std::size_t i = 0; i < words_.size(); ++i)
    if ((words_[i] & other.words_[i]) != 0) return true;
  return false;
}

inline bool Set::inside(const Set& other) const {
  for (std::size_t i = 0; i < words_.size(); ++i)
    if ((words_[i] & ~other.words_[i]) != 0) return false;
  return true;
}

inline int Set::size() const {
  int n = 0;
  for (const std::uint64_t w : words_) n += count64(w);
  return n;
}

inline int Set::common(const Set& other) const {
  int n = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) n += count64(words_[i] & other.words_[i]);
  return n;
}

inline int Set::first() const {
  std::size_t i = 0;
  while (words_[i] == 0) ++i;
  return static_cast<int>(64 * i) + std::countr_zero(words_[i]);
}

inline int Set::only(const Set& other) const {
  int found = kNone;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::uint64_t both = words_[i] & other.words_[i];
    if (both == 0) continue;
    if (found != kNone || (both & (both - 1)) != 0) return kSeveral;
    found = static_cast<int>(64 * i) + std::countr_zero(both);
  }
  return found;
}

inline Set& Set::operator|=(const Set& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  return *this;
}

inline Set& Set::operator&=(const Set& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  return *this;
}

inline Set& Set::operator-=(const Set& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
  return *this;
}

}  // namespace satdoku::trails
