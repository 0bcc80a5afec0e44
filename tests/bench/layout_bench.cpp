// Measures layout, partitioning, triage and a committed edit at 1,000, 10,000 and 100,000 nodes, and the
// memory of a scene. Prints medians of 7 runs; nothing here passes or fails.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

#include "core/scene/graph_scene.h"
#include "core/session/partitioner.h"
#include "core/session/triage.h"
#include "providers/registry.h"
#include "tests/support/measure.h"
#include "tests/support/models.h"

namespace {

using namespace partita;

template <class F> double medianMs(F&& work, int runs = 7) {
    std::vector<double> times;
    for (int i = 0; i < runs; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        times.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                .count());
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

} // namespace

int main() {
    std::printf("%9s %12s %12s %14s %12s %12s %10s %10s\n", "nodes", "layout ms", "scene ms",
                "partition ms", "triage ms", "edit us", "crossings", "RSS MB");
    for (const std::size_t size :
         {std::size_t{900}, std::size_t{1000}, std::size_t{10'000}, std::size_t{100'000}}) {
        const Model model = test::largeModel(size);
        const auto providers = *makeProviders({});
        const auto placed = *partitionModel(model, providers);
        const double partition = medianMs([&] { (void)partitionModel(model, providers); });
        const double judging = medianMs([&] { (void)triage(model, placed); });
        SceneOptions options;
        options.textWidth = [](const std::string& text, bool) {
            return 7.0 * static_cast<double>(text.size());
        };
        const auto scene = *buildScene(model, model.mainGraph(), &placed, options);
        const double whole =
            medianMs([&] { (void)buildScene(model, model.mainGraph(), &placed, options); });
        LayoutInput input;
        input.boxes = scene.sizes;
        for (const SceneNet& net : scene.nets)
            input.nets.push_back(
                {net.source, {scene.targets(net).begin(), scene.targets(net).end()}, false, 0});
        std::uint64_t crossings = 0;
        const double layout = medianMs([&] { crossings = layeredLayout(input)->crossings; });
        const NodeId middle{static_cast<std::uint32_t>(size / 2)};
        constexpr int kEdits = 2000;
        const double edit =
            medianMs(
                [&] {
                    Model current = model;
                    for (int i = 0; i < kEdits; ++i) {
                        ModelEditor editor(current);
                        editor.changeNode(
                            NodeId{middle.value + static_cast<std::uint32_t>(i % 100)},
                            [](Node& node) { node.name += 'x'; });
                        const ModelDelta delta = std::move(editor).commit();
                        current = current.with(delta);
                    }
                },
                3) *
            1000 / kEdits;
        std::printf("%9zu %12.2f %12.2f %14.2f %12.2f %12.2f %10llu %10.0f\n", size, layout, whole,
                    partition, judging, edit, static_cast<unsigned long long>(crossings),
                    test::residentMb());
    }
}
