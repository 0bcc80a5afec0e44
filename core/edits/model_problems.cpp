#include "core/edits/model_problems.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/probe_table.h"
#include "core/edits/attribute_rules.h"
#include "core/edits/edit_tools.h"
#include "core/edits/fitting_slots.h"
#include "core/edits/problem_fixes.h"
#include "core/edits/shape_problems.h"
#include "core/edits/slots.h"
#include "core/ir/ep_context.h"

namespace partita {

namespace {

/// Whether ONNX's library knows all operators of a domain.
bool isListed(std::string_view domain) { return domain.empty() || domain.starts_with("ai.onnx"); }

bool isUntyped(const TypePtr& type) {
    return !type || type->kind == Type::Kind::none ||
           (type->isTensor() && type->element == DataType::undefined);
}

class ProblemFinder {
public:
    explicit ProblemFinder(const Model& model) : m_model(model), m_operators(model) {}

    std::vector<ModelProblem> run() {
        findLooseTensors();
        m_model.nodes().forEach([&](NodeId, const auto& node) { checkNode(*node); });
        m_model.values().forEach([&](ValueId id, const auto& value) {
            if (!value->name.empty() && !valueNamed(value->graph, value->name)) // the first has it
                m_valueNames[value->graph].insert(hashOf(value->name), id);
        });
        m_model.values().forEach([&](ValueId, const auto& value) { checkName(*value); });
        m_model.graphs().forEach([&](GraphId, const auto& graph) { checkOutputs(*graph); });
        if (m_hasContexts)
            leaveRefusedFixesOut();
        return std::move(m_problems);
    }

private:
    /// The most problems whose fixes are tried before they are offered.
    static constexpr std::size_t kTried = 8;

    ModelProblem& add(ProblemCode code, Message text, const Node& node) {
        return m_problems.emplace_back(
            ModelProblem{code, false, std::move(text), node.id, {}, {}, {}});
    }

    /// What a binary fixes keeps some ways out from being taken.
    void leaveRefusedFixesOut() {
        for (ModelProblem& problem : m_problems)
            std::erase_if(problem.fixes, [&](const ProblemFix& fix) {
                return !std::holds_alternative<ConvertOpset>(fix.edit) && // it takes long
                       !applyEdit(m_model, fix.edit);
            });
    }

    /// Tensors that a node computes, or the user feeds, and that nothing reads.
    void findLooseTensors() {
        m_model.values().forEach([&](ValueId id, const auto& value) {
            if (!value->isConstant() && !isRead(m_model, id) &&
                (m_model.producer(id) || m_model.isGraphInput(id)))
                m_loose.push_back(id);
        });
    }

    void checkNode(const Node& node) {
        const auto& entry = m_operators.of(node);
        m_hasContexts = m_hasContexts || isEpContext(node);
        checkNodeName(node);
        if (entry.function)
            checkCall(node, *m_model.graph(entry.function));
        else if (!entry.description)
            unknownOperator(node, entry.opset);
        else
            checkOperator(node, entry);
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            checkMade(node, i);
        if (!node.outputs.empty() &&
            std::ranges::none_of(node.outputs, [&](ValueId id) { return isRead(m_model, id); }))
            unread(node);
    }

    void unread(const Node& node) {
        ModelProblem& made =
            add(ProblemCode::unreadNode,
                PARTITA_TEXT("nothing reads what '{0}' computes", node.label()), node);
        made.isNote = true;
        made.fixes.push_back({PARTITA_TEXT("Delete '{0}'", node.label()), DeleteNodes{{node.id}}});
    }

    void checkOperator(const Node& node, const NodeOperators::Entry& entry) {
        const OperatorDescription& description = *entry.description;
        if (description.deprecated) {
            unknownOperator(node, entry.opset);
            return;
        }
        const std::size_t count = m_problems.size();
        for (std::size_t i = 0; i < std::max(node.inputs.size(), description.leastInputs); ++i)
            checkInput(node, description, i);
        checkAttributes(node, entry.description);
        if (m_problems.size() == count) // shapes of what does not fit by type mean nothing
            checkShapes(node);
    }

    void checkInput(const Node& node, const OperatorDescription& description, std::size_t i) {
        const FormalParameter* formal = description.input(i);
        const ValueId id = i < node.inputs.size() ? node.inputs[i] : ValueId{};
        if (!formal || i >= description.mostInputs) {
            tooMany(node, i);
            return;
        }
        if (!id && description.needsInput(i, node.inputs.size()))
            open(node, i);
        const auto& value = m_model.value(id);
        if (!value || !value->type)
            return;
        // Of two inputs that should have one type, the later one is the problem.
        Message wrong =
            wrongInputType(m_model, node, &description, i, *value->type, value->name, {}, i);
        if (wrong.empty())
            return;
        const Slot slot{node.id, {}, i};
        ModelProblem& made = add(ProblemCode::wrongType, std::move(wrong), node);
        made.value = id;
        made.slot = slot;
        made.fixes = edits::fixesOfType(m_model, slot, description);
    }

    void open(const Node& node, std::size_t i) {
        const Slot slot{node.id, {}, i};
        ModelProblem& made = add(ProblemCode::openInput,
                                 PARTITA_TEXT("{0} reads nothing", slotText(m_model, slot)), node);
        made.slot = slot;
        made.fixes = edits::fixesOfOpenInput(m_model, slot, m_loose, m_tried++ < kTried);
    }

    void tooMany(const Node& node, std::size_t i) {
        ModelProblem& made = add(
            ProblemCode::tooManyInputs,
            PARTITA_TEXT("'{0}' has more inputs than {1} takes", node.label(), node.opType.str()),
            node);
        made.slot = Slot{node.id, {}, i};
    }

    void checkCall(const Node& node, const Graph& function) {
        for (std::size_t i = 0; i < std::max(node.inputs.size(), function.inputs.size()); ++i) {
            if (i >= function.inputs.size())
                tooMany(node, i);
            else if (i >= node.inputs.size() || !node.inputs[i])
                open(node, i);
        }
        checkAttributes(node, nullptr);
        for (const std::string& name : function.function->attributes)
            if (!node.attribute(name))
                missing(node, name);
    }

    void unknownOperator(const Node& node, std::optional<std::int64_t> opset) {
        if (!opset) {
            add(ProblemCode::missingOpset,
                PARTITA_TEXT("'{0}' is of domain '{1}', which the model does not import",
                             node.label(), node.domain.str()),
                node);
            return;
        }
        ModelProblem& made =
            add(ProblemCode::unknownOperator,
                PARTITA_TEXT("'{0}': there is no operator {1} in opset {2}", node.label(),
                             operatorText(node.opType, node.domain), *opset),
                node);
        made.isNote = !isListed(node.domain);
        made.fixes = edits::fixesOfOperator(node, *opset);
    }

    void missing(const Node& node, const std::string& attribute) {
        ModelProblem& made =
            add(ProblemCode::missingAttribute,
                PARTITA_TEXT("'{0}' needs the attribute {1}", node.label(), attribute), node);
        made.fixes = edits::fixesOfMissingAttribute(node, attribute);
    }

    void checkAttributes(const Node& node, const OperatorDescriptionPtr& description) {
        for (const AttributePtr& each : *node.attributes)
            if (Message broken = brokenAttribute(m_model, node, *each, description);
                !broken.empty()) {
                ModelProblem& made = add(ProblemCode::wrongAttribute,
                                         PARTITA_TEXT("'{0}': {1}", node.label(), broken), node);
                made.fixes = edits::fixesOfAttribute(node, *each, description.get());
            }
        if (!description)
            return;
        for (const AttributeDescription& each : description->attributes)
            if (each.required && !node.attribute(each.name))
                missing(node, each.name);
    }

    void checkShapes(const Node& node) {
        const auto problem = edits::shapeProblem(m_model, node);
        if (!problem)
            return;
        const Slot slot{node.id, {}, problem->input};
        ModelProblem& made = add(ProblemCode::wrongShape,
                                 PARTITA_TEXT("'{0}': {1}", node.label(), problem->text), node);
        made.slot = slot;
        made.value = valueAt(m_model, slot);
        made.fixes = edits::fixesOfShape(m_model, slot);
    }

    void checkMade(const Node& node, std::size_t i) {
        const auto& value = m_model.value(node.inputs[i]);
        if (!value || value->isConstant() || m_model.producer(value->id) ||
            m_model.isGraphInput(value->id))
            return;
        const Slot slot{node.id, {}, i};
        ModelProblem& made =
            add(ProblemCode::unmadeTensor,
                PARTITA_TEXT("nothing makes '{0}', which '{1}' reads", value->name, node.label()),
                node);
        made.value = value->id;
        made.slot = slot;
        made.fixes.push_back(
            {PARTITA_TEXT("Disconnect {0}", slotText(m_model, slot)), Disconnect{slot}});
    }

    void checkNodeName(const Node& node) {
        if (node.name.empty())
            return;
        auto& names = m_nodeNames[node.graph];
        if (!names.find(hashOf(node.name),
                        [&](NodeId id) { return m_model.node(id)->name == node.name; })) {
            names.insert(hashOf(node.name), node.id);
            return;
        }
        ModelProblem& made = add(ProblemCode::duplicateName,
                                 PARTITA_TEXT("several nodes are named '{0}'", node.name), node);
        made.isNote = true; // ONNX asks for tensors only
        made.fixes.push_back(renaming(node.name, [&](std::string name) -> Edit {
            return RenameNode{node.id, std::move(name)};
        }));
    }

    /// A tensor may not have the name of another one that its graph sees.
    void checkName(const Value& value) {
        if (value.name.empty() || !isTaken(value))
            return;
        ModelProblem& made = m_problems.emplace_back(
            ModelProblem{ProblemCode::duplicateName,
                         false,
                         PARTITA_TEXT("several tensors are named '{0}'", value.name),
                         m_model.producer(value.id),
                         value.id,
                         {},
                         {}});
        made.fixes.push_back(renaming(value.name, [&](std::string name) -> Edit {
            return RenameTensor{value.id, std::move(name)};
        }));
    }

    static std::size_t hashOf(const std::string& name) { return std::hash<std::string>()(name); }

    /// The first value of a graph with a name; none: it has no such value.
    [[nodiscard]] ValueId valueNamed(GraphId graph, const std::string& name) {
        const auto names = m_valueNames.find(graph);
        const ValueId* found = names == m_valueNames.end()
                                   ? nullptr
                                   : names->second.find(hashOf(name), [&](ValueId id) {
                                         return m_model.value(id)->name == name;
                                     });
        return found ? *found : ValueId{};
    }

    [[nodiscard]] bool isTaken(const Value& value) {
        for (GraphId graph = value.graph; graph;) {
            if (const ValueId found = valueNamed(graph, value.name); found && found != value.id)
                return true;
            const auto& holder = m_model.node(m_model.graph(graph)->parent);
            graph = holder ? holder->graph : GraphId{};
        }
        return false;
    }

    template <class F> ProblemFix renaming(const std::string& name, F&& edit) {
        if (!m_names)
            m_names.emplace(m_model);
        const std::string other = m_names->unique(name);
        return {PARTITA_TEXT("Rename it to '{0}'", other), edit(other)};
    }

    void checkOutputs(const Graph& graph) {
        const bool isMain = graph.id == m_model.mainGraph();
        for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
            const auto& value = m_model.value(graph.outputs[i]);
            if (!value)
                continue;
            const Slot slot{{}, graph.id, i};
            const bool isMade = value->isConstant() || m_model.producer(value->id) ||
                                m_model.isGraphInput(value->id);
            if (!isMade)
                outputProblem(ProblemCode::unmadeTensor, *value, slot,
                              PARTITA_TEXT("nothing makes the output '{0}'", value->name))
                    .fixes = edits::fixesOfOutput(m_model, slot, m_loose);
            else if (isMain && isUntyped(value->type))
                outputProblem(
                    ProblemCode::untypedOutput, *value, slot,
                    PARTITA_TEXT("the type of the output '{0}' is not known", value->name));
        }
    }

    ModelProblem& outputProblem(ProblemCode code, const Value& value, const Slot& slot,
                                Message text) {
        return m_problems.emplace_back(ModelProblem{
            code, false, std::move(text), m_model.producer(value.id), value.id, slot, {}});
    }

    const Model& m_model;
    NodeOperators m_operators;
    std::vector<ValueId> m_loose;
    std::size_t m_tried = 0;
    bool m_hasContexts = false;                                    ///< EPContext nodes
    std::unordered_map<GraphId, ProbeTable<NodeId>> m_nodeNames;   // by name
    std::unordered_map<GraphId, ProbeTable<ValueId>> m_valueNames; // by name
    std::optional<NamesInUse> m_names;
    std::vector<ModelProblem> m_problems;
};

} // namespace

std::string_view problemCodeName(ProblemCode code) {
    switch (code) {
    case ProblemCode::openInput: return "open-input";
    case ProblemCode::tooManyInputs: return "too-many-inputs";
    case ProblemCode::unknownOperator: return "unknown-operator";
    case ProblemCode::missingOpset: return "missing-opset-import";
    case ProblemCode::wrongType: return "wrong-type";
    case ProblemCode::wrongShape: return "wrong-shape";
    case ProblemCode::missingAttribute: return "missing-attribute";
    case ProblemCode::wrongAttribute: return "wrong-attribute";
    case ProblemCode::duplicateName: return "duplicate-name";
    case ProblemCode::unmadeTensor: return "undefined-value";
    case ProblemCode::untypedOutput: return "untyped-output";
    case ProblemCode::unreadNode: return "unread-node";
    }
    return "";
}

std::vector<ModelProblem> modelProblems(const Model& model) { return ProblemFinder(model).run(); }

} // namespace partita
