#include "views/graph/graph_accessible.h"

#include <QPointer>

#include "views/graph/true_focus.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr std::size_t kMostNeighbours = 6; ///< that a description names

/// What is said of one box of a view.
class BoxAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    BoxAccessible(GraphView& view, std::shared_ptr<const GraphScene> scene, std::uint32_t box)
        : m_view(&view), m_scene(std::move(scene)), m_box(box) {}

    [[nodiscard]] std::uint32_t box() const { return m_box; }
    [[nodiscard]] bool isValid() const override {
        return m_view && m_view->document().hasDocument() &&
               m_view->document().state().scene == m_scene;
    }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* parent() const override {
        return QAccessible::queryAccessibleInterface(m_view);
    }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override {}

    [[nodiscard]] QRect rect() const override {
        if (!isValid())
            return {};
        const QRect place =
            m_view->toDevice().mapRect(m_view->painter().boxRect(m_box)).toAlignedRect();
        return {m_view->mapToGlobal(place.topLeft()), place.size()};
    }
    [[nodiscard]] QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid)
            return state;
        state.focusable = state.selectable = true;
        state.selected = isCurrent();
        state.focused = isCurrent() && m_view->hasFocus();
        state.offscreen = !m_view->visibleScene().intersects(m_view->painter().boxRect(m_box));
        return state;
    }
    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        if (!isValid())
            return {};
        if (kind == QAccessible::Name)
            return nameOf(m_box);
        return kind == QAccessible::Description ? description() : QString();
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override { return {setFocusAction()}; }
    void doAction(const QString& action) override {
        if (action != setFocusAction() || !isValid())
            return;
        m_view->setFocus();
        const SceneBox& each = m_scene->boxes[m_box];
        if (each.isPort())
            m_view->document().setCurrentTensor(each.value);
        else
            m_view->document().setCurrentNode(each.node, true);
    }
    [[nodiscard]] QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    [[nodiscard]] bool isCurrent() const {
        return m_view->marks().current == static_cast<std::int64_t>(m_box);
    }
    /// "/stage1/Conv, Conv", or the name of a value, or the title of a group.
    [[nodiscard]] QString nameOf(std::uint32_t box) const {
        const SceneBox& each = m_scene->boxes[box];
        const QString title = toQString(each.title);
        const auto& node = m_view->document().model().node(each.node);
        if (each.kind != SceneBox::Kind::node || !node)
            return each.detail.empty() ? title
                                       : title + QStringLiteral(", ") + toQString(each.detail);
        return toQString(node->label()) + QStringLiteral(", ") + toQString(node->opType);
    }
    [[nodiscard]] QString description() const {
        const SceneBox& each = m_scene->boxes[m_box];
        QStringList parts;
        if (each.kind == SceneBox::Kind::node)
            parts += messageText(m_view->document().placementOf(each.node).explain(each.node));
        else if (each.kind == SceneBox::Kind::group)
            parts += GraphView::tr("Group of nodes");
        else
            parts += each.kind == SceneBox::Kind::output  ? GraphView::tr("Output of the graph")
                     : each.kind == SceneBox::Kind::input ? GraphView::tr("Input of the graph")
                                                          : GraphView::tr("From an outer graph");
        if (const QString above = neighbours(true); !above.isEmpty())
            parts += GraphView::tr("Reads from %1").arg(above);
        if (const QString below = neighbours(false); !below.isEmpty())
            parts += GraphView::tr("Read by %1").arg(below);
        return parts.join(QStringLiteral(". "));
    }
    [[nodiscard]] QString neighbours(bool above) const {
        const std::vector<std::uint32_t> boxes = m_view->neighbours(m_box, above);
        QStringList names;
        for (std::size_t i = 0; i < boxes.size() && i < kMostNeighbours; ++i)
            names += nameOf(boxes[i]);
        if (boxes.size() > kMostNeighbours)
            names +=
                GraphView::tr("%n more", nullptr, static_cast<int>(boxes.size() - kMostNeighbours));
        return names.join(QStringLiteral("; "));
    }

    QPointer<GraphView> m_view;
    std::shared_ptr<const GraphScene> m_scene;
    std::uint32_t m_box;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
    auto* view = qobject_cast<GraphView*>(object);
    return view ? new GraphAccessible(*view) : nullptr;
}

} // namespace

GraphAccessible::GraphAccessible(GraphView& view) : QAccessibleWidget(&view, QAccessible::List) {}

GraphAccessible::~GraphAccessible() { forget(); }

void GraphAccessible::install() {
    static const bool isInstalled = [] {
        QAccessible::installFactory(makeInterface);
        tellTrueFocusOnly();
        return true;
    }();
    Q_UNUSED(isInstalled)
}

/// The children of a scene that is not shown any more are gone.
void GraphAccessible::forget() const {
    for (const auto& [index, id] : m_children)
        QAccessible::deleteAccessibleInterface(id);
    m_children.clear();
    m_scene.reset();
}

QString GraphAccessible::text(QAccessible::Text kind) const {
    QString given = QAccessibleWidget::text(kind);
    if (!given.isEmpty())
        return given;
    if (kind == QAccessible::Name)
        return GraphView::tr("Graph");
    if (kind == QAccessible::Description)
        return GraphView::tr("The arrow keys go along the edges, Tab goes to the next node");
    return {};
}

int GraphAccessible::childCount() const {
    const bool isThere = view().document().hasDocument() && view().painter().scene();
    return isThere ? static_cast<int>(view().painter().scene()->boxes.size()) : 0;
}

QAccessibleInterface* GraphAccessible::child(int index) const {
    if (index < 0 || index >= childCount())
        return nullptr;
    const auto& scene = view().document().state().scene;
    if (m_scene != scene) {
        forget();
        m_scene = scene;
    }
    if (view().painter().scene() != scene.get())
        return nullptr; // the view is about to change
    auto [found, isNew] = m_children.try_emplace(index);
    if (isNew)
        found->second = QAccessible::registerAccessibleInterface(
            new BoxAccessible(view(), scene, static_cast<std::uint32_t>(index)));
    return QAccessible::accessibleInterface(found->second);
}

QAccessibleInterface* GraphAccessible::childAt(int x, int y) const {
    if (childCount() == 0)
        return nullptr;
    const QPointF at = view().mapFromGlobal({x, y});
    return child(static_cast<int>(view().painter().boxAt(view().toDevice().inverted().map(at))));
}

int GraphAccessible::indexOfChild(const QAccessibleInterface* child) const {
    const auto* box = dynamic_cast<const BoxAccessible*>(child);
    return box ? static_cast<int>(box->box()) : -1;
}

QAccessibleInterface* GraphAccessible::focusChild() const {
    return view().hasFocus() ? child(static_cast<int>(view().marks().current)) : nullptr;
}

} // namespace partita
