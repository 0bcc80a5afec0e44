#include "views/panels/interface_editor.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>

#include "core/base/try.h"
#include "core/edits/context_rules.h"
#include "core/edits/edit_tools.h"
#include "views/document/document_controller.h"
#include "views/panels/commit_field.h"
#include "views/panels/edit_choice.h"
#include "views/panels/elided_label.h"
#include "views/text/fonts.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/shape_text.h"
#include "views/text/whole_number.h"

namespace partita {

namespace {

constexpr int kButton = 20, kLabel = 64, kIndent = 12;
constexpr int kListMargin = 32; ///< beside the widest entry of a list: its frame and its scroll bar

} // namespace

InterfaceEditor::InterfaceEditor(DocumentController& document, const Theme& theme)
    : m_document(document), m_theme(theme), m_layout(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("interfaceEditor"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(3);
    addPorts(false);
    addPorts(true);
    addSizes();
    addOpsets();
    addProducer();
    addMetadata();
}

const Model& InterfaceEditor::model() const { return m_document.edits().inView(); }

QString InterfaceEditor::apply(const Edit& edit) {
    const auto done = m_document.edits().apply(edit);
    return done ? QString() : errorSentence(done.error());
}

void InterfaceEditor::applyOrTell(const Edit& edit) {
    if (auto done = m_document.edits().apply(edit); !done)
        Q_EMIT m_document.failed(done.error());
}

void InterfaceEditor::heading(const QString& text) {
    auto* made = new QLabel(QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped()));
    made->setContentsMargins(0, 8, 0, 2);
    m_layout->addWidget(made);
}

void InterfaceEditor::button(QBoxLayout& line, const QString& sign, const QString& name,
                             const QString& tip, std::function<void()> run) {
    auto* made = new QToolButton;
    made->setAutoRaise(true);
    made->setText(sign);
    made->setObjectName(name);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    made->setMinimumSize(kButton, kButton);
    connect(made, &QToolButton::clicked, this, std::move(run));
    line.addWidget(made);
}

CommitField* InterfaceEditor::line(const QString& label, const EditorKey& key, const QString& value,
                                   std::function<Result<Edit>(const QString&)> edit,
                                   QBoxLayout** rest) {
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    if (!label.isEmpty()) {
        auto* words = new QLabel(label);
        words->setMinimumWidth(kLabel);
        row->addWidget(words);
    }
    auto* field =
        new CommitField(key, value, m_theme, [this, edit = std::move(edit)](const QString& text) {
            const auto made = edit(text);
            return made ? apply(*made) : errorSentence(made.error());
        });
    field->setAccessibleName(label.isEmpty() ? field->objectName() : label);
    row->addWidget(field, 1);
    m_layout->addLayout(row);
    m_layout->addWidget(field->rule());
    if (rest)
        *rest = row;
    return field;
}

void InterfaceEditor::addPorts(bool outputs) {
    heading(outputs ? tr("Outputs") : tr("Inputs"));
    const Graph& main = *model().graph(model().mainGraph());
    const auto& all = outputs ? main.outputs : main.inputs;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (const auto& value = model().value(all[i]); value && (outputs || !value->isConstant()))
            addPort(all[i], i, all.size(), outputs);
    auto* foot = new QHBoxLayout;
    if (outputs) {
        auto* hint = new QLabel(tr("An edge's menu makes its tensor an output."));
        hint->setWordWrap(true);
        hint->setForegroundRole(QPalette::PlaceholderText);
        foot->addWidget(hint);
    } else {
        button(*foot, tr("+ Input"), QStringLiteral("addInput"), tr("Add an input"), [this] {
            NamesInUse names(model());
            applyOrTell(AddInput{model().mainGraph(), names.unique("input"),
                                 Type::tensor(DataType::float32, Shape{{1, {}, {}}})});
        });
        foot->addStretch();
    }
    m_layout->addLayout(foot);
}

void InterfaceEditor::addPort(ValueId id, std::size_t place, std::size_t count, bool outputs) {
    const Value& value = *model().value(id);
    const GraphId graph = model().mainGraph();
    const QString key = QString::number(id.value);
    QBoxLayout* rest = nullptr;
    CommitField* name = line(
        {}, {QStringLiteral("port"), toQString(value.name)}, toQString(value.name),
        [id](const QString& text) -> Edit {
            return RenameTensor{id, text.toStdString()};
        },
        &rest);
    name->setAccessibleName(outputs ? tr("Name of the output") : tr("Name of the input"));
    name->keep(messageText(whyTensorNameStays(model(), id)));
    if (place > 0)
        button(*rest, QStringLiteral("↑"), QStringLiteral("up_") + key, tr("Move up"),
               [this, graph, outputs, place, count] {
                   std::vector<std::size_t> order(count);
                   std::iota(order.begin(), order.end(), 0);
                   std::swap(order[place], order[place - 1]);
                   applyOrTell(ReorderInterface{graph, outputs, std::move(order)});
               });
    button(*rest, QStringLiteral("×"), QStringLiteral("remove_") + toQString(value.name),
           outputs ? tr("Remove the output") : tr("Remove the input"),
           [this, id, graph, outputs, place] {
               applyOrTell(outputs ? Edit(RemoveOutput{Slot{{}, graph, place}})
                                   : Edit(RemoveInput{id}));
           });
    if (value.type && value.type->isTensor())
        addType(value);
}

/// The element type and the sizes.
void InterfaceEditor::addType(const Value& value) {
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addSpacing(kIndent);
    auto* element = new QComboBox;
    setEditorKey(*element, {QStringLiteral("type"), toQString(value.name)});
    element->setAccessibleName(tr("Element type"));
    element->setAccessibleDescription(
        tr("The type of the elements that the model reads or gives here"));
    element->setFont(valueFont());
    takeWithCare(*element);
    for (int type = 1; dataTypeName(static_cast<DataType>(type)) != "undefined"; ++type)
        element->addItem(toQString(dataTypeName(static_cast<DataType>(type))), type);
    element->setCurrentIndex(static_cast<int>(value.type->element) - 1);
    // As wide as the type that is there: with room for the longest name, the sizes would be cut.
    element->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    element->setIconSize({});
    element->setMinimumContentsLength(element->currentText().size());
    element->view()->setMinimumWidth(element->view()->sizeHintForColumn(0) + kListMargin);
    connect(element, qOverload<int>(&QComboBox::activated), this,
            [this, element, id = value.id, type = value.type] {
                applyOrTell(SetValueType{
                    id, Type::tensor(static_cast<DataType>(element->currentData().toInt()),
                                     type->shape)});
            });
    auto* sizes = new CommitField(
        EditorKey{QStringLiteral("sizes"), toQString(value.name)},
        value.type->shape ? sizesText(*value.type->shape) : QString(), m_theme,
        [this, id = value.id, type = value.type](const QString& text) {
            QString rule;
            auto shape = shapeFrom(text, rule);
            return shape ? apply(SetValueType{id, Type::tensor(type->element, *std::move(shape))})
                         : rule;
        });
    sizes->setAccessibleName(tr("Sizes"));
    sizes->setPlaceholderText(value.type->shape ? tr("scalar") : tr("rank not known"));
    row->addWidget(element);
    row->addWidget(sizes, 1);
    m_layout->addLayout(row);
    m_layout->addWidget(sizes->rule());
    addKnownSizes(value);
}

/// The sizes that follow where the model leaves them open. All other views show these.
void InterfaceEditor::addKnownSizes(const Value& value) {
    const auto isOpen = [](const Dim& dim) { return !dim.value && dim.param.empty(); };
    const auto& shape = value.type->shape;
    const auto& placed = m_document.model().value(value.id);
    if ((shape && std::ranges::none_of(*shape, isOpen)) || !placed || !placed->type ||
        !placed->type->shape || std::ranges::any_of(*placed->type->shape, isOpen))
        return;
    auto* known =
        new ElidedLabel(tr("open here, computed: %1").arg(sizesText(*placed->type->shape)), font());
    known->setObjectName(QStringLiteral("known_") + toQString(value.name));
    known->setForegroundRole(QPalette::PlaceholderText);
    known->setContentsMargins(kIndent, 0, 0, 0);
    m_layout->addWidget(known);
}

void InterfaceEditor::addOpsets() {
    heading(tr("Opsets"));
    for (const OpsetImport& opset : model().info().opsets) {
        const QString domain =
            opset.domain.empty() ? QStringLiteral("ai.onnx") : toQString(opset.domain);
        line(domain, {QStringLiteral("opset"), domain}, QString::number(opset.version),
             [name = opset.domain](const QString& text) -> Result<Edit> {
                 const std::int64_t version = PARTITA_TRY(wholeNumberFrom(text));
                 return Edit(ConvertOpset{name, version});
             })
            ->setWhole();
    }
}

void InterfaceEditor::addProducer() {
    heading(tr("About the model"));
    const ModelInfo& info = model().info();
    const auto text = [this](const QString& label, const char* name, const std::string& now,
                             std::optional<std::string> SetProducer::*field) {
        line(label, {QLatin1String(name)}, toQString(now), [field](const QString& written) -> Edit {
            SetProducer edit;
            edit.*field = written.toStdString();
            return edit;
        });
    };
    text(tr("Producer"), "producer", info.producerName, &SetProducer::producerName);
    text(tr("Its version"), "producerVersion", info.producerVersion, &SetProducer::producerVersion);
    text(tr("Domain"), "domain", info.domain, &SetProducer::domain);
    line(tr("Version"), {QStringLiteral("modelVersion")}, QString::number(info.modelVersion),
         [](const QString& written) -> Result<Edit> {
             SetProducer edit;
             edit.modelVersion = PARTITA_TRY(wholeNumberFrom(written));
             return Edit(std::move(edit));
         })
        ->setWhole();
    addDocumentation(tr("No documentation"), {}, "about:model", tr("Edit the documentation"));
    const GraphId shown = m_document.scope();
    addDocumentation(shown == model().mainGraph()
                         ? tr("Its graph: no documentation")
                         : tr("%1: no documentation").arg(toQString(model().graphPath(shown))),
                     {{}, {}, shown}, "about:graph",
                     tr("Edit documentation and metadata of the graph in view"));
}

/// The documentation of a part, and the way to change it. `link`: of the form.
void InterfaceEditor::addDocumentation(const QString& none, const Annotated& part, const char* link,
                                       const QString& tip) {
    constexpr std::size_t kMost = 4000;
    const auto now = annotationsOf(model(), part);
    const std::string doc = now && *now ? (*now)->docString : std::string();
    auto* row = new QHBoxLayout;
    auto* shown = new QLabel(doc.empty() ? none : toQString(doc.substr(0, kMost)));
    shown->setWordWrap(true);
    shown->setTextFormat(Qt::PlainText);
    shown->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(shown, 1);
    button(*row, tr("Edit…"), QLatin1String(link), tip, [this, link] {
        Q_EMIT m_document.linkRequested(QStringLiteral("edit:") + QLatin1String(link));
    });
    m_layout->addLayout(row);
}

/// The symbols of the inputs and outputs, each with its size or another name everywhere, and the
/// batch size.
void InterfaceEditor::addSizes() {
    constexpr std::size_t kMost = 24;
    const auto symbols = symbolsOf(model());
    if (symbols.empty())
        return;
    heading(tr("Sizes everywhere"));
    for (std::size_t i = 0; i < symbols.size() && i < kMost; ++i)
        line(toQString(symbols[i]), {QStringLiteral("size"), toQString(symbols[i])},
             toQString(symbols[i]),
             [symbol = symbols[i]](const QString& text) -> Result<Edit> {
                 Dim size = PARTITA_TRY(sizeFrom(text));
                 return Edit(SetDimension{symbol, std::move(size)});
             })
            ->setToolTip(tr("Another name, or a number, in all tensors: batch, 1"));
}

void InterfaceEditor::addMetadata() {
    heading(tr("Metadata"));
    const auto& annotations = model().info().annotations;
    for (const auto& [key, value] : annotations ? annotations->metadata : Metadata()) {
        QBoxLayout* rest = nullptr;
        line(
            toQString(key), {QStringLiteral("metadata"), toQString(key)}, toQString(value),
            [name = key](const QString& text) -> Edit {
                return SetMetadata{{}, name, text.toStdString(), false};
            },
            &rest);
        button(*rest, QStringLiteral("×"), QStringLiteral("removeMetadata_") + toQString(key),
               tr("Remove the entry"), [this, name = key] {
                   applyOrTell(SetMetadata{{}, name, {}, true});
               });
    }
    auto* foot = new QHBoxLayout;
    button(*foot, tr("+ Entry"), QStringLiteral("addMetadata"), tr("Add an entry"), [this] {
        const QString key = QInputDialog::getText(this, tr("Metadata"), tr("Key of the entry"));
        if (!key.isEmpty())
            applyOrTell(SetMetadata{{}, key.toStdString(), {}, false});
    });
    foot->addStretch();
    m_layout->addLayout(foot);
}

} // namespace partita
