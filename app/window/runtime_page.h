#pragma once

#include <QStringList>
#include <QWidget>
#include <memory>

#include "views/document/runtime_choice.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace partita {

/// The page of the settings about the user's own ONNX Runtime: which Python has it, providers in
/// libraries of their own, and what it says of itself.
class RuntimePage : public QWidget {
    Q_OBJECT
public:
    RuntimePage();
    void show(const QString& python, const QStringList& plugins);
    [[nodiscard]] QString python() const;
    [[nodiscard]] QStringList plugins() const;

Q_SIGNALS:
    void changed(); ///< at the end of editing a field

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void translate();
    void showAnswer();
    void browse();

    std::shared_ptr<RuntimeChoice> m_choice = RuntimeChoice::shared();
    QLabel *m_pythonLabel, *m_pluginsLabel;
    QLineEdit* m_python;
    QPlainTextEdit *m_plugins, *m_answer;
    QPushButton *m_browse, *m_ask;
};

} // namespace partita
