#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/id_list.h"
#include "core/base/ids.h"
#include "core/base/persistent_table.h"
#include "core/base/shared_string.h"
#include "core/ir/attribute.h"
#include "core/ir/tensor.h"

namespace partita {

/// The step that made a node, and the nodes it was made from.
struct Origin {
    StepId step;
    std::vector<NodeId> derivedFrom;
};

/// One operator call. An edit makes a new Node under the same id.
struct Node {
    NodeId id;
    GraphId graph;
    std::string name;
    SharedString opType, domain, overload; ///< domain as written: "" or "ai.onnx" is ONNX's own
    IdList<ValueId> inputs, outputs;       ///< the id "none": an omitted optional one
    std::shared_ptr<const Attributes> attributes; ///< never null
    std::shared_ptr<const Origin> origin;         ///< null: it was read from the file
    AnnotationsPtr annotations;

    /// The attribute of that name; null: none. The functions below return their default
    /// (`otherwise`, or an empty list) when it is missing or of another type.
    [[nodiscard]] const Attribute* attribute(std::string_view attributeName) const;
    [[nodiscard]] std::int64_t intAttribute(std::string_view name, std::int64_t otherwise) const;
    [[nodiscard]] float floatAttribute(std::string_view name, float otherwise) const;
    [[nodiscard]] std::string_view stringAttribute(std::string_view name,
                                                   std::string_view otherwise) const;
    /// A list attribute, which lives as long as the node has it; empty where it is missing or of
    /// another kind.
    [[nodiscard]] const std::vector<std::int64_t>& intsAttribute(std::string_view name) const;
    [[nodiscard]] std::vector<float> floatsAttribute(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> stringsAttribute(std::string_view name) const;
    [[nodiscard]] bool isOnnx() const { return domain.empty() || domain == "ai.onnx"; }
    [[nodiscard]] bool is(std::string_view op) const { return opType == op && isOnnx(); }
    [[nodiscard]] bool isOneOf(std::initializer_list<std::string_view> ops) const;
    /// The graphs in its attributes (the branches of an If, the body of a Loop …), in their order.
    [[nodiscard]] std::vector<GraphId> subgraphs() const;
    /// Its name, or "Conv #12" (operator and id) if it has none.
    [[nodiscard]] std::string label() const;
};

/// A named tensor, sequence … of one graph: an input, an initializer or the output of a node.
struct Value {
    ValueId id;
    GraphId graph;
    std::string name;
    TypePtr type;          ///< null: unknown
    TensorPtr initializer; ///< null: computed or fed
    SparseTensorPtr sparseInitializer;
    AnnotationsPtr annotations;

    [[nodiscard]] bool isConstant() const { return initializer || sparseInitializer; }
};

struct OpsetImport {
    std::string domain;
    std::int64_t version = 0;
    friend bool operator==(const OpsetImport&, const OpsetImport&) = default;
};

/// The properties of a model-local function that a plain graph does not have.
struct FunctionInfo {
    std::string domain, overload;
    std::vector<std::string> attributes; ///< names without a default
    Attributes defaults;
    std::vector<OpsetImport> opsets;
};

struct QuantizationAnnotation {
    ValueId tensor;
    std::vector<std::pair<std::string, ValueId>> parameters; ///< SCALE_TENSOR → value …
};

/// The main graph, a subgraph in an attribute, or the body of a model-local function.
struct Graph {
    GraphId id;
    std::string name;
    NodeId parent; ///< the node that holds it; none for the main graph and for functions
    std::vector<ValueId> inputs, outputs;
    std::shared_ptr<const FunctionInfo> function; ///< null: not a function
    std::vector<QuantizationAnnotation> quantization;
    AnnotationsPtr annotations;
};

/// What the file says about the model as a whole.
struct ModelInfo {
    std::int64_t irVersion = 0;
    std::string producerName, producerVersion, domain;
    std::int64_t modelVersion = 0;
    std::vector<OpsetImport> opsets;
    GraphId mainGraph;
    std::vector<GraphId> functions;
    AnnotationsPtr annotations;
    std::size_t trainingInfos = 0; ///< kept as in the file, not edited

    /// The imported version of a domain, where "" and "ai.onnx" are the same; nothing: not
    /// imported.
    [[nodiscard]] std::optional<std::int64_t> opset(std::string_view domain) const;
};

template <class K, class V> struct Change {
    K id;
    std::shared_ptr<const V> before, after; ///< null: absent
};

/// Everything that one step changed. Every change of a model has this form.
struct ModelDelta {
    std::vector<Change<NodeId, Node>> nodes;
    std::vector<Change<ValueId, Value>> values;
    std::vector<Change<GraphId, Graph>> graphs;
    std::shared_ptr<const ModelInfo> infoBefore, infoAfter; ///< both null: unchanged

    [[nodiscard]] ModelDelta inverse() const;
    [[nodiscard]] bool empty() const {
        return nodes.empty() && values.empty() && graphs.empty() && infoBefore == infoAfter;
    }
};

/// The producer and the consumers of a value, nodes in subgraphs included.
struct Uses {
    NodeId producer;
    /// Ascending, each node once; before them a none-id for each time that a graph returns it.
    IdList<NodeId> consumers;
    friend bool operator==(const Uses&, const Uses&) = default;
};

/// The file that a model was read from, kept so that saving can reuse its bytes; defined in
/// core/onnx.
struct ModelSource;

/// An immutable model. A copy shares everything and may be used on any thread.
class Model {
public:
    Model();
    Model(const Model& other);
    Model(Model&& other) noexcept;
    Model& operator=(const Model& other);
    Model& operator=(Model&& other) noexcept;
    ~Model();

    [[nodiscard]] const ModelInfo& info() const { return *m_info; }
    [[nodiscard]] const std::shared_ptr<const ModelInfo>& infoPtr() const { return m_info; }
    [[nodiscard]] GraphId mainGraph() const { return m_info->mainGraph; }

    /// Null when the id is unknown or its node was removed; likewise for values and graphs. What is
    /// returned lives as long as this model, so a temporary one is refused.
    [[nodiscard]] const std::shared_ptr<const Node>& node(NodeId id) const& {
        return m_nodes.get(id);
    }
    [[nodiscard]] const std::shared_ptr<const Value>& value(ValueId id) const& {
        return m_values.get(id);
    }
    [[nodiscard]] const std::shared_ptr<const Graph>& graph(GraphId id) const& {
        return m_graphs.get(id);
    }
    void node(NodeId id) const&& = delete;
    void value(ValueId id) const&& = delete;
    void graph(GraphId id) const&& = delete;

    [[nodiscard]] const PersistentTable<NodeId, Node>& nodes() const { return m_nodes; }
    [[nodiscard]] const PersistentTable<ValueId, Value>& values() const { return m_values; }
    [[nodiscard]] const PersistentTable<GraphId, Graph>& graphs() const { return m_graphs; }

    [[nodiscard]] NodeId producer(ValueId id) const;
    [[nodiscard]] std::span<const NodeId> consumers(ValueId id) const;
    /// Whether a graph returns a value: its own graph, or a body inside of it that captures it.
    [[nodiscard]] bool isGraphOutput(ValueId id) const;
    [[nodiscard]] bool isGraphInput(ValueId id) const;

    /// The nodes of one graph in ascending order of ids: the file's order until something is added.
    [[nodiscard]] std::vector<NodeId> nodesOf(GraphId graph) const;
    /// The nodes of one graph in topological order; see GraphOrder::topological.
    [[nodiscard]] std::vector<NodeId> topologicalOrder(GraphId graph) const;
    /// "main", "main / If_3.then_branch", "function my.domain::f"
    [[nodiscard]] std::string graphPath(GraphId graph) const;

    /// The model after `delta`, whose "before" states must be those of this model.
    [[nodiscard]] Model with(const ModelDelta& delta) const;

    [[nodiscard]] const std::shared_ptr<const ModelSource>& source() const { return m_source; }

private:
    friend class ModelEditor;
    friend class ModelBuilder;
    friend Model withSource(Model model, std::shared_ptr<const ModelSource> source);

    void setNode(NodeId id, std::shared_ptr<const Node> node);
    void setValue(ValueId id, std::shared_ptr<const Value> value);
    void setGraph(GraphId id, std::shared_ptr<const Graph> graph);
    void unlink(const Node& node);
    void link(const Node& node);

    PersistentTable<NodeId, Node> m_nodes;
    PersistentTable<ValueId, Value> m_values;
    PersistentTable<GraphId, Graph> m_graphs;
    PersistentArray<ValueId, Uses> m_uses;
    std::shared_ptr<const ModelInfo> m_info;
    std::shared_ptr<const ModelSource> m_source;
    std::uint32_t m_nextNode = 1, m_nextValue = 1, m_nextGraph = 1;
};

/// The model with `source` as its file (for core/onnx).
Model withSource(Model model, std::shared_ptr<const ModelSource> source);

/// The delta from `before` to `after`; takes time in the number of differences.
ModelDelta diff(const Model& before, const Model& after);

/// A transaction on a model: edits a copy and commits the difference as a delta.
class ModelEditor {
public:
    explicit ModelEditor(Model base, StepId step = {});

    /// The model with all edits so far.
    [[nodiscard]] const Model& model() const { return m_model; }

    /// Adds a node (its id and origin are set here) and returns its id.
    NodeId addNode(Node node, std::span<const NodeId> derivedFrom = {});
    ValueId addValue(Value value);
    GraphId addGraph(Graph graph);
    void removeNode(NodeId id);
    void removeValue(ValueId id);
    void removeGraph(GraphId id);
    template <class F> void changeNode(NodeId id, F&& change) {
        auto copy = copyOf(*m_model.node(id));
        change(*copy);
        m_model.setNode(id, std::move(copy));
    }
    template <class F> void changeValue(ValueId id, F&& change) {
        auto copy = copyOf(*m_model.value(id));
        change(*copy);
        m_model.setValue(id, std::move(copy));
    }
    template <class F> void changeGraph(GraphId id, F&& change) {
        auto copy = copyOf(*m_model.graph(id));
        change(*copy);
        m_model.setGraph(id, std::move(copy));
    }
    template <class F> void changeInfo(F&& change) {
        auto copy = copyOf(m_model.info());
        change(*copy);
        m_model.m_info = std::move(copy);
    }
    void setAttribute(NodeId id,
                      AttributePtr attribute); ///< replaces the one of that name or adds it
    void removeAttribute(NodeId id, std::string_view name);
    /// Makes every reader of `from`, graph outputs included, read `to`; if `from` was a graph
    /// output, `to` takes its name. Returns false and changes nothing when both are graph inputs or
    /// outputs, because their names must stay.
    bool replaceAllUses(ValueId from, ValueId to);
    /// All edits since the base model as one delta.
    ModelDelta commit() &&;

private:
    static std::shared_ptr<Node> copyOf(const Node& node);
    static std::shared_ptr<Value> copyOf(const Value& value);
    static std::shared_ptr<Graph> copyOf(const Graph& graph);
    static std::shared_ptr<ModelInfo> copyOf(const ModelInfo& info);
    void moveOutput(ValueId from, ValueId to);

    Model m_base, m_model;
    StepId m_step;
};

/// Builds a new model: entries are added under ids from `newNode`, `newValue` and `newGraph`, and
/// the use-def index is built once in `finish`.
class ModelBuilder {
public:
    ValueId newValue() { return ValueId{m_model.m_nextValue++}; }
    NodeId newNode() { return NodeId{m_model.m_nextNode++}; }
    GraphId newGraph() { return GraphId{m_model.m_nextGraph++}; }
    void add(std::shared_ptr<const Node> node);
    void add(std::shared_ptr<const Value> value);
    void add(std::shared_ptr<const Graph> graph);
    [[nodiscard]] const Model& model() const { return m_model; }
    Model finish(ModelInfo info) &&;

private:
    Model m_model;
};

} // namespace partita
