#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <tuple>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/number_product.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/prepared_by_shape.h"
#include "providers/cpu/kernels/prepared_product.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

namespace {

/// Copies the residual to `y`, to which oneDNN adds the product, unless it is already there.
void startFrom(const RuntimeValue& residual, RuntimeValue& y) {
    require(residual.dims == y.dims,
            "the tensor that is added has another shape than the model declares");
    if (residual.data != y.data)
        std::memcpy(y.data, residual.data, y.byteSize());
}

/// The product of types that oneDNN does not multiply. Integers wrap around, which only unsigned ones
/// may.
template <class T>
void otherMatMul(const RuntimeValue& a, const RuntimeValue& b, RuntimeValue& y, const Dims& batchA,
                 const Dims& batchB, const Dims& batch, std::int64_t m, std::int64_t k,
                 std::int64_t n) {
    using Number =
        typename std::conditional_t<kWraps<T>, std::make_unsigned<T>, std::type_identity<T>>::type;
    auto* out = y.as<Number>();
    forEachIndex<2>(batch, {batchA, batchB}, [&](const auto& at) {
        multiplyNumbers(a.as<Number>() + at[0] * m * k, b.as<Number>() + at[1] * k * n, out, m, k,
                        n);
        out += m * n;
    });
}

/// Up to this many elements a plain loop is done before oneDNN has checked its arguments.
constexpr std::int64_t kSmallMatrix = 16384;

/// y [N] = a [K] × b [K, N] + bias [N].
PARTITA_FOR_EACH_CPU
void rowTimesMatrix(const float* a, const float* b, const float* bias, float* y, std::int64_t k,
                    std::int64_t n) {
    constexpr std::int64_t kColumns = 64;
    std::array<float, kColumns> sums; // NOLINT: filled below
    for (std::int64_t first = 0; first < n; first += kColumns) {
        const std::int64_t count = std::min(kColumns, n - first);
        for (std::int64_t j = 0; j < count; ++j)
            sums[static_cast<std::size_t>(j)] = bias ? bias[first + j] : 0.0F;
        for (std::int64_t i = 0; i < k; ++i)
            for (std::int64_t j = 0; j < count; ++j)
                sums[static_cast<std::size_t>(j)] += a[i] * b[i * n + first + j];
        std::copy_n(sums.begin(), count, y + first);
    }
}

/// Whether a small product does this activation by itself.
bool isQuick(VectorCode code) {
    using enum VectorCode;
    return code == relu || code == leakyRelu || code == sigmoid || code == tanh;
}

/// Strides of the batch axes counted in matrices.
Dims matrixStrides(const Dims& dims, const Dims& batch) {
    return broadcastStrides(Dims(dims.begin(), dims.end() - 2), batch);
}

/// MatMul of one node; products are prepared once for each pair of shapes and strides.
class MatMulKernel : public Kernel {
public:
    explicit MatMulKernel(const KernelInit& init)
        : m_epilogue(init.epilogue), m_steps(init.epilogue.ownSteps()) {
        m_mayBeSmall =
            !m_epilogue.residual && std::ranges::all_of(m_steps, isQuick, &VectorStep::code);
    }

    void run(KernelContext& context) override {
        const RuntimeValue &a = context.input(0), &b = context.input(1);
        require(!a.dims.empty() && !b.dims.empty(), "a matrix product cannot take a scalar");
        const std::size_t inner = b.dims.size() < 2 ? 0 : b.dims.size() - 2;
        if (a.dims.back() == 0 && b.dims[inner] == 0)
            multiply(context, zerosAlong(a, a.dims.size() - 1, 1), zerosAlong(b, inner, 1));
        else
            multiply(context, a, b);
    }

private:
    void multiply(KernelContext& context, const RuntimeValue& a, const RuntimeValue& b) {
        require(!a.dims.empty() && !b.dims.empty() && a.type == b.type,
                "two tensors of one type were expected");
        Dims left = a.dims, right = b.dims;
        if (left.size() == 1)
            left.insert(left.begin(), 1);
        if (right.size() == 1)
            right.push_back(1);
        const std::int64_t m = left[left.size() - 2], k = left.back(), n = right.back();
        require(right[right.size() - 2] == k, "the inner dimensions differ");
        const Dims batch =
            broadcastDims(Dims(left.begin(), left.end() - 2), Dims(right.begin(), right.end() - 2));
        Dims out = batch;
        if (a.dims.size() > 1)
            out.push_back(m);
        if (b.dims.size() > 1)
            out.push_back(n);
        const RuntimeValue residual =
            m_epilogue.residual ? context.input(*m_epilogue.residual) : RuntimeValue();
        RuntimeValue& y = context.output(0, a.type, out);
        if (y.count() == 0)
            return;
        if (m_epilogue.residual)
            startFrom(residual, y);
        if (isSmallRow(context, a, b, y))
            runRow(context, a, b.isAligned() ? b : m_matrix, y);
        else if (a.type == DataType::float32)
            runFloat(context, a, b, y, batch);
        else
            forNumericType(a.type, [&]<class T>() {
                if constexpr (sizeof(T) >= 4 && !std::is_same_v<T, float>)
                    otherMatMul<T>(a, b, y, matrixStrides(left, batch), matrixStrides(right, batch),
                                   batch, m, k, n);
                else
                    throw NodeFailure("this type of element cannot be multiplied");
            });
    }

    /// Whether this is one row times a small matrix, both row-major. Constant weights that are not
    /// aligned, as a file may have them, are copied once.
    bool isSmallRow(const KernelContext& context, const RuntimeValue& a, const RuntimeValue& b,
                    const RuntimeValue& y) {
        const bool fits = m_mayBeSmall && a.type == DataType::float32 && b.dims.size() == 2 &&
                          b.count() <= kSmallMatrix && y.count() == b.dims[1] &&
                          a.strides.empty() && b.strides.empty() && b.data;
        if (!fits || b.isAligned())
            return fits;
        if (!context.weightsStay())
            return false;
        if (!m_matrix.present())
            m_matrix = b.aligned();
        return true;
    }

    void runRow(const KernelContext& context, const RuntimeValue& a, const RuntimeValue& b,
                RuntimeValue& y) const {
        const float* bias = nullptr;
        if (m_epilogue.bias) {
            const RuntimeValue& row = context.input(*m_epilogue.bias);
            require(row.count() == b.dims[1], "the bias does not fit the columns");
            bias = row.as<float>();
        }
        rowTimesMatrix(a.as<float>(), b.as<float>(), bias, y.as<float>(), b.dims[0], b.dims[1]);
        for (const VectorStep& step : m_steps)
            runVectorStep(step, y.as<float>(), nullptr, y.as<float>(),
                          static_cast<std::size_t>(b.dims[1]));
    }

    void runFloat(KernelContext& context, const RuntimeValue& a, const RuntimeValue& b,
                  RuntimeValue& y, const Dims& batch) {
        m_key.clear();
        for (const Dims* each : {&a.dims, &a.strides, &b.dims, &b.strides}) {
            m_key.insert(m_key.end(), each->begin(), each->end());
            m_key.push_back(-1);
        }
        const float* bias = nullptr;
        if (m_epilogue.bias) {
            const RuntimeValue& row = context.input(*m_epilogue.bias);
            require(row.count() == b.dims.back(), "the bias does not fit the columns");
            bias = row.as<float>();
        }
        PreparedProduct& prepared = m_prepared.of(m_key, [&] {
            const bool constantB = context.weightsStay();
            const PreparedProduct* earlier = m_prepared.any();
            PreparedProduct made(layoutFor(a, b, batch, bias != nullptr), m_epilogue, 1.0F,
                                 constantB, b.data, earlier ? earlier->weights() : PackedWeights(),
                                 {context.sharedWeights(), context.node().inputs[1]});
            if (constantB)
                context.dropWeights(); // only the packed ones are read from here on
            return made;
        });
        prepared.run(a.data, b.data, bias, y.data);
    }

    /// An operand with `rank` axes, as oneDNN wants it: leading ones of size 1 are added, and a
    /// vector becomes a row, or a column where `column`.
    static TensorDesc operand(const RuntimeValue& x, std::size_t rank, bool column) {
        Dims dims = x.dims, strides = x.strides.empty() ? denseStrides(x.dims) : x.strides;
        if (dims.size() == 1) {
            dims.insert(column ? dims.end() : dims.begin(), 1);
            strides.insert(column ? strides.end() : strides.begin(), column ? 1 : x.dims[0]);
        }
        while (dims.size() < rank) {
            dims.insert(dims.begin(), 1);
            strides.insert(strides.begin(), product(x.dims));
        }
        return stridedDesc(dims, strides);
    }

    static PreparedProduct::Layout layoutFor(const RuntimeValue& a, const RuntimeValue& b,
                                             const Dims& batch, bool hasBias) {
        PreparedProduct::Layout layout;
        const std::int64_t m = a.dims.size() > 1 ? a.dims[a.dims.size() - 2] : 1,
                           n = b.dims.size() > 1 ? b.dims.back() : 1;
        if (b.dims.size() <= 2 && a.strides.empty()) { // the batch is just more rows
            const std::int64_t rows = product(a.dims, 0, a.dims.size() - 1);
            layout.a = plainDesc({rows, a.dims.back()});
            layout.b = operand(b, 2, true);
            layout.y = plainDesc({rows, n});
        } else {
            layout.a = operand(a, batch.size() + 2, false);
            layout.b = operand(b, batch.size() + 2, true);
            Dims out = batch;
            out.insert(out.end(), {m, n});
            layout.y = plainDesc(out);
        }
        if (hasBias) {
            Dims dims(layout.y.get_dims().size(), 1);
            dims.back() = n;
            layout.bias = plainDesc(dims);
        }
        return layout;
    }

    Epilogue m_epilogue;
    std::vector<VectorStep> m_steps; ///< the epilogue's activations of a small product
    bool m_mayBeSmall = false;
    RuntimeValue m_matrix; ///< an aligned copy of small weights
    std::vector<std::int64_t> m_key;
    PreparedByShape<std::vector<std::int64_t>, PreparedProduct>
        m_prepared; ///< by dims and strides of both operands
};

/// Gemm of float32; transposes are strides, not copies.
class GemmKernel : public Kernel {
public:
    explicit GemmKernel(const KernelInit& init)
        : m_epilogue(init.epilogue), m_transA(init.node.intAttribute("transA", 0) != 0),
          m_transB(init.node.intAttribute("transB", 0) != 0),
          m_alpha(init.node.floatAttribute("alpha", 1)),
          m_beta(init.node.floatAttribute("beta", 1)) {}

    void run(KernelContext& context) override {
        const RuntimeValue &a = context.input(0), &b = context.input(1);
        require(a.dims.size() == 2 && b.dims.size() == 2, "two matrices were expected");
        const std::size_t innerA = m_transA ? 0 : 1, innerB = m_transB ? 1 : 0;
        if (a.dims[innerA] == 0 && b.dims[innerB] == 0)
            multiply(context, zerosAlong(a, innerA, 1), zerosAlong(b, innerB, 1));
        else
            multiply(context, a, b);
    }

private:
    void multiply(KernelContext& context, const RuntimeValue& a, const RuntimeValue& b) {
        const std::int64_t m = a.dims[m_transA ? 1 : 0], k = a.dims[m_transA ? 0 : 1],
                           n = b.dims[m_transB ? 0 : 1];
        require(b.dims[m_transB ? 1 : 0] == k, "the inner dimensions differ");
        const RuntimeValue* c = m_beta == 0 ? nullptr : context.optional(2);
        const RuntimeValue residual =
            m_epilogue.residual ? context.input(*m_epilogue.residual) : RuntimeValue();
        RuntimeValue& y = context.output(0, a.type, {m, n});
        if (y.count() == 0)
            return;
        require(!m_epilogue.residual || residual.dims == y.dims,
                "the tensor that is added has another shape than the model declares");
        const bool asBias = c && m_alpha == 1 && m_beta == 1 && c->count() == n &&
                            (c->dims.empty() || c->dims.back() == n);
        // Any other C and the residual are written to Y first; the product is added to them.
        const bool sums = m_epilogue.residual || (c && !asBias);
        if (sums)
            std::fill_n(scratchOf(y), y.count(), 0.0F);
        if (m_epilogue.residual)
            addTo(scratchOf(y), residual, y.dims, 1);
        if (c && !asBias)
            addTo(scratchOf(y), *c, y.dims, m_beta);
        if (sums)
            std::memcpy(y.data, scratchOf(y), y.byteSize());
        const auto key = std::tuple(a.dims, b.dims, asBias);
        const bool constantB = context.weightsStay();
        PreparedProduct& prepared = m_prepared.of(key, [&] {
            Epilogue epilogue = m_epilogue;
            if (sums)
                epilogue.residual = 0;
            const PreparedProduct::Layout layout{matrix(m, k, m_transA), matrix(k, n, m_transB),
                                                 plainDesc({m, n}),
                                                 asBias ? plainDesc({1, n}) : TensorDesc()};
            const PreparedProduct* earlier = m_prepared.any();
            PreparedProduct made(layout, epilogue, m_alpha, constantB, b.data,
                                 earlier ? earlier->weights() : PackedWeights(),
                                 {context.sharedWeights(), context.node().inputs[1]});
            if (constantB)
                context.dropWeights(); // only the packed ones are read from here on
            return made;
        });
        prepared.run(a.data, b.data, asBias ? c->data : nullptr, y.data);
    }

    static TensorDesc matrix(std::int64_t rows, std::int64_t columns, bool transposed) {
        return stridedDesc({rows, columns}, transposed ? Dims{1, rows} : Dims{columns, 1});
    }
    static float* scratchOf(const RuntimeValue& y) {
        return static_cast<float*>(scratchMemory(plainDesc(y.dims), 0).get_data_handle());
    }
    static void addTo(float* out, const RuntimeValue& c, const Dims& dims, float factor) {
        require(broadcastDims(c.dims, dims) == dims, "C does not fit the output");
        forEachIndex<1>(dims, {broadcastStrides(c.dims, dims)},
                        [&](const auto& at) { *out++ += factor * c.as<float>()[at[0]]; });
    }

    Epilogue m_epilogue;
    bool m_transA, m_transB;
    float m_alpha, m_beta;
    PreparedByShape<std::tuple<Dims, Dims, bool>, PreparedProduct>
        m_prepared; ///< by dims of A and B, bias
};

} // namespace

/// Computes Y = alpha · A' × B' + beta · C of doubles or integers.
///
/// Inputs:   A float64, int32, int64, uint32 or uint64 [M, K], [K, M] with transA; B [K, N], [N, K]
///           with transB; C broadcast to [M, N], optional
/// Outputs:  Y of A's type [M, N]
/// Method:   plain loops on one thread; integers wrap around, factors other than 1 are applied in
///           float64
/// Source:   ONNX Gemm-13
void gemmOfNumbers(KernelContext& context) {
    const RuntimeValue &a = context.input(0), &b = context.input(1);
    const Node& node = context.node();
    const bool transA = node.intAttribute("transA", 0) != 0,
               transB = node.intAttribute("transB", 0) != 0;
    require(a.dims.size() == 2 && b.dims.size() == 2 && b.type == a.type,
            "A and B must be matrices of one type");
    const std::int64_t m = a.dims[transA ? 1 : 0], k = a.dims[transA ? 0 : 1],
                       n = b.dims[transB ? 0 : 1];
    require(b.dims[transB ? 1 : 0] == k, "the inner dimensions differ");
    const RuntimeValue* c = context.optional(2);
    require(!c || (broadcastDims(c->dims, {m, n}) == Dims{m, n} && c->type == a.type),
            "C does not fit the output");
    const auto alpha = static_cast<double>(node.floatAttribute("alpha", 1)),
               beta = static_cast<double>(node.floatAttribute("beta", 1));
    RuntimeValue& y = context.output(0, a.type, {m, n});
    forNumericType(a.type, [&]<class T>() {
        // Integers wrap around, which C++ defines for unsigned ones only.
        using Sum = std::conditional_t<std::is_floating_point_v<T>, T, std::uint64_t>;
        const auto times = [](double factor, Sum value) -> Sum {
            if constexpr (std::is_floating_point_v<T>)
                return static_cast<T>(factor) * value;
            if (factor == 1)
                return value;
            return static_cast<Sum>(
                numberAs<T>(factor * static_cast<double>(static_cast<T>(value))));
        };
        T* out = y.as<T>();
        for (std::int64_t i = 0; i < m; ++i)
            for (std::int64_t j = 0; j < n; ++j) {
                Sum sum{};
                for (std::int64_t l = 0; l < k; ++l)
                    sum += static_cast<Sum>(a.as<T>()[transA ? l * m + i : i * k + l]) *
                           static_cast<Sum>(b.as<T>()[transB ? j * k + l : l * n + j]);
                *out++ = static_cast<T>(times(alpha, sum));
            }
        if (!c)
            return;
        out = y.as<T>();
        forEachIndex<1>(y.dims, {broadcastStrides(c->dims, y.dims)}, [&](const auto& at) {
            *out = static_cast<T>(static_cast<Sum>(*out) +
                                  times(beta, static_cast<Sum>(c->as<T>()[at[0]])));
            ++out;
        });
    });
}

/// Multiplies matrices as numpy.matmul does.
///
/// Inputs:   A […, M, K]; B […, K, N]; float32 or float64, or integers of 32 or 64 bits; leading
///           axes are broadcast, vectors are promoted; float32 may be strided
/// Outputs:  Y […, M, N], of A's type
/// Method:   float32: oneDNN, or panels for few rows, constant B packed once, or a plain loop for
///           one row times a small matrix; bias, residual and activations are fused; float64 and
///           integers: tiles of sums in registers
/// Source:   ONNX MatMul-13
std::unique_ptr<Kernel> makeMatMul(const KernelInit& init) {
    return std::make_unique<MatMulKernel>(init);
}

/// Computes Y = alpha · A' × B' + beta · C.
///
/// Inputs:   A float32 [M, K], [K, M] with transA; B [K, N], [N, K] with transB; C broadcast to
///           [M, N], optional
/// Outputs:  Y [M, N]
/// Method:   oneDNN, or panels for few rows, constant B packed once; C is fused as a bias where it
///           is one row and neither alpha nor beta scales; residual and activations are fused
/// Source:   ONNX Gemm-13
std::unique_ptr<Kernel> makeGemm(const KernelInit& init) {
    return std::make_unique<GemmKernel>(init);
}

} // namespace partita::cpu
