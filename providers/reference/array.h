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

/// A tensor whose elements are held, row by row, in the widest type of their kind: floating point
/// numbers as double, integers and booleans as int64 (uint64 as itself), complex numbers as pairs of
/// doubles, texts as texts. Results are rounded once, when they are stored as their element type.
class Array {
public:
    using Elements =
        std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::uint64_t>,
                     std::vector<Complex>, std::vector<std::string>>;

    Array() = default;
    /// All elements are 0 or empty. Refuses sizes that nobody could hold.
    Array(DataType type, Dims dims);
    static Array from(const RuntimeValue& value);
    static Array from(const Tensor& tensor);
    static Array int64s(const Dims& values); ///< one axis
    static Array scalar(DataType type, double value);
    /// Rounded to the element type: floating point to nearest even, what is too large to infinity
    /// or NaN; integers by their low bits.
    [[nodiscard]] RuntimeValue toRuntime() const;

    [[nodiscard]] DataType type() const { return m_type; }
    [[nodiscard]] const Dims& dims() const { return m_dims; }
    [[nodiscard]] std::size_t rank() const { return m_dims.size(); }
    [[nodiscard]] std::size_t count() const;
    [[nodiscard]] std::size_t size(std::size_t axis) const {
        return static_cast<std::size_t>(m_dims.at(axis));
    }
    /// The same elements under other dims of the same count.
    [[nodiscard]] Array reshaped(Dims dims) const;

    /// The elements as `T`, one of the types of Elements; refuses another kind.
    template <class T> [[nodiscard]] std::vector<T>& as() {
        auto* list = std::get_if<std::vector<T>>(&m_elements);
        require(list, "this type of element is not supported");
        return *list;
    }
    template <class T> [[nodiscard]] const std::vector<T>& as() const {
        return const_cast<Array*>(this)->as<T>();
    }
    /// One element as a number of another kind; the place must exist. A float becomes an integer
    /// towards zero, at most the largest one; NaN becomes 0.
    [[nodiscard]] double real(std::size_t at) const;
    [[nodiscard]] std::int64_t integer(std::size_t at) const;
    [[nodiscard]] bool isTrue(std::size_t at) const { return real(at) != 0; }
    /// Sets one element of a numeric array from a double.
    void set(std::size_t at, double value);
    /// Copies one element of an array of the same kind.
    void copy(std::size_t at, const Array& from, std::size_t fromAt);
    /// The only element; refuses an array of another count.
    [[nodiscard]] double onlyReal() const;
    [[nodiscard]] std::int64_t onlyInteger() const;
    /// All elements as integers, such as a shape.
    [[nodiscard]] Dims integers() const;

    [[nodiscard]] bool isFloat() const {
        return std::holds_alternative<std::vector<double>>(m_elements);
    }
    [[nodiscard]] bool isString() const { return m_type == DataType::string; }
    [[nodiscard]] bool isComplex() const {
        return std::holds_alternative<std::vector<Complex>>(m_elements);
    }

    /// Calls `work(vector)` with the elements, whatever their kind.
    template <class F> decltype(auto) visit(F&& work) { return std::visit(work, m_elements); }
    template <class F> decltype(auto) visit(F&& work) const { return std::visit(work, m_elements); }

private:
    DataType m_type = DataType::undefined;
    Dims m_dims;
    Elements m_elements;
};

/// Whether an integer type has numbers below 0.
bool isSigned(DataType type);
/// A double as an integer of `type`, held as T: cut off towards zero by its low bits; what 64 bits do
/// not hold is the largest or lowest of the type, NaN is 0. What is not 0 is true.
template <class T> T integerOf(double value, DataType type);

/// Every position of a tensor in turn, the last axis fastest:
/// `for (Index at(dims); at; ++at) result[at.place()] = f(a[at.in(a.dims())]);`
class Index {
public:
    explicit Index(const Dims& dims);
    explicit operator bool() const { return m_place < m_count; }
    Index& operator++();
    [[nodiscard]] std::int64_t operator[](std::size_t axis) const { return m_at[axis]; }
    [[nodiscard]] const Dims& at() const { return m_at; }
    [[nodiscard]] std::size_t place() const { return m_place; }
    /// Place of the same position in a tensor of `dims` that is broadcast to this one: aligned at
    /// the last axis, axes of size 1 repeated.
    [[nodiscard]] std::size_t in(const Dims& dims) const;

private:
    const Dims m_dims;
    Dims m_at;
    std::size_t m_place = 0, m_count = 0;
};

/// Place, row by row, of a position in a tensor of `dims`.
std::size_t placeOf(const Dims& dims, const Dims& at);
/// Shape of a and b by ONNX's multidirectional broadcasting.
Dims broadcast(const Dims& a, const Dims& b);
/// Number of elements; refuses negative sizes and what leaves 63 bits.
std::int64_t countOf(const Dims& dims);
/// Product of sizes from `first` to before `last`.
std::size_t countBetween(const Dims& dims, std::size_t first, std::size_t last);
/// The axis that `axis` names in a tensor of that rank; negative ones count from the end. A scalar
/// has none.
std::size_t axisIn(std::int64_t axis, std::size_t rank);
/// An index that may count from the end, checked against the size of its axis.
std::int64_t indexIn(std::int64_t index, std::int64_t size);

/// `value` as the nearest number of a floating point type of fewer bits than double, ties to even.
/// `saturate`: what is too large for an 8-bit or narrower type becomes its largest number instead
/// of infinity or NaN.
double rounded(DataType type, double value, bool saturate = true);
/// The code of that number in the type's bits, for types of at most 16 bits.
unsigned encode(DataType type, double value, bool saturate);

} // namespace partita::reference
