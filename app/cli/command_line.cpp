#include "app/cli/command_line.h"

#include <cmath>
#include <filesystem>
#include <iostream>

#include <nlohmann/json.hpp>

#include "core/base/buffer.h"
#include "core/base/line_text.h"
#include "core/base/log.h"
#include "core/base/memory_budget.h"
#include "core/base/number_text.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/onnx/named_files.h"
#include "core/onnx/read.h"

namespace partita::cli {

namespace {

ExitStatus statusOfCode(Errc code) {
    switch (code) {
    case Errc::usage: return wrongUsage;
    case Errc::nameClash: return answerIsNo; // `merge` answers whether models can be merged
    case Errc::provider: return providerFailed;
    case Errc::internal: return internalError;
    case Errc::cancelled: return interrupted;
    default: return badInput;
    }
}

} // namespace

Result<std::pair<std::string, std::string>> keyAndValue(const std::string& text) {
    auto pair = splitPair(text);
    if (!pair)
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' is not key=value", text),
                     {},
                     PARTITA_TEXT("write the option as key=value")};
    return *std::move(pair);
}

ExitStatus report(const Error& error) {
    std::cerr << lineText("error: {}\n", error.message());
    return statusOfCode(error.code);
}

std::optional<double> toleranceIn(std::string_view text) {
    const auto value = parseNumber<double>(text);
    return value && std::isfinite(*value) && *value >= 0 ? value : std::nullopt;
}

CLI::Validator tolerance() {
    const auto check = [](std::string& text) {
        return toleranceIn(text) ? std::string() : "'" + text + "' is no number from 0 on";
    };
    return {check, {}};
}

void printJson(const nlohmann::json& value) {
    std::cout << value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

Result<void> writeOutput(const std::string& path, std::string_view text, Replace replace) {
    if (path == "-") {
        std::cout << text;
        return {};
    }
    const Bytes bytes = std::as_bytes(std::span(text));
    return writeFile(path, {&bytes, 1}, replace);
}

Result<void> declareModel(OutputFiles& files, const Model& model,
                          const std::filesystem::path& output, const WriteOptions& options) {
    PARTITA_TRY(files.reads(sourcePath(model), true));
    PARTITA_TRY(files.readsAll(filesNamedBy(model)));
    if (output.empty())
        return {};
    const auto plan = PARTITA_TRY(planWrite(model, output, options));
    return files.writes(plan.dataFile);
}

void PartitionArguments::addTo(CLI::App& command) {
    command
        .add_option("-p,--providers", providers,
                    "Who may run nodes, the first choice first, separated by commas: npu,cpu …")
        ->delimiter(',');
    command.add_option("--device", device,
                       "Which NPU: a built-in name (see providers) or a profile (.json)");
    command
        .add_option(
            "-O,--option", options,
            "Option of a provider, as providers lists them: key=value or provider.key=value")
        ->allow_extra_args(false);
    command
        .add_option("--config", config,
                    "Session option of ONNX Runtime, key=value: docs/epcontext.md")
        ->allow_extra_args(false);
}

Result<ProviderList> PartitionArguments::make() const {
    ProviderChoice choice{providers, device, {}};
    for (const auto& text : options) {
        auto pair = PARTITA_TRY(keyAndValue(text));
        choice.options.push_back(std::move(pair));
    }
    const auto read = PARTITA_TRY(contextOptions());
    for (const std::string& key : read.withoutEffect)
        log(LogLevel::warning, PARTITA_TEXT("session option '{0}' has no effect here", key));
    return makeProviders(choice);
}

Result<PartitionOptions> PartitionArguments::wishes() const {
    PartitionOptions chosen;
    chosen.level = PARTITA_TRY(contextOptions()).level;
    return chosen;
}

Result<void> PartitionArguments::declare(OutputFiles& files) const {
    std::vector<std::string> named = providers;
    named.push_back(device);
    for (const std::string& each : named)
        PARTITA_TRY(files.reads(each));
    return {};
}

Result<ContextSessionOptions> PartitionArguments::contextOptions() const {
    std::vector<std::pair<std::string, std::string>> entries;
    for (const auto& text : config) {
        auto pair = PARTITA_TRY(keyAndValue(text));
        entries.push_back(std::move(pair));
    }
    return readSessionOptions(entries);
}

namespace {

/// Reads standard input to its end.
Result<Buffer> readInput() {
    std::vector<std::byte> bytes;
    char part[1 << 16];
    const std::uint64_t most = memoryBudget();
    while (std::cin.read(part, sizeof part), std::cin.gcount() > 0) {
        if (bytes.size() >= most)
            return Error{Errc::io,
                         PARTITA_TEXT("standard input does not end"),
                         {},
                         PARTITA_TEXT("name the model's file")};
        const auto* begin = reinterpret_cast<const std::byte*>(part);
        bytes.insert(bytes.end(), begin, begin + std::cin.gcount());
    }
    return Buffer::own(std::move(bytes));
}

} // namespace

Result<OpenedModel> openBoth(const std::string& path, Prepare prepare, const Progress& progress,
                             const std::filesystem::path& folder) {
    if (path == "-")
        return partita::openModel(PARTITA_TRY(readInput()), folder, prepare, progress);
    return partita::openModel(std::filesystem::path(path), prepare, progress);
}

Result<Model> openModel(const std::string& path, Prepare prepare, const Progress& progress,
                        const std::filesystem::path& folder) {
    return PARTITA_TRY(openBoth(path, prepare, progress, folder)).ready;
}

} // namespace partita::cli
