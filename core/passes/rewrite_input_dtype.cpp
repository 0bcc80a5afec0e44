#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

/// Changes inputs of int64 to int32, for runtimes that have no 64-bit inputs.
///
/// Before:   an input X of int64
/// After:    an input X of int32, and Cast<to = int64>(X) for all its readers
Result<void> rewriteInputDtype(PassRun& run) {
    const Model before = run.model();
    const GraphId main = before.mainGraph();
    for (const ValueId id : before.graph(main)->inputs) {
        const auto& value = before.value(id);
        if (value->initializer || !value->type || !value->type->isTensor() ||
            value->type->element != DataType::int64 || before.isGraphOutput(id))
            continue;
        run.attempt({}, [&](Rewriter& rewriter) {
            const auto readers = before.consumers(id);
            const ValueId wide = rewriter.addValue(main, value->name + "_int64", value->type);
            for (const NodeId reader : std::vector<NodeId>(readers.begin(), readers.end()))
                rewriter.editor().changeNode(reader, [&](Node& node) {
                    std::replace(node.inputs.begin(), node.inputs.end(), id, wide);
                });
            rewriter.addNode(main, value->name + "_cast", "Cast", {id}, {wide}, {},
                             {Attribute::make("to", std::int64_t{7})});
            rewriter.editor().changeValue(id, [&](Value& changed) {
                changed.type = Type::tensor(DataType::int32, value->type->shape);
            });
            return true;
        });
    }
    return {};
}

} // namespace partita
