#include "core/onnx/parts_suffice.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_set>

#include "core/base/probe_table.h"
#include "core/ir/function_calls.h"
#include "core/onnx/edited_region.h"
#include "core/onnx/emit_messages.h"
#include "core/onnx/made_up_symbols.h"

namespace partita {

namespace {

/// Below, initializers that are no inputs have no types in bodies, and others depend on all of them.
constexpr std::int64_t kPlainInitializerVersion = 4;

/// Whether a constant may not be what is stated of it: inference refuses such a model.
bool contradictsItself(const Model& model) {
    bool contradicts = false;
    model.values().forEach([&](ValueId, const auto& value) {
        if (!contradicts && value->type && value->isConstant())
            contradicts = !value->initializer ||
                          !sameType(*value->type, *Type::tensor(value->initializer->type,
                                                                value->initializer->shape()));
    });
    return contradicts;
}

/// Whether two values outside of functions have the same name, or one has the name of another one
/// before the edit: inference finds types by names, also across graphs.
bool haveClashingNames(const Model& model, const ModelDelta& delta) {
    std::vector<bool> inFunctions;
    if (!model.info().functions.empty())
        inFunctions = graphsOfFunctions(model);
    const auto isApart = [&](GraphId graph) {
        return graph.value < inFunctions.size() && inFunctions[graph.value];
    };
    ProbeTable<ValueId> names;
    names.reserve(model.values().count());
    const std::hash<std::string_view> hashOf;
    const auto named = [&](std::string_view name, std::size_t hash) {
        return names.find(hash, [&](ValueId id) { return model.value(id)->name == name; });
    };
    bool clash = false;
    model.values().forEach([&](ValueId id, const auto& value) {
        clash = clash || value->name.empty();
        if (clash || isApart(value->graph))
            return;
        const std::size_t hash = hashOf(value->name);
        clash = named(value->name, hash) != nullptr;
        names.insert(hash, id);
    });
    std::unordered_set<std::string_view> before;
    std::unordered_set<ValueId> changed;
    for (const auto& change : delta.values)
        changed.insert(change.id);
    for (const auto& change : delta.values)
        if (change.before) {
            const ValueId* found = named(change.before->name, hashOf(change.before->name));
            clash = clash || !before.insert(change.before->name).second ||
                    (found && !changed.contains(*found));
        }
    return clash;
}

/// Whether an edit states a size by a name that inference makes up.
bool statesMadeUp(const Change<ValueId, Value>& change) {
    bool states = false;
    if (change.after && !(change.before && change.before->type == change.after->type))
        forEachMadeUp(change.after->type, [&](const auto&) { states = true; });
    return states;
}

} // namespace

bool partsSuffice(const Model& before, const Model& after, const ModelDelta& delta) {
    const ModelInfo &was = before.info(), &is = after.info();
    if (was.irVersion != is.irVersion || was.opsets != is.opsets || was.functions != is.functions ||
        was.mainGraph != is.mainGraph || is.irVersion < kPlainInitializerVersion)
        return false;
    const auto isApart = [&](const auto& record, const Model& model) {
        return record && isInFunction(model, record->graph);
    };
    for (const auto& change : delta.nodes)
        if (isApart(change.before, before) || isApart(change.after, after))
            return false;
    for (const auto& change : delta.values)
        if (isApart(change.before, before) || isApart(change.after, after) || statesMadeUp(change))
            return false;
    for (const auto& change : delta.graphs)
        if (isInFunction(before, change.id) || isInFunction(after, change.id))
            return false;
    return (is.functions.empty() || checkInlinedSize(after)) && !contradictsItself(after) &&
           !haveClashingNames(after, delta);
}

} // namespace partita
