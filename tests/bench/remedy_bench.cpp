// Processor time to find what would help, beside that to open and place the model, and the time by
// the clock, in which the worker's inferences are as well:
// remedy_bench MODEL [DEVICE …] Without a device: three of those that the program brings along.

#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "core/rewrite/pipeline.h"
#include "core/session/placement.h"
#include "core/tasks/models/opened_model.h"
#include "core/tasks/remedies/remedies.h"
#include "providers/registry.h"

using namespace partita;

/// Of this process; what the worker infers in the meantime is not in it.
static double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

static void measure(const std::string& path, const std::string& device) {
    const double start = processorSeconds();
    const auto opened = openModel(path, Prepare::inferred, {});
    const auto providers = makeProviders({{}, device, {}});
    if (!opened || !providers) {
        std::printf("%s: %s\n", path.c_str(),
                    (opened ? providers.error() : opened.error()).message().c_str());
        return;
    }
    const auto placed = placeModel(opened->ready, *providers);
    const double shown = processorSeconds();
    const auto begin = std::chrono::steady_clock::now();
    RemedyOptions options;
    options.makeEvaluator = makeConstantEvaluator;
    options.stored = opened->stored;
    options.optimized = placed ? placed->optimized : nullptr;
    const auto found = findRemedies(opened->ready, *providers, options, {});
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    std::printf("%-28s %-10s %6zu nodes  opened and placed %6.2f s  what would help %6.2f s "
                "(%.2f s by the clock), %zu of %zu trials\n",
                std::filesystem::path(path).stem().c_str(), device.c_str(),
                countNodes(opened->ready), shown - start, processorSeconds() - shown,
                passed.count(), found ? found->list.size() : 0, found ? found->tried : 0);
}

int main(int argc, char** argv) {
    if (argc < 2) {
        std::printf("remedy_bench MODEL [DEVICE …]\n");
        return 1;
    }
    std::vector<std::string> devices(argv + 2, argv + argc);
    if (devices.empty())
        devices = {"npu", "ascend310", "qnn-htp"};
    for (const std::string& device : devices)
        measure(argv[1], device);
}
