// lz-string, the compression of puzzle links; satdoku/formats/lzstring.py describes it, reads it
// where this is not compiled, and says what is wrong with a text that this refuses.
#include <nanobind/nanobind.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nb = nanobind;

namespace satdoku::links {
namespace {

constexpr std::size_t most = std::size_t{1} << 24;  // characters of an unpacked text

// Reads numbers whose least significant bit comes first; `bad` once there are not enough bits, or
// at a character that is not of the alphabet.
class Bits {
 public:
  Bits(std::string_view text, char last) : text_(text) {
    values_.fill(-1);
    constexpr std::string_view most_of_it =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+";
    for (std::size_t i = 0; i < most_of_it.size(); ++i)
      values_[static_cast<unsigned char>(most_of_it[i])] = static_cast<std::int8_t>(i);
    values_[static_cast<unsigned char>(last)] = 63;
    for (const char c : text) bad = bad || values_[static_cast<unsigned char>(c)] < 0;
  }

  std::size_t read(unsigned width) {
    if (bad || at_ + width > 6 * text_.size()) {
      bad = true;
      return 0;
    }
    std::size_t found = 0;
    for (unsigned i = 0; i < width; ++i, ++at_) {
      const int value = values_[static_cast<unsigned char>(text_[at_ / 6])];
      found |= static_cast<std::size_t>(value >> (5 - at_ % 6) & 1) << i;
    }
    return found;
  }

  bool bad = false;

 private:
  std::string_view text_;
  std::array<std::int8_t, 256> values_;
  std::size_t at_ = 0;
};

struct Piece {
  std::size_t begin, length;
};

// A piece of the dictionary is a word and the first character of the next: a part of the text.
bool unpack(Bits& bits, std::u16string& text) {
  std::size_t code = bits.read(2);
  if (bits.bad || code > 2) return false;
  if (code == 2) return true;
  text.push_back(static_cast<char16_t>(bits.read(8u << code)));
  std::vector<Piece> pieces{{0, 0}, {0, 0}, {0, 0}, {0, 1}};
  Piece word{0, 1};
  unsigned width = 3;
  std::size_t room = 4;
  const auto step = [&] {
    if (--room == 0) room = std::size_t{1} << width++;
  };
  while (true) {
    code = bits.read(width);
    if (bits.bad) return false;
    if (code == 2) return true;
    Piece entry{text.size(), 1};
    if (code < 2) {
      text.push_back(static_cast<char16_t>(bits.read(8u << code)));
      pieces.push_back(entry);
      step();
    } else {
      const bool own = code == pieces.size();  // the word and its own first character
      if (code > pieces.size()) return false;
      const Piece from = own ? Piece{word.begin, word.length + 1} : pieces[code];
      entry.length = from.length;
      for (std::size_t i = 0; i < from.length; ++i) text.push_back(text[from.begin + i]);
    }
    pieces.push_back({word.begin, word.length + 1});
    word = entry;
    if (text.size() > most) return false;
    step();
  }
}

nb::object lz_unpack(const nb::str& packed, const nb::str& last) {
  Py_ssize_t size = 0;
  const char* letter = PyUnicode_AsUTF8AndSize(last.ptr(), &size);
  if (letter == nullptr || size != 1) {
    PyErr_Clear();  // half a character
    throw nb::value_error("the last letter of the alphabet is one letter");
  }
  const char* utf8 = PyUnicode_AsUTF8AndSize(packed.ptr(), &size);
  if (utf8 == nullptr) {
    PyErr_Clear();  // half a character
    return nb::none();
  }
  Bits bits({utf8, static_cast<std::size_t>(size)}, *letter);
  std::u16string text;
  if (!unpack(bits, text) || bits.bad) return nb::none();
  int order = std::endian::native == std::endian::little ? -1 : 1;
  PyObject* found =
      PyUnicode_DecodeUTF16(reinterpret_cast<const char*>(text.data()),
                            static_cast<Py_ssize_t>(2 * text.size()), "strict", &order);
  if (found == nullptr) {
    PyErr_Clear();  // half a character stands alone
    return nb::none();
  }
  return nb::steal(found);
}

}  // namespace
}  // namespace satdoku::links

void bind_links(nb::module_& module) {
  using namespace satdoku::links;
  module.def("lz_unpack", &lz_unpack, nb::arg("packed"), nb::arg("last"),
             "The text that lz-string packed, or None where it cannot be unpacked.");
}
