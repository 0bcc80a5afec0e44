#include "providers/cpu/kernels/panel_conv.h"

#include <algorithm>
#include <new>

#include "core/base/large_memory.h"

namespace partita::cpu {

namespace {

/// Memory for filters [M, C, k1, …] with their places outside and M inside, which is a matrix as well.
class FilterRows {
public:
    explicit FilterRows(Dims filters)
        : m_filters(std::move(filters)), m_memory(allocateAligned(matrixDesc().get_size())) {
        if (!m_memory)
            throw std::bad_alloc();
    }

    [[nodiscard]] dnnl::memory filters() const {
        Dims strides(m_filters.size(), 1);
        strides[1] = m_filters[0];
        std::int64_t step = m_filters[0] * m_filters[1];
        for (std::size_t i = m_filters.size(); i-- > 2; step *= m_filters[i])
            strides[i] = step;
        return wrap(stridedDesc(m_filters, strides), m_memory.get());
    }
    /// [k1 · … · C, M]
    [[nodiscard]] dnnl::memory matrix() const { return wrap(matrixDesc(), m_memory.get()); }

private:
    [[nodiscard]] TensorDesc matrixDesc() const {
        return plainDesc({product(m_filters, 1), m_filters[0]});
    }

    Dims m_filters;
    AlignedMemory m_memory;
};

} // namespace

bool panelsConvolveBetter(const Dims& weights, const Dims& out) {
    constexpr std::int64_t kNarrow = 32;
    constexpr double kFewPixels = 128;
    double pixels = 1; // may be more than 64 bits hold
    for (std::size_t i = 0; i < out.size(); ++i)
        if (i != 1)
            pixels *= static_cast<double>(out[i]);
    return hasWidePanels() && pixels <= kFewPixels && weights[0] >= kNarrow &&
           weights[1] >= kNarrow;
}

PanelProduct convolutionByPanels(const Window& window, const Dims& in, const Dims& out,
                                 const Epilogue& epilogue) {
    const Dims spatial(in.begin() + 2, in.end()), pixels(out.begin() + 2, out.end());
    const std::int64_t cells = product(window.kernel), ofImage = product(pixels);
    PanelProduct made;
    made.rows = out[0] * ofImage;
    made.inner = cells * in[1];
    made.columns = made.yStep = out[1];
    made.places.assign(static_cast<std::size_t>(cells * made.rows), PanelProduct::kZeros);
    forEachMeeting(
        window, spatial, pixels, [&](std::int64_t to, std::int64_t from, std::int64_t cell) {
            for (std::int64_t n = 0; n < out[0]; ++n)
                made.places[static_cast<std::size_t>(cell * made.rows + n * ofImage + to)] =
                    (n * product(spatial) + from) * in[1];
        });
    made.adds = epilogue.residual.has_value();
    made.steps = epilogue.ownSteps();
    return made;
}

PackedWeights panelsOfFilters(const dnnl::memory& filters) {
    const Dims dims = filters.get_desc().get_dims();
    const FilterRows rows(dims);
    reorderInto(filters, rows.filters());
    return pack(rows.matrix(), panelDesc(product(dims, 1), dims[0]));
}

PackedWeights packFilters(const PackedWeights& panels, const Dims& filters,
                          const TensorDesc& desc) {
    const FilterRows rows(filters);
    reorderInto(panels.memory, rows.matrix());
    return pack(rows.filters(), desc);
}

} // namespace partita::cpu
