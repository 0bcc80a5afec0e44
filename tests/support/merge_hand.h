#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>

#include "tests/support/contexts.h"
#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "tests/support/in_front.h"
#include "tests/support/merges.h"
#include "views/merge/merge_page.h"
#include "views/merge/merge_preview.h"
#include "views/text/qt_text.h"

namespace partita::test {

using Names = std::vector<std::string>;

/// A fixture with the page of a merge, and what a hand does with it.
class MergeHand : public testing::Test {
protected:
    MergeHand() { showInFront(page, 1400, 900); }
    [[nodiscard]] QString pathOf(const char* name) const {
        return QString::fromStdString((folder / name).string());
    }
    /// Compiles a model and returns the path of its context model, "<name>_ctx.onnx".
    [[nodiscard]] QString context(const std::string& name, const Model& model) const {
        std::filesystem::create_directories((folder / name).parent_path());
        const auto made = generate(model, folder / (name + ".onnx"));
        EXPECT_TRUE(made && writeContext(*made, {}));
        return made ? toQString(made->output.string()) : QString();
    }
    /// A context model with one node, the input x and the output y of that width.
    [[nodiscard]] QString small(const std::string& name, int width = 4) const {
        const std::string type = "float[1," + std::to_string(width) + "] ";
        return context(name, *inferShapes(modelFromText(
                                 R"(<ir_version: 9, opset_import: ["" : 18]> g ()" + type +
                                 "x) => (" + type + "y) { t = Relu(x) y = Abs(t) }")));
    }
    MergeController& merge() { return page.merge(); }
    bool settled() {
        return QTest::qWaitFor([&] { return merge().plan() && !merge().jobs().isRunning(); },
                               20000);
    }
    void add(const QStringList& models) {
        merge().addModels(models);
        ASSERT_TRUE(settled());
    }
    Names inputs() { return ports(true); }
    Names outputs() { return ports(false); }
    template <class W> W& part(const char* name) {
        return *page.findChild<W*>(QString::fromLatin1(name));
    }
    void click(const char* name) {
        QTest::mouseClick(&part<QAbstractButton>(name), Qt::LeftButton);
    }
    QTreeWidget& sources() { return part<QTreeWidget>("mergeSources"); }
    QLineEdit& prefixOf(int row) {
        QLineEdit* found = nullptr;
        for (int column = 0; column < sources().columnCount(); ++column)
            if (auto* edit = qobject_cast<QLineEdit*>(
                    sources().itemWidget(sources().topLevelItem(row), column)))
                found = edit;
        return *found;
    }
    void writePrefix(int row, const QString& text) {
        QLineEdit& edit = prefixOf(row);
        QTest::mouseClick(&edit, Qt::LeftButton);
        edit.selectAll();
        QTest::keyClick(&edit, Qt::Key_Delete);
        QTest::keyClick(&edit, Qt::Key_Delete); // there is nothing left: the model stays
        QTest::keyClicks(&edit, text);
        QTest::keyClick(&edit, Qt::Key_Return);
    }
    void choose(int row) {
        QTest::mouseClick(sources().viewport(), Qt::LeftButton, Qt::NoModifier,
                          sources().visualItemRect(sources().topLevelItem(row)).center());
    }
    /// The lines of a table that can be seen.
    QStringList linesOf(const char* table) {
        QStringList lines;
        auto& tree = part<QTreeWidget>(table);
        for (int row = 0; row < tree.topLevelItemCount(); ++row) {
            const auto* item = tree.topLevelItem(row);
            if (item->isHidden())
                continue;
            QStringList cells;
            for (int column = 0; column < tree.columnCount(); ++column)
                cells += item->text(column);
            lines += cells.join(QStringLiteral(" | "));
        }
        return lines;
    }
    QString plan() { return linesOf("mergePlan").join(QLatin1Char('\n')); }
    QString note() { return part<QLabel>("mergeVerdict").text(); }
    void fix(const char* text) { clickButton(page, QString::fromUtf8(text)); }
    MergePreview& preview() { return part<MergePreview>("mergePreview"); }
    void dragPort(const char* from, const char* to) {
        drag(preview(), preview().portRect(QLatin1String(from)).center().toPoint(),
             preview().portRect(QLatin1String(to)).center().toPoint());
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::ControlModifier) {
        page.setFocus();
        QTest::keyClick(&page, static_cast<Qt::Key>(key), modifiers);
    }

    TemporaryFolder folder;
    MergePage page{Theme::get(Theme::Kind::light), npuAndCpu()};

private:
    Names ports(bool ofInputs) {
        Names names;
        if (!settled())
            return {"no plan"};
        const Model& model = merge().plan()->model;
        const Graph& graph = *model.graph(model.mainGraph());
        for (const ValueId id : ofInputs ? graph.inputs : graph.outputs)
            names.push_back(model.value(id)->name);
        return names;
    }
};

} // namespace partita::test
