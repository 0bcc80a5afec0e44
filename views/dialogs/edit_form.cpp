#include "views/dialogs/edit_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/dialogs/dialog_size.h"
#include "views/text/message_text.h"

namespace partita {

EditForm::EditForm(const QString& name, const QString& title, const Theme& theme, QWidget* parent)
    : QDialog(parent), m_fields(new QFormLayout), m_rule(new QLabel) {
    setObjectName(name);
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    resizeWithinScreen(*this, {460, 180});
    m_fields->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_rule->setObjectName(QStringLiteral("rule"));
    m_rule->setWordWrap(true);
    m_rule->setStyleSheet(QStringLiteral("color: %1;").arg(theme.bad.name()));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    auto* column = new QVBoxLayout(this);
    column->addLayout(m_fields);
    column->addWidget(m_rule);
    column->addStretch();
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &EditForm::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &EditForm::reject);
}

template <class W> W* EditForm::add(const QString& name, const QString& label, W* field) {
    field->setObjectName(name);
    field->setAccessibleName(label);
    m_fields->addRow(label, field);
    return field;
}

QLineEdit* EditForm::addText(const QString& name, const QString& label, const QString& value) {
    return add(name, label, new QLineEdit(value));
}

QComboBox* EditForm::addChoice(const QString& name, const QString& label,
                               const QStringList& choices) {
    auto* field = add(name, label, new QComboBox);
    field->addItems(choices);
    return field;
}

QCheckBox* EditForm::addSwitch(const QString& name, const QString& text, bool isOn) {
    auto* field = new QCheckBox(text);
    field->setObjectName(name);
    field->setChecked(isOn);
    m_fields->addRow(QString(), field);
    return field;
}

void EditForm::accept() {
    if (const auto done = m_take(); !done) {
        m_rule->setText(errorSentence(done.error()));
        return;
    }
    QDialog::accept();
}

} // namespace partita
