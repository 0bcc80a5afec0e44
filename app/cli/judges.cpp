#include "app/cli/judges.h"

#include <map>

#include <fmt/format.h>

#include "core/base/line_text.h"
#include "providers/registry.h"

namespace partita::cli {

void JudgeArguments::addTo(CLI::App& command) {
    command
        .add_option("--judge", judge,
                    "Who computes the outputs that are compared: reference, slow, each operator by "
                    "ONNX's text; cpu, faster")
        ->check(CLI::IsMember({"reference", "cpu"}))
        ->capture_default_str();
}

Result<ProviderList> JudgeArguments::make(const Model& model, const Feeds& feeds) const {
    if (judge == "cpu")
        return makeProviders({{"cpu"}, {}, {}});
    if (isLongForReference(model, feeds))
        return Error{Errc::usage,
                     PARTITA_TEXT("the reference would take minutes for this model: one run is "
                                  "more than 100 billion multiplications"),
                     {},
                     PARTITA_TEXT("`--judge cpu` compares by the CPU's kernels")};
    return makeJudges();
}

std::string leftToTheCpu(const Model& model, const Partitioning& partitioning) {
    std::map<std::string, std::size_t> counts;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        const auto provider = partitioning.providerOf(id);
        if (provider && partitioning.providers[*provider] != "reference")
            ++counts[(node->domain.empty() ? std::string() : node->domain + ".") + node->opType];
    });
    std::string text;
    for (const auto& [name, count] : counts)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
    return text.empty() ? "" : lineText("the reference lacks these, the CPU ran them: {}\n", text);
}

} // namespace partita::cli
