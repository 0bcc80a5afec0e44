#include "core/onnx/same_model.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/onnx/emit_messages.h"

namespace partita {

namespace {

/// The contents of a model as a set of lines, which does not depend on ids or the order of nodes.
class Contents {
public:
    explicit Contents(const Model& model) : m_model(model) {
        model.nodes().forEach(
            [&](NodeId, const auto& node) { m_nodes[node->graph].push_back(node.get()); });
        model.values().forEach([&](ValueId, const auto& value) {
            if (value->isConstant())
                m_constants[value->graph].push_back(value.get());
        });
        const Graph& main = *model.graph(model.mainGraph());
        for (const auto& [kind, list] :
             {std::pair("input ", &main.inputs), {"output ", &main.outputs}})
            for (const ValueId id : *list)
                m_lines.insert(kind + typed(*model.value(id)));
        addGraph(model.mainGraph());
        for (const GraphId function : model.info().functions)
            addGraph(function);
    }
    [[nodiscard]] const std::multiset<std::string>& lines() const { return m_lines; }

private:
    static std::string typed(const Value& value) {
        const bool isSaid = value.type && mayBeSaid(*value.type); // others are not written
        return value.name + " " + (isSaid ? value.type->text() : "");
    }

    void addGraph(GraphId id) {
        for (const Value* value : m_constants[id]) {
            const auto& sparse = value->sparseInitializer;
            const Tensor* values = sparse ? sparse->values.get() : value->initializer.get();
            std::string line =
                (sparse ? "sparse constant " : "constant ") + value->name + " " +
                std::to_string(static_cast<int>(values ? values->type : DataType::undefined));
            for (const std::int64_t size : sparse ? sparse->dims : values->dims)
                line += " " + std::to_string(size);
            m_lines.insert(line);
        }
        for (const Node* node : m_nodes[id]) {
            m_lines.insert(lineOf(*node));
            for (const GraphId body : node->subgraphs())
                addGraph(body);
        }
    }

    [[nodiscard]] std::string lineOf(const Node& node) const {
        std::string line = "node " + node.name + " " + node.domain + " " + node.opType;
        for (const auto& [kind, list] :
             {std::pair(" <- ", &node.inputs), {" -> ", &node.outputs}}) {
            line += kind;
            for (const ValueId id : *list)
                line += (id ? m_model.value(id)->name : "") + ",";
        }
        std::set<std::string> attributes;
        for (const auto& attribute : *node.attributes)
            attributes.insert(attribute->name);
        for (const std::string& name : attributes)
            line += " " + name;
        return line;
    }

    const Model& m_model;
    std::map<GraphId, std::vector<const Node*>> m_nodes;
    std::map<GraphId, std::vector<const Value*>> m_constants;
    std::multiset<std::string> m_lines;
};

} // namespace

Result<void> checkSameModel(const Model& wanted, const Model& written) {
    const Contents before(wanted), after(written);
    std::vector<std::string> differences;
    std::ranges::set_symmetric_difference(before.lines(), after.lines(),
                                          std::back_inserter(differences));
    if (differences.empty())
        return {};
    constexpr std::size_t kMostShown = 120;
    return Error{Errc::internal,
                 PARTITA_TEXT("what would be written does not read as the same model: '{0}'",
                              differences.front().substr(0, kMostShown)),
                 {},
                 PARTITA_TEXT("nothing was written; please report this")};
}

} // namespace partita
