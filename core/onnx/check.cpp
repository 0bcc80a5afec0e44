#include "core/onnx/check.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/base/try.h"
#include "core/ir/function_calls.h"
#include "core/ir/graph_order.h"
#include "core/onnx/external_data.h"
#include "core/onnx/library_fence.h"
#include "core/onnx/library_words.h"
#include "core/onnx/read.h"
#include "core/onnx/schema.h"

namespace partita {

namespace {

using Severity = Finding::Severity;

class Checker {
public:
    explicit Checker(const Model& model)
        : m_model(model), m_order(model), m_inFunctions(graphsOfFunctions(model)) {}

    std::vector<Finding> run() {
        versions();
        m_model.nodes().forEach([&](NodeId id, const auto& node) { checkNode(id, *node); });
        undefinedValues();
        unsorted();
        weights();
        return std::move(m_findings);
    }

private:
    void add(Severity severity, const char* rule, NodeId node, Message text) {
        m_findings.push_back({severity, rule, node, std::move(text)});
    }

    void versions() {
        const auto& info = m_model.info();
        if (info.irVersion < 1 || info.irVersion > newestIrVersion())
            add(Severity::error, "unknown-ir-version", {},
                PARTITA_TEXT("IR version {0} is not known; the newest is {1}", info.irVersion,
                             newestIrVersion()));
        if (info.opsets.empty())
            add(Severity::error, "no-opset", {}, PARTITA_TEXT("the model imports no operator set"));
        std::unordered_set<std::string> seen;
        for (const auto& import : info.opsets) {
            const std::string shown = import.domain.empty() ? "ai.onnx" : import.domain;
            if (!seen.insert(shown).second)
                add(Severity::error, "duplicate-opset", {},
                    PARTITA_TEXT("operator set '{0}' is imported twice", shown));
            if (const auto newest = newestOpset(import.domain); newest && import.version > *newest)
                add(Severity::error, "unknown-opset", {},
                    PARTITA_TEXT("opset {0} of '{1}' is newer than {2}, the newest known",
                                 import.version, shown, *newest));
        }
    }

    void checkNode(NodeId id, const Node& node) {
        if (!node.name.empty()) {
            const auto [first, fresh] =
                m_names.emplace(std::pair(node.graph, std::string_view(node.name)), id);
            if (!fresh)
                add(Severity::warning, "duplicate-node-name", id,
                    PARTITA_TEXT("node name '{0}' is used more than once in graph '{1}'", node.name,
                                 m_model.graphPath(node.graph)));
        }
        if (!m_inFunctions[node.graph.value] && !m_model.info().opset(node.domain))
            add(Severity::error, "missing-opset-import", id,
                PARTITA_TEXT("node '{0}' is of domain '{1}', which the model does not import",
                             node.label(),
                             node.domain.empty() ? std::string("ai.onnx") : node.domain.str()));
    }

    void undefinedValues() {
        m_model.values().forEach([&](ValueId id, const auto& value) {
            if (value->isConstant() || m_model.producer(id) || m_model.isGraphInput(id))
                return;
            if (m_model.consumers(id).empty() && !m_model.isGraphOutput(id))
                return; // value_info that a removed value left behind
            const auto readers = m_model.consumers(id);
            add(Severity::error, "undefined-value", readers.empty() ? NodeId{} : readers.front(),
                PARTITA_TEXT("value '{0}' is used but nothing makes it, in graph '{1}'",
                             value->name, m_model.graphPath(value->graph)));
        });
    }

    void unsorted() {
        m_model.graphs().forEach([&](GraphId id, const auto&) {
            const auto sorted = m_order.topological(id);
            const auto& asStored = m_order.nodesOf(id);
            for (std::size_t i = 0; i < sorted.size(); ++i)
                if (sorted[i] != asStored[i]) {
                    add(Severity::error, "unsorted-graph", asStored[i],
                        PARTITA_TEXT("node '{0}' stands before what it reads, in graph '{1}'",
                                     m_model.node(asStored[i])->label(), m_model.graphPath(id)));
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
                    {}, bytes.error().whole());
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
    std::vector<bool> m_inFunctions; // by graph
    std::unordered_map<std::pair<GraphId, std::string_view>, NodeId, NameHash> m_names;
    std::vector<Finding> m_findings;
};

Result<void> inferStrictly(const Model& model, LibraryRequest request, const Progress& progress) {
    request.task = LibraryTask::inferStrictly;
    PARTITA_TRY(callLibrary(model, PARTITA_TEXT("strict shape inference"), request, progress));
    return {};
}

void askLibrary(const Model& model, std::vector<Finding>& findings, const Progress& progress) {
    auto request = libraryRequest(LibraryTask::check, model);
    if (!request) {
        findings.push_back({Severity::error, "onnx-checker", {}, request.error().whole()});
        return;
    }
    const auto checked = callLibrary(model, PARTITA_TEXT("ONNX's checker"), *request, progress);
    if (!checked)
        findings.push_back(libraryFinding(model, "onnx-checker", checked.error()));
    const auto inferred = inferStrictly(model, *std::move(request), progress);
    if (!inferred && checked)
        findings.push_back(libraryFinding(model, "shape-inference", inferred.error()));
}

} // namespace

bool isSound(const std::vector<Finding>& findings) {
    return std::ranges::none_of(findings, [](const Finding& finding) {
        return finding.severity == Finding::Severity::error;
    });
}

Result<std::vector<Finding>> checkModel(const Model& model, const Progress& progress) {
    auto findings = Checker(model).run();
    if (progress.cancelled())
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    askLibrary(model, findings, progress);
    if (progress.cancelled())
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    return findings;
}

Result<void> checkShapes(const Model& model, const Progress& progress) {
    return inferStrictly(model, PARTITA_TRY(libraryRequest(LibraryTask::inferStrictly, model)),
                         progress);
}

Result<std::vector<Finding>> checkUnwritten(const Model& model, const Progress& progress) {
    auto findings = PARTITA_TRY(checkModel(model, progress));
    std::erase_if(findings, [](const Finding& each) { return each.rule == "unsorted-graph"; });
    return findings;
}

} // namespace partita
