#include <map>

#include <Eigen/Core>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/onednn.h"

namespace partita::cpu {

namespace {

/// A matrix product made ready for one pair of shapes; constant weights are packed once.
struct PreparedMatMul {
    dnnl::matmul primitive;
    TensorDesc a, b, y, bias;
    dnnl::memory packed; ///< empty: B is computed
};

PreparedMatMul prepareMatMul(const TensorDesc& a, const TensorDesc& b, const TensorDesc& y,
                             const TensorDesc& bias, float scale, const void* constant) {
    dnnl::primitive_attr attributes;
    if (scale != 1.0F) {
        dnnl::post_ops operations;
        operations.append_eltwise(dnnl::algorithm::eltwise_linear, scale, 0);
        attributes.set_post_ops(operations);
    }
    const TensorDesc weights =
        constant ? TensorDesc(b.get_dims(), b.get_data_type(), dnnl::memory::format_tag::any) : b;
    auto& dnn = OneDnn::instance();
    const dnnl::matmul::primitive_desc desc(dnn.engine, a, weights, bias, y, attributes);
    PreparedMatMul made{dnnl::matmul(desc), a, b, y, bias, {}};
    if (constant)
        made.packed = reordered(wrap(b, constant), desc.weights_desc());
    return made;
}

void executeMatMul(PreparedMatMul& product, const void* a, const void* b, const void* bias,
                   void* y) {
    auto& dnn = OneDnn::instance();
    std::unordered_map<int, dnnl::memory> arguments = {
        {DNNL_ARG_SRC, wrap(product.a, a)},
        {DNNL_ARG_WEIGHTS, product.packed ? product.packed : wrap(product.b, b)},
        {DNNL_ARG_DST, wrap(product.y, y)}};
    if (bias)
        arguments.emplace(DNNL_ARG_BIAS, wrap(product.bias, bias));
    product.primitive.execute(dnn.stream, arguments);
    dnn.stream.wait();
}

/// Types that oneDNN does not multiply: plain loops through Eigen.
template <class T>
void eigenMatMul(const RuntimeValue& a, const RuntimeValue& b, RuntimeValue& y, const Dims& batchA,
                 const Dims& batchB, const Dims& batch, std::int64_t m, std::int64_t k,
                 std::int64_t n) {
    using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    T* out = y.as<T>();
    forEachIndex<2>(batch, {batchA, batchB}, [&](const auto& at) {
        Eigen::Map<Matrix>(out, m, n).noalias() =
            Eigen::Map<const Matrix>(a.as<T>() + at[0] * m * k, m, k) *
            Eigen::Map<const Matrix>(b.as<T>() + at[1] * k * n, k, n);
        out += m * n;
    });
}

/// Strides of the batch axes counted in matrices.
Dims matrixStrides(const Dims& dims, const Dims& batch) {
    return broadcastStrides(Dims(dims.begin(), dims.end() - 2), batch);
}

/// numpy.matmul: A [… M, K] × B [… K, N] with broadcast leading axes; vectors are promoted.
class MatMulKernel : public Kernel {
public:
    explicit MatMulKernel(const KernelInit& init) : m_constantB(init.constant(1).has_value()) {}

    void run(KernelContext& context) override {
        const RuntimeValue &a = context.input(0), &b = context.input(1);
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
        RuntimeValue& y = context.output(0, a.type, out);
        if (y.count() == 0)
            return;
        if (k == 0) {
            std::fill_n(y.data, y.byteSize(), std::byte{});
            return;
        }
        if (a.type == DataType::float32)
            runFloat(a, b, y, left, right, batch,
                     m_constantB || context.environment().isFixed(context.node().inputs[1]));
        else
            forNumericType(a.type, [&]<class T>() {
                if constexpr (sizeof(T) >= 4)
                    eigenMatMul<T>(a, b, y, matrixStrides(left, batch), matrixStrides(right, batch),
                                   batch, m, k, n);
                else
                    throw KernelFailure("this type of element cannot be multiplied");
            });
    }

private:
    void runFloat(const RuntimeValue& a, const RuntimeValue& b, RuntimeValue& y, Dims left,
                  Dims right, Dims batch, bool constantB) {
        if (right.size() == 2) { // one matrix for all: the batch is just more rows
            left = {product(left, 0, left.size() - 1), left.back()};
            batch.clear();
        }
        while (left.size() < batch.size() + 2)
            left.insert(left.begin(), 1);
        while (right.size() < batch.size() + 2)
            right.insert(right.begin(), 1);
        Dims out = batch;
        out.insert(out.end(), {left[left.size() - 2], right.back()});
        const auto key = std::pair(left, right);
        auto found = m_prepared.find(key);
        if (found == m_prepared.end())
            found =
                m_prepared
                    .emplace(key, prepareMatMul(plainDesc(left), plainDesc(right), plainDesc(out),
                                                TensorDesc(), 1.0F, constantB ? b.data : nullptr))
                    .first;
        executeMatMul(found->second, a.data, b.data, nullptr, y.data);
    }

    bool m_constantB;
    std::map<std::pair<Dims, Dims>, PreparedMatMul> m_prepared;
};

/// Y = alpha · A' × B' + beta · C with C broadcast; transposes are strides, not copies.
class GemmKernel : public Kernel {
public:
    explicit GemmKernel(const KernelInit& init)
        : m_transA(init.node.intAttribute("transA", 0) != 0),
          m_transB(init.node.intAttribute("transB", 0) != 0),
          m_alpha(init.node.floatAttribute("alpha", 1)),
          m_beta(init.node.floatAttribute("beta", 1)), m_constantB(init.constant(1).has_value()) {}

    void run(KernelContext& context) override {
        const RuntimeValue &a = context.input(0), &b = context.input(1);
        require(a.dims.size() == 2 && b.dims.size() == 2, "two matrices were expected");
        const std::int64_t m = a.dims[m_transA ? 1 : 0], k = a.dims[m_transA ? 0 : 1],
                           n = b.dims[m_transB ? 0 : 1];
        require(b.dims[m_transB ? 1 : 0] == k, "the inner dimensions differ");
        RuntimeValue& y = context.output(0, a.type, {m, n});
        if (y.count() == 0)
            return;
        const RuntimeValue* c = m_beta == 0 ? nullptr : context.optional(2);
        const bool asBias = c && m_alpha == 1 && m_beta == 1 && c->count() == n &&
                            (c->dims.empty() || c->dims.back() == n);
        const auto key = std::pair(a.dims, asBias);
        auto found = m_prepared.find(key);
        if (found == m_prepared.end() || !m_constantB) {
            m_prepared.erase(key);
            const TensorDesc bias = asBias ? plainDesc({1, n}) : TensorDesc();
            found = m_prepared
                        .emplace(key, prepareMatMul(matrix(m, k, m_transA), matrix(k, n, m_transB),
                                                    plainDesc({m, n}), bias, m_alpha,
                                                    m_constantB ? b.data : nullptr))
                        .first;
        }
        executeMatMul(found->second, a.data, b.data, asBias ? c->data : nullptr, y.data);
        if (c && !asBias)
            addScaled(*c, y);
    }

private:
    static TensorDesc matrix(std::int64_t rows, std::int64_t columns, bool transposed) {
        return {{rows, columns},
                dnnl::memory::data_type::f32,
                transposed ? Dims{1, rows} : Dims{columns, 1}};
    }
    void addScaled(const RuntimeValue& c, RuntimeValue& y) const {
        require(broadcastDims(c.dims, y.dims) == y.dims, "C does not fit the output");
        float* out = y.as<float>();
        forEachIndex<1>(y.dims, {broadcastStrides(c.dims, y.dims)},
                        [&](const auto& at) { *out++ += m_beta * c.as<float>()[at[0]]; });
    }

    bool m_transA, m_transB;
    float m_alpha, m_beta;
    bool m_constantB;
    std::map<std::pair<Dims, bool>, PreparedMatMul> m_prepared;
};

} // namespace

std::unique_ptr<Kernel> makeMatMul(const KernelInit& init) {
    return std::make_unique<MatMulKernel>(init);
}
std::unique_ptr<Kernel> makeGemm(const KernelInit& init) {
    return std::make_unique<GemmKernel>(init);
}

} // namespace partita::cpu
