#include "views/dialogs/tensor_forms.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <optional>

#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/edit_tools.h"
#include "core/edits/name_patterns.h"
#include "core/edits/slots.h"
#include "core/ir/tensor_size.h"
#include "core/provider/partitioning.h"
#include "views/dialogs/edit_form.h"
#include "views/dialogs/tensor_source.h"
#include "views/document/document_controller.h"
#include "views/document/tensor_actions.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/shape_text.h"

namespace partita {

namespace {

using Kind = TensorSource::Kind;

QString tensorFormWords(const char* text) {
    return QCoreApplication::translate("partita::TensorForms", text);
}

QStringList typeNames(const std::vector<DataType>& types) {
    QStringList names;
    for (const DataType type : types)
        names += toQString(dataTypeName(type));
    return names;
}

DataType chosenType(const QComboBox& choice) {
    return dataTypeFromName(choice.currentText().toStdString()).value_or(DataType::undefined);
}

/// The fields for the elements of one tensor.
TensorSource* addElements(EditForm& form, const DocumentController& document) {
    return new TensorSource(
        form, {Kind::zeros, Kind::ones, Kind::number, Kind::random, Kind::list, Kind::file},
        document.state().path.parent_path());
}

/// The sizes of a field; all of them known.
Result<std::vector<std::int64_t>> dimsIn(const QString& text) {
    QString rule;
    const auto shape = shapeFrom(text, rule);
    const auto dims = shape ? staticDims(shape) : std::nullopt;
    if (dims)
        return *dims;
    return Error{Errc::usage,
                 PARTITA_TEXT("'{0}' is no shape of a constant", text.toStdString()),
                 {},
                 PARTITA_TEXT("write numbers with commas between them, none for a scalar")};
}

/// The inputs of a node that read nothing.
std::vector<std::size_t> openInputs(const Model& model, const Node& node) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < inputsOffered(model, node); ++i)
        if (i >= node.inputs.size() || !node.inputs[i])
            open.push_back(i);
    return open;
}

/// The form of a new initializer.
class NewInitializer : public QObject {
public:
    NewInitializer(DocumentController& document, const Theme& theme, QWidget* parent,
                   std::optional<std::size_t> to)
        : m_document(document),
          m_form(new EditForm(
              QStringLiteral("initializerForm"),
              tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "New initializer")), theme,
              parent)) {
        setParent(m_form);
        const Model& model = m_document.edits().inView();
        m_name = m_form->addText(QStringLiteral("name"),
                                 tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "Name")),
                                 toQString(NamesInUse(model).unique("initializer")));
        std::vector<DataType> types = storedTypes();
        types.push_back(DataType::string);
        m_type = m_form->addChoice(
            QStringLiteral("type"),
            tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "Element type")),
            typeNames(types),
            tensorFormWords(
                QT_TRANSLATE_NOOP("partita::TensorForms", "The type of the new elements")));
        m_shape =
            m_form->addText(QStringLiteral("shape"),
                            tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "Shape")),
                            QStringLiteral("1"));
        m_shape->setPlaceholderText(
            tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "scalar")));
        m_source = addElements(*m_form, document);
        addReaders(to);
        connect(m_source, &TensorSource::fileTaken, this, [this] { followFile(); });
        m_form->setNote([this] { return note(); });
        m_form->setTake([this] { return take(); });
        m_name->selectAll();
        m_form->open();
    }

private:
    /// The open inputs of the selected node, so that one of them can read the initializer.
    void addReaders(std::optional<std::size_t> to) {
        QStringList texts = {
            tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "nothing yet"))};
        const Model& model = m_document.edits().inView();
        m_graph = m_document.scope();
        const auto node = model.node(m_document.currentNode());
        if (node) {
            m_graph = node->graph;
            for (const std::size_t index : openInputs(model, *node)) {
                m_slots.push_back({node->id, {}, index});
                texts += messageText(slotText(model, m_slots.back()));
            }
        }
        m_readers = m_form->addChoice(
            QStringLiteral("reader"),
            tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "Read by")), texts,
            tensorFormWords(QT_TRANSLATE_NOOP(
                "partita::TensorForms", "The open inputs of the selected node; select one first")));
        for (std::size_t i = 0; i < m_slots.size(); ++i)
            if (to == m_slots[i].index)
                m_readers->setCurrentIndex(static_cast<int>(i) + 1);
    }

    Result<ExpectedTensor> wanted() const {
        auto dims = PARTITA_TRY(dimsIn(m_shape->text()));
        return ExpectedTensor{chosenType(*m_type), std::move(dims)};
    }

    /// A file says type and shape itself.
    void followFile() {
        const auto read = m_source->tensor({});
        if (!read)
            return;
        m_type->setCurrentText(toQString(dataTypeName((*read)->type)));
        m_shape->setText(sizesText((*read)->shape()));
    }

    [[nodiscard]] QString note() const {
        const auto form = wanted();
        if (!form)
            return {};
        Tensor like;
        like.type = form->type;
        like.dims = *form->dims;
        const auto count = elementCount(like.dims);
        const auto bytes = count ? packedBytes(like.type, *count) : std::nullopt;
        return bytes ? QStringLiteral("%1 · %2").arg(toQString(edits::formText(like)),
                                                     toQString(byteText(*bytes)))
                     : QString();
    }

    Result<void> take() {
        const auto form = PARTITA_TRY(wanted());
        auto tensor = PARTITA_TRY(m_source->tensor(form));
        AddInitializer added{m_graph, m_name->text().toStdString(), std::move(tensor)};
        const int reader = m_readers->currentIndex();
        if (reader < 1)
            return m_document.edits().apply(added);
        const Model& before = m_document.edits().inView();
        const auto edited = PARTITA_TRY(applyEdit(before, added));
        const ValueId made = edited.delta.values.back().after->id;
        const Slot to = m_slots[static_cast<std::size_t>(reader - 1)];
        const Message what = PARTITA_TEXT("{0}, read by {1}", edited.what, slotText(before, to));
        return m_document.edits().apply({added, Connect{made, to}}, what, edited.where,
                                        StepKind::tensor);
    }

    DocumentController& m_document;
    TensorSource* m_source = nullptr;
    EditForm* m_form;
    QLineEdit *m_name, *m_shape;
    QComboBox *m_type, *m_readers = nullptr;
    GraphId m_graph;
    std::vector<Slot> m_slots;
};

/// Tells how much constants are, and are as another type.
QString amountOf(const Model& model, const std::vector<ValueId>& values, DataType as) {
    std::size_t constants = 0;
    std::uint64_t now = 0, then = 0;
    for (const ValueId id : values)
        if (const auto tensor = edits::constantTensor(model, id)) {
            ++constants;
            now += (*tensor)->byteSize();
            then += bytesOf(as, (*tensor)->count());
        }
    const QString found = TensorSource::tr("%Ln constant(s)", nullptr, static_cast<int>(constants));
    if (as == DataType::undefined)
        return QStringLiteral("%1 · %2").arg(found, toQString(byteText(now)));
    return QStringLiteral("%1 · %2 → %3")
        .arg(found, toQString(byteText(now)), toQString(byteText(then)));
}

/// The tensors of a pattern; fails where it means no constant.
Result<std::vector<ValueId>> constantsIn(const Model& model, const QLineEdit& pattern) {
    auto values = PARTITA_TRY(tensorsNamed(model, pattern.text().trimmed().toStdString()));
    if (values.empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' means no tensor", pattern.text().toStdString()),
                     {},
                     PARTITA_TEXT("docs/editing.md shows the forms")};
    return values;
}

/// A form that edits the constants of a pattern.
EditForm* patternForm(QLineEdit*& pattern, const char* name, const QString& title,
                      DocumentController& document, const Theme& theme, QWidget* parent) {
    auto* form = new EditForm(QLatin1String(name), title, theme, parent);
    const Model& model = document.edits().inView();
    const auto chosen = chosenConstants(document);
    pattern = form->addText(QStringLiteral("tensors"),
                            tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "Constants")),
                            chosen.size() == 1 ? toQString(nameOf(model, chosen.front()))
                                               : QStringLiteral("kind:initializer type:float32"));
    pattern->setToolTip(tensorFormWords(QT_TRANSLATE_NOOP(
        "partita::TensorForms", "A name, or terms that must all match: *.weight, kind:initializer, "
                                "kind:constant, type:float32")));
    return form;
}

QString noteOf(DocumentController& document, const QLineEdit& pattern, DataType as) {
    const Model& model = document.edits().inView();
    const auto values = constantsIn(model, pattern);
    return values ? amountOf(model, *values, as) : errorSentence(values.error());
}

} // namespace

void askForInitializer(DocumentController& document, const Theme& theme, QWidget* parent) {
    new NewInitializer(document, theme, parent, std::nullopt); // the form deletes it
}

void askForInitializerOf(DocumentController& document, const Theme& theme, QWidget* parent,
                         std::size_t input) {
    new NewInitializer(document, theme, parent, input);
}

void askForElements(DocumentController& document, const Theme& theme, QWidget* parent,
                    TensorForm wanted) {
    const ValueId input = document.currentTensor();
    const auto value = document.edits().inView().value(input);
    if (!value || !value->type || !value->type->isTensor())
        return;
    auto* form =
        new EditForm(QStringLiteral("elementsForm"),
                     tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "Elements of %1"))
                         .arg(toQString(value->name)),
                     theme, parent);
    const Shape declared = value->type->shape.value_or(Shape());
    const auto* shape = form->addText(
        QStringLiteral("shape"),
        tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "Shape")), sizesText(declared));
    const auto* source = addElements(*form, document);
    form->setTake([&document, source, shape, input, wanted, type = value->type]() -> Result<void> {
        ExpectedTensor expected{type->element, std::nullopt};
        if (source->kind() != Kind::file)
            expected.dims = PARTITA_TRY(dimsIn(shape->text()));
        auto tensor = PARTITA_TRY(source->tensor(expected));
        return document.edits().apply(ChangeTensorForm{input, wanted, std::move(tensor)});
    });
    form->open();
}

void askForConversion(DocumentController& document, const Theme& theme, QWidget* parent) {
    QLineEdit* pattern = nullptr;
    auto* form =
        patternForm(pattern, "conversionForm",
                    tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "Convert elements")),
                    document, theme, parent);
    auto* type =
        form->addChoice(QStringLiteral("type"),
                        tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "Element type")),
                        typeNames(storedTypes()),
                        tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms",
                                                          "The type that the elements become")));
    type->setCurrentText(QStringLiteral("float16"));
    const auto* castBack =
        form->addSwitch(QStringLiteral("castBack"),
                        tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms",
                                                          "What reads them reads a Cast back")),
                        true);
    form->setNote(
        [&document, pattern, type] { return noteOf(document, *pattern, chosenType(*type)); });
    form->setTake([&document, pattern, type, castBack]() -> Result<void> {
        auto values = PARTITA_TRY(constantsIn(document.edits().inView(), *pattern));
        return document.edits().apply(
            ConvertElementType{std::move(values), chosenType(*type), castBack->isChecked()});
    });
    form->open();
}

void askForPlace(DocumentController& document, const Theme& theme, QWidget* parent) {
    QLineEdit* pattern = nullptr;
    auto* form = patternForm(
        pattern, "placeForm",
        tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "Where the elements are saved")),
        document, theme, parent);
    const auto* place = form->addChoice(
        QStringLiteral("place"),
        tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "Saved in")),
        {tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "a data file beside the model")),
         tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "the model file"))},
        tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms",
                                          "Where the elements are when the model is saved")));
    form->setNote([&document, pattern] { return noteOf(document, *pattern, DataType::undefined); });
    form->setTake([&document, pattern, place]() -> Result<void> {
        auto values = PARTITA_TRY(constantsIn(document.edits().inView(), *pattern));
        return document.edits().apply(PlaceTensors{std::move(values), place->currentIndex() == 0});
    });
    form->open();
}

void askToShare(DocumentController& document, const Theme& theme, QWidget* parent) {
    const auto tried = applyEdit(document.edits().inView(), ShareEqualTensors{});
    if (!tried) {
        Q_EMIT document.failed(tried.error());
        return;
    }
    auto* form = new EditForm(
        QStringLiteral("shareForm"),
        tensorFormWords(QT_TRANSLATE_NOOP("partita::TensorForms", "Share equal initializers")),
        theme, parent);
    form->setNote([what = tried->what] { return messageText(what); });
    form->setTake([&document, what = tried->what]() -> Result<void> {
        PARTITA_TRY(document.edits().apply(ShareEqualTensors{}));
        Q_EMIT document.edits().told(what);
        return {};
    });
    form->open();
}

} // namespace partita
