#include "providers/npu/compiler/program_json.h"

#include "core/base/json.h"

namespace partita {

namespace {

using nlohmann::json;

constexpr int kVersion = 2; ///< of this format; 1 had names instead of indices

/// Numbers nodes and values in the order in which the graph mentions them: a graph's inputs, then
/// for each node its inputs, its outputs and its bodies. Writing and reading a model keeps this
/// order, although ids may change.
class Places {
public:
    explicit Places(const Model& model) : m_model(model) {
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
json typesText(const std::vector<Id>& order, const std::unordered_map<Id, DataType>& types) {
    json text = json::object();
    for (std::size_t i = 0; i < order.size(); ++i)
        if (const auto found = types.find(order[i]); found != types.end())
            text[std::string(dataTypeName(found->second))].push_back(i);
    return text;
}

/// The element of `order` with the index in a JSON value; no id where it is no valid index.
template <typename Id> Id at(const std::vector<Id>& order, const json& place) {
    if (!place.is_number_unsigned() || place.get<std::uint64_t>() >= order.size())
        return {};
    return order[place.get<std::size_t>()];
}

/// Reads the output of `typesText`; false where it is damaged.
template <typename Id>
bool readTypes(const json& text, const std::vector<Id>& order,
               std::unordered_map<Id, DataType>& types) {
    if (!text.is_object())
        return false;
    for (const auto& [name, places] : text.items()) {
        const auto type = dataTypeFromName(name);
        if (!type || !places.is_array())
            return false;
        for (const json& place : places) {
            const Id id = at(order, place);
            if (!id)
                return false;
            types[id] = *type;
        }
    }
    return true;
}

/// A task is the index of its node, or [rule, index of each node…].
json taskText(const DeviceTask& task, const std::unordered_map<NodeId, std::size_t>& places) {
    if (task.rule.empty() && task.nodes.size() == 1)
        return places.at(task.nodes.front());
    json text = {task.rule};
    for (const NodeId id : task.nodes)
        text.push_back(places.at(id));
    return text;
}

/// Reads a task; nothing where a node is no node of the main graph or is in another task, too.
std::optional<DeviceTask> readTask(const json& text, const Model& model,
                                   const std::vector<NodeId>& order, std::vector<bool>& seen) {
    DeviceTask task;
    const auto add = [&](const json& place) {
        const NodeId node = at(order, place);
        if (!node || seen[place.get<std::size_t>()] || model.node(node)->graph != model.mainGraph())
            return false;
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

Error damaged() {
    return {
        Errc::invalidModel,
        PARTITA_TEXT("INVALID_GRAPH: the binary is damaged: its program does not fit its graph"),
        {},
        PARTITA_TEXT("compile the model again")};
}

} // namespace

std::string programText(const DeviceProgram& program) {
    const Places places(program.model);
    std::unordered_map<NodeId, std::size_t> placeOf;
    for (const NodeId id : places.nodes())
        placeOf.emplace(id, placeOf.size());
    json text = {{"version", kVersion},
                 {"graph_mode", program.graphMode},
                 {"tasks", json::array()},
                 {"node_types", typesText(places.nodes(), program.precision.nodes)},
                 {"value_types", typesText(places.values(), program.precision.values)}};
    for (const DeviceTask& task : program.tasks)
        text["tasks"].push_back(taskText(task, placeOf));
    return text.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<DeviceProgram> programFromText(const std::string& text, const Model& model) {
    const auto parsed = parseJson(text);
    if (!parsed)
        return damaged();
    const json& read = *parsed;
    if (!read.is_object() || read.value("version", json()) != kVersion ||
        !read.value("tasks", json()).is_array() || !read.value("graph_mode", json()).is_boolean())
        return damaged();
    const Places places(model);
    const auto& nodes = places.nodes();
    DeviceProgram program{model, {}, {}, read["graph_mode"].get<bool>()};
    std::vector<bool> seen(nodes.size());
    for (const json& each : read["tasks"]) {
        auto task = readTask(each, model, nodes, seen);
        if (!task)
            return damaged();
        program.tasks.push_back(*std::move(task));
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node& node = *model.node(nodes[i]);
        if (!seen[i] && node.graph == model.mainGraph() && !node.is("Constant"))
            return damaged();
    }
    if (!readTypes(read.value("node_types", json()), nodes, program.precision.nodes) ||
        !readTypes(read.value("value_types", json()), places.values(), program.precision.values))
        return damaged();
    return program;
}

} // namespace partita
