// What each of the two instances in a browser holds: a text that the caller writes, an answer that
// it reads, and what a throw calls where there are no exceptions. No Python here.
//
// A caller writes 81 characters to input(), calls a question and reads the answer from output().

#ifndef SATDOKU_WASM_SHARED_HPP
#define SATDOKU_WASM_SHARED_HPP

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

char text[81];

union {
  std::uint8_t grids[2][81];
  std::uint32_t counts[729];
  double scale[10];
  std::uint64_t found;
} answer;

}  // namespace

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

extern "C" void* __cxa_allocate_exception(std::size_t) { std::abort(); }
extern "C" void __cxa_throw(void*, void*, void (*)(void*)) { std::abort(); }

EXPORT(input) char* input() { return text; }
EXPORT(output) void* output() { return &answer; }

#endif
