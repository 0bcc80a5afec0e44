#include "app/cli/judges.h"

#include <map>

#include <fmt/format.h>

#include "core/base/line_text.h"
#include "core/base/log.h"
#include "providers/registry.h"

namespace partita::cli {

void JudgeArguments::addTo(CLI::App& command) {
    command
        .add_option("--judge", judge,
                    "Who computes the outputs that are compared: reference, slow, each operator by "
                    "ONNX's text; cpu, faster. Without it, the reference, and the CPU where that "
                    "would take minutes")
        ->check(CLI::IsMember({"reference", "cpu"}));
}

Result<ProviderList> JudgeArguments::make(const Model& model, const Feeds& feeds,
                                          const Progress& progress) const {
    if (judge == "cpu")
        return makeProviders({{"cpu"}, {}, {}});
    if (judge == "reference")
        return makeJudges();
    OutputJudges judges = judgesOf(model, makeJudges(), feeds, progress);
    if (judges.isCpu)
        log(LogLevel::warning,
            PARTITA_TEXT("the CPU's kernels compute the outputs that are compared: the reference "
                         "would take minutes, because one run is more than 100 billion "
                         "multiplications; `--judge reference` takes them"));
    return std::move(judges.providers);
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
