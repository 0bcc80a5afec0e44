#include "core/rewrite/pipeline.h"

#include <gtest/gtest.h>

#include "tests/support/models.h"

namespace partita {
namespace {

/// Computes nothing, and counts how often it is asked.
class CountingRefuser : public ConstantEvaluator {
public:
    Result<std::vector<Tensor>> evaluate(const Model&, const Node&, std::uint64_t) override {
        ++asked;
        return Error{Errc::unsupported, Message(std::string("computes nothing")), {}, {}};
    }
    int asked = 0;
};

/// A node that an evaluator may compute, and one without effect.
Model foldableModel() {
    return test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> {
  [e] e = Exp(w)
  [i] i = Identity(x)
  [a] y = Add(i, e)
})");
}

TEST(Pipeline, APassThatFoundNothingIsNotRunAgainOnTheSameModel) {
    CountingRefuser evaluator;
    PassOptions options;
    options.evaluator = &evaluator;
    const auto result =
        runPasses(foldableModel(), {"eliminate_identity", "fold_constants"}, 10, options);
    ASSERT_TRUE(result);
    EXPECT_EQ(evaluator.asked, 1); // the second round has the model that it was asked about
    EXPECT_EQ(result->rounds, 2);
    EXPECT_TRUE(result->converged);
    ASSERT_EQ(result->traces.size(), 4U); // a trace for each pass of each round all the same
    EXPECT_EQ(result->traces[3].pass, "fold_constants");
    EXPECT_EQ(result->traces[3].round, 2);
    EXPECT_EQ(result->traces[3].notes.size(), result->traces[1].notes.size());
}

TEST(Pipeline, APassIsRunAgainOnceTheModelHasChanged) {
    CountingRefuser evaluator;
    PassOptions options;
    options.evaluator = &evaluator;
    const auto result =
        runPasses(foldableModel(), {"fold_constants", "eliminate_identity"}, 10, options);
    ASSERT_TRUE(result);
    EXPECT_EQ(evaluator.asked, 2);
}

TEST(Pipeline, ARewriteThatWasDeclinedInOneRoundIsOfferedInTheNext) {
    std::vector<int> rounds;
    PassOptions options;
    options.decide = [&](const Rewrite& rewrite, int round, const Model&) {
        if (rewrite.pass != "eliminate_identity")
            return Decision::keep;
        rounds.push_back(round);
        return round == 1 ? Decision::skip : Decision::keep;
    };
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) {
  [d] d = Dropout(x)
  [i] i = Identity(d)
  [a] y = Abs(i)
})");
    const auto result = runPasses(model, {"eliminate_dropout", "eliminate_identity"}, 10, options);
    ASSERT_TRUE(result);
    EXPECT_EQ(rounds, (std::vector<int>{1, 2}));
    EXPECT_EQ(countNodes(result->model), 1U);
}

} // namespace
} // namespace partita
