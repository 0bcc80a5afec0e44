#include "app/window/parts/summary_line.h"

#include <QCoreApplication>
#include <QLabel>
#include <gtest/gtest.h>

namespace partita {
namespace {

TEST(SummaryLine, LosesItsRightSideBeforeTheEndOfItsLeft) {
    SummaryLine line;
    line.setParts({{QStringLiteral("<b>first</b>"), {}},
                   {QStringLiteral("second"), QStringLiteral(" +1")},
                   {QStringLiteral("third"), {}}},
                  {QStringLiteral("other")}, QStringLiteral("all"),
                  {QStringLiteral("predicted by rules"), QStringLiteral("predicted")});
    const auto* left = line.findChild<QLabel*>(QStringLiteral("headline"));
    const auto textAt = [&](int width) {
        line.resize(width, 30);
        QCoreApplication::sendPostedEvents();
        QString text;
        for (const auto* label : line.findChildren<QLabel*>())
            if (!label->isHidden())
                text += label->text();
        return text;
    };
    line.show();
    EXPECT_TRUE(textAt(1000).contains(QStringLiteral("predicted by rules")));
    int width = 1000;
    while (width > 20 && textAt(width).contains(QStringLiteral("other")))
        --width;
    EXPECT_TRUE(left->text().contains(QStringLiteral("third"))); // the left side is still complete
    while (width > 20 && textAt(width).contains(QStringLiteral("+1")))
        --width;
    EXPECT_TRUE(left->text().contains(QStringLiteral("third"))) << "changes go before figures";
    const QString narrow = textAt(60);
    EXPECT_TRUE(narrow.contains(QStringLiteral("first")) && narrow.contains(QStringLiteral("…")));
    EXPECT_FALSE(narrow.contains(QStringLiteral("third")));
    EXPECT_TRUE(narrow.contains(QStringLiteral("predicted"))) << "is what must not be left out";
    EXPECT_FALSE(narrow.contains(QStringLiteral("by rules")));
    EXPECT_EQ(left->toolTip(), QStringLiteral("all"));
}

} // namespace
} // namespace partita
