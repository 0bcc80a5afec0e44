#pragma once

#include <QTextBrowser>

namespace partita {

/// A read-only, selectable text that may break at any character, as long names and paths need. The
/// height follows from the width.
class WrappedText : public QTextBrowser {
    Q_OBJECT
public:
    explicit WrappedText(const QString& text, const QFont& font);
    /// Shows HTML, whose links emit `anchorClicked`. Tab goes from link to link, Enter follows one.
    void setLinks(const QString& html);
    void showText(const QString& text); ///< instead of the text before

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {40, sizeHint().height()}; }

protected:
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace partita
