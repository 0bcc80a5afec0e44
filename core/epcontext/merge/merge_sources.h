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

/// One model during the merge.
struct MergeSource {
    Model model;
    std::string stem, prefix;
    std::vector<EpContext> contexts;
    std::set<ValueId> fixed; ///< tensors whose names a binary refers to
    std::map<NodeId, std::string> nodeNames, partitions;
};

/// An input or output of a source.
struct MergePort {
    std::size_t source;
    ValueId value;
};
/// By (source, input): the output that the input reads.
using MergeConnections = std::map<std::pair<std::size_t, ValueId>, MergePort>;

/// Whether a tensor of one type can be used as the other; unknown sizes match any size.
bool sameType(const TypePtr& a, const TypePtr& b);
/// Whether two tensors have the same type, shape and bytes.
bool sameTensor(const Tensor& a, const Tensor& b);

/// The order in which sources are added, each after the sources that it reads from. Fails for a
/// cycle.
Result<std::vector<std::size_t>> addingOrder(std::size_t sources,
                                             const MergeConnections& connections);

/// IR version, producer, opsets and metadata of the merged model. Adds a clash to the plan where
/// metadata differ.
ModelInfo mergedInfo(const std::vector<MergeSource>& sources,
                     const std::vector<OpsetImport>& opsets, MergePlan& plan);

/// Sets an EPContext node's attributes as its fate says.
void setContext(ModelEditor& editor, NodeId node, const NodeFate& fate);

} // namespace partita
