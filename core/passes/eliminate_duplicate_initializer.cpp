#include "core/passes/passes.h"

#include <algorithm>
#include <unordered_map>

#include "core/ir/function_calls.h"

namespace partita {

namespace {

/// Type, shape and the first bytes: tensors that agree in these seldom differ.
std::string keyOf(const Value& value) {
    const Tensor& tensor = *value.initializer;
    std::string key = std::to_string(value.graph.value) + "|" +
                      std::to_string(static_cast<int>(tensor.type)) + "|" +
                      shapeText(tensor.shape()) + "|" + (value.sparseInitializer ? "sparse" : "");
    const auto bytes = elements(tensor);
    constexpr std::size_t kSample = 64;
    if (bytes)
        key += bytes->text().substr(0, kSample);
    return key;
}

} // namespace

/// Keeps one of several equal initializers.
///
/// Before:   A = T, B = T    same type, shape and values, in one graph
/// After:    A = T; readers of B read A
/// Declines: A or B is also an input or output of the graph, or is trained further
Result<void> eliminateDuplicateInitializer(PassRun& run) {
    const Model before = run.model();
    const std::vector<bool> inFunctions = graphsOfFunctions(before);
    std::unordered_map<std::string, std::vector<ValueId>> seen;
    before.values().forEach([&](ValueId id, const auto& value) {
        if (!value->initializer || inFunctions[value->graph.value] || before.isGraphInput(id) ||
            before.isGraphOutput(id) || before.consumers(id).empty() ||
            run.options().tunable.contains(id) || run.stopped())
            return;
        auto& candidates = seen[keyOf(*value)];
        for (const ValueId first : candidates)
            if (sameTensor(before.value(first)->initializer, value->initializer)) {
                run.attempt({}, [&](Rewriter& rewriter) {
                    if (!rewriter.forward(id, first))
                        return false;
                    rewriter.editor().removeValue(id);
                    return true;
                });
                return;
            }
        candidates.push_back(id);
    });
    return {};
}

} // namespace partita
