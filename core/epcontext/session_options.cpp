#include "core/epcontext/session_options.h"

#include <set>

namespace partita {

namespace {

constexpr std::size_t kLongestKey = 128, kLongestValue = 1024;

Result<void> flag(const std::string& key, const std::string& value, bool& into) {
    if (value != "0" && value != "1")
        return Error{Errc::usage, key + " is '" + value + "'", {}, "give 0 or 1"};
    into = value == "1";
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
    if (key == "ep.context_file_path")
        generate.output = value;
    else if (key == "ep.context_node_name_prefix")
        generate.prefix = value;
    else if (key == "ep.context_model_external_initializers_file_name")
        generate.externalInitializers = value;
    else if (key == "session.model_external_initializers_file_folder_path")
        options.weightsFolder = value;
    else
        return Error{Errc::usage,
                     "there is no session option '" + key + "'",
                     {},
                     "docs/epcontext.md lists those about context models"};
    return {};
}

} // namespace

Result<void> checkFallback(const ContextSessionOptions& options, const Partitioning& partitioning) {
    const auto& nodes = partitioning.summary.byProvider;
    if (!options.disableCpuFallback || nodes.empty() || nodes.back() == 0)
        return {};
    return Error{Errc::provider,
                 std::to_string(nodes.back()) +
                     " nodes are assigned to the CPU, but fallback to CPU EP has been explicitly "
                     "disabled by the user",
                 {},
                 "`partition` says which and why; or leave out session.disable_cpu_ep_fallback"};
}

Result<ContextSessionOptions>
readSessionOptions(std::span<const std::pair<std::string, std::string>> entries) {
    ContextSessionOptions options;
    std::set<std::string> seen;
    for (const auto& [key, value] : entries) {
        if (key.empty() || key.size() > kLongestKey || value.size() > kLongestValue)
            return Error{Errc::usage,
                         "session option '" + key.substr(0, 64) + "' is too long",
                         {},
                         "keys have at most 128 bytes, values 1024"};
        if (!seen.insert(key).second)
            return Error{
                Errc::usage, "session option '" + key + "' is given twice", {}, "give it once"};
        if (auto applied = apply(key, value, options); !applied)
            return std::move(applied).error();
    }
    const std::string& file = options.generate.externalInitializers;
    if (!file.empty() && std::filesystem::path(file).filename() != file)
        return Error{Errc::usage,
                     "ep.context_model_external_initializers_file_name is '" + file + "'",
                     {},
                     "give a file name without a folder: it lies beside the model"};
    return options;
}

} // namespace partita
