#include "core/epcontext/session_options.h"

#include <algorithm>
#include <set>

#include "core/base/try.h"
#include "core/base/typed_text.h"

namespace partita {

namespace {

constexpr std::size_t kLongestKey = 128, kLongestValue = 1024;

constexpr std::string_view kSessionKeys[] = {
#define SESSION_KEY(key) key,
#include "core/epcontext/session_keys.def"
#undef SESSION_KEY
};

Result<void> flag(const std::string& key, const std::string& value, bool& into) {
    if (value != "0" && value != "1")
        return Error{
            Errc::usage, PARTITA_TEXT("{0} is '{1}'", key, value), {}, PARTITA_TEXT("give 0 or 1")};
    into = value == "1";
    return {};
}

Result<void> setLevel(const std::string& key, const std::string& value, OptimizationLevel& into) {
    const auto level = levelNamed(value);
    if (!level)
        return Error{Errc::usage,
                     PARTITA_TEXT("{0} is '{1}'", key, value),
                     {},
                     PARTITA_TEXT("give disabled, basic, extended or all; or 0, 1, 2 or 99")};
    into = *level;
    return {};
}

Result<void> apply(const std::string& key, const std::string& value,
                   ContextSessionOptions& options) {
    GenerateOptions& generate = options.generate;
    if (key == "ep.context_enable")
        return flag(key, value, options.enable);
    if (key == "ep.context_embed_mode")
        return flag(key, value, generate.embed);
    if (key == "ep.share_ep_contexts")
        return flag(key, value, options.share);
    if (key == "ep.stop_share_ep_contexts")
        return flag(key, value, options.stopSharing);
    if (key == "session.disable_cpu_ep_fallback")
        return flag(key, value, options.disableCpuFallback);
    if (key == "session.disable_model_compile")
        return flag(key, value, options.disableCompile);
    if (key == "session.graph_optimization_level")
        return setLevel(key, value, options.level);
    if (key == "ep.context_file_path")
        generate.output = value;
    else if (key == "ep.context_node_name_prefix")
        generate.prefix = value;
    else if (key == "ep.context_model_external_initializers_file_name")
        generate.externalInitializers = value;
    else if (key == "session.model_external_initializers_file_folder_path")
        options.weightsFolder = value;
    else if (!key.starts_with("ep.") || isSessionKey(key))
        options.withoutEffect.push_back(key); // Partita does it in another way, or always
    else
        return Error{Errc::usage,
                     PARTITA_TEXT("there is no session option '{0}'", key),
                     {},
                     PARTITA_TEXT("docs/epcontext.md lists those about context models")};
    return {};
}

} // namespace

bool isSessionKey(std::string_view key) {
    return std::ranges::find(kSessionKeys, key) != std::end(kSessionKeys);
}

Result<void> checkPlacement(const ContextSessionOptions& options, const Model& model,
                            const Partitioning& partitioning) {
    const auto& nodes = partitioning.summary.byProvider;
    if (options.disableCpuFallback && !nodes.empty() && nodes.back() > 0)
        return Error{
            Errc::provider,
            nodes.back() == 1
                ? PARTITA_TEXT("1 node is assigned to the CPU, but fallback to CPU EP has been "
                               "explicitly disabled by the user")
                : PARTITA_TEXT("{0} nodes are assigned to the CPU, but fallback to CPU EP has been "
                               "explicitly disabled by the user",
                               nodes.back()),
            {},
            seeTyped(PARTITA_TEXT("change what keeps them away from devices, or leave out "
                                  "session.disable_cpu_ep_fallback"),
                     "`partition`")};
    for (const Partition& partition : partitioning.partitions)
        if (options.disableCompile && partition.compiled &&
            !isEpContext(*model.node(partition.nodes.front())))
            return Error{Errc::provider,
                         PARTITA_TEXT("MODEL_REQUIRES_COMPILATION: {0} would have to compile {1} "
                                      "nodes, and session.disable_model_compile is 1",
                                      partitioning.providerNames[partition.provider].full(),
                                      partition.nodes.size()),
                         {},
                         seeTyped(PARTITA_TEXT("compile the model first, or leave out the option"),
                                  "`compile`")};
    return {};
}

Result<ContextSessionOptions>
readSessionOptions(std::span<const std::pair<std::string, std::string>> entries) {
    ContextSessionOptions options;
    std::set<std::string> seen;
    for (const auto& [key, value] : entries) {
        if (key.empty())
            return Error{Errc::usage,
                         PARTITA_TEXT("a session option has no name"),
                         {},
                         PARTITA_TEXT("write it as key=value")};
        if (key.size() > kLongestKey || value.size() > kLongestValue)
            return Error{Errc::usage,
                         PARTITA_TEXT("session option '{0}' is too long", key.substr(0, 64)),
                         {},
                         PARTITA_TEXT("keys have at most 128 bytes, values 1024")};
        if (!seen.insert(key).second)
            return Error{Errc::usage,
                         PARTITA_TEXT("session option '{0}' is given twice", key),
                         {},
                         PARTITA_TEXT("give it once")};
        PARTITA_TRY(apply(key, value, options));
    }
    const std::string& file = options.generate.externalInitializers;
    if (!file.empty() && std::filesystem::path(file).filename() != file)
        return Error{
            Errc::usage,
            PARTITA_TEXT("ep.context_model_external_initializers_file_name is '{0}'", file),
            {},
            PARTITA_TEXT("give a file name without a folder: it lies beside the model")};
    return options;
}

} // namespace partita
