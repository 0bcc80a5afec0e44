#pragma once

#include <QTextEdit>

namespace partita {

/// Text to read and to copy that breaks anywhere, as long names and paths must; as high as it
/// needs for the width it is given.
class WrappedText : public QTextEdit {
    Q_OBJECT
public:
    explicit WrappedText(const QString& text, const QFont& font);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {40, sizeHint().height()}; }

protected:
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace partita
