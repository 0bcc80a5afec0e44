#pragma once

#include <QTextEdit>

namespace partita {

/// A read-only, selectable text that may break at any character, as long names and paths need. The
/// height follows from the width.
class WrappedText : public QTextEdit {
    Q_OBJECT
public:
    explicit WrappedText(const QString& text, const QFont& font);
    void showText(const QString& text); ///< instead of the text before

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {40, sizeHint().height()}; }

protected:
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace partita
