#include "views/graph/block_beside.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "core/base/try.h"
#include "views/text/qt_text.h"
#include "views/text/text_widths.h"

namespace partita {

namespace {

constexpr int kEdge = 12, kInside = 10;            ///< pixels beside the frame, and in it
constexpr int kLeastWidth = 260, kMostWidth = 460; ///< with the brackets
constexpr int kBracket = 6, kNames = 92; ///< width of a bracket, and of the names beside it
constexpr int kCloseButton = 22;
constexpr int kArrowRoom = 44, kArrowHead = 7;
/// Nodes are drawn small: from the full details on, they would have badges that have no room here.
constexpr double kMostScale = 0.7;

} // namespace

/// A line over the canvas from the group to the frame.
class BlockBeside::Arrow : public QWidget {
public:
    explicit Arrow(GraphView& graph) : QWidget(&graph), m_graph(graph) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }
    void aim(const QPointF& from, const QPointF& to) {
        setGeometry(m_graph.rect());
        m_from = from;
        m_to = to;
        setVisible(to.x() - from.x() > kArrowHead);
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QColor colour = m_graph.theme().text;
        painter.setPen(QPen(colour, 1.2));
        const QPointF neck = m_to - QPointF(kArrowHead, 0);
        const double middle = (m_from.x() + neck.x()) / 2;
        painter.drawPolyline(
            QPolygonF({m_from, QPointF(middle, m_from.y()), QPointF(middle, neck.y()), neck}));
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF(
            {m_to, neck + QPointF(0, -kArrowHead / 2.0), neck + QPointF(0, kArrowHead / 2.0)}));
    }

private:
    GraphView& m_graph;
    QPointF m_from, m_to;
};

BlockBeside::BlockBeside(DocumentController& document, GraphView& graph)
    : QWidget(&graph), m_document(document), m_graph(graph), m_arrow(new Arrow(graph)),
      m_close(new QToolButton(this)) {
    setObjectName(QStringLiteral("blockBeside"));
    setAttribute(Qt::WA_NoMousePropagation);
    hide();
    m_close->setObjectName(QStringLiteral("closeBlock"));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::NoFocus); // Escape does the same
    m_close->setFixedSize(kCloseButton, kCloseButton);
    m_close->setIconSize({14, 14});
    connect(m_close, &QToolButton::clicked, this, &BlockBeside::leave);
    m_later.setSingleShot(true);
    m_later.setInterval(QApplication::doubleClickInterval());
    connect(&m_later, &QTimer::timeout, this, [this] {
        if (m_wanted)
            make(*m_wanted);
    });
    connect(&document, &DocumentController::selectionChanged, this, &BlockBeside::follow);
    connect(&document, &DocumentController::currentNodeChanged, this, &BlockBeside::follow);
    connect(&document, &DocumentController::sceneChanged, this, [this] {
        follow();
        if (m_wanted && !m_later.isActive())
            make(*m_wanted); // it may have other colours
    });
    connect(&document, &DocumentController::documentChanged, this, [this] { m_left.reset(); });
    connect(&graph, &GraphView::viewChanged, this, &BlockBeside::aimArrow);
    connect(&graph, &GraphView::resized, this, [this] {
        if (!isHidden())
            place();
    });
    graph.installEventFilter(this);
    refresh();
}

BlockBeside::~BlockBeside() = default;

void BlockBeside::refresh() {
    m_painter.setFonts(font());
    m_close->setIcon(m_graph.theme().icon("close"));
    m_close->setToolTip(tr("Close (Esc)"));
    m_close->setAccessibleName(tr("Close the copy of the block"));
    setAccessibleName(tr("One copy of the block"));
    setAccessibleDescription(m_copy ? title() : QString());
    if (!isHidden())
        place();
    update();
}

/// The closed group around a node, where it holds copies of a block.
std::optional<GroupKey> BlockBeside::groupAround(NodeId node) const {
    if (!m_document.hasDocument() || !node)
        return std::nullopt;
    const GraphScene& scene = m_document.scene();
    const auto at = scene.boxOf(node);
    if (!at || scene.boxes[*at].kind != SceneBox::Kind::group)
        return std::nullopt;
    const GroupKey& key = scene.groups[static_cast<std::size_t>(scene.boxes[*at].group)].key;
    return repeatedGroup(scene, key) ? std::optional(key) : std::nullopt;
}

bool BlockBeside::isGroupSelected(const GroupKey& group) const {
    return m_document.currentNode() == group.first && m_document.selection().size() == group.nodes;
}

/// What is shown stays while a node of its group is the current one.
void BlockBeside::follow() {
    const auto group = groupAround(m_document.currentNode());
    if (m_wanted && m_wanted != group) {
        m_wanted.reset();
        m_later.stop();
        m_jobs.cancel();
        hide();
        m_arrow->hide();
        m_copy.reset();
        m_painter.setScene(nullptr, 0);
        Q_EMIT placed();
    }
    if (!group)
        return;
    markCurrent();
    const bool hasRoom = m_graph.width() >= kWideCanvas && !m_document.state().before;
    if (!m_wanted && isGroupSelected(*group) && hasRoom && m_left != group) {
        m_wanted = group;
        m_later.start();
    }
}

bool BlockBeside::showFor(NodeId node) {
    const auto group = groupAround(node);
    if (!group)
        return false;
    if (m_document.currentNode() != group->first) {
        m_document.setCurrentNode(group->first, false); // the group keeps closed
        m_document.setSelection(m_document.scene().nodesOf(*group));
    }
    m_left.reset();
    m_wanted = group;
    m_later.stop();
    make(*group);
    return true;
}

bool BlockBeside::toggle() {
    if (m_wanted) {
        leave();
        return true;
    }
    return showFor(m_document.currentNode());
}

void BlockBeside::leave() {
    m_left = std::exchange(m_wanted, std::nullopt);
    m_later.stop();
    m_jobs.cancel();
    hide();
    m_arrow->hide();
    Q_EMIT placed();
    m_graph.setFocus();
}

void BlockBeside::make(const GroupKey& group) {
    const auto work = [state = m_document.sharedState(), group, widths = TextWidths::of(font())](
                          const Progress& progress) -> Result<std::shared_ptr<const BlockCopy>> {
        SceneOptions options;
        options.textWidth = [widths](const std::string& text, bool title) {
            return widths->width(text, title);
        };
        return std::make_shared<const BlockCopy>(
            PARTITA_TRY(firstCopy(state->sized, state->placementOf(group.first), *state->scene,
                                  group, options, progress)));
    };
    m_jobs.start<std::shared_ptr<const BlockCopy>>(
        {}, work, [this, group](Result<std::shared_ptr<const BlockCopy>> made) {
            if (m_wanted == group && made)
                shown(*std::move(made));
        });
}

void BlockBeside::shown(std::shared_ptr<const BlockCopy> copy) {
    const bool isNew = isHidden();
    m_copy = std::move(copy);
    m_painter.setScene(std::shared_ptr<const GraphScene>(m_copy, &m_copy->scene),
                       m_document.providers().size());
    m_marks = {};
    m_marks.providers = m_graph.providerFilter();
    markCurrent();
    place();
    setAccessibleDescription(title());
    show();
    m_arrow->raise();
    raise();
    Q_EMIT placed();
    if (isNew)
        makeRoom();
    aimArrow();
    update();
}

void BlockBeside::markCurrent() {
    if (!m_copy)
        return;
    const bool isOne = m_document.selection().size() == 1;
    const auto box = isOne ? m_copy->scene.boxOf(m_document.currentNode()) : std::nullopt;
    m_marks.current = box ? static_cast<std::int64_t>(*box) : -1;
    update();
}

void BlockBeside::setRoom(int right) {
    if (std::exchange(m_right, right) != right && !isHidden())
        place();
}

/// The width that the title needs.
int BlockBeside::headWidth() const {
    QFont bold = font();
    bold.setBold(true);
    return QFontMetrics(bold).horizontalAdvance(title()) + kCloseButton + 2 * kInside + 4;
}

int BlockBeside::headHeight() const { return 2 * fontMetrics().height() + 2 * kInside; }

QRect BlockBeside::frame() const { return rect().adjusted(0, 0, -(kBracket + kNames), 0); }

QRect BlockBeside::pictureRoom() const {
    return frame().adjusted(kInside, headHeight() + kInside, -kInside, -kInside);
}

/// Beside the other widgets on the canvas, as high as the copy needs.
void BlockBeside::place() {
    const int canvas = m_graph.width(), most = canvas - 2 * kEdge;
    const int forTitle = m_copy ? std::min(headWidth() + kBracket + kNames, canvas * 3 / 5) : 0;
    const int width =
        std::min(std::max(std::clamp(canvas * 9 / 20, kLeastWidth, kMostWidth), forTitle), most);
    const int beside = m_right - kEdge;
    const int right = beside - width > canvas / 3 ? beside : canvas - kEdge;
    int height = m_graph.height() - 2 * kEdge;
    if (m_copy) {
        const double wanted = m_painter.bounds().height() * kMostScale;
        height = std::min(height, headHeight() + 3 * kInside + static_cast<int>(wanted));
    }
    setGeometry(right - width, kEdge, width, std::max(height, headHeight() + 3 * kInside));
    m_close->move(frame().right() - kCloseButton - 2, 4);
    aimArrow();
    Q_EMIT placed();
}

QRectF BlockBeside::groupPlace() const {
    const GraphScene* scene = m_graph.painter().scene();
    const auto box = scene && m_wanted ? scene->boxOf(m_wanted->first) : std::nullopt;
    return box ? m_graph.toDevice().mapRect(m_graph.painter().boxRect(*box)) : QRectF();
}

/// Moves the graph so that the frame does not lie on the group, as far as there is room beside it.
void BlockBeside::makeRoom() {
    const QRectF group = groupPlace();
    const double over = group.right() + kArrowRoom - x();
    if (!group.isEmpty() && over > 0)
        m_graph.panBy({-std::min(over, std::max(group.left() - kEdge, 0.0)), 0});
}

void BlockBeside::aimArrow() {
    if (isHidden() || !m_copy)
        return;
    const QRectF group = groupPlace();
    const double y = std::clamp<double>(group.center().y(), geometry().top() + headHeight() / 2.0,
                                        geometry().bottom() - kInside);
    m_arrow->aim({group.right(), group.center().y()}, {static_cast<double>(x()), y});
    if (group.isEmpty())
        m_arrow->hide();
}

QTransform BlockBeside::toPicture() const {
    const QRectF bounds = m_painter.bounds(), room = pictureRoom();
    if (bounds.isEmpty() || room.isEmpty())
        return {};
    const double scale =
        std::min({kMostScale, room.width() / bounds.width(), room.height() / bounds.height()});
    const QPointF at = room.center() - bounds.center() * scale;
    return {scale, 0, 0, scale, at.x(), room.top() - bounds.top() * scale};
}

std::int64_t BlockBeside::boxAt(const QPoint& at) const {
    return m_copy && frame().contains(at) ? m_painter.boxAt(toPicture().inverted().map(QPointF(at)))
                                          : -1;
}

std::optional<QPoint> BlockBeside::placeOf(NodeId node) const {
    const auto box = copy() ? m_copy->scene.boxOf(node) : std::nullopt;
    return box ? std::optional(toPicture().map(m_painter.boxRect(*box).center()).toPoint())
               : std::nullopt;
}

QString BlockBeside::title() const {
    return tr("%1, one of ×%2").arg(toQString(m_copy->title), countText(m_copy->repeats));
}

QString BlockBeside::about() const {
    return tr("%Ln node(s) · same operators, other weights", nullptr,
              static_cast<int>(m_copy->nodes.size()));
}

void BlockBeside::paintEvent(QPaintEvent*) {
    if (!m_copy)
        return;
    QPainter painter(this);
    const Theme& theme = m_graph.theme();
    painter.fillRect(rect(), theme.canvas);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.text, 1.2));
    painter.setBrush(theme.base);
    painter.drawRoundedRect(QRectF(frame()).adjusted(0.6, 0.6, -0.6, -0.6), 4, 4);
    paintHead(painter);
    painter.save();
    painter.setClipRect(frame().adjusted(2, headHeight(), -2, -2));
    m_painter.paint(painter, toPicture(), size(), theme, m_marks);
    painter.restore();
    paintSections(painter);
}

void BlockBeside::paintHead(QPainter& painter) const {
    const Theme& theme = m_graph.theme();
    const QRect head(frame().left() + kInside, kInside, frame().width() - 2 * kInside,
                     headHeight() - 2 * kInside);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.text);
    const QFontMetrics metrics(bold);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignTop,
                     metrics.elidedText(title(), Qt::ElideMiddle, head.width() - kCloseButton));
    painter.setFont(font());
    painter.setPen(theme.second);
    painter.drawText(head, Qt::AlignLeft | Qt::AlignBottom,
                     fontMetrics().elidedText(about(), Qt::ElideRight, head.width()));
    painter.setPen(QPen(theme.lineWeak, 1));
    painter.drawLine(frame().left() + 1, headHeight(), frame().right() - 1, headHeight());
}

void BlockBeside::paintSections(QPainter& painter) const {
    const Theme& theme = m_graph.theme();
    const QTransform toHere = toPicture();
    const int left = frame().right() + 6, names = left + kBracket + 6;
    painter.setRenderHint(QPainter::Antialiasing, false);
    double free = 0; // below the last name
    for (const BlockCopy::Section& section : m_copy->sections) {
        const double top = toHere.map(QPointF(0, section.top)).y() + 1,
                     bottom = toHere.map(QPointF(0, section.bottom)).y() - 1;
        painter.setPen(QPen(theme.lineStrong, 1));
        painter.drawPolyline(QPolygonF({QPointF(left, top), QPointF(left + kBracket, top),
                                        QPointF(left + kBracket, bottom), QPointF(left, bottom)}));
        const double height = fontMetrics().height();
        const double at = std::max((top + bottom - height) / 2, free);
        if (at > std::max(bottom, top + height)) // its name would stand beside another bracket
            continue;
        free = at + height;
        painter.setPen(theme.second);
        painter.drawText(
            QRectF(names, at, width() - names, height), Qt::AlignVCenter,
            fontMetrics().elidedText(toQString(section.title), Qt::ElideRight, width() - names));
    }
}

/// Selects a node of the copy; its group stays closed.
void BlockBeside::mousePressEvent(QMouseEvent* event) {
    const std::int64_t box = boxAt(event->pos());
    if (event->button() != Qt::LeftButton || box < 0)
        return;
    const SceneBox& each = m_copy->scene.boxes[static_cast<std::size_t>(box)];
    if (each.kind == SceneBox::Kind::node && m_document.model().node(each.node))
        m_document.setCurrentNode(each.node, false);
}

void BlockBeside::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange)
        refresh();
    QWidget::changeEvent(event);
}

bool BlockBeside::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QString text;
    if (m_copy && help->y() < headHeight() && frame().contains(help->pos())) { // it may be elided
        text = title() + QLatin1Char('\n') + about();
    } else if (const std::int64_t box = boxAt(help->pos()); box >= 0) {
        const SceneBox& each = m_copy->scene.boxes[static_cast<std::size_t>(box)];
        const auto& node = m_document.model().node(each.node);
        text = node ? QStringLiteral("%1 %2").arg(toQString(node->opType), toQString(node->name))
                    : toQString(each.title);
    } else if (help->x() > frame().right() && m_copy) {
        const double y = toPicture().inverted().map(QPointF(help->pos())).y();
        for (const BlockCopy::Section& section : m_copy->sections)
            if (y >= section.top && y <= section.bottom)
                text = toQString(section.title);
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

bool BlockBeside::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && !isHidden() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        leave();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace partita
