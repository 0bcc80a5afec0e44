#include "views/text/fonts.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <algorithm>

namespace partita {

namespace {

double programPoints() { return QFontInfo(QApplication::font()).pointSizeF(); }

QFont fixedOf(double points) {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(points);
    return font;
}

} // namespace

QFont fixedFont() { return fixedOf(programPoints()); }

QFont valueFont() { return fixedOf(std::max(7.0, programPoints() - 1)); }

QString titleHtml(const QString& title) {
    return QStringLiteral("<span style='font-size:%1pt'><b>%2</b></span>")
        .arg(programPoints() * 1.25)
        .arg(title.toHtmlEscaped());
}

} // namespace partita
