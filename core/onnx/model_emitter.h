#pragma once

#include <deque>
#include <functional>
#include <unordered_set>
#include <vector>

#include "core/ir/graph_order.h"
#include "core/onnx/model_source.h"

namespace partita {

/// Writes a model as protobuf, reusing the bytes it was read from wherever nothing changed.
class ModelEmitter {
public:
    /// Returns the tensor to write in place of its argument; the same pointer means no change.
    using TensorRewrite = std::function<TensorPtr(const TensorPtr&)>;

    explicit ModelEmitter(const Model& model, TensorRewrite rewrite = {});
    [[nodiscard]] wire::Rope model();
    /// One node as a NodeProto.
    [[nodiscard]] std::string nodeBytes(const Node& each) { return node(each).toString(); }

private:
    enum class Section { graph, function };
    void markDirty(GraphId graph);
    void findDirty();
    void findRewritten();
    [[nodiscard]] bool isDirty(GraphId graph) const;
    [[nodiscard]] bool rewrites(const Node& node) const;
    [[nodiscard]] bool isClean(const Node& node) const;
    [[nodiscard]] bool sameInfo(ValueId id) const;
    [[nodiscard]] const std::vector<SourceEntry>& entries(GraphId graph) const;

    wire::Rope graph(GraphId id);
    wire::Rope function(GraphId id);
    void graphEntry(const Graph& graph, const SourceEntry& entry, wire::Rope& out);
    void initializerEntry(const Value& value, const SourceEntry& entry, wire::Rope& out);
    void sparseEntry(const Value& value, const SourceEntry& entry, wire::Rope& out);
    void valueInfoEntry(const Graph& graph, const SourceEntry& entry, wire::Rope& out);
    void functionEntry(const Graph& graph, const SourceEntry& entry, wire::Rope& out);
    void quantization(const Graph& graph, wire::Rope& out);
    [[nodiscard]] bool isTypedAsRead(ValueId id) const;
    void restOfGraph(const Graph& graph, wire::Rope& out);
    void restOfFunction(const Graph& graph, wire::Rope& out);
    void nodesUpTo(NodeId last, std::uint32_t field, wire::Rope& out);
    void valueList(const std::vector<ValueId>& now, const std::vector<ValueId>& before,
                   std::uint32_t field, const SourceEntry& entry, wire::Rope& out);
    void modelHeader(wire::Rope& out) const;
    wire::Rope node(const Node& node);
    class NodeEdit;
    wire::Rope editedNode(const Node& node, const Node& before);
    [[nodiscard]] bool isCleanAttribute(const Attribute& attribute) const;
    wire::Rope attribute(const Attribute& attribute);
    [[nodiscard]] bool rewrites(const SparseTensorPtr& sparse) const;
    [[nodiscard]] wire::Rope sparse(const SparseTensor& from, const std::string& name) const;
    wire::Rope valueInfo(const Value& value) const;
    [[nodiscard]] TensorPtr rewritten(const TensorPtr& tensor) const {
        return m_rewrite && tensor ? m_rewrite(tensor) : tensor;
    }
    void verbatim(const SourceEntry& entry, wire::Rope& out) const;
    void emitAnnotations(const AnnotationsPtr& annotations, std::uint32_t doc,
                         std::uint32_t metadata, wire::Rope& out) const;
    [[nodiscard]] const std::string& nameOf(ValueId id) const;

    // State of the graph being emitted.
    struct GraphState {
        std::vector<NodeId> order;
        std::size_t nextNode = 0;
        std::unordered_set<std::uint64_t> done; ///< (field, id) written
    };
    static std::uint64_t key(std::uint32_t field, std::uint32_t id) {
        return (std::uint64_t{field} << 32) | id;
    }

    const Model& m_model;
    const ModelSource* m_source;
    TensorRewrite m_rewrite;
    GraphOrder m_order;
    std::vector<std::vector<ValueId>> m_values; // by graph
    std::unordered_set<GraphId> m_dirty;
    std::unordered_set<ValueId> m_renamed;
    std::deque<GraphState> m_states; ///< one for each graph being written, innermost last
};

} // namespace partita
