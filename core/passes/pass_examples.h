#pragma once

#include <span>
#include <string_view>

namespace partita {

/// A small graph that shows what a pass does, or where it declines. The page of the pass has
/// pictures of it, and the tests run it.
struct PassExample {
    std::string_view pass, title;
    std::string_view before; ///< a graph in ONNX's text form
    std::string_view after;  ///< the operators that are left, Constants left out
    int opset = 18;
    /// The pass changes inputs, outputs or results, or does itself what shape inference would do
    /// first: outputs are not compared, and shapes are not inferred.
    bool apart = false;
};

/// The examples of all passes. A pass rewrites the first of its examples.
std::span<const PassExample> passExamples();

/// The examples of the passes that replace what models write out by one operator.
std::span<const PassExample> operatorExamples();

/// The examples of the passes that take apart If, Loop, sequences and optional values.
std::span<const PassExample> controlFlowExamples();

/// The examples of the other passes that fuse nodes.
std::span<const PassExample> fusionExamples();

} // namespace partita
