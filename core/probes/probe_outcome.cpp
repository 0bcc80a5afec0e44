#include "core/probes/probe_outcome.h"

#include <array>

namespace partita {

namespace {

constexpr std::array<std::string_view, 7> kNames = {"taken", "declined", "fails", "crashes",
                                                    "hangs", "invalid",  "apart"};

} // namespace

std::string_view outcomeName(ProbeOutcome outcome) {
    return kNames[static_cast<std::size_t>(outcome)];
}

std::optional<ProbeOutcome> outcomeFromName(std::string_view name) {
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (kNames[i] == name)
            return static_cast<ProbeOutcome>(i);
    return std::nullopt;
}

} // namespace partita
