// Rules of edits of the inputs and outputs of a model.

#include <algorithm>

#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/edits/output_types.h"

namespace partita::edits {

namespace {

bool holds(const std::vector<ValueId>& list, ValueId id) {
    return std::ranges::find(list, id) != list.end();
}

/// ONNX wants the element type of what goes in and out.
Result<void> checkInterfaceType(const TypePtr& type) {
    for (const Type* at = type.get(); at; at = at->nested.get()) {
        const bool ofElements = at->kind == Type::Kind::tensor ||
                                at->kind == Type::Kind::sparseTensor || at->kind == Type::Kind::map;
        if (at->kind == Type::Kind::none || (ofElements && dataTypeName(at->element).empty()) ||
            (ofElements && at->element == DataType::undefined) ||
            (!ofElements && at->kind != Type::Kind::opaque && !at->nested))
            break;
        for (const Dim& dim : at->shape.value_or(Shape()))
            if (dim.value.value_or(0) < 0)
                return Error{Errc::usage,
                             PARTITA_TEXT("a size of {0} is negative", at->text()),
                             {},
                             PARTITA_TEXT("give 0 or more, or a name for a size that is open")};
        if (!at->nested)
            return {};
    }
    return Error{Errc::usage,
                 PARTITA_TEXT("an input or output needs a type with its elements"),
                 {},
                 PARTITA_TEXT("give for example float32 and a shape")};
}

/// What of the quantization annotations is about a value goes with it.
void forgetQuantization(ModelEditor& editor, GraphId id, ValueId gone) {
    const auto isAbout = [&](const QuantizationAnnotation& annotation) {
        return annotation.tensor == gone ||
               std::ranges::any_of(annotation.parameters,
                                   [&](const auto& each) { return each.second == gone; });
    };
    if (std::ranges::any_of(editor.model().graph(id)->quantization, isAbout))
        editor.changeGraph(id, [&](Graph& graph) { std::erase_if(graph.quantization, isAbout); });
}

/// The type of a tensor that becomes an output: as it is known, or as inference finds it.
Result<TypePtr> outputType(const Model& model, ValueId id) {
    if (TypePtr type = knownType(model, id); type && checkInterfaceType(type))
        return type;
    return Error{Errc::usage,
                 PARTITA_TEXT("the type of '{0}' is not known, and an output needs one",
                              tensorText(model, id)),
                 {},
                 PARTITA_TEXT("correct the nodes in front of it first")};
}

} // namespace

Result<Edited> apply(const Model& model, const AddInput& edit) {
    PARTITA_TRY(checkMain(model, edit.graph));
    PARTITA_TRY(checkNewName(model, edit.graph, edit.name));
    PARTITA_TRY(checkInterfaceType(edit.type));
    ModelEditor editor(model);
    Value value;
    value.graph = edit.graph;
    value.name = edit.name;
    value.type = edit.type;
    const ValueId id = editor.addValue(std::move(value));
    editor.changeGraph(edit.graph, [&](Graph& graph) { graph.inputs.push_back(id); });
    return finished(std::move(editor), PARTITA_TEXT("Add input {0}", edit.name), edit.name);
}

Result<Edited> apply(const Model& model, const RemoveInput& edit) {
    const auto value = PARTITA_TRY(existing(model, edit.value));
    const std::string name = tensorText(model, edit.value);
    PARTITA_TRY(checkMain(model, value->graph));
    if (!model.isGraphInput(edit.value))
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' is no input", name),
                     {},
                     PARTITA_TEXT("choose an input of the model")};
    if (isRead(model, edit.value)) {
        const auto readers = model.consumers(edit.value);
        const std::string reader = readers.empty() ? name : model.node(readers.front())->label();
        return Error{Errc::usage,
                     PARTITA_TEXT("input '{0}' is read by '{1}'", name, reader),
                     {},
                     PARTITA_TEXT("let its readers read something else first, or make it an "
                                  "initializer")};
    }
    ModelEditor editor(model);
    editor.changeGraph(value->graph, [&](Graph& graph) { std::erase(graph.inputs, edit.value); });
    forgetQuantization(editor, value->graph, edit.value);
    editor.removeValue(edit.value);
    return finished(std::move(editor), PARTITA_TEXT("Remove input {0}", name), name);
}

Result<Edited> apply(const Model& model, const AddOutput& edit) {
    const auto value = PARTITA_TRY(existing(model, edit.value));
    const std::string name = tensorText(model, edit.value);
    PARTITA_TRY(checkMain(model, value->graph));
    if (holds(model.graph(value->graph)->outputs, edit.value))
        return nothingToDo(PARTITA_TEXT("'{0}' is an output already", name));
    if (value->name.empty() ||
        (!value->isConstant() && !model.isGraphInput(edit.value) && !model.producer(edit.value)))
        return Error{Errc::usage,
                     PARTITA_TEXT("nothing makes the tensor '{0}'", name),
                     {},
                     PARTITA_TEXT("connect it first")};
    const auto type = PARTITA_TRY(outputType(model, edit.value));
    ModelEditor editor(model);
    if (value->type != type)
        editor.changeValue(edit.value, [&](Value& changed) { changed.type = type; });
    editor.changeGraph(value->graph, [&](Graph& graph) { graph.outputs.push_back(edit.value); });
    return finished(std::move(editor), PARTITA_TEXT("Add output {0}", name), name);
}

Result<Edited> apply(const Model& model, const RemoveOutput& edit) {
    PARTITA_TRY(checkMain(model, edit.output.graph));
    const auto& outputs = model.graph(edit.output.graph)->outputs;
    if (edit.output.node || edit.output.index >= outputs.size())
        return Error{Errc::usage,
                     PARTITA_TEXT("the model has no output {0}", edit.output.index),
                     {},
                     PARTITA_TEXT("it has {0}, counted from 0", outputs.size())};
    const std::string name = tensorText(model, outputs[edit.output.index]);
    ModelEditor editor(model);
    editor.changeGraph(edit.output.graph, [&](Graph& graph) {
        graph.outputs.erase(graph.outputs.begin() + static_cast<std::ptrdiff_t>(edit.output.index));
    });
    return finished(std::move(editor), PARTITA_TEXT("Remove output {0}", name), name);
}

Result<Edited> apply(const Model& model, const ReorderInterface& edit) {
    PARTITA_TRY(checkMain(model, edit.graph));
    const auto& present =
        edit.outputs ? model.graph(edit.graph)->outputs : model.graph(edit.graph)->inputs;
    std::vector<std::size_t> sorted = edit.order;
    std::ranges::sort(sorted);
    bool complete = sorted.size() == present.size();
    for (std::size_t i = 0; complete && i < sorted.size(); ++i)
        complete = sorted[i] == i;
    if (!complete)
        return Error{
            Errc::usage,
            PARTITA_TEXT("the order does not name each of the {0} places once", present.size()),
            {},
            PARTITA_TEXT("name them all, counted from 0")};
    if (sorted == edit.order)
        return nothingToDo(PARTITA_TEXT("they have this order already"));
    std::vector<ValueId> order;
    for (const std::size_t place : edit.order)
        order.push_back(present[place]);
    ModelEditor editor(model);
    editor.changeGraph(edit.graph, [&](Graph& graph) {
        (edit.outputs ? graph.outputs : graph.inputs) = std::move(order);
    });
    return finished(std::move(editor),
                    edit.outputs ? PARTITA_TEXT("Reorder the outputs")
                                 : PARTITA_TEXT("Reorder the inputs"),
                    {});
}

Result<Edited> apply(const Model& model, const SetValueType& edit) {
    const auto value = PARTITA_TRY(existing(model, edit.value));
    const std::string name = tensorText(model, edit.value);
    const Graph& graph = *PARTITA_TRY(existing(model, value->graph));
    if (!holds(graph.inputs, edit.value) && !holds(graph.outputs, edit.value))
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' is no input or output of its graph", name),
                     {},
                     PARTITA_TEXT("the types of other tensors follow from the nodes")};
    PARTITA_TRY(checkInterfaceType(edit.type));
    if (value->type && sameType(*value->type, *edit.type))
        return nothingToDo(PARTITA_TEXT("'{0}' is {1} already", name, edit.type->text()));
    ModelEditor editor(model);
    editor.changeValue(edit.value, [&](Value& changed) { changed.type = edit.type; });
    if (value->initializer) {
        if (model.isGraphInput(edit.value))
            PARTITA_TRY(checkFitsInput(editor.model(), edit.value, *value->initializer));
        else if (!sameType(*edit.type,
                           *Type::tensor(value->initializer->type, value->initializer->shape())))
            return Error{
                Errc::shapeMismatch,
                PARTITA_TEXT("'{0}' is the constant {1}", name, formText(*value->initializer)),
                {},
                PARTITA_TEXT("convert its elements")};
    }
    if (holds(graph.inputs, edit.value))
        forgetTypesBehind(editor, {edit.value});
    return finished(std::move(editor),
                    value->type
                        ? PARTITA_TEXT("Set the type of {0} to {1}, was {2}", name,
                                       edit.type->text(), value->type->text())
                        : PARTITA_TEXT("Set the type of {0} to {1}", name, edit.type->text()),
                    name);
}

} // namespace partita::edits
