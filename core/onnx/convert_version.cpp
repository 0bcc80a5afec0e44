#include "core/onnx/convert_version.h"

#include <map>
#include <set>
#include <unordered_map>

#include "core/base/try.h"
#include "core/onnx/library_fence.h"
#include "core/onnx/read.h"
#include "core/onnx/schema.h"

namespace partita {

namespace {

/// Puts back the weights that the skeleton left out. They are found by name, because the converter
/// keeps the names of initializers and of the outputs of Constant nodes.
Model withWeightsOf(const Model& original, const Model& converted) {
    std::unordered_map<std::string_view, TensorPtr> weights;
    original.values().forEach([&](ValueId, const auto& value) {
        if (value->initializer)
            weights.emplace(value->name, value->initializer);
    });
    original.nodes().forEach([&](NodeId, const auto& node) {
        if (node->is("Constant") && !node->outputs.empty())
            if (const auto* attribute = node->attribute("value"))
                if (const auto* tensor = std::get_if<TensorPtr>(&attribute->value))
                    weights.emplace(original.value(node->outputs[0])->name, *tensor);
    });
    ModelEditor editor(converted);
    const auto original_ = [&](const TensorPtr& tensor, const std::string& name) -> TensorPtr {
        const auto found = weights.find(name);
        const bool leftOut = tensor->storage == Tensor::Storage::external;
        return leftOut && found != weights.end() ? found->second : nullptr;
    };
    converted.values().forEach([&](ValueId id, const auto& value) {
        if (value->initializer)
            if (const auto weight = original_(value->initializer, value->name))
                editor.changeValue(id, [&](Value& changed) { changed.initializer = weight; });
    });
    converted.nodes().forEach([&](NodeId id, const auto& node) {
        for (const auto& attribute : *node->attributes)
            if (const auto* tensor = std::get_if<TensorPtr>(&attribute->value);
                tensor && !node->outputs.empty())
                if (const auto weight = original_(*tensor, converted.value(node->outputs[0])->name))
                    editor.setAttribute(id, Attribute::make(attribute->name, weight));
    });
    return editor.model();
}

/// Puts the quantization annotations back, which ONNX's converter drops, where their tensors are
/// left.
Model withQuantizationOf(const Model& original, const Model& converted) {
    std::map<GraphId, std::unordered_map<std::string_view, ValueId>> names;
    converted.values().forEach(
        [&](ValueId id, const auto& value) { names[value->graph].emplace(value->name, id); });
    ModelEditor editor(converted);
    std::set<GraphId> done;
    original.graphs().forEach([&](GraphId, const auto& graph) {
        if (graph->quantization.empty())
            return;
        const auto nameOf = [&](ValueId id) -> std::string_view {
            const auto& value = original.value(id);
            return value ? std::string_view(value->name) : std::string_view();
        };
        for (const auto& [id, known] : names) { // the graph of that name that has the tensors
            if (converted.graph(id)->name != graph->name || done.contains(id))
                continue;
            std::vector<QuantizationAnnotation> found;
            for (QuantizationAnnotation annotation : graph->quantization) {
                const auto mapped = [&](ValueId value) {
                    const auto at = known.find(nameOf(value));
                    return at == known.end() ? ValueId{} : at->second;
                };
                annotation.tensor = mapped(annotation.tensor);
                bool whole = bool(annotation.tensor);
                for (auto& [role, value] : annotation.parameters)
                    whole = (value = mapped(value)) && whole;
                if (whole)
                    found.push_back(std::move(annotation));
            }
            if (found.empty())
                continue;
            done.insert(id);
            editor.changeGraph(id, [&](Graph& changed) { changed.quantization = found; });
            break;
        }
    });
    return editor.model();
}

} // namespace

Result<Model> convertVersion(const Model& model, int opset, const Progress& progress) {
    const int newest = newestOpset("").value_or(0);
    if (opset < 1 || opset > newest)
        return Error{Errc::usage,
                     PARTITA_TEXT("opset {0} does not exist", opset),
                     {},
                     PARTITA_TEXT("choose 1 to {0}", newest)};
    auto request = PARTITA_TRY(libraryRequest(LibraryTask::convert, model));
    request.parts.push_back(std::to_string(opset));
    auto converted = PARTITA_TRY(
        callLibrary(model, PARTITA_TEXT("ONNX's converter refused the model"), request, progress));
    auto read = readModel(Buffer::copyOf(std::as_bytes(std::span(converted))));
    if (!read)
        return std::move(read).error().at(PARTITA_TEXT("after converting to opset {0}", opset));
    return withQuantizationOf(model, withWeightsOf(model, *read));
}

} // namespace partita
