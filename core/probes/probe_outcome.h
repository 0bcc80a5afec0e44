#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace partita {

/// What a real provider did with a probe.
enum class ProbeOutcome : std::uint8_t {
    taken,
    declined,
    fails,   ///< it takes the node, but cannot compile it
    crashes, ///< and the process with it
    hangs,   ///< until it was ended
    invalid, ///< ONNX Runtime refuses the model by itself: the provider was not asked
    apart,   ///< of a quantized group: it takes some of the nodes, each is judged by itself
};

/// "taken": the name in files.
std::string_view outcomeName(ProbeOutcome outcome);
std::optional<ProbeOutcome> outcomeFromName(std::string_view name);
/// Whether the provider wants the node, or all of its group, whatever comes of it.
constexpr bool isClaimed(ProbeOutcome outcome) {
    return outcome != ProbeOutcome::declined && outcome != ProbeOutcome::invalid &&
           outcome != ProbeOutcome::apart;
}
/// What a rule can say: a crash is a failure, too.
constexpr ProbeOutcome asRuled(ProbeOutcome outcome) {
    return outcome == ProbeOutcome::crashes || outcome == ProbeOutcome::hangs ? ProbeOutcome::fails
                                                                              : outcome;
}

} // namespace partita
