// Where a real runtime ran the nodes, laid over the prediction: opened by menu, box and drop.

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "views/document/measured_controller.h"
#include "views/panels/differences_panel.h"

namespace partita {
namespace {

using test::Answers;

class MeasuredWindow : public test::OperatedWindow {
protected:
    /// Writes an assignment that is what is predicted, but for `moved`, which runs elsewhere, and
    /// `left`, of which it does not tell.
    QString record(const char* moved = "stem/conv", const char* left = "neck/norm") {
        const Model& model = window.document().model();
        const Partitioning& placed = window.document().partitioning();
        nlohmann::json parts = nlohmann::json::array();
        for (const char* provider : {"QNNExecutionProvider", "CPUExecutionProvider"})
            parts.push_back({{"ep_name", provider}, {"nodes", nlohmann::json::array()}});
        model.nodes().forEach([&](NodeId id, const auto& each) {
            const auto provider = placed.providerOf(id);
            if (!provider || each->name == left)
                return;
            const bool onCpu = window.document().isLast(*provider) != (each->name == moved);
            parts[onCpu ? 1 : 0]["nodes"].push_back(
                {{"name", each->name}, {"op_type", each->opType.str()}});
        });
        parts[0]["nodes"].push_back({{"name", "InsertedCast_x"}, {"op_type", "Cast"}});
        return file("assignment.json",
                    nlohmann::json{{"onnxruntime", "1.32.0"}, {"subgraphs", parts}}.dump());
    }
    QString file(const char* name, const std::string& text) {
        std::ofstream(files / name) << text;
        return pathOf(name);
    }
    void drop(const QString& path) {
        EXPECT_TRUE(test::dropFiles(window, {QUrl::fromLocalFile(path)}));
    }
    MeasuredController& measured() { return window.document().measured(); }
    void openRecord(const QString& path) {
        const Answers answers({Answers::file(path)});
        window.action("openRecord")->trigger();
        ASSERT_TRUE(waitFor([&] { return measured().placement() != nullptr; }));
    }
    QString legend() {
        return test::labelsOf(*window.findChild<QWidget*>(QStringLiteral("legend")));
    }
    QString colourOf(const char* name) {
        return QString::fromStdString(
            window.graph().colouring().textOf(*window.document().scene().boxOf(node(name))));
    }
    QTableView* table() { return in<QTableView>("measured"); }
    QString cell(int row, int column) {
        return table()->model()->index(row, column).data().toString();
    }
    void show(int kind) {
        auto* button =
            in<QToolButton>("measured", QStringLiteral("show%1").arg(kind).toLatin1().constData());
        QTest::mouseClick(button, Qt::LeftButton);
    }
};

TEST_F(MeasuredWindow, ARecordColoursTheGraphAndListsWhatDiffers) {
    open(test::kSample);
    openRecord(record());
    EXPECT_TRUE(window.action("colourMeasured")->isChecked());
    EXPECT_EQ(colourOf("stem/conv"), QStringLiteral("CPUExecutionProvider"));
    EXPECT_EQ(colourOf("neck/norm"), QStringLiteral("not told"));
    EXPECT_TRUE(legend().contains(QStringLiteral("measured (ONNX Runtime 1.32.0, "
                                                 "QNNExecutionProvider, CPUExecutionProvider)")))
        << legend().toStdString();
    EXPECT_TRUE(headline().contains(QStringLiteral("1 of "))) << headline().toStdString();
    EXPECT_TRUE(headline().contains(QStringLiteral("nodes differs")));
    ASSERT_EQ(table()->model()->rowCount(), 1);
    EXPECT_EQ(cell(0, 1), QStringLiteral("stem/conv"));
    EXPECT_EQ(cell(0, 2), QStringLiteral("NPU"));
    EXPECT_EQ(cell(0, 3), QStringLiteral("CPUExecutionProvider"));
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                      table()->visualRect(table()->model()->index(0, 1)).center());
    EXPECT_EQ(window.document().currentNode(), node("stem/conv"));
    EXPECT_TRUE(inspectorText().contains(QStringLiteral("not as predicted")))
        << inspectorText().toStdString();
}

TEST_F(MeasuredWindow, WhatIsNotComparedAndNotMatchedIsListedWithItsReason) {
    open(test::kSample);
    openRecord(record());
    show(2);
    bool isFound = false;
    for (int row = 0; row < table()->model()->rowCount(); ++row)
        isFound |= cell(row, 1) == QStringLiteral("neck/norm") &&
                   cell(row, 4) == QStringLiteral("the record does not tell of it");
    EXPECT_TRUE(isFound);
    show(3);
    ASSERT_EQ(table()->model()->rowCount(), 1);
    EXPECT_EQ(cell(0, 1), QStringLiteral("InsertedCast_x"));
    EXPECT_EQ(cell(0, 4), QStringLiteral("ONNX Runtime inserted it"));
    show(1);
    const int all = table()->model()->rowCount();
    QTest::keyClicks(in<QLineEdit>("measured", "measuredFilter"), QStringLiteral("conv"));
    EXPECT_GT(table()->model()->rowCount(), 0);
    EXPECT_LT(table()->model()->rowCount(), all);
}

TEST_F(MeasuredWindow, TheBoxSwitchesBetweenPredictedAndMeasured) {
    open(test::kSample);
    auto* box = window.findChild<QComboBox*>(QStringLiteral("colourBy"));
    EXPECT_FALSE(window.action("colourMeasured")->isEnabled()); // there is no record
    openRecord(record());
    EXPECT_EQ(box->currentText(), QStringLiteral("Measured provider"));
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Down);
    EXPECT_EQ(box->currentText(), QStringLiteral("Predicted against measured"));
    EXPECT_EQ(colourOf("stem/conv"), QStringLiteral("predicted NPU, ran on CPU"));
    EXPECT_TRUE(legend().contains(QStringLiteral("as predicted")));
    QTest::keyClick(box, Qt::Key_Home);
    EXPECT_FALSE(window.graph().colouring().isOn());
}

TEST_F(MeasuredWindow, ADroppedProfileColoursByTime) {
    open(test::kSample);
    drop(file("profile.json",
              R"([{"cat": "Node", "ph": "X", "name": "stem/conv_kernel_time", "dur": 1500,
                   "args": {"op_name": "Conv", "provider": "CPUExecutionProvider"}}])"));
    ASSERT_TRUE(waitFor([&] { return measured().placement() != nullptr; }));
    window.action("colourTime")->trigger();
    EXPECT_EQ(colourOf("stem/conv"), QStringLiteral("1.5 ms"));
    EXPECT_TRUE(legend().contains(QStringLiteral("time, measured (ONNX Runtime")));
    EXPECT_FALSE(window.document().runs().result()); // no run was needed
    clickNode("stem/conv");
    EXPECT_TRUE(inspectorText().contains(QStringLiteral("1.5 ms")));
}

TEST_F(MeasuredWindow, ItFollowsEditsAndPlacementsAndIsRemovedByItsButton) {
    open(test::kSample);
    openRecord(record());
    window.document().setExcluded(node("stem/conv"), "npu", true);
    ASSERT_TRUE(idle());
    EXPECT_TRUE(waitFor([&] { return measured().check().differ == 0; }));
    EXPECT_TRUE(headline().contains(QStringLiteral("0 of "))) << headline().toStdString();
    window.document().scenarios().clear();
    ASSERT_TRUE(idle());
    EXPECT_TRUE(waitFor([&] { return measured().check().differ == 1; }));
    QTest::mouseClick(in<QPushButton>("measured", "closeRecord"), Qt::LeftButton);
    EXPECT_FALSE(measured().placement());
    EXPECT_FALSE(window.graph().colouring().isOn());
    EXPECT_FALSE(headline().contains(QStringLiteral("differ")));
}

TEST_F(MeasuredWindow, ItIsASideOfAComparison) {
    open(test::kSample);
    openRecord(record());
    auto& comparison = static_cast<DifferencesPanel*>(window.panel("differences"))->comparison();
    const auto compare = [&](std::vector<Answers::Step> steps) {
        const auto before = comparison.comparison();
        const Answers answers(std::move(steps));
        window.action("compare")->trigger();
        ASSERT_TRUE(waitFor([&] {
            return comparison.comparison() && comparison.comparison() != before;
        })) << said().toStdString();
        EXPECT_TRUE(comparison.comparison()->documentIsA);
        const auto& found = comparison.comparison()->differences;
        ASSERT_EQ(found.nodes.size(), 1U);
        EXPECT_EQ(found.nodes.front().a, node("stem/conv"));
        EXPECT_TRUE(found.partitions.empty());
    };
    compare({Answers::entry(QStringLiteral("With the measured placement"))});
    EXPECT_EQ(comparison.comparison()->b.name.text(), "assignment.json");
    const QString line = test::labelsOf(*window.findChild<QWidget*>(QStringLiteral("summaryLine")));
    EXPECT_TRUE(line.contains(QStringLiteral(") → measured (ONNX Runtime 1.32.0")) ||
                line.contains(QStringLiteral("predicted → measured")))
        << line.toStdString();
    // A file of a runtime is one, too, whether it is laid over the document or not.
    measured().clear();
    compare({Answers::entry(QStringLiteral("With what a runtime wrote…")),
             Answers::file(pathOf("assignment.json"))});
    EXPECT_EQ(comparison.comparison()->b.name.text(), "assignment.json");
}

TEST_F(MeasuredWindow, AnotherModelForgetsItAndAReloadKeepsIt) {
    open(test::kSample);
    openRecord(record());
    open(test::kSample);
    ASSERT_TRUE(idle());
    EXPECT_TRUE(waitFor([&] { return measured().check().differ == 1; }));
    open(QStringLiteral(PARTITA_SOURCE_DIR "/resources/samples/classifier.onnx"));
    EXPECT_FALSE(measured().placement());
    EXPECT_FALSE(window.graph().colouring().isOn());
}

TEST_F(MeasuredWindow, ARecordOfAnotherModelIsSaidAndChangesNothing) {
    open(test::kSample);
    drop(file("other.json", R"([{"ep_name": "CPUExecutionProvider",
                                 "nodes": [{"name": "nobody", "op_type": "Relu"}]}])"));
    ASSERT_TRUE(idle());
    EXPECT_TRUE(waitFor([&] { return said().contains(QStringLiteral("other.json")); }));
    EXPECT_FALSE(measured().placement());
    EXPECT_FALSE(window.graph().colouring().isOn());
    drop(file("half.json", R"([{"ep_name": "CPUExecutionProvider", "nodes": [{"na)"));
    EXPECT_TRUE(waitFor([&] { return said().contains(QStringLiteral("half.json")); }));
    EXPECT_FALSE(measured().placement());
}

TEST_F(MeasuredWindow, ARecordThatMayBeOfAnotherModelIsShownWithAWarning) {
    open(test::kSample);
    openRecord(file("doubtful.json", R"([{"ep_name": "CPUExecutionProvider",
        "nodes": [{"name": "stem/conv", "op_type": "Conv"}, {"name": "nobody", "op_type": "Relu"}]}])"));
    auto* label = in<QLabel>("measured", "measuredLabel");
    EXPECT_TRUE(label->text().startsWith(QStringLiteral(
        "⚠ the record may be of another model: 1 of its 2 nodes are not in this one")))
        << label->text().toStdString();
    openRecord(record());
    EXPECT_TRUE(waitFor([&] { return !label->text().contains(QStringLiteral("⚠")); }));
}

} // namespace
} // namespace partita
