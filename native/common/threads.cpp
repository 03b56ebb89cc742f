#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "limits.hpp"

namespace satdoku {

void in_threads(Limits& limits, std::size_t threads, const std::function<void(Watch&)>& work) {
  std::mutex mutex;
  std::condition_variable finished;
  std::size_t running = 0;
  std::exception_ptr failure;
  const auto guarded = [&](bool asks) {
    try {
      Watch watch(limits, asks);
      work(watch);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      limits.cancelled = true;
    }
  };
  std::vector<std::thread> pool;
  pool.reserve(threads);  // once a thread runs, nothing may throw past it
  while (pool.size() + 1 < threads) {
    try {
      const std::lock_guard lock(mutex);
      pool.emplace_back([&] {
        guarded(false);
        const std::lock_guard inner(mutex);
        running--;
        finished.notify_one();
      });
      running++;
    } catch (const std::exception&) {
      break;  // fewer threads than asked for still give the answer
    }
  }
  guarded(true);
  {
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, std::chrono::nanoseconds(kInterruptEvery),
                              [&] { return running == 0; })) {
      lock.unlock();
      if (!limits.cancelled && limits.interrupted && limits.interrupted()) limits.cancelled = true;
      lock.lock();
    }
  }
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace satdoku
