// The graph as a screen reader hears it.

#include <QAccessible>
#include <QAction>
#include <QTableView>
#include <fstream>

#include "tests/support/window.h"
#include "views/graph/graph_accessible.h"
#include "views/graph/true_focus.h"

namespace partita {
namespace {

constexpr const char* kSpokenFork = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[1,64] x) => (float[1,64] y) {
      [one] a = Relu(x)  [two] b = Sigmoid(a)  [three] c = Mish(a)  [four] y = Add(b, c) })";

std::vector<std::pair<QAccessible::Event, int>>& heard() {
    static std::vector<std::pair<QAccessible::Event, int>> events;
    return events;
}

class Heard : public test::Window {
protected:
    Heard() {
        std::ofstream(folder / "m.onnx", std::ios::binary) << test::bytesFromText(kSpokenFork);
        open(QString::fromStdString((folder / "m.onnx").string()));
        QAccessible::setActive(true);
        QAccessible::installUpdateHandler([](QAccessibleEvent* event) {
            if (qobject_cast<GraphView*>(event->object()))
                heard().emplace_back(event->type(), event->child());
        });
        heard().clear();
    }
    ~Heard() override { QAccessible::installUpdateHandler(nullptr); }
    QAccessibleInterface* graph() { return QAccessible::queryAccessibleInterface(&window.graph()); }
    int indexOf(const char* name) {
        return static_cast<int>(*window.document().scene().boxOf(node(name)));
    }
    QAccessibleInterface* child(const char* name) { return graph()->child(indexOf(name)); }
    test::TemporaryFolder folder;
};

TEST_F(Heard, EachNodeSaysItsNameWhoRunsItAndItsNeighbours) {
    ASSERT_TRUE(graph());
    EXPECT_EQ(graph()->role(), QAccessible::List);
    EXPECT_FALSE(graph()->text(QAccessible::Name).isEmpty());
    EXPECT_EQ(graph()->childCount(), 6) << "four nodes, an input, an output";
    EXPECT_EQ(child("three")->text(QAccessible::Name), QStringLiteral("three, Mish"));
    const QString told = child("three")->text(QAccessible::Description);
    for (const char* part : {"Runs on CPU", "Reads from one, Relu", "Read by four, Add"})
        EXPECT_TRUE(told.contains(QLatin1String(part))) << part << ": " << told.toStdString();
    for (int i = 0; i < graph()->childCount(); ++i) {
        EXPECT_FALSE(graph()->child(i)->text(QAccessible::Name).isEmpty()) << i;
        EXPECT_EQ(graph()->indexOfChild(graph()->child(i)), i);
    }
}

TEST_F(Heard, TheFocusFollowsTheSelection) {
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    window.graph().setFocus();
    window.document().setCurrentNode(node("one"));
    heard().clear();
    QTest::keyClick(&window.graph(), Qt::Key_Down);
    const NodeId now = window.document().currentNode();
    ASSERT_TRUE(now == node("two") || now == node("three"));
    const int at = static_cast<int>(*window.document().scene().boxOf(now));
    if (QAccessible::isActive()) { // a platform without accessibility tells nobody
        EXPECT_NE(std::ranges::find(heard(), std::pair(QAccessible::Focus, at)), heard().end());
    }
    ASSERT_TRUE(graph()->focusChild());
    EXPECT_EQ(graph()->indexOfChild(graph()->focusChild()), at);
    EXPECT_TRUE(graph()->child(at)->state().focused);
    EXPECT_TRUE(graph()->child(at)->state().selected);
    EXPECT_FALSE(child("one")->state().selected);
}

TEST_F(Heard, ATableThatFollowsTheGraphDoesNotSayThatItHasTheFocus) {
    window.showPanel("nodes");
    QTableView* table = nullptr;
    for (auto* each : window.findChildren<QTableView*>())
        if (each->accessibleName() == QStringLiteral("Nodes"))
            table = each;
    ASSERT_TRUE(table);
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    static QList<QAccessible::Event> told;
    told.clear();
    QAccessible::installUpdateHandler([](QAccessibleEvent* event) { told += event->type(); });
    tellTrueFocusOnly();
    const auto handler = QAccessible::installUpdateHandler(nullptr);
    QAccessibleEvent focus(table, QAccessible::Focus), selection(table, QAccessible::Selection);
    window.graph().setFocus();
    handler(&focus);
    handler(&selection);
    EXPECT_EQ(told, QList<QAccessible::Event>{QAccessible::Selection});
    table->setFocus();
    handler(&focus);
    EXPECT_EQ(told.back(), QAccessible::Focus);
}

TEST_F(Heard, ANodeIsWhereItIsDrawnAndCanBeChosen) {
    const QRect place = child("four")->rect();
    EXPECT_TRUE(place.contains(window.graph().mapToGlobal(window.graph().boxCenter(node("four")))));
    EXPECT_EQ(graph()->childAt(place.center().x(), place.center().y()), child("four"));
    auto* actions = child("four")->actionInterface();
    ASSERT_TRUE(actions);
    actions->doAction(QAccessibleActionInterface::setFocusAction());
    EXPECT_EQ(window.document().currentNode(), node("four"));
}

TEST_F(Heard, WhatIsNotShownAnyMoreIsNotThere) {
    QAccessibleInterface* before = child("one");
    ASSERT_TRUE(before->isValid());
    const QAccessible::Id id = QAccessible::uniqueId(before);
    open(test::kSample);
    EXPECT_NE(graph()->childCount(), 6);
    ASSERT_TRUE(graph()->child(0));
    EXPECT_FALSE(QAccessible::accessibleInterface(id)) << "it went with its picture";
    window.document().close();
    EXPECT_EQ(graph()->childCount(), 0);
}

} // namespace
} // namespace partita
