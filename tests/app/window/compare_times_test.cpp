// Two runs side by side: how their times differ, as a list and as colours.

#include <QTableView>
#include <QToolButton>
#include <fstream>

#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "views/panels/differences_panel.h"

namespace partita {
namespace {

using test::Answers;

class CompareTimes : public test::OperatedWindow {
protected:
    QString profile(const char* name, int conv, int norm) {
        const auto run = [](const char* node, const char* op, int duration) {
            return std::string(R"({"cat":"Node","name":")") + node + R"(_kernel_time","dur":)" +
                   std::to_string(duration) +
                   R"(,"args":{"provider":"CPUExecutionProvider","op_name":")" + op + "\"}}";
        };
        std::ofstream(files / name) << "[" + run("stem/conv", "Conv", conv) + "," +
                                           run("neck/norm", "LayerNormalization", norm) + "]";
        return pathOf(name);
    }
    ComparisonController& comparison() {
        return static_cast<DifferencesPanel*>(window.panel("differences"))->comparison();
    }
    QToolButton* button() { return in<QToolButton>("differences", "filterTimes"); }
};

TEST_F(CompareTimes, TwoRecordsAreColouredAndListedByTheChangeOfTheirTimes) {
    open(test::kSample);
    const QString first = profile("first.json", 9000, 2000),
                  second = profile("second.json", 3000, 2500);
    {
        const Answers answers({Answers::file(first)});
        window.action("openRecord")->trigger();
        ASSERT_TRUE(waitFor([&] { return window.document().measured().hasTimes(); }));
    }
    EXPECT_FALSE(window.action("colourChange")->isEnabled());
    const Answers answers(
        {Answers::entry(QStringLiteral("With what a runtime wrote…")), Answers::file(second)});
    window.action("compare")->trigger();
    ASSERT_TRUE(waitFor([&] { return comparison().times() != nullptr; })) << said().toStdString();
    ASSERT_TRUE(waitFor([&] { return button()->isVisible(); }));
    EXPECT_EQ(button()->text(), QStringLiteral("times 2"));
    QTest::mouseClick(button(), Qt::LeftButton);
    auto* table = in<QTableView>("differences", "times");
    ASSERT_TRUE(waitFor([&] { return table->isVisible(); }));
    const auto cell = [&](int row, int column) {
        return table->model()->index(row, column).data().toString();
    };
    ASSERT_EQ(table->model()->rowCount(), 2);
    EXPECT_EQ(cell(0, 1), QStringLiteral("stem/conv"));
    EXPECT_EQ(cell(0, 4), QStringLiteral("-6.000"));
    EXPECT_EQ(cell(1, 4), QStringLiteral("+0.500"));
    // The graph has the same colours, with a legend.
    EXPECT_TRUE(window.action("colourChange")->isChecked());
    const auto textOf = [&](const char* name) {
        return QString::fromStdString(
            window.graph().colouring().textOf(*window.document().scene().boxOf(node(name))));
    };
    EXPECT_EQ(textOf("stem/conv"), QStringLiteral("-6 ms"));
    EXPECT_EQ(textOf("neck/norm"), QStringLiteral("+0.5 ms"));
    const QString legend = test::labelsOf(*window.findChild<QWidget*>(QStringLiteral("legend")));
    EXPECT_TRUE(legend.contains(QStringLiteral("time after minus time before")))
        << legend.toStdString();
    EXPECT_TRUE(legend.contains(QStringLiteral("-6 ms")) &&
                legend.contains(QStringLiteral("+6 ms")))
        << legend.toStdString();
    // A click selects the node; F8 goes to the next row.
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(table->model()->index(0, 1)).center());
    EXPECT_EQ(window.document().currentNode(), node("stem/conv"));
    window.activateWindow(); // after the file dialogs
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, Qt::Key_F8);
    EXPECT_EQ(window.document().currentNode(), node("neck/norm"));
    comparison().clear();
    ASSERT_TRUE(idle());
    EXPECT_FALSE(window.action("colourChange")->isEnabled());
    EXPECT_FALSE(window.graph().colouring().isOn());
    EXPECT_FALSE(button()->isVisible());
}

} // namespace
} // namespace partita
