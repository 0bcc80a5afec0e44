// Runs random graphs in all variants; writes, converts, extracts, simplifies, compiles, repacks and
// merges them, and compares the results after reading them again:
//   graph_fuzz [--seed N] [--cases N] [--variants plain,fused,…] [--output FOLDER] [--dump FOLDER]
// The same seed gives the same graphs. --output writes the findings, minimized, as models with
// inputs. --dump writes every graph that ran, with its outputs, for onnxruntime_cases.py, and does
// nothing else with it.

#include <array>
#include <filesystem>
#include <fstream>
#include <random>

#include "core/base/log.h"
#include "core/base/temporary_folder.h"
#include "core/data/random_feeds.h"
#include "core/data/tensor_files.h"
#include "core/onnx/parse_text.h"
#include "core/onnx/write.h"
#include "tests/fuzz/context_round_trip.h"
#include "tests/fuzz/findings.h"
#include "tests/fuzz/minimize_graph.h"
#include "tests/fuzz/model_round_trip.h"
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

/// The size of the symbol n in a case.
std::int64_t batchOf(std::uint64_t seed) {
    return std::array<std::int64_t, 4>{2, 1, 3, 0}[seed / 2 % 4];
}

Result<Feeds> feedsOf(const Model& model, std::uint64_t seed) {
    return randomFeeds(model, seed, {{"n", batchOf(seed)}});
}

/// The graph of another seed, run on the same batch; nothing where it cannot run.
std::optional<RunModel> runGraph(std::uint64_t seed, std::int64_t batch, const Variant& variant) {
    auto model = parseModelText(graphText(seed));
    auto feeds = model ? randomFeeds(*model, seed, {{"n", batch}}) : Result<Feeds>(Error{});
    if (!feeds)
        return std::nullopt;
    Outcome outcome = runVariant(variant, *model, *feeds);
    if (!outcome.ok)
        return std::nullopt;
    return RunModel{*std::move(model), *std::move(feeds), std::move(outcome.outputs)};
}

/// Writes a case as `partita-cli run model.onnx --inputs .` reads it.
void writeCase(const fs::path& folder, const Model& model, const Feeds& feeds) {
    fs::create_directories(folder);
    (void)writeModel(model, folder / "model.onnx");
    std::vector<ModelData> values;
    for (const ValueId id : model.graph(model.mainGraph())->inputs)
        if (const auto at = feeds.find(model.value(id)->name); at != feeds.end())
            values.push_back(at->second);
    (void)writeValueDirectory(folder, "input", values);
}

CaseResult judge(const Model& model, std::uint64_t seed, const std::vector<Variant>& variants,
                 const fs::path& dump = {}) {
    const auto feeds = feedsOf(model, seed);
    const auto bytes = serializeModel(model);
    if (!feeds || !bytes)
        return {"generator", (feeds ? bytes.error() : feeds.error()).message(), "generator", false};
    const Judgement judgement = judgeModel(*bytes, *feeds, variants, {});
    if (!judgement.kind.empty() || !judgement.accepted)
        return {judgement.kind, judgement.text, judgement.signature, judgement.accepted};
    const auto folder = TemporaryFolder::make();
    if (!folder)
        return {"folder", folder.error().message(), "folder", false};
    const RunModel source{model, *feeds, runVariant(variants.front(), model, *feeds).outputs};
    if (!dump.empty()) {
        const fs::path here = dump / ("graph_" + std::to_string(seed));
        writeCase(here, model, *feeds);
        (void)writeValueDirectory(here, "output", source.expected);
        return {{}, {}, {}, true};
    }
    Chance chance(seed);
    const std::uint64_t next = seed + 1 + chance.pick(2); // of the same opset or of the other
    const OtherModel other = [&] { return runGraph(next, batchOf(seed), variants.front()); };
    CaseResult result = judgeModelFiles(source, other, chance, folder->path());
    if (result.kind.empty())
        result = judgeContexts(source, other, chance, folder->path());
    result.accepted = true;
    return result;
}

void writeFinding(const fs::path& folder, const Model& model, std::uint64_t seed,
                  const CaseResult& result) {
    if (const auto feeds = feedsOf(model, seed))
        writeCase(folder, model, *feeds);
    std::ofstream(folder / "finding.txt")
        << result.kind << "\nseed " << seed << "\npartita-cli run model.onnx --inputs .\n"
        << result.text << "\n";
}

class GraphFuzz {
public:
    explicit GraphFuzz(FuzzOptions options)
        : m_options(std::move(options)), m_variants(chosenVariants(m_options.variants)) {
        m_limits.seconds = m_options.seconds;
    }

    int run() {
        runIsolated(
            m_options.seed, m_options.seed + m_options.cases, m_limits,
            [&](std::uint64_t seed) -> CaseResult {
                const auto model = parseModelText(graphText(seed));
                if (!model)
                    return {"generator", model.error().message(), "generator", false};
                return judge(*model, seed, m_variants, m_options.dump);
            },
            [&](std::uint64_t seed, const CaseResult& result) { note(seed, result); });
        return m_findings.summary(m_options);
    }

private:
    void note(std::uint64_t seed, const CaseResult& result) {
        if (!m_findings.count("graph", result))
            return;
        CaseResult smallest = result;
        const auto model = parseModelText(graphText(seed));
        if (model && !m_options.output.empty()) {
            const Model small = minimized(*model, [&](const Model& smaller) {
                CaseResult again =
                    runAlone(m_limits, [&] { return judge(smaller, seed, m_variants); });
                const bool same = again.kind == result.kind && again.signature == result.signature;
                if (same)
                    smallest = std::move(again);
                return same;
            });
            writeFinding(m_options.output /
                             fileNameOf(result.signature + "-" + std::to_string(seed)),
                         small, seed, smallest);
        }
        Findings::print(seed, "graph", smallest);
    }

    FuzzOptions m_options;
    std::vector<Variant> m_variants;
    Limits m_limits;
    Findings m_findings{"graph_fuzz"};
};

} // namespace

int main(int argc, char** argv) {
    setLogLevel(LogLevel::error);
    return GraphFuzz(readFuzzOptions(argc, argv)).run();
}
