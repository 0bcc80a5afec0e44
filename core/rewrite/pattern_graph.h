#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// What a matcher asks of nodes and values, be they a model that a pass rewrites or the part of
/// one that a provider plans its kernels for.
class PatternGraph {
public:
    virtual ~PatternGraph() = default;

    [[nodiscard]] virtual const Node* producer(ValueId value) const = 0; ///< null: none
    /// Whether one node reads the value, once, and no graph returns it.
    [[nodiscard]] virtual bool isReadOnce(ValueId value) const = 0;
    /// The number in a constant of one element.
    [[nodiscard]] virtual std::optional<double> scalar(ValueId value) const = 0;
    /// Whole numbers of a constant of at most 2^16 elements.
    [[nodiscard]] virtual std::optional<std::vector<std::int64_t>> ints(ValueId value) const = 0;
    [[nodiscard]] virtual const Shape* shape(ValueId value) const = 0; ///< null: not known
    [[nodiscard]] virtual std::optional<std::vector<std::int64_t>> dims(ValueId value) const = 0;

    /// Null unless ONNX's `op` makes the value, for nobody but `reader`, in the same graph.
    [[nodiscard]] const Node* soleProducer(ValueId value, const Node& reader,
                                           std::string_view op) const;
    [[nodiscard]] std::optional<std::int64_t> rank(ValueId value) const;
    /// "axes" of Squeeze, Unsqueeze, Reduce* …, whether the opset has them as an attribute or as
    /// input `at`; nothing: not constant. Empty where they are left out.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> axes(const Node& node,
                                                                std::size_t at) const;
    /// Input `i` of a node; none where it is omitted or not there.
    [[nodiscard]] static ValueId input(const Node& node, std::size_t i);
};

} // namespace partita
