#include "views/dialogs/model_forms.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <algorithm>
#include <functional>

#include "core/base/try.h"
#include "core/edits/edit.h"
#include "core/edits/edit_tools.h"
#include "views/dialogs/annotation_fields.h"
#include "views/dialogs/dialog_size.h"
#include "views/dialogs/edit_form.h"
#include "views/document/document_controller.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/shape_text.h"
#include "views/text/whole_number.h"

namespace partita {

namespace {

QString modelWords(const char* text) {
    return QCoreApplication::translate("partita::ModelForms", text);
}

/// A size that can be changed, and the edit that does.
struct SizeChoice {
    QString text, now;
    std::function<Edit(const Dim&)> edit;
};

/// One size of an input or output that no symbol names.
SizeChoice ownSize(const Value& value, std::size_t axis) {
    const Dim& dim = (*value.type->shape)[axis];
    return {modelWords(QT_TRANSLATE_NOOP("partita::ModelForms", "dimension %1 of %2, now %3"))
                .arg(axis)
                .arg(toQString(value.name), toQString(dim.text())),
            {},
            [id = value.id, type = value.type, axis](const Dim& size) -> Edit {
                Shape shape = *type->shape;
                shape[axis].value = size.value;
                shape[axis].param = size.param;
                return SetValueType{id, Type::tensor(type->element, std::move(shape))};
            }};
}

/// The sizes that can be chosen: first of the selected input or output, then of the whole model.
std::vector<SizeChoice> sizeChoices(const DocumentController& document) {
    const Model& model = document.edits().inView();
    const auto symbols = symbolsOf(model);
    std::vector<std::string> first; // symbols of the selected tensor
    std::vector<SizeChoice> choices;
    const Graph& main = *model.graph(model.mainGraph());
    const auto holds = [](const auto& list, const auto& each) {
        return std::ranges::find(list, each) != list.end();
    };
    const auto everywhere = [&](const std::string& symbol) {
        choices.push_back({modelWords(QT_TRANSLATE_NOOP("partita::ModelForms", "%1, everywhere"))
                               .arg(toQString(symbol)),
                           toQString(symbol), [symbol](const Dim& size) -> Edit {
                               return SetDimension{symbol, size};
                           }});
    };
    const ValueId id = document.currentTensor();
    const auto& shown = document.hasDocument() ? document.model().value(id) : nullptr;
    if (shown && shown->type && shown->type->isTensor() && shown->type->shape) {
        const auto& stored = model.value(id);
        const bool isPort = stored && stored->type && stored->type->shape &&
                            (holds(main.inputs, id) || holds(main.outputs, id));
        for (std::size_t axis = 0; axis < shown->type->shape->size(); ++axis) {
            const Dim& dim = (*shown->type->shape)[axis];
            if (!dim.value && holds(symbols, dim.param) && !holds(first, dim.param)) {
                first.push_back(dim.param);
                everywhere(dim.param);
            } else if (isPort && axis < stored->type->shape->size() && !holds(first, dim.param)) {
                choices.push_back(ownSize(*stored, axis));
            }
        }
    }
    for (const std::string& symbol : symbols)
        if (!holds(first, symbol))
            everywhere(symbol);
    choices.push_back({modelWords(QT_TRANSLATE_NOOP("partita::ModelForms",
                                                    "batch size: the first size of the inputs")),
                       {},
                       [](const Dim& size) -> Edit { return SetBatch{size}; }});
    return choices;
}

void openAnnotations(DocumentController& document, const Theme& theme, QWidget* parent,
                     const Annotated& part) {
    const Model& model = document.edits().inView();
    const auto now = annotationsOf(model, part);
    if (!now) {
        Q_EMIT document.failed(now.error());
        return;
    }
    const QString name = messageText(partText(model, part));
    auto* form = new EditForm(
        QStringLiteral("annotationForm"),
        modelWords(QT_TRANSLATE_NOOP("partita::ModelForms", "Documentation and metadata of %1"))
            .arg(name),
        theme, parent);
    auto* fields = new AnnotationFields(*now ? **now : Annotations(), form);
    form->addWide(fields);
    resizeWithinScreen(*form, {600, 480});
    form->setTake([&document, fields, part]() -> Result<void> {
        const Model& edited = document.edits().inView();
        auto edits = PARTITA_TRY(fields->edits(part));
        if (edits.empty()) // as it was: nothing to do
            return Result<void>();
        if (edits.size() == 1)
            return document.edits().apply(edits.front());
        const Message about = partText(edited, part);
        return document.edits().apply(std::move(edits), PARTITA_TEXT("Describe {0}", about),
                                      part.node || part.value || part.graph ? about : Message(),
                                      StepKind::other);
    });
    form->open();
}

} // namespace

void askForSize(DocumentController& document, const Theme& theme, QWidget* parent) {
    const auto choices = sizeChoices(document);
    auto* form =
        new EditForm(QStringLiteral("sizeForm"),
                     modelWords(QT_TRANSLATE_NOOP("partita::ModelForms", "Rename or fix a size")),
                     theme, parent);
    QStringList texts;
    for (const SizeChoice& choice : choices)
        texts += choice.text;
    auto* which = form->addChoice(
        QStringLiteral("size"), modelWords(QT_TRANSLATE_NOOP("partita::ModelForms", "Size")), texts,
        modelWords(QT_TRANSLATE_NOOP("partita::ModelForms", "The size that is renamed or fixed")));
    auto* now =
        form->addText(QStringLiteral("value"),
                      modelWords(QT_TRANSLATE_NOOP("partita::ModelForms", "New name or number")),
                      choices.front().now);
    now->setToolTip(modelWords(QT_TRANSLATE_NOOP(
        "partita::ModelForms", "A number fixes the size, a name leaves it open: 1, batch")));
    QObject::connect(which, qOverload<int>(&QComboBox::currentIndexChanged), form,
                     [choices, now](int at) {
                         if (at >= 0)
                             now->setText(choices[static_cast<std::size_t>(at)].now);
                     });
    form->setTake([&document, choices, which, now]() -> Result<void> {
        const Dim size = PARTITA_TRY(sizeFrom(now->text()));
        return document.edits().apply(
            choices[static_cast<std::size_t>(which->currentIndex())].edit(size));
    });
    now->setFocus();
    now->selectAll();
    form->open();
}

void askForProducer(DocumentController& document, const Theme& theme, QWidget* parent) {
    const ModelInfo& info = document.edits().inView().info();
    auto* form = new EditForm(
        QStringLiteral("producerForm"),
        modelWords(QT_TRANSLATE_NOOP("partita::ModelForms", "Producer and version of the model")),
        theme, parent);
    const auto* name =
        form->addText(QStringLiteral("producer"),
                      modelWords(QT_TRANSLATE_NOOP("partita::ModelForms", "Producer")),
                      toQString(info.producerName));
    const auto* version =
        form->addText(QStringLiteral("producerVersion"),
                      modelWords(QT_TRANSLATE_NOOP("partita::ModelForms", "Its version")),
                      toQString(info.producerVersion));
    const auto* domain = form->addText(
        QStringLiteral("domain"), modelWords(QT_TRANSLATE_NOOP("partita::ModelForms", "Domain")),
        toQString(info.domain));
    const auto* number =
        form->addText(QStringLiteral("modelVersion"),
                      modelWords(QT_TRANSLATE_NOOP("partita::ModelForms", "Version of the model")),
                      QString::number(info.modelVersion));
    form->setTake([&document, name, version, domain, number]() -> Result<void> {
        SetProducer edit;
        edit.producerName = name->text().toStdString();
        edit.producerVersion = version->text().toStdString();
        edit.domain = domain->text().toStdString();
        edit.modelVersion = PARTITA_TRY(wholeNumberFrom(number->text()));
        return document.edits().apply(edit);
    });
    form->open();
}

void describeSelection(DocumentController& document, const Theme& theme, QWidget* parent) {
    const ValueId tensor = document.currentTensor();
    openAnnotations(document, theme, parent,
                    {tensor ? NodeId{} : document.currentNode(), tensor, {}});
}

void describeModel(DocumentController& document, const Theme& theme, QWidget* parent) {
    openAnnotations(document, theme, parent, {});
}

void describeGraph(DocumentController& document, const Theme& theme, QWidget* parent) {
    openAnnotations(document, theme, parent, {{}, {}, document.scope()});
}

} // namespace partita
