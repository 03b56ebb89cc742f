// What compiled code calls where there are neither exceptions nor threads that end.
#include <cstddef>
#include <cstdlib>

extern "C" void* __cxa_allocate_exception(std::size_t) { std::abort(); }
extern "C" void __cxa_throw(void*, void*, void (*)(void*)) { std::abort(); }
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
