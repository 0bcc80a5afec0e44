// Runs models that once showed a fault in all variants, and compares the results:
//   replay_models FOLDER [--variants plain,fused,…]
// FOLDER holds a folder for each model, with model.onnx, input_0.pb … (otherwise inputs are drawn),
// and output_0.pb … where the right outputs are known. FOLDER/open.txt, if present, names models
// whose fault is not fixed yet, one a line; they are counted but do not fail.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "core/base/log.h"
#include "core/base/mapped_files.h"
#include "core/data/feed_files.h"
#include "core/data/random_feeds.h"
#include "core/data/tensor_files.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "tests/fuzz/isolated.h"
#include "tests/fuzz/variants.h"

namespace {

using namespace partita;
using namespace partita::fuzz;
namespace fs = std::filesystem;

CaseResult damaged(const Error& error) { return {"damaged", error.message(), "damaged", false}; }

Result<Feeds> feedsOf(const fs::path& folder, const Model& model) {
    std::vector<ValueId> inputs = model.graph(model.mainGraph())->inputs;
    if (!fs::exists(folder / "input_0.pb"))
        return randomFeeds(model, 1);
    auto values = readValueDirectory(folder, "input", typesOf(model, inputs));
    if (!values)
        return std::move(values).error();
    Feeds feeds;
    for (std::size_t i = 0; i < std::min(inputs.size(), values->size()); ++i)
        feeds.emplace(model.value(inputs[i])->name, (*values)[i]);
    return feeds;
}

/// Compares the outputs with output_0.pb …
CaseResult compareWithKnown(const fs::path& folder, const Model& model, const Feeds& feeds,
                            const Variant& way) {
    const auto& outputs = model.graph(model.mainGraph())->outputs;
    const auto expected = readValueDirectory(folder, "output", typesOf(model, outputs));
    if (!expected)
        return damaged(expected.error());
    const Outcome outcome = runVariant(way, model, feeds);
    if (!outcome.ok)
        return {"refused", outcome.error.message(), "refused", false};
    for (std::size_t i = 0; i < std::min(outputs.size(), expected->size()); ++i)
        if (const std::string text = difference((*expected)[i], outcome.outputs[i], {});
            !text.empty())
            return {"differs", way.name + ": " + text, "differs", true};
    return {};
}

CaseResult replay(const fs::path& folder, const std::vector<Variant>& ways) {
    const auto bytes = mapFile(folder / "model.onnx");
    if (!bytes)
        return damaged(bytes.error());
    const auto model = readModel(*bytes);
    if (!model)
        return {}; // refusing it is right
    const auto feeds = feedsOf(folder, inferShapesOrWarn(*model));
    if (!feeds)
        return {};
    const Judgement judgement = judgeModel(std::string(bytes->text()), *feeds, ways, {});
    if (!judgement.kind.empty() || !fs::exists(folder / "output_0.pb"))
        return {judgement.kind, judgement.text, judgement.signature, judgement.accepted};
    return compareWithKnown(folder, *model, *feeds, ways.front());
}

std::set<std::string> linesOf(const fs::path& path) {
    std::set<std::string> lines;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        lines.insert(line);
    return lines;
}

} // namespace

int main(int argc, char** argv) {
    setLogLevel(LogLevel::error);
    if (argc != 2 && argc != 4) {
        std::fprintf(stderr, "usage: replay_models FOLDER [--variants NAMES]\n");
        return 2;
    }
    const std::vector<Variant> ways = chosenVariants(argc == 4 ? argv[3] : "");
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(argv[1]))
        if (entry.is_directory())
            folders.push_back(entry.path());
    const std::set<std::string> open = linesOf(fs::path(argv[1]) / "open.txt");
    std::ranges::sort(folders);
    std::size_t findings = 0, stillOpen = 0;
    for (const fs::path& folder : folders) {
        const CaseResult result = runAlone({}, [&] { return replay(folder, ways); });
        if (result.kind.empty())
            continue;
        ++(open.contains(folder.filename()) ? stillOpen : findings);
        std::printf("FOUND %s: %s: %s\n", result.kind.c_str(), folder.filename().c_str(),
                    result.text.c_str());
    }
    std::printf("replay_models: %zu models, %zu findings, %zu more that are known\n",
                folders.size(), findings, stillOpen);
    return findings > 0 || folders.empty();
}
