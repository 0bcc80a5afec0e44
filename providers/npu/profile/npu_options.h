#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/provider/execution_provider.h"

namespace partita {

/// How the device's memory arena grows.
enum class ArenaExtendStrategy { nextPowerOfTwo, sameAsRequested };

/// The types in which the device computes.
enum class PrecisionMode {
    keepOrigin,      ///< as the model is typed
    forceFp16,       ///< everything in fp16; products accumulate in fp32
    forceFp32,       ///< everything in fp32; products may read fp16, they write fp32
    allowFp32ToFp16, ///< products in fp16 with fp32 accumulation, the rest as typed
    mixedFp16,       ///< fp16, except for operators that lose too much precision in 16 bits
    mixedBf16,       ///< as mixedFp16, but with bfloat16
};

/// The implementation of the listed operators: chosen by precision_mode, exact (fp32) or fast
/// (fp16).
enum class ImplementationMode { byPrecision, highPrecision, highPerformance };

/// The input sizes that a compiled graph is prepared for. At most one of the three option lists is
/// given.
struct InputGears {
    std::vector<std::vector<std::int64_t>> gears; ///< sizes of the dynamic dimensions, in order
    enum class Kind { none, batch, image, dims } kind = Kind::none;
};

/// The options of the NPU. Names, values and defaults are those of ONNX Runtime's CANN provider.
struct NpuOptions {
    int deviceId = 0;
    /// The most bytes that the arena may reserve.
    std::uint64_t memoryLimit = std::numeric_limits<std::uint64_t>::max();
    ArenaExtendStrategy arenaExtendStrategy = ArenaExtendStrategy::nextPowerOfTwo;
    bool graphMode = true;     ///< false: operator by operator
    bool cutIntoGraphs = true; ///< false: only a model that the device supports as a whole
    bool copyInComputeStream = false;
    /// Number of loaded operators that single-operator mode keeps.
    std::int64_t operatorCache = 10000;
    bool dumpGraphs = false, dumpProgram = true;
    std::string dumpFolder; ///< empty: requested dumps go to the working folder
    bool dumpProgramAsked = false;
    bool replaceDumps = false; ///< a dump may replace an existing file
    /// As given, because some names are synonyms.
    std::string precisionName = "must_keep_origin_dtype";
    PrecisionMode precision = PrecisionMode::keepOrigin;
    std::string precisionV2Name;
    ImplementationMode implementation = ImplementationMode::byPrecision;
    /// Empty: all operators that have a choice of implementation.
    std::vector<std::string> implementationOperators;
    std::string inputFormat = "ND";
    std::string gearText;
    InputGears gears;
};

/// Sets one option by name; `devices` is the number of devices in the profile. An unknown name or
/// value is an error that lists what is allowed and leaves the options unchanged. Logs a warning
/// for operators that have no choice of implementation.
Result<void> setNpuOption(NpuOptions& options, const std::string& name, const std::string& value,
                          int devices);

/// All options with value, default and choices, in the order of the documentation.
std::vector<ProviderOption> npuOptionList(const NpuOptions& options);

/// All options as "device_id=0;npu_mem_limit=…", in the same order.
std::string npuOptionsText(const NpuOptions& options);

} // namespace partita
