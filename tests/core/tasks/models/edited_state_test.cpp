#include <gtest/gtest.h>

#include "core/edits/edit.h"
#include "core/onnx/write.h"
#include "core/tasks/models/document_state.h"
#include "providers/registry.h"
#include "tests/support/models.h"
#include "tests/support/taking_provider.h"

namespace partita {
namespace {

/// The state after an edit of a file that states no inner types.
class EditedState : public ::testing::Test {
protected:
    EditedState() {
        const auto path = m_folder / "m.onnx";
        EXPECT_TRUE(writeModel(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[2,3] x) => (float[A,B] y) {
                a = Relu(x)
                [turn] b = Transpose<perm = [0, 1]>(a)
                c = Exp(b)
                y = Neg(c)
            })"),
                               path));
        DocumentRequest request{path, nullptr};
        request.providers = *makeProviders({});
        request.scene.textWidth = [](const std::string& text, bool) {
            return 7.0 * static_cast<double>(text.size());
        };
        m_opened = *makeDocumentState(request, {});
        m_request = request;
    }

    std::shared_ptr<DocumentState> after(const Edit& edit) {
        auto base = std::make_shared<DocumentState>(*m_opened);
        base->original = base->model = base->sized =
            m_opened->original.with(applyEdit(m_opened->original, edit)->delta);
        m_request.base = base;
        m_request.inferTypes = true;
        m_request.earlier = m_opened;
        return *makeDocumentState(m_request, {});
    }
    static std::string type(const DocumentState& state, std::string_view name) {
        const auto& found = state.model.value(test::valueNamed(state.model, name))->type;
        return found ? found->text() : "nothing";
    }

    test::TemporaryFolder m_folder;
    DocumentRequest m_request;
    std::shared_ptr<const DocumentState> m_opened;
};

TEST_F(EditedState, ShapesThatStillHoldAreKept) {
    ASSERT_TRUE(m_opened->isInferred);
    const NodeId turn = test::nodeNamed(m_opened->model, "turn");
    const auto noted = after(SetAttribute{{turn}, Attribute::make("__note", std::int64_t{1})});
    EXPECT_TRUE(noted->isInferred);
    EXPECT_TRUE(diff(m_opened->model, noted->model).values.empty()) << "inferred again";
    const auto turned =
        after(SetAttribute{{turn}, Attribute::make("perm", std::vector<std::int64_t>{1, 0})});
    EXPECT_EQ(type(*turned, "c"), "3×2 fp32");
    EXPECT_EQ(type(*turned, "a"), "2×3 fp32");
}

TEST_F(EditedState, ShapesOfAStateWithoutInferenceAreNotKept) {
    auto stated = std::make_shared<DocumentState>(*m_opened);
    stated->model = stated->original;
    stated->isInferred = false;
    m_opened = stated;
    const auto noted = after(SetAttribute{{test::nodeNamed(m_opened->model, "turn")},
                                          Attribute::make("__note", std::int64_t{1})});
    EXPECT_EQ(type(*noted, "c"), "2×3 fp32");
}

/// Counts the models that are rewritten for it.
class AskedProvider : public test::TakingProvider {
public:
    AskedProvider(const std::string& op, int& rewritten)
        : TakingProvider("asked", {op}), m_rewritten(rewritten) {}
    std::unique_ptr<ConstantEvaluator> constantEvaluator() const override {
        ++m_rewritten;
        return nullptr;
    }

private:
    int& m_rewritten;
};

TEST_F(EditedState, IsRewrittenOnceForThePlacementInViewAndTheOneItWasOpenedOn) {
    int rewritten = 0;
    m_request.opened = PlacementGround{{std::make_shared<AskedProvider>("Exp", rewritten)}};
    m_request.providers = {std::make_shared<AskedProvider>("*", rewritten)};
    const auto edit = SetAttribute{{test::nodeNamed(m_opened->model, "turn")},
                                   Attribute::make("perm", std::vector<std::int64_t>{1, 0})};
    const auto edited = after(edit);
    EXPECT_EQ(rewritten, 1);
    ASSERT_TRUE(edited->asOpened);
    EXPECT_EQ(edited->asOpened->placed->summary.byProvider.front(), 1U);
    EXPECT_EQ(edited->partitioning->summary.byProvider.front(), 4U);
    m_request.opened->level = OptimizationLevel::disabled; // other rewrites, or none
    rewritten = 0;
    EXPECT_TRUE(after(edit)->asOpened);
    EXPECT_EQ(rewritten, 2);
}

} // namespace
} // namespace partita
