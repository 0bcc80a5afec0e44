#pragma once

#include <oneapi/dnnl/dnnl.hpp>

#include "core/runtime/runtime_value.h"

namespace partita::cpu {

/// The engine that all threads share, and this thread's stream on it: a session may be made on one
/// thread and run on another.
struct OneDnn {
    const dnnl::engine& engine;
    dnnl::stream stream{engine};
    static OneDnn& instance();
};

using TensorDesc = dnnl::memory::desc;

/// A dense row-major description; a scalar is one element.
TensorDesc plainDesc(const Dims& dims, dnnl::memory::data_type type = dnnl::memory::data_type::f32);
/// A float32 value as it lies in memory.
TensorDesc descOf(const RuntimeValue& value);
/// The same dims in whatever layout a primitive likes best.
TensorDesc anyDesc(const Dims& dims, dnnl::memory::data_type type = dnnl::memory::data_type::f32);
/// Strides of a layout without inner blocks or padding; empty for any other.
Dims unblockedStrides(const TensorDesc& desc);

/// Wraps memory that oneDNN will not write unless it is an output.
dnnl::memory wrap(const TensorDesc& desc, const void* data);
/// `source` in layout `desc`, converted if needed.
dnnl::memory reordered(const dnnl::memory& source, const TensorDesc& desc);
/// A copy in memory of its own, unless it has that already.
dnnl::memory owned(const dnnl::memory& memory);
void reorderInto(const dnnl::memory& source, const dnnl::memory& target);

/// A reorder that is made again only when the layouts change.
class CachedReorder {
public:
    void run(const dnnl::memory& source, const dnnl::memory& target);

private:
    TensorDesc m_from, m_to;
    dnnl::reorder m_reorder;
};

/// Memory for one step of one kernel on this thread; it grows as needed and is used again and
/// again. Different `slot`s (0 to 2) do not overlap.
dnnl::memory scratchMemory(const TensorDesc& desc, std::size_t slot);

} // namespace partita::cpu
