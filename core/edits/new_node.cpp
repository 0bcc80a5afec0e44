#include "core/edits/new_node.h"

#include <algorithm>

#include "core/onnx/schema.h"

namespace partita::edits {

namespace {

/// What could be done about an operator that is not in an opset.
Message whereItIs(const std::string& opType, const std::string& domain, std::int64_t opset) {
    const int newest = newestOpset(domain).value_or(0);
    for (std::int64_t later = opset + 1; later <= newest; ++later)
        if (const auto found = describeOperator(opType, domain, later); found && !found->deprecated)
            return PARTITA_TEXT("convert the model to opset {0} or newer", later);
    return PARTITA_TEXT("take one of the opset");
}

/// The opset that a domain has once it is imported: a function takes that of the model, where ONNX
/// wants operators to mean the same in both.
std::int64_t opsetToImport(const Model& model, const std::string& domain) {
    return model.info().opset(domain).value_or(newestOpset(domain).value_or(1));
}

void setFunction(const Model& model, GraphId function, WantedOperator& wanted) {
    const Graph& graph = *model.graph(function);
    wanted.function = function;
    wanted.leastInputs = wanted.mostInputs = graph.inputs.size();
    wanted.leastOutputs = wanted.mostOutputs = graph.outputs.size();
}

} // namespace

Result<WantedOperator> wantedOperator(const Model& model, GraphId graph, const std::string& wish,
                                      const std::string& opType, const std::string& overload) {
    if (opType.empty())
        return Error{Errc::usage, PARTITA_TEXT("no operator is named"), {}, {}};
    // The checker finds the import of "" under either name, that of "ai.onnx" only as it is written.
    const std::string domain = wish == "ai.onnx" ? "" : wish;
    WantedOperator wanted{domain, opType, overload, {}, nullptr, 0, SIZE_MAX, 1, SIZE_MAX};
    Node call;
    call.opType = opType;
    call.domain = domain;
    call.overload = overload;
    if (const GraphId function = functionOf(model, call)) {
        if (sees(model, graph, function))
            return Error{
                Errc::usage, PARTITA_TEXT("the function {0} cannot call itself", opType), {}, {}};
        setFunction(model, function, wanted);
        return wanted;
    }
    const std::int64_t opset = opsetIn(model, graph, domain).value_or(opsetToImport(model, domain));
    wanted.description = describeOperator(opType, domain, opset);
    const bool isListed =
        domain.empty() || domain.starts_with("ai.onnx"); // ONNX knows all of these
    if (!wanted.description ? isListed : wanted.description->deprecated)
        return Error{Errc::usage,
                     PARTITA_TEXT("there is no operator {0} in opset {1}",
                                  operatorText(opType, domain), opset),
                     {},
                     whereItIs(opType, domain, opset)};
    if (const OperatorDescription* known = wanted.description.get()) {
        wanted.leastInputs = known->leastInputs;
        wanted.mostInputs = known->mostInputs;
        wanted.leastOutputs = std::max<std::size_t>(known->leastOutputs, 1);
        wanted.mostOutputs = known->mostOutputs;
    }
    return wanted;
}

void importDomain(ModelEditor& editor, GraphId graph, const std::string& domain,
                  std::optional<std::int64_t> version) {
    if (opsetIn(editor.model(), graph, domain))
        return;
    const OpsetImport import{domain, version.value_or(opsetToImport(editor.model(), domain))};
    const GraphId root = rootOf(editor.model(), graph);
    if (!editor.model().graph(root)->function) {
        editor.changeInfo([&](ModelInfo& info) { info.opsets.push_back(import); });
        return;
    }
    editor.changeGraph(root, [&](Graph& changed) {
        auto info = std::make_shared<FunctionInfo>(*changed.function);
        info->opsets.push_back(import);
        changed.function = std::move(info);
    });
}

Result<void> importFor(ModelEditor& editor, GraphId graph, const Node& node,
                       std::optional<std::int64_t> there) {
    const auto here = opsetIn(editor.model(), graph, node.domain);
    if (there && !here)
        importDomain(editor, graph, node.domain, there);
    if (!there || !here)
        return {};
    const auto old = describeOperator(node.opType, node.domain, *there),
               now = describeOperator(node.opType, node.domain, *here);
    if (old == now || (old && now && old->sinceVersion == now->sinceVersion))
        return {};
    return Error{Errc::usage,
                 now ? PARTITA_TEXT("{0} is version {1} there and version {2} here",
                                    node.opType.str(), old ? old->sinceVersion : 0,
                                    now->sinceVersion)
                     : PARTITA_TEXT("{0} is not in the opset of this model", node.opType.str()),
                 {PARTITA_TEXT("node '{0}'", node.label())},
                 PARTITA_TEXT("convert one of the two to the opset of the other")};
}

ValueId addOutput(ModelEditor& editor, NamesInUse& names, const Node& node,
                  const OperatorDescriptionPtr& description, std::size_t index) {
    const bool isNamed = description && description->output(index) &&
                         description->output(index)->option != FormalParameter::Option::variadic;
    const std::string suffix =
        isNamed ? description->output(index)->name : "output_" + std::to_string(index);
    const std::string stem = node.name.empty() ? node.opType.str() : node.name;
    Value value;
    value.graph = node.graph;
    value.name = names.unique(stem + "_" + suffix);
    return editor.addValue(std::move(value));
}

} // namespace partita::edits
