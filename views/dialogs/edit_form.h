#pragma once

#include <QDialog>
#include <functional>
#include <vector>

#include "core/base/result.h"
#include "views/theme/theme.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace partita {

/// A few fields that make one edit by OK. What the edit refuses is told below them, and the dialog
/// stays.
class EditForm : public QDialog {
    Q_OBJECT
public:
    using Take = std::function<Result<void>()>;
    EditForm(const QString& name, const QString& title, const Theme& theme, QWidget* parent);

    // Fields from the top; the name of each is also that of its object.
    /// `beside`: a button at its right.
    QLineEdit* addText(const QString& name, const QString& label, const QString& value,
                       QWidget* beside = nullptr);
    /// `about`: what is chosen there.
    QComboBox* addChoice(const QString& name, const QString& label, const QStringList& choices,
                         const QString& about);
    QCheckBox* addSwitch(const QString& name, const QString& text, bool isOn);
    void setShown(QWidget* field, bool isShown); ///< with its label and what is beside it
    /// A widget over the whole width.
    void addWide(QWidget* widget);
    /// Words below the fields: what they mean now, told again with each change of a field.
    void setNote(std::function<QString()> note);
    /// The button that makes the edit, under its own name.
    QPushButton* agree();
    void setTake(Take take) { m_take = std::move(take); }
    void accept() override;
    void open() override; ///< with the first field to write in

Q_SIGNALS:
    void changed(); ///< a field

private:
    struct Row {
        QLabel* label; ///< null: the field has the whole line
        QWidget* field;
        bool isShown = true;
    };
    template <class W> W* add(const QString& name, const QString& label, W* field);
    void addRow(const QString& label, QWidget* field);
    void layOut();
    [[nodiscard]] QList<QWidget*> inOrder() const; ///< what Tab goes through
    void tellNote();
    std::vector<Row> m_rows;
    Take m_take;
    std::function<QString()> m_note;
    QFormLayout* m_fields;
    QLabel *m_told, *m_rule;
};

} // namespace partita
