#include "views/panels/repeats_panel.h"

#include <QLocale>

#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

/// The blocks of a larger model are looked for when the panel is seen.
constexpr std::size_t kSearchedUnseen = 100000;
constexpr std::size_t kNamed = 3; ///< the most exceptions that are named; others are counted

Cell numberCell(std::size_t number) {
    return {number ? countText(number) : QStringLiteral("–"), static_cast<qulonglong>(number)};
}

} // namespace

/// "NPU 103", or "NPU 101 · CPU 2, 2 cuts".
QString RepeatsPanel::variantText(const RepeatedBlock::Variant& variant) const {
    QStringList parts;
    for (std::size_t i = 0; i < variant.byProvider.size(); ++i)
        if (variant.byProvider[i])
            parts += shortProviderName(document().partitioning(), static_cast<std::uint32_t>(i)) +
                     QLatin1Char(' ') + countText(variant.byProvider[i]);
    QString text = parts.isEmpty() ? tr("folded or not placed") : parts.join(QStringLiteral(" · "));
    if (variant.cuts)
        text = tr("%1, cut %Ln time(s)", nullptr, static_cast<int>(variant.cuts)).arg(text);
    return text;
}

/// "12 alike: NPU 103", or "11: NPU 103; 1: NPU 101 · CPU 2".
QString RepeatsPanel::placementText(const RepeatedBlock& block) const {
    if (block.variants.size() == 1)
        return tr("%1 alike: %2")
            .arg(countText(block.places.size()), variantText(block.variants.front()));
    QStringList parts;
    for (std::size_t i = 0; i < block.variants.size(); ++i) {
        if (i == kNamed) {
            parts += tr("%Ln more kind(s)", nullptr, static_cast<int>(block.variants.size() - i));
            break;
        }
        parts += QStringLiteral("%1: %2").arg(countText(block.variants[i].blocks),
                                              variantText(block.variants[i]));
    }
    return parts.join(QStringLiteral("; "));
}

QString RepeatsPanel::placeText(const RepeatedBlock::Place& place) const {
    const std::string& title = place.group->title;
    return toQString(title.empty()
                         ? document().model().node(place.graph->order[place.group->begin])->label()
                         : title);
}

/// The blocks that are not placed as most are.
QString RepeatsPanel::exceptions(const RepeatedBlock& block) const {
    QStringList names;
    std::size_t more = 0;
    for (const RepeatedBlock::Place& place : block.places) {
        if (place.variant == 0)
            continue;
        if (names.size() < static_cast<int>(kNamed))
            names += placeText(place);
        else
            ++more;
    }
    const QString text = names.join(QStringLiteral(", "));
    return more ? tr("%1 and %Ln more", nullptr, static_cast<int>(more)).arg(text) : text;
}

QString RepeatsPanel::fill(RowTableModel& model) {
    if (!isVisible() && document().model().nodes().count() > kSearchedUnseen) {
        model.clear();
        m_blocks.clear();
        m_state.reset();
        return {};
    }
    if (m_state != document().sharedState()) {
        m_state = document().sharedState();
        m_blocks = repeatedBlocks(m_state->model, *m_state->partitioning, *m_state->outline);
    }
    const std::size_t all =
        std::max<std::size_t>(1, m_state->outline->graphs().front().order.size());
    std::vector<NodeId> rows;
    for (const RepeatedBlock& block : m_blocks)
        rows.push_back(block.places.front().graph->order[block.places.front().group->begin]);
    Columns<RepeatedBlock> columns;
    columns.add(tr("Block"), [](auto& block) {
        return Cell(toQString(block.title.empty() ? block.operators : block.title), {}, {},
                    toQString(block.operators));
    });
    columns.addFigures(tr("Times"), [](auto& block) { return numberCell(block.places.size()); });
    columns.addFigures(tr("Nodes each"), [](auto& block) { return numberCell(block.nodes); });
    columns.addFigures(tr("Share"), [all](auto& block) {
        const double share = 100.0 * static_cast<double>(block.nodes * block.places.size()) /
                             static_cast<double>(all);
        return Cell(tr("%1 %").arg(QLocale().toString(share, 'f', 1)), share);
    });
    columns.addFigures(tr("Partitions"), [](auto& block) { return numberCell(block.partitions); });
    columns.addFigures(tr("Boundary tensors"),
                       [](auto& block) { return numberCell(block.boundaries); });
    columns.add(tr("Placement"), [this](auto& block) { return placementText(block); });
    columns.add(tr("Differ"), [this](auto& block) { return exceptions(block); });
    const auto rowOf = [this](std::size_t row) { return &m_blocks[row]; };
    model.reset(std::move(rows), rowOf, columns);
    return tr("No block stands twice in the model");
}

void RepeatsPanel::showEvent(QShowEvent* event) {
    TablePanel::showEvent(event);
    if (document().hasDocument() && !m_state)
        refresh();
}

void RepeatsPanel::choose(std::size_t row) {
    const auto& places = m_blocks[row].places;
    std::vector<NodeId> nodes = m_blocks[row].nodesOf(places.front());
    for (std::size_t i = 1; i < places.size(); ++i)
        if (places[i].graph == places.front().graph) {
            const auto more = m_blocks[row].nodesOf(places[i]);
            nodes.insert(nodes.end(), more.begin(), more.end());
        }
    document().showNodes(std::move(nodes));
}

} // namespace partita
