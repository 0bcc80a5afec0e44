#include "core/report/model_summary.h"

#include <nlohmann/json.hpp>

#include "core/ir/constants.h"
#include "core/onnx/operator_work.h"
#include "core/session/partitioner.h"

namespace partita {

namespace {

std::vector<ModelSummary::Port> ports(const Model& model, const std::vector<ValueId>& values,
                                      bool skipInitializers) {
    std::vector<ModelSummary::Port> result;
    for (const ValueId id : values) {
        const auto& value = *model.value(id);
        if (skipInitializers && value.isConstant())
            continue;
        const bool tensor = value.type && value.type->isTensor();
        result.push_back({value.name,
                          tensor       ? std::string(dataTypeName(value.type->element))
                          : value.type ? value.type->text()
                                       : "?",
                          tensor ? shapeText(value.type->shape) : ""});
    }
    return result;
}

void addNode(ModelSummary& summary, const Model& model, const Node& node) {
    ++summary.nodes;
    ++summary.operators[(node.isOnnx() ? "" : node.domain + ".") + node.opType];
    if (node.is("Constant"))
        return;
    ++summary.nodesWithoutConstants;
    if (const auto work = operatorWork(model, node))
        summary.flops += work->flops();
    else
        ++summary.nodesWithoutFlops;
    std::uint64_t bytes = 0;
    for (const auto* list : {&node.inputs, &node.outputs})
        for (const ValueId id : *list)
            if (const auto& value = model.value(id); value && !value->isConstant())
                bytes += valueBytes(*value).value_or(0);
    summary.largestActivationBytes = std::max(summary.largestActivationBytes, bytes);
    if (node.opType == "EPContext") {
        ModelSummary::EpContextEntry entry;
        entry.node = node.label();
        entry.source = node.stringAttribute("source", "");
        entry.partitionName = node.stringAttribute("partition_name", "");
        entry.sourceModel = node.stringAttribute("onnx_model_filename", "");
        entry.mainContext = node.intAttribute("main_context", 1) != 0;
        entry.embedMode = node.intAttribute("embed_mode", 1);
        if (entry.embedMode == 0)
            entry.path = node.stringAttribute("ep_cache_context", "");
        summary.epContexts.push_back(std::move(entry));
    }
}

} // namespace

ParameterCount parametersOf(const Model& model) {
    ParameterCount count;
    const auto add = [&count](const Tensor& tensor) {
        count.elements += tensor.count();
        count.bytes += tensor.byteSize();
    };
    model.values().forEach([&](ValueId, const auto& value) {
        if (value->initializer)
            add(*value->initializer);
    });
    model.nodes().forEach([&](NodeId, const auto& node) {
        if (node->is("Constant"))
            if (const auto tensor = constantValue(*node))
                add(*tensor);
    });
    return count;
}

ModelSummary summarize(const Model& model) {
    ModelSummary summary;
    const auto& info = model.info();
    summary.irVersion = info.irVersion;
    summary.modelVersion = info.modelVersion;
    summary.producer =
        info.producerName + (info.producerVersion.empty() ? "" : " " + info.producerVersion);
    summary.domain = info.domain;
    summary.trainingInfos = info.trainingInfos;
    summary.functions = info.functions.size();
    summary.graphs = model.graphs().count();
    if (info.annotations) {
        summary.docString = info.annotations->docString;
        summary.metadata = info.annotations->metadata;
    }
    for (const auto& import : info.opsets)
        summary.opsets[import.domain.empty() ? "ai.onnx" : import.domain] = import.version;
    const auto& graph = *model.graph(model.mainGraph());
    summary.inputs = ports(model, graph.inputs, true);
    summary.outputs = ports(model, graph.outputs, false);
    model.values().forEach(
        [&](ValueId, const auto& value) { summary.initializers += value->isConstant(); });
    const ParameterCount parameters = parametersOf(model);
    summary.parameters = parameters.elements;
    summary.parameterBytes = parameters.bytes;
    model.nodes().forEach([&](NodeId, const auto& node) { addNode(summary, model, *node); });
    return summary;
}

nlohmann::json toJson(const ModelSummary& summary) {
    using nlohmann::json;
    const auto portList = [](const std::vector<ModelSummary::Port>& list) {
        json result = json::array();
        for (const auto& port : list)
            result.push_back({{"name", port.name}, {"type", port.type}, {"shape", port.shape}});
        return result;
    };
    json contexts = json::array();
    for (const auto& entry : summary.epContexts)
        contexts.push_back({{"node", entry.node},
                            {"source", entry.source},
                            {"partition_name", entry.partitionName},
                            {"main_context", entry.mainContext},
                            {"embed_mode", entry.embedMode},
                            {"path", entry.path},
                            {"source_model", entry.sourceModel}});
    json metadata = json::object();
    for (const auto& [key, value] : summary.metadata)
        metadata[key] = value;
    return {{"ir_version", summary.irVersion},
            {"model_version", summary.modelVersion},
            {"producer", summary.producer},
            {"domain", summary.domain},
            {"doc_string", summary.docString},
            {"opsets", summary.opsets},
            {"nodes", summary.nodes},
            {"nodes_without_constants", summary.nodesWithoutConstants},
            {"initializers", summary.initializers},
            {"functions", summary.functions},
            {"graphs", summary.graphs},
            {"training_infos", summary.trainingInfos},
            {"parameters", summary.parameters},
            {"parameter_bytes", summary.parameterBytes},
            {"largest_activation_bytes", summary.largestActivationBytes},
            {"flops", summary.flops},
            {"nodes_without_flops", summary.nodesWithoutFlops},
            {"inputs", portList(summary.inputs)},
            {"outputs", portList(summary.outputs)},
            {"operators", summary.operators},
            {"ep_contexts", contexts},
            {"metadata", metadata}};
}

} // namespace partita
