#pragma once

#include <gtest/gtest.h>

#include "core/data/random_feeds.h"
#include "core/epcontext/generate.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/session/model_comparison.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita::test {

/// A model with two parts for the NPU and a node between them that the NPU does not take.
inline Model splitModel() {
    return *inferShapes(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1,4] x) => (float[1,4] y)
  <float[4,4] w = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}, float[4] b = {1,2,3,4}> {
  p = MatMul(x, w) q = Add(p, b) r = Relu(q) t = Mish(r) s = MatMul(t, w) u = Add(s, b)
  y = Relu(u) })"));
}

inline ProviderList npuAndCpu(const std::string& device = "ascend310") {
    return *makeProviders({{"npu", "cpu"}, device, {{"min_run_length", "1"}}});
}

inline Result<GeneratedContext> generate(const Model& model, const std::filesystem::path& path,
                                         GenerateOptions options = {}) {
    const auto list = npuAndCpu();
    const auto partitioning = partitionModel(model, list);
    return generateContext(model, *partitioning, list, path, options);
}

/// A fixture that compiles models into a temporary folder and runs them.
class Context : public ::testing::Test {
protected:
    /// Compiles and writes a context model, and returns its path.
    std::filesystem::path compile(const std::string& name, GenerateOptions options = {}) {
        const std::filesystem::path path = folder / name;
        std::filesystem::create_directories(path.parent_path());
        auto made = generate(splitModel(), path, options);
        EXPECT_TRUE(made) << made.error().message();
        EXPECT_TRUE(writeContext(*made, options));
        return made->output;
    }
    static void expectSame(const Model& original, const Model& other) {
        auto session = Session::create(other, npuAndCpu());
        ASSERT_TRUE(session) << session.error().message();
        auto reference = Session::create(original, *makeProviders({{"cpu"}, {}, {}}));
        const auto feeds = *randomFeeds(original, 1);
        const auto a = (*session)->run(feeds), b = (*reference)->run(feeds);
        ASSERT_TRUE(a && b);
        EXPECT_TRUE(compareValues(b->outputs[0], a->outputs[0], 1e-5, 1e-6).within);
    }
    static std::string loadingFails(const std::filesystem::path& path,
                                    const std::string& device = "ascend310") {
        const auto read = readModel(path);
        EXPECT_TRUE(read);
        const auto session = Session::create(*read, npuAndCpu(device));
        EXPECT_FALSE(session);
        return session ? std::string() : session.error().message();
    }
    TemporaryFolder folder;
};

} // namespace partita::test
