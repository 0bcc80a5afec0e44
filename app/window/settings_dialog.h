#pragma once

#include <QDialog>
#include <memory>

#include "app/window/user_choices.h"

class QAction;
class QComboBox;
class QFormLayout;
class QPushButton;
class QSpinBox;
class QTabWidget;

namespace partita {

class MainWindow;
class RuntimePage;
class ShortcutPage;

/// What the user may choose for all windows. A choice shows at once; Cancel takes all of them back.
class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(QWidget* parent);
    void accept() override;
    void reject() override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void translate();
    void showPreferences();
    void choose();
    void reset();
    void apply(const UserChoices& choices);
    void exportFile();
    void importFile();

    std::shared_ptr<Appearance> m_appearance = Appearance::shared();
    const UserChoices m_before = userChoices();
    QTabWidget* m_pages;
    QFormLayout* m_form;
    QComboBox *m_look, *m_language, *m_wheel, *m_log, *m_device;
    QSpinBox* m_fontSize;
    RuntimePage* m_runtime;
    ShortcutPage* m_shortcuts;
    QPushButton *m_agree, *m_cancel, *m_reset, *m_file;
    QAction *m_export, *m_import;
};

void showSettings(MainWindow& window);

} // namespace partita
