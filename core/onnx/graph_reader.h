#pragma once

#include <memory_resource>
#include <unordered_map>
#include <vector>

#include "core/base/probe_table.h"
#include "core/onnx/message_reader.h"
#include "core/onnx/model_source.h"

namespace partita {

/// Turns the messages of a model file into nodes, values and graphs with ids.
///
/// A graph is read in two passes, because a node may precede the producers of its inputs and a body
/// may use any value of the outer graphs. The first pass gives an id to every name that the graph
/// defines; the second pass resolves the inputs and reads the bodies.
class GraphReader {
public:
    GraphReader(const MessageReader& messages, ModelSource& source)
        : m_messages(messages), m_source(source) {}

    /// Reads a ModelProto; fills the source's entries and returns the finished model.
    Result<Model> readModel(wire::Span whole);

private:
    struct Scope {
        GraphId graph;
        ProbeTable<ValueId> names;
        Scope* outer = nullptr;
        int depth = 0;
    };
    struct PendingNode {
        std::shared_ptr<Node> node;
        std::pmr::vector<std::string_view> inputs;
        std::pmr::vector<wire::Span> attributes;
    };

    Result<void> modelField(const wire::Field& field, ModelInfo& info);
    Result<GraphId> readGraph(wire::Span span, NodeId parent, Scope* outer);
    Result<GraphId> readFunction(wire::Span span);
    Result<void> graphField(const wire::Field& field, Graph& graph, Scope& scope,
                            std::vector<PendingNode>& nodes, Annotations& annotations,
                            std::uint32_t& entryId);
    Result<void> functionField(const wire::Field& field, Graph& graph, FunctionInfo& info,
                               Scope& scope, std::vector<PendingNode>& nodes,
                               Annotations& annotations, std::vector<wire::Span>& defaults,
                               std::uint32_t& entryId);
    Result<PendingNode> declareNode(const wire::Field& whole, Scope& scope);
    Result<void> finishNodes(std::vector<PendingNode>& nodes, Scope& scope);
    Result<void> finishGraph(std::shared_ptr<Graph> graph, Annotations annotations,
                             std::vector<PendingNode>& nodes, Scope& scope);
    Result<AttributePtr> attribute(wire::Span span, NodeId node, Scope& scope);
    Result<void> attributeField(const wire::Field& field, Attribute& attribute, NodeId node,
                                Scope& scope);
    Result<TypePtr> sharedType(const wire::Field& field);
    Result<ValueId> valueInfo(wire::Span span, Scope& scope);
    Result<ValueId> initializer(wire::Span span, Scope& scope);
    Result<ValueId> sparseInitializer(wire::Span span, Scope& scope);
    Result<OpsetImport> opset(wire::Span span);
    Result<void> quantization(wire::Span span, Graph& graph, Scope& scope);
    /// The value that a name means in a scope, without its outer scopes; null: none.
    [[nodiscard]] const ValueId* find(std::string_view name, Scope& scope);
    ValueId declare(std::string_view name, Scope& scope);
    ValueId resolve(std::string_view name, Scope& scope);
    Value& value(ValueId id) { return *m_values[id.value]; }
    SharedString shared(const wire::Field& field);
    void note(GraphId graph, const wire::Field& field, std::uint32_t id);

    const MessageReader& m_messages;
    ModelSource& m_source;
    // Memory that is needed only while reading has its own pool, so that freeing it leaves no holes
    // between the nodes.
    std::pmr::unsynchronized_pool_resource m_scratch;
    ModelBuilder m_builder;
    std::vector<std::shared_ptr<Value>> m_values{
        nullptr}; // by ValueId, added to the builder at the end
    std::vector<NodeId> m_producers{NodeId{}};
    ValueId m_last; ///< that was found last
    std::vector<wire::Span> m_quantization;
    std::unordered_map<std::string_view, TypePtr> m_types; // by their bytes in the file
    std::unordered_map<std::string_view, SharedString> m_operatorTexts;
};

} // namespace partita
