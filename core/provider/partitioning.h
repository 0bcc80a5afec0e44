#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/model.h"
#include "core/provider/shown_provider.h"
#include "core/provider/verdict.h"

namespace partita {

/// Nodes of one graph that one provider runs in sequence, in execution order.
struct Partition {
    std::uint32_t index = 0;    ///< from 1 in execution order; the number on the badge
    std::uint32_t provider = 0; ///< index in the order of providers
    GraphId graph;
    bool compiled = false; ///< compiled as one piece; otherwise kernel by kernel
    std::vector<NodeId> nodes;
    std::vector<ValueId> inputs, outputs; ///< constants are not inputs
};

/// A tensor that one partition makes and another one reads.
struct BoundaryTensor {
    ValueId value;
    std::uint32_t from = 0;             ///< index of the partition that makes it
    std::uint32_t to = 0;               ///< index of the partition that reads it
    std::optional<std::uint64_t> bytes; ///< nothing when a dimension is unknown
    std::uint64_t bytesPerSymbol = 0;   ///< bytes with every unknown dimension taken as 1
    bool sameProvider = false;          ///< between two partitions of one provider: not copied
};

/// A part of a headline: a figure of a placement, and the sentence that tells it.
struct HeadlinePart {
    enum class Figure : std::uint8_t {
        nodes,      ///< of the first provider, of all
        partitions, ///< of the first provider
        boundaryTensors,
        bytes,  ///< that one run moves between providers
        copies, ///< of one run to and from the devices
        folded,
        unused,
        unassigned
    };
    Figure figure = Figure::nodes;
    Message text;
};
/// The parts in English, with " · " between them.
std::string headlineText(const std::vector<HeadlinePart>& parts);

struct InlinedModel;
struct InlinedPlacement;

/// Which provider runs each node, and why: a value made by `partitionModel`.
struct Partitioning {
    static constexpr std::uint32_t kNone = 0;

    std::vector<std::string> providers;       ///< ids in order of priority
    std::vector<ShownProvider> providerNames; ///< in the same order
    /// For each provider: the real one that taught its rules, with its version; may be empty.
    std::vector<std::string> learnedFrom;
    std::vector<Partition> partitions;      ///< partition n is at n - 1
    std::vector<std::uint32_t> partitionOf; ///< by NodeId; kNone: not run, folded, or a constant
    /// The distinct lists of verdicts, with one verdict for each provider; similar nodes share a
    /// list. The first list is empty: not judged.
    std::vector<std::vector<Verdict>> verdictLists{{}};
    std::vector<std::uint32_t> verdictListOf; ///< by NodeId
    std::vector<BoundaryTensor> boundaries;   ///< of the main graph and all bodies
    /// For each provider: it takes no run of fewer consecutive nodes.
    std::vector<std::size_t> leastRun;
    /// Where the nodes are that stand for calls of model-local functions, which is what the summary
    /// counts; null: the model calls none.
    std::shared_ptr<const InlinedPlacement> inlined;
    /// The calls whose nodes are not all in one partition: "split: 3 nodes NPU, 2 CPU". Such a call
    /// is in the partition of one of its nodes on the provider of the lowest priority.
    std::map<NodeId, Message> splits;

    struct Summary {
        std::size_t nodes = 0; ///< nodes to be placed: all but Constant nodes
        std::size_t constants = 0;
        std::size_t folded = 0; ///< nodes that are gone before nodes are placed, not in `nodes`
        std::size_t unused = 0; ///< of these: nothing reads what they compute
        std::vector<std::size_t> byProvider; ///< nodes for each provider
        std::vector<std::size_t> partitionsByProvider;
        std::size_t unassigned = 0;
        std::size_t boundaryTensors = 0;
        std::uint64_t boundaryBytes = 0;   ///< with every unknown dimension taken as 1
        bool boundaryBytesComplete = true; ///< false: some dimension is unknown
    } summary;

    /// The same providers and verdicts for a model whose node ids end before `nodeEnd`; none of its
    /// nodes is placed yet.
    [[nodiscard]] Partitioning sameProviders(std::uint32_t nodeEnd) const;

    /// The verdict of each provider on a node, in their order; empty: not judged.
    [[nodiscard]] const std::vector<Verdict>& verdicts(NodeId node) const {
        return verdictLists[node.value < verdictListOf.size() ? verdictListOf[node.value] : 0];
    }
    /// The partition of a node; null: not run, folded, or a constant.
    [[nodiscard]] const Partition* partition(NodeId node) const {
        const std::uint32_t index =
            node.value < partitionOf.size() ? partitionOf[node.value] : kNone;
        return index ? &partitions[index - 1] : nullptr;
    }
    /// Whether the node is gone before nodes are placed: computed once, merged or dropped. It cuts
    /// nothing and moves nothing.
    [[nodiscard]] bool isFolded(NodeId node) const {
        return isGone(node, ReasonCode::folded) || isUnused(node);
    }
    [[nodiscard]] bool isSplit(NodeId node) const { return splits.contains(node); }
    /// Whether it is gone because nothing reads what it computes, in the model as it is written.
    [[nodiscard]] bool isUnused(NodeId node) const { return isGone(node, ReasonCode::unused); }
    /// The provider of a node; nothing if it has no partition.
    [[nodiscard]] std::optional<std::uint32_t> providerOf(NodeId node) const {
        const Partition* found = partition(node);
        return found ? std::optional(found->provider) : std::nullopt;
    }
    /// "Runs on CPU: opset 18 is above Resize 10–13 of ascend310"
    [[nodiscard]] Message explain(NodeId node) const;
    /// The parts of the headline, the most important first: "NPU 231/240 nodes (96.2 %)", "3
    /// partitions", "4 boundary tensors", "1.2 MiB per run", "287 folded", "1 unused", "2 nodes that
    /// nothing runs".
    [[nodiscard]] std::vector<HeadlinePart> headline() const;
    /// The parts in English, with " · " between them.
    [[nodiscard]] std::string headlineText() const { return partita::headlineText(headline()); }
    /// The badge of a partition: the first letter of its provider and its number, "N1".
    [[nodiscard]] std::string badge(const Partition& partition) const;
    [[nodiscard]] std::string badge(std::uint32_t index) const {
        return index ? badge(partitions[index - 1]) : "–";
    }

private:
    [[nodiscard]] bool isGone(NodeId node, ReasonCode code) const {
        const auto& list = verdicts(node);
        return !list.empty() && list.front().code == code && !partition(node);
    }
};

/// The placement of a model whose calls of model-local functions are replaced by their nodes.
struct InlinedPlacement {
    std::shared_ptr<const InlinedModel> inlined;
    Model model; ///< the same model for figures; see `sizedModel`
    Partitioning placed;
};

/// "split": the badge of a call whose nodes are not all in one partition.
const Message& splitWord();

/// "folded", or "unused": the badge of nodes that are gone before nodes are placed.
const Message& goneWord(bool isUnused);
inline const Message& goneWord(const Partitioning& placed, NodeId node) {
    return goneWord(placed.isUnused(node));
}
/// The same of several nodes that are gone, of which some are unused: "folded or unused".
const Message& goneWord(std::size_t gone, std::size_t unused);
inline const Message& goneWord(const Partitioning::Summary& summary) {
    return goneWord(summary.folded, summary.unused);
}

/// A size in binary units: "1.2 MiB", "0 B".
std::string byteText(std::uint64_t bytes);

} // namespace partita
