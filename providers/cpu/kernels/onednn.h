#pragma once

#include <memory>
#include <vector>

#include <oneapi/dnnl/dnnl.hpp>

#include "core/provider/runtime_value.h"

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
/// Whether a value's elements lie as these strides say; axes of one element do not matter. Not for
/// empty strides.
bool liesAs(const RuntimeValue& value, const Dims& strides);
/// Strides of N, C, D1 … Dn where the channels of a pixel lie next to each other.
Dims channelsLastStrides(const Dims& dims);

/// Wraps memory that oneDNN will not write unless it is an output.
dnnl::memory wrap(const TensorDesc& desc, const void* data);
/// What every primitive is made with: its scratch memory comes from whoever runs it. (oneDNN's own
/// belongs to the thread that made the primitive; sessions run on any thread.)
dnnl::primitive_attr plainAttributes();

/// A primitive with its arguments; only their addresses change from run to run. Not to be run by
/// two threads at once: `clone()` for another one.
class Primitive {
public:
    Primitive() = default;
    /// `arguments`: oneDNN's numbers and how each of them lies in memory.
    template <class Desc>
    Primitive(const dnnl::primitive& primitive, const Desc& desc,
              const std::vector<std::pair<int, TensorDesc>>& arguments)
        : m_primitive(primitive), m_scratch(desc.scratchpad_desc()) {
        for (const auto& [number, argument] : arguments)
            add(number, argument, nullptr);
        if (m_scratch.get_size() > 0)
            add(DNNL_ARG_SCRATCHPAD, m_scratch, nullptr);
    }
    [[nodiscard]] Primitive clone() const;

    void set(int argument, const void* data);
    [[nodiscard]] bool has(int argument) const;
    [[nodiscard]] TensorDesc desc(int argument) const;
    /// Runs it and waits for the end.
    void run();

private:
    void add(int number, const TensorDesc& desc, void* data);
    [[nodiscard]] std::size_t indexOf(int argument) const;
    dnnl::primitive m_primitive;
    TensorDesc m_scratch;
    std::vector<dnnl::memory> m_memories;
    std::vector<dnnl_exec_arg_t> m_arguments; ///< as the C interface takes them, run after run
};

/// y [rows, columns] = factor · a [rows, inner] × b [inner, columns]; `transposed`: b is given as
/// [columns, inner]. The steps are elements from one row to the next.
void multiplyFloats(bool transposed, std::int64_t rows, std::int64_t columns, std::int64_t inner,
                    float factor, const float* a, std::int64_t aStep, const float* b,
                    std::int64_t bStep, float* y, std::int64_t yStep);

/// Weights in the layout that a primitive wants, in memory of their own.
struct PackedWeights {
    dnnl::memory memory; ///< empty: none
    std::shared_ptr<void> owner;
};
PackedWeights pack(const dnnl::memory& source, const TensorDesc& desc);
void reorderInto(const dnnl::memory& source, const dnnl::memory& target);

/// A reorder that is made again only when the layouts change.
class CachedReorder {
public:
    void run(const dnnl::memory& source, const dnnl::memory& target);

private:
    TensorDesc m_from, m_to;
    Primitive m_reorder;
};

/// Memory for one step of one kernel on this thread; it grows as needed and is used again and
/// again. Different `slot`s (0 to 2) do not overlap.
void* scratchBytes(std::size_t bytes, std::size_t slot);
dnnl::memory scratchMemory(const TensorDesc& desc, std::size_t slot);

} // namespace partita::cpu
