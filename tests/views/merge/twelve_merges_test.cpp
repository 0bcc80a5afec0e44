// Twelve merges as a new user makes them, by mouse and keys, of ten or more steps each. A step is a
// gesture of the hand; what the page then shows is checked, and at last what was written.

#include "tests/support/gestures.h"
#include "tests/support/merge_hand.h"

namespace partita {
namespace {

using test::Answers;
using test::Names;

class Merges : public test::MergeHand {
protected:
    ~Merges() override { EXPECT_GE(m_steps, 10); }

    void addByDialog(const QString& file) {
        const Answers answers({Answers::file(file)});
        click("mergeAdd");
        did();
    }
    void drop(const QStringList& files) {
        QList<QUrl> urls;
        for (const QString& file : files)
            urls += QUrl::fromLocalFile(file);
        EXPECT_TRUE(test::dropFiles(page, urls, page.rect().center()));
        did();
    }
    void name(int row, const char* prefix) {
        writePrefix(row, QLatin1String(prefix));
        did();
    }
    void connectPorts(const char* from, const char* to) {
        dragPort(from, to);
        did();
    }
    void button(const char* which) {
        click(which);
        did();
    }
    void link(const char* text) {
        fix(text);
        did();
    }
    void key(int code, Qt::KeyboardModifiers modifiers = Qt::ControlModifier) {
        press(code, modifiers);
        did();
    }
    void sourceKey(int row, int code, Qt::KeyboardModifiers modifiers = {}) {
        choose(row);
        QTest::keyClick(&sources(), static_cast<Qt::Key>(code), modifiers);
        did();
    }
    /// Takes the line of a connection out of the plan.
    void disconnect(const char* from) {
        auto& table = part<QTreeWidget>("mergePlan");
        for (int row = 0; row < table.topLevelItemCount(); ++row)
            if (table.topLevelItem(row)->text(0) == QStringLiteral("connect") &&
                table.topLevelItem(row)->text(4) == QLatin1String(from)) {
                QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                                  table.visualItemRect(table.topLevelItem(row)).center());
                QTest::keyClick(&table, Qt::Key_Delete);
                did();
                return;
            }
        ADD_FAILURE() << "no connection from " << from << "\n" << plan().toStdString();
    }
    /// Ticks or unticks an output, by its place.
    void tick(int output) {
        QTest::qWait(1); // the list is made anew
        auto& list = part<QListWidget>("mergeOutputs");
        list.setFocus();
        list.setCurrentRow(output);
        QTest::keyClick(&list, Qt::Key_Space);
        did();
    }
    void writeTo(const char* file) {
        auto& field = part<QLineEdit>("mergeOutput");
        QTest::mouseClick(&field, Qt::LeftButton);
        field.selectAll();
        QTest::keyClicks(&field, pathOf(file));
        QTest::keyClick(&field, Qt::Key_Return);
        did();
    }
    void saveAs(const char* file) {
        const Answers answers({Answers::file(pathOf(file))});
        key(Qt::Key_S);
    }
    /// Writes the model; lint finds nothing in it. `runs`: the page then compares its outputs.
    Model written(const char* file, bool runs = true) {
        EXPECT_TRUE(settled());
        EXPECT_TRUE(part<QPushButton>("mergeWrite").isEnabled())
            << linesOf("mergeProblems").join(QLatin1Char('\n')).toStdString();
        auto& box = part<QCheckBox>("mergeRuns");
        if (box.isChecked() != runs)
            button("mergeRuns");
        QSignalSpy finished(&merge(), &MergeController::finished);
        button("mergeWrite");
        EXPECT_TRUE(QTest::qWaitFor([&] { return finished.count() == 1; }, 20000));
        EXPECT_TRUE(!runs || note().contains(QStringLiteral("output"))) << note().toStdString();
        const auto model = readModel(folder / file);
        EXPECT_TRUE(model) << file;
        if (!model)
            return {};
        const auto findings = lintContexts(*model, (folder / file).parent_path());
        for (const Finding& finding : *findings)
            ADD_FAILURE() << finding.rule << ": " << finding.text;
        return *model;
    }
    static std::size_t contextsIn(const Model& model) { return epContextsOf(model).size(); }

    /// A context model of QNN with a graph of that name.
    [[nodiscard]] QString qnn(const std::string& name, const std::string& graph) const {
        return vendors(test::kQnn, name, graph, graph,
                       test::qnnBinary({graph, "QNN_12345_9_0"}) + name);
    }
    [[nodiscard]] QString openVino(const std::string& name, const std::string& x = "x",
                                   const std::string& y = "y") const {
        return vendors(test::kOpenVino, name, name, "p_" + name,
                       test::ovepBinary({{"p_" + name, name}}), x, y);
    }

private:
    [[nodiscard]] QString vendors(const char* source, const std::string& name,
                                  const std::string& node, const std::string& partition,
                                  const std::string& binary, const std::string& x = "x",
                                  const std::string& y = "y") const {
        const std::string file = std::filesystem::path(name).filename().string() + ".bin";
        const auto path = folder / (name + "_ctx.onnx");
        std::filesystem::create_directories(path.parent_path());
        EXPECT_TRUE(writeFile(path.parent_path() / file, std::string_view(binary)));
        EXPECT_TRUE(writeModel(
            test::modelFromText(test::contextModel(source, node, file, partition, x, y)), path));
        return toQString(path.string());
    }
    /// Counts a step, after which the plan is there again.
    void did() {
        ++m_steps;
        EXPECT_TRUE(settled());
    }
    int m_steps = 0;
};

TEST_F(Merges, ThreeModelsOneBehindTheOther) {
    addByDialog(small("a"));
    addByDialog(small("b"));
    addByDialog(small("c"));
    connectPorts("a_y", "b_x");
    connectPorts("b_y", "c_x");
    EXPECT_EQ(inputs(), Names{"a_x"});
    tick(0);
    tick(0);
    EXPECT_EQ(outputs(), Names{"c_y"});
    name(0, "first_");
    EXPECT_EQ(inputs(), Names{"first_x"});
    writeTo("chain.onnx");
    EXPECT_EQ(contextsIn(written("chain.onnx")), 3U);
}

TEST_F(Merges, ModelsSideBySideThatShareTheirInput) {
    drop({small("left"), small("right")});
    {
        const Answers answers({Answers::entry(QStringLiteral("x"))});
        button("mergeShared");
    }
    EXPECT_EQ(inputs(), Names{"x"});
    key(Qt::Key_Z);
    EXPECT_EQ(inputs(), (Names{"left_x", "right_x"}));
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    name(0, "l.");
    name(1, "r.");
    EXPECT_EQ(outputs(), (Names{"l.y", "r.y"}));
    sourceKey(1, Qt::Key_Up, Qt::AltModifier);
    EXPECT_EQ(outputs(), (Names{"r.y", "l.y"}));
    button("mergeUndo");
    writeTo("pair.onnx");
    EXPECT_EQ(contextsIn(written("pair.onnx")), 2U);
}

TEST_F(Merges, AWrongModelIsTakenOutAgain) {
    addByDialog(small("a"));
    addByDialog(small("wrong", 8));
    connectPorts("a_y", "wrong_x");
    EXPECT_TRUE(note().contains(QStringLiteral("does not fit")));
    sourceKey(1, Qt::Key_Delete);
    EXPECT_EQ(inputs(), Names{"a_x"});
    button("mergeUndo");
    button("mergeRedo");
    addByDialog(small("b"));
    connectPorts("a_y", "b_x");
    EXPECT_EQ(inputs(), Names{"a_x"});
    writeTo("right.onnx");
    EXPECT_EQ(contextsIn(written("right.onnx")), 2U);
}

TEST_F(Merges, ABrokenFileStopsNothingElse) {
    std::ofstream(folder / "broken.onnx") << "no model";
    addByDialog(small("a"));
    addByDialog(pathOf("broken.onnx"));
    addByDialog(small("b"));
    EXPECT_FALSE(part<QPushButton>("mergeWrite").isEnabled());
    connectPorts("a_y", "b_x");
    EXPECT_EQ(inputs(), Names{"a_x"});
    link("Leave the model out");
    EXPECT_EQ(inputs(), Names{"a_x"});
    name(1, "tail_");
    button("mergeUndo");
    button("mergeRedo");
    button("mergeCheck");
    writeTo("sound.onnx");
    EXPECT_EQ(contextsIn(written("sound.onnx")), 2U);
}

TEST_F(Merges, ACycleIsRefusedAndTheOtherWayIsMade) {
    drop({small("a"), small("b")});
    connectPorts("a_y", "b_x");
    connectPorts("b_y", "a_x");
    EXPECT_TRUE(note().contains(QStringLiteral("cycle"))) << note().toStdString();
    disconnect("a_y");
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x"}));
    connectPorts("b_y", "a_x");
    EXPECT_EQ(inputs(), Names{"b_x"});
    key(Qt::Key_Z);
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    tick(1);
    EXPECT_EQ(outputs(), Names{"a_y"});
    writeTo("turned.onnx");
    EXPECT_EQ(contextsIn(written("turned.onnx")), 2U);
}

TEST_F(Merges, ConnectionsInOrderAndOneTakenBack) {
    drop({small("a"), small("b"), small("c")});
    button("mergeInOrder");
    EXPECT_EQ(inputs(), Names{"a_x"});
    button("mergeUndo");
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x", "c_x"}));
    button("mergeByName");
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x", "c_x"}));
    connectPorts("b_y", "c_x");
    connectPorts("a_y", "b_x");
    disconnect("a_y");
    EXPECT_EQ(inputs(), (Names{"a_x", "b_x"}));
    sourceKey(2, Qt::Key_Up, Qt::AltModifier);
    writeTo("some.onnx");
    EXPECT_EQ(contextsIn(written("some.onnx")), 3U);
}

TEST_F(Merges, BinariesInsideTheModel) {
    addByDialog(small("a"));
    addByDialog(small("b"));
    EXPECT_TRUE(plan().contains(QStringLiteral(".bin")));
    name(0, "one_");
    name(1, "two_");
    connectPorts("one_y", "two_x");
    QTest::keyClick(&part<QComboBox>("mergePacking"), Qt::Key_Down);
    ASSERT_TRUE(settled());
    EXPECT_FALSE(plan().contains(QStringLiteral(".bin")));
    key(Qt::Key_Z);
    EXPECT_TRUE(plan().contains(QStringLiteral(".bin")));
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    writeTo("inside.onnx");
    const Model model = written("inside.onnx");
    for (const EpContext& each : epContextsOf(model))
        EXPECT_TRUE(!each.isMain || each.isEmbedded);
    button("mergeCheck");
}

TEST_F(Merges, QnnsGraphsOfOneNameAreRenamedInACopy) {
    addByDialog(qnn("a/m", "QNN_12345_1_0"));
    addByDialog(qnn("b/m", "QNN_12345_1_0"));
    EXPECT_FALSE(part<QPushButton>("mergeWrite").isEnabled());
    link("Rename the graphs in a copy");
    EXPECT_TRUE(plan().contains(QStringLiteral("clash |"))) << plan().toStdString();
    key(Qt::Key_Z);
    EXPECT_FALSE(part<QPushButton>("mergeWrite").isEnabled());
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    name(0, "a.");
    name(1, "b.");
    EXPECT_EQ(inputs(), (Names{"a.x", "b.x"}));
    writeTo("qnn.onnx");
    EXPECT_EQ(contextsIn(written("qnn.onnx", false)), 2U);
}

TEST_F(Merges, QnnBehindOurOwn) {
    addByDialog(small("ours"));
    addByDialog(qnn("theirs", "QNN_12345_1_0"));
    EXPECT_EQ(inputs(), (Names{"ours_x", "theirs_x"}));
    connectPorts("ours_y", "theirs_x");
    EXPECT_EQ(inputs(), Names{"ours_x"});
    tick(0);
    EXPECT_EQ(outputs(), Names{"theirs_y"});
    name(0, "head_");
    sourceKey(0, Qt::Key_Down, Qt::AltModifier);
    button("mergeUndo");
    writeTo("mixed.onnx");
    EXPECT_EQ(contextsIn(written("mixed.onnx", false)), 2U);
}

TEST_F(Merges, OpenVinosNamesStay) {
    addByDialog(openVino("enc", "image", "features"));
    EXPECT_TRUE(plan().contains(QStringLiteral("kept: OpenVINO's blob knows it by this name")));
    addByDialog(openVino("dec", "code", "text"));
    EXPECT_EQ(inputs(), (Names{"image", "code"}));
    connectPorts("features", "code");
    EXPECT_EQ(inputs(), Names{"image"});
    disconnect("features");
    key(Qt::Key_Z);
    EXPECT_EQ(inputs(), Names{"image"});
    sourceKey(1, Qt::Key_Up, Qt::AltModifier);
    button("mergeUndo");
    writeTo("openvino.onnx");
    EXPECT_EQ(contextsIn(written("openvino.onnx", false)), 2U);
    button("mergeCheck");
}

TEST_F(Merges, OpenVinosNamesThatClashAreRefusedAndAnotherModelIsTaken) {
    addByDialog(openVino("a"));
    addByDialog(openVino("b"));
    EXPECT_FALSE(part<QPushButton>("mergeWrite").isEnabled());
    EXPECT_TRUE(sources().topLevelItem(1)->text(8).contains(QStringLiteral("by that name")));
    name(1, "b_");
    EXPECT_FALSE(part<QPushButton>("mergeWrite").isEnabled()) << "a prefix does not help here";
    sourceKey(1, Qt::Key_Delete);
    addByDialog(openVino("c", "p", "q"));
    connectPorts("y", "p");
    tick(0);
    EXPECT_EQ(outputs(), Names{"q"});
    writeTo("other.onnx");
    EXPECT_EQ(contextsIn(written("other.onnx", false)), 2U);
}

TEST_F(Merges, ARecipeIsRepeatedAfterASourceWasCompiledAgain) {
    addByDialog(small("a"));
    addByDialog(small("b"));
    connectPorts("a_y", "b_x");
    name(1, "end_");
    writeTo("again.onnx");
    saveAs("again.json");
    EXPECT_FALSE(merge().isUnsaved());
    EXPECT_EQ(contextsIn(written("again.onnx")), 2U);
    (void)context("a", *inferShapes(test::modelFromText(
                           R"(<ir_version: 9, opset_import: ["" : 18]> g (float[1,4] x) =>
                              (float[1,4] y) { t = Neg(x) y = Relu(t) })")));
    sourceKey(0, Qt::Key_Delete); // a page with something else, which is given up
    {
        const Answers answers(
            {Answers::message(QStringLiteral("neither written nor saved"), QMessageBox::Discard)});
        drop({pathOf("again.json")});
    }
    EXPECT_EQ(inputs(), Names{"a_x"});
    button("mergeCheck");
    {
        const Answers answers(
            {Answers::message(QStringLiteral("again.onnx is there already"), QMessageBox::Yes)});
        QSignalSpy finished(&merge(), &MergeController::finished);
        button("mergeWrite");
        ASSERT_TRUE(QTest::qWaitFor([&] { return finished.count() == 1; }, 20000));
    }
    EXPECT_EQ(contextsIn(*readModel(folder / "again.onnx")), 2U);
}

} // namespace
} // namespace partita
