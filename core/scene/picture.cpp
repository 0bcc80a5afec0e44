#include "core/scene/picture.h"
#include "core/base/count_text.h"
#include "core/provider/placement_label.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace partita {

namespace {

constexpr double kPictureMargin = 24, kLegendWidth = 260, kRow = 20, kSwatch = 14;

class LegendMaker {
public:
    LegendMaker(const SceneDrawing& scene, const Partitioning& partitioning, Drawing& out,
                PointF corner)
        : m_text(scene.text()), m_scene(scene), m_partitioning(partitioning), m_out(out),
          m_left(corner.x), m_y(corner.y) {}

    void providers() {
        for (std::size_t i = 0; i < m_partitioning.providers.size(); ++i)
            provider(slotOf(static_cast<std::int32_t>(i), m_scene.providers()),
                     m_partitioning.providerNames[i].full(), m_partitioning.summary.byProvider[i]);
        if (m_partitioning.summary.unassigned)
            provider(ProviderSlot::other, said(PARTITA_TEXT("no provider")),
                     m_partitioning.summary.unassigned);
        if (m_partitioning.summary.folded) {
            swatch(Role::base);
            row(said(goneWord(m_partitioning.summary)), grouped(m_partitioning.summary.folded));
        }
        wrapped(said(predictedLabel(m_partitioning)), Role::second);
    }

    void colouring(const NodeColouring& colouring) {
        using By = NodeColouring::By;
        m_y += kRow / 2;
        if (!colouring.title.empty()) {
            wrapped(said(colouring.title));
        }
        if (colouring.by == By::key)
            keys(colouring);
        if (colouring.hasScale()) {
            heat(colouring);
            if (const auto without =
                    std::ranges::count_if(colouring.heat, [](float each) { return each < 0; })) {
                swatch(NodeColouring::nonePaint());
                row(said(PARTITA_TEXT("no value")), grouped(static_cast<std::uint64_t>(without)));
            }
        }
        if (colouring.by == By::bound)
            for (const auto& [kind, name] :
                 {std::pair(NodeColouring::compute, PARTITA_TEXT("arithmetic")),
                  std::pair(NodeColouring::memory, PARTITA_TEXT("memory")),
                  std::pair(NodeColouring::launch, PARTITA_TEXT("starting the task")),
                  std::pair(NodeColouring::host, PARTITA_TEXT("runs on the host"))}) {
                swatch(NodeColouring::kindPaint(kind));
                row(said(name), {});
            }
    }

    [[nodiscard]] double bottom() const { return m_y; }

private:
    [[nodiscard]] std::string said(const Message& message) const { return m_text.words(message); }
    void text(double x, std::string words, Role role,
              DrawnText::Align align = DrawnText::Align::left) {
        m_out.shapes.emplace_back(
            DrawnText{{m_left + x, m_y + 10.5}, align, false, false, role, std::move(words)});
    }
    /// A text in at most as many lines as the label of a record needs, parted at its spaces.
    void wrapped(const std::string& words, Role role = Role::text) {
        constexpr int kMostLines = 6;
        const double room = kLegendWidth - 20;
        std::string line;
        int lines = 0;
        const auto end = [&] {
            if (lines++ < kMostLines) {
                text(0, m_text.elided(line, false, room), role);
                m_y += kRow - 4;
            }
            line.clear();
        };
        for (std::size_t from = 0; from < words.size();) {
            const std::size_t to = std::min(words.find(' ', from), words.size());
            const std::string word = words.substr(from, to - from);
            std::string longer = line;
            longer.append(line.empty() ? "" : " ").append(word);
            if (!line.empty() && m_text.width(longer, false) > room) {
                end();
                longer = word;
            }
            line = std::move(longer);
            from = to + 1;
        }
        end();
        m_y += 4;
    }
    void row(const std::string& name, std::string number) {
        text(24, m_text.elided(name, false, kLegendWidth - 80), Role::text);
        text(kLegendWidth - 16, std::move(number), Role::text, DrawnText::Align::right);
        m_y += kRow;
    }
    void provider(ProviderSlot slot, const std::string& name, std::size_t nodes) {
        m_out.shapes.emplace_back(DrawnBand{Rect::at(m_left, m_y, kSwatch, kSwatch), slot});
        row(name, grouped(nodes));
    }
    void swatch(Paint paint) {
        m_out.shapes.emplace_back(
            DrawnBox{Rect::at(m_left, m_y, kSwatch, kSwatch), 0, paint, Pen{Role::lineStrong}});
    }
    /// The texts with the colours; those that share one colour are one row.
    void keys(const NodeColouring& colouring) {
        std::size_t others = 0;
        for (std::size_t i = 0; i < colouring.keys.size(); ++i)
            if (const auto& [name, count] = colouring.keys[i]; name.empty()) {
                continue; // a colour that is left out
            } else if (i < kKeyRoles) {
                swatch(NodeColouring::keyPaint(i));
                row(name, grouped(count));
            } else {
                others += count;
            }
        if (others) {
            swatch(NodeColouring::keyPaint(kKeyRoles));
            row(said(PARTITA_TEXT("{0} others", colouring.keys.size() - kKeyRoles)),
                grouped(others));
        }
        if (const auto without = std::ranges::count(colouring.keyOf, NodeColouring::kWithout)) {
            swatch(NodeColouring::nonePaint());
            row(said(PARTITA_TEXT("no value")), grouped(static_cast<std::uint64_t>(without)));
        }
    }
    /// A colour scale from the least to the largest amount.
    void heat(const NodeColouring& colouring) {
        constexpr int kSteps = 30;
        constexpr double kWidth = (kLegendWidth - 16) / kSteps;
        for (int i = 0; i < kSteps; ++i)
            m_out.shapes.emplace_back(
                DrawnBox{Rect::at(m_left + i * kWidth, m_y, kWidth + 0.5, kSwatch), 0,
                         colouring.scalePaint(i / (kSteps - 1.0))});
        m_y += kRow;
        using Scale = NodeColouring::Scale;
        const auto shown = [&](double amount) {
            const std::string number = colouring.by == NodeColouring::By::time
                                           ? fmt::format("{:.3f} ms", amount)
                                           : colouring.amountText(amount);
            return colouring.by == NodeColouring::By::cycles
                       ? said(PARTITA_TEXT("{0} cycles", number))
                       : number;
        };
        const double start = colouring.atStart();
        text(0,
             colouring.scale == Scale::rank && colouring.by != NodeColouring::By::difference
                 ? said(PARTITA_TEXT("least"))
                 : (start != 0 ? shown(start) : "0"),
             Role::second);
        text(kLegendWidth - 16, shown(colouring.most), Role::second, DrawnText::Align::right);
        m_y += kRow;
        if (colouring.scale != Scale::linear) {
            text(0,
                 said(colouring.scale == Scale::rank ? PARTITA_TEXT("coloured by rank")
                                                     : PARTITA_TEXT("logarithmic scale")),
                 Role::second);
            m_y += kRow;
        }
    }

    const DrawingText& m_text;
    const SceneDrawing& m_scene;
    const Partitioning& m_partitioning;
    Drawing& m_out;
    double m_left, m_y;
};

} // namespace

Drawing pictureOf(const SceneDrawing& scene, const Partitioning& partitioning,
                  const DrawingMarks& marks, const std::string& headline) {
    Drawing picture = scene.drawing(marks);
    const Rect graph = picture.bounds;
    const PointF corner{graph.left - kLegendWidth - kPictureMargin, graph.top - 34};
    picture.shapes.emplace_back(DrawnText{
        {corner.x, corner.y + 10}, DrawnText::Align::left, true, false, Role::text, headline});
    LegendMaker legend(scene, partitioning, picture, {corner.x, corner.y + 34});
    legend.providers();
    if (marks.colouring.isOn())
        legend.colouring(marks.colouring);
    picture.bounds = Rect{corner.x, corner.y,
                          std::max(graph.right, corner.x + scene.text().width(headline, true)),
                          std::max(graph.bottom, legend.bottom())}
                         .grown(kPictureMargin);
    return picture;
}

} // namespace partita
