#include "core/epcontext/formats/container_program.h"

#include "core/base/json.h"
#include "core/base/try.h"
#include "core/ir/inline_functions.h"
#include "core/provider/node_check.h"

namespace partita {

namespace {

constexpr int kProgramVersion = 2; ///< of this format; 1 had names instead of indices

/// Numbers nodes and values in the order in which the graph mentions them: a graph's inputs, then
/// for each node its inputs, its outputs and its bodies. Writing and reading a model keeps this
/// order, although ids may change.
class ProgramPlaces {
public:
    explicit ProgramPlaces(const Model& model) : m_model(model) {
        m_valueSeen.resize(model.values().keyEnd() + 1);
        addGraph(model.mainGraph());
    }
    [[nodiscard]] const std::vector<NodeId>& nodes() const { return m_nodes; }
    [[nodiscard]] const std::vector<ValueId>& values() const { return m_values; }

private:
    void addGraph(GraphId id) {
        for (const ValueId input : m_model.graph(id)->inputs)
            addValue(input);
        for (const NodeId node : m_model.topologicalOrder(id)) {
            m_nodes.push_back(node);
            for (const auto* list : {&m_model.node(node)->inputs, &m_model.node(node)->outputs})
                for (const ValueId value : *list)
                    addValue(value);
            for (const GraphId body : m_model.node(node)->subgraphs())
                addGraph(body);
        }
    }
    void addValue(ValueId id) {
        if (!id || m_valueSeen[id.value])
            return;
        m_valueSeen[id.value] = true;
        m_values.push_back(id);
    }

    const Model& m_model;
    std::vector<NodeId> m_nodes;
    std::vector<ValueId> m_values;
    std::vector<bool> m_valueSeen;
};

/// {"float16": [indices]} for the entries of `order` that have a type in the plan.
template <typename Id>
nlohmann::json typesText(const std::vector<Id>& order,
                         const std::unordered_map<Id, DataType>& types) {
    nlohmann::json text = nlohmann::json::object();
    for (std::size_t i = 0; i < order.size(); ++i)
        if (const auto found = types.find(order[i]); found != types.end())
            text[std::string(dataTypeName(found->second))].push_back(i);
    return text;
}

/// The element of `order` with the index in a JSON value; no id where it is no valid index.
template <typename Id> Id elementAt(const std::vector<Id>& order, const nlohmann::json& place) {
    if (!place.is_number_unsigned() || place.get<std::uint64_t>() >= order.size())
        return {};
    return order[place.get<std::size_t>()];
}

/// Reads the output of `typesText`; false where it is damaged.
template <typename Id>
bool readTypes(const nlohmann::json& text, const std::vector<Id>& order,
               std::unordered_map<Id, DataType>& types) {
    if (!text.is_object())
        return false;
    for (const auto& [name, places] : text.items()) {
        const auto type = dataTypeFromName(name);
        if (!type || !places.is_array())
            return false;
        for (const nlohmann::json& place : places) {
            const Id id = elementAt(order, place);
            if (!id)
                return false;
            types[id] = *type;
        }
    }
    return true;
}

/// A task is the index of its node, or [rule, index of each node…].
nlohmann::json taskText(const DeviceTask& task,
                        const std::unordered_map<NodeId, std::size_t>& places) {
    if (task.rule.empty() && task.nodes.size() == 1)
        return places.at(task.nodes.front());
    nlohmann::json text = {task.rule};
    for (const NodeId id : task.nodes)
        text.push_back(places.at(id));
    return text;
}

/// Reads a task; nothing where a node is no node of the main graph or is in another task, too.
std::optional<DeviceTask> readTask(const nlohmann::json& text, const Model& model,
                                   const std::vector<NodeId>& order, std::vector<bool>& seen) {
    DeviceTask task;
    const auto add = [&](const nlohmann::json& place) {
        const NodeId node = elementAt(order, place);
        if (!node || seen[place.get<std::size_t>()] || model.node(node)->graph != model.mainGraph())
            return false;
        if (!task.nodes.empty() && model.node(task.nodes.back())->outputs.empty())
            return false; // a fused task goes on with the output of the node before
        seen[place.get<std::size_t>()] = true;
        task.nodes.push_back(node);
        return true;
    };
    if (!text.is_array())
        return add(text) ? std::optional(std::move(task)) : std::nullopt;
    if (text.size() < 2 || !text[0].is_string())
        return std::nullopt;
    task.rule = text[0].get<std::string>();
    for (std::size_t i = 1; i < text.size(); ++i)
        if (!add(text[i]))
            return std::nullopt;
    return task;
}

/// Refuses nodes that no session runs, before the first run does.
Result<void> checkGraphNodes(const Model& graph) {
    const auto inlined = PARTITA_TRY(inlineFunctions(graph));
    const OpVersions versions(inlined);
    Result<void> sound = checkNodes(inlined, versions);
    inlined.nodes().forEach([&](NodeId, const auto& node) {
        if (sound && node->isOnnx() && !versions.of(*node).schema)
            sound = Error{
                Errc::invalidModel, PARTITA_TEXT("ONNX has no operator {0}", node->opType), {}, {}};
    });
    if (sound)
        return {};
    return Error{Errc::invalidModel,
                 PARTITA_TEXT("INVALID_GRAPH: the binary is damaged: {0}", sound.error().what),
                 {},
                 PARTITA_TEXT("compile the model again")};
}

Error misfit() {
    return {
        Errc::invalidModel,
        PARTITA_TEXT("INVALID_GRAPH: the binary is damaged: its program does not fit its graph"),
        {},
        PARTITA_TEXT("compile the model again")};
}

} // namespace

std::string programText(const DeviceProgram& program) {
    const ProgramPlaces places(program.model);
    std::unordered_map<NodeId, std::size_t> placeOf;
    for (const NodeId id : places.nodes())
        placeOf.emplace(id, placeOf.size());
    nlohmann::json text = {{"version", kProgramVersion},
                           {"graph_mode", program.graphMode},
                           {"tasks", nlohmann::json::array()},
                           {"node_types", typesText(places.nodes(), program.precision.nodes)},
                           {"value_types", typesText(places.values(), program.precision.values)}};
    for (const DeviceTask& task : program.tasks)
        text["tasks"].push_back(taskText(task, placeOf));
    return text.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<DeviceProgram> programFromText(const std::string& text, const Model& model) {
    const auto parsed = parseJson(text);
    if (!parsed)
        return misfit();
    const nlohmann::json& read = *parsed;
    if (!read.is_object() || read.value("version", nlohmann::json()) != kProgramVersion ||
        !read.value("tasks", nlohmann::json()).is_array() ||
        !read.value("graph_mode", nlohmann::json()).is_boolean())
        return misfit();
    const ProgramPlaces places(model);
    const auto& nodes = places.nodes();
    DeviceProgram program{model, {}, {}, read["graph_mode"].get<bool>()};
    std::vector<bool> seen(nodes.size());
    for (const nlohmann::json& each : read["tasks"]) {
        auto task = readTask(each, model, nodes, seen);
        if (!task)
            return misfit();
        program.tasks.push_back(*std::move(task));
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node& node = *model.node(nodes[i]);
        if (!seen[i] && node.graph == model.mainGraph() && !node.is("Constant"))
            return misfit();
    }
    if (!readTypes(read.value("node_types", nlohmann::json()), nodes, program.precision.nodes) ||
        !readTypes(read.value("value_types", nlohmann::json()), places.values(),
                   program.precision.values))
        return misfit();
    return program;
}

Result<DeviceProgram> programIn(const Container& container, const std::string& graph) {
    const auto model = PARTITA_TRY(container.graph(graph));
    PARTITA_TRY(checkGraphNodes(model));
    return programFromText(container.program(graph), model);
}

} // namespace partita
