#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/provider/node_failure.h"
#include "core/provider/runtime_value.h"

namespace partita::reference {

using Complex = std::complex<double>;

/// A tensor whose elements are stored row-major in the widest type of their kind: floating-point
/// numbers as double, integers and booleans as int64 (uint64 as uint64), complex numbers as pairs
/// of doubles, strings as strings. Results are rounded once, when `toRuntime` stores them as their
/// element type.
class Array {
public:
    using Elements =
        std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::uint64_t>,
                     std::vector<Complex>, std::vector<std::string>>;

    Array() = default;
    /// A tensor of zeros or empty strings. Refuses an unknown type and more than 2^30 elements.
    Array(DataType type, Dims dims);
    /// Copies a dense row-major tensor; refuses a sequence, a map and a tensor with strides.
    static Array from(const RuntimeValue& value);
    static Array from(const Tensor& tensor);
    static Array int64s(const Dims& values); ///< one axis, type int64
    /// A tensor of rank 0.
    static Array scalar(DataType type, double value);
    /// The elements in their element type: floating-point numbers rounded to nearest even, overflow
    /// to infinity or NaN, integers reduced to their low bits.
    [[nodiscard]] RuntimeValue toRuntime() const;

    [[nodiscard]] DataType type() const { return m_type; }
    [[nodiscard]] const Dims& dims() const { return m_dims; }
    [[nodiscard]] std::size_t rank() const { return m_dims.size(); }
    [[nodiscard]] std::size_t count() const;
    [[nodiscard]] std::size_t size(std::size_t axis) const {
        return static_cast<std::size_t>(m_dims.at(axis));
    }
    /// The same elements with other dims; refuses dims with another element count.
    [[nodiscard]] Array reshaped(Dims dims) const;

    /// The elements as `T`, one of the types of Elements; refuses an array of another kind.
    template <class T> [[nodiscard]] std::vector<T>& as() {
        auto* list = std::get_if<std::vector<T>>(&m_elements);
        require(list, "this type of element is not supported");
        return *list;
    }
    template <class T> [[nodiscard]] const std::vector<T>& as() const {
        return const_cast<Array*>(this)->as<T>();
    }
    /// One element converted to double or int64; `at` must be in range. A float is truncated toward
    /// zero and saturated to int64; NaN becomes 0. Refuses strings and complex numbers.
    [[nodiscard]] double real(std::size_t at) const;
    [[nodiscard]] std::vector<double> reals() const; ///< all elements, as `real` has them
    [[nodiscard]] std::int64_t integer(std::size_t at) const;
    [[nodiscard]] bool isTrue(std::size_t at) const { return real(at) != 0; }
    /// Sets one element of a numeric array, converted from a double (see integerOf).
    void set(std::size_t at, double value);
    /// Copies one element of an array of the same kind.
    void copy(std::size_t at, const Array& from, std::size_t fromAt);
    /// The only element; refuses an array that has not exactly one.
    [[nodiscard]] double onlyReal() const;
    [[nodiscard]] std::int64_t onlyInteger() const;
    /// All elements as integers, for inputs such as a shape.
    [[nodiscard]] Dims integers() const;

    [[nodiscard]] bool isFloat() const {
        return std::holds_alternative<std::vector<double>>(m_elements);
    }
    [[nodiscard]] bool isString() const { return m_type == DataType::string; }
    [[nodiscard]] bool isComplex() const {
        return std::holds_alternative<std::vector<Complex>>(m_elements);
    }

    /// Calls `work(vector)` with the vector of elements, whatever its element type.
    template <class F> decltype(auto) visit(F&& work) { return std::visit(work, m_elements); }
    template <class F> decltype(auto) visit(F&& work) const { return std::visit(work, m_elements); }

private:
    DataType m_type = DataType::undefined;
    Dims m_dims;
    Elements m_elements;
};

/// Whether the type is a signed integer.
bool isSigned(DataType type);
/// A double as an integer of `type`, held as T: truncated toward zero. A value beyond 64 bits
/// becomes the largest or lowest one of `type`, NaN becomes 0. A boolean is 1 for everything but 0,
/// NaN included.
template <class T> T integerOf(double value, DataType type);

/// Iterates over every position of a tensor, the last axis fastest:
/// `for (Index at(dims); at; ++at) result[at.place()] = f(a[at.in(a.dims())]);`
class Index {
public:
    explicit Index(const Dims& dims);
    explicit operator bool() const { return m_place < m_count; }
    Index& operator++();
    [[nodiscard]] std::int64_t operator[](std::size_t axis) const { return m_at[axis]; }
    [[nodiscard]] const Dims& at() const { return m_at; }
    [[nodiscard]] std::size_t place() const { return m_place; }
    /// Linear index of this position in a tensor of `dims` that is broadcast to this shape: aligned
    /// at the last axis, axes of size 1 repeated.
    [[nodiscard]] std::size_t in(const Dims& dims) const;

private:
    const Dims m_dims;
    Dims m_at;
    std::size_t m_place = 0, m_count = 0;
};

/// Row-major linear index of a position in a tensor of `dims`.
std::size_t placeOf(const Dims& dims, const Dims& at);
/// Shape of a and b after ONNX's multidirectional broadcasting; refuses incompatible shapes.
Dims broadcast(const Dims& a, const Dims& b);
/// Number of elements; refuses a negative size and a count beyond 63 bits.
std::int64_t countOf(const Dims& dims);
/// Number of elements of what an operator is to make; refuses more than a tensor of the reference
/// may have, before anything is allocated.
std::size_t elementsOf(const Dims& dims);
/// Product of the sizes of the axes in [first, last), counted as by `countOf`.
std::size_t countBetween(const Dims& dims, std::size_t first, std::size_t last);
/// The axis that the attribute value `axis` names in a tensor of that rank; negative values count
/// from the end. Refuses an axis out of range, and so every axis of a scalar.
std::size_t axisIn(std::int64_t axis, std::size_t rank);
/// An index in [0, size); a negative one counts from the end. Refuses an index out of range.
std::int64_t indexIn(std::int64_t index, std::int64_t size);

/// `value` rounded to the floating-point type, ties to even. `saturate`: overflow of a type of 8 or
/// fewer bits gives its largest number instead of infinity or NaN. float64 and float32 ignore it.
double rounded(DataType type, double value, bool saturate = true);
/// The bit pattern of that number, for floating-point types of at most 16 bits.
unsigned encode(DataType type, double value, bool saturate);

} // namespace partita::reference
