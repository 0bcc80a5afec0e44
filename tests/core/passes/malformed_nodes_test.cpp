// Nodes without inputs that their operators need, as a model has them that is being edited: no pass
// reads behind the end of their inputs, and none rewrites them.

#include <limits>

#include "core/onnx/infer_shapes.h"
#include "core/onnx/operator_description.h"
#include "core/passes/pass_examples.h"
#include "tests/support/passes.h"

namespace partita {
namespace {

using namespace test;

/// By the newest opset where the model's does not have the operator; null: nobody knows it.
OperatorDescriptionPtr operationOf(const Model& model, const Node& node) {
    const auto opset = model.info().opset(node.domain).value_or(1);
    auto known = describeOperator(node.opType.str(), node.domain.str(), opset);
    return known ? known
                 : describeOperator(node.opType.str(), node.domain.str(),
                                    std::numeric_limits<int>::max());
}

struct Variant {
    Model model;
    std::string what;
    bool lacks = false; ///< an input that the operator needs
};

/// The model with fewer inputs of a node, and with each of them left out. A list that shrinks keeps
/// its old ids behind its end: a pass that reads there would find its pattern.
std::vector<Variant> variantsOf(const Model& model, NodeId id) {
    const Node& node = *model.node(id);
    const auto operation = operationOf(model, node);
    const std::size_t least = operation ? operation->leastInputs : 0, given = node.inputs.size();
    std::vector<Variant> variants;
    const auto add = [&](const std::string& what, bool lacks, auto change) {
        ModelEditor editor(model);
        editor.changeNode(id, change);
        variants.push_back({editor.model(), node.label() + " " + what, lacks});
    };
    for (std::size_t count = 0; count < given; ++count)
        add("of " + std::to_string(count) + " inputs", count < least,
            [&](Node& changed) { changed.inputs.resize(count); });
    for (std::size_t at = 0; at < given; ++at)
        add("without input " + std::to_string(at), operation && operation->needsInput(at, given),
            [&](Node& changed) { changed.inputs[at] = {}; });
    return variants;
}

/// Runs passes on a model. A node may then only be gone with its graph.
void expectUntouched(const Model& model, NodeId id, const std::vector<std::string>& passes) {
    const auto result = test::apply(model, passes);
    ASSERT_TRUE(result) << result.error().message();
    const auto &before = model.node(id), &after = result->model.node(id);
    if (!after) {
        EXPECT_FALSE(result->model.graph(before->graph)) << "it was removed";
        return;
    }
    EXPECT_EQ(after->name, before->name);
    EXPECT_EQ(after->opType, before->opType);
    EXPECT_EQ(after->inputs.size(), before->inputs.size());
    EXPECT_EQ(after->outputs, before->outputs);
    EXPECT_EQ(after->attributes, before->attributes);
}

/// Runs passes on variants of a model: nothing happens to a node that lacks an input.
std::size_t tryVariants(const Model& model, NodeId id, const std::vector<std::string>& passes) {
    std::size_t tried = 0;
    for (const Variant& each : variantsOf(model, id)) {
        SCOPED_TRACE(each.what);
        if (each.lacks)
            expectUntouched(each.model, id, passes);
        else
            EXPECT_TRUE(test::apply(each.model, passes));
        tried += each.lacks;
    }
    return tried;
}

TEST(MalformedNodes, AreLeftAloneInEveryExampleOfAPass) {
    std::size_t tried = 0;
    for (const PassExample& each : passExamples()) {
        if (findPass(each.pass)->kind == "Separate") // it keeps a part of the model
            continue;
        SCOPED_TRACE(std::string(each.pass) + ", " + std::string(each.title));
        const Model parsed = parse(std::string(each.before), each.opset);
        const Model model = each.apart ? parsed : inferShapesOrWarn(parsed);
        model.nodes().forEach([&](NodeId id, const auto&) {
            tried += tryVariants(model, id, {std::string(each.pass)});
        });
    }
    EXPECT_GT(tried, 2 * passExamples().size());
}

/// A model of one operator, which reads an input or a constant and then constants.
Model modelOf(const OperatorDescription& operation, int opset, bool constant) {
    const Model relu = parse("g (float[1] x) => (float[1] y) <float[1] c = {1.0}> { y = Relu(x) }",
                             operation.domain.empty() ? opset : 18);
    ModelEditor editor(relu);
    if (!operation.domain.empty())
        editor.changeInfo([&](ModelInfo& info) {
            info.opsets.push_back({operation.domain, std::int64_t{opset}});
        });
    editor.changeNode(relu.topologicalOrder(relu.mainGraph()).front(), [&](Node& node) {
        node.opType = operation.name;
        node.domain = operation.domain;
        node.inputs.resize(operation.leastInputs);
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            node.inputs[i] = valueNamed(relu, i == 0 && !constant ? "x" : "c");
    });
    return editor.model();
}

TEST(MalformedNodes, AreLeftAloneWhateverTheirOperatorIs) {
    std::vector<std::string> passes;
    for (const PassInfo& pass : passCatalogue())
        if (pass.kind != "Separate" && pass.name != "infer_shapes") // that asks another process
            passes.emplace_back(pass.name);
    std::size_t tried = 0;
    for (const auto& [domain, newest] :
         {std::pair("", 28), std::pair("ai.onnx.ml", 5), std::pair("com.microsoft", 1)})
        for (int opset = 1; opset <= newest; ++opset)
            for (const auto& operation : operatorsOf(domain, opset)) {
                if (operation->sinceVersion != opset)
                    continue;
                for (const bool constant : {false, true})
                    for (const int imported : {opset, 1}) { // 1: mostly without the operator
                        SCOPED_TRACE(operation->name + "-" + std::to_string(opset));
                        const Model model = modelOf(*operation, imported, constant);
                        EXPECT_TRUE(test::apply(model, passes));
                        const NodeId node = model.topologicalOrder(model.mainGraph()).front();
                        tried += tryVariants(model, node, passes);
                    }
            }
    EXPECT_GT(tried, 1000U);
}

} // namespace
} // namespace partita
