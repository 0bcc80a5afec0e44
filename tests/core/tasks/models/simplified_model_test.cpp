#include <gtest/gtest.h>

#include "core/ir/constants.h"
#include "core/tasks/models/simplified_model.h"
#include "providers/registry.h"
#include "tests/support/models.h"
#include "tests/support/taking_provider.h"

namespace partita {
namespace {

Tensor floats(std::vector<std::int64_t> dims, std::vector<float> values) {
    return Tensor::of(DataType::float32, std::move(dims), values);
}

/// A product of which a rounding is lost before the sum, and the same without that rounding: 0 is
/// expected, and `left` comes.
ModelDifference differenceOf(float left) {
    const float large = left * 0x1p24F;
    const Feeds feeds = {{"x", ModelData(floats({1, 2}, {1, 1}))},
                         {"w", ModelData(floats({2, 1}, {large, left}))},
                         {"c", ModelData(floats({1}, {-large}))}};
    const Model original = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,2] x, float[2,1] w, float[1] c) => (float[1,1] y) {
          t = MatMul(x, w)  y = Add(t, c) })"),
                changed = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,2] x, float[2,1] w, float[1] c) => (float[1,1] y) { y = Gemm(x, w, c) })");
    const auto judge = ModelJudge::make(original, makeJudges(), feeds);
    EXPECT_TRUE(judge) << judge.error().message();
    return *judge->judge(changed, kSameOutputs, kLeastDifference);
}

TEST(ModelJudge, LetsSmallDifferencesPassWhereOnlyZeroIsExpected) {
    const ModelDifference small = differenceOf(0x1p-20F);
    EXPECT_EQ(small.maxAbsolute, 0x1p-20);
    EXPECT_EQ(small.maxRelative, 0);
    EXPECT_TRUE(small.within);
    const ModelDifference large = differenceOf(0x1p-10F);
    EXPECT_EQ(large.maxAbsolute, 0x1p-10);
    EXPECT_FALSE(large.within);
    EXPECT_EQ(differenceMessage(large.figures).text(), "0.000977, where only 0 is expected");
}

/// `a` is expected to be 300000 and comes as 300003; `b` is expected to be 0 and comes as `left`.
ModelDifference differenceOfTwo(float left) {
    const Feeds feeds = {{"p", ModelData(floats({1}, {300000}))},
                         {"d", ModelData(floats({1}, {3}))},
                         {"z", ModelData(floats({1}, {0}))},
                         {"e", ModelData(floats({1}, {left}))}};
    const std::string head = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1] p, float[1] d, float[1] z, float[1] e) => (float[1] a, float[1] b) )";
    const Model original = test::modelFromText(head + "{ a = Identity(p)  b = Identity(z) }"),
                changed = test::modelFromText(head + "{ a = Add(p, d)  b = Add(z, e) }");
    const auto judge = ModelJudge::make(original, makeJudges(), feeds);
    EXPECT_TRUE(judge) << judge.error().message();
    return *judge->judge(changed, kSameOutputs, kLeastDifference);
}

TEST(ModelJudge, TakesTheFiguresOfTextsFromOneOutput) {
    const ModelDifference far = differenceOfTwo(0x1p-10F);
    EXPECT_FALSE(far.within);
    EXPECT_EQ(far.maxAbsolute, 3);
    EXPECT_EQ(far.worst, "b");
    EXPECT_EQ(differenceMessage(far.figures).text(), "0.000977, where only 0 is expected");
    const ModelDifference near = differenceOfTwo(0x1p-20F);
    EXPECT_TRUE(near.within);
    EXPECT_EQ(near.worst, "a");
    EXPECT_EQ(differenceMessage(near.figures).text(), "3, 1e-05 relative");
}

TEST(ModelJudge, NamesAnOutputThatDiffersWhereOnlyZeroIsExpected) {
    EXPECT_EQ(differenceOf(0).worst, "");
    EXPECT_EQ(differenceOf(0x1p-20F).worst, "y");
}

TEST(SimplifiedModel, IsComparedOnInputsOfTheShapesThatItWasMadeFor) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[n, 4] x) => (float[n, 4] y) { a = Identity(x) y = Relu(a) })");
    Recipe recipe;
    recipe.inputShapes["x"] = {3, 4};
    const auto made = simplifyModel(model, recipe, nullptr, {});
    ASSERT_TRUE(made);
    const auto difference = compareOutputs(model, *made, makeJudges(), {}, 1, {});
    ASSERT_TRUE(difference) << difference.error().message();
    EXPECT_TRUE(difference->within);
}

TEST(SimplifiedModel, HasTheSizesThatFollowFromTheNewSizesOfItsInputs) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2, 4] x) => (float[2, 4] y, int64[2] s) <float[2, 4] r>
        { r = Relu(x) s = Shape(r) y = Neg(r) })");
    Recipe recipe;
    recipe.inputShapes["x"] = {3, 4};
    const auto made = simplifyModel(model, recipe, nullptr, {});
    ASSERT_TRUE(made);
    const std::vector<std::int64_t> sizes{3, 4};
    const Model& after = made->result.model;
    for (const char* name : {"x", "r", "y"})
        EXPECT_EQ(staticDims(after.value(test::valueNamed(after, name))->type->shape), sizes)
            << name;
    const auto s = constantOf(after, test::valueNamed(after, "s"));
    ASSERT_TRUE(s);
    EXPECT_EQ(elementsAsInts(*s).value(), sizes);
}

/// A kernel that gives the result of another one, and its first element 1 more.
class OneMore : public CompiledPartition {
public:
    explicit OneMore(std::unique_ptr<CompiledPartition> right, std::vector<ValueId> outputs)
        : m_right(std::move(right)), m_outputs(std::move(outputs)) {}
    [[nodiscard]] std::vector<PartitionStep> steps() const override { return m_right->steps(); }
    void prepare(RunValues& runValues) override { m_right->prepare(runValues); }
    Result<void> run(RunValues& runValues, std::stop_token stop) override {
        auto done = m_right->run(runValues, std::move(stop));
        if (done)
            for (const ValueId output : m_outputs)
                *runValues.at(output).as<float>() += 1;
        return done;
    }

private:
    std::unique_ptr<CompiledPartition> m_right;
    std::vector<ValueId> m_outputs;
};

/// Runs one operator, and wrongly.
class WrongProvider : public test::TakingProvider {
public:
    explicit WrongProvider(const std::string& op) : TakingProvider("wrong", {op}) {}
    Result<std::unique_ptr<CompiledPartition>> compile(const Model& model,
                                                       const Partition& partition,
                                                       const OpVersions& versions,
                                                       std::stop_token stop) const override {
        auto right = makeJudges().front()->compile(model, partition, versions, std::move(stop));
        EXPECT_TRUE(right);
        return std::unique_ptr<CompiledPartition>(
            std::make_unique<OneMore>(*std::move(right), partition.outputs));
    }
};

/// Computes constants, the first element of each 1 more than it is.
class WrongEvaluator : public ConstantEvaluator {
public:
    Result<std::vector<Tensor>> evaluate(const Model& model, const Node& node,
                                         std::uint64_t mostBytes) override {
        auto made = m_right->evaluate(model, node, mostBytes);
        if (made && !made->empty() && made->front().type == DataType::float32) {
            auto numbers = *elementsAsDoubles(made->front());
            std::vector<float> changed(numbers.begin(), numbers.end());
            changed.front() += 1;
            made->front() = floats(made->front().dims, changed);
        }
        return made;
    }

private:
    std::unique_ptr<ConstantEvaluator> m_right = makeConstantEvaluator();
};

/// How far a model and what the passes made of it are apart.
ModelDifference differenceOfSimplified(const Model& model, ConstantEvaluator& evaluator,
                                       const ProviderList& judges) {
    const auto made = simplifyModel(model, {}, &evaluator, {});
    EXPECT_TRUE(made && made->result.rewrites() > 0);
    const auto difference = compareOutputs(model, *made, judges, {}, 1, {});
    EXPECT_TRUE(difference) << difference.error().message();
    return *difference;
}

TEST(SimplifiedModel, AWrongKernelOfWhatAPassMadeIsADifference) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2,3] x, float[3,4] w, float[4] c) => (float[2,4] y) {
          t = MatMul(x, w)  y = Add(t, c) })");
    const auto evaluator = makeConstantEvaluator();
    ProviderList judges = makeJudges();
    EXPECT_TRUE(differenceOfSimplified(model, *evaluator, judges).within);
    judges.insert(judges.begin(), std::make_shared<WrongProvider>("Gemm"));
    const ModelDifference wrong = differenceOfSimplified(model, *evaluator, judges);
    EXPECT_FALSE(wrong.within);
    EXPECT_EQ(wrong.worst, "y");
    EXPECT_NEAR(wrong.maxAbsolute, 1, 1e-5);
}

TEST(SimplifiedModel, AWrongConstantIsADifference) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) <float[2] a = {1, 2}, float[2] b = {3, 4}> {
          c = Mul(a, b)  y = Sub(x, c) })");
    const auto right = makeConstantEvaluator();
    EXPECT_TRUE(differenceOfSimplified(model, *right, makeJudges()).within);
    WrongEvaluator wrong;
    EXPECT_FALSE(differenceOfSimplified(model, wrong, makeJudges()).within);
}

} // namespace
} // namespace partita
