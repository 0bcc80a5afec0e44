// What loading refuses in binaries of the simulated NPU, `lint` says before, and a merge does not
// copy it.

#include <algorithm>
#include <functional>

#include "core/base/atomic_files.h"
#include "core/base/mapped_files.h"
#include "core/epcontext/formats/container.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/merge/merge.h"
#include "tests/support/contexts.h"

namespace partita {
namespace {

namespace fs = std::filesystem;
using test::splitModel;

/// What a container is made of.
struct ContainerParts {
    std::vector<ContextPart> parts;
    std::string sdk, hardware;
};

/// Writes the container of a file again with other parts: its checksums are right.
void rewrite(const fs::path& file, const std::function<void(ContainerParts&)>& change) {
    const auto container = Container::open(Buffer::own(std::string(mapFile(file)->text())));
    ASSERT_TRUE(container);
    ContainerParts all{{}, container->info().sdk, container->info().hardware};
    for (const auto& entry : container->info().graphs)
        all.parts.push_back(
            {entry.name, *container->graph(entry.name), container->program(entry.name)});
    change(all);
    const auto made = writeContainer(all.parts, all.sdk, all.hardware);
    ASSERT_TRUE(made);
    ASSERT_TRUE(writeFile(file, joined(made->pieces).text()));
}

std::string replacedText(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << text;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// The rules of the errors that `lint` finds.
std::vector<std::string> lintErrors(const fs::path& path, const Model& model) {
    std::vector<std::string> rules;
    const auto findings = lintContexts(model, path.parent_path());
    EXPECT_TRUE(findings);
    for (const Finding& finding : *findings)
        if (finding.severity == Finding::Severity::error)
            rules.push_back(finding.rule);
    return rules;
}

using Rules = std::vector<std::string>;

class LintBinary : public test::Context {
protected:
    /// Whether a merge of one model, which is what `repack` does, is refused.
    bool isRepackRefused(const fs::path& path) {
        MergeOptions options;
        options.output = folder / "r.onnx";
        options.single = true;
        return !planMerge({{path, *readModel(path), {}}}, options);
    }
};

TEST_F(LintBinary, WithAProgramThatTheDeviceDoesNotReadIsDamaged) {
    const std::pair<const char*, const char*> changes[] = {
        {"\"version\":2", "\"version\":9"}, // a program of a later format
        {"\"tasks\":[", "\"tasks\":[99,"},  // a task of a node that there is not
        {"\"node_types\":{", "\"node_types\":7,\"more\":{"}};
    for (const auto& [from, to] : changes) {
        const fs::path path = compile("a.onnx");
        ASSERT_EQ(lintErrors(path, *readModel(path)), Rules{});
        rewrite(folder / epContextsOf(*readModel(path)).front().path(), [&](ContainerParts& all) {
            all.parts[1].program = replacedText(all.parts[1].program, from, to);
        });
        EXPECT_EQ(lintErrors(path, *readModel(path)), Rules{"damaged-binary"}) << to;
        EXPECT_TRUE(isRepackRefused(path)) << to;
        EXPECT_NE(loadingFails(path).find("its program does not fit its graph"), std::string::npos);
    }
}

TEST_F(LintBinary, WithAGraphThatNothingRunsIsDamaged) {
    const std::pair<const char*, const char*> graphs[] = {
        {"y = NoSuchOperator(x)", "ONNX has no operator NoSuchOperator"},
        {"y = Relu<alpha = 1.0>(x)", "Relu: "}};
    for (const auto& [nodes, why] : graphs) {
        const fs::path path = compile("a.onnx");
        rewrite(folder / epContextsOf(*readModel(path)).front().path(), [&](ContainerParts& all) {
            all.parts[0].model = test::modelFromText(
                std::string("<ir_version: 9, opset_import: [\"\" : 18]> g (float[1,4] x) => "
                            "(float[1,4] y) { ") +
                nodes + " }");
            all.parts[0].program = R"({"version":2,"graph_mode":true,"tasks":[0],
                                       "node_types":{},"value_types":{}})";
        });
        EXPECT_EQ(lintErrors(path, *readModel(path)), Rules{"damaged-binary"}) << nodes;
        EXPECT_TRUE(isRepackRefused(path)) << nodes;
        const std::string said = loadingFails(path);
        EXPECT_NE(said.find(why), std::string::npos) << said;
    }
}

TEST_F(LintBinary, OfAnotherReleaseIsAnError) {
    const fs::path path = compile("a.onnx");
    rewrite(folder / "a_npu.bin", [](ContainerParts& all) { all.sdk = "0.0.1"; });
    EXPECT_EQ(lintErrors(path, *readModel(path)), Rules{"sdk-differs"});
    EXPECT_TRUE(isRepackRefused(path));
    EXPECT_NE(loadingFails(path).find("was compiled by release '0.0.1'"), std::string::npos);
}

TEST_F(LintBinary, OfAnotherDeviceDoesNotLoadBesideTheFirst) {
    const fs::path a = compile("a.onnx"), b = compile("b.onnx");
    rewrite(folder / "b_npu.bin", [](ContainerParts& all) { all.hardware = "ascend910"; });
    ModelEditor editor(*readModel(b));
    for (const EpContext& each : epContextsOf(*readModel(b)))
        editor.changeNode(each.node, [](Node& node) {
            auto attributes = std::make_shared<Attributes>(*node.attributes);
            std::erase_if(*attributes, [](const auto& attribute) {
                return attribute->name == "hardware_architecture";
            });
            attributes->push_back(
                Attribute::make("hardware_architecture", Buffer::own(std::string("ascend910"))));
            node.attributes = std::move(attributes);
        });
    const Model other = editor.model();
    EXPECT_EQ(lintErrors(b, other), Rules{}) << "each for itself is whole";
    MergeOptions options;
    options.output = folder / "m.onnx";
    const auto plan = planMerge({{a, *readModel(a), "a_"}, {b, other, "b_"}}, options);
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().what.text(), "b is for 'ascend910', a for 'ascend310'");
}

TEST_F(LintBinary, ThatIsDamagedDoesNotHideTheFaultsOfOthers) {
    MergeOptions options;
    options.output = folder / "m_ctx.onnx";
    const Model other = *inferShapes(test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[1,4] x) => (float[1,4] y) {
           a = Abs(x) y = Neg(a) })"));
    const auto made = test::generate(other, folder / "b.onnx");
    ASSERT_TRUE(made && writeContext(*made, {}));
    const fs::path a = compile("a.onnx"), b = made->output;
    const auto plan = planMerge({{a, *readModel(a), "a_"}, {b, *readModel(b), "b_"}}, options);
    ASSERT_TRUE(plan && writeMerge(*plan, options.output));
    // What the merge recorded of the binaries would find every change.
    ModelEditor editor(*readModel(options.output));
    editor.changeInfo([](ModelInfo& info) { info.annotations = nullptr; });
    const Model merged = editor.model();
    const auto binaryOf = [&](std::size_t graphs) {
        for (const EpContext& each : epContextsOf(merged))
            if (each.isMain &&
                Container::open(*mapFile(folder / each.path()))->info().graphs.size() == graphs)
                return folder / each.path();
        return fs::path();
    };
    const fs::path ofA = binaryOf(2), ofB = binaryOf(1);
    ASSERT_FALSE(ofA.empty() || ofB.empty());
    ASSERT_EQ(lintErrors(options.output, merged), Rules{});
    ASSERT_TRUE(writeFile(ofA, std::string_view("garbage")));
    rewrite(ofB, [](ContainerParts& all) {
        all.parts[0].program = replacedText(all.parts[0].program, "\"version\":2", "\"version\":9");
    });
    EXPECT_EQ(lintErrors(options.output, merged), (Rules{"damaged-binary", "damaged-binary"}));
}

TEST_F(LintBinary, IsRepackedWhereOnlyTheElementTypeOfAnOutputIsKnown) {
    const fs::path path = compile("a.onnx");
    ModelEditor editor(*readModel(path));
    const Model& before = editor.model();
    const ValueId output = before.node(epContextsOf(before).front().node)->outputs[0];
    editor.changeValue(output, [](Value& value) {
        auto type = std::make_shared<Type>(*value.type);
        type->shape.reset();
        value.type = std::move(type);
    });
    const Model shapeless = editor.model();
    EXPECT_EQ(lintErrors(path, shapeless), Rules{});
    MergeOptions options;
    options.output = folder / "r.onnx";
    options.single = true;
    const auto plan = planMerge({{path, shapeless, {}}}, options);
    ASSERT_TRUE(plan) << plan.error().message();
    ASSERT_TRUE(writeMerge(*plan, options.output));
    const Model repacked = *readModel(options.output);
    EXPECT_EQ(lintErrors(options.output, repacked), Rules{});
    expectSame(splitModel(), repacked);
}

} // namespace
} // namespace partita
