// Time and memory of each step from a file to the folded picture of a large model: scale_bench
// [MODEL …] Without arguments, models of 50,000 and 1,000,000 nodes are made.

#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "core/scene/scene_drawing.h"
#include "core/session/placement.h"
#include "core/session/triage.h"
#include "core/tasks/models/document_state.h"
#include "core/worker/worker_pool.h"
#include "providers/registry.h"
#include "tests/support/measure.h"
#include "tests/support/models.h"

using namespace partita;

static double textWidth(const std::string& text, bool) {
    return 7.0 * static_cast<double>(text.size());
}

/// The largest resident memory so far, in MB.
static double peakMb() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind("VmHWM:", 0) == 0)
            return std::stod(line.substr(6)) / 1024;
    return 0;
}

template <class F> static auto timed(const char* what, F&& work) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t before = std::clock();
    auto result = work();
    const double computed = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    std::printf("  %-12s %8.3f s, of the processor %8.3f s  RSS %5.0f MB, at most %5.0f MB\n", what,
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
                computed, test::residentMb(), peakMb());
    std::fflush(stdout);
    return result;
}

static void measureSteps(const std::string& path, const ProviderList& providers) {
    std::printf("%s\n", path.substr(path.rfind('/') + 1).c_str());
    startWorker();
    const auto read = timed("read", [&] { return readModel(path); });
    if (!read)
        return;
    const Model model = timed("shapes", [&] { return inferShapesOrWarn(*read); });
    const auto optimized = timed("optimize", [&] {
        return std::make_shared<const OptimizedModel>(*optimizeModel(
            model, OptimizationLevel::basic, evaluatorOf(providers), FoldConstants::whenRead, {}));
    });
    const auto placed =
        timed("place", [&] { return *placeModel(model, providers, {}, {}, optimized); });
    const auto judged = timed("triage", [&] { return triage(model, placed.ofSource); });
    std::printf("  %zu nodes judged\n", judged.nodes.size());
    SceneOptions options;
    options.textWidth = textWidth;
    options.collapse = true;
    auto scene = timed("scene", [&] {
        return std::make_shared<const GraphScene>(
            *buildScene(model, model.mainGraph(), &placed.ofSource, options));
    });
    const auto drawing = timed("drawing", [&] {
        return std::make_unique<SceneDrawing>(scene, DrawingText::english(textWidth));
    });
    std::printf("  %zu boxes for %zu nodes, %.0f × %.0f\n", scene->boxes.size(), scene->nodeBoxes,
                drawing->bounds().width(), drawing->bounds().height());
}

static void measureOpening(const std::string& path, const ProviderList& providers) {
    DocumentRequest request;
    request.path = path;
    request.providers = providers;
    request.scene.textWidth = textWidth;
    std::printf("%s\n", path.substr(path.rfind('/') + 1).c_str());
    const auto made = timed("in all", [&] { return makeDocumentState(request, {}); });
    std::printf("  %s\n", made ? "opened" : made.error().message().c_str());
}

template <class F> static void inChild(F&& work) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
        work();
        std::fflush(stdout);
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
}

int main(int argc, char** argv) {
    const test::TemporaryFolder folder;
    std::vector<std::string> paths(argv + 1, argv + argc);
    if (paths.empty())
        for (const std::size_t nodes : {std::size_t{50'000}, std::size_t{1'000'000}}) {
            paths.push_back((folder / (std::to_string(nodes) + "_nodes.onnx")).string());
            inChild([&] { (void)writeModel(test::largeModel(nodes), paths.back()); });
        }
    for (const std::string& path : paths) {
        inChild([&] { measureSteps(path, *makeProviders({})); });
        inChild([&] { measureOpening(path, *makeProviders({})); });
    }
}
