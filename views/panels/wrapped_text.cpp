#include "views/panels/wrapped_text.h"

#include <QAbstractTextDocumentLayout>
#include <cmath>

namespace partita {

WrappedText::WrappedText(const QString& text, const QFont& font) {
    setReadOnly(true);
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setFocusPolicy(Qt::ClickFocus);
    viewport()->setAutoFillBackground(false);
    document()->setDocumentMargin(0);
    document()->setDefaultFont(font);
    setPlainText(text);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void WrappedText::setLinks(const QString& html) {
    document()->setDefaultStyleSheet(QStringLiteral("a { color: %1; text-decoration: none; }")
                                         .arg(palette().color(QPalette::Link).name()));
    setHtml(html);
    setFocusPolicy(Qt::StrongFocus);
    setTextInteractionFlags(Qt::TextBrowserInteraction);
    updateGeometry();
}

void WrappedText::showText(const QString& text) {
    setPlainText(text);
    setFixedHeight(sizeHint().height());
}

QSize WrappedText::sizeHint() const {
    return {100,
            static_cast<int>(std::ceil(document()->documentLayout()->documentSize().height()))};
}

void WrappedText::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    if (const int wanted = sizeHint().height(); wanted != height())
        setFixedHeight(wanted);
}

} // namespace partita
