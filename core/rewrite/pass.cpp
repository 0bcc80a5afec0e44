#include "core/rewrite/pass.h"

namespace partita {

std::string_view passKindName(PassKind kind) {
    static constexpr std::string_view kNames[] = {"Fuse",      "Nop",     "Separate",
                                                  "Immutable", "Replace", "Other"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string_view passAnalysisName(PassAnalysis analysis) {
    return analysis == PassAnalysis::empty ? "Empty" : "CountBased";
}

std::string_view passEfficiencyName(PassEfficiency efficiency) {
    return efficiency == PassEfficiency::partial ? "Partial" : "Complete";
}

std::string_view passTargetName(PassTarget target) {
    static constexpr std::string_view kNames[] = {"None", "Compute", "Memory", "ComputeMemory",
                                                  "Stability"};
    return kNames[static_cast<std::size_t>(target)];
}

} // namespace partita
