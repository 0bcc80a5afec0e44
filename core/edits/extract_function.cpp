// The rule of ExtractFunction.

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/edits/new_node.h"
#include "core/edits/node_selection.h"
#include "core/edits/removal.h"
#include "core/edits/slots.h"
#include "core/ir/layer_annotation.h"

namespace partita::edits {

namespace {

constexpr std::int64_t kNewDomain = 1; ///< the version that a domain of functions gets

/// An operator is a word: scripts and ONNX's text form could not say another name.
bool isOperatorName(const std::string& name) {
    const auto isLetter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    return !name.empty() && isLetter(name.front()) &&
           std::ranges::all_of(name, [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

Result<void> checkFunctionName(const Model& model, const ExtractFunction& edit) {
    if (!isOperatorName(edit.name))
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' is no name for a function", edit.name),
                     {},
                     PARTITA_TEXT("take letters, digits and _, with no digit at the beginning")};
    const bool isPlain = !edit.domain.empty() && std::ranges::none_of(edit.domain, [](char c) {
        return static_cast<unsigned char>(c) <= ' ';
    });
    if (!isPlain || edit.domain.starts_with("ai.onnx"))
        return Error{Errc::usage,
                     PARTITA_TEXT("a function cannot be of the domain '{0}'", edit.domain),
                     {},
                     PARTITA_TEXT("take a domain of your own, for example local")};
    Node call;
    call.opType = edit.name;
    call.domain = edit.domain;
    const auto opset = model.info().opset(edit.domain);
    const bool isTaken = functionOf(model, call) ||
                         describeOperator(edit.name, edit.domain, opset.value_or(kNewDomain));
    if (isTaken)
        return Error{Errc::nameClash,
                     PARTITA_TEXT("there is {0} already", operatorText(edit.name, edit.domain)),
                     {},
                     PARTITA_TEXT("take another name")};
    return {};
}

/// The nodes with the Constants that only they read.
std::vector<NodeId> withOwnConstants(const Model& model, const NodeSelection& chosen) {
    std::vector<NodeId> nodes = chosen.nodes();
    for (const ValueId read : chosen.reads()) {
        const auto constant = constantNodeOf(model, read);
        if (constant && constant->graph == chosen.graph() &&
            std::ranges::all_of(readersOf(model, read),
                                [&](const Slot& reader) { return chosen.holds(reader); }))
            nodes.push_back(constant->id);
    }
    return nodes;
}

Result<void> checkWay(const Model& model, const NodeSelection& chosen) {
    const NodeId between = chosen.between();
    if (!between)
        return {};
    return Error{Errc::usage,
                 PARTITA_TEXT("'{0}' reads what the nodes compute, and they read what it computes",
                              model.node(between)->label()),
                 {},
                 PARTITA_TEXT("choose it, too, or only the nodes on one side of it")};
}

/// Moves nodes of one graph into a new function.
class FunctionExtraction {
public:
    /// `named`: the number of the nodes without the constants that go with them.
    FunctionExtraction(const Model& model, const NodeSelection& chosen, const ExtractFunction& edit,
                       std::size_t named)
        : m_chosen(chosen), m_edit(edit), m_named(named), m_editor(model), m_names(model) {
        m_call.graph = chosen.graph();
        m_call.opType = edit.name;
        m_call.domain = edit.domain;
    }

    Result<Edited> run() {
        for (const ValueId read : m_chosen.reads())
            m_call.inputs.push_back(read);
        for (const ValueId result : m_chosen.results())
            m_call.outputs.push_back(result);
        if (m_call.outputs.empty())
            return Error{
                Errc::usage, PARTITA_TEXT("the nodes compute nothing to be returned"), {}, {}};
        addFunction();
        declare();
        move();
        m_call.name = m_names.unique(m_edit.name);
        m_call.annotations = withLayer(nullptr, commonMark());
        const std::string label = m_call.name;
        const NodeId call = m_editor.addNode(std::move(m_call), m_chosen.nodes());
        // The model, too: a function of a function is one of the model.
        for (const GraphId graph : {m_chosen.graph(), m_editor.model().mainGraph()})
            importDomain(m_editor, graph, m_edit.domain, kNewDomain);
        const std::string name = operatorText(m_edit.name, m_edit.domain);
        return finished(
            std::move(m_editor),
            m_named == 1 ? PARTITA_TEXT("Extract a node into the function {0}", name)
                         : PARTITA_TEXT("Extract {0} nodes into the function {1}", m_named, name),
            label, {call});
    }

private:
    [[nodiscard]] const Model& model() const { return m_editor.model(); }

    void addFunction() {
        FunctionInfo info;
        info.domain = m_edit.domain;
        for (const NodeId id : m_chosen.all())
            addOpset(info.opsets, model().node(id)->domain);
        Graph graph;
        graph.name = m_edit.name;
        graph.function = std::make_shared<const FunctionInfo>(std::move(info));
        m_function = m_editor.addGraph(std::move(graph));
        m_editor.changeInfo([&](ModelInfo& changed) {
            changed.functions.push_back(m_function);
            changed.irVersion = std::max(changed.irVersion, kIrOfFunctions);
        });
    }

    void addOpset(std::vector<OpsetImport>& opsets, const std::string& wish) const {
        const std::string domain = wish == "ai.onnx" ? "" : wish;
        const auto version = opsetIn(model(), m_chosen.graph(), domain);
        if (version && std::ranges::find(opsets, domain, &OpsetImport::domain) == opsets.end())
            opsets.push_back({domain, *version});
    }

    /// The mark of all nodes; empty: they have several, or none.
    [[nodiscard]] std::string commonMark() const {
        std::optional<std::string> mark;
        for (const NodeId id : m_chosen.nodes()) {
            const Node& node = *model().node(id);
            if (node.is("Constant")) // it may have come along
                continue;
            if (mark.value_or(std::string(layerOf(node))) != layerOf(node))
                return {};
            mark = layerOf(node);
        }
        return mark.value_or("");
    }

    /// The function gets tensors of its own in the places of what the call reads and makes.
    void declare() {
        const auto stand = [&](ValueId outside) {
            Value inside;
            inside.graph = m_function;
            inside.name = m_names.unique(model().value(outside)->name);
            return m_inside[outside] = m_editor.addValue(std::move(inside));
        };
        std::vector<ValueId> inputs, outputs;
        std::ranges::transform(m_call.inputs, std::back_inserter(inputs), stand);
        std::ranges::transform(m_call.outputs, std::back_inserter(outputs), stand);
        m_editor.changeGraph(m_function, [&](Graph& graph) {
            graph.inputs = std::move(inputs);
            graph.outputs = std::move(outputs);
        });
    }

    template <class List> [[nodiscard]] bool isInside(const List& list) const {
        return std::ranges::any_of(list, [&](ValueId id) { return m_inside.contains(id); });
    }
    template <class List> void takeInside(List& list) const {
        for (ValueId& id : list)
            if (const auto found = m_inside.find(id); found != m_inside.end())
                id = found->second;
    }

    void move() {
        const Model before = model();
        for (const NodeId id : m_chosen.nodes())
            m_editor.changeNode(id, [&](Node& node) {
                takeInside(node.inputs);
                takeInside(node.outputs);
                node.graph = m_function;
            });
        for (const NodeId id : m_chosen.all()) // in bodies, what captures the tensors
            if (isInside(model().node(id)->inputs))
                m_editor.changeNode(id, [&](Node& node) { takeInside(node.inputs); });
        for (const GraphId body : m_chosen.bodies())
            if (isInside(model().graph(body)->outputs))
                m_editor.changeGraph(body, [&](Graph& graph) { takeInside(graph.outputs); });
        std::unordered_set<ValueId> moved;
        for (const NodeId id : m_chosen.nodes())
            for (const ValueId output : before.node(id)->outputs)
                if (output && !m_inside.contains(output)) {
                    moved.insert(output);
                    m_editor.changeValue(output, [&](Value& value) {
                        value.graph = m_function;
                        value.type = nullptr; // a function has the types of its callers
                    });
                }
        forgetQuantization(moved);
    }

    /// A function has no place for what annotations say of its tensors.
    void forgetQuantization(const std::unordered_set<ValueId>& moved) {
        std::vector<ValueId> freed;
        const auto isGone = [&](const QuantizationAnnotation& annotation) {
            return moved.contains(annotation.tensor) ||
                   std::ranges::any_of(annotation.parameters, [&](const auto& each) {
                       return moved.contains(each.second);
                   });
        };
        const Graph graph = *model().graph(m_chosen.graph());
        if (std::ranges::none_of(graph.quantization, isGone))
            return;
        for (const auto& annotation : graph.quantization)
            if (isGone(annotation))
                for (const auto& [role, parameter] : annotation.parameters)
                    freed.push_back(parameter);
        m_editor.changeGraph(graph.id,
                             [&](Graph& changed) { std::erase_if(changed.quantization, isGone); });
        std::erase_if(freed, [&](ValueId id) { return moved.contains(id); });
        removeUnreadConstants(m_editor, std::move(freed));
    }

    const NodeSelection& m_chosen;
    const ExtractFunction& m_edit;
    std::size_t m_named;
    ModelEditor m_editor;
    NamesInUse m_names;
    GraphId m_function;
    Node m_call;
    std::unordered_map<ValueId, ValueId> m_inside; ///< tensors outside → in the function
};

} // namespace

Result<Edited> apply(const Model& model, const ExtractFunction& edit) {
    PARTITA_TRY(checkFunctionName(model, edit));
    const NodeSelection named = PARTITA_TRY(selectionOfOneGraph(model, edit.nodes));
    const NodeSelection chosen(model, withOwnConstants(model, named));
    PARTITA_TRY(chosen.checkReferences());
    PARTITA_TRY(checkWay(model, chosen));
    return FunctionExtraction(model, chosen, edit, named.nodes().size()).run();
}

} // namespace partita::edits
