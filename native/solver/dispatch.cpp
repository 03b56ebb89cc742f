#include "dispatch.hpp"

#include <atomic>
#include <cstdlib>

namespace satdoku {
namespace {

std::vector<const Kernel*> usable_kernels() {
  std::vector<const Kernel*> usable{&baseline::kernel};
#ifdef SATDOKU_X86_LEVELS
  __builtin_cpu_init();
  bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
              __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  if (avx2) usable.push_back(&avx2::kernel);
  if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vbmi"))
    usable.push_back(&avx512::kernel);
#endif
  return usable;
}

const Kernel* find(const std::string& name) {
  for (const Kernel* kernel : usable_kernels())
    if (name == kernel->name) return kernel;
  return nullptr;
}

const Kernel* choose() {
  if (const char* wanted = std::getenv("SATDOKU_SIMD"))
    if (const Kernel* kernel = find(wanted)) return kernel;
  return usable_kernels().back();
}

std::atomic<const Kernel*>& active() {
  static std::atomic<const Kernel*> kernel{choose()};
  return kernel;
}

}  // namespace

const Kernel& active_kernel() { return *active().load(std::memory_order_relaxed); }

std::vector<std::string> usable_levels() {
  std::vector<std::string> names;
  for (const Kernel* kernel : usable_kernels()) names.emplace_back(kernel->name);
  return names;
}

bool set_level(const std::string& name) {
  const Kernel* kernel = find(name);
  if (kernel) active().store(kernel, std::memory_order_relaxed);
  return kernel != nullptr;
}

}  // namespace satdoku
