#include "providers/cpu/kernels/integer_product.h"

#include "providers/cpu/kernels/coded_images.h"
#include "providers/cpu/kernels/panel_product.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

// Sums are computed as unsigned, which may wrap around in C++.

/// sums[j] += a · b[j], exact on every processor.
PARTITA_FOR_EACH_CPU
void addMultiple(std::int32_t a, const std::int8_t* b, std::uint32_t* sums, std::int64_t count) {
    for (std::int64_t j = 0; j < count; ++j)
        sums[j] += static_cast<std::uint32_t>(a * b[j]);
}

template <class T> std::uint32_t rowSum(const T* row, std::int64_t count) {
    std::uint32_t sum = 0;
    for (std::int64_t i = 0; i < count; ++i)
        sum += static_cast<std::uint32_t>(row[i]);
    return sum;
}

/// Subtracts the zero points from the sums of one row: Σ (a - za)(b - zb) =
/// Σ ab - za · (Σ b - K · zb) - zb · Σ a.
PARTITA_FOR_EACH_CPU
void takeOff(std::uint32_t zeroA, const std::uint32_t* columns, std::uint32_t sumA,
             const std::uint32_t* zeroB, std::uint32_t* sums, std::int64_t count) {
    for (std::int64_t j = 0; j < count; ++j)
        sums[j] -= zeroA * columns[j] + zeroB[j] * sumA;
}

/// A product of so few numbers is done before oneDNN has checked its arguments.
constexpr std::int64_t kFewByteProducts = 4096;

/// One product of two small matrices by plain loops, and its zero points.
template <class A, class B> struct SmallProduct {
    const A* a;
    const B* b;
    std::int64_t rows, inner, columns;
    const std::int32_t *zeroA, *zeroB;
    bool zeroForEachRow, zeroForEachColumn;

    void run(std::int32_t* to) const {
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < columns; ++j) {
                const auto left = static_cast<std::uint32_t>(zeroA[zeroForEachRow ? i : 0]),
                           right = static_cast<std::uint32_t>(zeroB[zeroForEachColumn ? j : 0]);
                std::uint32_t sum = 0;
                for (std::int64_t l = 0; l < inner; ++l)
                    sum += (static_cast<std::uint32_t>(a[i * inner + l]) - left) *
                           (static_cast<std::uint32_t>(b[l * columns + j]) - right);
                *to++ = static_cast<std::int32_t>(sum);
            }
    }
};

/// Calls `work` with the bytes as uint8 or int8.
template <class F> void asBytes(DataType type, const std::byte* bytes, F&& work) {
    if (type == DataType::uint8)
        work(reinterpret_cast<const std::uint8_t*>(bytes));
    else
        work(reinterpret_cast<const std::int8_t*>(bytes));
}

template <class T, bool Each, bool Bias>
[[gnu::always_inline]] inline void requantizeRow(const std::int32_t* sums, const Requantizer& given,
                                                 T* to, std::int64_t count) {
    constexpr double kMagic = 6755399441055744.0; // 1.5 · 2^52: adding it rounds to an integer
    const Requantizer by = given;                 // a copy: bytes in `to` might alias it
    const double low = by.low - by.zero, high = by.high - by.zero, factor = *by.factors;
    for (std::int64_t i = 0; i < count; ++i) {
        double value = sums[i] * (Each ? by.factors[i] : factor) + (Bias ? by.bias[i] : 0);
        value = value > low ? value : low;
        value = value < high ? value : high;
        to[i] = static_cast<T>(static_cast<std::int32_t>((value + kMagic) - kMagic + by.zero));
    }
}

template <class T>
[[gnu::always_inline]] inline void requantizeAs(const std::int32_t* sums, const Requantizer& by,
                                                T* to, std::int64_t count) {
    if (by.bias)
        by.each ? requantizeRow<T, true, true>(sums, by, to, count)
                : requantizeRow<T, false, true>(sums, by, to, count);
    else
        by.each ? requantizeRow<T, true, false>(sums, by, to, count)
                : requantizeRow<T, false, false>(sums, by, to, count);
}

PARTITA_FOR_EACH_CPU
void requantizeRow(const std::int32_t* sums, const Requantizer& by, std::uint8_t* to,
                   std::int64_t count) {
    requantizeAs(sums, by, to, count);
}
PARTITA_FOR_EACH_CPU
void requantizeRow(const std::int32_t* sums, const Requantizer& by, std::int8_t* to,
                   std::int64_t count) {
    requantizeAs(sums, by, to, count);
}

/// Sizes of a product by numpy.matmul's rules; throws where the operands do not fit.
struct ProductShape {
    std::int64_t rows, inner, columns;
    Dims batchA, batchB, batch;

    explicit ProductShape(const IntegerProduct::Operands& operands) {
        Dims left = operands.a.dims, right = operands.b.dims;
        require(!left.empty() && !right.empty(), "a matrix product cannot take a scalar");
        if (left.size() == 1)
            left.insert(left.begin(), 1);
        if (right.size() == 1)
            right.push_back(1);
        rows = left[left.size() - 2];
        inner = left.back();
        columns = right.back();
        require(right[right.size() - 2] == inner, "the inner dimensions differ");
        batchA.assign(left.begin(), left.end() - 2);
        batchB.assign(right.begin(), right.end() - 2);
        batch = broadcastDims(batchA, batchB);
    }
};

/// Throws unless there is one zero point, one for each position on `axis` (rows of A, columns of
/// B), or a tensor of the operand's dims with 1 on axis `other`. Axes count from the end.
void requireFit(const RuntimeValue* zero, const Dims& operand, std::size_t axis,
                std::size_t other) {
    if (!zero || zero->count() == 1)
        return;
    Dims each = operand;
    const std::size_t rank = each.size();
    if (rank >= 2)
        each[rank - other] = 1;
    require(rank >= 2 && (zero->dims == each || zero->dims == Dims{operand[rank - axis]}),
            "a zero point does not fit its input");
}

} // namespace

bool sumsBytesExactly() {
    return usesInstructions(dnnl::cpu_isa::avx2_vnni) ||
           usesInstructions(dnnl::cpu_isa::avx512_core_vnni);
}

bool multipliesBytesFast() {
#ifdef PARTITA_HAS_AVX2_LOOPS
    // Two vectors of 64 bytes of floats are as fast as two of 32 bytes of pairs.
    return sumsBytesExactly() || (hasAvx2() && !hasWidePanels());
#else
    return sumsBytesExactly();
#endif
}

dnnl::memory::data_type byteType(DataType type) {
    require(type == DataType::uint8 || type == DataType::int8, "uint8 or int8 was expected");
    return type == DataType::uint8 ? dnnl::memory::data_type::u8 : dnnl::memory::data_type::s8;
}

SignedBytes::SignedBytes(const RuntimeValue& value) {
    if (byteType(value.type) == dnnl::memory::data_type::s8) {
        data = value.as<std::int8_t>();
        return;
    }
    shift = 128;
    own.resize(static_cast<std::size_t>(value.count()));
    for (std::size_t i = 0; i < own.size(); ++i)
        own[i] = static_cast<std::int8_t>(value.as<std::uint8_t>()[i] ^ 0x80U);
    data = own.data();
}

std::vector<std::int32_t> zeroPoints(const RuntimeValue* zero) {
    if (!zero)
        return {0};
    std::vector<std::int32_t> numbers(static_cast<std::size_t>(zero->count()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<std::int32_t>(readNumber(*zero, static_cast<std::int64_t>(i)));
    return numbers;
}

std::int32_t zeroPointOf(const KernelContext& context, std::size_t input) {
    return context.optional(input) ? static_cast<std::int32_t>(numberOf(context, input)) : 0;
}

void requantize(const std::int32_t* sums, const Requantizer& by, RuntimeValue& to,
                std::int64_t first, std::int64_t count) {
    if (byteType(to.type) == dnnl::memory::data_type::u8)
        requantizeRow(sums, by, to.as<std::uint8_t>() + first, count);
    else
        requantizeRow(sums, by, to.as<std::int8_t>() + first, count);
}

Dims IntegerProduct::outDims(const Operands& operands) {
    const ProductShape shape(operands);
    Dims dims = shape.batch;
    if (operands.a.dims.size() > 1)
        dims.push_back(shape.rows);
    if (operands.b.dims.size() > 1)
        dims.push_back(shape.columns);
    return dims;
}

IntegerProduct::Matrix IntegerProduct::matrixOf(const RuntimeValue& b, std::int64_t index,
                                                DataType typeA, bool stays) const {
    const std::int64_t columns = b.dims.size() < 2 ? 1 : b.dims.back(),
                       inner = b.dims.size() < 2 ? b.dims[0] : b.dims[b.dims.size() - 2];
    RuntimeValue one = b;
    one.dims = {inner, columns};
    one.data += index * inner * columns;
    Matrix made;
    made.bytes = SignedBytes(one);
    made.columnSums.assign(static_cast<std::size_t>(columns), 0);
    for (std::int64_t i = 0; i < inner; ++i)
        addMultiple(1, made.bytes.data + i * columns, made.columnSums.data(), columns);
    if (!stays || inner == 0 || columns == 0)
        return made;
    if (!m_exactLibrary) {
        made.own.emplace(
            1, inner, columns,
            [&](std::int64_t row, std::int64_t count, std::int64_t column, std::int16_t* to) {
                for (std::int64_t i = 0; i < count; ++i)
                    to[i] = made.bytes.data[(row + i) * columns + column];
            });
        if (made.own->isLarge()) {
            made.own.reset();
            made.widened.assign(made.bytes.data, inner, columns);
        }
        made.bytes.own = {};
        made.bytes.data = nullptr;
        return made;
    }
    using OneDnnType = dnnl::memory::data_type;
    const auto wanted = dnnl::matmul::primitive_desc(
        OneDnn::instance().engine, plainDesc({64, inner}, byteType(typeA)),
        anyDesc({inner, columns}, OneDnnType::s8), plainDesc({64, columns}, OneDnnType::s32),
        plainAttributes());
    made.packed = pack(wrap(plainDesc({inner, columns}, OneDnnType::s8), made.bytes.data),
                       wanted.weights_desc());
    made.bytes.own = {};
    made.bytes.data = nullptr;
    return made;
}

Primitive& IntegerProduct::primitiveOf(const Matrix& b, const Piece& piece) {
    const auto key = std::tuple(piece.typeA, piece.rows, piece.inner, piece.columns);
    return m_primitives.of(key, [&] {
        using OneDnnType = dnnl::memory::data_type;
        const TensorDesc source = plainDesc({piece.rows, piece.inner}, byteType(piece.typeA)),
                         weights = b.packed.memory
                                       ? b.packed.memory.get_desc()
                                       : plainDesc({piece.inner, piece.columns}, OneDnnType::s8),
                         target = plainDesc({piece.rows, piece.columns}, OneDnnType::s32);
        return Primitive(dnnl::matmul::primitive_desc(OneDnn::instance().engine, source, weights,
                                                      target, plainAttributes()));
    });
}

/// Calls multiplySome(rows, take) for some rows of A at a time, as numbers of T.
template <class T, class F>
void IntegerProduct::multiplyRowsOf(const Piece& piece, const F& multiplySome) {
    constexpr std::int64_t kInCache = 1 << 18, kFewRows = 192; // numbers, rows
    constexpr std::int64_t kBehind = 3; // numbers that may be read behind the last one
    const CodedPixels codes{piece.typeA, piece.a, 0};
    const std::int64_t begin = 0;
    const bool inPlace =
        std::is_same_v<T, std::uint8_t> && piece.typeA == DataType::uint8 && piece.inner % 4 == 0;
    const std::int64_t atATime =
        inPlace ? piece.rows : std::min(piece.rows, std::max(kFewRows, kInCache / piece.inner));
    T* copied = inPlace ? nullptr : scratchFor<T>(atATime * piece.inner + kBehind, kForTiles);
    for (std::int64_t done = 0; done < piece.rows; done += atATime) {
        const std::int64_t count = std::min(atATime, piece.rows - done);
        if (!inPlace)
            parallelFor(count * piece.inner, 65536, [&](std::int64_t first, std::int64_t last) {
                codes.read(done * piece.inner + first, last - first, copied + first);
            });
        const T* rows = inPlace ? reinterpret_cast<const T*>(piece.a) : copied;
        const auto find = [&](std::int64_t row, std::int64_t many, const T** to) {
            for (std::int64_t r = 0; r < many; ++r)
                to[r] = rows + (row + r) * piece.inner;
        };
        multiplySome(ProductRows<T>{count, {&begin, 1}, find}, [&](const SomeSums& some) {
            copySums(some, piece.columns, piece.sums + done * piece.columns);
        });
    }
}

void IntegerProduct::multiply(const Matrix& b, const Piece& piece) {
    const auto count = static_cast<std::size_t>(piece.columns);
    if (m_exactLibrary && piece.inner > 0) {
        Primitive& product = primitiveOf(b, piece);
        product.set(DNNL_ARG_WEIGHTS,
                    b.packed.memory ? b.packed.memory.get_data_handle() : b.bytes.data);
        product.run(piece.a, piece.sums);
    } else if (piece.inner > 0) {
        if (b.own) {
            const std::int32_t zero = CodedPixels{piece.typeA, piece.a, 0}.zeroAs<std::uint8_t>();
            multiplyRowsOf<std::uint8_t>(piece, [&](const auto& rows, const TakeSums& take) {
                b.own->multiply(rows, zero, take);
            });
        } else {
            if (b.bytes.data)
                m_widened.assign(b.bytes.data, piece.inner, piece.columns);
            const WidenedMatrix& matrix = b.bytes.data ? m_widened : b.widened;
            multiplyRowsOf<std::int16_t>(piece, [&](const auto& rows, const TakeSums& take) {
                multiplyRows(rows, matrix, take);
            });
        }
    }
    std::vector<std::uint32_t> zeroB(count), columns(count);
    bool anyZeroB = false;
    for (std::size_t j = 0; j < count; ++j) {
        const std::int32_t zero = piece.zeroB[piece.zeroForEachColumn ? j : 0] - b.bytes.shift;
        zeroB[j] = static_cast<std::uint32_t>(zero);
        columns[j] = b.columnSums[j] - static_cast<std::uint32_t>(piece.inner) * zeroB[j];
        anyZeroB = anyZeroB || zero != 0;
    }
    const std::int64_t grain = 1 + 32768 / std::max<std::int64_t>(1, piece.inner + piece.columns);
    const auto finish = [&]<class T>(const T* row, std::int64_t i) {
        auto* sums = reinterpret_cast<std::uint32_t*>(piece.sums) + i * piece.columns;
        if (piece.inner == 0)
            std::fill_n(sums, count, 0U);
        const std::int32_t zero = piece.zeroA[piece.zeroForEachRow ? i : 0];
        if (zero != 0 || anyZeroB)
            takeOff(static_cast<std::uint32_t>(zero), columns.data(),
                    anyZeroB ? rowSum(row, piece.inner) : 0, zeroB.data(), sums, piece.columns);
    };
    const auto onRows = [&]<class T>(const T* a) {
        parallelFor(piece.rows, grain, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i)
                finish(a + i * piece.inner, i);
        });
    };
    if (piece.typeA == DataType::uint8)
        onRows(reinterpret_cast<const std::uint8_t*>(piece.a));
    else
        onRows(reinterpret_cast<const std::int8_t*>(piece.a));
}

void IntegerProduct::run(const Operands& operands, std::int32_t* sums) {
    ProductShape shape(operands);
    (void)byteType(operands.a.type);
    const auto zeroA = zeroPoints(operands.zeroA), zeroB = zeroPoints(operands.zeroB);
    const std::int64_t matrices = product(shape.batchB), rows = product(shape.batchA) * shape.rows;
    const auto countA = static_cast<std::int64_t>(zeroA.size()),
               countB = static_cast<std::int64_t>(zeroB.size());
    requireFit(operands.zeroA, operands.a.dims, 2, 1);
    requireFit(operands.zeroB, operands.b.dims, 1, 2);
    if (product(shape.batch) * shape.rows * shape.columns == 0)
        return;
    if (matrices == 1 && countA != shape.rows) { // one matrix B: the batch of A is just more rows
        shape.rows = rows;
        shape.batchA = shape.batchB = shape.batch = {};
    }
    const std::int64_t size = shape.rows * shape.columns;
    std::int64_t done = 0;
    const auto zerosOfA = [&](std::int64_t matrix) {
        return zeroA.data() + (countA == rows ? matrix * shape.rows : 0);
    };
    const auto zerosOfB = [&](std::int64_t matrix) {
        return zeroB.data() + (countB == matrices * shape.columns ? matrix * shape.columns : 0);
    };
    const auto forEachPair = [&](auto&& multiplyPair) {
        forEachIndex<2>(shape.batch,
                        {broadcastStrides(shape.batchA, shape.batch),
                         broadcastStrides(shape.batchB, shape.batch)},
                        [&](const auto& at) { multiplyPair(at[0], at[1], sums + done++ * size); });
    };
    const bool isSmall = shape.rows <= kFewByteProducts && shape.columns <= kFewByteProducts &&
                         size <= kFewByteProducts && size * shape.inner <= kFewByteProducts;
    if (isSmall && !operands.bStays) { // packing B would take even longer
        (void)byteType(operands.b.type);
        asBytes(operands.a.type, operands.a.data, [&](const auto* a) {
            asBytes(operands.b.type, operands.b.data, [&](const auto* b) {
                forEachPair([&](std::int64_t left, std::int64_t right, std::int32_t* to) {
                    SmallProduct{a + left * shape.rows * shape.inner,
                                 b + right * shape.inner * shape.columns,
                                 shape.rows,
                                 shape.inner,
                                 shape.columns,
                                 zerosOfA(left),
                                 zerosOfB(right),
                                 countA > 1,
                                 countB > 1}
                        .run(to);
                });
            });
        });
        return;
    }
    std::vector<Matrix> own;
    std::vector<Matrix>& b = operands.bStays ? m_matrices : own;
    if (b.empty()) {
        std::vector<Matrix> made; // all or none: a failure leaves nothing behind
        for (std::int64_t i = 0; i < matrices; ++i)
            made.push_back(matrixOf(operands.b, i, operands.a.type, operands.bStays));
        b = std::move(made);
    }
    forEachPair([&](std::int64_t left, std::int64_t right, std::int32_t* to) {
        multiply(b[static_cast<std::size_t>(right)],
                 {operands.a.data + left * shape.rows * shape.inner, operands.a.type, shape.rows,
                  shape.inner, shape.columns, zerosOfA(left), zerosOfB(right), countA > 1,
                  countB > 1, to});
    });
}

} // namespace partita::cpu
