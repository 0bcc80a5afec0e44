// What saving would write differently is another content, though it may compute the same.

#include "core/document/same_content.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>

#include "core/base/buffer.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// Two graphs, a function and annotations, so that each part is there.
Model someModel() {
    return test::modelFromText(R"(<ir_version: 10, opset_import: ["" : 21, "f" : 1],
        producer_name: "p", metadata_props: ["k" : "v"]>
        g (float[n,2] x, bool c) => (float[n,2] y) <float[2] w = {3, 4}> {
          [elu] a = Elu<alpha = 0.0>(x) [sum] b = Add(a, w) [five] k = Constant<value = float[2] {1, 2}>()
          [either] y = If (c) <then_branch = t () => (float[n,2] u) { [inside] u = Neg(b) },
                               else_branch = e () => (float[n,2] v) { v = f.twice<times = 2>(b) }> }
        <domain: "f", opset_import: ["" : 21]> twice <times>(x) => (y) { y = Add(x, x) })");
}

const std::shared_ptr<const Node>& nodeOf(const Model& model, const std::string& name) {
    static const std::shared_ptr<const Node> kNone;
    const std::shared_ptr<const Node>* found = &kNone;
    model.nodes().forEach([&](NodeId id, const std::shared_ptr<const Node>& node) {
        if (node->name == name)
            found = &model.nodes().get(id);
    });
    return *found;
}

/// Whether a node with other fields counts as the same.
bool isSameNode(const std::string& name, const std::function<void(Node&)>& change) {
    const Model model = someModel();
    const auto& before = nodeOf(model, name);
    auto after = std::make_shared<Node>(*before);
    change(*after);
    ModelDelta delta;
    delta.nodes.push_back({before->id, before, std::move(after)});
    return changesNothing(delta);
}

/// Whether a node whose first attribute has other fields counts as the same.
bool isSameAttribute(const std::string& name, const std::function<void(Attribute&)>& change) {
    return isSameNode(name, [&](Node& node) {
        auto attribute = std::make_shared<Attribute>(*node.attributes->front());
        change(*attribute);
        node.attributes = std::make_shared<const Attributes>(Attributes{std::move(attribute)});
    });
}

TEST(SameContent, IsThatOfCopies) {
    EXPECT_TRUE(isSameNode("elu", [](Node&) {}));
    EXPECT_TRUE(isSameAttribute("elu", [](Attribute&) {}));
    EXPECT_TRUE(isSameAttribute("five", [](Attribute&) {})); // its tensor is the same object
    EXPECT_TRUE(isSameNode("either", [](Node& node) {        // and so are its bodies
        node.attributes = std::make_shared<const Attributes>(*node.attributes);
    }));
    EXPECT_TRUE(isSameNode("elu", [](Node& node) { node.origin = std::make_shared<Origin>(); }));
}

TEST(SameContent, IsNotThatOfANodeWithAnotherField) {
    const std::function<void(Node&)> changes[] = {
        [](Node& node) { node.name = "other"; },
        [](Node& node) { node.opType = "Selu"; },
        [](Node& node) { node.domain = "ai.onnx"; },
        [](Node& node) { node.overload = "o"; },
        [](Node& node) { node.inputs = {}; },
        [](Node& node) { node.outputs = {}; },
        [](Node& node) { node.graph = GraphId(7); },
        [](Node& node) {
            node.annotations = std::make_shared<Annotations>(Annotations{"doc", {}});
        }};
    for (std::size_t i = 0; i < std::size(changes); ++i)
        EXPECT_FALSE(isSameNode("elu", changes[i])) << i;
}

TEST(SameContent, IsNotThatOfAnAttributeThatIsWrittenDifferently) {
    const std::function<void(Attribute&)> changes[] = {[](Attribute& it) { it.value = -0.0F; },
                                                       [](Attribute& it) { it.value = std::int64_t{0}; },
                                                       [](Attribute& it) { it.docString = "doc"; },
                                                       [](Attribute& it) { it.declaredType = 3; },
                                                       [](Attribute& it) { it.reference = "of"; },
                                                       [](Attribute& it) { it.name = "beta"; }};
    for (std::size_t i = 0; i < std::size(changes); ++i)
        EXPECT_FALSE(isSameAttribute("elu", changes[i])) << i;
    // A tensor with the same elements may be named otherwise, or lie in a file of its own.
    EXPECT_FALSE(isSameAttribute("five", [](Attribute& it) {
        auto tensor = std::make_shared<Tensor>(*std::get<TensorPtr>(it.value));
        tensor->name = "named";
        it.value = TensorPtr(std::move(tensor));
    }));
}

TEST(SameContent, IsNotReadWhereTextsAreLong) {
    const Buffer text = Buffer::own(std::string(1 << 20, 'a'));
    const auto isSame = [&](const Buffer& before, const Buffer& after) {
        Node node;
        ModelDelta delta;
        for (const Buffer& each : {before, after}) {
            node.attributes = std::make_shared<const Attributes>(
                Attributes{Attribute::make("ep_cache_context", each)});
            (delta.nodes.empty() ? delta.nodes.emplace_back().before : delta.nodes.front().after) =
                std::make_shared<const Node>(node);
        }
        return changesNothing(delta);
    };
    EXPECT_TRUE(isSame(text, text));
    EXPECT_FALSE(isSame(text, Buffer::copyOf(text.bytes())));
    EXPECT_TRUE(isSame(text.slice(0, 100), Buffer::copyOf(text.slice(0, 100).bytes())));
}

TEST(SameContent, IsThatOfGraphsAndModelsByTheirFields) {
    const Model model = someModel();
    const auto& graph = model.graphs().get(model.mainGraph());
    const auto isSame = [&](const std::function<void(Graph&)>& change) {
        auto after = std::make_shared<Graph>(*graph);
        change(*after);
        ModelDelta delta;
        delta.graphs.push_back({graph->id, graph, std::move(after)});
        return changesNothing(delta);
    };
    EXPECT_TRUE(isSame([](Graph&) {}));
    EXPECT_FALSE(isSame([](Graph& it) { it.quantization.push_back({ValueId(1), {}}); }));
    EXPECT_FALSE(isSame([](Graph& it) { it.outputs.clear(); }));
    ModelDelta delta;
    delta.infoBefore = model.infoPtr();
    auto info = std::make_shared<ModelInfo>(model.info());
    delta.infoAfter = info;
    EXPECT_TRUE(changesNothing(delta));
    info->opsets.front().version = 20;
    EXPECT_FALSE(changesNothing(delta));
    delta.infoAfter = nullptr;
    EXPECT_FALSE(changesNothing(delta));
}

TEST(SameContent, IsNotThatOfWhatCameOrWent) {
    const Model model = someModel();
    const auto& node = nodeOf(model, "elu");
    ModelDelta delta;
    delta.nodes.push_back({node->id, node, nullptr});
    EXPECT_FALSE(changesNothing(delta));
    EXPECT_FALSE(changesNothing(delta.inverse()));
    EXPECT_TRUE(changesNothing({}));
}

} // namespace
} // namespace partita
