// The fonts of names and values follow the size that the user chose for the program.

#include <QApplication>
#include <QFontInfo>
#include <gtest/gtest.h>

#include "views/text/fonts.h"

namespace partita {
namespace {

TEST(Fonts, FollowTheSizeOfTheProgramsFont) {
    const QFont before = QApplication::font();
    QFont large = before;
    large.setPointSize(20);
    QApplication::setFont(large);
    EXPECT_EQ(QFontInfo(fixedFont()).pointSize(), 20);
    EXPECT_EQ(QFontInfo(valueFont()).pointSize(), 19);
    const QString title = titleHtml(QStringLiteral("a<b"));
    EXPECT_TRUE(title.contains(QStringLiteral("a&lt;b")));
    EXPECT_GT(
        title.section(QStringLiteral("font-size:"), 1).section(QLatin1Char('p'), 0, 0).toDouble(),
        24);
    QApplication::setFont(before);
}

} // namespace
} // namespace partita
