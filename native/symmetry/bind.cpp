#include <nanobind/nanobind.h>

#include <string>

#include "canonical.hpp"

namespace nb = nanobind;

namespace {

using satdoku::symmetry::Canonical;
using satdoku::symmetry::Canonicalizer;
using satdoku::symmetry::Cells;
using satdoku::symmetry::is_sound;

nb::tuple tuple_of(const std::array<std::uint8_t, 9>& lines) {
    return nb::make_tuple(lines[0], lines[1], lines[2], lines[3], lines[4], lines[5], lines[6],
                          lines[7], lines[8]);
}

nb::tuple canonical_form(const nb::bytes& cells) {
    if (cells.size() != 81) {
        throw nb::value_error("a 9x9 puzzle has 81 cells");
    }
    Cells source{};
    const auto* data = static_cast<const std::uint8_t*>(cells.data());
    for (std::size_t cell = 0; cell < source.size(); ++cell) {
        source[cell] = data[cell];
    }
    if (!is_sound(source)) {
        throw nb::value_error("the puzzle repeats a digit in a house");
    }
    Canonicalizer canonicalizer;
    const Canonical found = canonicalizer.run(source);
    return nb::make_tuple(nb::bytes(found.image.data(), found.image.size()), found.transpose,
                          tuple_of(found.rows), tuple_of(found.columns), found.automorphisms);
}

nb::bytes canonical_forms(const nb::bytes& lines) {
    if (lines.size() % 81 != 0) {
        throw nb::value_error("a 9x9 puzzle has 81 characters");
    }
    const std::size_t count = lines.size() / 81;
    const char* text = lines.c_str();
    std::string answer(lines.size(), '.');
    std::size_t bad = count;  // the first that is unreadable or faulty
    {
        const nb::gil_scoped_release release;
        Canonicalizer canonicalizer;
        for (std::size_t index = 0; index < count && bad == count; ++index) {
            Cells source{};
            bool readable = true;
            for (std::size_t cell = 0; cell < 81; ++cell) {
                const char symbol = text[index * 81 + cell];
                if (symbol >= '1' && symbol <= '9') {
                    source[cell] = static_cast<std::uint8_t>(symbol - '0');
                } else if (symbol != '.' && symbol != '0') {
                    readable = false;
                }
            }
            if (!readable || !is_sound(source)) {
                bad = index;
                break;
            }
            const Canonical found = canonicalizer.run(source);
            for (std::size_t cell = 0; cell < 81; ++cell) {
                if (found.image[cell] != 0) {
                    answer[index * 81 + cell] = static_cast<char>('0' + found.image[cell]);
                }
            }
        }
    }
    return nb::bytes(answer.data(), bad * 81);
}

}  // namespace

void bind_symmetry(nb::module_& m) {
    m.def("canonical_form", &canonical_form, nb::arg("cells"),
          "One 9x9 (81 bytes, 0 for an empty cell) to (image, transpose, source rows, source "
          "columns, automorphisms).");
    m.def("canonical_forms", &canonical_forms, nb::arg("lines"),
          "Many 9x9 (81 characters each, no line ends) to their canonical forms, up to the first "
          "that cannot be read or is faulty.");
}
