#include "core/epcontext/formats/context_tool.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "core/base/json.h"
#include "core/base/number_text.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"

namespace partita {

namespace {

/// Options of QNN's execution provider for compilation. Source: ep_weight_sharing_ctx_gen,
/// including keys of older versions.
struct QnnOption {
    std::string_view name;
    enum class Kind { text, size, choice } kind;
    std::vector<std::string_view> choices = {};
};

const std::vector<QnnOption>& qnnOptions() {
    using enum QnnOption::Kind;
    static const std::vector<QnnOption> options = {
        {"backend_type", choice, {"cpu", "htp"}},
        {"backend_path", text},
        {"vtcm_mb", size},
        {"htp_graph_finalization_optimization_mode", choice, {"0", "1", "2", "3"}},
        {"soc_model", size},
        {"htp_arch", choice, {"0", "68", "69", "73", "75"}},
        {"enable_htp_fp16_precision", choice, {"0", "1"}},
        {"offload_graph_io_quantization", choice, {"0", "1"}},
        {"enable_htp_spill_fill_buffer", choice, {"0", "1"}},
        {"enable_htp_weight_sharing", choice, {"0", "1"}}};
    return options;
}

Error wrong(Message what, Message remedy) {
    return {Errc::usage, std::move(what), {}, std::move(remedy)};
}

std::optional<Error> checkQnnOption(const std::string& key, const std::string& value) {
    const auto found = std::ranges::find(qnnOptions(), key, &QnnOption::name);
    if (found == qnnOptions().end()) {
        std::vector<std::string_view> names;
        for (const QnnOption& option : qnnOptions())
            names.push_back(option.name);
        return wrong(PARTITA_TEXT("QNN has no option '{0}'", key),
                     PARTITA_TEXT("it has {0}", fmt::format("{}", fmt::join(names, ", "))));
    }
    if (found->kind == QnnOption::Kind::size && !parseWholeNumber(value))
        return wrong(PARTITA_TEXT("'{0}' is no value of QNN's option '{1}'", value, key),
                     PARTITA_TEXT("give a whole number, 0 for the default"));
    if (found->kind == QnnOption::Kind::choice &&
        std::ranges::find(found->choices, value) == found->choices.end())
        return wrong(
            PARTITA_TEXT("'{0}' is no value of QNN's option '{1}'", value, key),
            PARTITA_TEXT("it takes {0}", fmt::format("{}", fmt::join(found->choices, ", "))));
    return std::nullopt;
}

/// Splits "key=value" options; fails for a key that is given twice.
Result<std::map<std::string, std::string>> pairsOf(const std::vector<std::string>& options) {
    std::map<std::string, std::string> pairs;
    for (const std::string& option : options) {
        auto pair = splitPair(option);
        if (!pair)
            return wrong(PARTITA_TEXT("'{0}' is not key|value", option),
                         PARTITA_TEXT("write for example soc_model|60"));
        if (!pairs.insert(*pair).second)
            return wrong(PARTITA_TEXT("'{0}' is given twice", pair->first),
                         PARTITA_TEXT("give it once"));
    }
    return pairs;
}

/// Quotes a text for the shell where needed.
std::string shellQuoted(const std::string& text) {
    const bool plain = !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
        return std::isalnum(c) ||
               std::string_view("_-./,").find(static_cast<char>(c)) != std::string_view::npos;
    });
    if (plain)
        return text;
    std::string made = "'";
    for (const char c : text)
        made += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return made + "'";
}

std::string argument(std::string_view flag, const std::map<std::string, std::string>& pairs) {
    std::string text;
    for (const auto& [key, value] : pairs)
        text += fmt::format("{}{}|{}", text.empty() ? "" : " ", key, value);
    return pairs.empty() ? std::string() : fmt::format(" {} {}", flag, shellQuoted(text));
}

/// The arguments -i and -C of the tool.
struct ToolOptions {
    std::map<std::string, std::string> provider, session;
};

Result<ToolOptions> toolOptions(const std::vector<std::string>& options,
                                const std::vector<std::string>& sessionOptions) {
    auto pairs = pairsOf(options), session = pairsOf(sessionOptions);
    if (!pairs || !session)
        return pairs ? session.error() : pairs.error();
    if (session->contains("ep.context_file_path"))
        return wrong(PARTITA_TEXT("ep.context_file_path cannot name the files of several models"),
                     PARTITA_TEXT("leave it out: each is named after its model"));
    return ToolOptions{*std::move(pairs), *std::move(session)};
}

/// `whose`: the argument -e or -p with its value.
std::string toolCommand(const std::string& whose, const ToolOptions& options,
                        const std::vector<std::string>& models) {
    return fmt::format("ep_weight_sharing_ctx_gen {}{}{} {}", whose,
                       argument("-i", options.provider), argument("-C", options.session),
                       shellQuoted(fmt::format("{}", fmt::join(models, ","))));
}

/// The first error in the description of a plugin, if any.
std::optional<Error> checkPlugin(const nlohmann::json& plugin) {
    if (!plugin.is_object())
        return wrong(PARTITA_TEXT("the description of the plugin is no JSON object"),
                     PARTITA_TEXT("write {\"ep_library_registration_name\": …, "
                                  "\"ep_library_path\": …, \"selected_ep_name\": …}"));
    for (const char* key : {"ep_library_registration_name", "ep_library_path"})
        if (!plugin.contains(key) || !plugin[key].is_string() ||
            plugin[key].get_ref<const std::string&>().empty())
            return wrong(PARTITA_TEXT("the description of the plugin has no text '{0}'", key),
                         PARTITA_TEXT("it needs the library's name and path"));
    const bool byName = plugin.contains("selected_ep_name"),
               byDevice = plugin.contains("selected_ep_device_indices");
    if (byName == byDevice)
        return wrong(byName
                         ? PARTITA_TEXT("the plugin's provider is selected by name and by device")
                         : PARTITA_TEXT("the plugin's provider is not selected"),
                     PARTITA_TEXT("give either selected_ep_name or selected_ep_device_indices"));
    if (plugin.contains("default_ep_options") && !plugin["default_ep_options"].is_object())
        return wrong(PARTITA_TEXT("default_ep_options is no JSON object"),
                     PARTITA_TEXT("write {\"key\": \"value\"}"));
    return std::nullopt;
}

} // namespace

bool isContextToolProvider(std::string_view provider) {
    return provider == "qnn" || provider == "openvino" || provider == "tensorrt" ||
           provider == "vitisai";
}

Result<std::string> contextToolCommand(std::string_view provider,
                                       const std::vector<std::string>& options,
                                       const std::vector<std::string>& sessionOptions,
                                       const std::vector<std::string>& models) {
    const auto given = toolOptions(options, sessionOptions);
    if (!given)
        return given.error();
    if (provider == "qnn") {
        for (const auto& [key, value] : given->provider)
            if (auto problem = checkQnnOption(key, value))
                return *std::move(problem);
        if (given->provider.contains("backend_type") && given->provider.contains("backend_path"))
            return wrong(PARTITA_TEXT("backend_type and backend_path say the same thing twice"),
                         PARTITA_TEXT("give one"));
    }
    return toolCommand(fmt::format("-e {}", provider), *given, models);
}

Result<std::string> pluginToolCommand(const std::string& file, std::string_view description,
                                      const std::vector<std::string>& options,
                                      const std::vector<std::string>& sessionOptions,
                                      const std::vector<std::string>& models) {
    const auto given = PARTITA_TRY(toolOptions(options, sessionOptions));
    const auto plugin = parseJson(description);
    if (!plugin)
        return Error(plugin.error()).at("file '" + file + "'");
    if (auto problem = checkPlugin(*plugin))
        return std::move(*problem).at("file '" + file + "'");
    return toolCommand("-p " + shellQuoted(file), given, models);
}

} // namespace partita
