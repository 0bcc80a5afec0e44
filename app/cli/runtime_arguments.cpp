#include "app/cli/runtime_arguments.h"

#include <algorithm>

#include "core/base/byte_size.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"

namespace partita::cli {

namespace {

constexpr std::string_view kEnding = "ExecutionProvider";
constexpr int kLongest = 1'000'000; ///< seconds
constexpr int kMostThreads = 1024;
constexpr std::string_view kPython = "python";

/// Whether both name one provider: the ending may be left out, and case does not matter.
bool isNamed(std::string_view provider, std::string_view name) {
    const auto shortened = [](std::string_view whole) {
        const bool ends = whole.size() > kEnding.size() &&
                          sameName(whole.substr(whole.size() - kEnding.size()), kEnding);
        return whole.substr(0, whole.size() - (ends ? kEnding.size() : 0));
    };
    return sameName(shortened(provider), shortened(name));
}

/// The provider that an option "key" or "provider.key" belongs to; `key` loses the provider.
Result<RealProvider*> ownerOf(std::string& key, std::vector<RealProvider>& providers) {
    if (const auto parts = splitPair(key, '.'))
        for (RealProvider& provider : providers)
            if (isNamed(provider.name, parts->first)) {
                key = parts->second;
                return &provider;
            }
    RealProvider* owner = nullptr;
    for (RealProvider& provider : providers) {
        if (isNamed(provider.name, "CPU")) // it has no options
            continue;
        if (owner)
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' could be an option of several providers", key),
                         {},
                         PARTITA_TEXT("write {0}.{1}, or another provider", owner->name, key)};
        owner = &provider;
    }
    if (!owner)
        return Error{Errc::usage,
                     PARTITA_TEXT("no provider is chosen that could have the option '{0}'", key),
                     {},
                     PARTITA_TEXT("choose one with --provider")};
    return owner;
}

} // namespace

void RuntimeArguments::addTo(CLI::App& command) {
    command
        .add_option("--python", python,
                    "A Python interpreter that has onnxruntime: a path, or a name on the PATH")
        ->capture_default_str();
    command
        .add_option("--timeout", timeout, "Seconds that ONNX Runtime may take before it is ended")
        ->check(CLI::Range(1, kLongest))
        ->capture_default_str();
    command.add_option("--memory", memory,
                       "Memory that ONNX Runtime may take, such as 4GB; without it, as much as "
                       "the machine has");
}

void RuntimeArguments::addTo(CLI::App& command, const char* providerHelp) {
    addTo(command);
    command.add_option("--provider", providers, providerHelp)->allow_extra_args(false);
}

void RuntimeArguments::addSessionTo(CLI::App& command) {
    command
        .add_option("-O,--option", options,
                    "Option of a provider, in its own words: key=value or provider.key=value")
        ->allow_extra_args(false);
    command
        .add_option("--config", config,
                    "Session entry of ONNX Runtime, key=value; session.graph_optimization_level "
                    "is disabled, basic, extended or all")
        ->allow_extra_args(false);
    addSettingsTo(command);
}

std::vector<const char*> RuntimeArguments::addSettingsTo(CLI::App& command) {
    std::vector<const char*> added{"--inter-op-threads", "--custom-ops"};
    if (!command.get_option_no_throw("--threads")) {
        command
            .add_option("--threads", threads, "Threads inside one operator; 0: one for each core")
            ->check(CLI::Range(0, kMostThreads));
        added.push_back("--threads");
    }
    if (!command.get_option_no_throw("--executor")) {
        command
            .add_option("--executor", executor,
                        "sequential: operator by operator; parallel: those that do not need each "
                        "other at the same time")
            ->check(CLI::IsMember({"sequential", "parallel"}));
        added.push_back("--executor");
    }
    command
        .add_option("--inter-op-threads", interOpThreads,
                    "Threads that run operators at the same time, with --executor parallel; 0: one "
                    "for each core")
        ->check(CLI::Range(0, kMostThreads));
    command
        .add_option("--custom-ops", customOps,
                    "A library with operators that ONNX Runtime does not have; several by several "
                    "--custom-ops")
        ->allow_extra_args(false);
    return added;
}

void RuntimeArguments::addFreeDimsTo(CLI::App& command) {
    command
        .add_option("--free-dim", freeDims,
                    "Fix a size that the model's inputs leave open, before the session places "
                    "nodes: symbol=size")
        ->allow_extra_args(false);
}

Result<SessionSettings> RuntimeArguments::settings() const {
    SessionSettings made{.threads = threads, .interOpThreads = interOpThreads};
    if (!executor.empty())
        made.parallel = executor == "parallel";
    made.freeDims = PARTITA_TRY(symbolSizes(freeDims, "--free-dim"));
    std::error_code error;
    for (const std::string& each : customOps) // Python has the same folder, but libraries have not
        made.customOps.push_back(std::filesystem::absolute(each, error));
    return made;
}

Result<FeedSource> RuntimeArguments::inputs(const FeedArguments& feeds) const {
    auto source = PARTITA_TRY(feeds.source());
    for (const auto& [symbol, size] : PARTITA_TRY(symbolSizes(freeDims, "--free-dim")))
        if (const auto [at, fresh] = source.sizes.emplace(symbol, size);
            !fresh && at->second != size)
            return Error{Errc::usage,
                         PARTITA_TEXT("--dim and --free-dim give '{0}' different sizes", symbol),
                         {},
                         PARTITA_TEXT("leave out --dim")};
    return source;
}

Result<RealRuntime> RuntimeArguments::runtime() const {
    RealRuntime real{.python = python, .limit = std::chrono::seconds(timeout)};
    if (!memory.empty())
        real.memory = PARTITA_TRY(parseSize(memory));
    return real;
}

Result<std::vector<RealProvider>> RuntimeArguments::realProviders() const {
    std::vector<RealProvider> chosen;
    for (const std::string& text : providers)
        chosen.push_back(PARTITA_TRY(realProviderOf(text)));
    for (const std::string& text : options) {
        auto [key, value] = PARTITA_TRY(keyAndValue(text));
        RealProvider* owner = PARTITA_TRY(ownerOf(key, chosen));
        owner->options.emplace_back(std::move(key), std::move(value));
    }
    return chosen;
}

Result<std::vector<std::pair<std::string, std::string>>> RuntimeArguments::entries() const {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const std::string& text : config)
        pairs.push_back(PARTITA_TRY(keyAndValue(text)));
    return pairs;
}

Result<RealSession> RuntimeArguments::session(const std::string& model) const {
    if (model == "-")
        return Error{Errc::usage,
                     PARTITA_TEXT("ONNX Runtime reads no model from standard input"),
                     {},
                     PARTITA_TEXT("name the model's file")};
    auto chosen = PARTITA_TRY(realProviders());
    auto pairs = PARTITA_TRY(entries());
    auto settings = PARTITA_TRY(this->settings());
    return RealSession{.model = model,
                       .providers = std::move(chosen),
                       .config = std::move(pairs),
                       .settings = std::move(settings)};
}

Result<void> RuntimeArguments::declare(OutputFiles& files) const {
    for (const std::string& text : providers)
        PARTITA_TRY(files.reads(PARTITA_TRY(realProviderOf(text)).library));
    for (const std::string& library : customOps)
        PARTITA_TRY(files.reads(library));
    return {};
}

void WithArguments::addTo(CLI::App& command, const char* help) {
    command.add_option("--with", with, help)->allow_extra_args(false);
    runtime.addTo(command);
    std::vector<const char*> names = runtime.addSettingsTo(command);
    runtime.addFreeDimsTo(command);
    names.insert(names.end(), {"--python", "--timeout", "--memory", "--free-dim"});
    for (const char* name : names)
        command.get_option(name)->needs("--with");
}

void WithArguments::exclude(CLI::App& command, std::initializer_list<const char*> names) {
    for (const char* name : names)
        command.get_option("--with")->excludes(command.get_option(name));
}

Result<RuntimeArguments> WithArguments::session(const PartitionArguments& given) const {
    RuntimeArguments made = runtime;
    made.options = given.options;
    made.config = given.config;
    for (const std::string& text : with) {
        const auto parts = splitPair(text, ':');
        if ((parts ? parts->first : text) != kPython || (parts && parts->second.empty()))
            return Error{
                Errc::usage,
                PARTITA_TEXT("'{0}' is not python, python:NAME or python:NAME:LIBRARY", text),
                {},
                PARTITA_TEXT("write for example python:QNN")};
        made.providers.push_back(parts ? parts->second : "CPU");
    }
    return made;
}

} // namespace partita::cli
