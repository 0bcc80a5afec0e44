// Compares crossings, width and time of the layered engine and of Graphviz's dot on the same boxes:
// dot_bench MODEL … Graphs above dot's limit are left out. A crossing is two segments of different
// tensors that intersect, counted in the same way for both.

#include <chrono>
#include <cmath>
#include <cstdio>

#include "core/layout/dot_engine.h"
#include "core/onnx/read.h"
#include "core/scene/graph_scene.h"
#include "tests/support/models.h"

using namespace partita;

static double side(const PointF& a, const PointF& b, const PointF& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static std::size_t crossings(const Layout& layout) {
    struct Segment {
        PointF a, b;
        std::uint32_t net;
    };
    std::vector<Segment> segments;
    for (const Route& route : layout.routes)
        for (std::size_t i = 1; i < route.pointCount; ++i)
            segments.push_back(
                {layout.pointsOf(route)[i - 1], layout.pointsOf(route)[i], route.net});
    std::size_t count = 0;
    for (std::size_t i = 0; i < segments.size(); ++i)
        for (std::size_t j = i + 1; j < segments.size(); ++j) {
            const Segment &s = segments[i], &t = segments[j];
            count += s.net != t.net && side(s.a, s.b, t.a) * side(s.a, s.b, t.b) < -1e-6 &&
                     side(t.a, t.b, s.a) * side(t.a, t.b, s.b) < -1e-6;
        }
    return count;
}

int main(int argc, char** argv) {
    std::size_t own = 0, theirs = 0;
    std::printf("%-34s %6s | %10s %8s %9s | %10s %8s %9s\n", "model", "boxes", "crossings", "width",
                "ms", "dot cross.", "width", "ms");
    for (int i = 1; i < argc; ++i) {
        const auto model = readModel(std::filesystem::path(argv[i]));
        if (!model)
            continue;
        SceneOptions options;
        options.textWidth = [](const std::string& text, bool) {
            return 7.0 * static_cast<double>(text.size());
        };
        const auto scene = buildScene(*model, model->mainGraph(), nullptr, options);
        if (!scene || scene->boxes.size() > kDotBoxLimit)
            continue;
        LayoutInput input;
        input.boxes = scene->sizes;
        for (const SceneNet& net : scene->nets)
            input.nets.push_back({net.source,
                                  {scene->targets(net).begin(), scene->targets(net).end()},
                                  true, // no line is left out, as in dot
                                  0});
        const auto start = std::chrono::steady_clock::now();
        const auto layered = layeredLayout(input);
        const auto middle = std::chrono::steady_clock::now();
        const auto dot = dotLayout(input, std::chrono::seconds(60));
        const auto end = std::chrono::steady_clock::now();
        if (!layered || !dot)
            continue;
        const std::size_t a = crossings(*layered), b = crossings(*dot);
        own += a;
        theirs += b;
        const auto ms = [](auto span) {
            return std::chrono::duration<double, std::milli>(span).count();
        };
        std::printf("%-34s %6zu | %4zu (%3llu) %8.0f %9.2f | %10zu %8.0f %9.2f\n",
                    std::filesystem::path(argv[i]).stem().c_str(), scene->boxes.size(), a,
                    static_cast<unsigned long long>(layered->crossings), layered->width,
                    ms(middle - start), b, dot->width, ms(end - middle));
    }
    std::printf("crossings in all: layered %zu, dot %zu\n", own, theirs);
}
