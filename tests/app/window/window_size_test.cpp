// Nothing makes the window larger than a screen, and a stored place that no screen has is corrected.

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QScreen>
#include <QSettings>
#include <QStyle>
#include <QToolButton>

#include "app/window/parts/breadcrumb.h"
#include "app/window/parts/message_bar.h"
#include "app/window/parts/status_line.h"
#include "app/window/parts/suggestion_bar.h"
#include "app/window/parts/summary_line.h"
#include "app/window/preferences/window_settings.h"
#include "app/window/tabbed_window.h"
#include "core/onnx/write.h"
#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "tests/support/screens.h"
#include "views/text/elided_line.h"

namespace partita {
namespace {

using test::kSharpScreen, test::kSmallScreen;

const QString kLong = QStringLiteral("W").repeated(4000);

using WindowSize = test::OperatedWindow;

TEST_F(WindowSize, FitsIntoASmallScreenWithEveryPanelInIt) {
    open(test::kSample);
    for (const char* id : {"simplify", "numbers", "timeline", "run", "tensor"}) {
        window.dock(id)->show();
        window.dock(id)->raise();
        QApplication::processEvents();
        for (const QSize screen : {kSmallScreen, kSharpScreen}) {
            window.resize(screen);
            QApplication::processEvents();
            EXPECT_LE(window.width(), screen.width()) << id;
            EXPECT_LE(window.height(), screen.height()) << id;
        }
    }
}

TEST_F(WindowSize, UndoOfTheSimplifierLaysOutForTheWholeWidth) {
    ASSERT_TRUE(writeModel(test::largeModel(6000), files / "large.onnx"));
    open(pathOf("large.onnx"));
    const ValueId edge = window.document().model().node(node("Sigmoid_1"))->outputs[0];
    ASSERT_TRUE(window.document().edits().apply(
        InsertConversion{edge, {{node("Mul_4"), {}, 0}}, TransposeOnEdge{{0, 2, 1}, true}}));
    ASSERT_TRUE(idle());
    window.document().setCollapsed(true);
    ASSERT_TRUE(idle());
    const auto width = [&] {
        const auto& centers = window.document().scene().layout.centers;
        const auto [left, right] = std::ranges::minmax_element(centers, {}, &PointF::x);
        return right->x - left->x;
    };
    window.graph().fit();
    const double before = width();
    ASSERT_GT(before, 0) << "in columns";
    const int whole = window.graph().width();
    window.document().simplifier().start();
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history() != nullptr; }) &&
                idle());
    ASSERT_LT(window.graph().width(), whole) << "in two panes";
    window.action("undo")->trigger();
    ASSERT_TRUE(idle());
    EXPECT_EQ(width(), before);
}

TEST_F(WindowSize, NoTextMakesTheWindowWider) {
    open(test::kSample);
    window.findBar().open();
    window.suggestion().offer(kLong.toStdString(), [] {});
    for (const PanelRow& row : panelRows()) {
        window.dock(row.id)->show();
        window.dock(row.id)->raise();
        QApplication::processEvents();
    }
    window.resize(kSmallScreen);
    Q_EMIT window.document().failed(
        {Errc::io, PARTITA_TEXT("cannot read {0}", kLong.toStdString()), {}, {}});
    for (auto* label : window.findChildren<QLabel*>())
        label->setText(kLong);
    for (auto* button : window.breadcrumb().findChildren<QToolButton*>())
        button->setText(kLong);
    QApplication::processEvents();
    EXPECT_LE(window.minimumSizeHint().width(), kSharpScreen.width());
    EXPECT_LE(window.width(), kSmallScreen.width());
    const QRect whole(QPoint(), window.size());
    auto* close = window.findChild<QWidget*>(QStringLiteral("messageBar"))
                      ->findChildren<QToolButton*>()
                      .last();
    EXPECT_TRUE(whole.contains({close->mapTo(&window, QPoint()), close->size()}));
}

TEST_F(WindowSize, LongNamesOfOutputsAreWrappedInTheReportOfARun) {
    const std::string name = std::string(300, 'w');
    open(modelFile("long.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] )" +
                                    name + ") { [one] " + name + " = Neg(x) }"));
    window.resize(kSmallScreen);
    in<QCheckBox>("run", "compareOutputs")->click();
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().runs().judged().has_value(); }));
    QApplication::processEvents();
    EXPECT_LE(window.minimumSizeHint().width(), kSharpScreen.width());
}

TEST_F(WindowSize, AStoredPlaceThatNoScreenHasIsCorrected) {
    TabbedWindow tabs(*makeProviders({}));
    tabs.show();
    tabs.setGeometry(5000, 4000, 2384, 1500);
    tabs.close();
    const TabbedWindow next(*makeProviders({}));
    const QRect screen = QGuiApplication::primaryScreen()->availableGeometry();
    EXPECT_TRUE(screen.contains(next.geometry()))
        << next.x() << ' ' << next.y() << ' ' << next.width() << ' ' << next.height();
    WindowSettings().forgetRecentFiles();
}

TEST_F(WindowSize, TheFirstWindowIsNoLargerThanTheScreen) {
    QSettings().remove(QStringLiteral("geometry"));
    const TabbedWindow next(*makeProviders({}));
    const QSize screen = QGuiApplication::primaryScreen()->availableSize();
    EXPECT_LE(next.width(), screen.width());
    EXPECT_LT(next.height(), screen.height()) << "its title bar has no room";
    // The title bar comes as the window is shown, and moves what is in it down.
    EXPECT_LE(next.y() + next.style()->pixelMetric(QStyle::PM_TitleBarHeight) + next.height(),
              screen.height());
}

TEST_F(WindowSize, TheSummaryHasTheWidthOfTheWindow) {
    open(test::kSample);
    window.resize(kSmallScreen);
    QApplication::processEvents();
    EXPECT_GT(window.findChild<QWidget*>(QStringLiteral("summaryLine"))->width(), 950);
    for (const char* part : {"NPU 58/59", "2 partitions", "boundary tensor", "per run"})
        EXPECT_TRUE(headline().contains(QString::fromLatin1(part))) << part;
}

TEST(ElidedLine, ShowsAllOfItsTextWhereThePointerRests) {
    ElidedLine label;
    label.setText(QStringLiteral("a name that is too long for its place"));
    label.resize(400, 20);
    label.show();
    EXPECT_EQ(test::toolTipAt(label, {5, 5}), QString());
    label.resize(60, 20);
    EXPECT_EQ(test::toolTipAt(label, {5, 5}), label.text());
    EXPECT_LT(label.minimumSizeHint().width(), 60);
}

} // namespace
} // namespace partita
