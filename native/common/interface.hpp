// What interface.inc lists, for C++.
#pragma once

#include <cstddef>
#include <cstdint>

namespace satdoku {

#define INTERFACE(number) inline constexpr int kInterface = number;
#include "interface.inc"

enum class RelationKind : std::size_t {
#define RELATION(name) name,
#include "interface.inc"
};

enum class Compare : std::uint8_t {
#define COMPARISON(name, sign) name,
#include "interface.inc"
};

struct Limit {
#define LIMIT(name, number) static constexpr int name = number;
#include "interface.inc"
};

}  // namespace satdoku
