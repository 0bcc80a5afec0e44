#include "views/dialogs/structure_forms.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <QLocale>
#include <set>

#include "core/base/try.h"
#include "core/edits/edit_tools.h"
#include "core/ir/layer_annotation.h"
#include "views/dialogs/edit_form.h"
#include "views/document/document_controller.h"
#include "views/document/structure_actions.h"
#include "views/text/qt_text.h"
#include "views/text/whole_number.h"

namespace partita {

namespace {

QString formWords(const char* text) {
    return QCoreApplication::translate("partita::StructureForms", text);
}

/// A list of numbers as it is written in a field; numbers have points in every language.
template <class Number>
Result<std::vector<Number>> numbersIn(const QLineEdit& field,
                                      std::optional<Number> (*read)(const QString&)) {
    std::vector<Number> numbers;
    const QStringList parts = field.text().split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (const QString& part : parts) {
        const auto number = read(part);
        if (!number)
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' is no number", part.trimmed().toStdString()),
                         {},
                         PARTITA_TEXT("write numbers with commas between them")};
        numbers.push_back(*number);
    }
    return numbers;
}

Result<std::vector<std::int64_t>> wholeNumbersIn(const QLineEdit& field) {
    return numbersIn<std::int64_t>(field, wholeNumber);
}

/// A name for a function that the model does not have yet.
QString newFunctionName(const Model& model, const QString& domain) {
    Node call;
    call.domain = domain.toStdString();
    for (int i = 1;; ++i) {
        QString name = QStringLiteral("Function%1").arg(i);
        call.opType = name.toStdString();
        if (!functionOf(model, call))
            return name;
    }
}

/// The domain that the user's functions are of, so that the next one is of it, too.
QString domainOfFunctions(const Model& model) {
    const auto& functions = model.info().functions;
    return functions.empty() ? QStringLiteral("local")
                             : toQString(model.graph(functions.back())->function->domain);
}

/// The last two dimensions in each other's place: an order that is seldom wrong, and not the
/// present one.
QString proposedOrder(const DocumentController& document) {
    std::size_t rank = 0;
    for (const EdgeChoice& edge : chosenEdges(document))
        if (const auto& type = document.model().value(edge.value)->type; type && type->shape)
            rank = type->shape->size();
    constexpr std::size_t kImage = 4;
    if (rank == kImage)
        return QStringLiteral("0,2,3,1");
    QStringList order;
    for (std::size_t i = 0; i < std::max<std::size_t>(rank, 2); ++i)
        order += QString::number(i);
    order.swapItemsAt(order.size() - 1, order.size() - 2);
    return order.join(QLatin1Char(','));
}

QStringList marksOf(const Model& model) {
    std::set<std::string> marks;
    model.nodes().forEach([&](NodeId, const auto& node) {
        if (const auto mark = layerOf(*node); !mark.empty())
            marks.emplace(mark);
    });
    QStringList list;
    for (const std::string& mark : marks)
        list += toQString(mark);
    return list;
}

} // namespace

void askForFunction(DocumentController& document, const Theme& theme, QWidget* parent) {
    auto* form = new EditForm(
        QStringLiteral("functionForm"),
        formWords(QT_TRANSLATE_NOOP("partita::StructureForms", "Extract into a function")), theme,
        parent);
    const QString proposed = domainOfFunctions(document.model());
    const auto* name = form->addText(
        QStringLiteral("name"), formWords(QT_TRANSLATE_NOOP("partita::StructureForms", "Name")),
        newFunctionName(document.model(), proposed));
    const auto* domain =
        form->addText(QStringLiteral("domain"),
                      formWords(QT_TRANSLATE_NOOP("partita::StructureForms", "Domain")), proposed);
    form->setTake([&document, name, domain] {
        return document.edits().apply(ExtractFunction{
            document.selection(), name->text().toStdString(), domain->text().toStdString()});
    });
    form->open();
}

void askForOrder(DocumentController& document, const Theme& theme, QWidget* parent) {
    auto* form = new EditForm(
        QStringLiteral("orderForm"),
        formWords(QT_TRANSLATE_NOOP("partita::StructureForms", "Insert Transpose")), theme, parent);
    const auto* order = form->addText(
        QStringLiteral("order"),
        formWords(QT_TRANSLATE_NOOP("partita::StructureForms", "Order of the dimensions")),
        proposedOrder(document));
    const auto* isBack = form->addSwitch(
        QStringLiteral("back"),
        formWords(QT_TRANSLATE_NOOP("partita::StructureForms", "And its inverse behind it")), true);
    form->setTake([&document, order, isBack]() -> Result<void> {
        auto perm = PARTITA_TRY(wholeNumbersIn(*order));
        return insertOnEdges(document, TransposeOnEdge{std::move(perm), isBack->isChecked()});
    });
    form->open();
}

void askForQuantization(DocumentController& document, const Theme& theme, QWidget* parent) {
    auto* form =
        new EditForm(QStringLiteral("quantizationForm"),
                     formWords(QT_TRANSLATE_NOOP("partita::StructureForms",
                                                 "Insert QuantizeLinear and DequantizeLinear")),
                     theme, parent);
    const auto* type = form->addChoice(
        QStringLiteral("type"), formWords(QT_TRANSLATE_NOOP("partita::StructureForms", "Type")),
        {QStringLiteral("uint8"), QStringLiteral("int8"), QStringLiteral("uint16"),
         QStringLiteral("int16"), QStringLiteral("uint4"), QStringLiteral("int4"),
         QStringLiteral("float8e4m3fn"), QStringLiteral("float8e5m2")},
        formWords(
            QT_TRANSLATE_NOOP("partita::StructureForms", "The type of the quantized values")));
    const auto* scale = form->addText(
        QStringLiteral("scale"), formWords(QT_TRANSLATE_NOOP("partita::StructureForms", "Scale")),
        QStringLiteral("0.01"));
    const auto* zero = form->addText(
        QStringLiteral("zeroPoint"),
        formWords(QT_TRANSLATE_NOOP("partita::StructureForms", "Zero point")), QStringLiteral("0"));
    const auto* axis = form->addText(
        QStringLiteral("axis"),
        formWords(QT_TRANSLATE_NOOP("partita::StructureForms", "Axis of several scales")),
        QStringLiteral("1"));
    form->setTake([&document, type, scale, zero, axis]() -> Result<void> {
        QuantizeOnEdge how;
        how.type = dataTypeFromName(type->currentText().toStdString()).value_or(DataType::uint8);
        how.scale = PARTITA_TRY(numbersIn<double>(*scale, [](const QString& text) {
            bool isNumber = false;
            const double number = QLocale::c().toDouble(text.trimmed(), &isNumber);
            return isNumber ? std::optional(number) : std::nullopt;
        }));
        how.zeroPoint = PARTITA_TRY(wholeNumbersIn(*zero));
        const auto axes = PARTITA_TRY(wholeNumbersIn(*axis));
        how.axis = axes.empty() ? 1 : axes.front();
        if (how.zeroPoint.size() == 1) // one for all
            how.zeroPoint.resize(how.scale.size(), how.zeroPoint.front());
        return insertOnEdges(document, std::move(how));
    });
    form->open();
}

void askForMark(DocumentController& document, const Theme& theme, QWidget* parent) {
    auto* form =
        new EditForm(QStringLiteral("markForm"),
                     formWords(QT_TRANSLATE_NOOP("partita::StructureForms", "Mark for a provider")),
                     theme, parent);
    auto* mark = form->addChoice(
        QStringLiteral("mark"), formWords(QT_TRANSLATE_NOOP("partita::StructureForms", "Mark")),
        marksOf(document.model()),
        formWords(QT_TRANSLATE_NOOP("partita::StructureForms",
                                    "Metadata layer_ann of the nodes, which the session option "
                                    "session.layer_assignment_settings names")));
    mark->setEditable(true);
    if (const auto& node = document.model().node(document.currentNode()))
        mark->setEditText(toQString(std::string(layerOf(*node))));
    form->setTake([&document, mark] {
        return document.edits().apply(
            MarkNodes{document.selection(), mark->currentText().trimmed().toStdString()});
    });
    form->open();
}

} // namespace partita
