#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// Whether a reduction keeps the axes it reduces, with size 1: any keepdims but 1 drops them.
bool keepsReducedAxes(const Node& reduction);

/// What a matcher can ask about nodes and values. Implemented for a model that a pass rewrites and
/// for the part of a model that a provider plans kernels for.
class PatternGraph {
public:
    virtual ~PatternGraph() = default;

    [[nodiscard]] virtual const Node* producer(ValueId value) const = 0; ///< null: none
    /// Whether exactly one input of one node reads the value and no graph returns it.
    [[nodiscard]] virtual bool isReadOnce(ValueId value) const = 0;
    /// The number in a constant of one element; nothing for any other value.
    [[nodiscard]] virtual std::optional<double> scalar(ValueId value) const = 0;
    /// The elements of an integer constant of at most 2^16 elements; nothing for any other value.
    [[nodiscard]] virtual std::optional<std::vector<std::int64_t>> ints(ValueId value) const = 0;
    /// As the model declares it; undefined: not known.
    [[nodiscard]] virtual DataType elementType(ValueId value) const = 0;
    [[nodiscard]] virtual const Shape* shape(ValueId value) const = 0; ///< null: not known
    [[nodiscard]] virtual std::optional<std::vector<std::int64_t>> dims(ValueId value) const = 0;

    /// The node that makes `value`, if it is ONNX's `op`, in the graph of `reader`, and `reader` is
    /// the only consumer; otherwise null.
    [[nodiscard]] const Node* soleProducer(ValueId value, const Node& reader,
                                           std::string_view op) const;
    [[nodiscard]] std::optional<std::size_t> rank(ValueId value) const;
    /// The axes of Squeeze, Unsqueeze, Reduce* …, from the attribute or from input `at`. Nothing:
    /// not constant; empty: omitted.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> axes(const Node& node,
                                                                std::size_t at) const;
    /// Input `i` of a node; none if it is omitted.
    [[nodiscard]] static ValueId input(const Node& node, std::size_t i);
};

} // namespace partita
