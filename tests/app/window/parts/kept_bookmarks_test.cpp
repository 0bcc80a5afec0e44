// Bookmarks are kept for each file.

#include <QAction>
#include <QSettings>

#include "tests/support/dialogs.h"

namespace partita {
namespace {

constexpr const char* kChain = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[2] x) => (float[2] y) { [one] a = Neg(x) [two] b = Identity(a) [three] y = Relu(b) })";

class KeptBookmarks : public test::OperatedWindow {
protected:
    KeptBookmarks() { QSettings().remove(QStringLiteral("bookmarks")); }
    ~KeptBookmarks() override { QSettings().remove(QStringLiteral("bookmarks")); }
    void mark(const char* name) {
        window.document().setCurrentNode(node(name));
        QTest::keyClick(&window, Qt::Key_F2, Qt::ControlModifier);
    }
    const std::vector<NodeId>& marked() { return window.document().bookmarks().nodes(); }
};

TEST_F(KeptBookmarks, ComeBackWithTheirFile) {
    const QString path = modelFile("m.onnx", kChain);
    open(path);
    mark("one");
    mark("three");
    open(modelFile("other.onnx", kChain));
    EXPECT_TRUE(marked().empty());
    open(path);
    EXPECT_EQ(marked(), (std::vector{node("one"), node("three")}));
    mark("one"); // again: it is removed
    open(path);
    EXPECT_EQ(marked(), std::vector{node("three")});
}

TEST_F(KeptBookmarks, AreFoundByNameInAFileThatWasExportedAgain) {
    const QString path = modelFile("m.onnx", kChain);
    open(path);
    mark("one");
    mark("three");
    (void)modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [new] a = Neg(x) [three] y = Relu(a) })");
    open(path);
    EXPECT_EQ(marked(), std::vector{node("three")});
}

TEST_F(KeptBookmarks, OfNodesThatTheSimplifierRemovedAreNotLost) {
    const QString path = modelFile("m.onnx", kChain);
    open(path);
    mark("two");
    window.document().simplifier().start();
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history() != nullptr; }));
    ASSERT_TRUE(idle());
    ASSERT_FALSE(node("two"));
    mark("three");
    open(path);
    EXPECT_EQ(marked(), (std::vector{node("two"), node("three")}));
}

TEST_F(KeptBookmarks, AreKeptForTheLatestFilesOnly) {
    QVariantList many;
    for (int i = 0; i < 60; ++i)
        many += QStringList{QStringLiteral("/f%1.onnx").arg(i), QStringLiteral("1 one")};
    QSettings().setValue(QStringLiteral("bookmarks"), many);
    open(modelFile("m.onnx", kChain));
    mark("one");
    const QVariantList kept = QSettings().value(QStringLiteral("bookmarks")).toList();
    ASSERT_EQ(kept.size(), 50);
    EXPECT_EQ(kept[0].toStringList().value(1), QStringLiteral("%1 one").arg(node("one").value));
}

} // namespace
} // namespace partita
