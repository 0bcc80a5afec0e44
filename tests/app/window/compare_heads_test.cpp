// What can be chosen for the sides of a comparison, and the figures of both sides above the graph.

#include <QLabel>
#include <QToolButton>
#include <algorithm>
#include <fstream>

#include "app/window/comparing.h"
#include "app/window/tabbed_window.h"
#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "tests/support/in_front.h"
#include "views/graph/before_view.h"
#include "views/panels/differences_panel.h"

namespace partita {
namespace {

using test::Answers;

/// Runs of the device around nodes that it does not take.
std::string cutBy(int cuts) {
    std::string text = "<ir_version: 9, opset_import: [\"\" : 18]>\n"
                       "g (float[1, 8] x) => (float[1, 8] y) {",
                last = "x";
    const auto add = [&](const std::string& name, const std::string& op, const std::string& to) {
        text += " [" + name + "] " + to + " = " + op + "(" + last + ")";
        last = to;
    };
    for (int cut = 0; cut <= cuts; ++cut) {
        const std::string run = "r" + std::to_string(cut);
        for (int i = 0; i < 6; ++i)
            add(run + "_" + std::to_string(i), "Relu", run + "v" + std::to_string(i));
        if (cut < cuts)
            add("cut" + std::to_string(cut), "Mish", "c" + std::to_string(cut));
    }
    add("end", "Relu", "y");
    return text + " }";
}

class CompareHeads : public testing::Test {
protected:
    CompareHeads() : window(*makeProviders({}), makeJudges()) {
        test::showInFront(window, 1400, 900);
    }
    ~CompareHeads() override {
        for (int tab = 0; tab < window.count(); ++tab)
            window.page(tab).document().close();
    }
    template <class F> static bool waitFor(F&& condition) {
        return QTest::qWaitFor(std::forward<F>(condition), 20'000);
    }
    QString write(const char* name, const std::string& bytes) {
        std::ofstream(files / name, std::ios::binary) << bytes;
        return QString::fromStdString((files / name).string());
    }
    MainWindow& open(const QString& path) {
        MainWindow& opened = window.open(path);
        EXPECT_TRUE(waitFor([&] {
            return opened.document().hasDocument() && !opened.document().jobs().isRunning();
        }));
        return opened;
    }
    MainWindow& openTwo() {
        open(write("cut.onnx", test::bytesFromText(cutBy(3))));
        return open(write("whole.onnx", test::bytesFromText(cutBy(1))));
    }
    static ComparisonController& comparison(MainWindow& page) {
        return static_cast<DifferencesPanel*>(page.panel("differences"))->comparison();
    }
    template <class F> static void compared(MainWindow& page, F&& action) {
        const auto before = comparison(page).comparison();
        action();
        ASSERT_TRUE(waitFor([&] {
            const auto& now = comparison(page).comparison();
            return now && now != before && page.document().state().beside == now->beside;
        }));
        QApplication::processEvents();
    }
    static QToolButton& head(MainWindow& page, const QString& title) {
        for (auto* each : page.pair().findChildren<QToolButton*>(QStringLiteral("paneChoice")))
            if (each->accessibleName().startsWith(title))
                return *each;
        throw std::runtime_error("no head");
    }
    static void choose(QToolButton& head, std::vector<Answers::Step> steps) {
        const Answers answers(std::move(steps));
        QTest::mouseClick(&head, Qt::LeftButton);
    }
    test::TemporaryFolder files;
    TabbedWindow window;
};

TEST_F(CompareHeads, AnotherTabIsASide) {
    MainWindow& page = openTwo();
    compared(page, [&] {
        const Answers answers({Answers::entry(QStringLiteral("With the open cut.onnx"))});
        page.comparing().ask();
    });
    const SideComparison& made = *comparison(page).comparison();
    EXPECT_EQ(made.a.name.text(), "cut.onnx");
    EXPECT_FALSE(made.documentIsA);
    EXPECT_EQ(made.differences.count(NodeDifference::Status::removed), 14U);
}

TEST_F(CompareHeads, TheNameOfASideFollowsTheLanguage) {
    MainWindow& page = open(write("cut.onnx", test::bytesFromText(cutBy(3))));
    page.document().setExcluded(test::nodeNamed(page.document().model(), "r0_0"), "npu", true);
    ASSERT_TRUE(waitFor([&] { return page.document().scenarios().difference() != nullptr; }));
    compared(page, [&] {
        const Answers answers({Answers::entry(QStringLiteral("With itself without the scenario"))});
        page.comparing().ask();
    });
    const auto named = [&](const QString& name) {
        return std::ranges::any_of(
            page.pair().findChildren<QToolButton*>(QStringLiteral("paneChoice")),
            [&](const QToolButton* each) { return each->toolTip() == name; });
    };
    EXPECT_TRUE(named(QStringLiteral("without the scenario")));
    page.setLanguage(QStringLiteral("zh_CN"));
    EXPECT_TRUE(waitFor([&] { return named(QStringLiteral("不在方案下")); }));
    page.setLanguage(QStringLiteral("en"));
    EXPECT_TRUE(waitFor([&] { return named(QStringLiteral("without the scenario")); }));
}

TEST_F(CompareHeads, TheNodesOfASideAreThosePlaced) {
    MainWindow& page = openTwo();
    compared(page, [&] { comparison(page).compareWith((files / "cut.onnx").string()); });
    const auto says = [&](const QString& text) {
        for (const auto* label : page.pair().findChildren<QLabel*>())
            if (label->text().contains(text) || label->toolTip().contains(text))
                return true;
        return false;
    };
    const SideComparison& made = *comparison(page).comparison();
    for (const PlacedSide* side : {&made.a, &made.b})
        EXPECT_TRUE(says(QStringLiteral("%1 placed nodes").arg(side->placement->summary.nodes)))
            << side->name;
}

TEST_F(CompareHeads, WhatIsChosenInAHeadStandsOnItsSide) {
    MainWindow& page = openTwo();
    compared(page, [&] { comparison(page).compareWith((files / "cut.onnx").string()); });
    // In the place of the document: it goes to the other side.
    compared(page, [&] {
        choose(head(page, QStringLiteral("After")),
               {Answers::entry(QStringLiteral("With the open cut.onnx"))});
    });
    EXPECT_TRUE(comparison(page).comparison()->documentIsA);
    EXPECT_EQ(comparison(page).comparison()->b.name.text(), "cut.onnx");
    // The document in the other head exchanges the sides.
    compared(page, [&] {
        choose(head(page, QStringLiteral("After")),
               {Answers::entry(QStringLiteral("This document: whole.onnx"))});
    });
    EXPECT_FALSE(comparison(page).comparison()->documentIsA);
}

TEST_F(CompareHeads, ARecipeOfTheSimplifierIsASide) {
    MainWindow& page = openTwo();
    Recipe wanted;
    wanted.passes = {"eliminate_identity"};
    const QString recipe = write("recipe.json", recipeText(wanted));
    compared(page, [&] {
        const Answers answers(
            {Answers::entry(QStringLiteral("With itself simplified by a recipe…")),
             Answers::file(recipe)});
        page.comparing().ask();
    });
    EXPECT_TRUE(comparison(page).comparison()->documentIsA);
    EXPECT_EQ(comparison(page).comparison()->b.name.text(), "recipe.json");
    EXPECT_TRUE(comparison(page).comparison()->differences.equal());
}

TEST_F(CompareHeads, ADocumentThatWasClosedMeanwhileLeavesTheComparisonAlone) {
    MainWindow& page = openTwo();
    compared(page, [&] {
        const Answers answers({Answers::entry(QStringLiteral("With the open cut.onnx"))});
        page.comparing().ask();
    });
    const auto made = comparison(page).comparison();
    window.closePage(window.page(0));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    comparison(page).swap();
    QTest::qWait(50);
    EXPECT_EQ(comparison(page).comparison(), made);
}

TEST_F(CompareHeads, TheLineAboveTheGraphHasTheFiguresOfBothSides) {
    MainWindow& page = openTwo();
    window.resize(1600, 900); // a narrow one leaves out by how much they differ
    const auto* line = page.findChild<QLabel*>(QStringLiteral("headline"));
    EXPECT_FALSE(line->text().contains(QStringLiteral("→")));
    compared(page, [&] { comparison(page).compareWith((files / "cut.onnx").string()); });
    const QColor good = page.graph().theme().good, bad = page.graph().theme().bad;
    EXPECT_TRUE(line->text().contains(QStringLiteral("4 → 2 partitions")))
        << line->text().toStdString();
    EXPECT_TRUE(
        line->text().contains(good.name() + QStringLiteral("; text-decoration:none'><b>−2")))
        << line->text().toStdString();
    EXPECT_TRUE(line->text().contains(QStringLiteral("25/28 → 13/14 nodes")))
        << line->text().toStdString();
    compared(page, [&] { comparison(page).swap(); });
    EXPECT_TRUE(line->text().contains(bad.name() + QStringLiteral("; text-decoration:none'><b>+2")))
        << line->text().toStdString();
    comparison(page).clear();
    EXPECT_TRUE(waitFor([&] { return !line->text().contains(QStringLiteral("→")); }));
}

} // namespace
} // namespace partita
