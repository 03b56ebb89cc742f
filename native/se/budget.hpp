// How far a search may go. Every long search spends from a Budget; when it is used up, LimitReached
// unwinds to rate(), which reports `undecided`.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

namespace satdoku::se {

struct LimitReached {};

class Budget {
public:
    using Clock = std::chrono::steady_clock;

    Budget() = default;
    // seconds <= 0: no deadline; nodes == 0: no node limit. `stop` (may be null) is another thread's
    // wish; `poll` (may be empty) is asked now and then on this thread and answers true to stop.
    Budget(double seconds, std::uint64_t nodes, const std::atomic<bool>* stop, std::function<bool()> poll)
        : stop_(stop), poll_(std::move(poll)) {
        if (nodes != 0) limit_ = nodes;
        if (seconds > 0) {
            timed_ = true;
            deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
        }
    }

    // Cheap: looks at the clock only every kStride units (well under a millisecond of work).
    void spend(std::uint32_t units) {
        used_ += units;
        if (used_ >= next_) look();
    }

    std::uint64_t used() const { return used_; }

private:
    static constexpr std::uint64_t kStride = 20000;

    void look() {
        if (used_ > limit_) throw LimitReached{};
        if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) throw LimitReached{};
        if (timed_ && Clock::now() >= deadline_) throw LimitReached{};
        if (poll_ && poll_()) throw LimitReached{};
        next_ = used_ + kStride;
        if (next_ > limit_) next_ = limit_ + 1;
    }

    std::uint64_t used_ = 0, next_ = 0;
    std::uint64_t limit_ = std::numeric_limits<std::uint64_t>::max() - 1;
    bool timed_ = false;
    Clock::time_point deadline_{};
    const std::atomic<bool>* stop_ = nullptr;
    std::function<bool()> poll_;
};

}  // namespace satdoku::se
