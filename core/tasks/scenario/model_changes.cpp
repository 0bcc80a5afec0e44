#include "core/tasks/scenario/model_changes.h"

#include <algorithm>

#include "core/edits/edit.h"
#include "core/ir/inline_functions.h"
#include "core/onnx/infer_shapes.h"
#include "core/tasks/scenario/element_types.h"

namespace partita {

namespace {

/// Why an input cannot get these sizes; empty: it can, or `name` is no input.
Message contradiction(const Model& model, const std::string& name,
                      const std::vector<std::int64_t>& sizes) {
    for (const ValueId id : model.graph(model.mainGraph())->inputs) {
        const auto& value = model.value(id);
        if (value->name != name || !value->type || !value->type->isTensor() || !value->type->shape)
            continue;
        const Shape& shape = *value->type->shape;
        bool fits = shape.size() == sizes.size();
        for (std::size_t i = 0; fits && i < shape.size(); ++i)
            fits = !shape[i].value || *shape[i].value == sizes[i];
        if (!fits)
            return PARTITA_TEXT("input '{0}' has the shape {1}", name, shapeText(shape));
    }
    return {};
}

bool hasOpenSize(const Type& type) {
    return type.isTensor() && (!type.shape || std::ranges::any_of(*type.shape, [](const Dim& dim) {
               return !dim.value;
           }));
}

/// The model with inferred shapes after a size was fixed. Open sizes that an earlier inference found
/// are forgotten first: it named them itself, and would not connect them with the new numbers.
Model inferredAgain(const Model& model, const Progress& progress) {
    ModelEditor editor(model);
    std::vector<ValueId> forgotten;
    model.values().forEach([&](ValueId id, const auto& value) {
        if (!value->type || !hasOpenSize(*value->type) || value->isConstant() ||
            !model.producer(id) || model.isGraphOutput(id))
            return;
        editor.changeValue(id, [](Value& changed) { changed.type = nullptr; });
        forgotten.push_back(id);
    });
    const Model inferred = inferShapesOrWarn(editor.model(), progress);
    ModelEditor restored(inferred);
    for (const ValueId id : forgotten)
        if (const auto& type = inferred.value(id)->type;
            !type || (type->isTensor() && !type->shape))
            restored.changeValue(id, [&](Value& changed) { changed.type = model.value(id)->type; });
    return restored.model();
}

/// A model with sizes that were fixed in another form of it.
Model withSizes(const Model& model, const std::vector<SizeChange>& sizes) {
    std::map<std::string, std::vector<std::int64_t>> shapes;
    for (const SizeChange& size : sizes)
        shapes[size.name] = size.sizes;
    auto fixed = fixInputShapes(model, shapes);
    return fixed ? *std::move(fixed) : model;
}

bool convertsModel(const ScenarioChange& change) {
    return std::holds_alternative<OpsetChange>(change.action) ||
           std::holds_alternative<TypeChange>(change.action);
}

bool isOfModel(const ScenarioChange& change) {
    return std::holds_alternative<SizeChange>(change.action) || convertsModel(change);
}

} // namespace

Message ModelChanges::apply(const SizeChange& change) {
    if (Message why = contradiction(m_model, change.name, change.sizes); !why.empty())
        return why;
    auto changed = fixInputShapes(m_model, {{change.name, change.sizes}});
    if (!changed)
        return changed.error().what;
    m_model = *std::move(changed);
    m_isOutdated = true;
    return {};
}

Message ModelChanges::apply(const OpsetChange& change) {
    const auto edited = applyEdit(model(), ConvertOpset{"", change.version});
    if (!edited)
        return edited.error().whole();
    m_model = m_model.with(edited->delta);
    m_isOutdated = true;
    return {};
}

Message ModelChanges::apply(const TypeChange& change) {
    if (!m_model.info().functions.empty()) { // whose types are those of their calls
        auto inlined = inlineFunctions(m_model);
        if (!inlined)
            return inlined.error().whole();
        m_model = *std::move(inlined);
        m_isOutdated = true;
    }
    auto changed = withElementType(model(), change.from, change.to, m_progress);
    if (!changed)
        return changed.error().whole();
    m_model = *std::move(changed); // with the shapes that it had
    return {};
}

const Model& ModelChanges::model() {
    if (std::exchange(m_isOutdated, false))
        m_model = inferredAgain(m_model, m_progress);
    return m_model;
}

Model storedUnder(const Model& stored, const std::vector<ScenarioChange>& changes,
                  const Model& changed) {
    Model sized = withSizes(stored, sizesOf({changes}));
    if (std::ranges::none_of(changes, convertsModel))
        return sized;
    ModelEditor editor(changed);
    changed.values().forEach([&](ValueId id, const auto& value) {
        const auto& before = sized.value(id);
        if (!before || !value->type || value->isConstant())
            return;                         // a conversion made it, or nothing was inferred
        const TypePtr& type = before->type; // with other elements, perhaps
        const DataType element = elementOf(value->type);
        const bool isOther = type && type->kind == value->type->kind && element != elementOf(type);
        const TypePtr plain = isOther ? withElement(type, element) : type;
        if (plain != value->type)
            editor.changeValue(id, [&](Value& now) { now.type = plain; });
    });
    return editor.model();
}

std::vector<SizeChange> sizesOf(const Scenario& scenario) {
    std::vector<SizeChange> sizes;
    for (const ScenarioChange& change : scenario.changes)
        if (const auto* size = std::get_if<SizeChange>(&change.action); size && change.on)
            sizes.push_back(*size);
    return sizes;
}

std::vector<ScenarioChange> modelChangesOf(const Scenario& scenario) {
    std::vector<ScenarioChange> changes;
    for (const ScenarioChange& change : scenario.changes)
        if (change.on && isOfModel(change))
            changes.push_back(change);
    return changes;
}

std::vector<ScenarioChange> modelChangesOf(const Scenario& scenario,
                                           const AppliedScenario& applied) {
    Scenario done = scenario;
    for (const NotApplied& problem : applied.notApplied)
        done.changes[problem.change].on = false;
    return modelChangesOf(done);
}

Scenario withoutModelChanges(Scenario scenario) {
    for (ScenarioChange& change : scenario.changes)
        change.on = change.on && !isOfModel(change);
    return scenario;
}

bool changesNodes(const Scenario& scenario) {
    return std::ranges::any_of(scenario.changes, [](const ScenarioChange& change) {
        return change.on && convertsModel(change);
    });
}

} // namespace partita
