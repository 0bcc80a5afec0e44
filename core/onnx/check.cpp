#include "core/onnx/check.h"

#include <unordered_map>
#include <unordered_set>

#include "core/ir/graph_order.h"
#include "core/onnx/external_data.h"
#include "core/onnx/library_fence.h"
#include "core/onnx/read.h"
#include "core/onnx/schema.h"

namespace partita {

namespace {

using Severity = Finding::Severity;

class Checker {
public:
    explicit Checker(const Model& model) : m_model(model), m_order(model) {}

    std::vector<Finding> run() {
        versions();
        m_model.nodes().forEach([&](NodeId id, const auto& node) { checkNode(id, *node); });
        undefinedValues();
        unsorted();
        weights();
        return std::move(m_findings);
    }

private:
    void add(Severity severity, const char* rule, NodeId node, std::string text) {
        m_findings.push_back({severity, rule, node, std::move(text)});
    }

    void versions() {
        const auto& info = m_model.info();
        if (info.irVersion < 1 || info.irVersion > newestIrVersion())
            add(Severity::error, "unknown-ir-version", {},
                "IR version " + std::to_string(info.irVersion) + " is not known; the newest is " +
                    std::to_string(newestIrVersion()));
        if (info.opsets.empty())
            add(Severity::error, "no-opset", {}, "the model imports no operator set");
        std::unordered_set<std::string> seen;
        for (const auto& import : info.opsets) {
            const std::string shown = import.domain.empty() ? "ai.onnx" : import.domain;
            if (!seen.insert(shown).second)
                add(Severity::error, "duplicate-opset", {},
                    "operator set '" + shown + "' is imported twice");
            if (const auto newest = newestOpset(import.domain); newest && import.version > *newest)
                add(Severity::error, "unknown-opset", {},
                    "opset " + std::to_string(import.version) + " of '" + shown +
                        "' is newer than " + std::to_string(*newest) + ", the newest known");
        }
    }

    void checkNode(NodeId id, const Node& node) {
        if (!node.name.empty()) {
            const auto [first, fresh] =
                m_names.emplace(std::pair(node.graph, std::string_view(node.name)), id);
            if (!fresh)
                add(Severity::warning, "duplicate-node-name", id,
                    "node name '" + node.name + "' is used more than once in graph '" +
                        m_model.graphPath(node.graph) + "'");
        }
        const auto& graph = m_model.graph(node.graph);
        if (!graph->function && !m_model.info().opset(node.domain))
            add(Severity::error, "missing-opset-import", id,
                "node '" + node.label() + "' is of domain '" +
                    (node.domain.empty() ? "ai.onnx" : node.domain) +
                    "', which the model does not import");
    }

    void undefinedValues() {
        m_model.values().forEach([&](ValueId id, const auto& value) {
            if (value->isConstant() || m_model.producer(id) || m_model.isGraphInput(id))
                return;
            if (m_model.consumers(id).empty() && !m_model.isGraphOutput(id))
                return; // a value_info for something that is gone
            const auto readers = m_model.consumers(id);
            add(Severity::error, "undefined-value", readers.empty() ? NodeId{} : readers.front(),
                "value '" + value->name + "' is used but nothing makes it, in graph '" +
                    m_model.graphPath(value->graph) + "'");
        });
    }

    void unsorted() {
        m_model.graphs().forEach([&](GraphId id, const auto&) {
            const auto sorted = m_order.topological(id);
            const auto& asStored = m_order.nodesOf(id);
            for (std::size_t i = 0; i < sorted.size(); ++i)
                if (sorted[i] != asStored[i]) {
                    add(Severity::error, "unsorted-graph", asStored[i],
                        "node '" + m_model.node(asStored[i])->label() +
                            "' stands before what it reads, in graph '" + m_model.graphPath(id) +
                            "'");
                    return;
                }
        });
    }

    void weights() {
        m_model.values().forEach([&](ValueId, const auto& value) {
            if (!value->initializer || value->initializer->type == DataType::string)
                return;
            if (auto bytes = elements(*value->initializer); !bytes)
                add(Severity::error, value->initializer->external ? "external-data" : "bad-weights",
                    {}, bytes.error().message());
        });
    }

    struct NameHash {
        std::size_t operator()(const std::pair<GraphId, std::string_view>& key) const {
            return std::hash<std::string_view>()(key.second) ^
                   (key.first.value * 0x9E3779B97F4A7C15U);
        }
    };
    const Model& m_model;
    GraphOrder m_order;
    std::unordered_map<std::pair<GraphId, std::string_view>, NodeId, NameHash> m_names;
    std::vector<Finding> m_findings;
};

void askLibrary(const Model& model, std::vector<Finding>& findings, const Progress& progress) {
    auto request = libraryRequest(LibraryTask::check, model);
    if (!request) {
        findings.push_back({Severity::error, "onnx-checker", {}, request.error().message()});
        return;
    }
    const auto record = [&](const char* rule, const Error& error) {
        NodeId node;
        model.nodes().forEach([&](NodeId id, const auto& each) {
            if (!error.where.empty() && error.where[0] == "node '" + each->name + "'")
                node = id;
        });
        findings.push_back({Severity::error, rule, node, error.message()});
    };
    const auto checked = callLibrary(model, "ONNX's checker", *request, progress);
    if (!checked)
        record("onnx-checker", checked.error());
    request->task = LibraryTask::inferStrictly;
    const auto inferred = callLibrary(model, "strict shape inference", *request, progress);
    if (!inferred && checked)
        record("shape-inference", inferred.error());
}

} // namespace

Result<std::vector<Finding>> checkModel(const Model& model, const Progress& progress) {
    auto findings = Checker(model).run();
    if (progress.cancelled())
        return Error{Errc::cancelled, "cancelled", {}, {}};
    askLibrary(model, findings, progress);
    if (progress.cancelled())
        return Error{Errc::cancelled, "cancelled", {}, {}};
    return findings;
}

} // namespace partita
