#include "app/window/parts/overlays.h"

#include <algorithm>

#include "app/window/parts/empty_state.h"
#include "app/window/parts/overlay_card.h"
#include "views/graph/block_beside.h"
#include "views/graph/legend.h"
#include "views/graph/minimap.h"

namespace partita {

namespace {
constexpr int kLongMs = 300;
constexpr int kLeastBeside = 120; // pixels beside one of them; below both there is more
constexpr int kWidePane = 720;
} // namespace

Overlays::Overlays(DocumentController& document, GraphView& graph)
    : m_document(document), m_graph(graph), m_minimap(new Minimap(document, graph)),
      m_legend(new Legend(document, graph)),
      m_legendCard(new OverlayCard(graph, *m_legend, "legend", OverlayCard::Corner::left)),
      m_minimapCard(new OverlayCard(graph, *m_minimap, "minimap", OverlayCard::Corner::right)),
      m_block(new BlockBeside(document, graph)), m_emptyState(new EmptyState(&graph)) {
    for (const OverlayCard* card : {m_legendCard, m_minimapCard})
        connect(card, &OverlayCard::foldedChanged, this, &Overlays::refresh);
    connect(&document, &DocumentController::documentChanged, this, &Overlays::refreshEmptyState);
    connect(&document, &DocumentController::sceneChanged, this, &Overlays::place);
    // What opens leaves the start page. Queued: what has ended has not yet delivered its document.
    const auto opens = [this] {
        if (!m_document.hasDocument())
            refreshEmptyState();
    };
    JobRunner& pictures = document.jobs()[Lane::picture];
    m_openingLong.setSingleShot(true);
    m_openingLong.setInterval(kLongMs);
    connect(&m_openingLong, &QTimer::timeout, this, opens);
    connect(&pictures, &JobRunner::started, this, [this, opens] {
        m_openingLong.start();
        opens();
    });
    connect(&pictures, &JobRunner::finished, this, opens, Qt::QueuedConnection);
    connect(m_legend, &Legend::resized, this, &Overlays::place);
    connect(m_block, &BlockBeside::placed, this, &Overlays::placeLegend);
    connect(&graph, &GraphView::resized, this, &Overlays::place);
}

void Overlays::refresh() {
    m_legend->refresh();
    m_minimap->refresh();
    m_legendCard->refresh(tr("the legend"));
    m_minimapCard->refresh(tr("the overview"));
    m_block->refresh();
    refreshEmptyState();
    place();
}

void Overlays::refreshEmptyState() {
    const JobRunner& pictures = m_document.jobs()[Lane::picture];
    const bool isOpening = pictures.isRunning();
    m_graph.setToolTip({});
    m_emptyState->setVisible(!m_document.hasDocument() &&
                             !(isOpening && m_openingLong.isActive())); // it may be there at once
    if (m_emptyState->isHidden())
        return;
    if (isOpening)
        m_emptyState->showWork(pictures.title(), m_graph.theme());
    else
        m_emptyState->refresh(m_graph.theme());
    place();
}

void Overlays::setLegendWanted(bool wanted) {
    m_legendWanted = wanted;
    place();
}

void Overlays::setMinimapWanted(bool wanted) {
    m_minimapWanted = wanted;
    place();
}

bool Overlays::isStep() const { return m_document.hasDocument() && m_document.state().before; }

/// Whether two narrow panes are compared: the strip shows the whole graph then, and what the panes show
/// is next to nothing under both cards.
bool Overlays::compares() const {
    return isStep() && m_document.state().beside && m_graph.width() < kWidePane;
}

void Overlays::place() {
    constexpr QSize kMap(128, 160), kSmallMap(96, 120);
    const int width = m_graph.width(), height = m_graph.height();
    if (const QSize size = width < kWidePane ? kSmallMap : kMap; m_minimap->size() != size) {
        m_minimap->setFixedSize(size);
        m_minimap->refresh();
    }
    const bool map = m_minimapWanted && m_minimap->isUseful() && !compares() &&
                     width > m_minimap->width() + 2 * kLeastBeside && height > 2 * kLeastBeside;
    m_minimapCard->place(map, true);
    m_block->setRoom(m_minimap->isHidden() ? width : m_minimap->x());
    placeLegend();
    m_emptyState->resize(m_graph.size());
    m_graph.aimAgain(); // past what lies on it now
}

/// Where there is little room, the legend says less, and then is a button.
void Overlays::placeLegend() {
    const bool hasBlock = m_block->copy(), hasMap = !m_minimap->isHidden();
    const int width = hasBlock ? m_block->x() : m_graph.width(), height = m_graph.height();
    const int beside =
        hasBlock ? OverlayCard::kEdge
                 : std::max(kLeastBeside, hasMap ? m_minimap->width() + 4 * OverlayCard::kEdge : 0);
    m_legend->setRoom(Legend::Room::wide);
    if (width < 2 * m_legend->width() + beside)
        m_legend->setRoom(Legend::Room::narrow);
    const bool least = width < 2 * m_legend->width();
    if (least)
        m_legend->setRoom(Legend::Room::least);
    // Beside a step there is little else to see than the boxes around it, and they lie close together.
    constexpr int kParts = 8; // of the canvas; in a large font, the legend takes more than one
    const bool covers =
        isStep() && kParts * m_legend->width() * m_legend->height() > width * height;
    m_legendCard->place(m_legendWanted && m_document.hasDocument() && !compares(),
                        width > m_legend->width() + beside &&
                            (!least || 2 * width > 5 * m_legend->width()) &&
                            height > 2 * m_legend->height() && !covers);
}

} // namespace partita
