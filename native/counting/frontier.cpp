// The frontier count; one file, since its sums are templates over the length of their numbers.
#include "frontier.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace satdoku::counting {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

u64 mix(u64 x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  return x ^ (x >> 32);
}

// An unsigned number of L words; every operation says whether it overflowed.
template <int L>
struct Number {
  std::array<u64, L> word{};

  // this += other * factor
  bool add(const Number& other, u32 factor) {
    u64 carry = 0;
    for (int i = 0; i < L; ++i) {
      const u64 low = (other.word[i] & 0xffffffffULL) * factor;
      const u64 high = (other.word[i] >> 32) * factor + (low >> 32);
      const u64 product = (high << 32) | (low & 0xffffffffULL);
      u64 next = high >> 32;
      u64 sum = word[i] + product;
      next += sum < product;
      const u64 with_carry = sum + carry;
      next += with_carry < carry;
      word[i] = with_carry;
      carry = next;
    }
    return carry == 0;
  }
};

template <int W, int L>
struct Entry {
  std::array<u64, W> key;
  Number<L> count;
};

inline void prefetch([[maybe_unused]] const void* where) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(where, 1);
#endif
}

// Open addressing; an entry whose count is zero is free (a state always has a way to reach it).
template <int W, int L>
class Table {
 public:
  using Item = Entry<W, L>;

  Table() { clear(); }

  void clear() {
    items_ = std::vector<Item>(1024);
    mask_ = items_.size() - 1;
    size_ = 0;
  }

  u64 size() const { return size_; }
  u64 capacity() const { return items_.size(); }
  const Item& at(u64 i) const { return items_[i]; }
  static bool is_free(const Item& item) {
    for (u64 w : item.count.word)
      if (w) return false;
    return true;
  }

  static u64 hash(const std::array<u64, W>& key) {
    u64 h = 0;
    for (u64 w : key) h = mix(h + w + 0x9e3779b97f4a7c15ULL);
    return h;
  }

  void fetch(u64 hashed) const { prefetch(&items_[hashed & mask_]); }

  // False where the count overflowed.
  bool add(const std::array<u64, W>& key, u64 hashed, const Number<L>& count, u32 factor) {
    Item& item = find(key, hashed);
    if (is_free(item)) {
      item.key = key;
      const bool fits = item.count.add(count, factor);
      if (++size_ * 4 > items_.size() * 3) grow();
      return fits;
    }
    return item.count.add(count, factor);
  }

 private:
  Item& find(const std::array<u64, W>& key, u64 hashed) {
    u64 i = hashed & mask_;
    while (!is_free(items_[i]) && items_[i].key != key) i = (i + 1) & mask_;
    return items_[i];
  }

  void grow() {
    std::vector<Item> old(items_.size() * 2);
    old.swap(items_);
    mask_ = items_.size() - 1;
    for (const Item& item : old)
      if (!is_free(item)) find(item.key, hash(item.key)) = item;
  }

  std::vector<Item> items_;
  u64 mask_ = 0;
  u64 size_ = 0;
};

using Masks = std::array<u32, max_slots>;
using DigitHash = std::array<u64, max_digits>;

// Brings a state to one form among those that a layer's renamings make of it. Any form would be
// right; the better it is chosen, the more states meet. It never depends on the names that the
// renamings may change, except between digits that colour refinement cannot tell apart.
class Renamer {
 public:
  Renamer(const Layer& layer, int digits)
      : digits_(digits),
        slots_(static_cast<int>(layer.moves.size())),
        twins_(layer.twins),
        blocks_(layer.blocks),
        classes_(layer.digits) {
    std::vector<int> colour(static_cast<std::size_t>(slots_), -1);
    int next = 1;
    for (const auto& orbit : blocks_)
      for (std::size_t part = 0; part < orbit[0].size(); ++part) {
        for (const auto& block : orbit)
          for (int slot : block[part]) colour[static_cast<std::size_t>(slot)] = next;
        ++next;
      }
    for (const auto& twin : twins_) {
      if (colour[static_cast<std::size_t>(twin[0])] >= 0) continue;
      for (int slot : twin) colour[static_cast<std::size_t>(slot)] = next;
      ++next;
    }
    for (int& c : colour)
      if (c < 0) c = next++;
    for (int slot = 0; slot < slots_; ++slot)
      slot_colour_[static_cast<std::size_t>(slot)] =
          mix(static_cast<u64>(colour[static_cast<std::size_t>(slot)]) * 0x9e3779b97f4a7c15ULL);
    for (int d = 0; d < digits; ++d)
      digit_start_[static_cast<std::size_t>(d)] = mix(1000 + static_cast<u64>(d));
    for (std::size_t c = 0; c < classes_.size(); ++c)
      for (u32 rest = classes_[c]; rest; rest &= rest - 1)
        digit_start_[static_cast<std::size_t>(std::countr_zero(rest))] = mix(2000 + c);
  }

  bool trivial() const { return classes_.empty() && twins_.empty() && blocks_.empty(); }

  void apply(Masks& masks) const {
    if (!classes_.empty()) rename_digits(masks);
    for (const auto& twin : twins_) sort_slots(masks, twin);
    for (const auto& orbit : blocks_) sort_blocks(masks, orbit);
  }

 private:
  static void sort_slots(Masks& masks, const std::vector<int>& slots) {
    for (std::size_t i = 1; i < slots.size(); ++i) {
      const u32 value = masks[static_cast<std::size_t>(slots[i])];
      std::size_t j = i;
      for (; j > 0 && masks[static_cast<std::size_t>(slots[j - 1])] > value; --j)
        masks[static_cast<std::size_t>(slots[j])] = masks[static_cast<std::size_t>(slots[j - 1])];
      masks[static_cast<std::size_t>(slots[j])] = value;
    }
  }

  static void sort_blocks(Masks& masks, const std::vector<std::vector<std::vector<int>>>& orbit) {
    std::vector<std::vector<u32>> values(orbit.size());
    for (std::size_t b = 0; b < orbit.size(); ++b)
      for (const auto& part : orbit[b])
        for (int slot : part) values[b].push_back(masks[static_cast<std::size_t>(slot)]);
    std::sort(values.begin(), values.end());
    for (std::size_t b = 0; b < orbit.size(); ++b) {
      std::size_t i = 0;
      for (const auto& part : orbit[b])
        for (int slot : part) masks[static_cast<std::size_t>(slot)] = values[b][i++];
    }
  }

  // One round of colour refinement: a house is told by its digits, a digit by its houses.
  void refine(const Masks& masks, DigitHash& hash) const {
    std::array<u64, max_slots> slot_hash;
    for (std::size_t s = 0; s < static_cast<std::size_t>(slots_); ++s) {
      u64 sum = slot_colour_[s];
      for (u32 rest = masks[s]; rest; rest &= rest - 1)
        sum += hash[static_cast<std::size_t>(std::countr_zero(rest))];
      slot_hash[s] = mix(sum);
    }
    for (const auto& orbit : blocks_)
      for (const auto& block : orbit) {
        u64 sum = 0;
        for (const auto& part : block)
          for (int slot : part) sum += slot_hash[static_cast<std::size_t>(slot)];
        sum = mix(sum);
        for (const auto& part : block)
          for (int slot : part) {
            u64& h = slot_hash[static_cast<std::size_t>(slot)];
            h = mix(h ^ sum);
          }
      }
    DigitHash sums{};
    for (std::size_t s = 0; s < static_cast<std::size_t>(slots_); ++s)
      for (u32 rest = masks[s]; rest; rest &= rest - 1)
        sums[static_cast<std::size_t>(std::countr_zero(rest))] += slot_hash[s];
    for (std::size_t d = 0; d < static_cast<std::size_t>(digits_); ++d)
      hash[d] = mix(hash[d] * 3 + sums[d]);
  }

  void rename_digits(Masks& masks) const {
    const auto n = static_cast<std::size_t>(digits_);
    DigitHash hash = digit_start_;
    refine(masks, hash);
    refine(masks, hash);
    std::array<u64, max_digits> column{};  // the houses that used a digit
    for (std::size_t s = 0; s < static_cast<std::size_t>(slots_); ++s)
      for (u32 rest = masks[s]; rest; rest &= rest - 1)
        column[static_cast<std::size_t>(std::countr_zero(rest))] |= u64{1} << s;

    // Each round sets one digit apart; the bound is for hashes that collide.
    for (std::size_t round = 0; round < n; ++round) {
      // The tied digits with the smallest hash: any rule will do that looks at hashes only.
      u64 lowest = ~u64{0};
      u32 tied = 0;
      for (u32 part : classes_)
        for (u32 rest = part; rest; rest &= rest - 1) {
          const auto d = static_cast<std::size_t>(std::countr_zero(rest));
          if (hash[d] > lowest) continue;
          u32 same = 0;
          bool differ = false;
          for (u32 other = part; other; other &= other - 1) {
            const auto e = static_cast<std::size_t>(std::countr_zero(other));
            if (hash[e] != hash[d]) continue;
            same |= u32{1} << e;
            differ |= column[e] != column[d];
          }
          if (differ) {
            lowest = hash[d];
            tied = same;
          }
        }
      if (!tied) break;
      // Digits of equal columns are the same digit for all purposes: one of them stands for all.
      u64 best = ~u64{0};
      DigitHash chosen = hash;
      std::array<u64, max_digits> tried{};
      std::size_t tries = 0;
      for (u32 rest = tied; rest; rest &= rest - 1) {
        const auto d = static_cast<std::size_t>(std::countr_zero(rest));
        if (std::find(tried.begin(), tried.begin() + static_cast<std::ptrdiff_t>(tries),
                      column[d]) != tried.begin() + static_cast<std::ptrdiff_t>(tries))
          continue;
        tried[tries++] = column[d];
        DigitHash next = hash;
        next[d] = mix(next[d] + 1);
        refine(masks, next);
        refine(masks, next);
        u64 sum = 0;
        for (std::size_t e = 0; e < n; ++e) sum += mix(next[e]);
        if (sum < best || tries == 1) {
          best = sum;
          chosen = next;
        }
      }
      hash = chosen;
    }

    std::array<u32, max_digits> name{};
    for (std::size_t d = 0; d < n; ++d) name[d] = u32{1} << d;
    for (u32 part : classes_) {
      std::array<std::size_t, max_digits> order{};
      std::size_t size = 0;
      for (u32 rest = part; rest; rest &= rest - 1) {
        const auto d = static_cast<std::size_t>(std::countr_zero(rest));
        std::size_t j = size++;
        for (; j > 0 && hash[order[j - 1]] > hash[d]; --j) order[j] = order[j - 1];
        order[j] = d;
      }
      std::size_t i = 0;
      for (u32 rest = part; rest; rest &= rest - 1) name[order[i++]] = rest & (~rest + 1);
    }
    for (std::size_t s = 0; s < static_cast<std::size_t>(slots_); ++s) {
      u32 renamed = 0;
      for (u32 rest = masks[s]; rest; rest &= rest - 1)
        renamed |= name[static_cast<std::size_t>(std::countr_zero(rest))];
      masks[s] = renamed;
    }
  }

  int digits_;
  int slots_;
  std::vector<std::vector<int>> twins_;
  std::vector<std::vector<std::vector<std::vector<int>>>> blocks_;
  std::vector<u32> classes_;
  std::array<u64, max_slots> slot_colour_{};
  DigitHash digit_start_{};
};

template <int W, int L>
class Counter final : public Runner {
 public:
  Counter(int digits, std::vector<Layer> layers, u64 max_states)
      : digits_(digits),
        per_word_(64 / digits),
        layers_(std::move(layers)),
        max_states_(max_states) {
    Number<L> one;
    one.word[0] = 1;
    now_.add({}, Table<W, L>::hash({}), one, 1);
    for (const Layer& layer : layers_) renamers_.emplace_back(layer, digits);
  }

  Status advance(u64 budget) override {
    u64 made = 0;
    while (layer_ < layers_.size()) {
      while (position_ < now_.capacity()) {
        const auto& item = now_.at(position_);
        if (Table<W, L>::is_free(item)) {
          ++position_;
          continue;
        }
        if (made >= budget) return Status::running;
        ++position_;
        ++expanded_;
        ++made;
        if (!expand(item, made)) return Status::overflow;
        if (next_.size() > max_states_) return Status::too_many_states;
      }
      if (!flush()) return Status::overflow;
      if (next_.size() > max_states_) return Status::too_many_states;
      std::swap(now_, next_);
      next_.clear();
      peak_ = std::max(peak_, now_.size());
      position_ = 0;
      ++layer_;
      if (now_.size() == 0) layer_ = layers_.size();
    }
    return Status::done;
  }

  std::vector<u64> total() const override {
    for (u64 i = 0; i < now_.capacity(); ++i)
      if (!Table<W, L>::is_free(now_.at(i)))
        return {now_.at(i).count.word.begin(), now_.at(i).count.word.end()};
    return {0};
  }
  u64 expanded() const override { return expanded_; }
  u64 states() const override { return now_.size(); }
  u64 peak() const override { return peak_; }
  std::size_t layer() const override { return layer_; }

 private:
  // False where a count overflowed.
  bool expand(const Entry<W, L>& item, u64& made) {
    const Layer& layer = layers_[layer_];
    const std::size_t before = layer_ ? layers_[layer_ - 1].moves.size() : 0;
    const std::size_t after = layer.moves.size();
    const u32 digit_mask = static_cast<u32>((u64{1} << digits_) - 1);
    Masks masks{};
    for (std::size_t s = 0; s < before; ++s)
      masks[s] = static_cast<u32>(item.key[s / static_cast<std::size_t>(per_word_)] >>
                                  (s % static_cast<std::size_t>(per_word_) *
                                   static_cast<std::size_t>(digits_))) &
                 digit_mask;
    u32 open = layer.domain;
    for (int slot : layer.reads) open &= ~masks[static_cast<std::size_t>(slot)];

    std::array<u32, max_digits> factor{};
    for (u32 rest = open; rest; rest &= rest - 1)
      factor[static_cast<std::size_t>(std::countr_zero(rest))] = 1;
    // Digits that are alike later on and used by the same houses lead to equal states.
    for (u32 part : layer.classes) {
      part &= open;
      if ((part & (part - 1)) == 0) continue;
      std::array<u64, max_digits> column{};
      for (std::size_t s = 0; s < before; ++s)
        for (u32 rest = masks[s] & part; rest; rest &= rest - 1)
          column[static_cast<std::size_t>(std::countr_zero(rest))] |= u64{1} << s;
      for (u32 rest = part; rest; rest &= rest - 1) {
        const auto d = static_cast<std::size_t>(std::countr_zero(rest));
        for (u32 other = rest & (rest - 1); other; other &= other - 1) {
          const auto e = static_cast<std::size_t>(std::countr_zero(other));
          if (column[d] == column[e]) {
            ++factor[d];
            rest &= ~(u32{1} << e);
            open &= ~(u32{1} << e);
          }
        }
      }
    }

    const Renamer& renamer = renamers_[layer_];
    for (u32 rest = open; rest; rest &= rest - 1) {
      const u32 bit = rest & (~rest + 1);
      Masks next;
      bool alive = true;
      for (std::size_t s = 0; s < after; ++s) {
        const Move& move = layer.moves[s];
        u32 mask = move.source >= 0 ? masks[static_cast<std::size_t>(move.source)] : move.start;
        if (move.touched) mask |= bit;
        if (move.full && (move.spent & ~mask)) {
          alive = false;
          break;
        }
        next[s] = mask | move.spent;
      }
      ++made;
      if (!alive || !can_go_on(layer, next)) continue;
      if (!renamer.trivial()) renamer.apply(next);
      std::array<u64, W> key{};
      for (std::size_t s = 0; s < after; ++s)
        key[s / static_cast<std::size_t>(per_word_)] |=
            static_cast<u64>(next[s])
            << (s % static_cast<std::size_t>(per_word_) * static_cast<std::size_t>(digits_));
      Pending& waiting = pending_[pending_size_++];
      waiting = {key, Table<W, L>::hash(key), item.count,
                 factor[static_cast<std::size_t>(std::countr_zero(bit))]};
      next_.fetch(waiting.hashed);
      if (pending_size_ == pending_.size() && !flush()) return false;
    }
    return true;
  }

  // False where a count overflowed.
  bool flush() {
    bool fits = true;
    for (std::size_t i = 0; i < pending_size_; ++i) {
      const Pending& waiting = pending_[i];
      fits = next_.add(waiting.key, waiting.hashed, waiting.count, waiting.factor) && fits;
    }
    pending_size_ = 0;
    return fits;
  }

  // False where a later cell has no digit left, or a full house no cell for a digit.
  bool can_go_on(const Layer& layer, const Masks& masks) const {
    std::array<u32, max_slots> found;
    for (std::size_t s = 0; s < layer.moves.size(); ++s) found[s] = masks[s];
    for (const Watched& cell : layer.watched) {
      u32 left = cell.domain;
      for (int slot : cell.slots) left &= ~masks[static_cast<std::size_t>(slot)];
      if (!left) return false;
      for (int slot : cell.slots) found[static_cast<std::size_t>(slot)] |= left;
    }
    const u32 all = static_cast<u32>((u64{1} << digits_) - 1);
    for (std::size_t s = 0; s < layer.moves.size(); ++s)
      if (layer.moves[s].full && layer.moves[s].touched && found[s] != all) return false;
    return true;
  }

  // States on their way into the table: its memory is far away, so it is asked for beforehand.
  struct Pending {
    std::array<u64, W> key;
    u64 hashed;
    Number<L> count;
    u32 factor;
  };

  int digits_;
  int per_word_;
  std::array<Pending, 32> pending_;
  std::size_t pending_size_ = 0;
  std::vector<Layer> layers_;
  std::vector<Renamer> renamers_;
  u64 max_states_;
  Table<W, L> now_;
  Table<W, L> next_;
  std::size_t layer_ = 0;
  u64 position_ = 0;
  u64 expanded_ = 0;
  u64 peak_ = 1;
};

template <int L>
std::unique_ptr<Runner> of_words(int words, int digits, std::vector<Layer> layers, u64 max_states) {
  if constexpr (L <= 2) {  // beside a longer number, a shorter key saves little
    if (words <= 1) return std::make_unique<Counter<1, L>>(digits, std::move(layers), max_states);
    if (words <= 2) return std::make_unique<Counter<2, L>>(digits, std::move(layers), max_states);
    if (words <= 3) return std::make_unique<Counter<3, L>>(digits, std::move(layers), max_states);
  }
  if (words <= 4) return std::make_unique<Counter<4, L>>(digits, std::move(layers), max_states);
  if (words <= 8) return std::make_unique<Counter<8, L>>(digits, std::move(layers), max_states);
  if (words <= 16) return std::make_unique<Counter<16, L>>(digits, std::move(layers), max_states);
  return std::make_unique<Counter<32, L>>(digits, std::move(layers), max_states);
}

}  // namespace

std::unique_ptr<Runner> make_runner(int digits, std::vector<Layer> layers, std::uint64_t max_states,
                                    int limbs) {
  if (digits < 1 || digits > max_digits)
    throw std::invalid_argument("a board has 1 to 32 digits here");
  std::size_t most = 0;
  std::size_t before = 0;
  const u64 beyond = u64{1} << digits;
  for (const Layer& layer : layers) {
    const std::size_t after = layer.moves.size();
    most = std::max(most, after);
    bool sound = after <= static_cast<std::size_t>(max_slots) && layer.domain < beyond;
    const auto inside = [&](int slot, std::size_t size) {
      sound = sound && slot >= 0 && static_cast<std::size_t>(slot) < size;
    };
    for (int slot : layer.reads) inside(slot, before);
    for (const Move& move : layer.moves) {
      if (move.source != -1) inside(move.source, before);
      sound = sound && move.start < beyond && move.spent < beyond;
    }
    for (const Watched& cell : layer.watched) {
      sound = sound && cell.domain < beyond;
      for (int slot : cell.slots) inside(slot, after);
    }
    for (u32 part : layer.digits) sound = sound && part < beyond;
    for (u32 part : layer.classes) sound = sound && part < beyond;
    for (const auto& twin : layer.twins) {
      sound = sound && !twin.empty();
      for (int slot : twin) inside(slot, after);
    }
    for (const auto& orbit : layer.blocks) {
      sound = sound && !orbit.empty();
      for (const auto& block : orbit) {
        sound = sound && block.size() == orbit[0].size();
        for (std::size_t part = 0; sound && part < block.size(); ++part) {
          sound = block[part].size() == orbit[0][part].size();
          for (int slot : block[part]) inside(slot, after);
        }
      }
    }
    if (!sound) throw std::invalid_argument("a layer of the plan is out of range");
    before = after;
  }
  const int per_word = 64 / digits;
  const int words = (static_cast<int>(most) + per_word - 1) / per_word;
  return limbs <= 2 ? of_words<2>(words, digits, std::move(layers), max_states)
                    : of_words<8>(words, digits, std::move(layers), max_states);
}

}  // namespace satdoku::counting
