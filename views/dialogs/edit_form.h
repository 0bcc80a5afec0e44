#pragma once

#include <QDialog>
#include <functional>

#include "core/base/result.h"
#include "views/theme/theme.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace partita {

/// A few fields that make one edit by OK. What the edit refuses is told below them, and the dialog
/// stays.
class EditForm : public QDialog {
    Q_OBJECT
public:
    using Take = std::function<Result<void>()>;
    EditForm(const QString& name, const QString& title, const Theme& theme, QWidget* parent);

    // Fields from the top; the name of each is also that of its object.
    QLineEdit* addText(const QString& name, const QString& label, const QString& value);
    QComboBox* addChoice(const QString& name, const QString& label, const QStringList& choices);
    QCheckBox* addSwitch(const QString& name, const QString& text, bool isOn);
    void setTake(Take take) { m_take = std::move(take); }
    void accept() override;

private:
    template <class W> W* add(const QString& name, const QString& label, W* field);
    Take m_take;
    QFormLayout* m_fields;
    QLabel* m_rule;
};

} // namespace partita
