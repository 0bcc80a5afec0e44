#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/provider/execution_provider.h"

namespace partita {

/// How the device's arena grows.
enum class ArenaExtendStrategy { nextPowerOfTwo, sameAsRequested };

/// In which types the device computes.
enum class PrecisionMode {
    keepOrigin,      ///< as the model is typed
    forceFp16,       ///< everything in fp16, products accumulated in fp32
    forceFp32,       ///< everything in fp32; products may read fp16, they write fp32
    allowFp32ToFp16, ///< products in fp16 with fp32 accumulation, the rest as typed
    mixedFp16,       ///< fp16 but for operators that lose too much by it
    mixedBf16,       ///< the same with bfloat16
};

/// Which built-in implementation the listed operators get.
enum class ImplementationMode { byPrecision, highPrecision, highPerformance };

/// What dynamic inputs a compiled graph is prepared for; at most one of the lists is used.
struct InputGears {
    std::vector<std::vector<std::int64_t>> gears; ///< sizes of the dynamic dimensions, in order
    enum class Kind { none, batch, image, dims } kind = Kind::none;
};

/// The options of the NPU: names, values and defaults are those of ONNX Runtime's CANN provider.
struct NpuOptions {
    int deviceId = 0;
    std::uint64_t memoryLimit = std::numeric_limits<std::uint64_t>::max(); ///< bytes of the arena
    ArenaExtendStrategy arenaExtendStrategy = ArenaExtendStrategy::nextPowerOfTwo;
    bool graphMode = true;     ///< false: operator by operator
    bool cutIntoGraphs = true; ///< false: only a model that the device takes whole
    bool copyInComputeStream = false;
    std::int64_t operatorCache = 10000; ///< loaded operators kept in single-operator mode
    bool dumpGraphs = false, dumpProgram = true;
    std::string dumpFolder; ///< empty: dumps asked for by name go to the working folder
    bool dumpProgramAsked = false;
    bool replaceDumps = false; ///< a dump may take the place of a file that is there
    std::string precisionName = "must_keep_origin_dtype"; ///< as given: some names are synonyms
    PrecisionMode precision = PrecisionMode::keepOrigin;
    std::string precisionV2Name;
    ImplementationMode implementation = ImplementationMode::byPrecision;
    std::vector<std::string> implementationOperators; ///< empty: all that there is a choice for
    std::string inputFormat = "ND";
    std::string gearText;
    InputGears gears;
};

/// Sets one option by name. `devices`: how many there are. Fails with what may be given; the
/// options are then as they were. Warns in the log of operators that have no choice of
/// implementation.
Result<void> setNpuOption(NpuOptions& options, const std::string& name, const std::string& value,
                          int devices);

/// All options with value, default and choices, in the order of the documentation.
std::vector<ProviderOption> npuOptionList(const NpuOptions& options);

/// "device_id=0;npu_mem_limit=…": each option, in that order.
std::string npuOptionsText(const NpuOptions& options);

} // namespace partita
