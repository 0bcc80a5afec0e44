// The rule of ConvertOpset.

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/onnx/convert_version.h"
#include "core/onnx/schema.h"

namespace partita::edits {

namespace {

/// What the graphs of a model hold.
struct Contents {
    explicit Contents(const Model& model) {
        model.values().forEach(
            [&](ValueId id, const auto& value) { values[value->graph].push_back(id); });
        model.nodes().forEach(
            [&](NodeId id, const auto& node) { nodes[node->graph].push_back(id); });
    }
    std::map<GraphId, std::vector<ValueId>> values;
    std::map<GraphId, std::vector<NodeId>> nodes;
};

/// Takes a converted form of a model over: what it shares with the model by names keeps its id, its
/// documentation and what is known of it.
class Takeover {
public:
    Takeover(const Model& model, const Model& converted)
        : m_model(model), m_converted(converted), m_ours(model), m_theirs(converted),
          m_editor(model) {}

    ModelEditor run() {
        graph(m_converted.mainGraph(), m_model.mainGraph());
        m_editor.changeInfo([&](ModelInfo& info) {
            info.opsets = m_converted.info().opsets;
            info.irVersion = std::max(info.irVersion, m_converted.info().irVersion);
        });
        return std::move(m_editor);
    }

private:
    void graph(GraphId from, GraphId to) {
        std::vector<ValueId> gone = values(from, to);
        nodes(from, to);
        takeOverInterface(*m_converted.graph(from), to);
        for (const ValueId id : gone)
            m_editor.removeValue(id);
    }

    /// Maps the values of a graph; returns those that are in it no more.
    std::vector<ValueId> values(GraphId from, GraphId to) {
        std::unordered_map<std::string_view, ValueId> named;
        for (const ValueId id : m_ours.values[to])
            named.emplace(m_model.value(id)->name, id);
        for (const ValueId id : m_theirs.values[from]) {
            const Value& theirs = *m_converted.value(id);
            const auto at = named.find(theirs.name);
            if (at == named.end()) {
                Value made = theirs;
                made.graph = to;
                m_values[id] = m_editor.addValue(std::move(made));
                continue;
            }
            m_values[id] = at->second;
            const Value& ours = *m_model.value(at->second);
            if (!ours.sparseInitializer && !sameTensor(ours.initializer, theirs.initializer))
                m_editor.changeValue(ours.id, [&](Value& value) {
                    value.initializer = theirs.initializer;
                    value.type = theirs.type;
                });
            else if (!ours.type && theirs.type)
                m_editor.changeValue(ours.id, [&](Value& value) { value.type = theirs.type; });
            named.erase(at);
        }
        std::vector<ValueId> gone;
        for (const auto& [name, id] : named)
            gone.push_back(id);
        return gone;
    }

    void nodes(GraphId from, GraphId to) {
        std::unordered_map<ValueId, NodeId> makers; // by our first output
        for (const NodeId id : m_ours.nodes[to])
            if (const ValueId output = firstOutput(*m_model.node(id)))
                makers.emplace(output, id);
        std::vector<std::pair<const Node*, NodeId>> pairs;
        for (const NodeId id : m_theirs.nodes[from]) {
            const Node& theirs = *m_converted.node(id);
            const ValueId output = firstOutput(theirs);
            const auto at = output ? makers.find(m_values[output]) : makers.end();
            pairs.emplace_back(&theirs, at == makers.end() ? NodeId{} : at->second);
            if (at != makers.end())
                makers.erase(at);
        }
        for (const auto& [output, id] : makers)
            remove(id);
        for (const auto& [theirs, id] : pairs)
            node(*theirs, id, to);
    }

    void node(const Node& theirs, NodeId id, GraphId to) {
        if (!id) {
            Node made;
            made.graph = to;
            made.name = theirs.name.empty() ? m_names.unique(theirs.opType.str()) : theirs.name;
            made.opType = theirs.opType;
            made.domain = theirs.domain;
            made.inputs = mapped(theirs.inputs);
            made.outputs = mapped(theirs.outputs);
            id = m_editor.addNode(std::move(made));
            setAttributes(theirs, id);
            return;
        }
        const Node ours = *m_model.node(id);
        const auto inputs = mapped(theirs.inputs), outputs = mapped(theirs.outputs);
        if (ours.opType != theirs.opType || ours.inputs != inputs || ours.outputs != outputs)
            m_editor.changeNode(id, [&](Node& changed) {
                changed.opType = theirs.opType;
                changed.domain = theirs.domain;
                changed.inputs = inputs;
                changed.outputs = outputs;
            });
        setAttributes(theirs, id);
    }

    void setAttributes(const Node& theirs, NodeId id) {
        auto made = std::make_shared<Attributes>();
        const Node ours = *m_editor.model().node(id);
        for (const AttributePtr& attribute : *theirs.attributes) {
            const auto old = std::ranges::find_if(
                *ours.attributes, [&](const auto& each) { return each->name == attribute->name; });
            const AttributePtr before = old == ours.attributes->end() ? nullptr : *old;
            made->push_back(same(before, attribute) ? before
                                                    : withBodies(attribute, before.get(), id));
        }
        if (*made != *ours.attributes)
            m_editor.changeNode(id, [&](Node& changed) { changed.attributes = std::move(made); });
    }

    static bool same(const AttributePtr& ours, const AttributePtr& theirs) {
        if (!ours)
            return false;
        const auto* a = std::get_if<TensorPtr>(&ours->value);
        const auto* b = std::get_if<TensorPtr>(&theirs->value);
        return a && b ? sameTensor(*a, *b) : sameAttributes({ours}, {theirs});
    }

    AttributePtr withBodies(const AttributePtr& theirs, const Attribute* ours, NodeId holder) {
        const auto* body = std::get_if<GraphId>(&theirs->value);
        if (!body)
            return theirs;
        const auto* known = ours ? std::get_if<GraphId>(&ours->value) : nullptr;
        GraphId into = known ? *known : GraphId{};
        if (!into) {
            Graph made;
            made.name = m_converted.graph(*body)->name;
            made.parent = holder;
            into = m_editor.addGraph(std::move(made));
        }
        graph(*body, into);
        auto copy = std::make_shared<Attribute>(*theirs);
        copy->value = into;
        return copy;
    }

    void takeOverInterface(const Graph& theirs, GraphId to) {
        Graph made = *m_editor.model().graph(to);
        made.inputs = mapped(theirs.inputs);
        made.outputs = mapped(theirs.outputs);
        const bool complete = made.quantization.size() == theirs.quantization.size();
        const Graph& now = *m_editor.model().graph(to);
        if (complete && made.inputs == now.inputs && made.outputs == now.outputs)
            return;
        if (!complete) {
            made.quantization = theirs.quantization;
            for (auto& annotation : made.quantization) {
                annotation.tensor = m_values[annotation.tensor];
                for (auto& [role, id] : annotation.parameters)
                    id = m_values[id];
            }
        }
        m_editor.changeGraph(to, [&](Graph& graph) { graph = std::move(made); });
    }

    /// A node that the converted model has no more, with its bodies. The values of the graph itself
    /// are removed with the names that are gone.
    void remove(NodeId id) {
        for (const GraphId body : m_model.node(id)->subgraphs()) {
            for (const NodeId inner : m_ours.nodes[body])
                remove(inner);
            for (const ValueId value : m_ours.values[body])
                m_editor.removeValue(value);
            m_editor.removeGraph(body);
        }
        m_editor.removeNode(id);
    }

    static ValueId firstOutput(const Node& node) {
        for (const ValueId output : node.outputs)
            if (output)
                return output;
        return {};
    }
    template <class List> List mapped(const List& theirs) {
        List ours = theirs;
        for (auto& id : ours)
            id = id ? m_values[id] : id;
        return ours;
    }

    const Model &m_model, &m_converted;
    Contents m_ours, m_theirs;
    ModelEditor m_editor;
    NamesInUse m_names{m_model};
    std::unordered_map<ValueId, ValueId> m_values; ///< theirs to ours
};

/// The functions of the model import the new version, too, which ONNX asks for. Its converter leaves
/// them alone, so their operators must mean the same in both.
Result<void> followInFunctions(ModelEditor& editor, std::int64_t version) {
    const Model model = editor.model();
    for (const GraphId id : model.info().functions) {
        const Graph& function = *model.graph(id);
        const auto before = opsetIn(model, id, "");
        if (!before || before == version)
            continue;
        std::string other;
        model.nodes().forEach([&](NodeId, const auto& node) {
            if (rootOf(model, node->graph) == id && node->isOnnx() &&
                versionInForce(node->opType.str(), "", *before) !=
                    versionInForce(node->opType.str(), "", version))
                other = node->opType.str();
        });
        if (!other.empty())
            return Error{Errc::unsupported,
                         PARTITA_TEXT("ONNX's converter leaves functions as they are, and {0} of "
                                      "function {1} is another one in opset {2}",
                                      other, function.name, version),
                         {},
                         PARTITA_TEXT("inline the functions first")};
        editor.changeGraph(id, [&](Graph& changed) {
            auto info = std::make_shared<FunctionInfo>(*changed.function);
            for (OpsetImport& import : info->opsets)
                if (import.domain.empty() || import.domain == "ai.onnx")
                    import.version = version;
            changed.function = std::move(info);
        });
    }
    return {};
}

} // namespace

Result<Edited> apply(const Model& model, const ConvertOpset& edit) {
    const bool onnx = edit.domain.empty() || edit.domain == "ai.onnx";
    const int newest = newestOpset("").value_or(0);
    if (!onnx)
        return Error{
            Errc::unsupported,
            PARTITA_TEXT("ONNX's converter knows no versions of the domain '{0}'", edit.domain),
            {},
            PARTITA_TEXT("convert the model to another opset of ai.onnx")};
    if (edit.version < 1 || edit.version > newest)
        return Error{Errc::usage,
                     PARTITA_TEXT("opset {0} does not exist", edit.version),
                     {},
                     PARTITA_TEXT("choose 1 to {0}", newest)};
    if (model.info().opset("") == edit.version)
        return nothingToDo(PARTITA_TEXT("the model is of opset {0} already", edit.version));
    const auto converted = PARTITA_TRY(convertVersion(model, static_cast<int>(edit.version)));
    ModelEditor editor = Takeover(model, converted).run();
    PARTITA_TRY(followInFunctions(editor, edit.version));
    return finished(std::move(editor), PARTITA_TEXT("Convert to opset {0}", edit.version), {});
}

} // namespace partita::edits
