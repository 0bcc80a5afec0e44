// Matrix products, Einsum and determinants.

#include <algorithm>
#include <cmath>
#include <map>

#include "providers/reference/operators/elementwise.h"
#include "providers/reference/operators/products.h"

namespace partita::reference {

namespace {

/// The transpose of a matrix.
Array transposed(const Array& a) {
    require(a.rank() == 2, "a matrix was expected");
    Array result(a.type(), {a.dims()[1], a.dims()[0]});
    for (Index at(a.dims()); at; ++at)
        result.copy(placeOf(result.dims(), {at[1], at[0]}), a, at.place());
    return result;
}

/// Input `x` minus its zero point. The zero point is a scalar, or has one element for each row
/// (`rows`) or else column, or for each row or column of every matrix in the batch.
Array withoutZeroPoint(Call& call, std::size_t x, std::size_t zeroPoint, bool rows) {
    require(!call.in(x).isFloat(), "matrix products of 8-bit floats are not supported");
    Array result(DataType::int32, call.in(x).dims());
    Array zero = call.has(zeroPoint) ? call.in(zeroPoint) : Array(call.in(x).type(), {});
    Dims each = result.dims();
    if (const std::size_t rank = each.size(); rank >= 2) {
        each[rank - (rows ? 1 : 2)] = 1;
        if (zero.dims() == Dims{each[rank - (rows ? 2 : 1)]})
            zero = zero.reshaped(rows ? Dims{zero.dims()[0], 1} : zero.dims());
        else if (zero.count() != 1)
            require(zero.dims() == each, "the zero points do not fit the matrix");
    } else {
        require(zero.count() == 1, "a vector must have exactly one zero point");
    }
    if (zero.count() == 1)
        zero = zero.reshaped({});
    for (Index at(result.dims()); at; ++at)
        result.as<std::int64_t>()[at.place()] =
            call.in(x).integer(at.place()) - zero.integer(at.in(zero.dims()));
    return result;
}

/// The terms of an einsum equation, one letter for each axis. The axes of an ellipsis are the
/// digits 0 to 9, aligned so that the last axis is 9.
struct Equation {
    std::vector<std::string> inputs;
    std::string output;
};

std::string withEllipsis(std::string term, std::size_t rank, std::size_t& ellipsis) {
    const auto dots = term.find("...");
    if (dots == std::string::npos) {
        require(term.size() == rank, "a term of the equation does not fit its operand");
        return term;
    }
    require(term.size() - 3 <= rank && rank - (term.size() - 3) <= 10,
            "a term of the equation does not fit its operand");
    const std::size_t axes = rank - (term.size() - 3);
    ellipsis = std::max(ellipsis, axes);
    return term.replace(dots, 3, std::string("0123456789").substr(10 - axes));
}

Equation equationOf(Call& call) {
    std::string text = call.text("equation", "");
    std::erase(text, ' ');
    const auto arrow = text.find("->");
    std::string left = text.substr(0, arrow) + ",";
    Equation equation;
    std::size_t ellipsis = 0;
    for (std::size_t comma = left.find(','); comma != std::string::npos; comma = left.find(',')) {
        const std::size_t input = equation.inputs.size();
        require(input < call.inputCount(), "the equation has more terms than there are operands");
        equation.inputs.push_back(
            withEllipsis(left.substr(0, comma), call.in(input).rank(), ellipsis));
        left.erase(0, comma + 1);
    }
    require(equation.inputs.size() == call.inputCount(),
            "the equation has fewer terms than there are operands");
    const std::string dots = std::string("0123456789").substr(10 - ellipsis);
    if (arrow != std::string::npos) {
        equation.output = text.substr(arrow + 2);
        if (const auto at = equation.output.find("..."); at != std::string::npos)
            equation.output.replace(at, 3, dots);
        return equation;
    }
    std::string all, once;
    for (const std::string& term : equation.inputs)
        all += term;
    for (const char c : all)
        if (std::isalpha(static_cast<unsigned char>(c)) && std::ranges::count(all, c) == 1)
            once += c;
    std::ranges::sort(once);
    equation.output = dots + once;
    return equation;
}

/// The size of each letter; an axis of size 1 is broadcast.
std::map<char, std::int64_t> sizesOf(Call& call, const Equation& equation) {
    std::map<char, std::int64_t> sizes;
    for (std::size_t i = 0; i < equation.inputs.size(); ++i)
        for (std::size_t axis = 0; axis < equation.inputs[i].size(); ++axis) {
            const std::int64_t size = call.in(i).dims()[axis];
            auto& so = sizes.try_emplace(equation.inputs[i][axis], size).first->second;
            require(so == size || so == 1 || size == 1, "a letter stands for two different sizes");
            if (so == 1)
                so = size;
        }
    return sizes;
}

double determinantOf(std::vector<double> matrix, std::size_t n) {
    double result = 1;
    for (std::size_t column = 0; column < n; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < n; ++row)
            if (std::fabs(matrix[row * n + column]) > std::fabs(matrix[pivot * n + column]))
                pivot = row;
        if (matrix[pivot * n + column] == 0)
            return result * 0; // NaN instead of 0 where an infinity was multiplied before
        if (pivot != column)
            result = -result;
        for (std::size_t i = 0; i < n; ++i)
            std::swap(matrix[pivot * n + i], matrix[column * n + i]);
        result *= matrix[column * n + column];
        for (std::size_t row = column + 1; row < n; ++row) {
            const double factor = matrix[row * n + column] / matrix[column * n + column];
            for (std::size_t i = column; i < n; ++i)
                matrix[row * n + i] -= factor * matrix[column * n + i];
        }
    }
    return result;
}

} // namespace

Array product(const Call& call, const Array& left, const Array& right, DataType type) {
    require(left.rank() > 0 && right.rank() > 0, "a matrix product cannot take a scalar");
    const Array a = left.rank() > 1 ? left : left.reshaped({1, left.dims()[0]});
    const Array b = right.rank() > 1 ? right : right.reshaped({right.dims()[0], 1});
    const std::size_t m = a.size(a.rank() - 2), n = b.size(b.rank() - 1), k = a.size(a.rank() - 1);
    require(b.size(b.rank() - 2) == k, "the inner dimensions of the matrices differ");
    const Dims aBatch(a.dims().begin(), a.dims().end() - 2),
        bBatch(b.dims().begin(), b.dims().end() - 2), batch = broadcast(aBatch, bBatch);
    Dims dims = batch;
    dims.insert(dims.end(), {static_cast<std::int64_t>(m), static_cast<std::int64_t>(n)});
    Array result(type, dims);
    result.visit([&]<class T>(std::vector<T>& out) {
        if constexpr (Number<T>) {
            for (Index at(batch); at; ++at)
                for (std::size_t i = 0; i < m; ++i) {
                    call.checkStop();
                    const T* row = a.as<T>().data() + (at.in(aBatch)*m + i) * k;
                    const T* matrix = b.as<T>().data() + at.in(bBatch)*k * n;
                    T* sums = out.data() + (at.place() * m + i) * n;
                    for (std::size_t l = 0; l < k; ++l)
                        for (std::size_t j = 0; j < n; ++j)
                            sums[j] = static_cast<T>(
                                wrapping(sums[j]) + wrapping(row[l]) * wrapping(matrix[l * n + j]));
                }
        } else {
            throw NodeFailure("this type of element is not supported");
        }
    });
    if (right.rank() == 1)
        dims.pop_back();
    if (left.rank() == 1)
        dims.erase(dims.end() - (right.rank() == 1 ? 1 : 2));
    return result.reshaped(dims);
}

void matMul(Call& call) {
    require(call.in(0).type() == call.in(1).type(), "both operands must have the same type");
    call.give(product(call, call.in(0), call.in(1), call.in(0).type()));
}

void matMulInteger(Call& call) {
    const Array a = withoutZeroPoint(call, 0, 2, true), b = withoutZeroPoint(call, 1, 3, false);
    call.give(product(call, a, b, DataType::int32));
}

/// a's scale and zero point are per tensor or per row, b's per tensor or per column.
void qLinearMatMul(Call& call) {
    const Array a = withoutZeroPoint(call, 0, 2, true), b = withoutZeroPoint(call, 3, 5, false);
    const Array sums = product(call, a, b, DataType::int32);
    Array aScale = call.in(1);
    if (aScale.rank() == 1 && aScale.count() > 1)
        aScale = aScale.reshaped({aScale.dims()[0], 1});
    const Array &bScale = call.in(4), &yScale = call.in(6), &yZero = call.in(7);
    require(yScale.onlyReal() > 0, "a scale must be positive");
    Array result(yZero.type(), sums.dims());
    for (Index at(sums.dims()); at; ++at) {
        const double scale = aScale.real(at.in(aScale.dims())) * bScale.real(at.in(bScale.dims())) /
                             yScale.real(at.in(yScale.dims()));
        result.set(at.place(),
                   saturated(yZero.type(), std::nearbyint(sums.real(at.place()) * scale) +
                                               yZero.real(at.in(yZero.dims()))));
    }
    call.give(result);
}

/// Y = alpha * A' * B' + beta * C. A beta of 0 leaves C out, whatever it holds, as in every runtime.
void gemm(Call& call) {
    const Array a = call.integer("transA", 0) ? transposed(call.in(0)) : call.in(0);
    const Array b = call.integer("transB", 0) ? transposed(call.in(1)) : call.in(1);
    require(a.rank() == 2 && b.rank() == 2 && a.type() == b.type(),
            "A and B must be matrices of one type");
    const double alpha = call.real("alpha", 1), beta = call.real("beta", 1);
    Array result = product(call, a, b, a.type());
    if (!result.isFloat())
        result = Array::from(result.toRuntime()); // sums wrap around before alpha scales them
    if (alpha != 1)
        for (std::size_t i = 0; i < result.count(); ++i)
            result.set(i, alpha * result.real(i));
    if (call.has(2)) {
        const Array& c = call.in(2);
        require(broadcast(result.dims(), c.dims()) == result.dims(),
                "C cannot be broadcast to the shape of the output");
        if (beta == 0)
            return call.give(result);
        Array term = c;
        if (beta != 1)
            for (std::size_t i = 0; i < term.count(); ++i)
                term.set(i, beta * term.real(i));
        result = combined(a.type(), result, term, []<Number T>(T x, T y) {
            return static_cast<T>(wrapping(x) + wrapping(y));
        });
    }
    call.give(result);
}

/// Sums the products over all letters that the output term has not, for each output position.
void einsum(Call& call) {
    const Equation equation = equationOf(call);
    const auto sizes = sizesOf(call, equation);
    std::string letters = equation.output;
    Dims dims, all;
    for (const char c : equation.output) {
        require(sizes.contains(c), "the output has a letter that no input has");
        dims.push_back(sizes.at(c));
    }
    all = dims;
    for (const auto& [c, size] : sizes)
        if (letters.find(c) == std::string::npos) {
            letters += c;
            all.push_back(size);
        }
    Array result(call.in(0).type(), dims);
    const std::size_t summed = countBetween(all, dims.size(), all.size());
    const auto placeIn = [&](std::size_t input, const Index& at) {
        Dims place;
        for (const char c : equation.inputs[input]) {
            const std::int64_t size = call.in(input).dims()[place.size()];
            place.push_back(size == 1 ? 0 : at[letters.find(c)]);
        }
        return placeOf(call.in(input).dims(), place);
    };
    result.visit([&]<class T>(std::vector<T>& out) {
        if constexpr (Number<T>) {
            for (Index at(all); at; ++at) {
                if (at.place() % 65536 == 0)
                    call.checkStop();
                T term = 1;
                for (std::size_t i = 0; i < call.inputCount(); ++i)
                    term = static_cast<T>(wrapping(term) *
                                          wrapping(call.in(i).as<T>()[placeIn(i, at)]));
                T& sum = out[at.place() / summed];
                sum = static_cast<T>(wrapping(sum) + wrapping(term));
            }
        } else {
            throw NodeFailure("this type of element is not supported");
        }
    });
    call.give(result);
}

void determinant(Call& call) {
    const Array& x = call.in(0);
    require(x.rank() >= 2 && x.dims()[x.rank() - 1] == x.dims()[x.rank() - 2],
            "square matrices were expected");
    const std::size_t n = x.size(x.rank() - 1);
    Array result(x.type(), {x.dims().begin(), x.dims().end() - 2});
    for (std::size_t i = 0; i < result.count(); ++i) {
        const auto first = x.as<double>().begin() + static_cast<std::ptrdiff_t>(i * n * n);
        result.set(i, determinantOf({first, first + static_cast<std::ptrdiff_t>(n * n)}, n));
    }
    call.give(result);
}

} // namespace partita::reference
