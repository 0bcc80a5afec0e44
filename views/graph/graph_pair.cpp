#include "views/graph/graph_pair.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/document/comparison_controller.h"
#include "views/document/simplify_steps.h"
#include "views/graph/difference_strip.h"
#include "views/graph/pane_head.h"
#include "views/graph/pointer_ring.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kLeastLook = 64; ///< of the choice of the look, whose list is as wide as its texts

QWidget* paneOf(QWidget* head, QWidget* view) {
    auto* pane = new QWidget;
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(view, 1);
    return pane;
}

} // namespace

GraphPair::GraphPair(DocumentController& document, GraphView& graph, QWidget* parent)
    : QWidget(parent), m_document(document), m_graph(graph),
      m_before(new BeforeView(document, graph)),
      m_strip(new DifferenceStrip(document, graph, *m_before)), m_split(new QSplitter),
      m_beforeHead(new PaneHead), m_graphHead(new PaneHead), m_looks(new QComboBox),
      m_link(new QToolButton) {
    m_split->setChildrenCollapsible(false);
    m_beforePane = paneOf(m_beforeHead, m_before);
    m_graphPane = paneOf(m_graphHead, &graph);
    for (QWidget* part : {m_beforePane, static_cast<QWidget*>(m_strip), m_graphPane})
        m_split->addWidget(part);
    m_split->setSizes({1000, DifferenceStrip::kWidth, 1000});
    m_ringBefore = new PointerRing(*m_before, graph.theme());
    m_ringGraph = new PointerRing(graph, graph.theme());
    buildControls();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_split);
    mirrorPointer();
    connect(&document, &DocumentController::sceneChanged, this, &GraphPair::refresh);
    connect(m_split, &QSplitter::splitterMoved, m_before, QOverload<>::of(&QWidget::update));
    // The picture without the rewrites is laid out for the room that it will have.
    connect(&document.simplifier(), &SimplifyController::historyChanged, this, [this] {
        if (m_document.simplifier().isActive() || !m_document.hasDocument() ||
            !m_document.state().before)
            return;
        refresh();
        m_split->refresh();
        m_graphPane->layout()->activate();
    });
    refresh();
}

/// The choices at the right end of the document's head.
void GraphPair::buildControls() {
    m_looks->setObjectName(QStringLiteral("comparisonLook"));
    for (int i = 0; i < 3; ++i)
        m_looks->addItem({});
    connect(m_looks, QOverload<int>::of(&QComboBox::activated), this,
            [this](int row) { setLook(static_cast<Look>(row)); });
    m_link->setObjectName(QStringLiteral("linkSides"));
    m_link->setCheckable(true);
    m_link->setChecked(true);
    connect(m_link, &QToolButton::clicked, this, &GraphPair::setLinked);
    m_graphHead->addWidget(m_link);
    m_graphHead->addYielding(m_looks, kLeastLook);
}

/// The pointer of one pane is shown in the other as well.
void GraphPair::mirrorPointer() {
    m_graph.installEventFilter(this);
    connect(m_before, &BeforeView::pointedAt, this, [this](const QPointF& scene) {
        if (m_document.hasDocument() && m_document.state().beside)
            m_ringGraph->point(m_graph.toDevice().map(scene));
    });
    connect(m_before, &BeforeView::pointerLeft, this, [this] { m_ringGraph->point({}); });
}

bool GraphPair::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_graph && event->type() == QEvent::MouseMove && m_before->isVisible() &&
        m_document.hasDocument() && m_document.state().beside)
        m_ringBefore->point(m_before->toDevice().map(
            m_graph.toDevice().inverted().map(static_cast<QMouseEvent*>(event)->localPos())));
    if (watched == &m_graph && event->type() == QEvent::Leave)
        m_ringBefore->point({});
    return QWidget::eventFilter(watched, event);
}

void GraphPair::follow(ComparisonController& comparison,
                       const std::function<void(QMenu&, bool isFirst)>& choices) {
    m_comparison = &comparison;
    const auto documentIsFirst = [this] {
        const auto& made = m_comparison->comparison();
        return made && made->documentIsA;
    };
    m_beforeHead->setMenu(
        [choices, documentIsFirst](QMenu& menu) { choices(menu, !documentIsFirst()); });
    m_graphHead->setMenu(
        [choices, documentIsFirst](QMenu& menu) { choices(menu, documentIsFirst()); });
    connect(&comparison, &ComparisonController::changed, this, &GraphPair::refresh);
    connect(&comparison, &ComparisonController::pointedChanged, this, &GraphPair::showPointed);
    connect(m_before, &BeforeView::menuOpens, this, &GraphPair::fillMenu);
    connect(m_before, &BeforeView::nodePicked, this,
            [this](NodeId beside) { match(m_picksFor, beside); });
}

bool GraphPair::pickPartner(NodeId own) {
    if (!m_comparison || !m_comparison->comparison() || !m_document.model().node(own))
        return false;
    if (m_beforePane->isHidden() && m_look == Look::over)
        setLook(Look::beside);
    if (m_beforePane->isHidden())
        return false;
    m_picksFor = own;
    m_before->pick(tr("Click the node that is the same as %1 · Esc")
                       .arg(toQString(m_document.model().node(own)->label())));
    return true;
}

void GraphPair::match(NodeId own, NodeId beside) {
    if (m_comparison && own != beside) // else they are the same already
        m_comparison->matchByHand(own, beside);
}

/// What can be done with a node beside the document.
void GraphPair::fillMenu(QMenu& menu, NodeId beside) {
    if (!m_comparison || !m_comparison->comparison())
        return;
    const NodeId own = m_document.currentNode();
    const bool fits = own && own != beside && m_document.model().node(own);
    QAction* match = menu.addAction(
        fits ? tr("Match by hand with %1").arg(toQString(m_document.model().node(own)->label()))
             : tr("Match by hand: select a node of the other pane first"));
    match->setEnabled(fits);
    connect(match, &QAction::triggered, this, [this, own, beside] { this->match(own, beside); });
    if (m_comparison->matches())
        menu.addAction(tr("Forget the matches by hand"), m_comparison,
                       &ComparisonController::forgetMatches);
}

/// Marks a difference in both panes; what stands for a node that a side has not is dotted.
void GraphPair::showPointed() {
    if (!m_comparison)
        return;
    const auto& beside = m_comparison->pointedBeside();
    // A node that is not drawn is shown in its reader, which stands for it as well.
    std::vector<NodeId> standIns;
    for (const PointedNode& each : m_comparison->pointed())
        if (const NodeId shown = m_document.scene().shownBy(each.node);
            each.standsIn || shown != each.node)
            standIns.push_back(shown);
    m_graph.setStandIns(standIns);
    m_before->setPointed(beside);
    m_strip->setPointed(beside.empty() || beside.front().standsIn ? NodeId{} : beside.front().node);
}

void GraphPair::setBeforeWanted(bool wanted) {
    m_wanted = wanted;
    refresh();
}

void GraphPair::setLook(Look look) {
    m_look = look;
    m_looks->setCurrentIndex(static_cast<int>(look));
    refresh();
    Q_EMIT lookChanged();
}

void GraphPair::setLinked(bool linked) {
    m_before->setLinked(linked);
    m_link->setChecked(linked);
    Q_EMIT linkChanged();
}

/// The side before stands on the left, whichever of them is the document.
void GraphPair::arrange(bool documentFirst) {
    QWidget* first = documentFirst ? m_graphPane : m_beforePane;
    if (m_split->widget(0) == first)
        return;
    m_split->insertWidget(0, first);
    m_split->insertWidget(1, m_strip);
    shareWidth();
}

/// A pane that was hidden has no width to keep.
void GraphPair::shareWidth() { m_split->setSizes({1000, DifferenceStrip::kWidth, 1000}); }

void GraphPair::refresh() {
    const bool beside = m_document.hasDocument() && m_document.state().beside,
               step = m_document.hasDocument() && m_document.state().before &&
                      (beside || m_document.simplifier().isActive());
    const bool fits = width() >= kLeastWidth;
    const bool isOver = beside && (m_look == Look::over || !fits || !m_wanted);
    arrange(beside && m_document.state().beside->isAfter);
    const bool wasHidden = m_beforePane->isHidden();
    m_beforePane->setVisible(step && m_wanted && fits && !isOver);
    if (wasHidden && !m_beforePane->isHidden())
        shareWidth();
    m_graphHead->setVisible(step);
    m_strip->setVisible(beside);
    m_looks->setVisible(beside);
    m_link->setVisible(beside && !isOver);
    const bool only = beside && m_look == Look::onlyDifferences;
    m_graph.setComparisonLook(only, isOver);
    m_before->setOnlyDifferences(only);
    showPointed();
    m_ringBefore->point({});
    m_ringGraph->point({});
    for (PointerRing* ring : {m_ringBefore, m_ringGraph})
        ring->setTheme(m_graph.theme());
    m_link->setIcon(m_graph.theme().icon("link"));
    m_link->setToolTip(tr("Both panes move together"));
    m_link->setAccessibleName(m_link->toolTip());
    m_looks->setAccessibleName(tr("View"));
    m_looks->setAccessibleDescription(tr("How both sides of the comparison are shown"));
    const QString looks[] = {fits ? tr("Side by side") : tr("Side by side (no room)"),
                             tr("Laid over"), tr("Only differences")};
    for (int i = 0; i < 3; ++i)
        m_looks->setItemText(i, looks[i]);
    m_looks->setToolTip(m_looks->currentText()); // there may be no room for it
    m_looks->view()->setMinimumWidth(m_looks->sizeHint().width());
    m_strip->setToolTip(tr("Differences from top to bottom: a click goes there"));
    if (beside && m_beforePane->isHidden() && !isLinked())
        setLinked(true);
    if (beside && m_comparison && m_comparison->comparison())
        describeComparison();
    else if (step)
        describeStep();
}

void GraphPair::describeComparison() {
    const SideComparison& made = *m_comparison->comparison();
    const auto describe = [&](PaneHead& head, const QString& title, const PlacedSide& side,
                              bool isDocument) {
        QStringList figures;
        if (isDocument)
            figures += tr("as it is");
        if (side.placement)
            figures << tr("%Ln placed node(s)", nullptr,
                          static_cast<int>(side.placement->summary.nodes))
                    << tr("%Ln partition(s)", nullptr,
                          static_cast<int>(headlinePartitions(*side.placement)));
        else
            figures += tr("%Ln node(s) without Constant", nullptr,
                          static_cast<int>(countNodes(side.model)));
        if (const auto left = side.notApplied.size() + side.notCarried.size())
            figures += tr("%Ln change(s) not applied", nullptr, static_cast<int>(left));
        if (m_beforePane->isHidden() && &head == m_graphHead) // the other side has no head
            figures.prepend(
                tr("laid over %1").arg(messageText((&side == &made.a ? made.b : made.a).name)));
        head.setSide(title, messageText(side.name), figures.join(QStringLiteral(" · ")));
    };
    const bool first = made.documentIsA;
    describe(first ? *m_graphHead : *m_beforeHead, tr("Before"), made.a, first);
    describe(first ? *m_beforeHead : *m_graphHead, tr("After"), made.b, !first);
}

void GraphPair::describeStep() {
    const DocumentState& state = m_document.state();
    const SimplifyController& simplifier = m_document.simplifier();
    const auto about = [&](std::size_t rewrites, const Model& model) -> QStringList {
        const int nodes = static_cast<int>(countNodes(model));
        const QString all =
            rewrites == 0 ? tr("as it was opened · %Ln node(s) without Constant", nullptr, nodes)
                          : tr("rewrite %1 applied · %Ln node(s) without Constant", nullptr, nodes)
                                .arg(countText(rewrites));
        return all.split(QStringLiteral(" · ")); // each is shown whole or not at all
    };
    const Theme& theme = m_graph.theme();
    m_beforeHead->setLine(tr("Before"), about(simplifier.comparedWith(), *state.beforeModel));
    QStringList parts = about(simplifier.position(), state.model);
    const std::tuple<const std::vector<NodeId>&, QColor, QString> changes[] = {
        {state.step.changed, theme.changed, tr("Δ %1 changed")},
        {state.step.added, theme.good, tr("+ %1 new")},
        {state.step.removed, theme.bad, tr("− %1 taken out")}};
    for (const auto& [nodes, color, words] : changes)
        if (!nodes.empty())
            parts += QStringLiteral("<span style='color:%1'>%2</span>")
                         .arg(color.name(), words.arg(countText(nodes.size())));
    if (state.step.constants)
        parts += tr("%n weight(s)", nullptr, static_cast<int>(state.step.constants));
    m_graphHead->setLine(tr("After"), parts);
}

void GraphPair::keyPressEvent(QKeyEvent* event) {
    if (!playByKey(m_document.simplifier(), *event))
        QWidget::keyPressEvent(event);
}

void GraphPair::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // Also while both panes are in view: what is laid out then may have the whole width when it is
    // there, as after Undo.
    m_document.setViewSize(width(), height());
    refresh();
}

} // namespace partita
