#include "app/window/manual_page.h"

#include <QImage>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>
#include <algorithm>

namespace partita {

ManualPage::ManualPage(QWidget* parent) : QTextBrowser(parent) {
    connect(this, &QTextBrowser::sourceChanged, this, [this] {
        spaceHeadings();
        lineTables();
    });
}

/// Qt gives headings of a page in Markdown no room.
void ManualPage::spaceHeadings() {
    const int line = fontMetrics().lineSpacing();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const int level = block.blockFormat().headingLevel();
        if (level == 0)
            continue;
        QTextBlockFormat format;
        const bool isBelowHeading = block.previous().blockFormat().headingLevel() > 0;
        format.setTopMargin(!block.previous().isValid() ? 0
                            : isBelowHeading            ? line / 4
                            : level <= 2                ? line * 3 / 2
                                                        : line);
        format.setBottomMargin(line / 4);
        QTextCursor(block).mergeBlockFormat(format);
    }
}

void ManualPage::lineTables() {
    constexpr double kPadding = 5;
    for (QTextFrame* frame : document()->rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setBorder(1);
            format.setBorderCollapse(true);
            format.setBorderBrush(palette().mid());
            format.setCellSpacing(0);
            format.setCellPadding(kPadding);
            table->setFormat(format);
        }
}

/// With a scroll bar, which a page with pictures has.
int ManualPage::room() const {
    const int margins = 2 * static_cast<int>(document()->documentMargin());
    return std::max(1, contentsRect().width() - verticalScrollBar()->sizeHint().width() - margins);
}

/// As sharp as the screen, but not larger than it was made.
QImage ManualPage::fitting(const QImage& picture) const {
    const double scale = devicePixelRatioF();
    const int width = static_cast<int>(room() * scale);
    QImage fitted =
        picture.width() > width ? picture.scaledToWidth(width, Qt::SmoothTransformation) : picture;
    if (picture.width() > room())
        fitted.setDevicePixelRatio(std::max(1.0, static_cast<double>(fitted.width()) / room()));
    return fitted;
}

QVariant ManualPage::loadResource(int type, const QUrl& name) {
    QVariant loaded = QTextBrowser::loadResource(type, name);
    if (type != QTextDocument::ImageResource) {
        m_pictures.clear(); // it is another page
        return loaded;
    }
    const QImage picture = QImage::fromData(loaded.toByteArray());
    if (picture.isNull())
        return loaded;
    m_pictures[name] = picture;
    m_fitted = room();
    return fitting(picture);
}

void ManualPage::resizeEvent(QResizeEvent* event) {
    if (!m_pictures.empty() && room() != m_fitted) {
        m_fitted = room();
        for (const auto& [name, picture] : m_pictures)
            document()->addResource(QTextDocument::ImageResource, name, fitting(picture));
        document()->markContentsDirty(0, document()->characterCount());
    }
    QTextBrowser::resizeEvent(event);
}

} // namespace partita
