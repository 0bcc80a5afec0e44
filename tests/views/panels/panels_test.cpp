// Every panel, operated by mouse and keys: what the user does, and what the window then shows.

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QThread>
#include <QTimer>
#include <QTreeWidget>
#include <algorithm>
#include <atomic>
#include <fstream>
#include <functional>

#include "app/window/parts/exports.h"
#include "core/onnx/read.h"
#include "tests/support/dialogs.h"
#include "tests/support/window.h"
#include "views/charts/memory_chart.h"

namespace partita {
namespace {

class Panels : public test::Window {
protected:
    /// Shows a panel and returns a widget in it.
    template <class W> W* in(const char* panel, const char* name = "") {
        QWidget* body = window.panel(panel);
        for (QWidget* at = body; at; at = at->parentWidget())
            if (auto* dock = qobject_cast<QDockWidget*>(at)) {
                dock->show();
                dock->raise();
            }
        QApplication::processEvents();
        return body->findChild<W*>(QString::fromLatin1(name));
    }
    static void clickRow(QTableView* table, int row, int column = 0) {
        QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier,
                          table->visualRect(table->model()->index(row, column)).center());
    }
    /// Does `ask`, which opens a file dialog; does `meanwhile` while it is open, then answers with
    /// `file`.
    static void save(const std::filesystem::path& file, const std::function<void()>& ask,
                     const std::function<void()>& meanwhile) {
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            timer.stop();
            meanwhile();
            auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            name->setText(QString::fromStdString(file.string()));
            QTest::keyClick(name, Qt::Key_Return);
        });
        timer.start(20);
        ask();
    }
    static std::string bytesOf(const std::filesystem::path& file) {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    /// A small model in the folder, to open while something else is open.
    static QString otherModel(const test::TemporaryFolder& folder) {
        std::ofstream(folder / "other.onnx", std::ios::binary) << test::bytesFromText(R"(
            <ir_version: 9, opset_import: ["" : 18]>
            g (float[2] x) => (float[2] y) { [other] y = Neg(x) })");
        return QString::fromStdString((folder / "other.onnx").string());
    }
    /// The item at a place of the menu of the simplifier's "Save".
    QAction* saving(int item) {
        for (auto* button : window.panel("simplify")->findChildren<QPushButton*>())
            if (button->menu() && button->text() == QStringLiteral("Save"))
                return button->menu()->actions().at(item);
        return nullptr;
    }
    /// Runs the model with the run panel's button and waits for the result.
    std::shared_ptr<const RunResult> run() {
        QSignalSpy finished(&window.document().runs(), &RunController::finished);
        QTest::mouseClick(in<QPushButton>("run", "runButton"), Qt::LeftButton);
        EXPECT_TRUE(waitFor([&] { return finished.count() > 0; }));
        return window.document().runs().result();
    }
};

TEST_F(Panels, TheRunPanelRunsAsOftenAndWithTheSeedThatItSays) {
    open(test::kSample);
    const auto spins = window.panel("run")->findChildren<QSpinBox*>();
    ASSERT_EQ(spins.size(), 2);
    for (QSpinBox* spin : spins) {
        in<QWidget>("run");
        spin->setFocus();
        spin->selectAll();
        QTest::keyClicks(spin, spin->minimum() == 0 ? QStringLiteral("7") : QStringLiteral("3"));
    }
    const auto result = run();
    ASSERT_NE(result, nullptr);
    EXPECT_EQ(result->request.feeds.seed, 7U);
    EXPECT_EQ(result->statistics.runs, 3U);
}

TEST_F(Panels, TheRunPanelSaysHowFarTheOutputsAreFromTheReferences) {
    open(test::kSample);
    QTest::mouseClick(in<QCheckBox>("run", "compareOutputs"), Qt::LeftButton, Qt::NoModifier,
                      QPoint(8, 8));
    const auto result = run();
    ASSERT_NE(result, nullptr);
    // The run is in view while the slow reference computes.
    EXPECT_TRUE(test::labelsOf(*window.panel("run")).contains(QStringLiteral("comparing")));
    const auto& judged = window.document().runs().judged();
    ASSERT_TRUE(waitFor([&] { return judged.has_value(); }));
    ASSERT_TRUE(*judged) << judged->error().message();
    EXPECT_FALSE((*judged)->isOnCpu);
    EXPECT_EQ((*judged)->outputs.size(), result->best.outputs.size());
    EXPECT_TRUE(test::labelsOf(*window.panel("run"))
                    .contains(QRegularExpression(
                        QStringLiteral("(differs from|equal to) the reference's"))));
}

TEST_F(Panels, ARowOfTheRunSelectsItsKernelOnTheCanvas) {
    open(test::kSample);
    ASSERT_NE(run(), nullptr);
    auto* table = in<QTableView>("run");
    ASSERT_GT(table->model()->rowCount(), 2);
    window.document().setCurrentNode({});
    clickRow(table, 2, 1);
    EXPECT_TRUE(window.document().currentNode());
}

TEST_F(Panels, AClickOnTheMemoryChartSelectsTheNodeOfThatStep) {
    open(test::kSample);
    QSignalSpy placed(&window.document(), &DocumentController::partitioningChanged);
    in<QListWidget>("providers", "providerList")->item(0)->setCheckState(Qt::Unchecked);
    ASSERT_TRUE(waitFor([&] { return placed.count() > 0; }));
    ASSERT_NE(run(), nullptr);
    auto* chart = in<MemoryChart>("run");
    ASSERT_TRUE(waitFor([&] { return chart->isVisible() && chart->width() > 100; }));
    window.document().setCurrentNode({});
    QTest::mouseClick(chart, Qt::LeftButton, Qt::NoModifier, chart->rect().center());
    EXPECT_TRUE(window.document().currentNode());
}

TEST_F(Panels, AltAndAnArrowChangeWhichProviderIsAskedFirst) {
    open(test::kSample);
    auto* list = in<QListWidget>("providers", "providerList");
    ASSERT_EQ(list->count(), 2);
    list->setFocus();
    list->setCurrentRow(0);
    QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier); // the fallback stays last
    EXPECT_EQ(window.document().providers().back()->info().id, "cpu");
    EXPECT_EQ(window.document().providers().size(), 2U);
}

TEST_F(Panels, TheBoxBeforeAProviderTakesItOutAndPutsItIn) {
    open(test::kSample);
    auto* list = in<QListWidget>("providers", "providerList");
    QSignalSpy placed(&window.document(), &DocumentController::partitioningChanged);
    const QRect row = list->visualItemRect(list->item(0));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier,
                      {row.left() + 10, row.center().y()});
    ASSERT_TRUE(waitFor([&] { return placed.count() == 1; }));
    EXPECT_EQ(window.document().providers().size(), 1U);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier,
                      {row.left() + 10, row.center().y()});
    ASSERT_TRUE(waitFor([&] { return placed.count() == 2; }));
    EXPECT_EQ(window.document().providers().size(), 2U);
}

TEST_F(Panels, APartitionABoundaryAndANodeAreSelectedByTheirRows) {
    open(test::kSample);
    for (const char* panel : {"partitions", "boundaries", "nodes"}) {
        auto* table = in<QTableView>(panel);
        ASSERT_NE(table, nullptr) << panel;
        ASSERT_GT(table->model()->rowCount(), 0) << panel;
        window.document().setCurrentNode({});
        clickRow(table, table->model()->rowCount() - 1, 1);
        const bool tensor = QLatin1String(panel) == QLatin1String("boundaries");
        EXPECT_EQ(static_cast<bool>(window.document().currentNode()), !tensor) << panel;
        EXPECT_EQ(static_cast<bool>(window.document().currentTensor()), tensor) << panel;
    }
}

TEST_F(Panels, AHeaderSortsItsColumn) {
    open(test::kSample);
    auto* table = in<QTableView>("nodes");
    const auto ids = [&] {
        std::vector<int> all;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            all.push_back(table->model()->index(row, 0).data().toInt());
        return all;
    };
    auto* header = table->horizontalHeader();
    const QPoint first(header->sectionViewportPosition(0) + 10, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, Qt::NoModifier, first);
    const auto once = ids();
    QTest::mouseClick(header->viewport(), Qt::LeftButton, Qt::NoModifier, first);
    const auto twice = ids();
    EXPECT_TRUE(std::is_sorted(once.begin(), once.end()));
    EXPECT_TRUE(std::equal(once.begin(), once.end(), twice.rbegin(), twice.rend()));
}

TEST_F(Panels, TheLogTellsWhatCouldNotBeOpened) {
    const test::TemporaryFolder folder;
    const auto path = folder / "broken.onnx";
    std::ofstream(path) << "no model";
    auto* text = in<QPlainTextEdit>("log");
    window.open(QString::fromStdString(path.string()));
    EXPECT_TRUE(waitFor([&] {
        return text->toPlainText().contains(QStringLiteral("error: broken.onnx"));
    })) << text->toPlainText().toStdString();
}

TEST_F(Panels, TheProblemsPanelNamesWhatIsWrongWithAModel) {
    const test::TemporaryFolder folder;
    const auto path = folder / "two.onnx";
    std::ofstream(path, std::ios::binary) << test::bytesFromText(R"(
        <ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [odd] y = Relu <unknown = 1> (x) })");
    auto* table = in<QTableView>("problems");
    open(QString::fromStdString(path.string()));
    ASSERT_TRUE(waitFor([&] { return table->model()->rowCount() > 0; }));
    QString all;
    for (int column = 0; column < table->model()->columnCount(); ++column)
        all += table->model()->index(0, column).data().toString() + QLatin1Char(' ');
    EXPECT_TRUE(all.contains(QStringLiteral("unknown"))) << all.toStdString();
}

TEST_F(Panels, TheProblemsPanelHasTheSameRowsWhileTheUserEdits) {
    const test::TemporaryFolder folder;
    const auto path = folder / "axis.onnx";
    std::ofstream(path, std::ios::binary) << test::bytesFromText(R"(
        <ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) {
          [loose] z = Exp(x)  [far] y = Softmax<axis = 7>(x) })");
    auto* table = in<QTableView>("problems");
    const auto rows = [&] {
        QStringList all;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            all += table->model()->index(row, 1).data().toString();
        return all;
    };
    const QStringList expected{QStringLiteral("shape-inference"), QStringLiteral("unread-node")};
    const auto title = [&] { return window.dock("problems")->windowTitle(); };
    open(QString::fromStdString(path.string()));
    EXPECT_TRUE(waitFor([&] { return rows() == expected; }))
        << rows().join(QLatin1Char(' ')).toStdString();
    const QString before = title();
    EXPECT_TRUE(before.contains(QLatin1Char('2'))) << before.toStdString();
    window.action("editMode")->trigger();
    EXPECT_EQ(rows(), expected);
    EXPECT_EQ(title(), before);
    // Another edit leaves what the checker said, now and after it has looked again.
    ASSERT_TRUE(window.document().edits().apply(RenameNode{node("loose"), "tight"}));
    ASSERT_TRUE(waitFor([&] { return bool(node("tight")); }));
    EXPECT_EQ(rows(), expected);
    QTest::qWait(1000);
    EXPECT_EQ(rows(), expected);
    EXPECT_EQ(window.document().currentNode(), node("tight"));
    ASSERT_TRUE(window.document().edits().apply(
        SetAttribute{{node("far")}, Attribute::make("axis", std::int64_t{0})}));
    EXPECT_TRUE(waitFor([&] { return rows() == expected.mid(1); }));
}

TEST_F(Panels, TheProblemsPanelIsAboutTheModelInView) {
    const test::TemporaryFolder folder;
    const auto path = folder / "dead.onnx";
    std::ofstream(path, std::ios::binary) << test::bytesFromText(R"(
        <ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [dead] z = Relu <unknown = 1> (x)  [live] y = Neg(x) })");
    auto* table = in<QTableView>("problems");
    open(QString::fromStdString(path.string()));
    ASSERT_TRUE(waitFor([&] { return table->model()->rowCount() > 0; }));
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().model().nodes().count() == 1; }));
    in<QTableView>("problems");
    EXPECT_TRUE(waitFor([&] { return table->model()->rowCount() == 0; }));
    window.document().simplifier().goTo(0);
    EXPECT_TRUE(waitFor([&] { return table->model()->rowCount() > 0; }));
}

TEST_F(Panels, FixesTheModelThatWasAskedAboutThoughAnotherOneComes) {
    const test::TemporaryFolder folder;
    const auto path = folder / "twice.onnx", fixed = folder / "fixed.onnx";
    std::ofstream(path, std::ios::binary) << test::bytesFromText(R"(
        <ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] t = Relu(x)  [one] y = Neg(t) })");
    auto* table = in<QTableView>("problems");
    open(QString::fromStdString(path.string()));
    ASSERT_TRUE(waitFor([&] { return table->model()->rowCount() > 0; }));
    const auto ask = [&] {
        clickRow(table, 0);
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, Qt::NoModifier,
                           table->visualRect(table->model()->index(0, 0)).center());
    };
    save(fixed, ask, [&] { open(test::kSample); });
    ASSERT_TRUE(waitFor([&] { return window.document().state().path == fixed; }));
    EXPECT_EQ(window.document().model().nodes().count(), 2U);
    EXPECT_TRUE(node("one"));
    EXPECT_TRUE(node("one_2"));
}

TEST_F(Panels, SavesTheSimplifiedModelThatWasAskedForThoughAnotherOneComes) {
    const test::TemporaryFolder folder;
    const QString other = otherModel(folder);
    const auto simplifyAndSave = [&](int item, const std::filesystem::path& file) {
        open(test::kSample);
        window.document().simplifier().start({});
        ASSERT_TRUE(waitFor([&] {
            return window.document().simplifier().history() &&
                   !window.document().jobs().isRunning();
        }));
        QAction* chosen = saving(item);
        ASSERT_TRUE(chosen);
        save(
            file, [&] { chosen->trigger(); }, [&] { open(other); });
        EXPECT_FALSE(window.document().simplifier().history());
    };
    simplifyAndSave(0, folder / "saved.onnx");
    const auto saved = readModel(folder / "saved.onnx");
    ASSERT_TRUE(saved) << saved.error().message();
    EXPECT_GT(saved->nodes().count(), 1U);
    simplifyAndSave(2, folder / "report.HTML");
    ASSERT_TRUE(waitFor([&] { return !window.document().jobs().isRunning(); })); // a worker writes
    EXPECT_NE(bytesOf(folder / "report.HTML").find("detector.onnx"), std::string::npos);
}

TEST_F(Panels, ExportsThePictureAndThePlacementThatWereAskedForThoughAnotherModelComes) {
    const test::TemporaryFolder folder;
    const QString other = otherModel(folder);
    open(test::kSample);
    ASSERT_TRUE(
        window.exports().writePicture(QString::fromStdString((folder / "expected.svg").string())));
    save(
        folder / "saved.svg", [&] { window.exports().choosePicture(QStringLiteral("svg")); },
        [&] { open(other); });
    EXPECT_EQ(bytesOf(folder / "saved.svg"), bytesOf(folder / "expected.svg"));
    open(test::kSample);
    save(
        folder / "saved.CSV", [&] { window.exports().chooseReport(); }, [&] { open(other); });
    ASSERT_TRUE(waitFor([&] { return std::filesystem::exists(folder / "saved.CSV"); }));
    EXPECT_NE(bytesOf(folder / "saved.CSV").find("stem/conv"), std::string::npos);
}

TEST_F(Panels, AReportTellsTheScenarioInForce) {
    const test::TemporaryFolder folder;
    open(test::kSample);
    const ScenarioChange change = {
        NodesChange{NodesChange::What::exclude, {"", "Conv", ""}, "npu"}};
    auto& scenarios = window.document().scenarios();
    scenarios.add({change});
    ASSERT_TRUE(
        waitFor([&] { return scenarios.difference() && !scenarios.difference()->empty(); }));
    for (const auto& [name, told] :
         {std::pair("report.html", scenarios.textOf(change).text()),
          std::pair("report.json", scenarios.difference()->headlineText())}) {
        const auto file = folder / name;
        save(
            file, [&] { window.exports().chooseReport(); }, [] {});
        ASSERT_TRUE(waitFor([&] { return std::filesystem::exists(file); }));
        EXPECT_NE(bytesOf(file).find(told), std::string::npos) << name;
    }
    scenarios.clear();
}

TEST_F(Panels, AReportIsWrittenByAJobThatCanBeCancelled) {
    const test::TemporaryFolder folder;
    open(test::kSample);
    QSignalSpy started(&window.document().jobs()[Lane::work], &JobRunner::started);
    bool running = false;
    save(
        folder / "report.html",
        [&] {
            window.exports().chooseReport();
            running = window.document().jobs()[Lane::work].isRunning();
            window.document().jobs()[Lane::work].cancel();
        },
        [] {});
    EXPECT_TRUE(running);
    ASSERT_EQ(started.count(), 1);
    EXPECT_EQ(started.front().front().toString(), QStringLiteral("Writing the report"));
    EXPECT_FALSE(window.document().jobs().isRunning());
}

TEST_F(Panels, AReportWaitsForTheJobThatRuns) {
    const test::TemporaryFolder folder;
    open(test::kSample);
    JobRunner& jobs = window.document().jobs()[Lane::work];
    bool ended = false;
    std::atomic<bool> go = false;
    jobs.start<int>(
        QStringLiteral("Running"),
        [&](const Progress&) {
            while (!go)
                QThread::msleep(1);
            return Result<int>(1);
        },
        [&](const Result<int>&) { ended = true; });
    save(
        folder / "report.md", [&] { window.exports().chooseReport(); }, [] {});
    EXPECT_FALSE(std::filesystem::exists(folder / "report.md"));
    go = true;
    EXPECT_TRUE(waitFor([&] { return ended; }));
}

TEST_F(Panels, AMenuAboutAPictureThatIsGoneCloses) {
    const test::TemporaryFolder folder;
    const QString other = otherModel(folder);
    open(test::kSample);
    bool closed = false;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
        QWidget* menu = QApplication::activePopupWidget();
        if (!menu)
            return;
        timer.stop();
        open(other);
        closed = !menu->isVisible();
        menu->close();
    });
    timer.start(20);
    const QPoint at = window.graph().boxCenter(node("stem/conv"));
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, window.graph().mapToGlobal(at));
    QApplication::sendEvent(&window.graph(), &event);
    EXPECT_TRUE(closed);
}

TEST_F(Panels, TheNumbersPanelComparesTheStartWithNow) {
    open(test::kSample);
    QSignalSpy changed(&window.document().simplifier(), &SimplifyController::historyChanged);
    window.document().simplifier().start({});
    ASSERT_TRUE(waitFor([&] { return changed.count() > 0; }));
    auto* table = in<QTreeWidget>("numbers", "numbers");
    ASSERT_TRUE(waitFor([&] { return table->topLevelItemCount() > 0; }));
    QString rows;
    for (int i = 0; i < table->topLevelItemCount(); ++i)
        for (int row = 0; row < table->topLevelItem(i)->childCount(); ++row)
            rows += table->topLevelItem(i)->child(row)->text(0) + QLatin1Char(' ');
    EXPECT_TRUE(rows.contains(QStringLiteral("Nodes"), Qt::CaseInsensitive)) << rows.toStdString();
}

TEST_F(Panels, TheInspectorOffersTheValuesOfTheSelectedNode) {
    open(test::kSample);
    clickNode("neck/norm");
    auto* values = in<QComboBox>("tensor", "tensorValue");
    QStringList names;
    for (int i = 0; i < values->count(); ++i)
        names += values->itemText(i);
    EXPECT_TRUE(names.join(QLatin1Char(' ')).contains(QStringLiteral("neck/norm.scale")))
        << names.join(QLatin1Char(' ')).toStdString();
}

} // namespace
} // namespace partita
