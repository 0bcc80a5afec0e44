#include "tests/fuzz/minimize_graph.h"

#include <algorithm>
#include <string>

#include "core/ir/ep_context.h"
#include "core/ir/extract.h"
#include "core/onnx/infer_shapes.h"
#include "tests/fuzz/shrink.h"

namespace partita::fuzz {

namespace {

using Step = ShrinkStep<Model>;
using Ids = std::vector<ValueId>;

const Graph& mainOf(const Model& model) { return *model.graph(model.mainGraph()); }

/// The value of the main graph of that name, by which steps find it in each smaller model.
ValueId named(const Model& model, const std::string& name) {
    ValueId found;
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->graph == model.mainGraph() && value->name == name)
            found = id;
    });
    return found;
}

bool holds(const Ids& ids, ValueId id) { return std::ranges::find(ids, id) != ids.end(); }

/// The nodes between inputs and outputs as a model; nothing where that is no smaller one.
std::optional<Model> part(const Model& model, const Ids& inputs, const Ids& outputs) {
    auto made = extractSubgraph(model, model.mainGraph(), nodesBetween(model, inputs, outputs),
                                inputs, outputs);
    const auto sizeOf = [](const Model& each) { // fewer nodes are worth more inputs
        return 4 * each.nodes().count() + mainOf(each).inputs.size() + mainOf(each).outputs.size();
    };
    if (!made || outputs.empty() || sizeOf(*made) >= sizeOf(model))
        return std::nullopt;
    return *std::move(made);
}

std::vector<Step> leaveOutputsOut(const Model& model) {
    std::vector<Step> steps;
    for (const ValueId output : mainOf(model).outputs)
        steps.emplace_back([name = model.value(output)->name](const Model& now) {
            Ids outputs = mainOf(now).outputs;
            std::erase(outputs, named(now, name));
            return part(now, mainOf(now).inputs, outputs);
        });
    return steps;
}

/// The names of the values that nodes of the main graph make, from the first to the last.
std::vector<std::string> madeValues(const Model& model) {
    std::vector<std::string> names;
    for (const NodeId node : model.topologicalOrder(model.mainGraph()))
        if (!model.node(node)->is("Constant"))
            for (const ValueId id : model.node(node)->outputs)
                if (id && hasKnownType(*model.value(id)) && !model.value(id)->name.empty())
                    names.push_back(model.value(id)->name);
    return names;
}

/// A model that ends at a value; the shortest one is tried first.
std::vector<Step> endEarlier(const Model& model) {
    std::vector<Step> steps;
    for (const std::string& name : madeValues(model))
        steps.emplace_back([name](const Model& now) -> std::optional<Model> {
            const ValueId end = named(now, name);
            return end ? part(now, mainOf(now).inputs, {end}) : std::nullopt;
        });
    return steps;
}

/// The model without the node that makes a value, whose outputs become inputs.
std::optional<Model> cutAt(const Model& model, const std::string& name) {
    const ValueId value = named(model, name);
    const NodeId node = value ? model.producer(value) : NodeId();
    if (!node)
        return std::nullopt;
    Ids inputs = mainOf(model).inputs;
    for (const ValueId id : model.node(node)->outputs) {
        if (holds(mainOf(model).outputs, id) || (id && !hasKnownType(*model.value(id))))
            return std::nullopt;
        if (id)
            inputs.push_back(id);
    }
    return part(model, inputs, mainOf(model).outputs);
}

/// A model that begins behind a node; the shortest one is tried first.
std::vector<Step> beginLater(const Model& model) {
    std::vector<Step> steps;
    for (const std::string& name : madeValues(model))
        steps.emplace_back([name](const Model& now) { return cutAt(now, name); });
    std::ranges::reverse(steps);
    return steps;
}

/// A model whose node that makes a value is passed by: who reads the value reads an input of the
/// node of the same type.
std::optional<Model> bypassed(const Model& model, const std::string& name) {
    const ValueId value = named(model, name);
    const NodeId node = value ? model.producer(value) : NodeId();
    if (!node)
        return std::nullopt;
    for (const ValueId input : model.node(node)->inputs) {
        const TypePtr from = input ? model.value(input)->type : nullptr;
        if (!from || !sameType(*from, *model.value(value)->type))
            continue;
        ModelEditor editor(model);
        if (editor.replaceAllUses(value, input)) {
            const Model after = editor.model();
            return part(after, mainOf(after).inputs, mainOf(after).outputs);
        }
    }
    return std::nullopt;
}

std::vector<Step> bypassNodes(const Model& model) {
    std::vector<Step> steps;
    for (const std::string& name : madeValues(model))
        steps.emplace_back([name](const Model& now) { return bypassed(now, name); });
    return steps;
}

std::vector<Step> leaveInputsOut(const Model& model) {
    std::vector<Step> steps;
    for (const ValueId input : mainOf(model).inputs)
        steps.emplace_back([name = model.value(input)->name](const Model& now) {
            const ValueId id = named(now, name);
            Ids inputs = mainOf(now).inputs;
            if (id && now.consumers(id).empty() && !holds(mainOf(now).outputs, id))
                std::erase(inputs, id);
            return part(now, inputs, mainOf(now).outputs);
        });
    return steps;
}

} // namespace

Model minimized(const Model& model, const std::function<bool(const Model&)>& isWrong) {
    const Model typed = inferShapesOrWarn(model); // what is cut off needs types
    if (!isWrong(typed))
        return model;
    return shrunk<Model>(
        typed, {leaveOutputsOut, endEarlier, beginLater, bypassNodes, leaveInputsOut}, isWrong);
}

} // namespace partita::fuzz
