#include "core/tasks/compiled_models.h"

#include <filesystem>

#include "tests/support/contexts.h"

namespace partita {
namespace {

namespace fs = std::filesystem;

class CompiledModels : public test::Context {
protected:
    /// A model with the weights of `splitModel` and `activation` in its place of Relu.
    static Model modelWith(const char* activation) {
        const Model model = test::splitModel();
        ModelEditor editor(model);
        editor.changeNode(model.producer(test::valueNamed(model, "r")),
                          [&](Node& node) { node.opType = activation; });
        return editor.model();
    }
    GenerateInput inputOf(const std::string& name, const Model& model) {
        return *prepareToCompile(folder / name, model, providers);
    }
    ProviderList providers = test::npuAndCpu();
};

TEST_F(CompiledModels, OneModelIsWrittenWithItsBinaryAndToldInFigures) {
    const Model model = modelWith("Relu");
    const auto compiled = compileModels({{inputOf("one.onnx", model)}, {}}, providers);
    ASSERT_TRUE(compiled) << compiled.error().message();
    ASSERT_EQ(compiled->outputs, std::vector{folder / "one_ctx.onnx"});
    ASSERT_EQ(compiled->files, std::vector<std::string>{"one_npu.bin"});
    EXPECT_EQ(compiled->partitions, 2U);
    EXPECT_EQ(compiled->binaryBytes, fs::file_size(folder / "one_npu.bin"));
    EXPECT_EQ(compiled->savedBytes, 64U); // both partitions read one matrix
    EXPECT_TRUE(compiled->isSound());
    expectSame(model, *readModel(compiled->outputs.front()));
}

TEST_F(CompiledModels, SeveralModelsShareOneBinaryInTheFolder) {
    const Model one = modelWith("Relu"), two = modelWith("Abs");
    const fs::path out = folder / "out";
    const auto compiled = compileModels(
        {{inputOf("one.onnx", one), inputOf("two.onnx", two)}, {}, true, out}, providers);
    ASSERT_TRUE(compiled) << compiled.error().message();
    ASSERT_EQ(compiled->outputs, (std::vector{out / "one_ctx.onnx", out / "two_ctx.onnx"}));
    ASSERT_EQ(compiled->files, std::vector<std::string>{"one_npu.bin"});
    EXPECT_EQ(compiled->partitions, 4U);
    EXPECT_EQ(compiled->binaryBytes, fs::file_size(out / "one_npu.bin"));
    EXPECT_GE(compiled->savedBytes, 3 * 64U); // four partitions read one matrix
    expectSame(one, *readModel(compiled->outputs.front()));
    expectSame(two, *readModel(compiled->outputs.back()));
}

TEST_F(CompiledModels, ModelsThatDoNotShareHaveABinaryEach) {
    const auto compiled = compileModels(
        {{inputOf("one.onnx", modelWith("Relu")), inputOf("two.onnx", modelWith("Abs"))}, {}},
        providers);
    ASSERT_TRUE(compiled) << compiled.error().message();
    EXPECT_EQ(compiled->files, (std::vector<std::string>{"one_npu.bin", "two_npu.bin"}));
    EXPECT_EQ(compiled->binaryBytes,
              fs::file_size(folder / "one_npu.bin") + fs::file_size(folder / "two_npu.bin"));
}

TEST_F(CompiledModels, WhereOneModelCannotBeCompiledNothingIsWritten) {
    const Model none = *inferShapes(test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[4] x) => (float[4] y) { y = Mish(x) })"));
    const auto compiled = compileModels(
        {{inputOf("one.onnx", modelWith("Relu")), inputOf("none.onnx", none)}, {}, true, {}},
        providers);
    EXPECT_FALSE(compiled);
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST_F(CompiledModels, AWarningOfLintLeavesWhatARuntimeWroteSoundAndAnErrorDoesNot) {
    Compiled compiled;
    const Model model = modelWith("Relu");
    compiled.byRuntime = RealContext{model, {}, {}, {}, false, 0, 0, {}};
    EXPECT_TRUE(compiled.isSound());
    compiled.byRuntime->findings = {{Finding::Severity::warning, "rule", {}, Message("odd")}};
    EXPECT_TRUE(compiled.isSound());
    compiled.byRuntime->findings.push_back(
        {Finding::Severity::error, "rule", {}, Message("wrong")});
    EXPECT_FALSE(compiled.isSound());
}

} // namespace
} // namespace partita
