#include "providers/cpu/plan/fusion_pairs.h"

#include <algorithm>

#include "providers/cpu/kernels/depthwise_pair.h"

namespace partita::cpu {

namespace {

/// The filters of a pair whose results are not changed any further; empty for other nodes.
std::optional<std::int64_t> filtersOfPair(const FusionGraph& graph, const PlannedNode& planned) {
    const auto& step = planned.epilogue.depthwise;
    if (planned.members.empty() || !step || step->halves || !step->beside.empty() ||
        !step->epilogue.empty() || planned.record->outputs.size() != 1)
        return std::nullopt;
    Epilogue pixels = planned.epilogue;
    pixels.depthwise = nullptr;
    const auto weights = graph.dimsOf(planned.record->inputs[step->weights]);
    return pixels.empty() && weights ? std::optional((*weights)[0]) : std::nullopt;
}

bool haveSameWindow(const FusionGraph& graph, const PlannedNode& a, const PlannedNode& b) {
    const DepthwiseStep &first = *a.epilogue.depthwise, &second = *b.epilogue.depthwise;
    const auto sizes = [&](const PlannedNode& of, const DepthwiseStep& step) {
        auto dims = *graph.dimsOf(of.record->inputs[step.weights]);
        dims.erase(dims.begin());
        return dims;
    };
    const auto isSame = [&](const char* name, std::int64_t otherwise) {
        const auto given = [&](const DepthwiseStep& step) {
            const auto values = step.node->intsAttribute(name);
            return areAll(values, otherwise) ? Dims() : values;
        };
        return given(first) == given(second);
    };
    return sizes(a, first) == sizes(b, second) && isSame("strides", 1) && isSame("dilations", 1) &&
           isSame("pads", 0) &&
           first.node->stringAttribute("auto_pad", "NOTSET") ==
               second.node->stringAttribute("auto_pad", "NOTSET");
}

/// Moves the pair in slot `from` into that of an earlier one, whose other inputs are constants too.
void joinInto(FusionGraph& graph, std::size_t into, std::size_t from) {
    PlannedNode& target = graph.at(into);
    const PlannedNode& other = graph.at(from);
    Node record = *target.record;
    const auto& given = other.record->inputs;
    const std::size_t weights = other.epilogue.depthwise->weights;
    std::vector<ValueId> inputs(record.inputs.begin(), record.inputs.end());
    DepthwiseStep step = *target.epilogue.depthwise;
    step.beside.push_back(inputs.size());
    inputs.insert(inputs.end(), {given[1], given[2], given[weights], given[weights + 1]});
    record.inputs = IdList<ValueId>(inputs.begin(), inputs.end());
    std::vector<ValueId> outputs(record.outputs.begin(), record.outputs.end());
    outputs.push_back(other.record->outputs[0]);
    record.outputs = IdList<ValueId>(outputs.begin(), outputs.end());
    graph.join({from}, into);
    target.record = std::make_shared<Node>(std::move(record));
    target.epilogue.depthwise = std::make_shared<const DepthwiseStep>(std::move(step));
}

} // namespace

void joinPairs(FusionGraph& graph) {
    for (std::size_t slot = 0; slot < graph.size(); ++slot) {
        const auto first = filtersOfPair(graph, graph.at(slot));
        const auto readers = first ? graph.readers(graph.at(slot).record->inputs[0]) : std::nullopt;
        if (!readers)
            continue;
        std::int64_t all = *first;
        for (const std::size_t other : *readers) {
            const auto filters =
                other > slot ? filtersOfPair(graph, graph.at(other)) : std::nullopt;
            if (!filters || !haveSameWindow(graph, graph.at(slot), graph.at(other)) ||
                DepthwisePair::panels(all + *filters) >=
                    DepthwisePair::panels(all) + DepthwisePair::panels(*filters))
                continue;
            joinInto(graph, slot, other);
            all += *filters;
        }
    }
}

} // namespace partita::cpu
