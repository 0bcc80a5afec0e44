#include "views/dialogs/size_editor.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QSpinBox>
#include <QVBoxLayout>

#include "views/document/document_controller.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kLargest = 1000000000;

/// The inputs of the model with a shape.
std::vector<std::shared_ptr<const Value>> shapedInputs(const Model& model) {
    std::vector<std::shared_ptr<const Value>> found;
    if (const auto& graph = model.graph(model.mainGraph()))
        for (const ValueId id : graph->inputs)
            if (const auto& value = model.value(id);
                value && !value->isConstant() && value->type && value->type->shape)
                found.push_back(value);
    return found;
}

} // namespace

SizeEditor::SizeEditor(DocumentController& document, ValueId tensor, QWidget* parent)
    : QDialog(parent, Qt::Popup), m_document(document), m_grid(new QGridLayout),
      m_problem(new QLabel) {
    setObjectName(QStringLiteral("sizeEditor"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Sizes of the inputs"));
    setStyleSheet(QStringLiteral("#sizeEditor { border: 1px solid %1; }")
                      .arg(palette().color(QPalette::Mid).name()));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->addWidget(new QLabel(QStringLiteral("<b>%1</b>").arg(windowTitle())));
    m_grid->setColumnStretch(2, 1);
    layout->addLayout(m_grid);
    m_problem->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("sizeProblem"));
    layout->addWidget(m_problem);
    collect(document.storedModel());
    auto* buttons = new QDialogButtonBox;
    auto* use = buttons->addButton(tr("Fix these sizes"), QDialogButtonBox::AcceptRole);
    use->setDefault(true);
    auto* clear = buttons->addButton(tr("As in the file"), QDialogButtonBox::ResetRole);
    clear->setAutoDefault(false);
    clear->setEnabled(!document.fixedSizes().empty());
    for (auto* button : {use, clear})
        button->setIcon({});
    layout->addWidget(buttons);
    connect(use, &QPushButton::clicked, this, &SizeEditor::apply);
    connect(clear, &QPushButton::clicked, this, [this] {
        m_document.setFixedSizes({});
        close();
    });
    use->setEnabled(!m_fields.empty());
    m_problem->setText(m_fields.empty() ? tr("All sizes of the inputs are known")
                                        : tr("An empty field leaves the size open"));
    QSpinBox* first = m_fields.empty() ? nullptr : m_fields.front().box;
    if (const auto& value = document.storedModel().value(tensor);
        value && value->type && value->type->shape)
        for (std::size_t axis = value->type->shape->size(); axis-- > 0;)
            if (const Field* field = fieldOf(*value, (*value->type->shape)[axis], axis))
                first = field->box;
    if (first) {
        first->setFocus();
        first->selectAll();
    }
}

void SizeEditor::collect(const Model& model) {
    const auto inputs = shapedInputs(model);
    for (const auto& input : inputs)
        for (std::size_t axis = 0; axis < input->type->shape->size(); ++axis) {
            const Dim& dim = (*input->type->shape)[axis];
            if (dim.value || fieldOf(*input, dim, axis))
                continue;
            if (dim.param.empty()) {
                const QString place =
                    QStringLiteral("%1[%2]").arg(toQString(input->name)).arg(axis);
                addField({input->name, axis, {}}, place, {});
                continue;
            }
            QStringList users;
            for (const auto& each : inputs)
                if (std::any_of(each->type->shape->begin(), each->type->shape->end(),
                                [&](const Dim& other) { return other.param == dim.param; }))
                    users += toQString(each->name);
            addField({{}, 0, dim.param}, toQString(dim.param), users.join(QStringLiteral(", ")));
        }
}

void SizeEditor::addField(Field field, const QString& title, const QString& usedBy) {
    field.box = new QSpinBox;
    field.box->setRange(0, kLargest);
    field.box->setSpecialValueText(QStringLiteral(" "));
    field.box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    field.box->setAccessibleName(title);
    field.box->setMinimumWidth(90);
    const auto& fixed = m_document.fixedSizes();
    if (const auto now = fixed.find(field.symbol.empty() ? field.input : field.symbol);
        now != fixed.end() && field.axis < now->second.size())
        field.box->setValue(
            static_cast<int>(std::min<std::int64_t>(kLargest, now->second[field.axis])));
    const int row = static_cast<int>(m_fields.size());
    auto* name = new QLabel(title);
    name->setBuddy(field.box);
    m_grid->addWidget(name, row, 0);
    m_grid->addWidget(field.box, row, 1);
    auto* users = new QLabel(
        fontMetrics().elidedText(usedBy, Qt::ElideRight, 40 * fontMetrics().averageCharWidth()));
    users->setToolTip(usedBy);
    users->setEnabled(false);
    m_grid->addWidget(users, row, 2);
    m_fields.push_back(std::move(field));
}

const SizeEditor::Field* SizeEditor::fieldOf(const Value& value, const Dim& dim,
                                             std::size_t axis) const {
    if (dim.value)
        return nullptr;
    for (const Field& field : m_fields)
        if (dim.param.empty() ? field.input == value.name && field.axis == axis
                              : field.symbol == dim.param)
            return &field;
    return nullptr;
}

void SizeEditor::apply() {
    DocumentController::FixedSizes sizes;
    for (const Field& field : m_fields)
        if (!field.symbol.empty() && field.box->value() > 0)
            sizes[field.symbol] = {field.box->value()};
    // Sizes without names are given as the whole shape of their input.
    for (const auto& input : shapedInputs(m_document.storedModel())) {
        std::vector<std::int64_t> shape;
        bool wanted = false, complete = true;
        for (std::size_t axis = 0; axis < input->type->shape->size(); ++axis) {
            const Dim& dim = (*input->type->shape)[axis];
            const Field* field = fieldOf(*input, dim, axis);
            shape.push_back(dim.value ? *dim.value : field ? field->box->value() : 0);
            complete = complete && (dim.value || shape.back() > 0);
            wanted = wanted || (field && field->symbol.empty() && shape.back() > 0);
        }
        if (wanted && !complete) {
            m_problem->setText(
                tr("%1 has sizes without names: fill in all of them").arg(toQString(input->name)));
            return;
        }
        if (wanted)
            sizes[input->name] = std::move(shape);
    }
    m_document.setFixedSizes(sizes);
    close();
}

void SizeEditor::showAt(const QPoint& place) {
    adjustSize();
    QPoint at = place + QPoint(4, 8);
    if (const QScreen* screen = QGuiApplication::screenAt(place)) {
        const QRect room = screen->availableGeometry();
        at.setX(std::max(room.left(), std::min(at.x(), room.right() - width())));
        at.setY(std::max(room.top(), std::min(at.y(), room.bottom() - height())));
    }
    move(at);
    show();
    activateWindow();
}

} // namespace partita
