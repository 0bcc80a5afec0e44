#pragma once

#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

#include "core/ir/constants.h"
#include "core/provider/op_versions.h"
#include "core/provider/run_values.h"
#include "providers/cpu/kernels/epilogue.h"
#include "providers/cpu/loops/element_dispatch.h"

namespace partita::cpu {

class SharedWeights;

/// The planned memory of a node's first output and of its inputs.
struct NodeMemory {
    bool mayStride = false;   ///< all readers of the outputs accept any strides
    bool isView = false;      ///< the output shares input 0's elements, which live at least as long
    bool ownsWeights = false; ///< input 1 is constant and has no other reader
    std::uint64_t soleReads =
        0; ///< bit i: nothing else reads input i, nor does the graph return it
};

/// The inputs, outputs and planned memory of one run of one node.
class KernelContext {
public:
    KernelContext(const Node& node, int version, RunValues& runValues, const std::stop_token& stop,
                  NodeMemory memory = {}, SharedWeights* sharedWeights = nullptr)
        : m_node(node), m_version(version), m_runValues(runValues), m_stop(stop), m_memory(memory),
          m_sharedWeights(sharedWeights) {}

    [[nodiscard]] const Node& node() const { return m_node; }
    [[nodiscard]] int version() const { return m_version; } ///< see OpVersions::inForce
    [[nodiscard]] std::size_t inputCount() const { return m_node.inputs.size(); }
    /// Null where an optional input is omitted.
    [[nodiscard]] const RuntimeValue* optional(std::size_t index) const;
    /// Throws NodeFailure where the input is omitted.
    [[nodiscard]] const RuntimeValue& input(std::size_t index) const;
    /// Whether the node names this output.
    [[nodiscard]] bool wants(std::size_t output) const {
        return output < m_node.outputs.size() && m_node.outputs[output];
    }
    /// Allocates an output; `dims` must not be negative.
    RuntimeValue& output(std::size_t index, DataType type, const Dims& dims);
    /// Makes an output of the elements of `value` under other dims. They are shared where the value
    /// owns them or a view is planned; elements in the arena are copied, as later nodes overwrite
    /// them. Throws where the number of elements differs.
    void forward(std::size_t index, const RuntimeValue& value, const Dims& dims);
    /// Makes an output of the elements and in the memory of an input, which is then empty. Does
    /// nothing and returns false where anything else holds or reads them.
    bool takeOver(std::size_t output, std::size_t input);
    /// Whether the first output may have strides other than row-major ones.
    [[nodiscard]] bool mayStride() const { return m_memory.mayStride; }
    /// Whether the first output is planned as a view of input 0's elements.
    [[nodiscard]] bool isView() const { return m_memory.isView; }
    /// Whether an input is the same in every run.
    [[nodiscard]] bool stays(std::size_t index) const {
        return inputCount() > index && m_runValues.isFixed(m_node.inputs[index]);
    }
    /// Whether the weights, input 1, are the same in every run.
    [[nodiscard]] bool weightsStay() const { return stays(1); }
    /// Where weights that other nodes read, too, are kept as they were packed; null where no other node
    /// reads input 1.
    [[nodiscard]] SharedWeights* sharedWeights() const {
        return m_memory.ownsWeights ? nullptr : m_sharedWeights;
    }
    /// Releases the elements of input 1, of which the kernel keeps a packed copy; type and dims
    /// stay. Where another node reads them too, only their resident pages are dropped.
    void dropWeights();
    /// Drops the resident pages of a memory-mapped input; the next read loads them again.
    void dropPages(std::size_t index);
    /// The integers of an input (int32 or int64); throws for any other type.
    [[nodiscard]] Dims ints(std::size_t index) const;
    [[nodiscard]] RunValues& runValues() { return m_runValues; }
    [[nodiscard]] const std::stop_token& stop() const { return m_stop; }

private:
    const Node& m_node;
    int m_version;
    RunValues& m_runValues;
    const std::stop_token& m_stop;
    NodeMemory m_memory;
    SharedWeights* m_sharedWeights;
};

/// The node that a kernel is made for.
struct KernelInit {
    const Model& model;
    const Node& node;
    int version;
    Epilogue epilogue; ///< fused operations that the kernel applies to its result
};

/// One node's computation. `run` throws NodeFailure where it cannot compute the data it gets.
class Kernel {
public:
    virtual ~Kernel() = default;
    virtual void run(KernelContext& context) = 0;
};

using KernelFactory = std::unique_ptr<Kernel> (*)(const KernelInit&);

/// A factory of kernels without state, which call `Function`.
template <void (*Function)(KernelContext&)> std::unique_ptr<Kernel> stateless(const KernelInit&) {
    struct Stateless : Kernel {
        void run(KernelContext& context) override { Function(context); }
    };
    return std::make_unique<Stateless>();
}

/// A set of element types, as rows of the kernel table name them.
class TypeSet {
public:
    constexpr TypeSet(std::initializer_list<DataType> types) {
        for (const DataType type : types)
            m_bits |= bit(type);
    }
    [[nodiscard]] constexpr bool has(DataType type) const { return m_bits & bit(type); }
    [[nodiscard]] std::string text() const;
    constexpr TypeSet operator|(TypeSet other) const {
        other.m_bits |= m_bits;
        return other;
    }

private:
    static constexpr std::uint64_t bit(DataType type) {
        const auto number = static_cast<unsigned>(type); // a file may hold any number
        return number < 64 ? std::uint64_t{1} << number : 0;
    }
    std::uint64_t m_bits = 0;
};

/// One row of the kernel table: an operator from a version on, its types and its factory.
struct KernelEntry {
    std::string_view domain, opType;
    int sinceVersion;
    TypeSet types; ///< of input `typedInput`
    KernelFactory make;
    std::size_t typedInput = 0;
};

/// The newest row for the type that is not newer than `version`; null if there is none.
const KernelEntry* findKernel(std::string_view domain, std::string_view opType, int version,
                              DataType type);
/// The newest row that is not newer than `version`, whatever its types; null if there is none.
const KernelEntry* findKernelAnyType(std::string_view domain, std::string_view opType, int version);

/// Calls `work` with a typed pointer to int32 or int64 indices and returns what it returns; throws for
/// any other type.
template <class F> auto withIndices(const RuntimeValue& indices, F&& work) {
    if (indices.type == DataType::int64)
        return work(indices.as<std::int64_t>());
    require(indices.type == DataType::int32, "indices must be int32 or int64");
    return work(indices.as<std::int32_t>());
}
/// Element `at` of int32 or int64 indices; throws for any other type.
std::int64_t indexAt(const RuntimeValue& indices, std::int64_t at);
/// The position that an index names; a negative one counts from the end. Throws where it is out
/// of range.
std::int64_t checkedIndex(std::int64_t index, std::int64_t size);
/// Resolves a negative axis; throws where it is out of range.
std::size_t normalizeAxis(std::int64_t axis, std::size_t rank);
/// The shape of two operands by ONNX's multidirectional broadcasting; throws where it has none.
Dims broadcastDims(const Dims& a, const Dims& b);
/// Strides, in elements, of a dense row-major tensor.
Dims denseStrides(const Dims& dims);
/// Strides of a dense tensor of `dims` whose axes have the same order in memory as those of
/// `strides`.
Dims stridesLike(const Dims& strides, const Dims& dims);
/// Whether the strides are dense and row-major; axes of size 1 may have any stride.
bool isRowMajor(const Dims& dims, const Dims& strides);
/// Copies a tensor of `dims` from one strided layout to another. Strides are in elements; those of
/// the source may be 0 or negative, and the target's elements must not overlap.
void copyStrided(DataType type, const std::byte* from, const Dims& fromStrides, std::byte* to,
                 const Dims& toStrides, const Dims& dims);
/// A copy with the given strides, which must be those of a dense tensor.
RuntimeValue inOrderOf(const RuntimeValue& value, const Dims& strides);
/// The value in row-major order: itself, or a copy where it is strided.
RuntimeValue rowMajor(const RuntimeValue& value);
/// Strides of a dense tensor of `dims` broadcast to `shape`: 0 along repeated axes.
Dims broadcastStrides(const Dims& dims, const Dims& shape);
/// Product of dims [first, last); throws where 64 bits do not hold it.
std::int64_t product(const Dims& dims, std::size_t first = 0,
                     std::size_t last = static_cast<std::size_t>(-1));

/// Calls `visit(offsets)` for every index of `shape`, the last axis fastest; `offsets` is an array
/// with the element offset of each operand.
template <std::size_t N, class F>
void forEachIndex(const Dims& shape, const std::array<Dims, N>& strides, F&& visit) {
    std::array<std::int64_t, N> at{};
    std::array<const std::int64_t*, N> steps{};
    for (std::size_t n = 0; n < N; ++n)
        steps[n] = strides[n].data();
    Dims counts(shape.size());
    const std::int64_t* sizes = shape.data();
    std::int64_t* index = counts.data();
    const std::size_t rank = shape.size();
    for (std::int64_t done = 0, total = product(shape); done < total; ++done) {
        visit(at);
        for (std::size_t axis = rank; axis-- > 0;) {
            for (std::size_t n = 0; n < N; ++n)
                at[n] += steps[n][axis];
            if (++index[axis] < sizes[axis])
                break;
            for (std::size_t n = 0; n < N; ++n)
                at[n] -= steps[n][axis] * sizes[axis];
            index[axis] = 0;
        }
    }
}

} // namespace partita::cpu
