#include "people.hpp"

#include <algorithm>
#include <numeric>

namespace satdoku::se {

void Conclusions::clear() {
  steps_.clear();
  eliminations_.clear();
}

void Conclusions::add(const Step& step) {
  if (step.technique == Technique::hidden_single || step.technique == Technique::naked_single)
    return;
  eliminations_.insert(eliminations_.end(), step.eliminations.begin(), step.eliminations.end());
  steps_.push_back(
      {step.place_cell, step.place_digit, static_cast<std::uint32_t>(eliminations_.size())});
}

namespace {

// splitmix64: the same numbers everywhere.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}

  std::uint32_t below(std::uint32_t bound) {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return static_cast<std::uint32_t>((z >> 32) * bound >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace

class Walk {
 public:
  Walk(const Grid& start, const Conclusions& conclusions, const People& people)
      : start_(start), conclusions_(conclusions), people_(people), g_(start) {
    look();
    hidden_at_start_ = hidden_;
    rates_at_start_ = rates_;
    naked_at_start_ = naked_;
  }

  // The seconds of a walk, or 0.
  double seconds(std::uint32_t number, std::vector<Found>* found) {
    g_ = start_;
    hidden_ = hidden_at_start_;
    rates_ = rates_at_start_;
    naked_ = naked_at_start_;
    Draw draw(number);
    next_ = 0;
    double sum = 0;
    while (g_.unfilled != 0) {
      const int unfilled = g_.unfilled;
      std::uint32_t all = options();
      if (found != nullptr) record(number, *found);
      if (all != 0) {
        if (!place_one(draw.below(all))) return 0;
        sum += people_.writing;
      } else {
        if (!conclude()) return 0;
        all = people_.other;
        if (found != nullptr) found->back().other = 1;
      }
      sum += people_.slow[static_cast<std::size_t>(unfilled)] * 1e6 / all;
    }
    return sum;
  }

 private:
  // Finds all singles of the position.
  void look() {
    naked_ = {};
    for (std::size_t h = 0; h < 27; ++h) look_in_house(h);
    for (int c = 0; c < 81; ++c)
      if (single(g_.cand[c])) naked_.add(c);
  }

  void look_in_house(std::size_t h) {
    unsigned digits = 0;
    for (int d = 0; d < 9; ++d) digits |= static_cast<unsigned>(single(g_.pos[h][d])) << d;
    set_hidden(h, digits);
  }

  void set_hidden(std::size_t h, unsigned digits) {
    hidden_[h] = static_cast<Mask>(digits);
    rates_[h] = static_cast<std::uint32_t>(count(digits)) * rate_in(h);
  }

  // The rate of one hidden single in a house.
  std::uint32_t rate_in(std::size_t h) const {
    return (h < 9 ? people_.box : people_.line)[g_.empty[h]];
  }

  std::size_t fullest(int c) const {
    return std::min(
        {g_.empty[geo.house[c][0]], g_.empty[geo.house[c][1]], g_.empty[geo.house[c][2]]});
  }

  // The rate at which anything is found.
  std::uint32_t options() const {
    std::uint32_t all = std::accumulate(rates_.begin(), rates_.end(), std::uint32_t{0});
    naked_.each([&](int c) { all += people_.cell[fullest(c)]; });
    return all;
  }

  // Fills the cell of the single that this number, below options(), falls on.
  bool place_one(std::uint32_t number) {
    for (std::size_t h = 0; h < 27; ++h) {
      if (number >= rates_[h]) {
        number -= rates_[h];
        continue;
      }
      unsigned digits = hidden_[h];
      for (std::uint32_t skip = number / rate_in(h); skip != 0; --skip) digits &= digits - 1;
      const int d = lowest(digits);
      return place(geo.cell[h][lowest(g_.pos[h][d])], d);
    }
    for (int c : naked_) {
      const std::uint32_t rate = people_.cell[fullest(c)];
      if (number < rate) return place(c, lowest(g_.cand[c]));
      number -= rate;
    }
    return false;
  }

  // Grid::place, with what it changes among the singles.
  bool place(int c, int d) {
    if (!g_.has(c, d)) return false;
    for (int e : Bits(g_.cand[c])) remove(c, e);
    naked_.remove(c);
    g_.value[c] = static_cast<std::uint8_t>(d + 1);
    --g_.unfilled;
    for (const std::size_t h : geo.house[c]) {
      --g_.empty[h];
      for (int i : Bits(g_.pos[h][d])) {
        const int peer = geo.cell[h][i];
        remove(peer, d);
        if (single(g_.cand[peer])) naked_.add(peer);
      }
    }
    for (const std::size_t h : geo.house[c]) set_hidden(h, hidden_[h]);  // the rates are others
    return true;
  }

  void remove(int c, int d) {
    g_.remove(c, d);
    for (const std::size_t h : geo.house[c]) {
      const bool is_single = single(g_.pos[h][d]);
      if (is_single != ((hidden_[h] >> d & 1) != 0)) set_hidden(h, hidden_[h] ^ bit(d));
    }
  }

  // Takes the next conclusion that changes something.
  bool conclude() {
    const auto& steps = conclusions_.steps_;
    while (next_ < steps.size()) {
      const auto& step = steps[next_];
      bool changed = false;
      for (std::uint32_t at = next_ == 0 ? 0 : steps[next_ - 1].end; at < step.end; ++at) {
        const Candidate& out = conclusions_.eliminations_[at];
        if (!g_.has(out.cell, out.digit - 1)) continue;
        g_.remove(out.cell, out.digit - 1);
        changed = true;
      }
      ++next_;
      if (step.cell >= 0 && g_.value[step.cell] == 0) {
        if (!place(step.cell, step.digit - 1)) return false;
        changed = true;
      }
      if (!changed) continue;
      look();
      return true;
    }
    return false;
  }

  void record(std::uint32_t number, std::vector<Found>& found) const {
    Found& at = found.emplace_back();
    at.walk = static_cast<std::uint8_t>(number);
    at.unfilled = g_.unfilled;
    for (std::size_t h = 0; h < 27; ++h) {
      auto& counts = h < 9 ? at.box : at.line;
      std::uint8_t& n = counts[g_.empty[h]];
      n = static_cast<std::uint8_t>(n + count(hidden_[h]));
    }
    naked_.each([&](int c) { ++at.cell[fullest(c)]; });
  }

  const Grid& start_;
  const Conclusions& conclusions_;
  const People& people_;
  Grid g_;
  std::array<Mask, 27> hidden_{}, hidden_at_start_{};  // the digits with one place in a house
  std::array<std::uint32_t, 27> rates_{}, rates_at_start_{};  // and the rate of them all
  CellSet naked_, naked_at_start_;                            // the cells with one candidate
  std::size_t next_ = 0;
};

double seconds_of_people(const Grid& start, const Conclusions& conclusions, const People& people,
                         std::vector<Found>* found) {
  Walk walk(start, conclusions, people);
  double sum = 0;
  for (std::uint32_t number = 0; number < people.walks; ++number) {
    const double seconds = walk.seconds(number, found);
    if (seconds == 0) return 0;
    sum += seconds;
  }
  return sum / people.walks;
}

}  // namespace satdoku::se
