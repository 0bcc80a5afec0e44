#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "core/rewrite/pass.h"
#include "core/rewrite/pattern_graph.h"
#include "core/shapes/symbolic_shapes.h"

namespace partita {

/// The elements that a slice takes of an axis: begin, begin + step … before end.
struct SliceRange {
    std::int64_t begin, end, step;
};
/// A slice along one axis as its node gives it: indices may be negative (counted from the end) and
/// out of range.
struct SliceAxis {
    std::int64_t axis, start, end, step;
    /// The range within an axis of `count` elements.
    [[nodiscard]] SliceRange range(std::int64_t count) const;
};

/// The padding of the spatial axes, as [begin …, end …], and its value.
struct SpatialPads {
    std::vector<std::int64_t> pads;
    double value = 0;
};

/// The axes counted from the first one and sorted; nothing when an axis is out of range or given
/// twice, and where `rank` is unknown, when one is negative or implausibly large.
std::optional<std::vector<std::int64_t>>
axesFromFirst(std::optional<std::vector<std::int64_t>> axes, std::optional<std::size_t> rank);

/// The axes `others`, and `axes` counted among them: all that two squeezing nodes in a row take out.
/// Both sorted, as the result is.
std::vector<std::int64_t> axesAmong(const std::vector<std::int64_t>& others,
                                    const std::vector<std::int64_t>& axes);

/// The view of the model for one match of a pass, and the transaction for its rewrite.
class Rewriter : public PatternGraph {
public:
    explicit Rewriter(PassRun& run) : m_run(run) {}

    [[nodiscard]] const Model& model() const;
    /// The transaction, opened on the first call.
    ModelEditor& editor();
    [[nodiscard]] bool edited() const { return m_editor.has_value(); }
    ModelDelta commit() &&;

    // Queries.
    [[nodiscard]] std::int64_t opset() const { return model().info().opset("").value_or(1); }
    /// A node as a pass may look at it; null: it is gone or malformed (see PassNodes).
    [[nodiscard]] const Node* node(NodeId id) const;
    /// The node that makes a value; null: none, or a malformed one.
    [[nodiscard]] const Node* producer(ValueId value) const override;
    [[nodiscard]] bool isReadOnce(ValueId value) const override;
    [[nodiscard]] std::optional<Tensor> constant(ValueId value) const;
    [[nodiscard]] bool isConstant(ValueId value) const;
    [[nodiscard]] bool isTunable(ValueId value) const; ///< see PassOptions
    [[nodiscard]] std::optional<std::vector<std::int64_t>> ints(ValueId value) const override;
    [[nodiscard]] std::optional<double> scalar(ValueId value) const override;
    /// The number that all elements of a constant have in common; nothing if they differ or there
    /// are none.
    [[nodiscard]] std::optional<double> uniform(ValueId value) const;
    [[nodiscard]] DataType elementType(ValueId value) const override;
    [[nodiscard]] const Shape* shape(ValueId value) const override;
    [[nodiscard]] std::optional<std::vector<std::int64_t>> dims(ValueId value) const override;

    /// Whether Identity may pass on a value of this type: any from opset 16 on, and tensors.
    [[nodiscard]] bool mayPassThroughIdentity(ValueId value) const;

    /// The part of its input's shape that a Shape node returns; nothing when the rank is unknown.
    [[nodiscard]] std::optional<Shape> shapeRange(const Node& shape) const;
    /// The axes that a Slice cuts; nothing when they are not constant, an axis occurs twice or a
    /// step is 0.
    [[nodiscard]] std::optional<std::vector<SliceAxis>> slice(const Node& node) const;
    /// The permutation of a Transpose; nothing when it is invalid, or when "perm" is missing and
    /// the rank unknown.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> permutation(const Node& node) const;
    /// The padding of a Pad; nothing unless it fills with a constant, leaves batch and channels
    /// alone, and has no negative pads.
    [[nodiscard]] std::optional<SpatialPads> spatialPads(const Node& pad) const;
    /// The pads of a convolution or a pooling, empty for none; nothing where auto_pad makes them
    /// depend on the size.
    [[nodiscard]] static std::optional<std::vector<std::int64_t>> ownPads(const Node& node);
    /// The bytes of the constants that only `node` reads.
    [[nodiscard]] std::uint64_t freedBytes(const Node& node) const;

    // Edits.
    /// Adds an initializer under a new name like `name`.
    ValueId addConstant(GraphId graph, const std::string& name, Tensor tensor);
    /// Replaces the constant at input `at` of a node: in place if no other node reads it, otherwise
    /// by a new initializer.
    void replaceConstant(NodeId node, std::size_t at, Tensor tensor);
    /// Adds a value under a new name like `name`.
    ValueId addValue(GraphId graph, const std::string& name, TypePtr type);
    /// Adds a node with the origins `from`. It gets `name` if that is the name of a node in `from`
    /// or empty, and otherwise a new name like it.
    NodeId addNode(GraphId graph, std::string name, std::string_view op,
                   const std::vector<ValueId>& inputs, const std::vector<ValueId>& outputs,
                   const std::vector<NodeId>& from, Attributes attributes = {});
    /// Makes readers of `from` read `to`; if a graph returns `from`, `to` takes its name. Returns
    /// false and changes nothing when that is impossible, or when `from` has a quantization
    /// annotation.
    bool forward(ValueId from, ValueId to);
    /// Removes a node with its bodies and its outputs, which no node may read any more.
    void remove(NodeId node);
    /// Removes a node without effect: readers of output 0 read `to`. Returns false and changes
    /// nothing when another output is used or `forward` fails.
    bool bypass(const Node& node, ValueId to);
    void setInput(NodeId node, std::size_t at, ValueId value); ///< extends the inputs if necessary
    /// Whether no node reads an output of the node and no graph returns one.
    [[nodiscard]] bool isUnread(const Node& node) const;
    /// Moves a value of a body into the graph around it, under a name that is new there.
    void moveValue(ValueId value, GraphId into);
    /// Removes a node that was merged into `into`, unless its outputs are still used.
    void removeIfUnread(const Node& node, NodeId into);
    /// Replaces a node with one output by an initializer, which a graph may return. Returns false
    /// when the output is omitted.
    bool replaceByConstant(const Node& node, Tensor tensor);
    /// A name like `wish` that no value and no node has.
    [[nodiscard]] std::string freshName(const std::string& wish);
    /// A name like `wish` that no value other than `owner` has.
    [[nodiscard]] std::string nameIn(const std::string& wish, ValueId owner);
    /// How names of what a rewrite adds to a node begin: its name, or its operator's.
    [[nodiscard]] static std::string nameFor(const Node& node);
    /// Raises the IR version to 4, which allows initializers that are not inputs.
    void needsPlainInitializers();
    /// Adds metadata, documentation and origin of `other`, which was merged into `node`, to `node`.
    void absorb(NodeId node, const Node& other);
    /// Sets the axes of a node, as an attribute or as the constant input `at`, whichever it has.
    void setAxes(NodeId node, std::size_t at, const std::vector<std::int64_t>& axes);
    /// Sets the pads of a convolution or a pooling in place of its auto_pad.
    void setPads(NodeId node, const std::vector<std::int64_t>& pads);
    void note(NodeId node, Message why);

private:
    PassRun& m_run;
    std::optional<ModelEditor> m_editor;
    /// The shapes of constants whose values have no type, for `shape`.
    mutable std::unordered_map<ValueId, Shape> m_constantShapes;
};

/// The nodes of the main graph and all bodies.
struct PassNodes {
    std::vector<NodeId> order; ///< those that passes look at, in topological order
    /// Nodes without inputs that their operators need, as in a model that is being edited. No pass
    /// sees them, so that each may read the inputs that the operator of a node needs.
    std::unordered_set<NodeId> malformed;
};

/// What passes find out about a model before they look at its nodes. Null: not known yet.
struct PassFacts {
    std::shared_ptr<const PassNodes> nodes;
    std::shared_ptr<const SymbolicShapes> shapes;
};

/// One run of a pass on a model.
class PassRun {
public:
    /// `known`: what is true of the model already, from `factsAfter` of another run.
    PassRun(const PassInfo& info, Model model, const PassOptions& options, int round,
            PassFacts known = {});

    [[nodiscard]] const Model& model() const { return m_model; }
    [[nodiscard]] const PassOptions& options() const { return m_options; }
    [[nodiscard]] bool stopped() const { return m_stopped || m_options.progress.cancelled(); }
    /// The nodes to look at, as they were at the start of the run, in topological order.
    [[nodiscard]] const std::vector<NodeId>& order() const { return m_known.nodes->order; }
    [[nodiscard]] const std::unordered_set<NodeId>& malformed() const {
        return m_known.nodes->malformed;
    }
    /// What is proven of the shapes at the start of the run; to be asked before the first rewrite.
    [[nodiscard]] std::shared_ptr<const SymbolicShapes> shapes();
    /// What is still true after the run, for another one.
    [[nodiscard]] PassFacts factsAfter() const;
    /// Whether another run on `model()` would find nothing.
    [[nodiscard]] bool isSettled() const { return m_isSettled && m_trace.rewrites.empty(); }

    /// Calls `rewrite(Rewriter&) -> bool` and keeps its edits if it returns true. Returns whether
    /// the model changed.
    template <class F> bool attempt(NodeId anchor, F&& rewrite) {
        Rewriter rewriter(*this);
        if (stopped() || !rewrite(rewriter) || !rewriter.edited())
            return false;
        return keep(anchor, std::move(rewriter));
    }
    void note(NodeId node, Message why) { m_trace.notes.push_back({node, std::move(why)}); }
    PassTrace finish() &&;

private:
    friend class Rewriter;
    bool keep(NodeId anchor, Rewriter&& rewriter);

    const PassOptions& m_options;
    Model m_model;
    PassFacts m_known;
    std::unordered_set<std::string> m_names; ///< of all values and nodes; filled on first use
    bool m_stopped = false;
    bool m_isSettled = true; ///< no rewrite was declined that may be kept in another round
    PassTrace m_trace;
    std::chrono::steady_clock::time_point m_start;
};

/// Calls `rewrite(Rewriter&, const Node&) -> bool` for each node that still exists and whose output
/// 0 is not omitted, which rewrites rely on.
template <bool (*rewrite)(Rewriter&, const Node&)> Result<void> onEachNode(PassRun& run) {
    for (const NodeId id : run.order()) {
        if (run.stopped())
            break;
        if (const auto node = run.model().node(id);
            node && !node->outputs.empty() && node->outputs[0])
            run.attempt(id, [&](Rewriter& rewriter) { return rewrite(rewriter, *node); });
    }
    return {};
}

} // namespace partita
