#include "views/document/structure_actions.h"

#include <QCoreApplication>
#include <QMenu>
#include <algorithm>

#include "core/base/try.h"
#include "core/edits/edit_tools.h"
#include "core/edits/node_selection.h"
#include "core/edits/slots.h"
#include "core/ir/layer_annotation.h"
#include "views/document/document_controller.h"
#include "views/document/edit_entries.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

QString structureWords(const char* text) {
    return QCoreApplication::translate("partita::StructureActions", text);
}

Error noEdge() {
    return {Errc::usage,
            PARTITA_TEXT("nothing reads what is selected"),
            {},
            PARTITA_TEXT("select an edge, or nodes that others read")};
}

/// Makes an edit for each edge, as one step.
template <class F> Result<void> editEdges(DocumentController& document, F&& editOf) {
    const auto edges = chosenEdges(document);
    if (edges.empty())
        return noEdge();
    std::vector<Edit> edits;
    for (const EdgeChoice& edge : edges)
        edits.push_back(editOf(edge));
    if (edits.size() == 1)
        return document.edits().apply(edits.front());
    const Message what = PARTITA_TEXT("Insert nodes on {0} edges", edits.size());
    return document.edits().apply(
        std::move(edits), what, tensorText(document.model(), edges.front().value), StepKind::added);
}

Result<void> insertIdentity(DocumentController& document) {
    return editEdges(document, [&](const EdgeChoice& edge) -> Edit {
        InsertNode insertion;
        insertion.graph = document.model().value(edge.value)->graph;
        insertion.node.opType = "Identity";
        insertion.inputs = {edge.value};
        insertion.readers = edge.readers;
        return insertion;
    });
}

/// The selected nodes that call functions of the model.
std::vector<NodeId> selectedCalls(const DocumentController& document) {
    std::vector<NodeId> calls;
    for (const NodeId id : document.selection())
        if (const auto& node = document.model().node(id);
            node && functionOf(document.model(), *node))
            calls.push_back(id);
    return calls;
}

Result<void> inlineCalls(DocumentController& document) {
    return document.edits().apply(InlineFunction{selectedCalls(document), {}});
}
Result<void> inlineFunction(DocumentController& document) {
    const auto& node = document.model().node(document.currentNode());
    return document.edits().apply(
        InlineFunction{{}, node ? functionOf(document.model(), *node) : GraphId{}});
}
Result<void> takeBranch(DocumentController& document) {
    return document.edits().apply(TakeBranch{document.currentNode()});
}
Result<void> removeMarks(DocumentController& document) {
    return document.edits().apply(MarkNodes{document.selection(), ""});
}
Message whyNoFunction(const DocumentController& document) {
    // A name that nothing has: only the nodes can be refused.
    return refusalOf(document, ExtractFunction{document.selection(), "Partita_new", "partita.new"});
}
Message whyNoCall(const DocumentController& document) {
    const auto calls = selectedCalls(document);
    return calls.empty() ? PARTITA_TEXT("it calls no function of the model")
                         : refusalOf(document, InlineFunction{calls, {}});
}
Message whyNotAll(const DocumentController& document) {
    const auto& node = document.model().node(document.currentNode());
    const GraphId function = node ? functionOf(document.model(), *node) : GraphId{};
    return function ? refusalOf(document, InlineFunction{{}, function})
                    : PARTITA_TEXT("it calls no function of the model");
}
Message whyNoBranch(const DocumentController& document) {
    return refusalOf(document, TakeBranch{document.currentNode()});
}
Message whyNoMark(const DocumentController& document) {
    const bool isMarked = std::ranges::any_of(document.selection(), [&](NodeId id) {
        const auto& node = document.model().node(id);
        return node && !layerOf(*node).empty();
    });
    return isMarked ? Message() : PARTITA_TEXT("none of the nodes has a mark");
}

constexpr char kFunctionLink[] = "edit:function", kMarkLink[] = "edit:mark",
               kOrderLink[] = "edit:order", kQuantizeLink[] = "edit:quantize";

/// One edit of the structure; a row of the table below.
struct StructureAction {
    unsigned kinds; ///< of items that it is for
    const char* title;
    Result<void> (*run)(DocumentController&);
    Message (*whyNot)(const DocumentController&); ///< null: it can always be done
};
constexpr unsigned kOne = Item::node, kAny = Item::node | Item::selection;

constexpr StructureAction kStructure[] = {
    {kAny, QT_TRANSLATE_NOOP("partita::StructureActions", "Extract into a function…"),
     askInWindow<kFunctionLink>, whyNoFunction},
    {kAny, QT_TRANSLATE_NOOP("partita::StructureActions", "Inline the call"), inlineCalls,
     whyNoCall},
    {kOne, QT_TRANSLATE_NOOP("partita::StructureActions", "Inline all calls of its function"),
     inlineFunction, whyNotAll},
    {kOne, QT_TRANSLATE_NOOP("partita::StructureActions", "Put the branch that is taken here"),
     takeBranch, whyNoBranch},
    {kAny, QT_TRANSLATE_NOOP("partita::StructureActions", "Mark for a provider…"),
     askInWindow<kMarkLink>, nullptr},
    {kAny, QT_TRANSLATE_NOOP("partita::StructureActions", "Remove the mark"), removeMarks,
     whyNoMark},
};

/// The element types that people cast to.
constexpr DataType kCastTypes[] = {DataType::float16, DataType::bfloat16, DataType::float32,
                                   DataType::float64, DataType::int8,     DataType::uint8,
                                   DataType::int32,   DataType::int64,    DataType::boolean};

void addCasts(QMenu& menu, DocumentController& document, const std::vector<EdgeChoice>& edges,
              bool isBack) {
    for (const DataType type : kCastTypes) {
        const auto isOf = [&](const EdgeChoice& edge) {
            const auto& known = document.model().value(edge.value)->type;
            return known && known->isTensor() && known->element == type;
        };
        addEditEntry(menu, document, toQString(dataTypeName(type)),
                     std::ranges::any_of(edges, isOf) ? PARTITA_TEXT("it is of this type")
                                                      : Message(),
                     [type, isBack](DocumentController& edited) {
                         return insertOnEdges(edited, CastOnEdge{type, isBack});
                     });
    }
}

void addEdgeMenu(QMenu& menu, DocumentController& document) {
    QMenu* made = menu.addMenu(
        structureWords(QT_TRANSLATE_NOOP("partita::StructureActions", "Insert on its edges")));
    const auto edges = chosenEdges(document);
    if (edges.empty()) {
        made->menuAction()->setEnabled(false);
        made->setTitle(QStringLiteral("%1 (%2)").arg(made->title(), messageText(noEdge().what)));
        return;
    }
    addEditEntry(*made, document, QStringLiteral("Identity"), {}, insertIdentity);
    addCasts(
        *made->addMenu(structureWords(QT_TRANSLATE_NOOP("partita::StructureActions", "Cast to"))),
        document, edges, false);
    addCasts(*made->addMenu(structureWords(
                 QT_TRANSLATE_NOOP("partita::StructureActions", "Cast there and back"))),
             document, edges, true);
    addEditEntry(*made, document,
                 structureWords(QT_TRANSLATE_NOOP("partita::StructureActions", "Transpose…")), {},
                 askInWindow<kOrderLink>);
    addEditEntry(
        *made, document,
        structureWords(QT_TRANSLATE_NOOP("partita::StructureActions", "Quantize and dequantize…")),
        {}, askInWindow<kQuantizeLink>);
}

} // namespace

std::vector<EdgeChoice> chosenEdges(const DocumentController& document) {
    if (!document.hasDocument())
        return {};
    const Model& model = document.model();
    std::vector<EdgeChoice> edges;
    if (const ValueId tensor = document.currentTensor()) {
        if (auto readers = readersOf(model, tensor); !readers.empty())
            edges.push_back({tensor, std::move(readers)});
    } else if (const auto chosen = edits::selectionOfOneGraph(model, document.selection())) {
        for (auto& leaving : chosen->leaving())
            edges.push_back({leaving.value, std::move(leaving.readers)});
    }
    return edges;
}

Result<void> insertOnEdges(DocumentController& document,
                           const decltype(InsertConversion::how)& how) {
    return editEdges(document, [&](const EdgeChoice& edge) -> Edit {
        return InsertConversion{edge.value, edge.readers, how};
    });
}

void addStructureActions(QMenu& menu, DocumentController& document, const Item& item) {
    if (item.kind & kAny) {
        QMenu* made = menu.addMenu(
            structureWords(QT_TRANSLATE_NOOP("partita::StructureActions", "Structure")));
        for (const StructureAction& action : kStructure)
            if (action.kinds & item.kind)
                addEditEntry(*made, document, structureWords(action.title),
                             action.whyNot ? action.whyNot(document) : Message(), action.run);
    }
    addEdgeMenu(menu, document);
}

} // namespace partita
