#include "providers/cpu/kernels/prepared_product.h"

#include <algorithm>

#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// Steps from row to row and from column to column; empty for a blocked matrix.
Dims stepsOf(const TensorDesc& matrix) {
    return unblockedStrides(matrix).empty() ? Dims() : matrix.get_strides();
}

/// The product by panels, if they fit and B has been packed into them, or not at all and they are
/// better: two packed weights would cost more memory than the other kind of product costs time.
std::optional<PanelProduct> byPanels(const ProductLayout& layout, const Epilogue& epilogue,
                                     float scale, const TensorDesc& packed) {
    const Dims a = layout.a.get_dims(), b = layout.b.get_dims();
    if (a.size() != 2 ||
        !(packed.is_zero() ? panelsAreBetter(a[0]) : packed == panelDesc(b[0], b[1])))
        return std::nullopt;
    const Dims steps = stepsOf(layout.a), yStep = stepsOf(layout.y);
    // The scale is a step on the sums, behind what the panels add to them.
    const bool scalesAddend = scale != 1 && (layout.bias.get_ndims() > 0 || epilogue.residual);
    if (steps.size() != 2 || yStep.size() != 2 || (yStep[1] != 1 && b[1] > 1) || scalesAddend)
        return std::nullopt;
    PanelProduct product;
    product.rows = a[0];
    product.inner = a[1];
    product.columns = b[1];
    product.rowStep = steps[0];
    product.innerStep = steps[1];
    product.yStep = yStep[0];
    product.adds = epilogue.residual.has_value();
    product.steps = epilogue.ownSteps();
    if (scale != 1)
        product.steps.insert(product.steps.begin(), {VectorCode::linear, scale, 0});
    return product;
}

/// Moves the activations from the first tanh on out of an epilogue, if Y is dense and stays in the
/// cache: a pass of the own loops takes two thirds of the time there that tanh takes in oneDNN's code.
std::vector<VectorStep> takeSlowSteps(Epilogue& epilogue, const ProductLayout& layout) {
    constexpr std::size_t kInCache = std::size_t{1} << 18; // bytes
    std::vector<VectorStep> steps = epilogue.ownSteps();
    const auto slow = std::ranges::find_if(steps, [](const VectorStep& step) {
        return step.code == VectorCode::geluTanh || step.code == VectorCode::tanh;
    });
    if (slow == steps.end() || layout.y.get_size() > kInCache ||
        stepsOf(layout.y) != denseStrides(layout.y.get_dims()))
        return {};
    epilogue.activations.resize(static_cast<std::size_t>(slow - steps.begin()));
    return {slow, steps.end()};
}

dnnl::matmul::primitive_desc productDesc(const ProductLayout& layout, const TensorDesc& b,
                                         const Epilogue& epilogue, float scale) {
    return {OneDnn::instance().engine, layout.a, b, layout.bias, layout.y,
            epilogue.attributes(scale)};
}

/// Weights as they were given, row by row: of another rank they are looked at in another way.
PackedWeights rowMajorOf(const PackedWeights& packed) {
    const TensorDesc desc = packed.memory.get_desc();
    return pack(packed.memory, plainDesc(desc.get_dims()));
}

/// The weights of `layout` as `to` lays them, from `b`, or from what was packed before.
PackedWeights packAs(const TensorDesc& to, const TensorDesc& layout, const void* b,
                     const PackedWeights& packed) {
    if (!packed.memory)
        return pack(wrap(layout, b), to);
    const TensorDesc before = packed.memory.get_desc();
    if (before.get_ndims() != layout.get_ndims())
        return pack(wrap(plainDesc(layout.get_dims()), rowMajorOf(packed).owner.get()), to);
    return pack(packed.memory, to);
}

} // namespace

PackedProduct::PackedProduct(const ProductLayout& layout, const Epilogue& epilogue, float scale,
                             const TensorDesc& packed)
    : m_panels(byPanels(layout, epilogue, scale, packed)), m_hasBias(layout.bias.get_ndims() > 0) {
    const Dims dims = layout.b.get_dims();
    if (m_panels) {
        m_packed = panelDesc(dims[0], dims[1]);
        return;
    }
    Epilogue fused = epilogue;
    m_steps = takeSlowSteps(fused, layout);
    m_count = product(layout.y.get_dims());
    const auto desc = productDesc(layout, anyDesc(dims), fused, scale);
    m_packed = desc.weights_desc();
    m_product = Primitive(desc);
}

void PackedProduct::run(const void* a, const void* packed, const void* bias, void* y) {
    if (m_panels)
        return multiplyByPanels(
            *m_panels, static_cast<const float*>(a), static_cast<const float*>(packed),
            m_hasBias ? static_cast<const float*>(bias) : nullptr, static_cast<float*>(y));
    m_product.set(DNNL_ARG_WEIGHTS, packed);
    if (m_hasBias)
        m_product.set(DNNL_ARG_BIAS, bias);
    m_product.run(a, y);
    if (!m_steps.empty())
        finish(static_cast<float*>(y));
}

void PackedProduct::finish(float* y) const {
    constexpr std::int64_t kWorthAThread = 8192; // numbers
    parallelFor(m_count, kWorthAThread, [&](std::int64_t begin, std::int64_t end) {
        for (const VectorStep& step : m_steps)
            runVectorStep(step, y + begin, nullptr, y + begin,
                          static_cast<std::size_t>(end - begin));
    });
}

PreparedProduct::PreparedProduct(const Layout& layout, const Epilogue& epilogue, float scale,
                                 bool constantB, const void* b, const PackedWeights& packed,
                                 const SharedWeights::Place& shared) {
    if (constantB) {
        const TensorDesc before = packed.memory ? packed.memory.get_desc() : TensorDesc();
        m_byWeights = PackedProduct(layout, epilogue, scale, before);
        const TensorDesc& wanted = m_byWeights.packedDesc();
        m_weights =
            packed.memory && before == wanted ? packed : shared.packedAs(wanted, layout.b, [&] {
                return packAs(wanted, layout.b, b, packed);
            });
    } else {
        m_product = Primitive(productDesc(layout, layout.b, epilogue, scale));
    }
}

void PreparedProduct::run(const void* a, const void* b, const void* bias, void* y) {
    if (m_weights.memory)
        return m_byWeights.run(a, m_weights.memory.get_data_handle(), bias, y);
    m_product.set(DNNL_ARG_WEIGHTS, b);
    if (m_product.has(DNNL_ARG_BIAS))
        m_product.set(DNNL_ARG_BIAS, bias);
    m_product.run(a, y);
}

} // namespace partita::cpu
