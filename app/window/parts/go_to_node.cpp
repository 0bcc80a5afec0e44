#include "app/window/parts/go_to_node.h"

#include <QListWidget>

#include "views/document/document_controller.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr std::size_t kMostListed = 200;

/// How well a node fits a text: its number or name, the start of the name or of a part of it, a
/// piece of it; nothing: not at all.
std::optional<int> rankOf(const Node& node, const QString& name, const QString& text) {
    if (QString::number(node.id.value) == text || name == text)
        return 0;
    const int at = name.indexOf(text, 0, Qt::CaseInsensitive);
    if (at < 0)
        return std::nullopt;
    if (at == 0)
        return 1;
    return name[at - 1] == QLatin1Char('/') || name[at - 1] == QLatin1Char('.') ? 2 : 3;
}

} // namespace

GoToNode::GoToNode(DocumentController& document, QWidget* parent)
    : FilteredList(parent, "goToNode", tr("Go to node"), tr("Name or number")),
      m_document(document) {
    filter();
}

void GoToNode::fill(QListWidget& list, const QString& text) {
    std::vector<NodeId> byRank[4];
    m_document.model().nodes().forEach([&](NodeId id, const auto& node) {
        const auto rank = rankOf(*node, toQString(node->label()), text);
        if (rank && byRank[*rank].size() < kMostListed)
            byRank[*rank].push_back(id);
    });
    std::size_t listed = 0;
    for (const auto& nodes : byRank)
        for (const NodeId id : nodes) {
            if (++listed > kMostListed)
                return;
            const Node& node = *m_document.model().node(id);
            auto* item = new QListWidgetItem(
                QStringLiteral("%1\t%2").arg(toQString(node.label()), toQString(node.opType)),
                &list);
            item->setData(Qt::UserRole, id.value);
            item->setSizeHint(QSize(0, 24));
            item->setToolTip(toQString(m_document.model().graphPath(node.graph)));
        }
    if (listed == 0)
        (new QListWidgetItem(tr("There is no node \"%1\"").arg(text), &list))
            ->setFlags(Qt::NoItemFlags);
}

void GoToNode::choose(const QListWidgetItem& item) {
    m_document.setCurrentNode(NodeId{item.data(Qt::UserRole).toUInt()});
}

} // namespace partita
