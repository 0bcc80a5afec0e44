// The page of a tensor, while the user edits: its name, its form, its element type, and where its
// elements are saved. And, for all pages, what a file says about a part.

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>

#include "core/edits/constant_tools.h"
#include "core/edits/context_rules.h"
#include "core/edits/edit_tools.h"
#include "core/ir/layer_annotation.h"
#include "views/document/tensor_actions.h"
#include "views/panels/commit_field.h"
#include "views/panels/edit_choice.h"
#include "views/panels/inspector_panel.h"
#include "views/text/fonts.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr std::size_t kMostWords = 4000; ///< characters of a documentation that are shown

/// A choice of the inspector; what cannot be chosen is grey, and its tooltip says why.
QComboBox* choiceOf(const char* name, const QString& title, const QString& about) {
    auto* choice = new QComboBox;
    setEditorKey(*choice, {QLatin1String(name)});
    choice->setAccessibleName(title);
    choice->setAccessibleDescription(about);
    takeWithCare(*choice);
    return choice;
}

void addItem(QComboBox& choice, const QString& text, const Message& whyNot) {
    choice.addItem(text);
    const int at = choice.count() - 1;
    if (whyNot.empty())
        return;
    choice.setItemData(at, messageText(whyNot), Qt::ToolTipRole);
    qobject_cast<QStandardItemModel*>(choice.model())->item(at)->setEnabled(false);
}

} // namespace

void InspectorPanel::editorRow(const QString& name, const std::vector<QWidget*>& editors) {
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 2, 0, 0);
    auto* title = new QLabel(name);
    constexpr int kTitle = 72;
    title->setMinimumWidth(kTitle);
    row->addWidget(title);
    for (std::size_t i = 0; i < editors.size(); ++i)
        row->addWidget(editors[i], i == 0 ? 1 : 0);
    m_layout->addWidget(line);
}

void InspectorPanel::addTensorEditing(const Value& value) {
    const auto& stored = document().edits().inView().value(value.id);
    auto* field = new CommitField(
        EditorKey{QStringLiteral("tensorName")}, toQString(stored ? stored->name : value.name),
        theme(), [this, id = value.id](const QString& text) {
            const auto done = document().edits().apply(RenameTensor{id, text.toStdString()});
            return done ? QString() : errorSentence(done.error());
        });
    field->setAccessibleName(tr("Name of the tensor"));
    field->keep(messageText(whyTensorNameStays(document().edits().inView(), value.id)));
    editorRow(tr("Name"), {field});
    m_layout->addWidget(field->rule());
    addForm(value);
    if (stored && edits::constantTensor(document().edits().inView(), value.id)) {
        addStoredType(value);
        addStorage(value);
    }
}

/// Input, initializer or Constant; nothing for what a node computes.
void InspectorPanel::addForm(const Value& value) {
    const Model& model = document().edits().inView();
    const bool isConstant = edits::constantNodeOf(model, value.id) != nullptr;
    const auto& stored = model.value(value.id);
    if (!stored || (model.producer(value.id) && !isConstant))
        return;
    const bool isInput = model.isGraphInput(value.id);
    auto* choice = choiceOf("tensorForm", tr("Form"),
                            tr("Whether it is fed, kept in the model, or made by a node"));
    const auto forms = tensorForms(document(), value.id);
    const std::pair<TensorForm, QString> titles[] = {{TensorForm::input, tr("graph input")},
                                                     {TensorForm::initializer, tr("initializer")},
                                                     {TensorForm::constant, tr("Constant node")}};
    const TensorForm now = isConstant                         ? TensorForm::constant
                           : isInput && !stored->isConstant() ? TensorForm::input
                                                              : TensorForm::initializer;
    std::vector<TensorFormChoice> offered;
    for (const auto& [form, title] : titles) {
        const auto& found =
            *std::ranges::find(forms, form, [](const TensorFormChoice& each) { return each.form; });
        addItem(*choice, title, form == now ? Message() : found.whyNot);
        offered.push_back(found);
    }
    choice->setCurrentIndex(static_cast<int>(
        std::ranges::find(titles, now, [](const auto& each) { return each.first; }) - titles));
    connect(choice, qOverload<int>(&QComboBox::activated), this,
            [this, id = value.id, offered, was = choice->currentIndex(), choice](int at) {
                if (at == was)
                    return;
                choice->setCurrentIndex(was); // the page follows the model
                if (auto done = giveForm(document(), id, offered[static_cast<std::size_t>(at)]);
                    !done)
                    Q_EMIT document().failed(done.error());
            });
    editorRow(tr("Form"), {choice});
}

void InspectorPanel::addStoredType(const Value& value) {
    const Model& model = document().edits().inView();
    const DataType now = (*edits::constantTensor(model, value.id))->type;
    auto* type =
        choiceOf("storedType", tr("Element type"), tr("The type that the elements are kept as"));
    type->setFont(valueFont());
    auto* castBack = new QCheckBox(tr("cast back"));
    castBack->setObjectName(QStringLiteral("castBack"));
    castBack->setToolTip(tr("What reads it reads a Cast to the type that it had"));
    castBack->setChecked(true);
    auto types = storedTypes();
    if (std::ranges::find(types, now) == types.end())
        types.insert(types.begin(), now);
    for (const DataType each : types) {
        const auto can =
            each == now ? Result<void>() : edits::checkConversion(model, value.id, each, false);
        addItem(*type, toQString(dataTypeName(each)), can ? Message() : can.error().what);
    }
    const int was = static_cast<int>(std::ranges::find(types, now) - types.begin());
    type->setCurrentIndex(was);
    connect(type, qOverload<int>(&QComboBox::activated), this,
            [this, id = value.id, types, type, castBack, was](int at) {
                if (at == was)
                    return;
                type->setCurrentIndex(was);
                if (auto done = document().edits().apply(ConvertElementType{
                        {id}, types[static_cast<std::size_t>(at)], castBack->isChecked()});
                    !done)
                    Q_EMIT document().failed(done.error());
            });
    editorRow(tr("Elements"), {type, castBack});
}

void InspectorPanel::addStorage(const Value& value) {
    const auto tensor = *edits::constantTensor(document().edits().inView(), value.id);
    const int was = tensor->storage == Tensor::Storage::external ? 1 : 0;
    auto* place = choiceOf("storage", tr("Saved in"),
                           tr("Whether the elements are in the file of the model or beside it"));
    addItem(*place, tr("model file"), {});
    addItem(*place, tr("data file"),
            tensor->type == DataType::string ? PARTITA_TEXT("texts cannot be in a data file")
                                             : Message());
    place->setCurrentIndex(was);
    connect(place, qOverload<int>(&QComboBox::activated), this,
            [this, id = value.id, place, was](int at) {
                if (at == was)
                    return;
                place->setCurrentIndex(was);
                if (auto done = document().edits().apply(PlaceTensors{{id}, at == 1}); !done)
                    Q_EMIT document().failed(done.error());
            });
    editorRow(tr("Saved in"), {place});
}

void InspectorPanel::addAnnotations(const Annotated& part) {
    const bool isEdited = document().edits().isOn();
    const auto found =
        annotationsOf(isEdited ? document().edits().inView() : document().model(), part);
    const Annotations now = found && *found ? **found : Annotations();
    Metadata metadata = now.metadata;
    std::erase_if(metadata, [&](const auto& pair) { // the mark is said above
        return part.node && pair.first == kLayerAnnotation;
    });
    if (isEdited) {
        auto* edit = new QPushButton(tr("Edit…"));
        edit->setObjectName(QStringLiteral("describe"));
        edit->setAccessibleName(tr("Edit documentation and metadata"));
        edit->setToolTip(found ? edit->accessibleName() : errorSentence(found.error()));
        edit->setEnabled(found.has_value());
        connect(edit, &QPushButton::clicked, this,
                [this] { Q_EMIT document().linkRequested(QStringLiteral("edit:about")); });
        auto* title = new QLabel(QStringLiteral("<b>%1</b>").arg(tr("Documentation and metadata")));
        title->setWordWrap(true); // the panel may be narrower
        auto* line = new QHBoxLayout;
        line->setContentsMargins(0, 8, 0, 2);
        line->addWidget(title, 1);
        line->addWidget(edit);
        m_layout->addLayout(line);
    } else if (!metadata.empty()) {
        heading(tr("Metadata"));
    }
    for (const auto& [key, value] : metadata)
        row(toQString(key), toQString(value));
    if (now.docString.empty())
        return;
    if (!isEdited)
        heading(tr("Documentation"));
    label(toQString(now.docString.substr(0, kMostWords)).toHtmlEscaped());
}

} // namespace partita
