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

/// What was planned for the memory of a node's first output and of its weights.
struct NodeMemory {
    bool mayStride = false;   ///< its readers take it in any memory order
    bool isView = false;      ///< it shares the elements of input 0, which stay as long as it does
    bool ownsWeights = false; ///< nobody else reads input 1, which is the same in every run
};

/// One run of one node.
class KernelContext {
public:
    KernelContext(const Node& node, int version, Environment& environment,
                  const std::stop_token& stop, NodeMemory memory = {})
        : m_node(node), m_version(version), m_environment(environment), m_stop(stop),
          m_memory(memory) {}

    [[nodiscard]] const Node& node() const { return m_node; }
    [[nodiscard]] int version() const { return m_version; } ///< the operator's version in force
    [[nodiscard]] std::size_t inputCount() const { return m_node.inputs.size(); }
    /// Null where an optional input is omitted.
    [[nodiscard]] const RuntimeValue* optional(std::size_t index) const;
    [[nodiscard]] const RuntimeValue& input(std::size_t index) const;
    /// The same row by row; it stays so for later readers.
    const RuntimeValue& rowMajorInput(std::size_t index);
    [[nodiscard]] bool wants(std::size_t output) const {
        return output < m_node.outputs.size() && m_node.outputs[output];
    }
    /// Memory for an output; `dims` may not be negative.
    RuntimeValue& output(std::size_t index, DataType type, Dims dims);
    /// An output with the bytes of `value` under other dims: shared where nobody will overwrite
    /// them, copied out of the arena otherwise.
    void forward(std::size_t index, const RuntimeValue& value, Dims dims);
    /// Whether the first output may be written in another memory order than row by row.
    [[nodiscard]] bool mayStride() const { return m_memory.mayStride; }
    /// Whether the first output shall be another view of input 0.
    [[nodiscard]] bool isView() const { return m_memory.isView; }
    /// Whether an input is the same in every run.
    [[nodiscard]] bool stays(std::size_t index) const {
        return inputCount() > index && m_environment.isFixed(m_node.inputs[index]);
    }
    [[nodiscard]] bool weightsStay() const { return stays(1); }
    /// Lets the elements of input 1 go, of which the kernel has a copy in another layout; its type
    /// and dims stay.
    void dropWeights();
    /// Lets pages of a file that hold an input go until somebody reads them again.
    void dropPages(std::size_t index);
    /// The integers of an input (int32 or int64).
    [[nodiscard]] Dims ints(std::size_t index) const;
    [[nodiscard]] Environment& environment() { return m_environment; }
    [[nodiscard]] const std::stop_token& stop() const { return m_stop; }

private:
    const Node& m_node;
    int m_version;
    Environment& m_environment;
    const std::stop_token& m_stop;
    NodeMemory m_memory;
};

/// What a kernel may look at when it is made.
struct KernelInit {
    const Model& model;
    const Node& node;
    int version;
    Epilogue epilogue; ///< what the kernel does to its result as well
};

class Kernel {
public:
    virtual ~Kernel() = default;
    virtual void run(KernelContext& context) = 0;
};

using KernelFactory = std::unique_ptr<Kernel> (*)(const KernelInit&);

/// A kernel without state of its own.
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
        const auto number = static_cast<unsigned>(type); // a file may hold any
        return number < 64 ? std::uint64_t{1} << number : 0;
    }
    std::uint64_t m_bits = 0;
};

/// One row: what can run which operator from which version on, for which types of which input.
struct KernelEntry {
    std::string_view domain, opType;
    int sinceVersion;
    TypeSet types; ///< of input `typedInput`
    KernelFactory make;
    std::size_t typedInput = 0;
};

/// The best row for a node: the newest that is not newer than `version`; null if there is none.
const KernelEntry* findKernel(std::string_view domain, std::string_view opType, int version,
                              DataType type);
/// Any row for that operator and version, whatever the type.
const KernelEntry* findKernelAnyType(std::string_view domain, std::string_view opType, int version);

/// Element `at` of int32 or int64 indices.
std::int64_t indexAt(const RuntimeValue& indices, std::int64_t at);
/// A valid position from an index that may count from the end.
std::int64_t checkedIndex(std::int64_t index, std::int64_t size);
/// Resolves a negative axis; fails when it is out of range.
std::size_t normalizeAxis(std::int64_t axis, std::size_t rank);
/// Shape of a ⊕ b by ONNX's multidirectional broadcasting.
Dims broadcastDims(const Dims& a, const Dims& b);
/// Strides in elements of a dense tensor.
Dims denseStrides(const Dims& dims);
/// Strides of a dense tensor of `dims` whose axes follow each other in memory as those of
/// `strides` do.
Dims stridesLike(const Dims& strides, const Dims& dims);
/// Whether elements that lie so are row by row; axes of one element do not matter.
bool isRowMajor(const Dims& dims, const Dims& strides);
/// Copies a tensor of `dims` from and to places that lie `…Strides` elements apart; strides of the
/// source may be 0 or negative, those of the target may not overlap.
void copyStrided(DataType type, const std::byte* from, const Dims& fromStrides, std::byte* to,
                 const Dims& toStrides, const Dims& dims);
/// A copy whose elements lie as `strides` say, which are those of a dense tensor.
RuntimeValue inOrderOf(const RuntimeValue& value, const Dims& strides);
/// The same value row by row.
RuntimeValue rowMajor(const RuntimeValue& value);
/// Strides of a tensor of `dims` seen as one of `shape`: 0 where it is repeated.
Dims broadcastStrides(const Dims& dims, const Dims& shape);
std::int64_t product(const Dims& dims, std::size_t first = 0,
                     std::size_t last = static_cast<std::size_t>(-1));

/// Calls `visit(offset of each operand …)` for every element of `shape`, last axis fastest.
template <std::size_t N, class F>
void forEachIndex(const Dims& shape, const std::array<Dims, N>& strides, F&& visit) {
    std::array<std::int64_t, N> at{};
    Dims index(shape.size());
    const std::int64_t total = product(shape);
    for (std::int64_t done = 0; done < total; ++done) {
        visit(at);
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            for (std::size_t n = 0; n < N; ++n)
                at[n] += strides[n][axis];
            if (++index[axis] < shape[axis])
                break;
            for (std::size_t n = 0; n < N; ++n)
                at[n] -= strides[n][axis] * shape[axis];
            index[axis] = 0;
        }
    }
}

} // namespace partita::cpu
