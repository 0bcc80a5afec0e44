#include "app/window/overlays.h"

#include <QGraphicsOpacityEffect>
#include <algorithm>

#include "app/window/empty_state.h"
#include "views/graph/legend.h"
#include "views/graph/minimap.h"

namespace partita {

namespace {
constexpr int kLongMs = 300;
}

Overlays::Overlays(DocumentController& document, GraphView& graph)
    : m_document(document), m_graph(graph), m_minimap(new Minimap(document, graph)),
      m_legend(new Legend(document, graph)), m_emptyState(new EmptyState(&graph)) {
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
    connect(&graph, &GraphView::resized, this, &Overlays::place);
    connect(&graph, &GraphView::viewChanged, this, &Overlays::giveWay);
    connect(&document, &DocumentController::currentNodeChanged, this, &Overlays::giveWay);
}

/// What lies on the selected node becomes pale, and lets clicks through to it.
void Overlays::giveWay() {
    constexpr double kPale = 0.2;
    constexpr QMargins kBox(40, 14, 40, 14); // around its middle
    const NodeId node = m_document.hasDocument() ? m_document.currentNode() : NodeId{};
    const bool isShown = node && m_document.scene().boxOf(node);
    for (QWidget* overlay : {static_cast<QWidget*>(m_legend), static_cast<QWidget*>(m_minimap)}) {
        const bool covers =
            isShown && overlay->geometry().marginsAdded(kBox).contains(m_graph.boxCenter(node));
        if (covers == overlay->testAttribute(Qt::WA_TransparentForMouseEvents))
            continue;
        overlay->setAttribute(Qt::WA_TransparentForMouseEvents, covers);
        auto* pale = covers ? new QGraphicsOpacityEffect : nullptr;
        if (pale)
            pale->setOpacity(kPale);
        overlay->setGraphicsEffect(pale); // takes the former one away
    }
}

void Overlays::refresh() {
    m_legend->refresh();
    m_minimap->refresh();
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

void Overlays::place() {
    constexpr int kEdge = 12;
    constexpr int kLeastGraph = 120; // pixels beside one of them; below both there is more
    constexpr int kWide = 720;
    constexpr QSize kMap(128, 160), kSmallMap(96, 120);
    const int width = m_graph.width(), height = m_graph.height();
    if (const QSize size = width < kWide ? kSmallMap : kMap; m_minimap->size() != size) {
        m_minimap->setFixedSize(size);
        m_minimap->refresh();
    }
    // In a comparison the strip shows the whole graph, and what the panes show is next to nothing
    // under both of them.
    const bool compares = m_document.hasDocument() && m_document.state().beside && width < kWide;
    const bool map = m_minimapWanted && m_minimap->isUseful() && !compares &&
                     width > m_minimap->width() + 2 * kLeastGraph && height > 2 * kLeastGraph;
    const int beside = std::max(kLeastGraph, map ? m_minimap->width() + 4 * kEdge : 0);
    m_legend->setRoom(Legend::Room::wide);
    if (width < 2 * m_legend->width() + beside)
        m_legend->setRoom(Legend::Room::narrow);
    const bool least = width < 2 * m_legend->width();
    if (least)
        m_legend->setRoom(Legend::Room::least);
    m_legend->move(kEdge, kEdge);
    m_legend->setVisible(m_legendWanted && m_document.hasDocument() && !compares &&
                         width > m_legend->width() + beside &&
                         (!least || 2 * width > 5 * m_legend->width()) &&
                         height > 2 * m_legend->height());
    m_minimap->move(width - m_minimap->width() - kEdge, kEdge);
    m_minimap->setVisible(map);
    m_emptyState->resize(m_graph.size());
    m_graph.aimAgain(); // past what lies on it now
    giveWay();
}

} // namespace partita
