#include "core/layout/dot_engine.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "core/base/child_process.h"
#include "core/base/try.h"

namespace partita {

namespace {

constexpr double kPointsPerInch = 72;

/// The graph in the DOT language: one pixel is one point, and each (net, target) is an edge.
std::string dotInput(const LayoutInput& input) {
    std::string text = "digraph g {\n splines=polyline; nodesep=0.17; ranksep=0.3;\n node "
                       "[shape=box fixedsize=true label=\"\"];\n edge [arrowhead=none];\n";
    for (std::size_t i = 0; i < input.boxes.size(); ++i)
        text += fmt::format(" b{} [width={:.4f} height={:.4f}];\n", i,
                            input.boxes[i].width / kPointsPerInch,
                            input.boxes[i].height / kPointsPerInch);
    for (const auto& net : input.nets)
        for (const std::uint32_t target : net.targets)
            text += fmt::format(" b{} -> b{};\n", net.source, target);
    return text + "}\n";
}

/// Reads the output of `dot -Tplain`: in inches, with y upwards.
class PlainReader {
public:
    PlainReader(const LayoutInput& input, Layout& layout) : m_input(input), m_layout(layout) {}

    bool read(const std::string& text) {
        m_layout.centers.resize(m_input.boxes.size());
        for (std::uint32_t n = 0; n < m_input.nets.size(); ++n)
            for (std::uint32_t t = 0; t < m_input.nets[n].targets.size(); ++t) {
                m_waiting[{m_input.nets[n].source, m_input.nets[n].targets[t]}].push_back(
                    m_layout.routes.size());
                m_layout.routes.push_back({n, t, 1, 0, 0});
            }
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string kind;
            words >> kind;
            if (kind == "graph"  ? !graph(words)
                : kind == "node" ? !node(words)
                                 : kind == "edge" && !edge(words))
                return false;
        }
        return m_nodes == m_input.boxes.size();
    }

private:
    bool graph(std::istringstream& words) {
        double scale = 0, width = 0;
        words >> scale >> width >> m_height;
        return !words.fail();
    }
    /// Reads a point; false where its coordinates are none, or too large to be drawn.
    bool point(std::istringstream& words, PointF& point) const {
        constexpr double kMostInches = 1e9;
        double x = 0, y = 0;
        if (!(words >> x >> y) || std::abs(x) > kMostInches || std::abs(m_height - y) > kMostInches)
            return false;
        point = {x * kPointsPerInch, (m_height - y) * kPointsPerInch};
        return true;
    }
    bool index(std::istringstream& words, std::uint32_t& value) const {
        char letter = 0;
        words >> letter >> value;
        return !words.fail() && letter == 'b' && value < m_input.boxes.size();
    }
    bool node(std::istringstream& words) {
        std::uint32_t box = 0;
        if (!index(words, box) || !point(words, m_layout.centers[box]))
            return false;
        ++m_nodes;
        return true;
    }
    bool edge(std::istringstream& words) {
        std::uint32_t from = 0, to = 0;
        std::size_t count = 0;
        if (!index(words, from) || !index(words, to) || !(words >> count) || count > 100'000)
            return false;
        auto& waiting = m_waiting[{from, to}];
        if (waiting.empty())
            return false;
        Route& route = m_layout.routes[waiting.back()];
        waiting.pop_back();
        route.firstPoint = static_cast<std::uint32_t>(m_layout.points.size());
        for (std::size_t i = 0; i < count; ++i) {
            PointF next;
            if (!point(words, next))
                return false;
            // The points are B-spline control points: in a polyline every third one is a corner.
            if (i % 3 == 0)
                m_layout.points.push_back(next);
        }
        route.pointCount = static_cast<std::uint32_t>(m_layout.points.size()) - route.firstPoint;
        return route.pointCount > 0;
    }

    const LayoutInput& m_input;
    Layout& m_layout;
    double m_height = 0;
    std::size_t m_nodes = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> m_waiting;
};

void finish(const LayoutInput& input, Layout& layout) {
    std::vector<double> rows;
    for (const PointF& center : layout.centers)
        rows.push_back(center.y);
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end(), [](double a, double b) { return b - a < 1; }),
               rows.end());
    double right = 0, bottom = 0;
    for (std::size_t i = 0; i < input.boxes.size(); ++i) {
        layout.ranks.push_back(static_cast<std::uint32_t>(
            std::lower_bound(rows.begin(), rows.end(), layout.centers[i].y - 0.9) - rows.begin()));
        right = std::max(right, layout.centers[i].x + input.boxes[i].width / 2);
        bottom = std::max(bottom, layout.centers[i].y + input.boxes[i].height / 2);
    }
    layout.width = right;
    layout.height = bottom;
}

/// What dot prints of a graph.
Result<std::string> outputOfDot(std::string graph, std::chrono::milliseconds limit,
                                const Progress& progress) {
    const ChildLimits limits{.time = limit, .memory = std::uint64_t{2} << 30};
    auto end = PARTITA_TRY(
        runChild({.words = {"dot", "-Tplain"}, .input = std::move(graph)}, limits, progress));
    if (end.wentWell())
        return std::move(end.output);
    const bool ended =
        end.how == ChildEnd::How::outOfTime || end.how == ChildEnd::How::printedTooMuch;
    return Error{
        Errc::unsupported,
        ended ? PARTITA_TEXT(
                    "{0} took longer than {1} ms or printed more than {2} bytes, and was ended",
                    "dot", limit.count(), limits.output)
              : PARTITA_TEXT("{0} failed", "dot"),
        {},
        PARTITA_TEXT("use the built-in layout")};
}

} // namespace

Result<Layout> dotLayout(const LayoutInput& input, std::chrono::milliseconds limit,
                         const Progress& progress) {
    if (input.boxes.size() > kDotBoxLimit)
        return Error{Errc::unsupported,
                     PARTITA_TEXT("Graphviz is used for graphs up to {0} boxes, this one has {1}",
                                  kDotBoxLimit, input.boxes.size()),
                     {},
                     PARTITA_TEXT("use the built-in layout")};
    return layoutOfPlain(input, PARTITA_TRY(outputOfDot(dotInput(input), limit, progress)));
}

Result<Layout> layoutOfPlain(const LayoutInput& input, const std::string& text) {
    Layout layout;
    if (!PlainReader(input, layout).read(text))
        return Error{Errc::unsupported,
                     PARTITA_TEXT("dot answered in a form that is not understood"),
                     {},
                     PARTITA_TEXT("use the built-in layout")};
    finish(input, layout);
    return layout;
}

} // namespace partita
