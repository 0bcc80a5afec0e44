#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "views/document/runtime_choice.h"

class QComboBox;
class QLineEdit;
class QToolButton;

namespace partita {

/// The choice of who does a work: Partita's own providers, or one of the user's ONNX Runtime, with
/// its options. ONNX Runtime is asked what it has when the list is opened first.
class RealProviderBox : public QWidget {
    Q_OBJECT
public:
    /// `own`: what Partita's own providers are called; empty: they are no choice here.
    explicit RealProviderBox(const QString& own, QWidget* parent = nullptr);
    void setOwnText(const QString& own);
    void setNames(const QString& choice, const QString& options); ///< for a screen reader
    /// Shows its texts in the language of now.
    void translate();
    /// Whether a provider of ONNX Runtime is chosen.
    [[nodiscard]] bool isReal() const { return chosen().has_value(); }
    /// The session of the choice, but for the model. Fails for options that are not KEY=VALUE.
    [[nodiscard]] Result<RealSession> session() const;
    [[nodiscard]] const RealRuntime& runtime() const { return m_choice->runtime(); }
    /// Asks ONNX Runtime what it has, without waiting for the list to be opened.
    void ask() { m_choice->ask(); }
    [[nodiscard]] QComboBox& list() const { return *m_list; }

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] std::optional<RealProvider> chosen() const;
    void fill();
    void showParts();
    void editSettings();

    std::shared_ptr<RuntimeChoice> m_choice = RuntimeChoice::shared();
    QString m_own;
    std::vector<RealProvider> m_providers; ///< of the list, behind Partita's own
    QComboBox* m_list;
    QLineEdit* m_options;
    SessionSettings m_settings; ///< of the session, beside its options
    QToolButton* m_session;
};

} // namespace partita
