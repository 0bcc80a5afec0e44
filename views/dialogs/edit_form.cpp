#include "views/dialogs/edit_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/dialogs/dialog_size.h"
#include "views/text/message_text.h"

namespace partita {

EditForm::EditForm(const QString& name, const QString& title, const Theme& theme, QWidget* parent)
    : QDialog(parent), m_fields(new QFormLayout), m_told(new QLabel), m_rule(new QLabel) {
    setObjectName(name);
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    resizeWithinScreen(*this, {460, 180});
    m_fields->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_told->setObjectName(QStringLiteral("note"));
    m_told->setWordWrap(true);
    m_told->hide();
    m_rule->setObjectName(QStringLiteral("rule"));
    m_rule->setWordWrap(true);
    m_rule->setStyleSheet(QStringLiteral("color: %1;").arg(theme.bad.name()));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    auto* column = new QVBoxLayout(this);
    column->addLayout(m_fields);
    column->addWidget(m_told);
    column->addWidget(m_rule);
    column->addStretch();
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &EditForm::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &EditForm::reject);
}

template <class W> W* EditForm::add(const QString& name, const QString& label, W* field) {
    field->setObjectName(name);
    field->setAccessibleName(label);
    addRow(label, field);
    return field;
}

void EditForm::addRow(const QString& label, QWidget* field) {
    auto* words = label.isNull() ? nullptr : new QLabel(label, this);
    if (words)
        words->setBuddy(field);
    field->setParent(this);
    m_rows.push_back({words, field});
    layOut();
}

/// A hidden row would leave its space.
void EditForm::layOut() {
    while (m_fields->rowCount()) {
        const auto row = m_fields->takeRow(0); // the widgets stay
        delete row.labelItem;
        delete row.fieldItem;
    }
    for (const Row& row : m_rows) {
        if (row.isShown && row.label)
            m_fields->addRow(row.label, row.field);
        else if (row.isShown)
            m_fields->addRow(row.field);
        for (QWidget* each : {static_cast<QWidget*>(row.label), row.field})
            if (each)
                each->setVisible(row.isShown);
    }
}

QLineEdit* EditForm::addText(const QString& name, const QString& label, const QString& value,
                             QWidget* beside) {
    auto* field = new QLineEdit(value);
    connect(field, &QLineEdit::textChanged, this, &EditForm::changed);
    if (!beside)
        return add(name, label, field);
    field->setObjectName(name);
    field->setAccessibleName(label);
    auto* both = new QWidget;
    auto* line = new QHBoxLayout(both);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(field, 1);
    line->addWidget(beside);
    addRow(label, both);
    return field;
}

void EditForm::setShown(QWidget* field, bool isShown) {
    for (Row& row : m_rows)
        if (row.field == field || row.field->isAncestorOf(field))
            row.isShown = isShown;
    layOut();
}

QComboBox* EditForm::addChoice(const QString& name, const QString& label,
                               const QStringList& choices, const QString& about) {
    auto* field = add(name, label, new QComboBox);
    field->addItems(choices);
    field->setToolTip(about); // read out, too
    connect(field, &QComboBox::currentTextChanged, this, &EditForm::changed);
    return field;
}

QCheckBox* EditForm::addSwitch(const QString& name, const QString& text, bool isOn) {
    auto* field = new QCheckBox(text);
    field->setObjectName(name);
    field->setChecked(isOn);
    addRow(QLatin1String(""), field);
    connect(field, &QCheckBox::toggled, this, &EditForm::changed);
    return field;
}

void EditForm::addWide(QWidget* widget) { addRow({}, widget); }

void EditForm::setNote(std::function<QString()> note) {
    m_note = std::move(note);
    connect(this, &EditForm::changed, this, &EditForm::tellNote);
    tellNote();
}

void EditForm::tellNote() {
    m_told->setText(m_note());
    m_told->setVisible(!m_told->text().isEmpty());
}

QPushButton* EditForm::agree() {
    return findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
}

QList<QWidget*> EditForm::inOrder() const {
    QList<QWidget*> order;
    for (const Row& row : m_rows)
        if (row.field->focusPolicy() & Qt::TabFocus)
            order += row.field;
        else
            for (auto* part :
                 row.field->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
                if (part->focusPolicy() & Qt::TabFocus)
                    order += part;
    for (auto* button : findChild<QDialogButtonBox*>()->buttons())
        order += button;
    return order;
}

/// Fields come after the buttons, which were made first, if nobody says otherwise.
void EditForm::open() {
    const QList<QWidget*> order = inOrder();
    for (int i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);
    if (!focusWidget())
        order.front()->setFocus();
    QDialog::open();
}

void EditForm::accept() {
    if (const auto done = m_take(); !done) {
        m_rule->setText(errorSentence(done.error()));
        return;
    }
    QDialog::accept();
}

} // namespace partita
