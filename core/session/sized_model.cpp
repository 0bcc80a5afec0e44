#include "core/session/sized_model.h"

#include <map>
#include <string>

#include "core/onnx/infer_edited.h"
#include "core/onnx/infer_shapes.h"

namespace partita {

namespace {

/// The sizes of symbols, as far as they are known; nothing for one that has two.
using SymbolSizes = std::map<std::string, std::optional<std::int64_t>>;

/// Notes which sizes `placed` tells of the symbols of `written`.
void noteSizes(const Type& written, const Type& placed, SymbolSizes& sizes) {
    if (!written.shape || !placed.shape || written.shape->size() != placed.shape->size())
        return;
    for (std::size_t i = 0; i < written.shape->size(); ++i) {
        const Dim &symbol = (*written.shape)[i], &size = (*placed.shape)[i];
        if (symbol.value || symbol.param.empty() || !size.value)
            continue;
        const auto [at, fresh] = sizes.try_emplace(symbol.param, size.value);
        if (!fresh && at->second != size.value)
            at->second.reset();
    }
}

/// `type` with the sizes of its symbols.
TypePtr withSizes(const TypePtr& type, const SymbolSizes& sizes) {
    if (!type || !type->shape)
        return type;
    Type sized = *type;
    for (Dim& dim : *sized.shape)
        if (const auto size = sizes.find(dim.param);
            !dim.value && size != sizes.end() && size->second) {
            dim.value = size->second;
            dim.param.clear();
        }
    return sameType(sized, *type) ? type : std::make_shared<const Type>(std::move(sized));
}

} // namespace

Model sizedModel(const Model& source, const OptimizedModel& optimized) {
    if (optimized.level == OptimizationLevel::disabled)
        return source;
    SymbolSizes sizes;
    source.values().forEach([&](ValueId id, const auto& value) {
        const auto& placed = optimized.model.value(id);
        if (placed && placed != value && placed->type && value->type) // the others are as written
            noteSizes(*value->type, *placed->type, sizes);
    });
    ModelEditor editor(source);
    bool changed = false;
    source.values().forEach([&](ValueId id, const auto& value) {
        const auto& placed = optimized.model.value(id);
        auto type = sizes.empty() ? value->type : withSizes(value->type, sizes);
        if (placed && placed != value && placed->type)
            type = completedType(type, placed->type);
        if (type != value->type) {
            editor.changeValue(id, [&](Value& sized) { sized.type = std::move(type); });
            changed = true;
        }
    });
    if (!changed)
        return source;
    // Values between nodes that were replaced are in the source only.
    auto inferred = inferShapesAfterRewrite(source, editor.model());
    return inferred ? *std::move(inferred) : editor.model();
}

} // namespace partita
