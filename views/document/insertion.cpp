#include "views/document/insertion.h"

#include "core/base/try.h"
#include "core/edits/edit_tools.h"
#include "core/edits/slots.h"
#include "views/document/document_controller.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr std::size_t kTried = 4; ///< inputs of an operator that may take the tensor

QString mimeType() { return QStringLiteral("application/x-partita-operator"); }

/// The tensor that a new node reads: the selected one, or what the selected node computes.
ValueId selectedTensor(const DocumentController& document) {
    if (document.currentTensor())
        return document.currentTensor();
    if (const auto& node = document.model().node(document.currentNode()))
        for (const ValueId output : node->outputs)
            if (output)
                return output;
    return {};
}

} // namespace

QMimeData* mimeOf(const OperatorChoice& choice) {
    auto* data = new QMimeData;
    const QStringList lines = {toQString(choice.domain), toQString(choice.opType),
                               toQString(choice.overload)};
    data->setData(mimeType(), lines.join(QLatin1Char('\n')).toUtf8());
    return data;
}

std::optional<OperatorChoice> choiceIn(const QMimeData& data) {
    const QStringList lines = QString::fromUtf8(data.data(mimeType())).split(QLatin1Char('\n'));
    if (lines.size() != 3 || lines[1].isEmpty())
        return std::nullopt;
    return OperatorChoice{lines[0].toStdString(), lines[1].toStdString(), lines[2].toStdString()};
}

Result<Edited> insertion(const Model& model, ValueId value, std::vector<Slot> readers,
                         const OperatorChoice& choice, InsertNode& made) {
    made.node.domain = choice.domain;
    made.node.opType = choice.opType;
    made.node.overload = choice.overload;
    made.readers = std::move(readers);
    if (!value)
        return applyEdit(model, made);
    made.graph = PARTITA_TRY(existing(model, value))->graph;
    std::optional<Result<Edited>> first;
    // A Loop counts by its first inputs, and carries the others.
    const bool isLoop = choice.opType == "Loop" && choice.domain.empty();
    for (std::size_t input = isLoop ? 2 : 0; input < kTried; ++input) {
        made.inputs.assign(input, ValueId{});
        made.inputs.push_back(value);
        auto tried = applyEdit(model, made);
        if (tried)
            return tried;
        if (!first)
            first = std::move(tried);
    }
    if (choice.opType == "If" && choice.domain.empty()) { // its branches pass the tensor on
        made.inputs.clear();
        return applyEdit(model, made);
    }
    return *std::move(first);
}

Result<void> insertOperator(DocumentController& document, const OperatorChoice& choice,
                            bool isFree) {
    InsertNode made;
    made.graph = document.scope();
    const Model& model = document.model();
    const ValueId value = isFree ? ValueId{} : selectedTensor(document);
    if (!value)
        PARTITA_TRY(insertion(model, {}, {}, choice, made));
    else if (!insertion(model, value, readersOf(model, value), choice, made))
        PARTITA_TRY(insertion(model, value, {}, choice, made)); // beside the readers
    return document.edits().apply(made);
}

Result<void> insertOnEdge(DocumentController& document, const OperatorChoice& choice, ValueId value,
                          std::vector<Slot> readers) {
    InsertNode made;
    PARTITA_TRY(insertion(document.model(), value, std::move(readers), choice, made));
    return document.edits().apply(made);
}

} // namespace partita
