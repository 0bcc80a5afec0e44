#pragma once

#include <optional>
#include <unordered_set>

#include "core/rewrite/pass.h"
#include "core/rewrite/pattern_graph.h"

namespace partita {

/// Where a slice along `axis` begins and ends, as the node says it: counted from either end, and
/// perhaps outside.
struct SliceRange {
    std::int64_t begin, end, step;
};
struct SliceAxis {
    std::int64_t axis, start, end, step;
    /// The places it takes of `count` elements: begin, begin + step … before end.
    [[nodiscard]] SliceRange range(std::int64_t count) const;
};

/// What a Pad adds to spatial axes: [begin …, end …].
struct SpatialPads {
    std::vector<std::int64_t> pads;
    double value = 0;
};

/// Axes of a result of `rank` dimensions counted from its first; nothing where that is not known.
std::optional<std::vector<std::int64_t>>
axesFromFirst(std::optional<std::vector<std::int64_t>> axes, std::optional<std::int64_t> rank);

/// The model while a pass looks for one match, and the transaction that its rewrite becomes.
class Rewriter : public PatternGraph {
public:
    explicit Rewriter(PassRun& run) : m_run(run) {}

    [[nodiscard]] const Model& model() const;
    /// Opened with the first edit.
    ModelEditor& editor();
    [[nodiscard]] bool edited() const { return m_editor.has_value(); }
    ModelDelta commit() &&;

    // What is known.
    [[nodiscard]] std::int64_t opset() const { return model().info().opset("").value_or(1); }
    [[nodiscard]] const Node* producer(ValueId value) const override;
    [[nodiscard]] bool isReadOnce(ValueId value) const override;
    [[nodiscard]] std::optional<Tensor> constant(ValueId value) const;
    [[nodiscard]] bool isConstant(ValueId value) const;
    [[nodiscard]] std::optional<std::vector<std::int64_t>> ints(ValueId value) const override;
    [[nodiscard]] std::optional<double> scalar(ValueId value) const override;
    /// The number that all elements of a constant are.
    [[nodiscard]] std::optional<double> uniform(ValueId value) const;
    [[nodiscard]] DataType elementType(ValueId value) const; ///< undefined: not known
    [[nodiscard]] const Shape* shape(ValueId value) const override;
    [[nodiscard]] std::optional<std::vector<std::int64_t>> dims(ValueId value) const override;

    /// The part of its input's shape that a Shape node gives; nothing: not even the rank is known.
    [[nodiscard]] std::optional<Shape> shapeRange(const Node& shape) const;
    /// What a Slice takes, where that is constant; of no axis twice.
    [[nodiscard]] std::optional<std::vector<SliceAxis>> slice(const Node& node) const;
    /// Where a Transpose takes each axis from; without "perm" the rank must be known.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> permutation(const Node& node) const;
    /// Of a Pad that fills with a constant and neither batch nor channels nor negatively.
    [[nodiscard]] std::optional<SpatialPads> spatialPads(const Node& pad) const;
    /// Bytes of the constants that nobody but `node` reads.
    [[nodiscard]] std::uint64_t freedBytes(const Node& node) const;

    // Edits.
    ValueId addConstant(GraphId graph, const std::string& name, Tensor tensor);
    /// Input `at` of a node, a constant, gets other elements: under its own name where nobody else
    /// reads it.
    void replaceConstant(NodeId node, std::size_t at, Tensor tensor);
    ValueId addValue(GraphId graph, const std::string& name, TypePtr type);
    /// `name`: that of one of `from`, whose place it takes, or one like it that no other node has.
    NodeId addNode(GraphId graph, std::string name, std::string_view op,
                   std::initializer_list<ValueId> inputs, std::initializer_list<ValueId> outputs,
                   std::initializer_list<NodeId> from, Attributes attributes = {});
    /// Readers of `from` read `to` instead; where a graph returns `from`, `to` takes its name.
    /// False, and nothing is changed, where that cannot be.
    bool forward(ValueId from, ValueId to);
    /// Takes out a node with its outputs, which nobody reads any more, and its bodies.
    void remove(NodeId node);
    /// Takes out a node that does nothing: whoever read output 0 reads `to`.
    bool bypass(const Node& node, ValueId to);
    void setInput(NodeId node, std::size_t at, ValueId value); ///< grows the list where needed
    /// Takes out a node that was merged into `into`, unless others still read it.
    void removeIfUnread(const Node& node, NodeId into);
    /// The node's one output is this constant: an initializer, or a Constant node where a graph
    /// returns it.
    bool replaceByConstant(const Node& node, Tensor tensor);
    /// A name like `wish` that no other value has than `owner`.
    [[nodiscard]] std::string nameIn(const std::string& wish, ValueId owner);
    /// Initializers that are no inputs came with IR version 4: says that the model has such.
    void needsPlainInitializers();
    /// `other` was merged into `node`: its metadata and documentation stay, and where it came from.
    void absorb(NodeId node, const Node& other);
    void setAxes(NodeId node, std::size_t at, const std::vector<std::int64_t>& axes);
    void note(NodeId node, Message why);

private:
    [[nodiscard]] std::string freshName(const std::string& wish);
    PassRun& m_run;
    std::optional<ModelEditor> m_editor;
};

/// One pass at work on one model.
class PassRun {
public:
    PassRun(const PassInfo& info, Model model, const PassOptions& options, int round);

    [[nodiscard]] const Model& model() const { return m_model; }
    [[nodiscard]] const PassOptions& options() const { return m_options; }
    [[nodiscard]] bool stopped() const { return m_stopped || m_options.progress.cancelled(); }
    /// Nodes of the main graph and all bodies as they were at the start, each after what it needs.
    [[nodiscard]] const std::vector<NodeId>& order() const { return m_order; }

    /// Keeps what `rewrite(Rewriter&) -> bool` edited where it says true.
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
    std::vector<NodeId> m_order;
    std::unordered_set<std::string> m_names; ///< of all values and nodes; filled when first asked
    bool m_stopped = false;
    PassTrace m_trace;
    std::chrono::steady_clock::time_point m_start;
};

/// Runs `rewrite(Rewriter&, const Node&) -> bool` on each node that is still there and whose first
/// result has a name, which is what rewrites look at.
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
