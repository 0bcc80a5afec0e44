#include "app/cli/pages/page.h"

#include "core/compare/model_differences.h"
#include "core/rewrite/pass.h"

namespace partita::cli {

namespace {

std::vector<std::string> providerNames() {
    std::vector<std::string> names = providerIds();
    names.emplace_back("reference");
    return names;
}

/// The devices that a provider can run on, of whichever has a choice.
std::vector<std::string> deviceNames() {
    std::vector<std::string> names;
    if (const auto providers = makeProviders({}))
        for (const ProviderPtr& provider : *providers)
            for (const ProviderOption& option : provider->options())
                if (option.isDevice)
                    names.insert(names.end(), option.choices.begin(), option.choices.end());
    return names;
}

std::vector<std::string> optionKeys() {
    std::vector<std::string> keys;
    if (const auto providers = makeProviders({}))
        for (const ProviderPtr& provider : *providers)
            for (const ProviderOption& option : provider->options())
                keys.push_back(provider->info().id + "." + option.name + "=");
    return keys;
}

std::vector<std::string> passNames() {
    std::vector<std::string> names;
    for (const PassInfo& pass : passCatalogue())
        names.emplace_back(pass.name);
    return names;
}

std::vector<std::string> differenceNames() {
    std::vector<std::string> names{"placement"};
    for (std::size_t i = 0; i < kDifferenceKinds; ++i)
        names.emplace_back(kindName(static_cast<DifferenceKind>(i)));
    return names;
}

Offer files(std::vector<std::string> endings) {
    return {{}, false, true, std::move(endings), false};
}
Offer words(std::vector<std::string> list) { return {std::move(list), false, false, {}, false}; }
Offer lists(std::vector<std::string> list) { return {std::move(list), true, false, {}, false}; }

} // namespace

Offer offerOf(CompletionKind kind) {
    switch (kind) {
    case CompletionKind::nothing: return {};
    case CompletionKind::model: return files({"onnx"});
    case CompletionKind::file: return files({});
    case CompletionKind::folder: return {{}, false, false, {}, true};
    case CompletionKind::json: return files({"json"});
    case CompletionKind::page: return files({"html"});
    case CompletionKind::jsonOrPage: return files({"json", "html"});
    case CompletionKind::arrayFile: return files({"npz"});
    case CompletionKind::arrays: return {{}, false, true, {"npz"}, true};
    case CompletionKind::picture: return files({"svg", "png", "pdf", "dot"});
    case CompletionKind::report: return files({"html", "md", "json", "csv"});
    case CompletionKind::device: return {deviceNames(), false, true, {"json"}, false};
    case CompletionKind::provider: return words(providerNames());
    case CompletionKind::providers: return lists(providerNames());
    case CompletionKind::option: return words(optionKeys());
    case CompletionKind::sessionOption:
        return words(
            {"session.graph_optimization_level=", "session.disable_cpu_ep_fallback=",
             "ep.context_embed_mode=", "ep.context_file_path=", "ep.context_node_name_prefix="});
    case CompletionKind::pass: return words(passNames());
    case CompletionKind::passes: return lists(passNames());
    case CompletionKind::colouring:
        return {{"provider", "op", "type", "memory", "time", "check"},
                false,
                true,
                {"json", "csv", "tsv"},
                false};
    case CompletionKind::differenceKinds: return lists(differenceNames());
    }
    return {};
}

} // namespace partita::cli
