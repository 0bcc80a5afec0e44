// Lines of scripts about tensors, the interface, and what is said about a model.

#include <algorithm>
#include <array>

#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/script_step_reader.h"

namespace partita {

namespace {

using nlohmann::json;
using Edits = Result<std::vector<Edit>>;

/// What a constant is now; nothing for other tensors.
ExpectedTensor presentForm(const Model& model, ValueId id) {
    const auto now = edits::constantTensor(model, id);
    return now ? ExpectedTensor{(*now)->type, (*now)->dims} : ExpectedTensor();
}

/// What an input is declared as, where all sizes are known.
ExpectedTensor declaredForm(const Model& model, ValueId id) {
    const auto& type = model.value(id)->type;
    if (!type || !type->isTensor())
        return {};
    return {type->element, staticDims(type->shape)};
}

Edits setTensor(StepReader& step) {
    std::vector<Edit> edits;
    for (const ValueId value : PARTITA_TRY(step.tensors("tensor"))) {
        auto data = PARTITA_TRY(step.tensorData("value", presentForm(step.model(), value)));
        edits.emplace_back(SetTensor{value, std::move(data)});
    }
    return edits;
}

Edits addInitializer(StepReader& step) {
    const GraphId graph = PARTITA_TRY(step.graph());
    const std::string name = PARTITA_TRY(step.text("name"));
    auto data = PARTITA_TRY(step.tensorData("value"));
    return std::vector<Edit>{AddInitializer{graph, name, std::move(data)}};
}

Result<DataType> elementType(StepReader& step, const char* key) {
    const auto type = dataTypeFromName(PARTITA_TRY(step.text(key)));
    if (!type)
        return wrongValue(PARTITA_TEXT("{0} is no element type", step.at(key).dump()));
    return *type;
}

Edits convertElementType(StepReader& step) {
    auto values = PARTITA_TRY(step.tensors("tensors"));
    const DataType type = PARTITA_TRY(elementType(step, "type"));
    const bool castBack = PARTITA_TRY(step.flag("cast_back"));
    return std::vector<Edit>{ConvertElementType{std::move(values), type, castBack}};
}

Edits changeTensorForm(StepReader& step) {
    const ValueId value = PARTITA_TRY(step.tensor("tensor"));
    const std::string form = PARTITA_TRY(step.text("form"));
    ChangeTensorForm edit{value, TensorForm::initializer, nullptr};
    if (form == "input")
        edit.form = TensorForm::input;
    else if (form == "constant")
        edit.form = TensorForm::constant;
    else if (form != "initializer")
        return wrongValue(PARTITA_TEXT("\"form\" must be input, initializer or constant"));
    if (step.has("value"))
        edit.tensor = PARTITA_TRY(step.tensorData("value", declaredForm(step.model(), value)));
    return std::vector<Edit>{std::move(edit)};
}

Edits placeTensors(StepReader& step) {
    auto values = PARTITA_TRY(step.tensors("tensors"));
    const bool isExternal = PARTITA_TRY(step.flag("external"));
    return std::vector<Edit>{PlaceTensors{std::move(values), isExternal}};
}

Edits renameTensor(StepReader& step) {
    const ValueId value = PARTITA_TRY(step.tensor("tensor"));
    const std::string name = PARTITA_TRY(step.text("name"));
    return std::vector<Edit>{RenameTensor{value, name}};
}

Edits shareEqualTensors(StepReader&) { return std::vector<Edit>{ShareEqualTensors{}}; }

Edits addInput(StepReader& step) {
    const GraphId graph = PARTITA_TRY(step.graph());
    const std::string name = PARTITA_TRY(step.text("name"));
    auto type =
        PARTITA_TRY(typeFromJson(step.at("type"), step.has("shape") ? step.at("shape") : json()));
    return std::vector<Edit>{AddInput{graph, name, std::move(type)}};
}

template <class E> Edits each(StepReader& step) {
    std::vector<Edit> edits;
    for (const ValueId value : PARTITA_TRY(step.tensors("tensor")))
        edits.emplace_back(E{value});
    return edits;
}

Edits removeOutput(StepReader& step) {
    json place = {{"output", step.at("output")}};
    if (step.has("graph"))
        place["graph"] = step.at("graph");
    return std::vector<Edit>{RemoveOutput{PARTITA_TRY(step.slot(place))}};
}

/// The names in their new order; those that are not named come behind, as they are.
Edits reorderInterface(StepReader& step) {
    ReorderInterface edit{PARTITA_TRY(step.graph()), step.has("outputs"), {}};
    const char* key = edit.outputs ? "outputs" : "inputs";
    if (step.has("inputs") == step.has("outputs") || !step.at(key).is_array())
        return wrongValue(PARTITA_TEXT("a list \"inputs\" or \"outputs\" is needed"));
    const Graph& graph = *step.model().graph(edit.graph);
    const auto& present = edit.outputs ? graph.outputs : graph.inputs;
    std::vector<bool> taken(present.size());
    for (const json& name : step.at(key)) {
        const ValueId value = PARTITA_TRY(step.tensorOf(name));
        std::size_t at = 0;
        while (at < present.size() && (present[at] != value || taken[at]))
            ++at;
        if (at == present.size())
            return wrongValue(
                PARTITA_TEXT("{0} is not in the list, or there twice",
                             name.dump(-1, ' ', false, json::error_handler_t::replace)));
        taken[at] = true;
        edit.order.push_back(at);
    }
    for (std::size_t i = 0; i < present.size(); ++i)
        if (!taken[i])
            edit.order.push_back(i);
    return std::vector<Edit>{std::move(edit)};
}

/// A type without a shape, or a shape without a type, keeps what is there.
Edits setValueType(StepReader& step) {
    std::vector<Edit> edits;
    if (!step.has("type") && !step.has("shape"))
        return wrongValue(PARTITA_TEXT("a \"type\" or a \"shape\" is needed"));
    for (const ValueId value : PARTITA_TRY(step.tensors("tensor"))) {
        const TypePtr now = step.model().value(value)->type;
        if (!step.has("type") && (!now || !now->isTensor()))
            return wrongValue(PARTITA_TEXT("\"{0}\" is needed", "type"));
        const json type = step.has("type") ? step.at("type") : json(dataTypeName(now->element));
        TypePtr made =
            PARTITA_TRY(typeFromJson(type, step.has("shape") ? step.at("shape") : json()));
        if (!step.has("shape") && now && now->isTensor())
            made = Type::tensor(made->element, now->shape);
        edits.emplace_back(SetValueType{value, std::move(made)});
    }
    return edits;
}

Edits setDimension(StepReader& step) {
    const std::string symbol = PARTITA_TRY(step.text("symbol"));
    auto size = PARTITA_TRY(step.size("size"));
    return std::vector<Edit>{SetDimension{symbol, std::move(size)}};
}
Edits setBatch(StepReader& step) {
    return std::vector<Edit>{SetBatch{PARTITA_TRY(step.size("size"))}};
}
Edits convertOpset(StepReader& step) {
    const std::int64_t version = PARTITA_TRY(step.number("version"));
    return std::vector<Edit>{ConvertOpset{PARTITA_TRY(step.textOrNone("domain")), version}};
}

/// The parts that a line about documentation or metadata means: nodes, tensors, a graph or the model.
Result<std::vector<Annotated>> parts(StepReader& step) {
    std::vector<Annotated> found;
    if (step.has("nodes"))
        for (const NodeId node : PARTITA_TRY(step.nodes("nodes")))
            found.push_back({node, {}, {}});
    if (step.has("tensors"))
        for (const ValueId value : PARTITA_TRY(step.tensors("tensors")))
            found.push_back({{}, value, {}});
    if (step.has("graph")) {
        const GraphId graph = PARTITA_TRY(step.graph());
        found.push_back({{}, {}, graph});
    }
    if (found.empty())
        found.emplace_back();
    return found;
}

Edits setDocumentation(StepReader& step) {
    std::vector<Edit> edits;
    const std::string text = PARTITA_TRY(step.text("text"));
    for (const Annotated& part : PARTITA_TRY(parts(step)))
        edits.emplace_back(SetDocumentation{part, text});
    return edits;
}

Edits setMetadata(StepReader& step) {
    std::vector<Edit> edits;
    const std::string key = PARTITA_TRY(step.text("key"));
    const bool remove = PARTITA_TRY(step.flag("remove"));
    if (remove == step.has("value"))
        return wrongValue(PARTITA_TEXT("either \"value\" or \"remove\": true is needed"));
    const std::string value = PARTITA_TRY(step.textOrNone("value"));
    for (const Annotated& part : PARTITA_TRY(parts(step)))
        edits.emplace_back(SetMetadata{part, key, value, remove});
    return edits;
}

Edits setProducer(StepReader& step) {
    SetProducer edit;
    const auto take = [&](const char* key, std::optional<std::string>& field) -> Result<void> {
        if (step.has(key))
            field = PARTITA_TRY(step.text(key));
        return {};
    };
    PARTITA_TRY(take("name", edit.producerName));
    PARTITA_TRY(take("version", edit.producerVersion));
    PARTITA_TRY(take("domain", edit.domain));
    if (step.has("model_version"))
        edit.modelVersion = PARTITA_TRY(step.number("model_version"));
    return std::vector<Edit>{std::move(edit)};
}

constexpr std::array<StepKind, 19> kModelSteps = {{
    {"set_tensor", "tensor value", "", setTensor},
    {"add_initializer", "name value", "graph", addInitializer},
    {"convert_element_type", "tensors type", "cast_back", convertElementType},
    {"change_tensor_form", "tensor form", "value", changeTensorForm},
    {"place_tensors", "tensors external", "", placeTensors},
    {"rename_tensor", "tensor name", "", renameTensor},
    {"share_equal_tensors", "", "", shareEqualTensors},
    {"add_input", "name type", "shape graph", addInput},
    {"remove_input", "tensor", "", each<RemoveInput>},
    {"add_output", "tensor", "", each<AddOutput>},
    {"remove_output", "output", "graph", removeOutput},
    {"reorder_interface", "", "inputs outputs graph", reorderInterface},
    {"set_value_type", "tensor", "type shape", setValueType},
    {"set_dimension", "symbol size", "", setDimension},
    {"set_batch", "size", "", setBatch},
    {"convert_opset", "version", "domain", convertOpset},
    {"set_documentation", "text", "nodes tensors graph", setDocumentation},
    {"set_metadata", "key", "value remove nodes tensors graph", setMetadata},
    {"set_producer", "", "name version domain model_version", setProducer},
}};

} // namespace

std::span<const StepKind> modelSteps() { return kModelSteps; }

} // namespace partita
