#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// The most levels of nested graphs, because code that visits bodies recurses. ONNX Runtime and
/// protobuf stop at about 100 nested messages, which are 33 graphs.
inline constexpr std::uint64_t kMostNestedGraphs = 64;

/// Finds the model-local functions of one model by domain, name and overload; build it once for
/// many queries.
class FunctionIndex {
public:
    explicit FunctionIndex(const Model& model);
    /// The function that a node calls; none when the node is an operator.
    [[nodiscard]] GraphId called(const Node& node) const;

private:
    std::unordered_map<std::string, GraphId> m_functions;
};

/// Whether a graph is a model-local function or a body inside of one, by GraphId.
std::vector<bool> graphsOfFunctions(const Model& model);

/// The size of a model after all its functions are inlined. The numbers saturate at 2^64 − 1,
/// because a small file can ask for more.
struct InlinedSize {
    std::uint64_t nodes = 0;   ///< in the main graph and in all bodies
    std::uint64_t nesting = 0; ///< levels of bodies inside the main graph
};

/// Counts without inlining, in time linear in the model. Fails when a called function is recursive.
Result<InlinedSize> inlinedSize(const Model& model);

/// The most nodes that inlining may produce, by the number of nodes in the model; this stops small
/// files that would expand to enormous graphs.
[[nodiscard]] std::uint64_t mostInlinedNodes(const Model& model);
/// The error for a model that exceeds `mostInlinedNodes`.
Error unfoldsTooFar(const Model& model);

/// Fails when the functions of a model cannot be inlined within `mostInlinedNodes` and
/// `kMostNestedGraphs`.
Result<void> checkInlinedSize(const Model& model);

} // namespace partita
