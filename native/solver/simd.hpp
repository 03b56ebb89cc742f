// Vectors with one 32-bit lane a digit, over GCC/clang vector extensions.
//
// A `V` holds three groups of four lanes; digit 3g+i lives in lane i of group g and lane 3 of
// every group is always zero.  Groups of four keep each shuffle inside 128 bits, so the same code
// serves one 512-bit register, a 256- and a 128-bit one, or three 128-bit ones (SSE2, NEON).
// Everything sits in a per-level namespace: this header is compiled once for each instruction set
// and nothing of it may be shared by the linker.
#pragma once

#include <cstdint>

#if defined(_MSC_VER) && !defined(__clang__)
#error "satdoku's kernel needs GCC or clang vector extensions; on Windows build with clang-cl"
#endif

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

#define SATDOKU_INLINE inline __attribute__((always_inline))

namespace satdoku::SATDOKU_LEVEL {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

typedef u32 P4 __attribute__((vector_size(16), may_alias));
typedef u32 P8 __attribute__((vector_size(32), may_alias));
typedef u32 P16 __attribute__((vector_size(64), may_alias));

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define SATDOKU_SHUFFLE(T, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#endif
#endif
#ifndef SATDOKU_SHUFFLE  // GCC before 12
#define SATDOKU_SHUFFLE(T, a, b, ...) __builtin_shuffle(a, b, T{__VA_ARGS__})
#endif

#if defined(__AVX512F__)
#define SATDOKU_WORD_SHUFFLE(name, i0, i1, i2, i3)                                               \
  SATDOKU_INLINE P16 name(P16 a, P16 b) {                                                        \
    constexpr auto at = [](int i, int g) { return (i < 4 ? i : i + 12) + 4 * g; };               \
    return SATDOKU_SHUFFLE(P16, a, b, at(i0, 0), at(i1, 0), at(i2, 0), at(i3, 0), at(i0, 1),     \
                           at(i1, 1), at(i2, 1), at(i3, 1), at(i0, 2), at(i1, 2), at(i2, 2),     \
                           at(i3, 2), at(i0, 3), at(i1, 3), at(i2, 3), at(i3, 3));               \
  }
#elif defined(__AVX2__)
#define SATDOKU_WORD_SHUFFLE(name, i0, i1, i2, i3)                                               \
  SATDOKU_INLINE P8 name(P8 a, P8 b) {                                                           \
    constexpr auto at = [](int i, int g) { return (i < 4 ? i : i + 4) + 4 * g; };                \
    return SATDOKU_SHUFFLE(P8, a, b, at(i0, 0), at(i1, 0), at(i2, 0), at(i3, 0), at(i0, 1),      \
                           at(i1, 1), at(i2, 1), at(i3, 1));                                     \
  }                                                                                              \
  SATDOKU_INLINE P4 name(P4 a, P4 b) { return SATDOKU_SHUFFLE(P4, a, b, i0, i1, i2, i3); }
#else
#define SATDOKU_WORD_SHUFFLE(name, i0, i1, i2, i3)                                               \
  SATDOKU_INLINE P4 name(P4 a, P4 b) { return SATDOKU_SHUFFLE(P4, a, b, i0, i1, i2, i3); }
#endif

SATDOKU_WORD_SHUFFLE(zip_low, 0, 4, 1, 5)
SATDOKU_WORD_SHUFFLE(zip_high, 2, 6, 3, 7)
SATDOKU_WORD_SHUFFLE(join_low, 0, 1, 4, 5)
SATDOKU_WORD_SHUFFLE(join_high, 2, 3, 6, 7)

#if defined(__AVX512F__)

using V = P16;

template <int table>
SATDOKU_INLINE V ternary(V a, V b, V c) {
  return (V)_mm512_ternarylogic_epi32((__m512i)a, (__m512i)b, (__m512i)c, table);
}
template <int table>
SATDOKU_INLINE P4 ternary(P4 a, P4 b, P4 c) {
  return (P4)_mm_ternarylogic_epi32((__m128i)a, (__m128i)b, (__m128i)c, table);
}
#define SATDOKU_TERNARY(name, expression)                                                        \
  template <class T>                                                                             \
  SATDOKU_INLINE T name(T x, T y, T z) {                                                         \
    constexpr int table = [] {                                                                   \
      constexpr int a = 0xF0, b = 0xCC, c = 0xAA;                                                \
      return (expression) & 0xFF;                                                                \
    }();                                                                                         \
    return ternary<table>(x, y, z);                                                              \
  }

SATDOKU_INLINE V splat(u32 w) { return (V)_mm512_set1_epi32(static_cast<int>(w)); }
SATDOKU_INLINE V zero() { return V{}; }
template <int g>
SATDOKU_INLINE P4 group(V v) {
  if constexpr (g == 0) return (P4)_mm512_castsi512_si128((__m512i)v);
  else return (P4)_mm512_extracti32x4_epi32((__m512i)v, g);
}
template <int lane>
SATDOKU_INLINE V broadcast(P4 v) {
  if constexpr (lane == 0) return (V)_mm512_broadcastd_epi32((__m128i)v);
  else return (V)_mm512_permutexvar_epi32(_mm512_set1_epi32(lane),
                                          _mm512_castsi128_si512((__m128i)v));
}
SATDOKU_INLINE bool any(V v) {
  return _mm512_test_epi32_mask((__m512i)v, (__m512i)v) != 0;
}
// Bit 4g+i is digit 3g+i.
SATDOKU_INLINE u32 lanes_set(V v) {
  return _mm512_test_epi32_mask((__m512i)v, (__m512i)v) & 0x777;
}
SATDOKU_INLINE u32 lanes_clear(V v) {
  return _mm512_testn_epi32_mask((__m512i)v, (__m512i)v) & 0x777;
}
SATDOKU_INLINE V smaller(V a, V b) { return (V)_mm512_min_epu32((__m512i)a, (__m512i)b); }

#else

#define SATDOKU_TERNARY(name, expression)                                                        \
  template <class T>                                                                             \
  SATDOKU_INLINE T name(T a, T b, T c) {                                                         \
    return expression;                                                                           \
  }

#if defined(__AVX2__)
struct V {
  P8 a;
  P4 b;
};
#define SATDOKU_EACH(expression_a, expression_b, expression_c) V{expression_a, expression_b}
#else
struct V {
  P4 a, b, c;
};
#define SATDOKU_EACH(expression_a, expression_b, expression_c)                                   \
  V { expression_a, expression_b, expression_c }
#endif
#define SATDOKU_OPERATOR(op)                                                                     \
  SATDOKU_INLINE V operator op(V x, V y) { return SATDOKU_EACH(x.a op y.a, x.b op y.b, x.c op y.c); }
SATDOKU_OPERATOR(&)
SATDOKU_OPERATOR(|)
SATDOKU_OPERATOR(^)
SATDOKU_OPERATOR(+)
SATDOKU_OPERATOR(-)
SATDOKU_INLINE V operator~(V x) { return SATDOKU_EACH(~x.a, ~x.b, ~x.c); }
SATDOKU_INLINE V operator<<(V x, int n) { return SATDOKU_EACH(x.a << n, x.b << n, x.c << n); }
SATDOKU_INLINE V operator>>(V x, int n) { return SATDOKU_EACH(x.a >> n, x.b >> n, x.c >> n); }
SATDOKU_INLINE V& operator&=(V& x, V y) { return x = x & y; }
SATDOKU_INLINE V& operator|=(V& x, V y) { return x = x | y; }
SATDOKU_INLINE V zip_low(V x, V y) {
  return SATDOKU_EACH(zip_low(x.a, y.a), zip_low(x.b, y.b), zip_low(x.c, y.c));
}
SATDOKU_INLINE V zip_high(V x, V y) {
  return SATDOKU_EACH(zip_high(x.a, y.a), zip_high(x.b, y.b), zip_high(x.c, y.c));
}
SATDOKU_INLINE V join_low(V x, V y) {
  return SATDOKU_EACH(join_low(x.a, y.a), join_low(x.b, y.b), join_low(x.c, y.c));
}
SATDOKU_INLINE V join_high(V x, V y) {
  return SATDOKU_EACH(join_high(x.a, y.a), join_high(x.b, y.b), join_high(x.c, y.c));
}

#if defined(__AVX2__)
SATDOKU_INLINE V splat(u32 w) {
  return V{(P8)_mm256_set1_epi32(static_cast<int>(w)), (P4)_mm_set1_epi32(static_cast<int>(w))};
}
SATDOKU_INLINE V zero() { return V{P8{}, P4{}}; }
template <int g>
SATDOKU_INLINE P4 group(V v) {
  if constexpr (g == 0) return (P4)_mm256_castsi256_si128((__m256i)v.a);
  else if constexpr (g == 1) return (P4)_mm256_extracti128_si256((__m256i)v.a, 1);
  else return v.b;
}
template <int lane>
SATDOKU_INLINE V broadcast(P4 v) {
  P4 one = SATDOKU_SHUFFLE(P4, v, v, lane, lane, lane, lane);
  return V{(P8)_mm256_broadcastsi128_si256((__m128i)one), one};
}
SATDOKU_INLINE bool any(V v) {
  P4 t = group<0>(v) | group<1>(v) | v.b;
  return !_mm_testz_si128((__m128i)t, (__m128i)t);
}
SATDOKU_INLINE u32 lanes_clear(V v) {
  u32 low = static_cast<u32>(_mm256_movemask_ps((__m256)(v.a == 0)));
  u32 high = static_cast<u32>(_mm_movemask_ps((__m128)(v.b == 0)));
  return (low | high << 8) & 0x777;
}
SATDOKU_INLINE V smaller(V x, V y) {
  return V{(P8)_mm256_min_epu32((__m256i)x.a, (__m256i)y.a),
           (P4)_mm_min_epu32((__m128i)x.b, (__m128i)y.b)};
}
#else
SATDOKU_INLINE V splat(u32 w) {
  P4 one = P4{w, w, w, w};
  return V{one, one, one};
}
SATDOKU_INLINE V zero() { return V{P4{}, P4{}, P4{}}; }
template <int g>
SATDOKU_INLINE P4 group(V v) {
  if constexpr (g == 0) return v.a;
  else if constexpr (g == 1) return v.b;
  else return v.c;
}
template <int lane>
SATDOKU_INLINE V broadcast(P4 v) {
  P4 one = SATDOKU_SHUFFLE(P4, v, v, lane, lane, lane, lane);
  return V{one, one, one};
}
SATDOKU_INLINE bool any(P4 t) {
  typedef u64 Q __attribute__((vector_size(16)));
  Q q = (Q)t;
  return (q[0] | q[1]) != 0;
}
SATDOKU_INLINE bool any(V v) { return any(v.a | v.b | v.c); }
SATDOKU_INLINE u32 lanes_clear(V v) {
  // One bit a lane: adding the halves cannot carry as the bits differ.
  const P4 bit = P4{1, 2, 4, 0};
  P4 m = ((P4)(v.a == 0) & bit) | ((P4)(v.b == 0) & (bit << 4)) | ((P4)(v.c == 0) & (bit << 8));
  return m[0] | m[1] | m[2];
}
// For non-negative lanes, which is all the kernel has (30 bits).
SATDOKU_INLINE P4 smaller(P4 x, P4 y) {
  typedef std::int32_t S __attribute__((vector_size(16)));
  P4 less = (P4)((S)x < (S)y);
  return (x & less) | (y & ~less);
}
SATDOKU_INLINE V smaller(V x, V y) {
  return V{smaller(x.a, y.a), smaller(x.b, y.b), smaller(x.c, y.c)};
}
#endif
SATDOKU_INLINE u32 lanes_set(V v) { return ~lanes_clear(v) & 0x777; }
#endif

SATDOKU_TERNARY(or3, a | b | c)
SATDOKU_TERNARY(xor3, a ^ b ^ c)
SATDOKU_TERNARY(and3, a & b & c)
SATDOKU_TERNARY(majority, (a & b) | (c & (a | b)))
SATDOKU_TERNARY(exactly_one, (a ^ b ^ c) & ~(a & b & c))
SATDOKU_TERNARY(choose, (a & b) | (~a & c))           // a ? b : c
SATDOKU_TERNARY(or_and, a | (b & c))
SATDOKU_TERNARY(and_or, a & (b | c))
SATDOKU_TERNARY(but_not_both, a & ~(b & c))
SATDOKU_TERNARY(but_neither, a & ~(b | c))
SATDOKU_TERNARY(keep, a & (b | ~c))                   // a, but inside c only what b has

SATDOKU_INLINE V load(const u32* from) {
#if defined(__AVX512F__)
  return *reinterpret_cast<const V*>(from);
#elif defined(__AVX2__)
  return V{*reinterpret_cast<const P8*>(from), *reinterpret_cast<const P4*>(from + 8)};
#else
  const P4* p = reinterpret_cast<const P4*>(from);
  return V{p[0], p[1], p[2]};
#endif
}
SATDOKU_INLINE void store(u32* to, V v) {
#if defined(__AVX512F__)
  *reinterpret_cast<V*>(to) = v;
#elif defined(__AVX2__)
  *reinterpret_cast<P8*>(to) = v.a;
  *reinterpret_cast<P4*>(to + 8) = v.b;
#else
  P4* p = reinterpret_cast<P4*>(to);
  p[0] = v.a;
  p[1] = v.b;
  p[2] = v.c;
#endif
}

SATDOKU_INLINE bool any_of_words(P4 v) {
#if defined(__AVX2__)
  return !_mm_testz_si128((__m128i)v, (__m128i)v);
#else
  typedef u64 Q __attribute__((vector_size(16)));
  Q q = (Q)v;
  return (q[0] | q[1]) != 0;
#endif
}

}  // namespace
