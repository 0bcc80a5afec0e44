// What the menu *Connect* of the page of a merge says of outputs that no input can read.

#include "core/onnx/write.h"
#include "tests/support/merge_hand.h"

namespace partita {
namespace {

using test::Answers;
using ConnectMenu = test::MergeHand;

TEST_F(ConnectMenu, AnOutputThatNothingCanReadSaysWhy) {
    add({small("a"), small("b", 5)});
    QString tip, status;
    const Answers answers({[&](QWidget& window) {
        auto* menu = qobject_cast<QMenu*>(&window);
        ASSERT_TRUE(menu && menu->toolTipsVisible());
        const QAction* first = menu->actions().front();
        EXPECT_FALSE(first->isEnabled());
        tip = first->toolTip();
        status = first->statusTip();
        menu->close();
    }});
    click("mergeConnect");
    EXPECT_TRUE(tip.contains(QStringLiteral("'1.y' (1×4 fp32) does not fit '2.x' (1×5 fp32)")))
        << tip.toStdString();
    EXPECT_EQ(status, tip);
}

TEST_F(ConnectMenu, WhereNoOtherModelHasAnInputThatIsTheReason) {
    const auto closed = folder / "closed.onnx";
    ASSERT_TRUE(writeModel(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g () => (float[2] z) { z = Constant<value = float[2] {1, 2}>() })"),
                           closed));
    add({small("a"), toQString(closed.string())});
    QString tip;
    const Answers answers({[&](QWidget& window) {
        auto* menu = qobject_cast<QMenu*>(&window);
        ASSERT_TRUE(menu);
        tip = menu->actions().front()->toolTip();
        menu->close();
    }});
    click("mergeConnect");
    EXPECT_EQ(tip, QStringLiteral("no other model has an input"));
}

} // namespace
} // namespace partita
