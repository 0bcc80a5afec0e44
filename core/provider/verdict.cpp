#include "core/provider/verdict.h"

#include <array>

namespace partita {

std::string_view reasonName(ReasonCode code) {
    constexpr std::array<std::string_view, 24> kNames = {"claimed",
                                                         "noKernel",
                                                         "opsetOutOfRange",
                                                         "typeUnsupported",
                                                         "rankUnsupported",
                                                         "attributeUnsupported",
                                                         "weightNotConstant",
                                                         "dynamicShape",
                                                         "unknownDomain",
                                                         "controlFlow",
                                                         "runTooShort",
                                                         "memoryLimit",
                                                         "takenByHigherPriority",
                                                         "lostGroup",
                                                         "epContextSourceMismatch",
                                                         "excludedByUser",
                                                         "constantNode",
                                                         "folded",
                                                         "pinnedByUser",
                                                         "assumedByUser",
                                                         "ruleOffByUser",
                                                         "inputUnsupported",
                                                         "failsToCompile",
                                                         "unused"};
    return kNames[static_cast<std::size_t>(code)];
}

SharedText shareText(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

Message assumedText(const Message& refusal) {
    return PARTITA_TEXT("assumed to be taken, by you, though {0}", refusal);
}

} // namespace partita
