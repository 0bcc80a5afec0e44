#include "providers/npu/program_json.h"

#include <nlohmann/json.hpp>

namespace partita {

namespace {

using nlohmann::json;

/// Names mean something in their graph only; the place of the graph among all comes before them.
class Names {
public:
    explicit Names(const Model& model) {
        std::unordered_map<GraphId, std::size_t> places;
        model.graphs().forEach([&](GraphId id, const auto&) { places.emplace(id, places.size()); });
        model.values().forEach([&](ValueId id, const auto& value) {
            const std::string name = std::to_string(places[value->graph]) + ":" + value->name;
            m_values.emplace(name, id);
            m_names.emplace(id, name);
        });
    }
    [[nodiscard]] const std::string& of(ValueId id) const { return m_names.at(id); }
    [[nodiscard]] ValueId value(const std::string& name) const {
        const auto found = m_values.find(name);
        return found == m_values.end() ? ValueId{} : found->second;
    }

private:
    std::unordered_map<std::string, ValueId> m_values;
    std::unordered_map<ValueId, std::string> m_names;
};

ValueId firstOutput(const Node& node) {
    for (const ValueId id : node.outputs)
        if (id)
            return id;
    return {};
}

Error damaged() {
    return {Errc::invalidModel,
            "INVALID_GRAPH: the binary is damaged: its program does not fit its graph",
            {},
            "compile the model again"};
}

} // namespace

std::string programText(const DeviceProgram& program) {
    const Names names(program.model);
    json text = {{"graph_mode", program.graphMode},
                 {"tasks", json::array()},
                 {"node_types", json::object()},
                 {"value_types", json::object()}};
    for (const DeviceTask& task : program.tasks) {
        json nodes = json::array();
        for (const NodeId id : task.nodes)
            nodes.push_back(names.of(firstOutput(*program.model.node(id))));
        text["tasks"].push_back({{"nodes", nodes}, {"rule", task.rule}});
    }
    for (const auto& [id, type] : program.precision.nodes)
        text["node_types"][names.of(firstOutput(*program.model.node(id)))] = dataTypeName(type);
    for (const auto& [id, type] : program.precision.values)
        text["value_types"][names.of(id)] = dataTypeName(type);
    return text.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<DeviceProgram> programFromText(const std::string& text, const Model& model) {
    const auto read = json::parse(text, nullptr, false);
    if (!read.is_object() || !read.value("tasks", json()).is_array() ||
        !read.value("node_types", json()).is_object() ||
        !read.value("value_types", json()).is_object() ||
        !read.value("graph_mode", json()).is_boolean())
        return damaged();
    const Names names(model);
    const auto nodeOf = [&](const json& name) {
        const ValueId made = name.is_string() ? names.value(name.get<std::string>()) : ValueId{};
        return made ? model.producer(made) : NodeId{};
    };
    DeviceProgram program{model, {}, {}, read["graph_mode"].get<bool>()};
    std::unordered_map<NodeId, bool> seen;
    for (const json& each : read["tasks"]) {
        DeviceTask task;
        if (!each.is_object() || !each.value("nodes", json()).is_array() ||
            !each.value("rule", json()).is_string())
            return damaged();
        task.rule = each["rule"].get<std::string>();
        for (const json& name : each["nodes"]) {
            const NodeId node = nodeOf(name);
            if (!node || model.node(node)->graph != model.mainGraph() ||
                !seen.emplace(node, true).second)
                return damaged();
            task.nodes.push_back(node);
        }
        if (task.nodes.empty())
            return damaged();
        program.tasks.push_back(std::move(task));
    }
    std::size_t working = 0;
    for (const NodeId id : model.nodesOf(model.mainGraph()))
        working += model.node(id)->is("Constant") ? 0 : 1;
    if (working != seen.size())
        return damaged();
    for (const auto& [name, type] : read["node_types"].items()) {
        const NodeId node = nodeOf(name);
        const auto known =
            type.is_string() ? dataTypeFromName(type.get<std::string>()) : std::nullopt;
        if (!node || !known)
            return damaged();
        program.precision.nodes[node] = *known;
    }
    for (const auto& [name, type] : read["value_types"].items()) {
        const ValueId value = names.value(name);
        const auto known =
            type.is_string() ? dataTypeFromName(type.get<std::string>()) : std::nullopt;
        if (!value || !known)
            return damaged();
        program.precision.values[value] = *known;
    }
    return program;
}

} // namespace partita
