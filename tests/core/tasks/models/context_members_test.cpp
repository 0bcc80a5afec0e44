#include <gmock/gmock.h>

#include "core/onnx/write.h"
#include "core/tasks/models/context_members.h"
#include "tests/support/contexts.h"

namespace partita::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

/// Compiles a model that lies in a file, and asks what its contexts hold.
class Members : public Context {
protected:
    Model compiled(const Model& source, const std::string& name, GenerateOptions options = {}) {
        EXPECT_TRUE(writeModel(source, folder / name));
        auto made = generate(source, folder / name, options);
        EXPECT_TRUE(made) << made.error().message();
        EXPECT_TRUE(writeContext(*made, options));
        path = made->output;
        return *readModel(path);
    }
    /// The outputs of the members of each context, in the order of the contexts.
    std::vector<std::vector<std::string>> inside(const Model& source, const Model& model) {
        std::vector<std::vector<std::string>> all;
        for (const EpContext& context : epContextsOf(model)) {
            const auto nodes = membersIn(source, model, context.node);
            EXPECT_TRUE(nodes) << nodes.error().message();
            all.emplace_back();
            if (nodes)
                for (const NodeId id : *nodes)
                    all.back().push_back(source.value(source.node(id)->outputs[0])->name);
        }
        return all;
    }
    static NodeId firstContext(const Model& model) { return epContextsOf(model).at(0).node; }
    /// A name of a tensor replaced.
    static Model renamed(const Model& model, const std::string& from, const std::string& to) {
        ModelEditor editor(model);
        model.values().forEach([&](ValueId id, const auto& value) {
            if (value->name == from)
                editor.changeValue(id, [&](Value& changed) { changed.name = to; });
        });
        return editor.model();
    }
    std::filesystem::path path;
};

TEST_F(Members, AreTheNodesBetweenTheTensorsAtTheBoundary) {
    const Model source = splitModel(), model = compiled(source, "split.onnx");
    EXPECT_THAT(inside(source, model),
                ElementsAre(ElementsAre("p", "q", "r"), ElementsAre("s", "u", "y")));
}

TEST_F(Members, OfAContextWithTwoOutputsLeadToEach) {
    const Model source = *inferShapes(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1,4] x) => (float[1,4] y, float[1,4] z)
  <float[4,4] w = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}> {
  p = MatMul(x, w) y = Relu(p) q = MatMul(p, w) z = Relu(q) })"));
    const Model model = compiled(source, "two.onnx");
    EXPECT_THAT(inside(source, model), ElementsAre(ElementsAre("p", "y", "q", "z")));
}

TEST_F(Members, AreFoundAfterAMergePutAPrefixBeforeTheNames) {
    const Model source = splitModel();
    Model model = compiled(source, "split.onnx");
    for (const char* name : {"x", "r", "t", "y"})
        model = renamed(model, name, std::string("enc_") + name);
    EXPECT_THAT(inside(source, model),
                ElementsAre(ElementsAre("p", "q", "r"), ElementsAre("s", "u", "y")));
    // Another model's output is read in place of an input: what lies behind it is known otherwise.
    model = renamed(model, "enc_x", "other_out");
    EXPECT_THAT(inside(source, model),
                ElementsAre(ElementsAre("p", "q", "r"), ElementsAre("s", "u", "y")));
}

TEST_F(Members, AreFoundByTheirNeighboursWhereNamesDiffer) {
    const Model source = splitModel();
    Model model = compiled(source, "split.onnx");
    for (const char* name : {"x", "r", "y"}) // t, which the Mish gives, keeps its name
        model = renamed(model, name, std::string("Q") + name + "Q");
    EXPECT_THAT(inside(source, model),
                ElementsAre(ElementsAre("p", "q", "r"), ElementsAre("s", "u", "y")));
}

TEST_F(Members, OfAnotherModelAreRefused) {
    const Model model = compiled(splitModel(), "split.onnx");
    const Model other = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] a) => (float[2] b) { b = Sigmoid(a) })");
    for (const EpContext& context : epContextsOf(model)) {
        const auto nodes = membersIn(other, model, context.node);
        ASSERT_FALSE(nodes);
        EXPECT_THAT(nodes.error().message(), HasSubstr("compile it again"));
    }
}

TEST_F(Members, AreCountedByOperator) {
    const Model model = compiled(splitModel(), "split.onnx");
    const auto members = membersOfContext(model, path, firstContext(model));
    ASSERT_TRUE(members) << members.error().message();
    EXPECT_EQ(members->file, folder / "split.onnx");
    EXPECT_THAT(members->operators,
                ElementsAre(Pair("Add", 1), Pair("MatMul", 1), Pair("Relu", 1)));
    EXPECT_EQ(members->names.size(), 3U);
}

TEST_F(Members, TheSourceIsFoundByItsRecordedNameAndByTheNameOfTheContextModel) {
    GenerateOptions options;
    options.output = folder / "deployed.onnx"; // tells nothing of its source
    const Model model = compiled(splitModel(), "split.onnx", options);
    const EpContext context = epContextsOf(model).at(0);
    EXPECT_EQ(context.sourceModel, "split.onnx");
    EXPECT_EQ(*sourceOfContext(context, path), folder / "split.onnx");

    EpContext nameless = context;
    nameless.sourceModel.clear();
    EXPECT_EQ(*sourceOfContext(nameless, folder / "split_ctx.onnx"), folder / "split.onnx");
    EXPECT_FALSE(sourceOfContext(nameless, folder / "deployed.onnx"));
}

TEST_F(Members, TheNameOfTheSourceNeverLeadsToAnotherFolder) {
    EXPECT_TRUE(writeModel(splitModel(), folder / "split.onnx"));
    std::filesystem::create_directory(folder / "in");
    EpContext context;
    for (const char* name : {"../split.onnx", "..\\split.onnx", "..", "", "."}) {
        context.sourceModel = name;
        EXPECT_FALSE(sourceOfContext(context, folder / "in" / "c.onnx")) << name;
    }
    context.sourceModel = "C:\\exported\\split.onnx"; // as OpenVINO writes it
    EXPECT_EQ(*sourceOfContext(context, folder / "c_ctx.onnx"), folder / "split.onnx");
}

TEST_F(Members, WithoutTheSourceItIsSaidWhichFileIsWanted) {
    const Model model = compiled(splitModel(), "split.onnx");
    std::filesystem::remove(folder / "split.onnx");
    const auto members = membersOfContext(model, path, firstContext(model));
    ASSERT_FALSE(members);
    EXPECT_THAT(members.error().message(), HasSubstr("put split.onnx beside the context model"));
}

TEST_F(Members, OnlyTheNameOfTheSourceIsWritten) {
    std::filesystem::create_directory(folder / "in");
    const Model model = compiled(splitModel(), "in/split.onnx");
    for (const EpContext& context : epContextsOf(model))
        EXPECT_EQ(context.sourceModel, "split.onnx");
    GenerateOptions options;
    options.output = folder / "memory_ctx.onnx";
    const auto made = generate(splitModel(), {}, options);
    ASSERT_TRUE(made);
    for (const EpContext& context : epContextsOf(made->model))
        EXPECT_FALSE(made->model.node(context.node)->attribute("onnx_model_filename"));
}

} // namespace
} // namespace partita::test
