#include "core/probes/node_traits.h"

#include <algorithm>
#include <array>

#include "core/ir/element_type.h"
#include "core/onnx/operator_description.h"
#include "core/probes/value_classes.h"

namespace partita {

namespace {

using TraitKind = TraitKey::Kind;
using Of = TraitKey::Of;

/// Where a formal parameter stands; nothing: the operator has none of the name.
std::optional<std::size_t> placeOf(const std::vector<std::string>& names, const std::string& name) {
    const auto at = std::ranges::find(names, name);
    return at == names.end() ? std::nullopt
                             : std::optional(static_cast<std::size_t>(at - names.begin()));
}

ValueId valueAt(const IdList<ValueId>& list, std::size_t index) {
    return index < list.size() ? list[index] : ValueId{};
}

const Node* constantOf(const Model& model, ValueId id) {
    const NodeId producer = model.producer(id);
    return producer && model.node(producer)->is("Constant") ? model.node(producer).get() : nullptr;
}

/// The tensor of a constant; null: it is computed, fed, or no plain tensor.
TensorPtr tensorOf(const Model& model, ValueId id) {
    if (const TensorPtr& stored = model.value(id)->initializer)
        return stored;
    const Node* constant = constantOf(model, id);
    const Attribute* attribute = constant ? constant->attribute("value") : nullptr;
    const auto* tensor = attribute ? std::get_if<TensorPtr>(&attribute->value) : nullptr;
    return tensor ? *tensor : nullptr;
}

/// Whether a session may treat it as a constant: an initializer that is an input, too, may be fed.
bool isConstantHere(const Model& model, ValueId id) {
    return (model.value(id)->isConstant() && !model.isGraphInput(id)) || constantOf(model, id);
}

std::optional<std::size_t> rankOf(const Model& model, ValueId id) {
    const auto& value = id ? model.value(id) : model.value({});
    if (!value)
        return std::nullopt;
    if (value->initializer)
        return value->initializer->dims.size();
    if (value->type && value->type->isTensor() && value->type->shape)
        return value->type->shape->size();
    const TensorPtr tensor = tensorOf(model, id);
    return tensor ? std::optional(tensor->dims.size()) : std::nullopt;
}

std::optional<std::string> shapeOf(const Model& model, ValueId id) {
    if (isConstantHere(model, id))
        return "static";
    const auto& type = model.value(id)->type;
    if (!type || !type->isTensor() || !type->shape)
        return "unranked";
    return staticDims(type->shape) ? "static" : "dynamic";
}

/// The sizes of a tensor; nothing: they are not all known.
std::optional<std::vector<std::int64_t>> staticDimsOf(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    if (value->initializer)
        return value->initializer->dims;
    return value->type && value->type->isTensor() ? staticDims(value->type->shape) : std::nullopt;
}

/// Whether it is known that a tensor has no elements.
bool isEmpty(const Model& model, ValueId id) {
    const auto dims = staticDimsOf(model, id);
    return dims && std::ranges::count(*dims, 0) > 0;
}

/// Whether it is known that a tensor has one element.
bool hasOneElement(const Model& model, ValueId id) {
    return staticDimsOf(model, id).value_or(std::vector<std::int64_t>{0}) ==
           std::vector<std::int64_t>{1};
}

std::string sourceOf(const Model& model, ValueId id) {
    if (!id)
        return "omitted";
    if (isEmpty(model, id))
        return "empty";
    return isConstantHere(model, id) ? "constant" : "computed";
}

std::optional<std::string> traitOfValue(const Model& model, ValueId id, TraitKind kind) {
    if (kind == TraitKind::source)
        return sourceOf(model, id);
    if (!id || !model.value(id))
        return std::nullopt;
    if (kind == TraitKind::shape)
        return shapeOf(model, id);
    if (kind == TraitKind::rank) {
        const auto rank = rankOf(model, id);
        return rank ? std::optional(std::to_string(*rank)) : std::nullopt;
    }
    const DataType type = elementTypeOf(model, id);
    return type == DataType::undefined ? std::nullopt
                                       : std::optional(std::string(dataTypeName(type)));
}

/// How the node that quantizes an input or output of a group does it. Nothing: there is none, or the
/// axis is not known.
std::optional<std::string> scalesOf(const Model& model, const Node& inside, bool isInput,
                                    std::size_t at) {
    const auto& whole = model.node(inside.id);
    if (!whole)
        return std::nullopt;
    const ValueId real = valueAt(isInput ? whole->inputs : whole->outputs, at);
    const ValueId quantized = valueAt(isInput ? inside.inputs : inside.outputs, at);
    if (!real || !quantized || real == quantized)
        return std::nullopt;
    const Node& quantizer =
        *model.node(isInput ? model.producer(real) : model.consumers(real).front());
    const ValueId scale = valueAt(quantizer.inputs, 1);
    if (!scale)
        return std::nullopt;
    const auto scaleRank = rankOf(model, scale), rank = rankOf(model, quantized);
    const bool isInBlocks = quantizer.intAttribute("block_size", 0) > 0;
    if (!isInBlocks && (scaleRank == 0U || hasOneElement(model, scale)))
        return "tensor";
    const auto axis =
        scaleRank && rank ? classOfAxis(quantizer.intAttribute("axis", 1), *rank) : std::nullopt;
    return axis && isInBlocks ? "blocks " + *axis : axis;
}

/// Whether an input or output of a group has the type of the first quantized input. Nothing: it is that
/// input, or not quantized.
std::optional<std::string> likeFirst(const Model& model, const Node& inside, bool isInput,
                                     std::size_t at) {
    const auto& whole = model.node(inside.id);
    if (!whole)
        return std::nullopt;
    const ValueId quantized = valueAt(isInput ? inside.inputs : inside.outputs, at);
    if (!quantized || quantized == valueAt(isInput ? whole->inputs : whole->outputs, at))
        return std::nullopt;
    for (std::size_t i = 0; i < inside.inputs.size(); ++i) {
        if (inside.inputs[i] == valueAt(whole->inputs, i))
            continue;
        if (isInput && i == at)
            return std::nullopt;
        const bool isSame =
            elementTypeOf(model, inside.inputs[i]) == elementTypeOf(model, quantized);
        return isSame ? "same" : "other";
    }
    return std::nullopt;
}

/// The least known shape of the inputs of a variadic one.
std::optional<std::string> shapeOfAll(const Model& model, const IdList<ValueId>& values,
                                      std::size_t from) {
    static constexpr std::array<std::string_view, 3> kOrder = {"static", "dynamic", "unranked"};
    std::optional<std::string> least;
    for (std::size_t i = from; i < values.size(); ++i) {
        const auto shape = traitOfValue(model, values[i], TraitKind::shape);
        if (shape &&
            (!least || std::ranges::find(kOrder, *shape) > std::ranges::find(kOrder, *least)))
            least = shape;
    }
    return least;
}

std::optional<std::string> countText(std::size_t count) {
    return count > 2 ? "more" : std::to_string(count);
}

/// The class of an attribute, or of the value that it has where it is missing. Nothing: the version
/// of the operator has no such attribute.
std::optional<std::string> attributeClass(const Model& model, const Node& node,
                                          const OpVersions::Entry& entry, const std::string& name) {
    const auto rank = rankOf(model, valueAt(node.inputs, 0));
    if (const Attribute* attribute = node.attribute(name))
        return classOfAttribute(*attribute, rank);
    const auto known = describeOperator(node.opType.str(), "", entry.opset);
    const AttributeDescription* described = known ? known->attribute(name) : nullptr;
    if (known && !described)
        return std::nullopt;
    return described && described->otherwise ? classOfAttribute(*described->otherwise, rank)
                                             : std::optional<std::string>("missing");
}

std::optional<std::string> constantClass(const Model& model, const Node& node, ValueId id,
                                         const std::string& name) {
    if (!id || !model.value(id) || !isConstantHere(model, id))
        return std::nullopt;
    const TensorPtr tensor = tensorOf(model, id);
    return tensor ? classOfConstant(name, *tensor, rankOf(model, valueAt(node.inputs, 0)))
                  : std::nullopt;
}

} // namespace

std::string_view traitKindName(TraitKind kind) {
    constexpr std::array<std::string_view, 8> kNames = {"type",  "rank",  "source", "shape",
                                                        "count", "value", "scales", "likeFirst"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string_view traitOfName(Of of) {
    constexpr std::array<std::string_view, 3> kNames = {"input", "output", "attribute"};
    return kNames[static_cast<std::size_t>(of)];
}

std::optional<std::string> traitOf(const Model& model, const Node& node,
                                   const OpVersions::Entry& entry, const TraitKey& key) {
    if (!entry.schema)
        return std::nullopt;
    if (key.of == Of::attribute)
        return key.kind == TraitKind::value ? attributeClass(model, node, entry, key.name)
                                            : std::nullopt;
    const bool isInput = key.of == Of::input;
    const auto& names = isInput ? entry.schema->inputs : entry.schema->outputs;
    const auto& values = isInput ? node.inputs : node.outputs;
    const auto at = placeOf(names, key.name);
    if (!at)
        return std::nullopt;
    if (key.kind == TraitKind::count)
        return countText(values.size() > *at ? values.size() - *at : 0);
    if (key.kind == TraitKind::shape && isInput && entry.schema->variadicInputs &&
        *at + 1 == names.size())
        return shapeOfAll(model, values, *at);
    if (key.kind == TraitKind::scales)
        return scalesOf(model, node, isInput, *at);
    if (key.kind == TraitKind::likeFirst)
        return likeFirst(model, node, isInput, *at);
    if (key.kind == TraitKind::value)
        return isInput ? constantClass(model, node, valueAt(values, *at), key.name) : std::nullopt;
    return traitOfValue(model, valueAt(values, *at), key.kind);
}

Traits traitsOf(const Model& model, const Node& node, const OpVersions::Entry& entry) {
    Traits traits;
    const auto add = [&](const TraitKey& key) {
        if (auto found = traitOf(model, node, entry, key))
            traits.emplace(key, *std::move(found));
    };
    const auto known = describeOperator(node.opType.str(), "", entry.opset);
    if (!entry.schema || !known)
        return traits;
    for (const std::string& name : entry.schema->inputs)
        for (const TraitKind kind :
             {TraitKind::type, TraitKind::rank, TraitKind::source, TraitKind::shape,
              TraitKind::value, TraitKind::scales, TraitKind::likeFirst})
            add({kind, Of::input, name});
    if (entry.schema->variadicInputs)
        add({TraitKind::count, Of::input, entry.schema->inputs.back()});
    for (const std::string& name : entry.schema->outputs)
        for (const TraitKind kind : {TraitKind::type, TraitKind::rank, TraitKind::source,
                                     TraitKind::shape, TraitKind::scales, TraitKind::likeFirst})
            add({kind, Of::output, name});
    for (const AttributeDescription& attribute : known->attributes)
        add({TraitKind::value, Of::attribute, attribute.name});
    return traits;
}

} // namespace partita
