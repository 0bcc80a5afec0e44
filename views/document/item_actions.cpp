#include "views/document/item_actions.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMenu>
#include <set>

#include "core/ir/constants.h"
#include "core/ir/graph_ways.h"
#include "core/scene/block_copy.h"
#include "views/document/change_actions.h"
#include "views/document/document_controller.h"
#include "views/document/edit_actions.h"
#include "views/document/links.h"
#include "views/text/qt_text.h"
#include "views/text/tensor_text.h"

namespace partita {

namespace {

constexpr std::size_t kListed = 20; ///< at most so many readers of a tensor get an entry

QString itemWords(const char* text) {
    return QCoreApplication::translate("partita::ItemActions", text);
}

void copy(const QString& text) { QGuiApplication::clipboard()->setText(text); }

QString labelOf(const Model& model, NodeId id) {
    const auto& node = model.node(id);
    return node ? toQString(node->label()) : QString();
}

bool isSelected(const DocumentController& document, NodeId id) {
    const auto& all = document.selection();
    return std::find(all.begin(), all.end(), id) != all.end();
}

/// The nodes that an action on `item` concerns.
std::vector<NodeId> concerned(const DocumentController& document, const Item& item) {
    if (item.kind == Item::selection || isSelected(document, item.id))
        return document.selection(); // which has all nodes of a group or none
    if (item.kind == Item::group)
        return document.scene().nodesOf(item.key);
    return {item.id};
}

/// One thing that can be done; a row of the table below.
struct ItemAction {
    unsigned kinds; ///< of items that it is for
    const char* title;
    bool (*applies)(const DocumentController&, const Item&);
    void (*run)(DocumentController&, const Item&);
    bool (*isOn)(DocumentController&, const Item&) = nullptr; ///< null: it is no switch
};
constexpr const char* kLine = "";

bool always(const DocumentController&, const Item&) { return true; }
bool isAlone(const DocumentController& document, const Item& item) {
    return item.kind == Item::group || concerned(document, item).size() == 1;
}
bool isSeveral(const DocumentController& document, const Item& item) {
    return item.kind == Item::selection ||
           (item.kind == Item::node && concerned(document, item).size() > 1);
}
bool isPair(const DocumentController& document, const Item& item) {
    return isSeveral(document, item) && document.selection().size() == 2;
}
bool hasBody(const DocumentController& document, const Item& item) {
    const auto box = document.scene().boxOf(item.id);
    return box && document.scene().boxes[*box].kind == SceneBox::Kind::node &&
           document.scene().boxes[*box].hasBody;
}
bool isRepeated(const DocumentController& document, const Item& item) {
    return repeatedGroup(document.scene(), item.key) != nullptr;
}
bool isCompiled(const DocumentController& document, const Item& item) {
    return isEpContext(*document.model().node(item.id));
}
bool isInOpenGroup(const DocumentController& document, const Item& item) {
    return document.isInOpenGroup(item.id);
}
bool isPlaced(const DocumentController& document, const Item& item) {
    return document.partitioning().partition(item.id) != nullptr;
}
bool isMade(const DocumentController& document, const Item& item) {
    return static_cast<bool>(document.model().producer(item.value));
}
/// The elements of a constant, as a field of the inspector has them; nothing: it is computed, or too
/// large for the clipboard to be of use.
std::optional<QString> elementsOf(const DocumentController& document, const Item& item) {
    constexpr std::int64_t kMostCopied = 100'000;
    const Model& model = document.model();
    const auto& value = model.value(item.value);
    const auto& producer =
        model.node(item.kind == Item::tensor ? model.producer(item.value) : item.id);
    if (value && value->initializer)
        return elementsText(*value->initializer, kMostCopied);
    const auto tensor =
        producer && producer->is("Constant") ? constantValue(*producer) : std::nullopt;
    return tensor ? elementsText(*tensor, kMostCopied) : std::nullopt;
}
bool hasElements(const DocumentController& document, const Item& item) {
    return elementsOf(document, item).has_value();
}
bool hasOpenSizes(const DocumentController& document, const Item& item) {
    const auto& value = document.model().value(item.value);
    return value && value->type && value->type->shape && !staticDims(value->type->shape);
}

void openBody(DocumentController& document, const Item& item) {
    Q_EMIT document.linkRequested(QStringLiteral("body:%1").arg(item.id.value));
}
void openInside(DocumentController& document, const Item& item) {
    follow(document, linkToInside(item.id));
}
void closeGroup(DocumentController& document, const Item& item) {
    document.collapseAround(item.id);
}
void openGroup(DocumentController& document, const Item& item) {
    document.setExpanded(item.key, true);
}
void showCopy(DocumentController& document, const Item& item) {
    follow(document, linkToCopy(item.key.first));
}
void copyName(DocumentController& document, const Item& item) {
    copy(item.kind == Item::tensor ? toQString(document.model().value(item.value)->name)
                                   : toQString(document.model().node(item.id)->name));
}
void copyNames(DocumentController& document, const Item&) { copy(selectedNames(document)); }
void copyPath(DocumentController& document, const Item& item) {
    const Node& node = *document.model().node(item.id);
    copy(toQString(document.model().graphPath(node.graph) + " / " + node.label()));
}
void copyType(DocumentController& document, const Item& item) {
    const auto& type = document.sizedModel().value(item.value)->type;
    copy(type ? toQString(type->text()) : QStringLiteral("?"));
}
void copyElements(DocumentController& document, const Item& item) {
    copy(elementsOf(document, item).value_or(QString()));
}
template <int direction, bool toBorder>
void selectAroundItem(DocumentController& document, const Item& item) {
    if (item.kind == Item::node && !isSelected(document, item.id))
        document.setCurrentNode(item.id, false);
    selectAround(document, direction, toBorder);
}
template <bool all> void selectWayOf(DocumentController& document, const Item&) {
    if (!selectWay(document, all))
        Q_EMIT document.linkRequested(QStringLiteral("no-way:"));
}
void selectPartition(DocumentController& document, const Item& item) {
    follow(document, linkToPartition(document.partitioning().partition(item.id)->index));
}
void toggleBookmark(DocumentController& document, const Item& item) {
    document.bookmarks().toggle(item.id);
}
bool isBookmarked(DocumentController& document, const Item& item) {
    return document.bookmarks().contains(item.id);
}
void saveNodes(DocumentController& document, const Item& item) {
    if (item.kind == Item::node && !isSelected(document, item.id))
        document.setCurrentNode(item.id, false);
    Q_EMIT document.linkRequested(QStringLiteral("save:selection"));
}
void goToProducer(DocumentController& document, const Item& item) {
    document.setCurrentNode(document.model().producer(item.value));
}
void fixSizes(DocumentController& document, const Item& item) {
    follow(document, linkToSizes(item.value));
}

constexpr unsigned kNode = Item::node, kGroup = Item::group, kTensor = Item::tensor,
                   kNodes = Item::node | Item::selection;

/// Every action on an item, in the order of the menu.
constexpr ItemAction kItemActions[] = {
    {kGroup, QT_TRANSLATE_NOOP("partita::ItemActions", "Open this group"), always, openGroup},
    {kGroup, QT_TRANSLATE_NOOP("partita::ItemActions", "Show one of its copies beside it"),
     isRepeated, showCopy},
    {kNode, QT_TRANSLATE_NOOP("partita::ItemActions", "Open its body"), hasBody, openBody},
    {kNode, QT_TRANSLATE_NOOP("partita::ItemActions", "Open what is inside in the source model"),
     isCompiled, openInside},
    {kNode, QT_TRANSLATE_NOOP("partita::ItemActions", "Close its group"), isInOpenGroup,
     closeGroup},
    {kTensor, QT_TRANSLATE_NOOP("partita::ItemActions", "Go to its producer"), isMade,
     goToProducer},
    {kNode | kTensor, QT_TRANSLATE_NOOP("partita::ItemActions", "Copy name"), always, copyName},
    {kNodes, QT_TRANSLATE_NOOP("partita::ItemActions", "Copy the selected names"), isSeveral,
     copyNames},
    {kNode, QT_TRANSLATE_NOOP("partita::ItemActions", "Copy path"), always, copyPath},
    {kTensor, QT_TRANSLATE_NOOP("partita::ItemActions", "Copy type"), always, copyType},
    {kNode | kTensor, QT_TRANSLATE_NOOP("partita::ItemActions", "Copy value"), hasElements,
     copyElements},
    {kTensor, QT_TRANSLATE_NOOP("partita::ItemActions", "Fix its sizes…"), hasOpenSizes, fixSizes},
    {kNodes, kLine, always, nullptr},
    {kNode, QT_TRANSLATE_NOOP("partita::ItemActions", "Select its predecessors"), isAlone,
     selectAroundItem<-1, false>},
    {kNode, QT_TRANSLATE_NOOP("partita::ItemActions", "Select its predecessors up to the border"),
     isAlone, selectAroundItem<-1, true>},
    {kNode, QT_TRANSLATE_NOOP("partita::ItemActions", "Select its successors"), isAlone,
     selectAroundItem<1, false>},
    {kNode, QT_TRANSLATE_NOOP("partita::ItemActions", "Select its successors up to the border"),
     isAlone, selectAroundItem<1, true>},
    {kNodes, QT_TRANSLATE_NOOP("partita::ItemActions", "Select the predecessors of all"), isSeveral,
     selectAroundItem<-1, false>},
    {kNodes, QT_TRANSLATE_NOOP("partita::ItemActions", "Select the successors of all"), isSeveral,
     selectAroundItem<1, false>},
    {kNode, QT_TRANSLATE_NOOP("partita::ItemActions", "Select its partition"), isPlaced,
     selectPartition},
    {kNodes, QT_TRANSLATE_NOOP("partita::ItemActions", "Select the shortest way between both"),
     isPair, selectWayOf<false>},
    {kNodes, QT_TRANSLATE_NOOP("partita::ItemActions", "Select all ways between both"), isPair,
     selectWayOf<true>},
    {kNode, QT_TRANSLATE_NOOP("partita::ItemActions", "Bookmark"), always, toggleBookmark,
     isBookmarked},
    {kNodes | kGroup, QT_TRANSLATE_NOOP("partita::ItemActions", "Save selection as model…"), always,
     saveNodes},
    {kNodes | kGroup, kLine, always, nullptr},
};

/// The readers of a tensor, each with an entry that goes there.
void addReaders(QMenu& menu, DocumentController& document, const Item& item) {
    std::size_t listed = 0;
    for (const NodeId reader : document.model().consumers(item.value))
        if (reader && ++listed <= kListed)
            menu.addAction(
                itemWords(QT_TRANSLATE_NOOP("partita::ItemActions", "Go to its reader %1"))
                    .arg(labelOf(document.model(), reader)),
                &document, [&document, reader] { document.setCurrentNode(reader); });
    if (listed > kListed)
        menu.addAction(itemWords(QT_TRANSLATE_NOOP("partita::ItemActions", "… and %1 more readers"))
                           .arg(listed - kListed))
            ->setEnabled(false);
}

/// "Must not run on NPU", with the number of the nodes where there are several.
QString exclusionText(const ProviderInfo& provider, std::size_t nodes) {
    const QString name = toQString(provider.displayName);
    return nodes < 2 ? itemWords(QT_TRANSLATE_NOOP("partita::ItemActions", "Must not run on %1"))
                           .arg(name)
                     : itemWords(QT_TRANSLATE_NOOP("partita::ItemActions",
                                                   "Must not run on %1 (%2 nodes)"))
                           .arg(name, countText(nodes));
}

/// For each provider, the switch that keeps the nodes from it.
void addExclusions(QMenu& menu, DocumentController& document, const std::vector<NodeId>& nodes) {
    // As the group or the panel counts them: what is folded runs nowhere.
    const auto placed = static_cast<std::size_t>(std::ranges::count_if(nodes, [&](NodeId node) {
        const Partitioning& placement = document.partitioning();
        return placement.partition(node) || placement.isSplit(node);
    }));
    for (const auto& provider : document.chosenProviders()) {
        const ProviderInfo info = provider->info();
        QAction* action = menu.addAction(exclusionText(info, placed ? placed : nodes.size()));
        action->setCheckable(true);
        const auto& excluded = document.partitionOptions().excluded;
        action->setChecked(!nodes.empty() &&
                           std::all_of(nodes.begin(), nodes.end(), [&](NodeId id) {
                               return excluded.contains({id, info.id});
                           }));
        QObject::connect(
            action, &QAction::toggled, &document,
            [&document, nodes, id = info.id](bool on) { document.setExcluded(nodes, id, on); });
    }
}

} // namespace

void addItemActions(QMenu& menu, DocumentController& document, const Item& item) {
    for (const ItemAction& action : kItemActions) {
        if (!(action.kinds & item.kind) || !action.applies(document, item))
            continue;
        if (!action.run) {
            menu.addSeparator();
            continue;
        }
        QAction* entry =
            menu.addAction(itemWords(action.title), &document,
                           [&document, item, run = action.run] { run(document, item); });
        if (action.isOn) {
            entry->setCheckable(true);
            entry->setChecked(action.isOn(document, item));
        }
    }
    if (item.kind == Item::tensor)
        addReaders(menu, document, item);
    else {
        const auto nodes = concerned(document, item);
        addExclusions(menu, document, nodes);
        addNodeChanges(menu, document, nodes);
    }
    addEditActions(menu, document, item);
}

void selectAround(DocumentController& document, int direction, bool toBorder) {
    if (!document.hasDocument() || document.selection().empty())
        return;
    const Partitioning& placed = document.partitioning();
    std::set<std::uint32_t> partitions;
    for (const NodeId node : document.selection())
        if (const Partition* partition = placed.partition(node))
            partitions.insert(partition->index);
    std::function<bool(NodeId)> within;
    if (toBorder)
        within = [&](NodeId node) {
            const Partition* partition = placed.partition(node);
            return partition && partitions.contains(partition->index);
        };
    document.selectNodes(reachableFrom(document.model(), document.selection(),
                                       direction < 0 ? Way::back : Way::forth, within));
}

bool selectWay(DocumentController& document, bool all) {
    if (!document.hasDocument() || document.selection().size() != 2)
        return false;
    const NodeId a = document.selection()[0], b = document.selection()[1];
    auto way = all ? allWays(document.model(), a, b) : shortestWay(document.model(), a, b);
    if (way.empty())
        return false;
    document.selectNodes(std::move(way));
    return true;
}

QString selectedNames(const DocumentController& document) {
    if (!document.hasDocument())
        return {};
    if (const auto& tensor = document.model().value(document.currentTensor()))
        return toQString(tensor->name);
    QStringList names;
    for (const NodeId id : document.selection())
        names += labelOf(document.model(), id);
    return names.join(QLatin1Char('\n'));
}

} // namespace partita
