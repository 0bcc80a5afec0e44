#pragma once

#include <QDialog>

#include "core/tasks/bridge/real_runtime.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace partita {

/// What a session of the user's ONNX Runtime is told beside its provider: threads, the order of the
/// operators, sizes that the model leaves open, libraries of operators.
class SessionSettingsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SessionSettingsDialog(const SessionSettings& settings, QWidget* parent = nullptr);
    /// What was accepted.
    [[nodiscard]] const SessionSettings& settings() const { return m_settings; }
    void accept() override; ///< stays open, and says why, where a field is wrong

private:
    void build();
    QWidget* libraries();
    void fill();
    void addLibrary();
    [[nodiscard]] Result<SessionSettings> entered() const;

    SessionSettings m_settings;
    QSpinBox *m_threads, *m_interOp;
    QComboBox* m_executor;
    QLineEdit* m_sizes;
    QListWidget* m_libraries;
    QPushButton *m_add, *m_remove;
    QLabel* m_problem;
};

/// "4 threads, parallel, batch=1": what differs from the defaults; empty: nothing.
QString settingsText(const SessionSettings& settings);

} // namespace partita
