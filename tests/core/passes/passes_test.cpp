#include <algorithm>
#include <gtest/gtest.h>
#include <regex>
#include <set>

#include "core/onnx/infer_shapes.h"
#include "core/passes/pass_examples.h"
#include "tests/support/passes.h"

namespace partita {

void PrintTo(const PassExample& each, std::ostream* out);
void PrintTo(const PassExample& each, std::ostream* out) {
    *out << each.pass << ": " << each.before;
}

namespace {

using namespace test;

Model modelOf(const PassExample& each) {
    const Model parsed = parse(std::string(each.before), each.opset);
    auto model = inferShapes(parsed);
    EXPECT_TRUE(model) << model.error().message();
    return model ? *std::move(model) : parsed;
}

/// The example as both branches of an If, which capture its inputs from the outer graph.
Model inBranches(const PassExample& each) {
    const std::string text(each.before);
    const auto inputs = text.find('('), inputsEnd = text.find(") => (");
    const auto outputs = inputsEnd + 6, outputsEnd = text.find(')', outputs);
    const std::string types = text.substr(outputs, outputsEnd - outputs);
    std::string outer, made;
    for (std::size_t at = 0, count = 0; at < types.size(); ++count) {
        std::size_t comma = at; // between entries, not in a shape
        for (int depth = 0; comma < types.size() && (types[comma] != ',' || depth > 0); ++comma)
            depth += (types[comma] == '[') - (types[comma] == ']');
        const std::string entry = types.substr(at, comma - at);
        const std::string name = "outer_" + std::to_string(count);
        outer += (count ? ", " : "") + entry.substr(0, entry.rfind(' ')) + " " + name;
        made += (count ? ", " : "") + name;
        at = std::min(types.size(), comma + 2);
    }
    // ONNX's inference confuses equal names in two bodies.
    const std::string branch = "() => (" + types + ") " + text.substr(outputsEnd + 1);
    std::string other = branch;
    std::set<std::string> names;
    const std::regex defined("([a-z]\\w*) = \\{|([a-z]\\w*)(?=(?:, \\w+)* = [A-Z])");
    for (std::sregex_iterator at(branch.begin(), branch.end(), defined), end; at != end; ++at)
        names.insert((*at)[1].matched ? (*at)[1].str() : (*at)[2].str());
    for (const std::string& name : names)
        other = std::regex_replace(other, std::regex("\\b" + name + "\\b"), name + "_else");
    return parse("g " + text.substr(inputs, inputsEnd - inputs) + ", bool which) => (" + outer +
                     ") { " + made + " = If(which) <then_branch = t " + branch +
                     ", else_branch = e " + other + "> }",
                 each.opset);
}

/// Runs a pass and checks the result, its outputs, the undo of every step and, for a complete pass,
/// that a second run changes nothing.
void checkPass(const Model& model, const std::string& pass, PipelineResult& result) {
    auto applied = apply(model, {pass});
    ASSERT_TRUE(applied) << applied.error().message();
    result = *std::move(applied);
    expectSame(model, result.model);
    const auto &old = *model.graph(model.mainGraph()),
               &now = *result.model.graph(model.mainGraph());
    ASSERT_EQ(old.outputs.size(), now.outputs.size());
    for (std::size_t i = 0; i < old.outputs.size(); ++i)
        EXPECT_EQ(model.value(old.outputs[i])->name, result.model.value(now.outputs[i])->name);
    EXPECT_EQ(old.inputs, now.inputs);
    Model back = result.model, again = model;
    const auto& rewrites = result.traces.front().rewrites;
    for (auto at = rewrites.rbegin(); at != rewrites.rend(); ++at)
        back = back.with(at->delta.inverse());
    EXPECT_TRUE(diff(model, back).empty());
    for (const Rewrite& rewrite : rewrites)
        again = again.with(rewrite.delta);
    EXPECT_TRUE(diff(result.model, again).empty());
    if (findPass(pass)->efficiency == PassEfficiency::complete) {
        const auto second = apply(result.model, {pass});
        ASSERT_TRUE(second);
        EXPECT_EQ(second->rewrites(), 0U);
    }
}

class Passes : public testing::TestWithParam<PassExample> {};

std::vector<PassExample> comparable() {
    std::vector<PassExample> examples(passExamples().begin(), passExamples().end());
    std::erase_if(examples, &PassExample::apart);
    return examples;
}

TEST_P(Passes, RewriteWhatTheySayAndNothingElse) {
    PipelineResult result;
    checkPass(modelOf(GetParam()), std::string(GetParam().pass), result);
    EXPECT_EQ(operators(result.model), GetParam().after);
}

TEST_P(Passes, DoTheSameInsideABody) {
    const Model parsed = inBranches(GetParam());
    const auto model = inferShapes(parsed);
    ASSERT_TRUE(model) << model.error().message();
    PipelineResult result;
    checkPass(*model, std::string(GetParam().pass), result);
    std::size_t bodies = 0;
    result.model.graphs().forEach([&](GraphId id, const auto& graph) {
        if (!graph->parent || result.model.node(graph->parent)->graph != model->mainGraph())
            return;
        ++bodies;
        EXPECT_EQ(operators(result.model, id), GetParam().after);
    });
    EXPECT_EQ(bodies, 2U);
}

/// Any value of a match may be an output of the graph, and keeps its numbers.
TEST_P(Passes, KeepWhatTheGraphReturns) {
    const Model model = modelOf(GetParam());
    model.nodes().forEach([&](NodeId, const auto& node) {
        if (node->graph != model.mainGraph())
            return;
        for (const ValueId output : node->outputs) {
            if (!output || model.isGraphOutput(output) || !model.value(output)->type ||
                !model.value(output)->type->shape)
                continue;
            ModelEditor editor(model);
            editor.changeGraph(model.mainGraph(),
                               [&](Graph& graph) { graph.outputs.push_back(output); });
            SCOPED_TRACE("returning " + model.value(output)->name);
            PipelineResult result;
            checkPass(editor.model(), std::string(GetParam().pass), result);
        }
    });
}

TEST(PassExamples, ThatStandApartDoWhatTheySay) {
    for (const PassExample& each : passExamples()) {
        if (!each.apart)
            continue;
        SCOPED_TRACE(each.pass);
        const Model model = parse(std::string(each.before), each.opset);
        const auto result = apply(model, {std::string(each.pass)});
        ASSERT_TRUE(result) << result.error().message();
        EXPECT_GT(result->rewrites(), 0U);
        EXPECT_EQ(operators(result->model), each.after);
    }
}

INSTANTIATE_TEST_SUITE_P(All, Passes, testing::ValuesIn(comparable()), [](const auto& tested) {
    return std::string(tested.param.pass) + "_" + std::string(tested.param.title);
});

TEST(PassCatalogue, NamesAreUniqueAndEveryPassHasATest) {
    std::set<std::string_view> names, tested;
    for (const PassExample& each : passExamples())
        tested.insert(each.pass);
    tested.insert("nop"); // does nothing
    for (const PassInfo& info : passCatalogue()) {
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        EXPECT_TRUE(tested.contains(info.name)) << info.name;
    }
    // 48 passes of onnxoptimizer 0.4.2 and one of its main branch.
    EXPECT_EQ(std::ranges::count_if(passCatalogue(),
                                    [](const PassInfo& each) {
                                        return each.set == PassSet::standard ||
                                               each.set == PassSet::named;
                                    }),
              49);
}

} // namespace
} // namespace partita
