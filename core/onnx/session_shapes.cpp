#include "core/onnx/session_shapes.h"

#include "core/onnx/infer_shapes.h"
#include "core/onnx/model_source.h"

namespace partita {

namespace {

/// What the file says of the type of a value. Its element type is known either way.
TypePtr statedType(const Value& value, const Model& file) {
    const auto& stated = file.value(value.id);
    if (stated && stated->type && stated->name == value.name)
        return stated->type;
    return value.type->isTensor() ? Type::tensor(value.type->element, std::nullopt) : value.type;
}

} // namespace

Model asSessionSees(const Model& model) {
    if (!model.source())
        return model;
    const Model& file = model.source()->baseline;
    ModelEditor editor(model);
    model.values().forEach([&](ValueId id, const auto& value) {
        if (!value->type || value->isConstant() ||
            (value->graph == model.mainGraph() && model.isGraphInput(id)))
            return;
        if (const TypePtr stated = statedType(*value, file); stated != value->type)
            editor.changeValue(id, [&](Value& changed) { changed.type = stated; });
    });
    auto inferred = inferShapesAsSession(editor.model());
    return inferred ? *std::move(inferred) : model;
}

} // namespace partita
