#include "providers/npu/profile/npu_options.h"

#include <algorithm>
#include <optional>

#include "core/base/log.h"
#include "core/base/number_text.h"
#include "core/base/text_parts.h"
#include "core/base/typed_text.h"

namespace partita {

namespace {

using Strings = std::vector<std::string>;

Error wrongValue(const std::string& name, const std::string& value, const Message& wanted) {
    return {Errc::usage,
            PARTITA_TEXT("{0} is '{1}'", name, value),
            {},
            PARTITA_TEXT("give {0}", wanted)};
}

std::optional<bool> flag(const std::string& text) {
    if (text == "1" || text == "true" || text == "True")
        return true;
    if (text == "0" || text == "false" || text == "False")
        return false;
    return std::nullopt;
}

/// Splits at the separator and trims spaces.
Strings partsOf(std::string_view text, char separator) {
    Strings parts = splitText(text, separator);
    for (std::string& part : parts) {
        part.erase(0, std::min(part.find_first_not_of(' '), part.size()));
        part.erase(part.find_last_not_of(' ') + 1);
    }
    return parts;
}

struct NamedMode {
    const char* name;
    PrecisionMode mode;
};
constexpr NamedMode kPrecisionModes[] = {
    {"force_fp32", PrecisionMode::forceFp32},
    {"cube_fp16in_fp32out", PrecisionMode::forceFp32},
    {"force_fp16", PrecisionMode::forceFp16},
    {"allow_fp32_to_fp16", PrecisionMode::allowFp32ToFp16},
    {"must_keep_origin_dtype", PrecisionMode::keepOrigin},
    {"allow_mix_precision", PrecisionMode::mixedFp16},
    {"allow_mix_precision_fp16", PrecisionMode::mixedFp16},
};
constexpr NamedMode kPrecisionModesV2[] = {
    {"fp16", PrecisionMode::forceFp16},
    {"origin", PrecisionMode::keepOrigin},
    {"cube_fp16in_fp32out", PrecisionMode::forceFp32},
    {"mixed_float16", PrecisionMode::mixedFp16},
    {"mixed_bfloat16", PrecisionMode::mixedBf16},
};
const Strings kImplementationOperators = {"Pooling", "SoftmaxV2", "LRN", "ROIAlign"};

template <std::size_t N> Strings namesOf(const NamedMode (&modes)[N]) {
    Strings names;
    for (const NamedMode& mode : modes)
        names.emplace_back(mode.name);
    return names;
}

/// Parses "1,2,4" or "224,224;448,448": lists of sizes that the graph is prepared for.
std::optional<std::vector<std::vector<std::int64_t>>> gearsOf(const std::string& text,
                                                              InputGears::Kind kind) {
    std::vector<std::vector<std::int64_t>> gears;
    const Strings lists = partsOf(text, kind == InputGears::Kind::batch ? ',' : ';');
    for (const std::string& list : lists) {
        std::vector<std::int64_t> sizes;
        for (const std::string& part : partsOf(list, ',')) {
            const auto number = parseWholeNumber(part);
            if (!number || *number == 0 || *number > std::uint64_t{1} << 32)
                return std::nullopt;
            sizes.push_back(static_cast<std::int64_t>(*number));
        }
        if ((kind == InputGears::Kind::image && sizes.size() != 2) ||
            (!gears.empty() && gears.front().size() != sizes.size()))
            return std::nullopt;
        gears.push_back(std::move(sizes));
    }
    return gears;
}

Result<void> setGears(NpuOptions& options, const std::string& name, const std::string& value,
                      InputGears::Kind kind) {
    if (value.empty()) {
        if (options.gears.kind == kind)
            options.gears = {}, options.gearText.clear();
        return {};
    }
    if (options.gears.kind != InputGears::Kind::none && options.gears.kind != kind)
        return Error{
            Errc::usage,
            PARTITA_TEXT("{0} is given beside another kind of dynamic sizes", name),
            {},
            PARTITA_TEXT("give one of dynamic_batch_size, dynamic_image_size and dynamic_dims")};
    auto gears = gearsOf(value, kind);
    if (!gears)
        return wrongValue(name, value,
                          kind == InputGears::Kind::batch ? PARTITA_TEXT("sizes such as 1,2,4")
                          : kind == InputGears::Kind::image
                              ? PARTITA_TEXT("height,width pairs such as 224,224;448,448")
                              : PARTITA_TEXT("lists of one length such as 1,224;4,448"));
    options.gears = {*std::move(gears), kind};
    options.gearText = value;
    return {};
}

std::string gearsText(const NpuOptions& options, InputGears::Kind kind) {
    return options.gears.kind == kind ? options.gearText : "";
}

std::string yesNo(bool value) { return value ? "1" : "0"; }

/// One option: how it is set and shown. `set` works on a copy, which is discarded if it fails.
struct Row {
    const char* name;
    Message help;
    Strings choices;
    Result<void> (*set)(NpuOptions&, const std::string& name, const std::string& value,
                        int devices);
    std::string (*get)(const NpuOptions&);
};

template <bool NpuOptions::*member>
Result<void> setFlag(NpuOptions& options, const std::string& name, const std::string& value, int) {
    const auto yes = flag(value);
    if (!yes)
        return wrongValue(name, value, PARTITA_TEXT("0 or 1"));
    options.*member = *yes;
    return {};
}

template <bool NpuOptions::*member> std::string getFlag(const NpuOptions& options) {
    return yesNo(options.*member);
}

Result<void> setDevice(NpuOptions& options, const std::string&, const std::string& value,
                       int devices) {
    const auto number = parseWholeNumber(value);
    if (!number || *number >= static_cast<std::uint64_t>(devices))
        return Error{
            Errc::usage,
            PARTITA_TEXT(
                "Invalid device ID: {0}, must be between 0 (inclusive) and {1} (exclusive).", value,
                devices),
            {},
            PARTITA_TEXT("the device profile says how many devices there are")};
    options.deviceId = static_cast<int>(*number);
    return {};
}

Result<void> setMemoryLimit(NpuOptions& options, const std::string& name, const std::string& value,
                            int) {
    const auto number = parseWholeNumber(value);
    if (!number || *number == 0)
        return wrongValue(name, value, PARTITA_TEXT("a number of bytes"));
    options.memoryLimit = *number;
    return {};
}

Result<void> setStrategy(NpuOptions& options, const std::string& name, const std::string& value,
                         int) {
    if (value != "kNextPowerOfTwo" && value != "kSameAsRequested")
        return wrongValue(name, value, PARTITA_TEXT("kNextPowerOfTwo or kSameAsRequested"));
    options.arenaExtendStrategy = value == "kNextPowerOfTwo" ? ArenaExtendStrategy::nextPowerOfTwo
                                                             : ArenaExtendStrategy::sameAsRequested;
    return {};
}

template <std::size_t N>
Result<void> setPrecision(NpuOptions& options, const NamedMode (&modes)[N], const std::string& name,
                          const std::string& value) {
    const auto* found =
        std::ranges::find_if(modes, [&](const NamedMode& mode) { return value == mode.name; });
    if (found == std::end(modes))
        return wrongValue(name, value, joinText(namesOf(modes), ","));
    options.precision = found->mode;
    return {};
}

Result<void> setOperators(NpuOptions& options, const std::string&, const std::string& value, int) {
    options.implementationOperators.clear();
    if (value.empty())
        return {};
    for (const std::string& op : partsOf(value, ',')) {
        if (std::ranges::find(kImplementationOperators, op) == kImplementationOperators.end())
            log(LogLevel::warning,
                PARTITA_TEXT("optypelist_for_implmode: there is no choice of implementation for "
                             "'{0}', only for {1}",
                             op, joinText(kImplementationOperators, ",")));
        options.implementationOperators.push_back(op);
    }
    return {};
}

Result<void> setImplementation(NpuOptions& options, const std::string& name,
                               const std::string& value, int) {
    if (!value.empty() && value != "high_precision" && value != "high_performance")
        return wrongValue(name, value, PARTITA_TEXT("high_precision or high_performance"));
    options.implementation = value.empty()               ? ImplementationMode::byPrecision
                             : value == "high_precision" ? ImplementationMode::highPrecision
                                                         : ImplementationMode::highPerformance;
    return {};
}

Result<void> setOperatorCache(NpuOptions& options, const std::string& name,
                              const std::string& value, int) {
    const auto number = parseWholeNumber(value);
    if (!number || *number == 0 || *number > 1'000'000'000)
        return wrongValue(name, value, PARTITA_TEXT("a number of operators"));
    options.operatorCache = static_cast<std::int64_t>(*number);
    return {};
}

Result<void> setFormat(NpuOptions& options, const std::string& name, const std::string& value,
                       int) {
    if (value != "ND" && value != "NCHW" && value != "NHWC")
        return wrongValue(name, value, PARTITA_TEXT("ND, NCHW or NHWC"));
    options.inputFormat = value;
    return {};
}

const std::vector<Row>& rows() {
    static const std::vector<Row> kRows = {
        {"device_id",
         PARTITA_TEXT("which of the profile's devices"),
         {},
         setDevice,
         [](const NpuOptions& o) { return std::to_string(o.deviceId); }},
        {"npu_mem_limit",
         PARTITA_TEXT("bytes that the arena may take on the device"),
         {},
         setMemoryLimit,
         [](const NpuOptions& o) { return std::to_string(o.memoryLimit); }},
        {"arena_extend_strategy",
         PARTITA_TEXT("how the arena grows"),
         {"kNextPowerOfTwo", "kSameAsRequested"},
         setStrategy,
         [](const NpuOptions& o) {
             return std::string(o.arenaExtendStrategy == ArenaExtendStrategy::nextPowerOfTwo
                                    ? "kNextPowerOfTwo"
                                    : "kSameAsRequested");
         }},
        {"enable_cann_graph",
         PARTITA_TEXT("1: whole runs as one graph; 0: operator by operator"),
         {"1", "0"},
         setFlag<&NpuOptions::graphMode>,
         getFlag<&NpuOptions::graphMode>},
        {"enable_cann_subgraph",
         PARTITA_TEXT("0: only models that the device runs whole; 1: also the parts of a model "
                      "that it can run"),
         {"1", "0"},
         setFlag<&NpuOptions::cutIntoGraphs>,
         getFlag<&NpuOptions::cutIntoGraphs>},
        {"dump_graphs",
         PARTITA_TEXT("1: write each graph that is compiled as .onnx"),
         {"0", "1"},
         setFlag<&NpuOptions::dumpGraphs>,
         getFlag<&NpuOptions::dumpGraphs>},
        {"dump_om_model",
         PARTITA_TEXT(
             "1: write the compiled program as .om; by itself only where dump_dir is given"),
         {"1", "0"},
         [](NpuOptions& o, const std::string& name, const std::string& value, int devices) {
             o.dumpProgramAsked = true;
             return setFlag<&NpuOptions::dumpProgram>(o, name, value, devices);
         },
         getFlag<&NpuOptions::dumpProgram>},
        {"dump_dir",
         PARTITA_TEXT("folder for what dump_graphs and dump_om_model write"),
         {},
         [](NpuOptions& o, const std::string&, const std::string& value, int) {
             o.dumpFolder = value;
             return Result<void>();
         },
         [](const NpuOptions& o) { return o.dumpFolder; }},
        {"dump_overwrite",
         PARTITA_TEXT("1: dumps replace files that are there; else those are an error"),
         {"0", "1"},
         setFlag<&NpuOptions::replaceDumps>,
         getFlag<&NpuOptions::replaceDumps>},
        {"precision_mode", PARTITA_TEXT("in which types the device computes"),
         namesOf(kPrecisionModes),
         [](NpuOptions& o, const std::string& name, const std::string& value, int) {
             auto set = setPrecision(o, kPrecisionModes, name, value);
             if (set)
                 o.precisionName = value, o.precisionV2Name.clear();
             return set;
         },
         [](const NpuOptions& o) { return o.precisionName; }},
        {"precision_mode_v2", PARTITA_TEXT("the newer names; the one that was given last counts"),
         namesOf(kPrecisionModesV2),
         [](NpuOptions& o, const std::string& name, const std::string& value, int) {
             auto set = setPrecision(o, kPrecisionModesV2, name, value);
             if (set)
                 o.precisionV2Name = value, o.precisionName.clear();
             return set;
         },
         [](const NpuOptions& o) { return o.precisionV2Name; }},
        {"op_select_impl_mode",
         PARTITA_TEXT(
             "implementation of the listed operators: exact (fp32 inside) or fast (fp16 inside)"),
         {"high_precision", "high_performance"},
         setImplementation,
         [](const NpuOptions& o) {
             return std::string(o.implementation == ImplementationMode::byPrecision ? ""
                                : o.implementation == ImplementationMode::highPrecision
                                    ? "high_precision"
                                    : "high_performance");
         }},
        {"optypelist_for_implmode",
         PARTITA_TEXT("the operators that op_select_impl_mode is for: Pooling, SoftmaxV2, LRN, "
                      "ROIAlign; empty: "
                      "all of them"),
         {},
         setOperators,
         [](const NpuOptions& o) { return joinText(o.implementationOperators, ","); }},
        {"do_copy_in_default_stream",
         PARTITA_TEXT("1: copies wait in the compute stream; 0: streams of their own"),
         {"0", "1"},
         setFlag<&NpuOptions::copyInComputeStream>,
         getFlag<&NpuOptions::copyInComputeStream>},
        {"max_opqueue_num",
         PARTITA_TEXT("loaded operators that are kept in single-operator mode"),
         {},
         setOperatorCache,
         [](const NpuOptions& o) { return std::to_string(o.operatorCache); }},
        {"input_format",
         PARTITA_TEXT("layout of images, for dynamic_image_size"),
         {"ND", "NCHW", "NHWC"},
         setFormat,
         [](const NpuOptions& o) { return o.inputFormat; }},
        {"dynamic_batch_size",
         PARTITA_TEXT("batch sizes that the graph is prepared for: 1,2,4"),
         {},
         [](NpuOptions& o, const std::string& name, const std::string& value, int) {
             return setGears(o, name, value, InputGears::Kind::batch);
         },
         [](const NpuOptions& o) { return gearsText(o, InputGears::Kind::batch); }},
        {"dynamic_image_size",
         PARTITA_TEXT("heights and widths that the graph is prepared for: 224,224;448,448"),
         {},
         [](NpuOptions& o, const std::string& name, const std::string& value, int) {
             return setGears(o, name, value, InputGears::Kind::image);
         },
         [](const NpuOptions& o) { return gearsText(o, InputGears::Kind::image); }},
        {"dynamic_dims",
         PARTITA_TEXT("sizes of all dynamic dimensions in order: 1,224;4,448"),
         {},
         [](NpuOptions& o, const std::string& name, const std::string& value, int) {
             return setGears(o, name, value, InputGears::Kind::dims);
         },
         [](const NpuOptions& o) { return gearsText(o, InputGears::Kind::dims); }},
    };
    return kRows;
}

} // namespace

Result<void> setNpuOption(NpuOptions& options, const std::string& name, const std::string& value,
                          int devices) {
    for (const Row& row : rows()) {
        if (name != row.name)
            continue;
        NpuOptions changed = options;
        auto set = row.set(changed, name, value, devices);
        if (set)
            options = std::move(changed);
        return set;
    }
    return Error{Errc::usage,
                 PARTITA_TEXT("the NPU has no option '{0}'", name),
                 {},
                 seeTyped(PARTITA_TEXT("name an option of the provider"), "`providers`")};
}

std::vector<ProviderOption> npuOptionList(const NpuOptions& options) {
    static const NpuOptions kDefaults;
    std::vector<ProviderOption> list;
    for (const Row& row : rows())
        list.push_back({row.name, row.get(options), row.get(kDefaults), row.help, row.choices});
    return list;
}

std::string npuOptionsText(const NpuOptions& options) {
    std::string text;
    for (const Row& row : rows())
        text += (text.empty() ? "" : ";") + std::string(row.name) + "=" + row.get(options);
    return text;
}

} // namespace partita
