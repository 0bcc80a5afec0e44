// Runs random graphs in all variants; writes, simplifies, compiles and merges them, and compares
// the results after reading them again:
//   graph_fuzz [--seed N] [--cases N] [--variants plain,fused,…] [--output FOLDER]
// The same seed gives the same graphs.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "core/base/log.h"
#include "core/data/random_feeds.h"
#include "core/onnx/parse_text.h"
#include "core/onnx/write.h"
#include "tests/fuzz/context_round_trip.h"
#include "tests/fuzz/findings.h"
#include "tests/fuzz/variants.h"
#include "tests/support/random_models.h"

namespace {

using namespace partita;
using namespace partita::fuzz;
namespace fs = std::filesystem;

std::string graphText(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const std::string graph = test::randomGraphText(random, true);
    return "<ir_version: 9, opset_import: [\"\" : " + std::to_string(seed % 2 ? 18 : 23) + "]>\n" +
           graph;
}

/// An empty folder that is removed afterwards.
class WorkFolder {
public:
    WorkFolder()
        : m_path(fs::temp_directory_path() / ("graph_fuzz." + std::to_string(::getpid()))) {
        fs::remove_all(m_path);
        fs::create_directories(m_path);
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
    ~WorkFolder() {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

CaseResult judge(std::uint64_t seed, const std::vector<Variant>& variants) {
    const auto model = parseModelText(graphText(seed));
    if (!model)
        return {"generator", model.error().message(), "generator", false};
    const std::int64_t batch = std::array<std::int64_t, 4>{2, 1, 3, 0}[seed / 2 % 4];
    const auto feeds = randomFeeds(*model, seed, {{"n", batch}});
    const auto bytes = serializeModel(*model);
    if (!feeds || !bytes)
        return {"generator", (feeds ? bytes.error() : feeds.error()).message(), "generator", false};
    const Judgement judgement = judgeModel(*bytes, *feeds, variants, {});
    if (!judgement.kind.empty() || !judgement.accepted)
        return {judgement.kind, judgement.text, judgement.signature, judgement.accepted};
    const WorkFolder folder;
    const auto expected = runVariant(variants.front(), *model, *feeds).outputs;
    CaseResult result = judgeWriting(*model, *feeds, expected, folder.path());
    if (result.kind.empty())
        result = judgeContexts(*model, *feeds, expected, folder.path());
    result.accepted = true;
    return result;
}

void writeGraph(const fs::path& folder, std::uint64_t seed, const CaseResult& result) {
    fs::create_directories(folder);
    const std::string name = fileNameOf(result.signature + "-" + std::to_string(seed));
    std::ofstream(folder / (name + ".txt")) << result.text << "\n" << graphText(seed) << "\n";
    if (const auto model = parseModelText(graphText(seed)))
        (void)writeModel(*model, folder / (name + ".onnx"));
}

} // namespace

int main(int argc, char** argv) {
    setLogLevel(LogLevel::error);
    const FuzzOptions options = readFuzzOptions(argc, argv);
    const std::vector<Variant> variants = chosenVariants(options.variants);
    Findings findings("graph_fuzz");
    Limits limits;
    limits.seconds = options.seconds;
    runIsolated(
        options.seed, options.seed + options.cases, limits,
        [&](std::uint64_t seed) { return judge(seed, variants); },
        [&](std::uint64_t seed, const CaseResult& result) {
            if (!findings.count("graph", result))
                return;
            Findings::print(seed, "graph", result);
            if (!options.output.empty())
                writeGraph(options.output, seed, result);
        });
    return findings.summary(options);
}
