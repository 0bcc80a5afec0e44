// Edits as lines of scripts.

#include "core/base/try.h"
#include "core/edits/edit_script.h"
#include "core/edits/edit_tools.h"
#include "core/edits/name_patterns.h"
#include "core/edits/script_steps.h"
#include "core/edits/slots.h"

namespace partita {

namespace {

using nlohmann::json;

Error noForm(Message what) {
    return {Errc::unsupported,
            PARTITA_TEXT("a script cannot hold {0}", what),
            {},
            PARTITA_TEXT("do this step by hand after the script")};
}

/// Writes one edit with the names of the model that it was applied to.
class Writer {
public:
    Writer(const Model& model, ScriptFiles& files) : m_model(model), m_files(files) {}

    // One function for each edit; std::visit finds a missing one.
    Result<json> operator()(const InsertNode& edit) {
        json form = op("insert_node");
        form["operator"] = operatorText(edit.node.domain, edit.node.opType);
        put(form, "overload", edit.node.overload);
        put(form, "name", edit.node.name);
        put(form, "graph", nameOf(m_model, edit.graph));
        if (edit.node.outputs)
            form["outputs"] = edit.node.outputs;
        form["inputs"] = json::array();
        for (const ValueId id : edit.inputs)
            form["inputs"].push_back(id ? nameOf(m_model, id) : "");
        form["readers"] = json::array();
        for (const Slot& slot : edit.readers)
            form["readers"].push_back(slotForm(slot));
        for (const AttributePtr& attribute : edit.node.attributes)
            form["attributes"][attribute->name] = PARTITA_TRY(attributeForm(*attribute));
        return form;
    }
    Result<json> operator()(const DeleteNodes& edit) {
        return with(op("delete_nodes"), "nodes", names(edit.nodes));
    }
    Result<json> operator()(const BypassNodes& edit) {
        return with(op("bypass_nodes"), "nodes", names(edit.nodes));
    }
    Result<json> operator()(const ReplaceOperator& edit) {
        json form = op("replace_operator");
        form["nodes"] = nameOf(m_model, edit.node);
        form["operator"] = operatorText(edit.domain, edit.opType);
        put(form, "overload", edit.overload);
        return form;
    }
    Result<json> operator()(const PasteNodes& edit) {
        json form = op("paste_nodes");
        put(form, "graph", nameOf(m_model, edit.into));
        if (std::ranges::all_of(edit.nodes, [&](NodeId id) { return isAsIn(*edit.from, id); }))
            return with(form, "nodes", names(edit.nodes));
        if (std::ranges::any_of(edit.nodes, [&](NodeId id) { return readsHere(*edit.from, id); }))
            return noForm(PARTITA_TEXT("nodes as they were before an edit"));
        Model nodes = PARTITA_TRY(modelOfNodes(edit));
        form["nodes"] = json::array();
        for (const NodeId id : nodes.nodesOf(nodes.mainGraph()))
            form["nodes"].push_back(nameOf(nodes, id));
        form["file"] =
            m_files.prefix + "nodes_" + std::to_string(m_files.models.size() + 1) + ".onnx";
        m_files.models.emplace_back(form["file"], std::move(nodes));
        return form;
    }
    Result<json> operator()(const RenameNode& edit) {
        return with(with(op("rename_node"), "node", nameOf(m_model, edit.node)), "name", edit.name);
    }
    Result<json> operator()(const Connect& edit) {
        return with(with(op("connect"), "from", nameOf(m_model, edit.from)), "to",
                    slotForm(edit.to));
    }
    Result<json> operator()(const Disconnect& edit) {
        return with(op("disconnect"), "place", slotForm(edit.slot));
    }
    Result<json> operator()(const RerouteReaders& edit) {
        return with(with(op("reroute_readers"), "from", nameOf(m_model, edit.from)), "to",
                    nameOf(m_model, edit.to));
    }
    Result<json> operator()(const SetAttribute& edit) {
        json form = with(op("set_attribute"), "nodes", names(edit.nodes));
        form["name"] = edit.attribute->name;
        form["value"] = PARTITA_TRY(attributeForm(*edit.attribute));
        return form;
    }
    Result<json> operator()(const ResetAttribute& edit) {
        return with(with(op("reset_attribute"), "nodes", names(edit.nodes)), "name", edit.name);
    }
    Result<json> operator()(const SetTensor& edit) {
        return with(with(op("set_tensor"), "tensor", nameOf(m_model, edit.value)), "value",
                    PARTITA_TRY(tensorToJson(edit.tensor, m_files)));
    }
    Result<json> operator()(const AddInitializer& edit) {
        json form = with(op("add_initializer"), "name", edit.name);
        put(form, "graph", nameOf(m_model, edit.graph));
        return with(form, "value", PARTITA_TRY(tensorToJson(edit.tensor, m_files)));
    }
    Result<json> operator()(const ConvertElementType& edit) {
        json form = with(op("convert_element_type"), "tensors", names(edit.values));
        form["type"] = dataTypeName(edit.type);
        if (edit.castBack)
            form["cast_back"] = true;
        return form;
    }
    Result<json> operator()(const ChangeTensorForm& edit) {
        json form = with(op("change_tensor_form"), "tensor", nameOf(m_model, edit.value));
        form["form"] = edit.form == TensorForm::input         ? "input"
                       : edit.form == TensorForm::initializer ? "initializer"
                                                              : "constant";
        if (edit.tensor)
            form["value"] = PARTITA_TRY(tensorToJson(edit.tensor, m_files));
        return form;
    }
    Result<json> operator()(const PlaceTensors& edit) {
        return with(with(op("place_tensors"), "tensors", names(edit.values)), "external",
                    edit.external);
    }
    Result<json> operator()(const RenameTensor& edit) {
        return with(with(op("rename_tensor"), "tensor", nameOf(m_model, edit.value)), "name",
                    edit.name);
    }
    Result<json> operator()(const ShareEqualTensors&) { return op("share_equal_tensors"); }
    Result<json> operator()(const AddInput& edit) {
        return withType(with(op("add_input"), "name", edit.name), edit.type);
    }
    Result<json> operator()(const RemoveInput& edit) {
        return with(op("remove_input"), "tensor", nameOf(m_model, edit.value));
    }
    Result<json> operator()(const AddOutput& edit) {
        return with(op("add_output"), "tensor", nameOf(m_model, edit.value));
    }
    Result<json> operator()(const RemoveOutput& edit) {
        return with(op("remove_output"), "output", slotForm(edit.output)["output"]);
    }
    Result<json> operator()(const ReorderInterface& edit) {
        json form = op("reorder_interface");
        const Graph& graph = *m_model.graph(edit.graph);
        json& list = form[edit.outputs ? "outputs" : "inputs"] = json::array();
        for (const std::size_t place : edit.order)
            list.push_back(nameOf(m_model, (edit.outputs ? graph.outputs : graph.inputs)[place]));
        return form;
    }
    Result<json> operator()(const SetValueType& edit) {
        return withType(with(op("set_value_type"), "tensor", nameOf(m_model, edit.value)),
                        edit.type);
    }
    Result<json> operator()(const SetDimension& edit) {
        return with(with(op("set_dimension"), "symbol", edit.symbol), "size", sizeForm(edit.size));
    }
    Result<json> operator()(const SetBatch& edit) {
        return with(op("set_batch"), "size", sizeForm(edit.size));
    }
    Result<json> operator()(const ConvertOpset& edit) {
        json form = with(op("convert_opset"), "version", edit.version);
        put(form, "domain", edit.domain);
        return form;
    }
    Result<json> operator()(const SetDocumentation& edit) {
        return about(with(op("set_documentation"), "text", edit.text), edit.of);
    }
    Result<json> operator()(const SetMetadata& edit) {
        json form = about(with(op("set_metadata"), "key", edit.key), edit.of);
        if (edit.remove)
            return with(form, "remove", true);
        return with(form, "value", edit.value);
    }
    Result<json> operator()(const SetProducer& edit) {
        json form = op("set_producer");
        const auto set = [&](const char* key, const auto& field) {
            if (field)
                form[key] = *field;
        };
        set("name", edit.producerName);
        set("version", edit.producerVersion);
        set("domain", edit.domain);
        set("model_version", edit.modelVersion);
        return form;
    }
    Result<json> operator()(const ExtractFunction& edit) {
        json form = with(op("extract_function"), "nodes", names(edit.nodes));
        form["name"] = edit.name;
        form["domain"] = edit.domain;
        return form;
    }
    Result<json> operator()(const InlineFunction& edit) {
        json form = op("inline_function");
        if (!edit.function)
            return with(form, "nodes", names(edit.calls));
        const Graph& graph = *m_model.graph(edit.function);
        form["function"] = operatorText(graph.function->domain, graph.name);
        put(form, "overload", graph.function->overload);
        return form;
    }
    Result<json> operator()(const TakeBranch& edit) {
        return with(op("take_branch"), "nodes", nameOf(m_model, edit.node));
    }
    Result<json> operator()(const MarkNodes& edit) {
        json form = with(op("mark_nodes"), "nodes", names(edit.nodes));
        return edit.mark.empty() ? with(form, "remove", true) : with(form, "mark", edit.mark);
    }
    Result<json> operator()(const InsertConversion& edit) {
        json form = std::visit([](const auto& how) { return conversionForm(how); }, edit.how);
        form["on"] = nameOf(m_model, edit.value);
        form["readers"] = json::array();
        for (const Slot& slot : edit.readers)
            form["readers"].push_back(slotForm(slot));
        return form;
    }

private:
    /// Whether a node and its constants are the ones of another model, or of another state of this.
    [[nodiscard]] bool isAsIn(const Model& other, NodeId id) const {
        const auto &there = other.node(id), &here = m_model.node(id);
        return there && there == here && std::ranges::all_of(here->inputs, [&](ValueId input) {
                   const auto &read = m_model.value(input), &was = other.value(input);
                   return !read == !was && (!read || read->initializer == was->initializer);
               });
    }
    /// Whether a copy of another model's node reads a tensor of this one.
    [[nodiscard]] bool readsHere(const Model& other, NodeId id) const {
        const auto& node = other.node(id);
        return node && std::ranges::any_of(node->inputs, [&](ValueId input) {
                   const auto &read = m_model.value(input), &was = other.value(input);
                   return read && was && !read->isConstant() && read->name == was->name;
               });
    }
    static json op(const char* name) { return {{"op", name}}; }
    static json with(json form, const char* key, json value) {
        form[key] = std::move(value);
        return form;
    }
    static json conversionForm(const CastOnEdge& how) {
        json form = with(op("insert_cast"), "type", dataTypeName(how.type));
        return how.back ? with(std::move(form), "back", true) : form;
    }
    static json conversionForm(const TransposeOnEdge& how) {
        json form = with(op("insert_transpose"), "perm", how.perm);
        return how.back ? with(std::move(form), "back", true) : form;
    }
    static json conversionForm(const QuantizeOnEdge& how) {
        json form = with(op("insert_quantization"), "type", dataTypeName(how.type));
        form["scale"] = how.scale;
        if (!how.zeroPoint.empty())
            form["zero_point"] = how.zeroPoint;
        return how.scale.size() > 1 ? with(std::move(form), "axis", how.axis) : form;
    }
    static void put(json& form, const char* key, const std::string& text) {
        if (!text.empty())
            form[key] = text;
    }
    static std::string operatorText(const std::string& domain, const std::string& opType) {
        return domain.empty() ? opType : domain + "." + opType;
    }
    template <class Id> json names(const std::vector<Id>& ids) const {
        json list = json::array();
        for (const Id id : ids)
            list.push_back(nameOf(m_model, id));
        return list;
    }
    [[nodiscard]] json slotForm(const Slot& slot) const {
        if (slot.node)
            return {{"node", nameOf(m_model, slot.node)}, {"input", slot.index}};
        json form;
        const auto& outputs = m_model.graph(slot.graph)->outputs;
        const ValueId id = slot.index < outputs.size() ? outputs[slot.index] : ValueId{};
        const bool first = id && std::ranges::find(outputs, id) - outputs.begin() ==
                                     static_cast<std::ptrdiff_t>(slot.index);
        form["output"] = first ? json(m_model.value(id)->name) : json(slot.index);
        put(form, "graph", nameOf(m_model, slot.graph));
        return form;
    }
    static json sizeForm(const Dim& size) {
        return size.value ? json(*size.value) : size.param.empty() ? json() : json(size.param);
    }
    static Result<json> withType(json form, const TypePtr& type) {
        if (!type || !type->isTensor())
            return noForm(PARTITA_TEXT("a type that is no tensor"));
        form["type"] = dataTypeName(type->element);
        form["shape"] = nullptr;
        if (!type->shape)
            return form;
        form["shape"] = json::array();
        for (const Dim& dim : *type->shape)
            form["shape"].push_back(sizeForm(dim));
        return form;
    }
    [[nodiscard]] json about(json form, const Annotated& part) const {
        if (part.node)
            form["nodes"] = nameOf(m_model, part.node);
        if (part.value)
            form["tensors"] = nameOf(m_model, part.value);
        if (part.graph)
            form["graph"] = m_model.graphPath(part.graph);
        return form;
    }
    Result<json> attributeForm(const Attribute& attribute) {
        const auto typed = [&](json value) {
            return json{{"type", attributeTypeName(attribute.typeNumber())},
                        {"value", std::move(value)}};
        };
        const auto& value = attribute.value;
        if (const auto* tensor = std::get_if<TensorPtr>(&value))
            return typed(PARTITA_TRY(tensorToJson(*tensor, m_files)));
        if (const auto* text = std::get_if<Buffer>(&value))
            return typed(std::string(text->text()));
        if (const auto* number = std::get_if<float>(&value))
            return typed(*number);
        if (const auto* number = std::get_if<std::int64_t>(&value))
            return typed(*number);
        if (const auto* numbers = std::get_if<std::vector<float>>(&value))
            return typed(*numbers);
        if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value))
            return typed(*numbers);
        if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
            return typed(*texts);
        return noForm(PARTITA_TEXT("the attribute {0}", attribute.name));
    }

    const Model& m_model;
    ScriptFiles& m_files;
};

} // namespace

Result<json> scriptOf(const Edit& edit, const Model& before, ScriptFiles& files) {
    return std::visit(Writer(before, files), edit);
}

} // namespace partita
