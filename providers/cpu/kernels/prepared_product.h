#pragma once

#include "providers/cpu/kernels/epilogue.h"
#include "providers/cpu/kernels/onednn.h"

namespace partita::cpu {

/// A matrix product by oneDNN, prepared for given shapes; constant weights are packed once. Only
/// the addresses change from run to run.
class PreparedProduct {
public:
    struct Layout {
        TensorDesc a, b, y;
        TensorDesc bias; ///< empty: no bias
    };

    /// `packed`: these weights as an earlier product packed them, which saves packing them again
    /// from `b`; empty: none.
    PreparedProduct(const Layout& layout, const Epilogue& epilogue, float scale, bool constantB,
                    const void* b, const PackedWeights& packed)
        : m_constantB(constantB) {
        const TensorDesc weights = constantB
                                       ? TensorDesc(layout.b.get_dims(), layout.b.get_data_type(),
                                                    dnnl::memory::format_tag::any)
                                       : layout.b;
        const dnnl::matmul::primitive_desc desc(OneDnn::instance().engine, layout.a, weights,
                                                layout.bias, layout.y, epilogue.attributes(scale));
        m_product = Primitive(desc);
        if (!m_constantB)
            return;
        const bool fits = packed.memory && packed.memory.get_desc() == desc.weights_desc();
        if (packed.memory && !fits && packed.memory.get_desc().get_ndims() != layout.b.get_ndims())
            m_weights = pack(wrap(plainDesc(layout.b.get_dims()), rowMajorOf(packed).owner.get()),
                             desc.weights_desc());
        else
            m_weights =
                fits ? packed
                     : pack(packed.memory ? packed.memory : wrap(layout.b, b), desc.weights_desc());
        m_product.set(DNNL_ARG_WEIGHTS, m_weights.memory.get_data_handle());
    }

    void run(const void* a, const void* b, const void* bias, void* y) {
        if (!m_constantB)
            m_product.set(DNNL_ARG_WEIGHTS, b);
        if (m_product.has(DNNL_ARG_BIAS))
            m_product.set(DNNL_ARG_BIAS, bias);
        m_product.run(a, y);
    }

    [[nodiscard]] const PackedWeights& weights() const { return m_weights; }

private:
    /// Weights as they were given, row by row: of another rank they are looked at in another way.
    static PackedWeights rowMajorOf(const PackedWeights& packed) {
        const TensorDesc desc = packed.memory.get_desc();
        return pack(packed.memory, plainDesc(desc.get_dims()));
    }

    Primitive m_product;
    bool m_constantB;
    PackedWeights m_weights; ///< empty where B is not constant
};

} // namespace partita::cpu
