#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "core/ir/model.h"

namespace partita {

/// Graphs nest at most this many levels: whoever looks into bodies does so by recursion. ONNX
/// Runtime and protobuf give up at about 100 messages, which is 33 graphs.
inline constexpr std::uint64_t kMostNestedGraphs = 64;

/// The model-local functions of one model by domain, name and overload; made once, asked often.
class FunctionIndex {
public:
    explicit FunctionIndex(const Model& model);
    /// The function that a node calls; none if it is an operator.
    [[nodiscard]] GraphId called(const Node& node) const;

private:
    std::unordered_map<std::string, GraphId> m_functions;
};

/// What a model grows to when all its functions are inlined. The numbers stop at 2^64 - 1: a small
/// file can ask for more.
struct InlinedSize {
    std::uint64_t nodes = 0;   ///< in the main graph and in all bodies
    std::uint64_t nesting = 0; ///< levels of bodies inside the main graph
};

/// Counts without inlining anything, in a time that goes with the file. Fails when a function that
/// is called calls itself.
Result<InlinedSize> inlinedSize(const Model& model);

/// The most nodes that inlining may make of a model of so many: what a small file asks for beyond
/// it was made to harm.
[[nodiscard]] std::uint64_t mostInlinedNodes(const Model& model);
Error unfoldsTooFar(const Model& model);

/// Fails when the functions of a model cannot be inlined within `mostInlinedNodes` and
/// `kMostNestedGraphs`.
Result<void> checkInlinedSize(const Model& model);

} // namespace partita
