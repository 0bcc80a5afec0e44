// Rules of edits of tensors: their elements, names and places.

#include <algorithm>
#include <map>

#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/ir/function_calls.h"
#include "core/onnx/external_data.h"
#include "core/passes/passes.h"
#include "core/provider/partitioning.h"

namespace partita::edits {

namespace {

/// Constants that are read as sizes, axes or indices have few elements.
constexpr std::int64_t kMostSizes = 1024;

/// Whether shapes may depend on the elements of a tensor.
bool maySaySizes(const Tensor& tensor) {
    return (tensor.type == DataType::int64 || tensor.type == DataType::int32) &&
           tensor.count() <= kMostSizes;
}

} // namespace

Result<Edited> apply(const Model& model, const SetTensor& edit) {
    const auto before = PARTITA_TRY(constantTensor(model, edit.value));
    PARTITA_TRY(checkTensor(edit.tensor));
    PARTITA_TRY(checkFitsInput(model, edit.value, *edit.tensor));
    const Tensor& now = *edit.tensor;
    const std::string name = tensorText(model, edit.value);
    const bool sameForm = before->type == now.type && before->dims == now.dims;
    ModelEditor editor(model);
    auto named = std::make_shared<Tensor>(now);
    named->name = before->name;
    named->annotations = before->annotations;
    const TypePtr declared =
        model.isGraphInput(edit.value) ? model.value(edit.value)->type : nullptr;
    setConstant(editor, edit.value, std::move(named));
    if (declared) // the default of an input may be one of the sizes that the input takes
        editor.changeValue(edit.value, [&](Value& value) { value.type = declared; });
    if (!sameForm || maySaySizes(now))
        forgetTypesBehind(editor, {edit.value});
    Message what = sameForm ? PARTITA_TEXT("Replace the elements of {0}", name)
                            : PARTITA_TEXT("Replace {0}: {1} becomes {2}", name, formText(*before),
                                           formText(now));
    return finished(std::move(editor), std::move(what), name);
}

Result<Edited> apply(const Model& model, const AddInitializer& edit) {
    const auto graph = PARTITA_TRY(existing(model, edit.graph));
    PARTITA_TRY(checkTensor(edit.tensor));
    if (graphsOfFunctions(model)[edit.graph.value])
        return Error{Errc::unsupported,
                     PARTITA_TEXT("a function has no initializers"),
                     {PARTITA_TEXT("graph {0}", model.graphPath(edit.graph))},
                     PARTITA_TEXT("insert a Constant")};
    PARTITA_TRY(checkNewName(model, edit.graph, edit.name));
    ModelEditor editor(model);
    Value value;
    value.graph = edit.graph;
    value.name = edit.name;
    auto tensor = std::make_shared<Tensor>(*edit.tensor);
    tensor->name = edit.name;
    value.type = Type::tensor(tensor->type, tensor->shape());
    value.initializer = std::move(tensor);
    editor.addValue(std::move(value));
    Message what = needPlainInitializers(editor)
                       ? PARTITA_TEXT("Add initializer {0}; IR version 4 is needed", edit.name)
                       : PARTITA_TEXT("Add initializer {0}", edit.name);
    return finished(std::move(editor), std::move(what), edit.name);
}

Result<Edited> apply(const Model& model, const RenameTensor& edit) {
    const auto value = PARTITA_TRY(existing(model, edit.value));
    if (value->name == edit.name)
        return nothingToDo(PARTITA_TEXT("the tensor is called '{0}' already", edit.name));
    PARTITA_TRY(checkNewName(model, value->graph, edit.name, edit.value));
    ModelEditor editor(model);
    editor.changeValue(edit.value, [&](Value& changed) { changed.name = edit.name; });
    const Graph& main = *model.graph(model.mainGraph());
    const auto holds = [&](const std::vector<ValueId>& list) {
        return std::ranges::find(list, edit.value) != list.end();
    };
    const std::string old = value->name.empty() ? "\"\"" : value->name;
    Message what = holds(main.inputs)    ? PARTITA_TEXT("Rename input {0} to {1}", old, edit.name)
                   : holds(main.outputs) ? PARTITA_TEXT("Rename output {0} to {1}", old, edit.name)
                                         : PARTITA_TEXT("Rename tensor {0} to {1}", old, edit.name);
    return finished(std::move(editor), std::move(what), edit.name);
}

namespace {

/// A constant with its bytes where they are wanted; null: they are there already.
Result<TensorPtr> placed(const TensorPtr& tensor, bool external, const std::string& name) {
    const bool isOutside = tensor->storage == Tensor::Storage::external;
    if (isOutside == external)
        return TensorPtr();
    if (external && tensor->type == DataType::string)
        return Error{Errc::unsupported,
                     PARTITA_TEXT("texts cannot be in a data file"),
                     {PARTITA_TEXT("tensor '{0}'", name)},
                     PARTITA_TEXT("leave them in the model file")};
    auto bytes = PARTITA_TRY(elements(*tensor));
    if (external)
        return outsideWhenSaved(*tensor, std::move(bytes));
    auto inside = std::make_shared<Tensor>(*tensor);
    inside->storage = Tensor::Storage::raw;
    inside->payload = std::move(bytes);
    inside->external = nullptr;
    return TensorPtr(std::move(inside));
}

} // namespace

Result<Edited> apply(const Model& model, const PlaceTensors& edit) {
    ModelEditor editor(model);
    std::string first;
    std::size_t count = 0;
    for (const ValueId id : edit.values) {
        const auto tensor = PARTITA_TRY(constantTensor(editor.model(), id));
        const std::string name = tensorText(model, id);
        const auto moved = PARTITA_TRY(placed(tensor, edit.external, name));
        if (!moved)
            continue;
        const TypePtr type = model.value(id)->type;
        setConstant(editor, id, moved);
        editor.changeValue(id, [&](Value& value) { value.type = type; });
        first = count++ ? first : name;
    }
    if (count == 0)
        return nothingToDo(edit.external
                               ? PARTITA_TEXT("the constants are in a data file already")
                               : PARTITA_TEXT("the constants are in the model file already"));
    Message what =
        count > 1       ? (edit.external ? PARTITA_TEXT("Put {0} constants into a data file", count)
                                         : PARTITA_TEXT("Put {0} constants into the model file", count))
        : edit.external ? PARTITA_TEXT("Put {0} into a data file", first)
                        : PARTITA_TEXT("Put {0} into the model file", first);
    return finished(std::move(editor), std::move(what), count > 1 ? Message() : Message(first));
}

namespace {

/// The elements of the constants that an edit takes away.
std::uint64_t bytesGone(const ModelDelta& delta) {
    std::uint64_t bytes = 0;
    for (const auto& change : delta.values)
        if (change.before && !change.after && change.before->initializer)
            bytes += change.before->initializer->byteSize();
    return bytes;
}

} // namespace

/// The same as the pass `eliminate_duplicate_initializer`: where graphs return both, or a name would
/// be lost, constants stay apart.
Result<Edited> apply(const Model& model, const ShareEqualTensors&) {
    const PassOptions options;
    PassRun run(*findPass("eliminate_duplicate_initializer"), model, options, 1);
    PARTITA_TRY(eliminateDuplicateInitializer(run));
    const Model shared = run.model();
    const std::size_t fewer = model.values().count() - shared.values().count();
    if (fewer == 0)
        return nothingToDo(PARTITA_TEXT("no two initializers of a graph are equal"));
    ModelDelta delta = diff(model, shared);
    const std::string bytes = byteText(bytesGone(delta));
    return Edited{std::move(delta),
                  fewer == 1
                      ? PARTITA_TEXT("Share equal initializers: 1 and {0} less", bytes)
                      : PARTITA_TEXT("Share equal initializers: {0} and {1} less", fewer, bytes),
                  {},
                  {}};
}

} // namespace partita::edits
