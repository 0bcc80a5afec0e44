#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

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
    constantNode, ///< becomes an initializer before anything is placed
};

/// "opsetOutOfRange": the name in reports and JSON.
std::string_view reasonName(ReasonCode code);

/// A place that many nodes share.
using SharedText = std::shared_ptr<const std::string>;
SharedText shareText(std::string text);

/// What one provider said of one node.
struct Verdict {
    std::uint32_t provider = 0; ///< place in the order of providers
    bool claimed = false;
    ReasonCode code = ReasonCode::noKernel;
    Message
        evidence; ///< the rule and the value it met, one clause: "opset 18 is above Resize 10–13"
    SharedText place; ///< where the rule stands: "ascend310.json:214"; null: in the program
};

} // namespace partita
