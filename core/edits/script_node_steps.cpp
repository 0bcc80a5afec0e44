// Lines of scripts about nodes, their edges and attributes.

#include <array>

#include "core/base/try.h"
#include "core/edits/script_step_reader.h"
#include "core/onnx/read.h"

namespace partita {

namespace {

using nlohmann::json;
using Edits = Result<std::vector<Edit>>;

Result<NewNode> newNode(StepReader& step, GraphId graph) {
    NewNode made = operatorOf(PARTITA_TRY(step.text("operator")));
    made.overload = PARTITA_TRY(step.textOrNone("overload"));
    made.name = PARTITA_TRY(step.textOrNone("name"));
    if (step.has("outputs")) {
        const std::int64_t outputs = PARTITA_TRY(step.number("outputs"));
        constexpr std::int64_t kMostOutputs = 1000;
        if (outputs < 0 || outputs > kMostOutputs)
            return wrongValue(PARTITA_TEXT("a node cannot have {0} outputs", outputs));
        made.outputs = static_cast<std::size_t>(outputs);
    }
    if (!step.has("attributes"))
        return made;
    if (!step.at("attributes").is_object())
        return wrongValue(PARTITA_TEXT("\"{0}\" must be an object", "attributes"));
    Node node;
    node.graph = graph;
    node.opType = made.opType;
    node.domain = made.domain;
    node.attributes = std::make_shared<const Attributes>();
    for (const auto& entry : step.at("attributes").items()) {
        auto attribute = PARTITA_TRY(
            attributeFromJson(step.model(), node, entry.key(), entry.value(), step.folder()));
        made.attributes.push_back(std::move(attribute));
    }
    return made;
}

Result<std::vector<ValueId>> inputsOf(StepReader& step, const char* key) {
    std::vector<ValueId> inputs;
    if (!step.has(key))
        return inputs;
    if (!step.at(key).is_array())
        return wrongValue(PARTITA_TEXT("\"{0}\" must be a list of tensors", key));
    for (const json& name : step.at(key))
        inputs.push_back(PARTITA_TRY(step.tensorOf(name)));
    return inputs;
}

/// On each tensor of "on", with it as the first input; or once, with the inputs that are named.
Edits insertNode(StepReader& step) {
    std::vector<Edit> edits;
    const auto more = PARTITA_TRY(inputsOf(step, "inputs"));
    std::vector<ValueId> tensors(1);
    if (step.has("on"))
        tensors = PARTITA_TRY(step.tensors("on"));
    for (const ValueId on : tensors) {
        InsertNode edit;
        edit.graph = PARTITA_TRY(step.graph());
        if (on && !step.has("graph"))
            edit.graph = step.model().value(on)->graph;
        edit.node = PARTITA_TRY(newNode(step, edit.graph));
        if (on)
            edit.inputs.push_back(on);
        edit.inputs.insert(edit.inputs.end(), more.begin(), more.end());
        edit.readers = PARTITA_TRY(step.readers(on));
        edits.emplace_back(std::move(edit));
    }
    return edits;
}

Edits deleteNodes(StepReader& step) {
    return std::vector<Edit>{DeleteNodes{PARTITA_TRY(step.nodes("nodes"))}};
}
Edits bypassNodes(StepReader& step) {
    return std::vector<Edit>{BypassNodes{PARTITA_TRY(step.nodes("nodes"))}};
}

Edits replaceOperator(StepReader& step) {
    const NewNode to = operatorOf(PARTITA_TRY(step.text("operator")));
    const std::string overload = PARTITA_TRY(step.textOrNone("overload"));
    std::vector<Edit> edits;
    for (const NodeId node : PARTITA_TRY(step.nodes("nodes")))
        edits.emplace_back(ReplaceOperator{node, to.domain, to.opType, overload});
    return edits;
}

/// Copies of nodes of the model itself, or of the one in "file".
Edits pasteNodes(StepReader& step) {
    if (!step.has("file")) {
        auto nodes = PARTITA_TRY(step.nodes("nodes"));
        const GraphId into = PARTITA_TRY(step.graph());
        return std::vector<Edit>{
            PasteNodes{std::make_shared<const Model>(step.model()), std::move(nodes), into}};
    }
    const auto path = step.folder() / PARTITA_TRY(step.text("file"));
    const auto from = std::make_shared<const Model>(PARTITA_TRY(readModel(path)));
    const json patterns = {{"nodes", step.at("nodes")}};
    StepReader other(*from, patterns, step.folder());
    auto nodes = PARTITA_TRY(other.nodes("nodes"));
    const GraphId into = PARTITA_TRY(step.graph());
    return std::vector<Edit>{PasteNodes{from, std::move(nodes), into}};
}

Edits renameNode(StepReader& step) {
    const NodeId node = PARTITA_TRY(step.node("node"));
    const std::string name = PARTITA_TRY(step.text("name"));
    return std::vector<Edit>{RenameNode{node, name}};
}

Edits connect(StepReader& step) {
    const ValueId from = PARTITA_TRY(step.tensor("from"));
    const Slot to = PARTITA_TRY(step.slot(step.at("to")));
    return std::vector<Edit>{Connect{from, to}};
}
Edits disconnect(StepReader& step) {
    return std::vector<Edit>{Disconnect{PARTITA_TRY(step.slot(step.at("place")))}};
}
Edits rerouteReaders(StepReader& step) {
    const ValueId from = PARTITA_TRY(step.tensor("from"));
    const ValueId to = PARTITA_TRY(step.tensor("to"));
    return std::vector<Edit>{RerouteReaders{from, to}};
}

/// Nodes of one operator get one attribute, others each their own: their types may differ.
Edits setAttribute(StepReader& step) {
    const auto nodes = PARTITA_TRY(step.nodes("nodes"));
    const std::string name = PARTITA_TRY(step.text("name"));
    std::vector<Edit> edits;
    for (const NodeId id : nodes) {
        const Node& node = *step.model().node(id);
        const Node& first = *step.model().node(nodes.front());
        const bool same = node.opType == first.opType && node.domain == first.domain;
        if (!edits.empty() && same) {
            std::get<SetAttribute>(edits.front()).nodes.push_back(id);
            continue;
        }
        auto attribute = PARTITA_TRY(
            attributeFromJson(step.model(), node, name, step.at("value"), step.folder()));
        edits.emplace_back(SetAttribute{{id}, std::move(attribute)});
    }
    return edits;
}
Edits resetAttribute(StepReader& step) {
    auto nodes = PARTITA_TRY(step.nodes("nodes"));
    const std::string name = PARTITA_TRY(step.text("name"));
    return std::vector<Edit>{ResetAttribute{std::move(nodes), name}};
}

constexpr std::array<StepKind, 11> kNodeSteps = {{
    {"insert_node", "operator", "overload name outputs attributes on inputs readers graph",
     insertNode},
    {"delete_nodes", "nodes", "", deleteNodes},
    {"bypass_nodes", "nodes", "", bypassNodes},
    {"replace_operator", "nodes operator", "overload", replaceOperator},
    {"paste_nodes", "nodes", "file graph", pasteNodes},
    {"rename_node", "node name", "", renameNode},
    {"connect", "from to", "", connect},
    {"disconnect", "place", "", disconnect},
    {"reroute_readers", "from to", "", rerouteReaders},
    {"set_attribute", "nodes name value", "", setAttribute},
    {"reset_attribute", "nodes name", "", resetAttribute},
}};

} // namespace

std::span<const StepKind> nodeSteps() { return kNodeSteps; }

} // namespace partita
