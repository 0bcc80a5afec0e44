#pragma once

#include "core/probes/probe_space.h"
#include "core/probes/probe_surroundings.h"

namespace partita {

inline constexpr const char* kAllStatic = "static"; ///< shapes of all computed inputs
/// Shapes of the computed inputs behind the first one, which is static; and the other way round.
inline constexpr const char* kFirstDynamic = "first dynamic";
inline constexpr const char* kOthersDynamic = "others dynamic";
inline constexpr const char* kOthersUnranked = "others unranked";

/// What a probe is made of.
struct ProbeSettings {
    struct Input {
        std::string source = "computed"; ///< a trait of TraitKey::Kind::source
        std::size_t variant = 0, count = 1;
    };
    ProbedOperator of;
    const OperatorDescription* description = nullptr;
    ShapeHint hint;
    std::size_t free = 0;                  ///< axes, see ShapeWords
    std::map<std::string, DataType> types; ///< by type parameter
    std::vector<Input> inputs;             ///< for each formal input
    std::vector<bool> wanted;              ///< for each formal output
    std::string shapes = kAllStatic;       ///< of the computed inputs; see Factor::Kind::shapes
    bool statesOutputs = true;
    Attributes attributes;
    /// For each formal input how it is quantized where it is real. Empty: the node stands for itself.
    std::vector<Quantization> quantized;
    Quantization quantizedOutputs;
};

/// The model of a probe; nothing: it would not be a valid one.
std::optional<Probe> makeProbe(const ProbeSettings& settings);

} // namespace partita
