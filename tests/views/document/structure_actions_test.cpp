// Edits of the structure by menus and forms, and what the entries say that can do nothing.

#include "views/document/structure_actions.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>

#include "core/ir/layer_annotation.h"
#include "tests/support/edit_menus.h"

namespace partita {
namespace {

constexpr const char* kLine = R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
g (float[2, 3] x) => (float[2, 3] y, float[2, 3] z) {
  [one] a = Relu(x) [two] b = Neg(a) [three] c = Abs(b) [four] y = Add(c, a) [call] z = my.f(a) }
<opset_import: ["" : 18], domain: "my"> f (p) => (q) { [exp] q = Exp(p) }
)";

class StructureMenus : public test::EditMenus {
protected:
    void openLine() { openToEdit(kLine); }
};

TEST_F(StructureMenus, SelectedNodesBecomeAFunctionOfAnyName) {
    openLine();
    choose({"two", "three"});
    entry(Item::ofSelection(), QStringLiteral("Extract into a function"))->trigger();
    EditForm* asked = form("functionForm");
    auto* domain = asked->findChild<QLineEdit*>(QStringLiteral("domain"));
    EXPECT_EQ(domain->text(), QStringLiteral("my")); // as the model has one
    asked->findChild<QLineEdit*>(QStringLiteral("name"))->setText(QStringLiteral("f"));
    asked->accept();
    EXPECT_TRUE(asked->isVisible());
    EXPECT_TRUE(test::labelsOf(*asked).contains(QStringLiteral("my.f already")))
        << test::labelsOf(*asked).toStdString();
    asked->findChild<QLineEdit*>(QStringLiteral("name"))->setText(QStringLiteral("Part"));
    placed([&] { asked->accept(); });
    EXPECT_EQ(stored().info().functions.size(), 2U);
    EXPECT_EQ(document().currentNode(), node("Part"));
    EXPECT_TRUE(window.action("undo")->text().contains(QStringLiteral("my.Part")));
    placed([&] { window.action("undo")->trigger(); });
    EXPECT_EQ(stored().info().functions.size(), 1U);
}

TEST_F(StructureMenus, EntriesThatCanDoNothingSayWhy) {
    openLine();
    choose({"one", "four"}); // the way between them leads through others
    QAction* extract = entry(Item::ofSelection(), QStringLiteral("Extract into a function"));
    EXPECT_FALSE(extract->isEnabled());
    EXPECT_TRUE(extract->text().contains(QStringLiteral("'three' reads what the nodes compute")))
        << extract->text().toStdString();
    const std::pair<const char*, const char*> expected[] = {
        {"Inline the call", "calls no function"},
        {"Inline all calls", "calls no function"},
        {"Put the branch", "it is no If"},
        {"Remove the mark", "none of the nodes has a mark"}};
    for (const auto& [title, reason] : expected) {
        QAction* grey = entry(itemOf("one"), QLatin1String(title));
        EXPECT_FALSE(grey->isEnabled()) << title;
        EXPECT_TRUE(grey->text().contains(QLatin1String(reason))) << grey->text().toStdString();
    }
    EXPECT_TRUE(entry(itemOf("one"), QStringLiteral("Insert on its edges"))->isEnabled());
    window.action("editMode")->trigger();
    QMenu plain;
    addItemActions(plain, document(), itemOf("one"));
    for (const QAction* action : plain.actions())
        EXPECT_FALSE(action->text().startsWith(QStringLiteral("Structure")));
}

TEST_F(StructureMenus, ACallBecomesTheNodesOfItsFunction) {
    openLine();
    placed([&] { entry(itemOf("call"), QStringLiteral("Inline the call"))->trigger(); });
    EXPECT_TRUE(test::nodeNamed(stored(), "call/exp"));
    EXPECT_EQ(stored().info().functions.size(), 1U);
    placed([&] { window.action("undo")->trigger(); });
    placed([&] { entry(itemOf("call"), QStringLiteral("Inline all calls"))->trigger(); });
    EXPECT_TRUE(stored().info().functions.empty());
}

TEST_F(StructureMenus, ACastAndBackStandsOnTheSelectedTensor) {
    openLine();
    const QString both = QStringLiteral("Cast there and back");
    EXPECT_FALSE(entry(tensor("a"), QStringLiteral("float32"), both)->isEnabled());
    placed([&] { entry(tensor("a"), QStringLiteral("float16"), both)->trigger(); });
    EXPECT_EQ(count("Cast"), 2U);
    EXPECT_EQ(stored().consumers(test::valueNamed(stored(), "a")).size(), 1U);
    EXPECT_TRUE(window.action("undo")->text().contains(QStringLiteral("float16")));
    placed([&] { entry(tensor("b"), QStringLiteral("Identity"))->trigger(); });
    EXPECT_EQ(count("Identity"), 1U);
}

TEST_F(StructureMenus, SeveralEdgesThatLeaveTheNodesAreOneStep) {
    openLine();
    choose({"one", "two"}); // "a" leaves to two readers, "b" to one
    const int steps = document().history().size();
    placed([&] {
        entry(Item::ofSelection(), QStringLiteral("float16"), QStringLiteral("Cast there and back"))
            ->trigger();
    });
    EXPECT_EQ(count("Cast"), 4U);
    EXPECT_EQ(document().history().size(), steps + 1);
    const auto& two = *stored().node(test::nodeNamed(stored(), "two"));
    EXPECT_EQ(stored().value(two.inputs[0])->name, "a"); // inside, it reads as before
}

TEST_F(StructureMenus, FormsAskForTheOrderAndTheQuantization) {
    openLine();
    entry(tensor("b"), QStringLiteral("Transpose"))->trigger();
    EditForm* order = form("orderForm");
    EXPECT_EQ(order->findChild<QLineEdit*>(QStringLiteral("order"))->text(), QStringLiteral("1,0"));
    EXPECT_TRUE(order->findChild<QCheckBox*>(QStringLiteral("back"))->isChecked());
    order->findChild<QLineEdit*>(QStringLiteral("order"))->setText(QStringLiteral("1,x"));
    order->accept();
    EXPECT_TRUE(test::labelsOf(*order).contains(QStringLiteral("'x' is no number")));
    order->findChild<QLineEdit*>(QStringLiteral("order"))->setText(QStringLiteral("1, 0"));
    placed([&] { order->accept(); });
    EXPECT_EQ(count("Transpose"), 2U);
    entry(tensor("c"), QStringLiteral("Quantize"))->trigger();
    EditForm* quantize = form("quantizationForm");
    quantize->findChild<QLineEdit*>(QStringLiteral("zeroPoint"))->setText(QStringLiteral("300"));
    quantize->accept();
    EXPECT_TRUE(test::labelsOf(*quantize).contains(QStringLiteral("from 0 to 255")));
    quantize->findChild<QLineEdit*>(QStringLiteral("zeroPoint"))->setText(QStringLiteral("128"));
    placed([&] { quantize->accept(); });
    EXPECT_EQ(count("DequantizeLinear"), 1U);
    EXPECT_EQ(stored().value(test::valueNamed(stored(), "c_zero_point"))->initializer->type,
              DataType::uint8);
}

TEST_F(StructureMenus, AMarkIsSetInTheMenuAndShownAndEditedInTheInspector) {
    openLine();
    entry(itemOf("two"), QStringLiteral("Mark for a provider"))->trigger();
    EditForm* asked = form("markForm");
    asked->findChild<QComboBox*>(QStringLiteral("mark"))->setEditText(QStringLiteral("encoder"));
    placed([&] { asked->accept(); });
    EXPECT_EQ(layerOf(*stored().node(test::nodeNamed(stored(), "two"))), "encoder");
    const auto field = [&] {
        return window.panel("inspector")->findChild<QLineEdit*>(QStringLiteral("nodeMark"));
    };
    ASSERT_TRUE(field());
    EXPECT_EQ(field()->text(), QStringLiteral("encoder"));
    field()->setFocus();
    field()->selectAll();
    QTest::keyClicks(field(), QStringLiteral("head"));
    placed([&] { QTest::keyClick(field(), Qt::Key_Return); });
    EXPECT_EQ(layerOf(*stored().node(test::nodeNamed(stored(), "two"))), "head");
    window.action("editMode")->trigger();
    document().setCurrentNode(node("one"));
    document().setCurrentNode(node("two"));
    EXPECT_TRUE(inspectorText().contains(QStringLiteral("head")));
    EXPECT_FALSE(inspectorText().contains(QStringLiteral("layer_ann"))); // said in words
    window.action("editMode")->trigger();
    placed([&] { entry(itemOf("two"), QStringLiteral("Remove the mark"))->trigger(); });
    EXPECT_FALSE(stored().node(test::nodeNamed(stored(), "two"))->annotations);
}

} // namespace
} // namespace partita
