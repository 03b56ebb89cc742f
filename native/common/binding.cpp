#include "binding.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace satdoku::binding {
namespace {

[[noreturn]] void refuse_value(const std::string& message) {
  throw nb::value_error(message.c_str());
}

[[noreturn]] void refuse_type(const std::string& message) { throw nb::type_error(message.c_str()); }

std::string kind_of(nb::handle object) { return nb::type_name(object.type()).c_str(); }

// What __index__ gives.
nb::object index_of(nb::handle value, const char* name) {
  if (!PyIndex_Check(value.ptr()))
    refuse_type(std::string(name) + " must be an int, not " + kind_of(value));
  nb::object index = nb::steal(PyNumber_Index(value.ptr()));
  if (!index.is_valid()) throw nb::python_error();
  return index;
}

// False where it is too large.
bool read64(nb::handle value, const char* name, std::uint64_t& number) {
  const nb::object index = index_of(value, name);
  int overflow = 0;
  const long long small = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow < 0 || (!overflow && small < 0))
    refuse_value(std::string(name) + " must not be negative");
  number = static_cast<std::uint64_t>(small);
  if (!overflow) return true;
  number = PyLong_AsUnsignedLongLong(index.ptr());
  if (!PyErr_Occurred()) return true;
  PyErr_Clear();
  return false;
}

}  // namespace

std::int64_t whole(nb::handle value, const char* name, std::int64_t low, std::int64_t high) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(index_of(value, name).ptr(), &overflow);
  if (overflow || number < low || number > high)
    refuse_value(std::string(name) + " must be " + std::to_string(low) + " to " +
                 std::to_string(high));
  return number;
}

std::uint64_t whole64(nb::handle value, const char* name) {
  std::uint64_t number = 0;
  if (!read64(value, name, number)) refuse_value(std::string(name) + " must be below 2**64");
  return number;
}

std::uint64_t bound64(nb::handle value, const char* name) {
  std::uint64_t number = 0;
  return read64(value, name, number) ? number : UINT64_MAX;
}

double seconds_of(nb::handle value) {
  const double seconds = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred()) {
    const bool too_large = PyErr_ExceptionMatches(PyExc_OverflowError);
    if (!too_large && !PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
    PyErr_Clear();
    if (too_large) refuse_value("seconds is too large for a float");
    refuse_type("seconds must be a number, not " + kind_of(value));
  }
  if (!(seconds >= 0)) refuse_value("seconds must be 0 (no limit) or more");
  return seconds;
}

std::size_t threads_of(nb::handle value) {
  const std::uint64_t threads = bound64(value, "threads");
  if (!threads) refuse_value("threads must be at least 1");
  return static_cast<std::size_t>(std::min<std::uint64_t>(threads, 256));
}

bool signal_waits() {
  const nb::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}

void set_limits(Limits& limits, nb::handle nodes, nb::handle seconds) {
  limits.nodes = bound64(nodes, "nodes");
  limits.deadline = deadline_after(seconds_of(seconds));
  limits.interrupted = signal_waits;
}

void raise_if_interrupted() {
  if (PyErr_Occurred()) throw nb::python_error();
}

bool text_view(nb::handle object, std::string_view& text) {
  if (PyUnicode_Check(object.ptr())) {
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
    if (!data) {  // lone surrogates have no UTF-8; they are no puzzle either
      if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) throw nb::python_error();
      PyErr_Clear();
      data = "?";
      size = 1;
    }
    text = {data, static_cast<std::size_t>(size)};
    return true;
  }
  if (PyBytes_Check(object.ptr())) {
    char* data = nullptr;
    Py_ssize_t size = 0;
    PyBytes_AsStringAndSize(object.ptr(), &data, &size);
    text = {data, static_cast<std::size_t>(size)};
    return true;
  }
  return false;
}

namespace {

constexpr const char* kOneArray =
    "a puzzle is str, bytes, or an array of 81 uint8 digits, 81 uint16 masks or 729 bool "
    "candidates";
constexpr const char* kManyArray =
    "puzzles is an iterable of str or bytes, bytes, or an array of shape (n, 81) of uint8 digits "
    "or "
    "uint16 masks";

// Somebody else's memory: of any shape, strides and alignment, until it is copied.
class Buffer {
 public:
  Buffer(nb::handle object, const char* message) {
    if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_FULL_RO) == 0) return;
    for (PyObject* kind : {PyExc_TypeError, PyExc_ValueError, PyExc_BufferError}) {
      if (!PyErr_ExceptionMatches(kind)) continue;
      PyErr_Clear();
      refuse_type(message);
    }
    throw nb::python_error();
  }
  ~Buffer() { PyBuffer_Release(&view_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  // B bytes, H numbers of 16 bits, ? truth values; 0 for anything else.
  char kind() const {
    std::string_view format = view_.format ? view_.format : "B";
    constexpr bool little = std::endian::native == std::endian::little;
    if (format.size() == 2 && (view_.itemsize == 1 || format[0] == '@' || format[0] == '=' ||
                               (little ? format[0] == '<' : format[0] == '>' || format[0] == '!')))
      format.remove_prefix(1);
    if (view_.itemsize == 1 && (format == "B" || format == "c")) return 'B';
    if (view_.itemsize == 1 && format == "?") return '?';
    if (view_.itemsize == 2 && format == "H") return 'H';
    return 0;
  }
  int dimensions() const { return view_.ndim; }
  std::size_t length(int axis) const { return static_cast<std::size_t>(view_.shape[axis]); }
  std::size_t items() const { return static_cast<std::size_t>(view_.len / view_.itemsize); }

  // All items, row by row.
  void copy(void* to) {
    if (PyBuffer_ToContiguous(to, &view_, view_.len, 'C') != 0) throw nb::python_error();
  }

 private:
  Py_buffer view_;
};

// An array holds the digits 0-9 or characters; no character of a puzzle is below 10.
void to_characters(char* record) {
  const auto is_number = [](char c) { return static_cast<unsigned char>(c) <= 9; };
  if (!std::all_of(record, record + 81, is_number)) return;
  for (int c = 0; c < 81; c++) record[c] = static_cast<char>(record[c] + '0');
}

}  // namespace

OnePuzzle::OnePuzzle(nb::handle object) {
  if (std::string_view given; text_view(object, given)) {
    if (given.size() == sizeof text) {
      std::memcpy(text, given.data(), sizeof text);
      puzzle.text = text;
    }
    return;
  }
  Buffer buffer(object, kOneArray);
  if (buffer.kind() == 'B' && buffer.items() == 81) {
    buffer.copy(text);
    to_characters(text);
    puzzle.text = text;
  } else if (buffer.kind() == 'H' && buffer.items() == 81) {
    buffer.copy(masks);
    puzzle.masks = masks;
  } else if (buffer.kind() == '?' && buffer.items() == 729) {
    std::uint8_t candidates[729];  // any byte but 0 is true, as numpy has it
    buffer.copy(candidates);
    for (int c = 0; c < 81; c++) {
      unsigned mask = 0;
      for (int d = 0; d < 9; d++) mask |= (candidates[9 * c + d] != 0 ? 1u : 0u) << d;
      masks[c] = static_cast<std::uint16_t>(mask);
    }
    puzzle.masks = masks;
  } else {
    refuse_type(kOneArray);
  }
}

Cells cells_of(nb::handle object, const char* name) {
  const OnePuzzle one(object);
  if (one.puzzle.masks) refuse_type(std::string(name) + " must be text or digits, not candidates");
  Cells cells{};
  if (!one.puzzle.text || !read_cells({one.text, cells.size()}, cells))
    refuse_value(std::string(name) + " must be 81 characters: 1-9, and any of '" + kEmpty +
                 "' for an empty cell");
  return cells;
}

std::vector<std::string_view> split_lines(std::string_view block) {
  std::vector<std::string_view> lines;
  lines.reserve(block.size() / 82 + 1);
  while (!block.empty()) {
    const std::size_t end = std::min(block.find('\n'), block.size());
    const bool carriage = end > 0 && block[end - 1] == '\r';
    lines.push_back(block.substr(0, end - carriage));
    block.remove_prefix(std::min(end + 1, block.size()));
  }
  return lines;
}

ManyPuzzles::ManyPuzzles(nb::handle object) {
  if (PyUnicode_Check(object.ptr())) refuse_type(kManyArray);
  if (std::string_view block; text_view(object, block)) {
    keep_ = nb::borrow(object);
    from_block(block);
  } else if (PyObject_CheckBuffer(object.ptr())) {
    from_buffer(object);
  } else {
    from_items(object);
  }
}

void ManyPuzzles::from_block(std::string_view block) {
  if (block.size() % 81 == 0 && block.find('\n') == block.npos) {
    records_ = block.data();
    size_ = block.size() / 81;
  } else {
    lines_ = split_lines(block);
    size_ = lines_.size();
  }
}

void ManyPuzzles::from_buffer(nb::handle object) {
  Buffer buffer(object, kManyArray);
  const char kind = buffer.kind();
  if (buffer.dimensions() == 1 && kind == 'B') {  // bytearray and kin
    copy_.resize(buffer.items());
    buffer.copy(copy_.data());
    from_block({copy_.data(), copy_.size()});
    return;
  }
  if (buffer.dimensions() != 2 || buffer.length(1) != 81 || (kind != 'B' && kind != 'H'))
    refuse_type(kManyArray);
  size_ = buffer.length(0);
  if (kind == 'H') {
    masks_.resize(buffer.items());
    buffer.copy(masks_.data());
    return;
  }
  copy_.resize(buffer.items());
  buffer.copy(copy_.data());
  for (std::size_t i = 0; i < size_; i++) to_characters(&copy_[81 * i]);
  records_ = copy_.data();
}

void ManyPuzzles::from_items(nb::handle object) {
  const nb::tuple items = items_of(object, kManyArray);
  size_ = items.size();
  copy_.resize(81 * size_);
  for (std::size_t i = 0; i < size_; i++) {
    std::string_view text;
    const nb::handle item = PyTuple_GetItem(items.ptr(), static_cast<Py_ssize_t>(i));
    if (!text_view(item, text)) refuse_type("every puzzle must be str or bytes");
    if (text.size() == 81) std::memcpy(&copy_[81 * i], text.data(), 81);
    else std::memset(&copy_[81 * i], '?', 81);
  }
  records_ = copy_.data();
}

nb::tuple items_of(nb::handle object, const char* message) {
  if (PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr()) ||
      !(PySequence_Check(object.ptr()) || nb::hasattr(object, "__iter__")))
    refuse_type(message);
  nb::object items = nb::steal(PySequence_Tuple(object.ptr()));
  if (!items.is_valid()) {
    if (!PyErr_ExceptionMatches(PyExc_NotImplementedError)) throw nb::python_error();
    PyErr_Clear();  // some memoryviews cannot be iterated
    refuse_type(message);
  }
  return nb::borrow<nb::tuple>(items);
}

}  // namespace satdoku::binding
