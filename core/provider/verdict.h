#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/ids.h"
#include "core/base/message.h"

namespace partita {

/// Why a provider does or does not run a node.
enum class ReasonCode : std::uint8_t {
    claimed,
    noKernel,
    opsetOutOfRange,
    typeUnsupported,
    rankUnsupported,
    attributeUnsupported,
    weightNotConstant,
    dynamicShape,
    unknownDomain,
    controlFlow,
    runTooShort,
    memoryLimit,
    takenByHigherPriority,
    lostGroup,
    epContextSourceMismatch,
    excludedByUser,
    constantNode,     ///< becomes an initializer before nodes are placed
    folded,           ///< gone before nodes are placed: computed once, merged or dropped
    pinnedByUser,     ///< bound to one provider: to this one (claimed), or to another one
    assumedByUser,    ///< taken although the provider's rules decline it
    ruleOffByUser,    ///< taken because a rule that declines it is off
    inputUnsupported, ///< an input or output that is computed, constant, omitted or there
    failsToCompile,   ///< the provider takes the node, but its compiler then fails
    unused,           ///< gone before nodes are placed: nothing reads what it computes
};

/// "opsetOutOfRange": the name in reports and JSON.
std::string_view reasonName(ReasonCode code);

/// The place of a rule, shared by many nodes.
using SharedText = std::shared_ptr<const std::string>;
SharedText shareText(std::string text);

/// The evidence for a node that the user assumes to be taken; `refusal`: what the provider says.
Message assumedText(const Message& refusal);

/// What one provider says about one node.
struct Verdict {
    std::uint32_t provider = 0; ///< index in the order of providers
    bool claimed = false;
    ReasonCode code = ReasonCode::noKernel;
    Message
        evidence; ///< the rule and the value that decided, as one clause: "opset 18 is above Resize
                  ///< 10–13"
    SharedText place; ///< the place of the rule: "ascend310.json:214"; null: in the program
    NodeId culprit{}; ///< lostGroup: the node without which the group was not taken
};

} // namespace partita
