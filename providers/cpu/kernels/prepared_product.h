#pragma once

#include <optional>
#include <vector>

#include "providers/cpu/kernels/epilogue.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/panel_product.h"
#include "providers/cpu/kernels/shared_weights.h"

namespace partita::cpu {

/// Descriptions of the operands of a product Y = A × B + bias.
struct ProductLayout {
    TensorDesc a, b, y;
    TensorDesc bias; ///< empty: no bias
};

/// A matrix product of float32 whose B its user packs. By oneDNN, or by panels where they are better.
/// Two threads must not run one PackedProduct at the same time.
class PackedProduct {
public:
    PackedProduct() = default;
    /// `layout.b`: its strides do not count. `scale` multiplies A × B. `packed`: how B is already
    /// packed for another product, which decides between panels and oneDNN; empty: not yet.
    PackedProduct(const ProductLayout& layout, const Epilogue& epilogue, float scale,
                  const TensorDesc& packed);

    /// How B is to be packed.
    [[nodiscard]] const TensorDesc& packedDesc() const { return m_packed; }
    void run(const void* a, const void* packed, const void* bias, void* y);

private:
    void finish(float* y) const;

    TensorDesc m_packed;
    std::optional<PanelProduct> m_panels;
    Primitive m_product; ///< without panels
    bool m_hasBias = false;
    std::vector<VectorStep> m_steps; ///< activations that m_product leaves to `finish`
    std::int64_t m_count = 0;        ///< numbers of Y, which is dense where there are such
};

/// A matrix product of float32, prepared for given shapes; constant weights are packed once. Only the
/// addresses change from run to run.
class PreparedProduct {
public:
    using Layout = ProductLayout;

    /// `packed`: these weights as an earlier product packed them, which saves packing them again
    /// from `b`; empty: none. `shared`: where other nodes find them.
    PreparedProduct(const Layout& layout, const Epilogue& epilogue, float scale, bool constantB,
                    const void* b, const PackedWeights& packed,
                    const SharedWeights::Place& shared = {});

    void run(const void* a, const void* b, const void* bias, void* y);

    [[nodiscard]] const PackedWeights& weights() const { return m_weights; }

private:
    PackedProduct m_byWeights; ///< where B is constant
    Primitive m_product;       ///< otherwise
    PackedWeights m_weights;   ///< empty where B is not constant
};

} // namespace partita::cpu
