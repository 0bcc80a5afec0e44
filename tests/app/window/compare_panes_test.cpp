// What both panes of a comparison do together: they fold alike, lie over each other, and take pairs
// of nodes that the user makes.

#include <QContextMenuEvent>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include "core/onnx/write.h"
#include "core/scene/aligned_scenes.h"
#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "tests/support/window.h"
#include "views/graph/legend.h"
#include "views/graph/minimap.h"
#include "views/panels/differences_panel.h"

namespace partita {
namespace {

using test::Answers;

/// Layers of eight nodes in name scopes, without one node of the layer `without`.
Model layered(int layers, int without) {
    std::string text =
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4] v0) => (float[4] y) {)";
    std::vector<std::pair<std::string, std::string>> names;
    std::string last = "v0";
    for (int layer = 0; layer < layers; ++layer)
        for (int i = 0; i < 8; ++i) {
            if (layer == without && i == 4)
                continue;
            const std::string id = std::to_string(layer) + "_" + std::to_string(i);
            const bool isEnd = layer + 1 == layers && i == 7;
            const std::string out = isEnd ? "y" : "v" + id;
            text += " [n" + id + "] " + out + " = " + (i % 2 ? "Abs(" : "Relu(") + last + ")";
            last = out;
            names.emplace_back("n" + id,
                               "/m/layers." + std::to_string(layer) + "/" + std::to_string(i));
        }
    const Model model = test::modelFromText(text + " }");
    ModelEditor editor(model);
    for (const auto& [from, to] : names)
        editor.changeNode(test::nodeNamed(model, from), [&](Node& node) { node.name = to; });
    return editor.model();
}

class ComparePanes : public test::Window {
protected:
    QString write(const char* name, const Model& model) {
        const QString path = folder.filePath(QString::fromLatin1(name));
        EXPECT_TRUE(writeModel(model, path.toStdString()));
        return path;
    }
    ComparisonController& comparison() {
        return static_cast<DifferencesPanel*>(window.panel("differences"))->comparison();
    }
    template <class F> void compared(F&& action) {
        const auto before = comparison().comparison();
        action();
        ASSERT_TRUE(waitFor([&] {
            const auto& now = comparison().comparison();
            return now && now != before && window.document().state().beside == now->beside &&
                   !window.document().jobs().isRunning();
        }));
        QApplication::processEvents();
    }
    /// Opens `after` and compares `before` with it.
    void compare(const Model& before, const Model& after, bool documentFirst = false) {
        open(write("after.onnx", after));
        const QString path = write("before.onnx", before);
        compared([&] { comparison().compareWith(path.toStdString(), documentFirst); });
    }
    const GraphScene& own() { return *window.document().state().scene; }
    const GraphScene& other() { return *window.document().state().before; }
    BeforeView& beside() { return window.pair().before(); }
    QPoint placeOf(std::size_t box) {
        const QPointF centre = beside().painter().boxRect(box).center();
        beside().centerOn(centre);
        return beside().toDevice().map(centre).toPoint();
    }
    static std::set<NodeId> drawnNodes(const GraphScene& scene) {
        std::set<NodeId> nodes;
        for (const SceneBox& box : scene.boxes)
            if (box.kind == SceneBox::Kind::node)
                nodes.insert(box.node);
        return nodes;
    }
    QTemporaryDir folder;
};

TEST_F(ComparePanes, AGroupThatOpensInOnePaneOpensInTheOther) {
    compare(layered(12, -1), layered(12, 3));
    auto& document = window.document();
    const auto foldAll = [&] {
        document.setCollapsed(true);
        ASSERT_TRUE(waitFor([&] {
            return !document.jobs().isRunning() && own().collapsed && !own().groups.empty();
        }));
    };
    foldAll();
    ASSERT_TRUE(drawnNodes(own()).empty());
    ASSERT_TRUE(drawnNodes(other()).empty());
    // The layer that has one node more beside the document.
    const NodeId inside = test::nodeNamed(document.model(), "/m/layers.3/0");
    document.setExpanded(own().groupsOf(inside).back(), true);
    ASSERT_TRUE(waitFor([&] { return !drawnNodes(own()).empty(); }));
    EXPECT_FALSE(drawnNodes(other()).empty());
    EXPECT_TRUE(drawnNodes(other()).contains(inside));
    EXPECT_EQ(drawnNodes(other()).size(), drawnNodes(own()).size() + 1);
    EXPECT_TRUE(document.collapseAround(inside));
    ASSERT_TRUE(waitFor([&] { return drawnNodes(own()).empty(); }));
    EXPECT_TRUE(drawnNodes(other()).empty());
    // The same by double clicks beside the document: there, a group around it opens first.
    for (int click = 0; click < 2; ++click) {
        const auto box = *other().boxOf(inside);
        ASSERT_EQ(other().boxes[box].kind, SceneBox::Kind::group);
        const auto before = window.document().state().before;
        QTest::mouseDClick(&beside(), Qt::LeftButton, {}, placeOf(box));
        ASSERT_TRUE(waitFor([&] {
            return window.document().state().before != before && !document.jobs().isRunning();
        }));
    }
    EXPECT_TRUE(drawnNodes(other()).contains(inside));
    EXPECT_TRUE(drawnNodes(own()).contains(inside));
}

Model chain(const std::string& calls) {
    return test::modelFromText("<ir_version: 9, opset_import: [\"\" : 18]>\n"
                               "g (float[4] x) => (float[4] y) { " +
                               calls + " }");
}

TEST_F(ComparePanes, TheFiltersCountNodesAsTheTextBesideThemDoes) {
    const auto model = [](const char* size) {
        return test::modelFromText("<ir_version: 9, opset_import: [\"\" : 18]> g (float[" +
                                   std::string(size) + "] x, float[2] z) => (float[" + size +
                                   "] y, float[2] o) { [a] v = Relu(x) [b] w = Relu(v) "
                                   "[c] y = Relu(w) [d] o = Abs(z) }");
    };
    compare(model("4"), model("8"));
    auto* panel = window.panel("differences");
    QStringList chips;
    for (const auto* chip : panel->findChildren<QToolButton*>())
        chips += chip->text();
    EXPECT_TRUE(chips.contains(QStringLiteral("All 3")))
        << chips.join(QLatin1Char('|')).toStdString();
    EXPECT_TRUE(chips.contains(QStringLiteral("changed 3")))
        << chips.join(QLatin1Char('|')).toStdString();
    const QString beside = panel->findChild<QLabel*>(QStringLiteral("differenceSummary"))->text();
    EXPECT_TRUE(beside.startsWith(QStringLiteral("1 node the same"))) << beside.toStdString();
}

/// How a drawing shows a title: nothing, as text, or struck out.
std::optional<bool> struckTitle(const GraphScene& scene, const DrawingMarks& marks,
                                const std::string& title) {
    const SceneDrawing drawing(std::make_shared<const GraphScene>(scene),
                               DrawingText::english([](const std::string& text, bool) {
                                   return 7.0 * double(text.size());
                               }));
    std::optional<bool> found;
    for (const auto& shape : drawing.drawing(marks).shapes)
        if (const auto* text = std::get_if<DrawnText>(&shape); text && text->words == title)
            found = text->struckOut;
    return found;
}

TEST_F(ComparePanes, LaidOverItShowsWhatOnlyTheOtherSideHas) {
    const Model with = chain("[a] v = Relu(x) [b] w = Exp(v) [c] y = Tanh(w)"),
                without = chain("[a] v = Relu(x) [c] y = Tanh(v)");
    compare(with, without);
    window.pair().setLook(GraphPair::Look::over);
    EXPECT_EQ(struckTitle(own(), window.graph().marks(), "Exp"), true);
    // As the side after, it would come: it is not struck, and seen only here.
    compared([&] { comparison().swap(); });
    EXPECT_EQ(struckTitle(own(), window.graph().marks(), "Exp"), false);
    window.pair().setLook(GraphPair::Look::beside);
    EXPECT_EQ(struckTitle(own(), window.graph().marks(), "Exp"), std::nullopt);
}

TEST_F(ComparePanes, ARemovedNodeIsStruckOutBesideTheDocument) {
    compare(chain("[a] v = Relu(x) [b] w = Exp(v) [c] y = Tanh(w)"),
            chain("[a] v = Relu(x) [c] y = Tanh(v)"));
    EXPECT_EQ(struckTitle(other(), beside().marks(), "Exp"), true);
    EXPECT_EQ(struckTitle(other(), beside().marks(), "Tanh"), false);
}

TEST_F(ComparePanes, ColumnsLeaveRoomForTheStripesOfBothSides) {
    compare(chain("[a] v = Relu(x) [b] w = Exp(x) [c] y = Add(v, w)"),
            chain("[a] v = Relu(x) [b] w = Neg(x) [c] y = Add(v, w)"));
    for (const GraphScene* scene : {&own(), &other()}) {
        const std::optional<std::size_t> left = scene->boxOf(node("a")),
                                         right = scene->boxOf(node("b"));
        ASSERT_TRUE(left && right);
        const double apart =
            std::abs(scene->layout.centers[*left].x - scene->layout.centers[*right].x) -
            (scene->sizes[*left].width + scene->sizes[*right].width) / 2;
        EXPECT_GE(apart, 23);
    }
}

TEST_F(ComparePanes, LegendAndMinimapDoNotCoverASmallComparison) {
    window.resize(1024, 768);
    compare(layered(40, -1), layered(40, 3));
    window.pair().setLook(GraphPair::Look::over);
    QApplication::processEvents();
    EXPECT_FALSE(window.findChild<Legend*>()->isVisible());
    EXPECT_FALSE(window.findChild<Minimap*>()->isVisible());
    comparison().clear();
    ASSERT_TRUE(waitFor([&] { return !window.document().state().beside; }));
    QApplication::processEvents();
    EXPECT_TRUE(window.findChild<Legend*>()->isVisible() ||
                window.findChild<Minimap*>()->isVisible());
}

TEST_F(ComparePanes, TwoNodesAreMatchedByHandAndForgotten) {
    compare(chain("[a] v = Relu(x) [b] w = Exp(v) [s] u = Sin(w) [c] y = Tanh(u)"),
            chain("[a] v = Relu(x) [m] w = Cos(v) [k] u = Neg(w) [z] t = Ceil(u) [c] y = Tanh(t)"));
    const auto partner = [&](const char* own) {
        return comparison().comparison()->differences.matching.partnerOfB(node(own));
    };
    const Model& before = comparison().comparison()->a.model;
    const NodeId exp = test::nodeNamed(before, "b");
    ASSERT_NE(partner("k"), exp);
    const auto openMenu = [&](const QString& entry) {
        std::optional<std::uint32_t> at;
        for (std::uint32_t i = 0; i < other().boxes.size(); ++i)
            if (other().boxes[i].title.str() == "Exp")
                at = i;
        ASSERT_TRUE(at);
        const QPoint place = placeOf(*at);
        const Answers answers({Answers::entry(entry)});
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, beside().mapToGlobal(place));
        QApplication::sendEvent(&beside(), &event);
    };
    window.document().setCurrentNode(node("k"));
    compared([&] { openMenu(QStringLiteral("Match by hand with k")); });
    EXPECT_EQ(partner("k"), exp);
    EXPECT_EQ(
        comparison().comparison()->differences.matchedBy[static_cast<std::size_t>(MatchedBy::hand)],
        1U);
    compared([&] { comparison().swap(); }); // they stay a pair
    EXPECT_EQ(comparison().comparison()->differences.matching.partnerOfA(node("k")), exp);
    compared([&] { comparison().swap(); });
    compared([&] { openMenu(QStringLiteral("Forget the matches by hand")); });
    EXPECT_NE(partner("k"), exp);
    EXPECT_EQ(comparison().matches(), 0U);
}

TEST_F(ComparePanes, TheInspectorHasTheSameActionsAsTheMenusOfANode) {
    window.resize(1600, 1000);
    compare(chain("[a] v = Relu(x) [b] w = Exp(v) [s] u = Sin(w) [c] y = Tanh(u)"),
            chain("[a] v = Relu(x) [m] w = Cos(v) [k] u = Neg(w) [z] t = Ceil(u) [c] y = Tanh(t)"));
    const auto button = [&](const QString& text) -> QPushButton* {
        for (auto* each : window.panel("inspector")->findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == text)
                return each;
        return nullptr;
    };
    EXPECT_FALSE(button(QStringLiteral("Match by hand…"))) << "no node is selected";
    window.document().setCurrentNode(node("k"));
    QApplication::processEvents();
    QPushButton* match = button(QStringLiteral("Match by hand…"));
    ASSERT_TRUE(match);
    const NodeId exp = test::nodeNamed(comparison().comparison()->a.model, "b");
    std::uint32_t box = 0;
    while (other().boxes.at(box).title.str() != "Exp")
        ++box;
    QTest::mouseClick(match, Qt::LeftButton);
    ASSERT_TRUE(beside().isPicking());
    QTest::keyClick(&beside(), Qt::Key_Escape);
    EXPECT_FALSE(beside().isPicking());
    QTest::mouseClick(match, Qt::LeftButton);
    const QPoint place = placeOf(box);
    compared([&] { QTest::mouseClick(&beside(), Qt::LeftButton, Qt::NoModifier, place); });
    EXPECT_EQ(comparison().comparison()->differences.matching.partnerOfB(node("k")), exp);
    EXPECT_FALSE(beside().isPicking());
    const bool isOnCpu = window.document().partitioning().providerOf(node("k")) == 1U;
    window.document().setCurrentNode({});
    window.document().setCurrentNode(node("k"));
    QApplication::processEvents();
    QPushButton* pin =
        button(isOnCpu ? QStringLiteral("Pin to NPU") : QStringLiteral("Pin to CPU"));
    ASSERT_TRUE(pin);
    QTest::mouseClick(pin, Qt::LeftButton);
    const auto& changes = window.document().scenarios().scenario().changes;
    ASSERT_EQ(changes.size(), 1U);
    const auto& pinned = std::get<NodesChange>(changes[0].action);
    EXPECT_EQ(pinned.what, NodesChange::What::pin);
    EXPECT_EQ(pinned.nodes.id, node("k"));
    EXPECT_EQ(pinned.provider, isOnCpu ? "npu" : "cpu");
    comparison().clear();
    ASSERT_TRUE(waitFor([&] { return !window.document().state().beside; }));
    QApplication::processEvents();
    EXPECT_FALSE(button(QStringLiteral("Match by hand…"))) << "nothing is compared";
}

} // namespace
} // namespace partita
