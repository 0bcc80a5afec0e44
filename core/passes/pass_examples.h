#pragma once

#include <span>
#include <string_view>

namespace partita {

/// A small graph that shows what a pass does, or where it declines: its page has pictures of it,
/// and the tests run it.
struct PassExample {
    std::string_view pass, title;
    std::string_view before; ///< a graph in ONNX's text form
    std::string_view after;  ///< the operators that are left, Constants left out
    int opset = 18;
    /// The pass is for changing inputs, outputs or what is computed, or for what inference would do
    /// before: outputs are not compared, and shapes not inferred.
    bool apart = false;
};

/// Of all passes. The first of each pass is one that it rewrites.
std::span<const PassExample> passExamples();

/// Of the passes that put nodes together.
std::span<const PassExample> fusionExamples();

} // namespace partita
