#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/epcontext/merge/merge.h"
#include "core/epcontext/merge/merge_binaries.h"
#include "core/ir/ep_context.h"

namespace partita {

/// One model on its way into the union.
struct MergeSource {
    Model model;
    std::string stem, prefix;
    std::vector<EpContext> contexts;
    std::set<ValueId> fixed; ///< tensors that a binary knows by name
    std::map<NodeId, std::string> nodeNames, partitions;
};

/// An input or output of one of the sources.
struct MergePort {
    std::size_t source;
    ValueId value;
};
/// By input: the output that it reads.
using MergeConnections = std::map<std::pair<std::size_t, ValueId>, MergePort>;

/// Whether a tensor of one type can stand for one of the other; unknown sizes fit any.
bool sameType(const TypePtr& a, const TypePtr& b);
/// Whether two tensors hold the same bytes.
bool sameTensor(const Tensor& a, const Tensor& b);

/// The order in which models are added: each after those that it reads from. Fails for a circle.
Result<std::vector<std::size_t>> addingOrder(std::size_t sources,
                                             const MergeConnections& connections);

/// Versions, producer and metadata of the merged model; where metadata differ, the plan gets a clash.
ModelInfo mergedInfo(const std::vector<MergeSource>& sources,
                     const std::vector<OpsetImport>& opsets, MergePlan& plan);

/// What becomes of an EPContext node's attributes.
void setContext(ModelEditor& editor, NodeId node, const NodeFate& fate);

} // namespace partita
