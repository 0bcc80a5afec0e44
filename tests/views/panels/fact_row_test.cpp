// A name and its value in one line or in two.

#include <QLabel>
#include <QTest>
#include <gtest/gtest.h>

#include "views/panels/fact_row.h"

namespace partita {
namespace {

/// Counts the layouts that are asked for.
class LayoutCount : public QObject {
public:
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == QEvent::LayoutRequest;
        return false;
    }
};

TEST(FactRow, SettlesInOneLineAndInTwo) {
    FactRow row;
    auto* name = new QLabel(QStringLiteral("name"));
    auto* value = new QLabel(QStringLiteral("inferred"));
    for (QLabel* label : {name, value}) {
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        row.box().addWidget(label);
    }
    name->setMaximumWidth(64);
    row.keepWhole(*name, value->text());
    row.show();
    for (const auto& [width, direction] :
         {std::pair(400, QBoxLayout::LeftToRight), {80, QBoxLayout::TopToBottom}}) {
        row.resize(width, 60);
        QTest::qWait(20);
        EXPECT_EQ(row.box().direction(), direction);
        LayoutCount layouts;
        row.installEventFilter(&layouts);
        QTest::qWait(50);
        EXPECT_EQ(layouts.count, 0) << width;
    }
}

} // namespace
} // namespace partita
