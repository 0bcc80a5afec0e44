// What is inside of a compiled node: the inspector says it, and a double click opens the source.

#include "core/onnx/write.h"
#include "tests/support/contexts.h"
#include "tests/support/dialogs.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

class InsideContext : public test::OperatedWindow {
protected:
    ~InsideContext() override { window.document().close(); }
    /// Opens a context model whose source lies beside it.
    void openCompiled() {
        ASSERT_TRUE(writeModel(test::splitModel(), folder / "split.onnx"));
        const auto made = test::generate(test::splitModel(), folder / "split.onnx");
        ASSERT_TRUE(made) << made.error().message();
        ASSERT_TRUE(writeContext(*made, {}));
        open(toQString(made->output.string()));
        const auto contexts = epContextsOf(window.document().model());
        ASSERT_EQ(contexts.size(), 2U);
        context = contexts[1].node;
    }
    void doubleClick() {
        window.document().setCurrentNode(context);
        QTest::mouseDClick(&window.graph(), Qt::LeftButton, Qt::NoModifier,
                           window.graph().boxCenter(context));
    }
    test::TemporaryFolder folder;
    NodeId context;
};

TEST_F(InsideContext, IsListedByTheInspector) {
    openCompiled();
    window.document().setCurrentNode(context);
    EXPECT_TRUE(waitFor([&] {
        return inspectorText().contains(QStringLiteral("Add 1, MatMul 1, Relu 1"));
    })) << inspectorText().toStdString();
    EXPECT_TRUE(inspectorText().contains(QStringLiteral("split.onnx")));
}

TEST_F(InsideContext, OpensInTheSourceModelWithADoubleClick) {
    openCompiled();
    doubleClick();
    ASSERT_TRUE(waitFor([&] {
        return window.path().endsWith(QStringLiteral("/split.onnx")) &&
               !window.document().selection().empty();
    }));
    std::vector<std::string> made;
    const Model& source = window.document().model();
    for (const NodeId id : window.document().selection())
        made.push_back(source.value(source.node(id)->outputs[0])->name);
    EXPECT_EQ(made, (std::vector<std::string>{"s", "u", "y"}));
    for (const NodeId id : window.document().selection())
        EXPECT_TRUE(window.graph().rect().contains(window.graph().boxCenter(id)));
}

TEST_F(InsideContext, SaysWhichFileIsMissing) {
    openCompiled();
    std::filesystem::remove(folder / "split.onnx");
    doubleClick();
    const auto isSaid = [&](const QString& text) {
        return text.contains(QStringLiteral("put split.onnx beside the context model"));
    };
    EXPECT_TRUE(waitFor([&] { return isSaid(inspectorText()); })) << inspectorText().toStdString();
    EXPECT_TRUE(waitFor([&] { return isSaid(test::labelsOf(window)); }));
    EXPECT_TRUE(window.path().endsWith(QStringLiteral("/split_ctx.onnx")));
}

} // namespace
} // namespace partita
