#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ir/model.h"
#include "core/provider/verdict.h"

namespace partita {

/// Nodes of one graph that one provider runs as one piece, in the order of execution.
struct Partition {
    std::uint32_t index = 0;    ///< from 1 in order of execution; the number on the badge
    std::uint32_t provider = 0; ///< place in the order of providers
    GraphId graph;
    bool compiled = false; ///< one fused piece; otherwise kernel by kernel
    std::vector<NodeId> nodes;
    std::vector<ValueId> inputs, outputs; ///< constants are not inputs
};

/// A tensor that leaves one provider for another.
struct BoundaryTensor {
    ValueId value;
    std::uint32_t from = 0; ///< partition; 0: an input of the model, which the host holds
    std::uint32_t to = 0;   ///< partition; 0: an output of the model
    std::optional<std::uint64_t> bytes; ///< nothing where a dimension is not known
    std::uint64_t bytesPerSymbol = 0;   ///< then: bytes with every unknown dimension taken as 1
    bool sameProvider = false;          ///< between two partitions of one provider: it stays there
};

/// Who runs what and why: a value, made by `partitionModel`; the model is not touched.
struct Partitioning {
    static constexpr std::uint32_t kNone = 0;

    std::vector<std::string> providers;     ///< ids in order of priority
    std::vector<std::string> providerNames; ///< as shown: "NPU · ascend310"
    std::vector<Partition> partitions;      ///< partition n is at n - 1
    std::vector<std::uint32_t> partitionOf; ///< by NodeId; kNone: nobody runs it, or a constant
    /// The different lists of verdicts there are, each one for each provider; nodes that are alike
    /// share one. The first is empty: not judged.
    std::vector<std::vector<Verdict>> verdictLists{{}};
    std::vector<std::uint32_t> verdictListOf; ///< by NodeId
    std::vector<BoundaryTensor> boundaries;   ///< of the main graph and all bodies

    struct Summary {
        std::size_t nodes = 0; ///< nodes that can be placed: Constant nodes are not
        std::size_t constants = 0;
        std::vector<std::size_t> byProvider; ///< nodes for each provider
        std::vector<std::size_t> partitionsByProvider;
        std::size_t unassigned = 0;
        std::size_t boundaryTensors = 0;
        std::uint64_t boundaryBytes = 0;   ///< of those whose size is known
        bool boundaryBytesComplete = true; ///< false: some size depends on a symbol
    } summary;

    /// What each provider said of a node, in their order; empty: it was not asked about.
    [[nodiscard]] const std::vector<Verdict>& verdicts(NodeId node) const {
        return verdictLists[node.value < verdictListOf.size() ? verdictListOf[node.value] : 0];
    }
    [[nodiscard]] const Partition* partition(NodeId node) const {
        const std::uint32_t index =
            node.value < partitionOf.size() ? partitionOf[node.value] : kNone;
        return index ? &partitions[index - 1] : nullptr;
    }
    /// The provider of a node; nothing if nobody runs it.
    [[nodiscard]] std::optional<std::uint32_t> providerOf(NodeId node) const {
        const Partition* found = partition(node);
        return found ? std::optional(found->provider) : std::nullopt;
    }
    /// "Runs on CPU: opset 18 is above Resize 10–13 of ascend310"
    [[nodiscard]] Message explain(NodeId node) const;
    /// The parts of a headline, the most important first: "NPU 231/240 nodes (96.2 %)",
    /// "3 partitions", "4 boundary tensors", "1.2 MiB per run", "2 nodes that nothing runs".
    [[nodiscard]] std::vector<Message> headline() const;
    /// The parts in English, with " · " between them.
    [[nodiscard]] std::string headlineText() const;
    /// Badge of a partition: letter of its provider and number, "N1".
    [[nodiscard]] std::string badge(const Partition& partition) const;
    [[nodiscard]] std::string badge(std::uint32_t index) const {
        return index ? badge(partitions[index - 1]) : "–";
    }
};

/// "1.2 MiB", "0 B"
std::string byteText(std::uint64_t bytes);

} // namespace partita
