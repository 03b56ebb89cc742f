// Vectors with one 32-bit lane a digit, over GCC/clang vector extensions.
//
// A `V` holds three groups of four lanes; digit 3g+i lives in lane i of group g and lane 3 of
// every group is always zero.  Groups of four keep each shuffle inside 128 bits, so the same code
// serves one 512-bit register, a 256- and a 128-bit one, or three 128-bit ones (SSE2, NEON).
// Everything sits in a per-level namespace: this header is compiled once for each instruction set
// and nothing of it may be shared by the linker.
#pragma once

#include <bit>
#include <cstdint>

#if defined(_MSC_VER) && !defined(__clang__)
#error "satdoku's kernel needs GCC or clang vector extensions; on Windows build with clang-cl"
#endif

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#define SATDOKU_INLINE inline __attribute__((always_inline))

#if defined(__clang__)
#define SATDOKU_UNROLL _Pragma("clang loop unroll(full)")
#else
#define SATDOKU_UNROLL _Pragma("GCC unroll 9")
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wignored-attributes"  // vector types as arguments of templates
#endif

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

// Vectors of n positions.  They go through the same operations in turns, so that none waits for its
// own last result: an operation takes two cycles or more, and several can begin in each.
template <class T, int n>
struct Each {
  T of[n];
};
template <class T>
constexpr int kEach = 0;
template <class T, int n>
constexpr int kEach<Each<T, n>> = n;

template <class... X>
constexpr int kTurns = [] {
  int n = 0;
  ((n = kEach<X> > n ? kEach<X> : n), ...);
  return n;
}();

template <class T>
SATDOKU_INLINE T part(T x, int) {
  return x;
}
template <class T, int n>
SATDOKU_INLINE T part(Each<T, n> x, int i) {
  return x.of[i];
}
template <class F, class... X>
SATDOKU_INLINE auto in_turns(F f, X... x) {
  constexpr int n = kTurns<X...>;
  Each<decltype(f(part(x, 0)...)), n> result;
  SATDOKU_UNROLL
  for (int i = 0; i < n; i++) result.of[i] = f(part(x, i)...);
  return result;
}
template <class... X>
concept Turns = (kTurns<X...> > 0);

#define SATDOKU_EACH_OPERATOR(op)                                                                \
  template <class X, class Y>                                                                    \
    requires Turns<X, Y>                                                                         \
  SATDOKU_INLINE auto operator op(X x, Y y) {                                                    \
    return in_turns([](auto a, auto b) __attribute__((always_inline)) { return a op b; }, x, y); \
  }
SATDOKU_EACH_OPERATOR(&)
SATDOKU_EACH_OPERATOR(|)
SATDOKU_EACH_OPERATOR(^)
SATDOKU_EACH_OPERATOR(+)
SATDOKU_EACH_OPERATOR(-)
template <class T, int n>
SATDOKU_INLINE Each<T, n> operator~(Each<T, n> x) {
  return in_turns([](T a) __attribute__((always_inline)) { return ~a; }, x);
}
template <class T, int n>
SATDOKU_INLINE Each<T, n> operator<<(Each<T, n> x, int by) {
  return in_turns([by](T a) __attribute__((always_inline)) { return a << by; }, x);
}
template <class T, int n>
SATDOKU_INLINE Each<T, n> operator>>(Each<T, n> x, int by) {
  return in_turns([by](T a) __attribute__((always_inline)) { return a >> by; }, x);
}

#define SATDOKU_EACH_OF_THREE(name)                                               \
  template <class X, class Y, class Z>                                            \
    requires Turns<X, Y, Z>                                                       \
  SATDOKU_INLINE auto name(X x, Y y, Z z) {                                       \
    return in_turns([](auto a, auto b, auto c)                                    \
                        __attribute__((always_inline)) { return name(a, b, c); }, \
                    x, y, z);                                                     \
  }

// Shuffles within each group of four lanes.
SATDOKU_INLINE P4 zip_low(P4 a, P4 b) { return SATDOKU_SHUFFLE(P4, a, b, 0, 4, 1, 5); }
SATDOKU_INLINE P4 zip_high(P4 a, P4 b) { return SATDOKU_SHUFFLE(P4, a, b, 2, 6, 3, 7); }
SATDOKU_INLINE P4 join_low(P4 a, P4 b) { return SATDOKU_SHUFFLE(P4, a, b, 0, 1, 4, 5); }
SATDOKU_INLINE P4 join_high(P4 a, P4 b) { return SATDOKU_SHUFFLE(P4, a, b, 2, 3, 6, 7); }
#if defined(__AVX512F__)
// Spelled out, as GCC would choose slower permutations.
SATDOKU_INLINE P16 zip_low(P16 a, P16 b) {
  return (P16)_mm512_unpacklo_epi32((__m512i)a, (__m512i)b);
}
SATDOKU_INLINE P16 zip_high(P16 a, P16 b) {
  return (P16)_mm512_unpackhi_epi32((__m512i)a, (__m512i)b);
}
SATDOKU_INLINE P16 join_low(P16 a, P16 b) {
  return (P16)_mm512_unpacklo_epi64((__m512i)a, (__m512i)b);
}
SATDOKU_INLINE P16 join_high(P16 a, P16 b) {
  return (P16)_mm512_unpackhi_epi64((__m512i)a, (__m512i)b);
}
#elif defined(__AVX2__)
SATDOKU_INLINE P8 zip_low(P8 a, P8 b) { return (P8)_mm256_unpacklo_epi32((__m256i)a, (__m256i)b); }
SATDOKU_INLINE P8 zip_high(P8 a, P8 b) { return (P8)_mm256_unpackhi_epi32((__m256i)a, (__m256i)b); }
SATDOKU_INLINE P8 join_low(P8 a, P8 b) { return (P8)_mm256_unpacklo_epi64((__m256i)a, (__m256i)b); }
SATDOKU_INLINE P8 join_high(P8 a, P8 b) {
  return (P8)_mm256_unpackhi_epi64((__m256i)a, (__m256i)b);
}
#endif

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
#define SATDOKU_TERNARY(name, expression)         \
  template <class T>                              \
    requires(!Turns<T>)                           \
  SATDOKU_INLINE T name(T x, T y, T z) {          \
    constexpr int table = [] {                    \
      constexpr int a = 0xF0, b = 0xCC, c = 0xAA; \
      return (expression) & 0xFF;                 \
    }();                                          \
    return ternary<table>(x, y, z);               \
  }                                               \
  SATDOKU_EACH_OF_THREE(name)

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
  else
    return (V)_mm512_permutexvar_epi32(_mm512_set1_epi32(lane), _mm512_castsi128_si512((__m128i)v));
}
SATDOKU_INLINE bool any(V v) { return _mm512_test_epi32_mask((__m512i)v, (__m512i)v) != 0; }
// Bit 4g+i is digit 3g+i.
SATDOKU_INLINE u32 lanes_set(V v) { return _mm512_test_epi32_mask((__m512i)v, (__m512i)v) & 0x777; }
SATDOKU_INLINE u32 lanes_clear(V v) {
  return _mm512_testn_epi32_mask((__m512i)v, (__m512i)v) & 0x777;
}
SATDOKU_INLINE V smaller(V a, V b) { return (V)_mm512_min_epu32((__m512i)a, (__m512i)b); }

#else

#define SATDOKU_TERNARY(name, expression) \
  template <class T>                      \
    requires(!Turns<T>)                   \
  SATDOKU_INLINE T name(T a, T b, T c) {  \
    return expression;                    \
  }                                       \
  SATDOKU_EACH_OF_THREE(name)

#if defined(__AVX2__)
struct V {
  P8 a;
  P4 b;
};
#define SATDOKU_EACH(expression_a, expression_b, expression_c) \
  V { expression_a, expression_b }
#else
struct V {
  P4 a, b, c;
};
#define SATDOKU_EACH(expression_a, expression_b, expression_c) \
  V { expression_a, expression_b, expression_c }
#endif
#define SATDOKU_OPERATOR(op)                                 \
  SATDOKU_INLINE V operator op(V x, V y) {                   \
    return SATDOKU_EACH(x.a op y.a, x.b op y.b, x.c op y.c); \
  }
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
SATDOKU_TERNARY(choose, (a & b) | (~a & c))  // a ? b : c
SATDOKU_TERNARY(or_and, a | (b & c))
SATDOKU_TERNARY(and_or, a&(b | c))
SATDOKU_TERNARY(but_not_both, a & ~(b & c))
SATDOKU_TERNARY(but_neither, a & ~(b | c))
SATDOKU_TERNARY(keep, a&(b | ~c))  // a, but inside c only what b has

#define SATDOKU_EACH_OF_TWO(name)                                                              \
  template <class T, int n>                                                                    \
  SATDOKU_INLINE Each<T, n> name(Each<T, n> x, Each<T, n> y) {                                 \
    return in_turns([](T a, T b) __attribute__((always_inline)) { return name(a, b); }, x, y); \
  }
SATDOKU_EACH_OF_TWO(zip_low)
SATDOKU_EACH_OF_TWO(zip_high)
SATDOKU_EACH_OF_TWO(join_low)
SATDOKU_EACH_OF_TWO(join_high)
template <int g, class T, int n>
SATDOKU_INLINE auto group(Each<T, n> x) {
  return in_turns([](T a) __attribute__((always_inline)) { return group<g>(a); }, x);
}
template <int lane, class T, int n>
SATDOKU_INLINE auto broadcast(Each<T, n> x) {
  return in_turns([](T a) __attribute__((always_inline)) { return broadcast<lane>(a); }, x);
}

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

// How many searches go on at once.  More would need more registers than there are.
#if defined(__AVX512F__)
constexpr int kTogether = 4;
#elif defined(__AVX2__)
constexpr int kTogether = 2;
#else
constexpr int kTogether = 1;
#endif

SATDOKU_INLINE bool any_of_words(P4 v) {
#if defined(__AVX2__)
  return !_mm_testz_si128((__m128i)v, (__m128i)v);
#else
  typedef u64 Q __attribute__((vector_size(16)));
  Q q = (Q)v;
  return (q[0] | q[1]) != 0;
#endif
}

// --- a V as bytes: three groups of sixteen, one byte a digit's lane (lane 4i+j of 16 is unused
// --- for j = 3 and i = 3)

typedef std::uint8_t B16 __attribute__((vector_size(16), may_alias));
typedef std::uint8_t B32 __attribute__((vector_size(32), may_alias));
typedef std::uint8_t B64 __attribute__((vector_size(64), may_alias));

SATDOKU_INLINE B16 byte_splat(u32 value) { return B16{} + static_cast<std::uint8_t>(value); }
SATDOKU_INLINE B16 larger(B16 a, B16 b) {
#if defined(__SSE2__)
  return (B16)_mm_max_epu8((__m128i)a, (__m128i)b);
#else
  B16 less = (B16)(a < b);
  return (b & less) | (a & ~less);
#endif
}

#if defined(__AVX512F__)
SATDOKU_INLINE V add_bytes(V a, V b) { return (V)((B64)a + (B64)b); }
SATDOKU_INLINE V subtract_bytes(V a, V b) { return (V)((B64)a - (B64)b); }
SATDOKU_INLINE V splat_bytes(u32 value) { return splat(value * 0x01010101u); }
SATDOKU_INLINE V spread(P4 g) { return (V)_mm512_broadcast_i32x4((__m128i)g); }
SATDOKU_INLINE V join(P4 a, P4 b, P4 c) {
  __m512i v = _mm512_castsi128_si512((__m128i)a);
  v = _mm512_inserti32x4(v, (__m128i)b, 1);
  return (V)_mm512_inserti32x4(_mm512_maskz_mov_epi64(0x0F, v), (__m128i)c, 2);
}
// a + b in the bytes where v is not 0, else 0.
SATDOKU_INLINE V add_where(V v, V a, V b) {
  return (V)_mm512_maskz_add_epi8(_mm512_test_epi8_mask((__m512i)v, (__m512i)v), (__m512i)a,
                                  (__m512i)b);
}
// Where low <= sum <= low + span and the score beats the best: the new best, and whose it is.
SATDOKU_INLINE void keep_best(V& best, V& owner, V sum, V score, u32 low, u32 span, V who) {
  __mmask64 in = _mm512_cmple_epu8_mask((__m512i)subtract_bytes(sum, splat_bytes(low)),
                                        (__m512i)splat_bytes(span));
  __mmask64 better = _mm512_mask_cmpgt_epu8_mask(in, (__m512i)score, (__m512i)best);
  best = (V)_mm512_mask_mov_epi8((__m512i)best, better, (__m512i)score);
  owner = (V)_mm512_mask_mov_epi8((__m512i)owner, better, (__m512i)who);
}
#else
#if defined(__AVX2__)
#define SATDOKU_BYTES(op) \
  V { (P8)((B32)x.a op(B32) y.a), (P4)((B16)x.b op(B16) y.b) }
SATDOKU_INLINE V spread(P4 g) { return V{(P8)_mm256_broadcastsi128_si256((__m128i)g), g}; }
SATDOKU_INLINE V join(P4 a, P4 b, P4 c) {
  return V{(P8)_mm256_inserti128_si256(_mm256_castsi128_si256((__m128i)a), (__m128i)b, 1), c};
}
SATDOKU_INLINE V larger_bytes(V x, V y) {
  return V{(P8)_mm256_max_epu8((__m256i)x.a, (__m256i)y.a), (P4)larger((B16)x.b, (B16)y.b)};
}
#else
#define SATDOKU_BYTES(op) \
  V { (P4)((B16)x.a op(B16) y.a), (P4)((B16)x.b op(B16) y.b), (P4)((B16)x.c op(B16) y.c) }
SATDOKU_INLINE V spread(P4 g) { return V{g, g, g}; }
SATDOKU_INLINE V join(P4 a, P4 b, P4 c) { return V{a, b, c}; }
SATDOKU_INLINE V larger_bytes(V x, V y) {
  return V{(P4)larger((B16)x.a, (B16)y.a), (P4)larger((B16)x.b, (B16)y.b),
           (P4)larger((B16)x.c, (B16)y.c)};
}
#endif
SATDOKU_INLINE V add_bytes(V x, V y) { return SATDOKU_BYTES(+); }
SATDOKU_INLINE V subtract_bytes(V x, V y) { return SATDOKU_BYTES(-); }
SATDOKU_INLINE V equal_bytes(V x, V y) { return SATDOKU_BYTES(==); }
SATDOKU_INLINE V splat_bytes(u32 value) { return splat(value * 0x01010101u); }
SATDOKU_INLINE V add_where(V v, V a, V b) { return add_bytes(a, b) & ~equal_bytes(v, zero()); }
SATDOKU_INLINE void keep_best(V& best, V& owner, V sum, V score, u32 low, u32 span, V who) {
  V above = subtract_bytes(sum, splat_bytes(low));
  V in = equal_bytes(larger_bytes(above, splat_bytes(span)), splat_bytes(span));
  V higher = larger_bytes(best, score & in);
  owner = choose(equal_bytes(higher, best), owner, who);
  best = higher;
}
#endif

SATDOKU_INLINE int largest_byte(V v) {
  B16 m = larger((B16)group<0>(v), larger((B16)group<1>(v), (B16)group<2>(v)));
  m = larger(m, (B16)SATDOKU_SHUFFLE(P4, (P4)m, (P4)m, 2, 3, 0, 1));
  m = larger(m, (B16)SATDOKU_SHUFFLE(P4, (P4)m, (P4)m, 1, 0, 3, 2));
  u32 word = ((P4)m)[0];
  u32 a = word & 0xFF, b = word >> 8 & 0xFF, c = word >> 16 & 0xFF, d = word >> 24;
  a = a > b ? a : b;
  c = c > d ? c : d;
  return static_cast<int>(a > c ? a : c);
}
// Where v first has a byte of this value: 16 * group + byte.  It must have one.
SATDOKU_INLINE u32 first_byte(V v, u32 value) {
#if defined(__AVX512F__)
  return static_cast<u32>(
      __builtin_ctzll(_mm512_cmpeq_epi8_mask((__m512i)v, (__m512i)splat_bytes(value))));
#elif defined(__SSE2__)
  V same = equal_bytes(v, splat_bytes(value));
  u64 at = static_cast<u32>(_mm_movemask_epi8((__m128i)group<0>(same))) |
           static_cast<u64>(_mm_movemask_epi8((__m128i)group<1>(same))) << 16 |
           static_cast<u64>(_mm_movemask_epi8((__m128i)group<2>(same))) << 32;
  return static_cast<u32>(__builtin_ctzll(at));
#else
  alignas(64) u32 words[16];
  store(words, v);
  const std::uint8_t* byte = reinterpret_cast<const std::uint8_t*>(words);
  u32 i = 0;
  while (byte[i] != value) i++;
  return i;
#endif
}

}  // namespace satdoku::SATDOKU_LEVEL
