#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <oneapi/dnnl/dnnl.hpp>

#include "providers/cpu/kernels/operands.h"

namespace partita::cpu {

/// The engine that all threads share, and this thread's stream on it. A session may be created on
/// one thread and run on another.
struct OneDnn {
    const dnnl::engine& engine;
    dnnl::stream stream{engine};
    static OneDnn& instance();
};

/// Whether oneDNN uses these instructions: the processor has them, and ONEDNN_MAX_CPU_ISA allows them.
bool usesInstructions(dnnl::cpu_isa wanted);

using TensorDesc = dnnl::memory::desc;

/// A dense row-major description; a scalar is one element.
TensorDesc plainDesc(const Dims& dims, dnnl::memory::data_type type = dnnl::memory::data_type::f32);
/// A description with the given strides, in elements.
TensorDesc stridedDesc(const Dims& dims, const Dims& strides,
                       dnnl::memory::data_type type = dnnl::memory::data_type::f32);
/// The description of a float32 value, with its strides.
TensorDesc descOf(const RuntimeValue& value);
/// A description that leaves the layout to the primitive.
TensorDesc anyDesc(const Dims& dims, dnnl::memory::data_type type = dnnl::memory::data_type::f32);
/// Strides of a layout without inner blocks or padding; empty for any other.
Dims unblockedStrides(const TensorDesc& desc);
/// Whether a value has these strides, axes of size 1 aside; false where `strides` has another rank.
bool liesAs(const RuntimeValue& value, const Dims& strides);
/// Strides of [N, C, D1, …, Dn] in channels-last order, and the description of such a value.
Dims channelsLastStrides(const Dims& dims);
TensorDesc channelsLast(const Dims& dims,
                        dnnl::memory::data_type type = dnnl::memory::data_type::f32);

/// Wraps memory that oneDNN will not write unless it is an output.
dnnl::memory wrap(const TensorDesc& desc, const void* data);
/// The attributes of every primitive: the caller provides its scratchpad. oneDNN's own scratchpad
/// belongs to the thread that created the primitive, but sessions run on any thread.
dnnl::primitive_attr plainAttributes();

/// A primitive with its arguments; only their addresses change from run to run. Two threads must
/// not run one Primitive at the same time.
class Primitive {
public:
    Primitive() = default;
    /// Takes the source, weights, bias, target and scratch memory from `desc`. `more`: other
    /// arguments, by oneDNN's argument numbers, each with its layout.
    explicit Primitive(const dnnl::primitive_desc_base& desc,
                       const std::vector<std::pair<int, TensorDesc>>& more = {});

    /// Sets the address of an argument; fails for one that the primitive does not have.
    void set(int argument, const void* data);
    [[nodiscard]] bool has(int argument) const;
    [[nodiscard]] TensorDesc desc(int argument) const;
    /// Runs the primitive and waits for its end.
    void run();
    void run(const void* source, void* target) {
        set(DNNL_ARG_SRC, source);
        set(DNNL_ARG_DST, target);
        run();
    }

private:
    void add(int number, const TensorDesc& desc, void* data);
    [[nodiscard]] std::size_t indexOf(int argument) const;
    dnnl::primitive m_primitive;
    TensorDesc m_scratch;
    std::vector<dnnl::memory> m_memories;
    std::vector<dnnl_exec_arg_t> m_arguments; ///< in the form of oneDNN's C interface
};

/// y [rows, columns] = factor · a [rows, inner] × b [inner, columns], by oneDNN's sgemm.
/// `transposed`: b is given as [columns, inner]. Steps are the elements from one row to the next.
void multiplyFloats(bool transposed, std::int64_t rows, std::int64_t columns, std::int64_t inner,
                    float factor, const float* a, std::int64_t aStep, const float* b,
                    std::int64_t bStep, float* y, std::int64_t yStep);

/// Weights in the layout that a primitive asks for, in memory of their own.
struct PackedWeights {
    dnnl::memory memory; ///< empty: none
    std::shared_ptr<void> owner;
};
/// Reorders weights into `desc`; throws std::bad_alloc.
PackedWeights pack(const dnnl::memory& source, const TensorDesc& desc);
void reorderInto(const dnnl::memory& source, const dnnl::memory& target);

/// A copy from one layout to another, which is prepared again only when the layouts change. Layouts
/// with strides alone are copied by `copyStrided`, because oneDNN's reorder takes two to ten times as
/// long to exchange axes.
class CachedReorder {
public:
    void run(const dnnl::memory& source, const dnnl::memory& target);
    /// Copies a float32 value to `target`, as `to` lays it. Quicker than `run` for small values, which
    /// it describes to oneDNN only when their layout changes.
    void fromValue(const RuntimeValue& value, const TensorDesc& to, void* target);
    /// Copies float32 numbers of the layout `from` to row-major ones of `dims`.
    void toRows(const TensorDesc& from, const void* source, const Dims& dims, void* target);

private:
    struct Copy {
        DataType type;
        Dims dims, from, to; ///< strides of both sides
    };
    void prepare(const TensorDesc& from, const TensorDesc& to);
    void copy(const void* source, void* target);

    TensorDesc m_from, m_to;
    std::optional<std::pair<Dims, Dims>> m_value; ///< dims and strides of the side that is a value
    std::optional<Copy> m_copy;                   ///< where both layouts have strides alone
    Primitive m_reorder;                          ///< otherwise
};

/// The slot that primitives and products by panels need while they run, beside 0 to 2.
constexpr std::size_t kWhileItRuns = 3;
/// Those that own products and convolutions need meanwhile: for tiles, or for copied images and rows; for
/// the results of a tile, or what it sees; for a number of each pixel, or places in a row; and for codes
/// that are added.
constexpr std::size_t kForTiles = 4, kForResults = 5, kForPixels = 6, kForAddend = 7;
constexpr std::size_t kScratchSlots = 8;
/// Scratch memory of this thread, valid until the next call with the same slot. It grows
/// as needed and is not given back. Slots do not overlap. Throws std::bad_alloc.
void* scratchBytes(std::size_t bytes, std::size_t slot);
/// Scratch memory for `count` elements; fails where 64 bits do not count their bytes.
template <class T> T* scratchFor(std::int64_t count, std::size_t slot) {
    return static_cast<T*>(scratchBytes(static_cast<std::size_t>(times(count, sizeof(T))), slot));
}
dnnl::memory scratchMemory(const TensorDesc& desc, std::size_t slot);

} // namespace partita::cpu
