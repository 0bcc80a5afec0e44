// Tensors, menus, ways and bookmarks on the canvas, operated by mouse and keys.

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <fstream>

#include "tests/support/gestures.h"
#include "tests/support/lines.h"
#include "tests/support/painted.h"
#include "tests/support/window.h"
#include "views/document/item_actions.h"
#include "views/graph/minimap.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

constexpr const char* kLinkedFork = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[1,64] x) => (float[1,64] y) {
      [one] a = Relu(x)  [two] b = Sigmoid(a)  [three] c = Tanh(a)  [four] d = Add(b, c)
      [five] y = Neg(d) })";

class CanvasLinks : public test::Window {
protected:
    void openText(const std::string& text) {
        std::ofstream(folder / "m.onnx", std::ios::binary) << test::bytesFromText(text);
        open(QString::fromStdString((folder / "m.onnx").string()));
        graph().setFocus();
    }
    GraphView& graph() { return window.graph(); }
    DocumentController& document() { return window.document(); }
    std::string tensor() {
        const auto& value = document().model().value(document().currentTensor());
        return value ? value->name : std::string();
    }
    QPoint middleOf(const char* name) { return graph().boxCenter(node(name)); }
    /// A point of the widget on the line of a tensor.
    QPoint lineOf(const char* name) { return test::lineOf(graph(), name); }
    void click(const QPoint& at, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mouseClick(&graph(), Qt::LeftButton, modifiers, at);
    }
    std::vector<std::string> selected() {
        std::vector<std::string> names;
        for (const NodeId each : document().selection())
            names.push_back(document().model().node(each)->name);
        return names;
    }
    test::TemporaryFolder folder;
};
using Names = std::vector<std::string>;

TEST_F(CanvasLinks, ALineStandsOutUnderThePointerAndAClickSelectsItsTensor) {
    openText(kLinkedFork);
    test::moveMouse(graph(), lineOf("d"));
    EXPECT_GE(graph().marks().hoverNet, 0);
    EXPECT_EQ(graph().cursor().shape(), Qt::PointingHandCursor);
    click(lineOf("d"));
    EXPECT_EQ(tensor(), "d");
    EXPECT_FALSE(document().currentNode());
    EXPECT_EQ(graph().marks().related.size(), 2U); // its producer and its reader
    const QString text = inspectorText();
    for (const char* part : {"d", "1×64 fp32", "four", "five"})
        EXPECT_TRUE(text.contains(QString::fromUtf8(part))) << part << text.toStdString();
    test::moveMouse(graph(), {5, graph().height() - 5});
    EXPECT_EQ(graph().marks().hoverNet, -1);
    EXPECT_NE(graph().cursor().shape(), Qt::PointingHandCursor);
    click(middleOf("two")); // a node takes the place of the tensor
    EXPECT_EQ(tensor(), "");
    EXPECT_EQ(graph().marks().currentNet, -1);
}

TEST_F(CanvasLinks, UpAndDownLeadFromATensorToItsProducerAndReader) {
    openText(kLinkedFork);
    click(lineOf("d"));
    QTest::keyClick(&graph(), Qt::Key_Up);
    EXPECT_EQ(document().currentNode(), node("four"));
    click(lineOf("d"));
    QTest::keyClick(&graph(), Qt::Key_Down);
    EXPECT_EQ(document().currentNode(), node("five"));
}

TEST_F(CanvasLinks, TheMenuOfALineLeadsToItsEnds) {
    openText(kLinkedFork);
    const QString producer = QStringLiteral("Go to its producer"),
                  reader = QStringLiteral("Go to its reader five");
    EXPECT_TRUE(test::menuAt(graph(), lineOf("d"), producer).contains(reader));
    EXPECT_EQ(document().currentNode(), node("four"));
    test::menuAt(graph(), lineOf("d"), reader);
    EXPECT_EQ(document().currentNode(), node("five"));
    test::menuAt(graph(), lineOf("d"), QStringLiteral("Copy name"));
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("d"));
    test::menuAt(graph(), lineOf("d"), QStringLiteral("Copy type"));
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QString::fromUtf8("1×64 fp32"));
    // By the menu key, for the selected tensor.
    EXPECT_TRUE(test::menuAt(graph(), {5, 5}, {}, QContextMenuEvent::Keyboard).contains(producer));
}

TEST_F(CanvasLinks, TheValueOfAConstantAndOfAnAttributeIsCopied) {
    openText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 3] x) => (float[1, 3] y) <float[3] w = {1, 2.5, -3}> {
            [add] a = Add(x, w) [elu] y = Elu<alpha = 0.25> (a) })");
    const QString copy = QStringLiteral("Copy value");
    const auto copied = [&](ValueId value) {
        QGuiApplication::clipboard()->clear();
        QMenu menu;
        addItemActions(menu, document(), Item::of(value));
        for (QAction* each : menu.actions())
            if (each->text() == copy)
                each->trigger();
        return QGuiApplication::clipboard()->text();
    };
    EXPECT_EQ(copied(test::valueNamed(document().model(), "w")), QStringLiteral("1, 2.5, -3"));
    EXPECT_EQ(copied(test::valueNamed(document().model(), "a")), QString());
    document().setCurrentNode(node("elu"));
    QApplication::processEvents();
    QWidget* row = nullptr;
    for (auto* each : window.panel("inspector")->findChildren<QWidget*>())
        if (each->contextMenuPolicy() == Qt::ActionsContextMenu && !each->actions().isEmpty())
            row = each;
    ASSERT_TRUE(row);
    ASSERT_EQ(row->actions().front()->text(), copy);
    row->actions().front()->trigger();
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("0.25"));
}

TEST_F(CanvasLinks, TheMenuOfTheCanvasHasTheCommandsForAllOfIt) {
    openText(kLinkedFork);
    const QPoint beside(5, graph().height() - 5);
    const auto texts = test::menuAt(graph(), beside, window.action("zoom100")->text());
    for (const char* id : {"fit", "collapse", "exportPng", "find", "goTo"})
        EXPECT_TRUE(texts.contains(window.action(id)->text())) << id;
    EXPECT_EQ(graph().scale(), 1);
}

TEST_F(CanvasLinks, PredecessorsAndSuccessorsAreSelectedByTheMenu) {
    openText(kLinkedFork);
    test::menuAt(graph(), middleOf("three"), QStringLiteral("Select its predecessors"));
    EXPECT_EQ(selected(), (Names{"one", "three"}));
    document().setCurrentNode(node("one"));
    test::menuAt(graph(), middleOf("three"), QStringLiteral("Select its successors"));
    EXPECT_EQ(selected(), (Names{"three", "four", "five"}));
    EXPECT_EQ(graph().marks().selected.size(), 3U);
}

TEST_F(CanvasLinks, UpToTheBorderStaysInThePartition) {
    open(test::kSample);
    document().setCurrentNode(node("neck/norm"));
    test::menuAt(graph(), middleOf("neck/norm"),
                 QStringLiteral("Select its predecessors up to the border"));
    EXPECT_EQ(selected(), Names{"neck/norm"}); // it is the only one on its provider
    document().setCurrentNode(node("stem/relu"));
    test::menuAt(graph(), middleOf("stem/relu"),
                 QStringLiteral("Select its successors up to the border"));
    const auto* partition = document().partitioning().partition(node("stem/relu"));
    ASSERT_GT(selected().size(), 3U);
    for (const NodeId each : document().selection())
        EXPECT_EQ(document().partitioning().partition(each), partition);
}

TEST_F(CanvasLinks, TheWayBetweenTwoNodesIsSelected) {
    openText(kLinkedFork);
    click(middleOf("one"));
    click(middleOf("five"), Qt::ControlModifier);
    // A right click on one of them keeps both.
    test::menuAt(graph(), middleOf("five"), QStringLiteral("Select all ways between both"));
    EXPECT_EQ(selected(), (Names{"one", "two", "three", "four", "five"}));
    click(middleOf("five"));
    click(middleOf("one"), Qt::ControlModifier);
    window.action("way")->trigger();
    EXPECT_EQ(selected().size(), 4U); // one, four, five and one between
    EXPECT_EQ(selected().front(), "one");
    EXPECT_EQ(selected().back(), "five");
}

TEST_F(CanvasLinks, WhereNoWayLeadsItIsSaid) {
    openText(kLinkedFork);
    const auto* bar = window.findChild<QWidget*>(QStringLiteral("messageBar"));
    const auto say = [&] {
        QTest::keyClick(&window, Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
        return bar->isVisible() ? bar->findChild<QLabel*>()->text() : QString();
    };
    click(middleOf("two"));
    EXPECT_TRUE(say().startsWith(QStringLiteral("Select two nodes"))) << say().toStdString();
    click(middleOf("three"), Qt::ControlModifier);
    EXPECT_TRUE(say().startsWith(QStringLiteral("No way leads"))) << say().toStdString();
    EXPECT_EQ(selected(), (Names{"two", "three"}));
}

TEST_F(CanvasLinks, ARightClickKeepsASelectionOfSeveralNodes) {
    openText(kLinkedFork);
    click(middleOf("two"));
    click(middleOf("three"), Qt::ControlModifier);
    test::menuAt(graph(), middleOf("two"));
    EXPECT_EQ(selected(), (Names{"two", "three"}));
    test::menuAt(graph(), middleOf("five")); // one of the others is selected by it
    EXPECT_EQ(selected(), Names{"five"});
}

TEST_F(CanvasLinks, TheMenuCountsOnlyNodesThatArePlaced) {
    openText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> {
          [one] a = Relu(x) [gone] v = Identity(w) [two] b = Add(a, v) [three] y = Abs(b) })");
    ASSERT_TRUE(document().partitioning().isFolded(node("gone")));
    document().selectNodes({node("one"), node("gone"), node("two")});
    const auto texts = test::menuAt(graph(), middleOf("two"));
    EXPECT_TRUE(texts.contains(QStringLiteral("Must not run on NPU (2 nodes)")))
        << texts.join(QLatin1Char('\n')).toStdString();
}

TEST_F(CanvasLinks, AProviderIsExcludedForAllSelectedNodesAtOnce) {
    openText(kLinkedFork);
    click(middleOf("two"));
    click(middleOf("three"), Qt::ControlModifier);
    const auto texts = test::menuAt(graph(), middleOf("two"));
    const QString first = texts.filter(QStringLiteral("Must not run on")).front();
    QSignalSpy placed(&document(), &DocumentController::partitioningChanged);
    test::menuAt(graph(), middleOf("two"), first);
    ASSERT_TRUE(waitFor([&] { return placed.count() == 1; }));
    EXPECT_EQ(document().partitionOptions().excluded.size(), 2U);
    EXPECT_EQ(document().partitioning().providerOf(node("three")), 1U);
}

TEST_F(CanvasLinks, TheBandAddsWithCtrlTakesAwayWithAltAndEscapeBringsBack) {
    openText(kLinkedFork);
    const auto band = [&](const char* name, Qt::KeyboardModifiers more) {
        const QRect box =
            graph()
                .toDevice()
                .mapRect(graph().painter().boxRect(*document().scene().boxOf(node(name))))
                .toAlignedRect();
        test::drag(graph(), box.topLeft() - QPoint(12, 6), box.center(), Qt::LeftButton,
                   Qt::ShiftModifier | more);
    };
    band("two", {});
    EXPECT_EQ(selected(), Names{"two"});
    band("four", Qt::ControlModifier);
    EXPECT_EQ(selected(), (Names{"two", "four"}));
    band("two", Qt::AltModifier);
    EXPECT_EQ(selected(), Names{"four"});
    QTest::keyClick(&graph(), Qt::Key_Escape);
    EXPECT_EQ(selected(), (Names{"two", "four"}));
}

TEST_F(CanvasLinks, CtrlCCopiesTheNamesOfTheSelectedNodes) {
    openText(kLinkedFork);
    click(middleOf("two"));
    click(middleOf("three"), Qt::ControlModifier);
    QTest::keyClick(&graph(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("two\nthree"));
    click(lineOf("d"));
    QTest::keyClick(&graph(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("d"));
}

TEST_F(CanvasLinks, BookmarksAreSetWalkedAndSeen) {
    openText(kLinkedFork);
    const auto press = [&](Qt::KeyboardModifiers modifiers) {
        QTest::keyClick(&window, Qt::Key_F2, modifiers);
    };
    for (const char* name : {"two", "five"}) {
        click(middleOf(name));
        press(Qt::ControlModifier);
    }
    EXPECT_EQ(graph().marks().bookmarked.size(), 2U);
    const QRectF box = graph().painter().boxRect(*document().scene().boxOf(node("two")));
    const QRect ribbon =
        graph().toDevice().mapRect(QRectF(box.left() - 12, box.top(), 8, 8)).toAlignedRect();
    EXPECT_GT(test::pixelsOf(test::pictureOf(graph()), graph().theme().accent, ribbon), 20);
    press(Qt::ShiftModifier); // from five around to two
    EXPECT_EQ(document().currentNode(), node("two"));
    press(Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(document().currentNode(), node("five"));
    press(Qt::ControlModifier);
    EXPECT_EQ(graph().marks().bookmarked.size(), 1U);
    EXPECT_TRUE(test::menuAt(graph(), middleOf("five"), QStringLiteral("Bookmark"))
                    .contains(QStringLiteral("Bookmark")));
    EXPECT_EQ(document().bookmarks().nodes().size(), 2U);
    openText(kLinkedFork); // the nodes of the same names keep theirs
    EXPECT_EQ(document().bookmarks().nodes().size(), 2U);
    open(test::kSample); // another document has none
    EXPECT_TRUE(document().bookmarks().nodes().empty());
}

TEST_F(CanvasLinks, TheMinimapMarksWhatWasFound) {
    open(test::kSample);
    auto* minimap = window.findChild<Minimap*>();
    const auto marked = [&] {
        return test::pixelsOf(test::pictureOf(*minimap), graph().theme().strongEdge,
                              minimap->rect());
    };
    const int before = marked();
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(window.findBar().findChild<QLineEdit*>(), QStringLiteral("neck/norm"));
    EXPECT_GT(marked(), before + 3);
}

TEST_F(CanvasLinks, TheMinimapHasFoldedNodes) {
    const auto pale = [&](const char* nodes) {
        openText(std::string(R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[2] x) => (float[2] y) <float[2] a> { )") +
                 nodes + " }");
        auto* minimap = window.findChild<Minimap*>();
        return test::pixelsOf(test::pictureOf(*minimap), graph().theme().lineWeak, minimap->rect());
    };
    EXPECT_EQ(pale("[one] a = Abs(x) [two] y = Neg(a)"), 0);
    EXPECT_GT(pale("[one] a = Identity(x) [two] y = Neg(a)"), 30);
}

TEST_F(CanvasLinks, WhatTheGraphShowsIsCopiedAsAPicture) {
    window.action("copyPicture")->trigger();
    const QPixmap copied = QGuiApplication::clipboard()->pixmap();
    EXPECT_EQ(copied.size(), graph().size() * graph().devicePixelRatioF());
}

} // namespace
} // namespace partita
