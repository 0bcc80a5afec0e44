#include "app/window/parts/breadcrumb.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include "views/document/document_controller.h"
#include "views/text/qt_text.h"
#include "views/theme/empty_layout.h"

namespace partita {

namespace {

constexpr int kWidestName = 240;

/// The graphs on the path from the main graph to `scope`, both included.
std::vector<GraphId> wayTo(GraphId scope, const Model& model) {
    std::vector<GraphId> way;
    for (GraphId at = scope; at;) {
        way.push_back(at);
        const auto& parent = model.node(model.graph(at)->parent);
        at = parent ? parent->graph : GraphId{};
    }
    if (way.back() != model.mainGraph())
        way.push_back(model.mainGraph());
    std::ranges::reverse(way);
    return way;
}

/// The graphs in a node's attributes, and the body of the model-local function that it calls.
std::vector<GraphId> bodiesOf(const Node& node, const Model& model) {
    std::vector<GraphId> bodies = node.subgraphs();
    for (const GraphId function : model.info().functions)
        if (const auto& graph = *model.graph(function);
            graph.name == node.opType && graph.function->domain == node.domain)
            bodies.push_back(function);
    return bodies;
}

} // namespace

Breadcrumb::Breadcrumb(DocumentController& document)
    : m_document(document), m_layout(new QHBoxLayout(this)) {
    setObjectName(QStringLiteral("breadcrumb"));
    setAttribute(Qt::WA_StyledBackground);
    m_layout->setContentsMargins(8, 2, 8, 2);
    hide();
    connect(&document, &DocumentController::documentChanged, this, &Breadcrumb::refresh);
    connect(&document, &DocumentController::sceneChanged, this, &Breadcrumb::refresh);
}

void Breadcrumb::refresh() {
    makeEmpty(*m_layout);
    const bool inside =
        m_document.hasDocument() && m_document.scope() != m_document.model().mainGraph();
    setVisible(inside);
    Q_EMIT insideChanged(inside);
    if (!inside)
        return;
    const Model& model = m_document.model();
    for (const GraphId graph : wayTo(m_document.scope(), model)) {
        const std::string full = model.graphPath(graph);
        const auto slash = full.rfind(" / ");
        auto* button = new QToolButton;
        const QString name = toQString(slash == std::string::npos ? full : full.substr(slash + 3));
        if (graph == m_document.scope()) { // stands out, and does not look out of use
            QFont font = button->font();
            font.setBold(true);
            button->setFont(font);
        }
        button->setText(button->fontMetrics().elidedText(name, Qt::ElideMiddle, kWidestName));
        button->setToolTip(name);
        connect(button, &QToolButton::clicked, this, [this, graph] { m_document.setScope(graph); });
        if (m_layout->count())
            m_layout->addWidget(new QLabel(QStringLiteral("›")));
        m_layout->addWidget(button);
    }
    m_layout->addStretch();
}

void Breadcrumb::goUp() {
    if (!m_document.hasDocument())
        return;
    const Model& model = m_document.model();
    const auto& parent = model.node(model.graph(m_document.scope())->parent);
    m_document.setScope(parent ? parent->graph : model.mainGraph());
}

void Breadcrumb::enter(NodeId id, const QPoint& at) {
    const Model& model = m_document.model();
    const auto& node = model.node(id);
    if (!node)
        return;
    const std::vector<GraphId> bodies = bodiesOf(*node, model);
    if (bodies.size() == 1)
        m_document.setScope(bodies.front());
    if (bodies.size() < 2)
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const GraphId body : bodies) {
        const std::string path = model.graphPath(body);
        const auto dot = path.rfind('.');
        menu->addAction(toQString(dot == std::string::npos ? path : path.substr(dot + 1)), this,
                        [this, body] { m_document.setScope(body); });
    }
    menu->popup(at);
}

} // namespace partita
