#include "views/document/edit_actions.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMenu>
#include <algorithm>

#include "core/base/try.h"
#include "core/edits/slots.h"
#include "views/document/document_controller.h"
#include "views/document/node_clipboard.h"
#include "views/document/structure_actions.h"
#include "views/document/tensor_actions.h"

namespace partita {

namespace {

Error nothingSelected() {
    return {Errc::usage,
            PARTITA_TEXT("nothing is selected"),
            {},
            PARTITA_TEXT("select a node or an edge first")};
}

std::vector<Slot> slotsOfNodes(const Model& model, const std::vector<NodeId>& nodes) {
    std::vector<Slot> slots;
    const auto isChosen = [&](NodeId id) { return std::ranges::find(nodes, id) != nodes.end(); };
    for (const NodeId id : nodes) {
        const auto& node = model.node(id);
        if (!node)
            continue;
        for (std::size_t i = 0; i < node->inputs.size(); ++i) {
            const auto& value = model.value(node->inputs[i]);
            const NodeId producer = value ? model.producer(value->id) : NodeId{};
            if (value && !value->isConstant() && !(producer && isChosen(producer)))
                slots.push_back({id, {}, i});
        }
        for (const ValueId output : node->outputs)
            for (const Slot& reader : readersOf(model, output))
                if (reader.node && !isChosen(reader.node))
                    slots.push_back(reader);
    }
    return slots;
}

QString editWords(const char* text) {
    return QCoreApplication::translate("partita::EditActions", text);
}

/// One thing that can be edited; a row of the table below.
struct EditAction {
    unsigned kinds; ///< of items that it is for
    const char* title;
    Result<void> (*run)(DocumentController&);
};

Result<void> cutSelection(DocumentController& document) {
    return copySelection(document) ? deleteSelection(document) : nothingSelected();
}
Result<void> copyNodes(DocumentController& document) {
    return copySelection(document) ? Result<void>() : nothingSelected();
}
enum class Ask { replace, connect, rename, reroute }; ///< what the window asks for
template <Ask what> Result<void> ask(DocumentController& document) {
    static constexpr const char* kLinks[] = {"edit:replace", "edit:connect", "edit:rename",
                                             "edit:reroute"};
    Q_EMIT document.linkRequested(QLatin1String(kLinks[static_cast<std::size_t>(what)]));
    return {};
}

Result<void> addOutput(DocumentController& document) {
    return document.edits().apply(AddOutput{document.currentTensor()});
}

constexpr unsigned kOnNode = Item::node, kOnTensor = Item::tensor,
                   kOnNodes = Item::node | Item::group | Item::selection;

/// Every edit of an item, in the order of the menu.
constexpr EditAction kEditActions[] = {
    {kOnNode, QT_TRANSLATE_NOOP("partita::EditActions", "Connect its output…"), ask<Ask::connect>},
    {kOnNode, QT_TRANSLATE_NOOP("partita::EditActions", "Replace the operator…"),
     ask<Ask::replace>},
    {kOnNode | kOnTensor, QT_TRANSLATE_NOOP("partita::EditActions", "Rename…"), ask<Ask::rename>},
    {kOnNodes, QT_TRANSLATE_NOOP("partita::EditActions", "Duplicate"), duplicateSelection},
    {kOnNodes, QT_TRANSLATE_NOOP("partita::EditActions", "Cut nodes"), cutSelection},
    {kOnNodes, QT_TRANSLATE_NOOP("partita::EditActions", "Copy nodes"), copyNodes},
    {kOnNodes, QT_TRANSLATE_NOOP("partita::EditActions", "Bypass"), bypassSelection},
    {kOnTensor, QT_TRANSLATE_NOOP("partita::EditActions", "Let its readers read another tensor…"),
     ask<Ask::reroute>},
    {kOnTensor, QT_TRANSLATE_NOOP("partita::EditActions", "Make it an output"), addOutput},
    {kOnNodes | kOnTensor, QT_TRANSLATE_NOOP("partita::EditActions", "Disconnect"),
     disconnectSelection},
    {kOnNodes, QT_TRANSLATE_NOOP("partita::EditActions", "Delete"), deleteSelection},
};

} // namespace

Result<void> deleteSelection(DocumentController& document) {
    if (document.currentTensor())
        return disconnectSelection(document);
    if (document.selection().empty())
        return nothingSelected();
    return document.edits().apply(DeleteNodes{document.selection()});
}

Result<void> duplicateSelection(DocumentController& document) {
    if (document.selection().empty())
        return nothingSelected();
    const auto& first = document.model().node(document.selection().front());
    return document.edits().apply(PasteNodes{std::make_shared<const Model>(document.model()),
                                             document.selection(),
                                             first ? first->graph : document.scope()});
}

Result<void> bypassSelection(DocumentController& document) {
    if (document.selection().empty())
        return nothingSelected();
    return document.edits().apply(BypassNodes{document.selection()});
}

Result<void> disconnectSelection(DocumentController& document) {
    const Model& model = document.model();
    const ValueId tensor = document.currentTensor();
    const std::vector<Slot> slots =
        tensor ? readersOf(model, tensor) : slotsOfNodes(model, document.selection());
    if (slots.empty())
        return tensor || !document.selection().empty()
                   ? Error{Errc::usage, PARTITA_TEXT("nothing is connected there"), {}, {}}
                   : nothingSelected();
    if (slots.size() == 1)
        return document.edits().apply(Disconnect{slots.front()});
    std::vector<Edit> edits;
    for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot) // places behind one may move up
        edits.emplace_back(Disconnect{*slot});
    const Message where(tensor ? model.value(tensor)->name
                               : model.node(document.selection().front())->label());
    return document.edits().apply(std::move(edits),
                                  PARTITA_TEXT("Disconnect {0} inputs", slots.size()), where,
                                  StepKind::connection);
}

bool copySelection(const DocumentController& document) {
    if (!document.hasDocument() || document.currentTensor() || document.selection().empty())
        return false;
    QGuiApplication::clipboard()->setMimeData(
        new NodeMime(document.model(), document.selection(), selectedNames(document)));
    return true;
}

Result<void> pasteNodes(DocumentController& document) {
    return document.edits().apply(
        PARTITA_TRY(nodesIn(QGuiApplication::clipboard()->mimeData(), document.scope())));
}

void addEditActions(QMenu& menu, DocumentController& document, const Item& item) {
    if (!document.edits().isOn() || !(item.kind & (kOnNodes | kOnTensor)))
        return;
    menu.addSeparator();
    for (const EditAction& action : kEditActions)
        if (action.kinds & item.kind)
            menu.addAction(editWords(action.title), &document, [&document, run = action.run] {
                if (auto done = run(document); !done)
                    Q_EMIT document.failed(done.error());
            });
    addStructureActions(menu, document, item);
    addTensorActions(menu, document, item);
}

} // namespace partita
