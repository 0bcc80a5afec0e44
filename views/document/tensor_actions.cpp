#include "views/document/tensor_actions.h"

#include <QCoreApplication>
#include <QMenu>
#include <algorithm>
#include <unordered_set>

#include "core/edits/constant_tools.h"
#include "core/edits/edit_tools.h"
#include "core/ir/constants.h"
#include "views/document/document_controller.h"
#include "views/document/edit_entries.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr unsigned kOfNodes = Item::node | Item::group | Item::selection;

QString tensorWords(const char* text) {
    return QCoreApplication::translate("partita::TensorActions", text);
}

bool isConstantTensor(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    return value && (value->isConstant() || edits::constantNodeOf(model, id));
}

/// Why none of some constants can become a type; empty: one of them can.
Message whyNotConverted(const Model& model, const std::vector<ValueId>& constants, DataType type,
                        bool castBack) {
    Message why = PARTITA_TEXT("it is no constant");
    for (const ValueId id : constants) {
        const auto can = edits::checkConversion(model, id, type, castBack);
        if (can)
            return {};
        why = can.error().what;
    }
    return why;
}

/// The constants that can become a type: those that cannot do not keep the others from it.
std::vector<ValueId> convertible(const Model& model, std::vector<ValueId> constants, DataType type,
                                 bool castBack) {
    std::erase_if(constants,
                  [&](ValueId id) { return !edits::checkConversion(model, id, type, castBack); });
    return constants;
}

void addTypes(QMenu& menu, DocumentController& document, const std::vector<ValueId>& constants,
              bool castBack) {
    for (const DataType type : storedTypes())
        addEditEntry(menu, document, toQString(dataTypeName(type)),
                     whyNotConverted(document.edits().inView(), constants, type, castBack),
                     [constants, type, castBack](DocumentController& edited) {
                         return edited.edits().apply(ConvertElementType{
                             convertible(edited.edits().inView(), constants, type, castBack), type,
                             castBack});
                     });
}

/// Why constants cannot be put inside or outside; empty: one of them can.
Message whyNotPlaced(const Model& model, const std::vector<ValueId>& constants, bool external) {
    for (const ValueId id : constants) {
        const auto tensor = edits::constantTensor(model, id);
        const bool isText = tensor && (*tensor)->type == DataType::string;
        if (tensor && ((*tensor)->storage == Tensor::Storage::external) != external && !isText)
            return {};
        if (tensor && isText && external)
            return PARTITA_TEXT("texts cannot be in a data file");
    }
    if (constants.empty())
        return PARTITA_TEXT("it is no constant");
    return external ? PARTITA_TEXT("the constants are in a data file already")
                    : PARTITA_TEXT("the constants are in the model file already");
}

void addConstantEdits(QMenu& menu, DocumentController& document,
                      const std::vector<ValueId>& constants) {
    const Model& model = document.edits().inView();
    for (const bool external : {true, false})
        addEditEntry(menu, document,
                     external ? tensorWords(QT_TRANSLATE_NOOP("partita::TensorActions",
                                                              "Put into a data file"))
                              : tensorWords(QT_TRANSLATE_NOOP("partita::TensorActions",
                                                              "Put into the model file")),
                     whyNotPlaced(model, constants, external),
                     [constants, external](DocumentController& edited) {
                         return edited.edits().apply(PlaceTensors{constants, external});
                     });
    const std::pair<bool, QString> ways[] = {
        {false,
         tensorWords(QT_TRANSLATE_NOOP("partita::TensorActions", "Convert the elements to"))},
        {true, tensorWords(QT_TRANSLATE_NOOP("partita::TensorActions",
                                             "Convert them, and cast back for the readers"))}};
    for (const auto& [castBack, title] : ways) {
        QMenu* types = menu.addMenu(title);
        if (constants.empty()) {
            types->menuAction()->setEnabled(false);
            types->setTitle(QStringLiteral("%1 (%2)").arg(
                title, messageText(PARTITA_TEXT("it is no constant"))));
        } else {
            addTypes(*types, document, constants, castBack);
        }
    }
}

/// Why an input cannot be given elements; empty: it can.
Message whyNoElements(const Model& model, ValueId input) {
    const auto& value = model.value(input);
    if (const auto main = edits::checkMain(model, value->graph); !main)
        return main.error().what;
    return value->type && value->type->isTensor() ? Message() : PARTITA_TEXT("it is no tensor");
}

constexpr char kSizesLink[] = "edit:symbol", kAboutLink[] = "edit:about",
               kNewLink[] = "edit:initializer";

/// Why no size of a tensor can be given a name or a number; empty: one can.
Message whyNoSize(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    if (!value || !value->type || !value->type->shape || value->type->shape->empty())
        return PARTITA_TEXT("its sizes are not known");
    const Graph& graph = *model.graph(value->graph);
    const auto symbols = symbolsOf(model);
    const auto holds = [&](const auto& list) { return std::ranges::find(list, id) != list.end(); };
    const bool hasSymbol = std::ranges::any_of(*value->type->shape, [&](const Dim& dim) {
        return !dim.value && std::ranges::find(symbols, dim.param) != symbols.end();
    });
    return hasSymbol || holds(graph.inputs) || holds(graph.outputs)
               ? Message()
               : PARTITA_TEXT("its sizes follow from the nodes");
}

Message whyNotAbout(const DocumentController& document, const Annotated& part) {
    const auto now = annotationsOf(document.edits().inView(), part);
    return now ? Message() : now.error().what;
}

void addTensorMenu(QMenu& menu, DocumentController& document, ValueId tensor) {
    QMenu* made =
        menu.addMenu(tensorWords(QT_TRANSLATE_NOOP("partita::TensorActions", "The tensor")));
    for (const TensorFormChoice& choice : tensorForms(document, tensor))
        addEditEntry(*made, document, choice.title, choice.whyNot,
                     [tensor, choice](DocumentController& edited) {
                         return giveForm(edited, tensor, choice);
                     });
    made->addSeparator();
    addConstantEdits(*made, document, chosenConstants(document));
    made->addSeparator();
    addEditEntry(*made, document,
                 tensorWords(QT_TRANSLATE_NOOP("partita::TensorActions", "Rename or fix a size…")),
                 whyNoSize(document.model(), tensor),
                 [](DocumentController& asked) { return askByLink(asked, kSizesLink); });
    addEditEntry(
        *made, document,
        tensorWords(QT_TRANSLATE_NOOP("partita::TensorActions", "Documentation and metadata…")),
        whyNotAbout(document, {{}, tensor, {}}),
        [](DocumentController& asked) { return askByLink(asked, kAboutLink); });
}

} // namespace

const std::vector<DataType>& storedTypes() {
    using enum DataType;
    static const std::vector<DataType> kTypes = [] {
        std::vector<DataType> types = {float32, float16, bfloat16, float64};
        // Then the others in their order, as far as they are numbers.
        for (int i = 1; dataTypeName(static_cast<DataType>(i)) != "undefined"; ++i)
            if (const auto type = static_cast<DataType>(i);
                std::ranges::find(types, type) == types.end() && type != string &&
                type != complex64 && type != complex128)
                types.push_back(type);
        return types;
    }();
    return kTypes;
}

std::vector<ValueId> chosenConstants(const DocumentController& document) {
    if (!document.hasDocument())
        return {};
    const Model& model = document.edits().inView();
    std::vector<ValueId> found;
    std::unordered_set<ValueId> seen;
    const auto add = [&](ValueId id) {
        if (seen.insert(id).second && isConstantTensor(model, id))
            found.push_back(id);
    };
    if (const ValueId tensor = document.currentTensor()) {
        add(tensor);
        return found;
    }
    for (const NodeId id : document.selection())
        if (const auto& node = model.node(id)) {
            std::ranges::for_each(node->inputs, add);
            if (node->is("Constant"))
                std::ranges::for_each(node->outputs, add);
        }
    return found;
}

std::vector<TensorFormChoice> tensorForms(const DocumentController& document, ValueId tensor) {
    const Model& model = document.edits().inView();
    const bool isPlainInput = model.isGraphInput(tensor) && !isConstantTensor(model, tensor);
    std::vector<TensorFormChoice> choices = {
        {TensorForm::initializer,
         tensorWords(QT_TRANSLATE_NOOP("partita::TensorActions", "Make it an initializer")),
         {},
         isPlainInput},
        {TensorForm::constant,
         tensorWords(QT_TRANSLATE_NOOP("partita::TensorActions", "Make it a Constant node")),
         {},
         isPlainInput},
        {TensorForm::input,
         tensorWords(QT_TRANSLATE_NOOP("partita::TensorActions", "Make it an input")),
         {},
         false}};
    for (TensorFormChoice& choice : choices)
        if (choice.needsElements) {
            choice.title += QStringLiteral("…");
            choice.whyNot = whyNoElements(model, tensor);
        } else {
            choice.whyNot = refusalOf(document, ChangeTensorForm{tensor, choice.form, nullptr});
        }
    return choices;
}

Result<void> giveForm(DocumentController& document, ValueId tensor,
                      const TensorFormChoice& choice) {
    if (!choice.needsElements)
        return document.edits().apply(ChangeTensorForm{tensor, choice.form, nullptr});
    Q_EMIT document.linkRequested(choice.form == TensorForm::constant
                                      ? QStringLiteral("edit:elements:constant")
                                      : QStringLiteral("edit:elements:initializer"));
    return {};
}

void addTensorActions(QMenu& menu, DocumentController& document, const Item& item) {
    if (item.kind == Item::tensor) {
        addTensorMenu(menu, document, item.value);
        return;
    }
    if (!(item.kind & kOfNodes))
        return;
    const auto constants = chosenConstants(document);
    QMenu* made =
        menu.addMenu(tensorWords(QT_TRANSLATE_NOOP("partita::TensorActions", "Its constants")));
    if (item.kind == Item::node)
        addEditEntry(*made, document,
                     tensorWords(QT_TRANSLATE_NOOP("partita::TensorActions", "New initializer…")),
                     {}, [](DocumentController& asked) { return askByLink(asked, kNewLink); });
    addConstantEdits(*made, document, constants);
    if (item.kind == Item::node)
        addEditEntry(
            menu, document,
            tensorWords(QT_TRANSLATE_NOOP("partita::TensorActions", "Documentation and metadata…")),
            whyNotAbout(document, {item.id, {}, {}}),
            [](DocumentController& asked) { return askByLink(asked, kAboutLink); });
}

} // namespace partita
