#pragma once

#include <gtest/gtest.h>

#include "core/base/atomic_files.h"
#include "core/epcontext/formats/ovep_bin.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/merge/merge.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/models.h"

namespace partita::test {

inline const char* const kQnn = "QNNExecutionProvider";
inline const char* const kOpenVino = "OpenVINOExecutionProvider";

inline std::string attribute(const char* name, const std::string& text) {
    return std::string(", ") + name + " = \"" + text + "\"";
}

/// A model of one EPContext node named `node` from x to y (or as given).
inline std::string contextModel(const std::string& source, const std::string& node,
                                const std::string& path, const std::string& partition,
                                const std::string& x = "x", const std::string& y = "y",
                                int opset = 18) {
    return "<ir_version: 9, opset_import: [\"\" : " + std::to_string(opset) +
           ", \"com.microsoft\" : 1]> g (float[1,4] " + x + ") => (float[1,4] " + y + ") { [" +
           node + "] " + y + " = com.microsoft.EPContext<main_context = 1, embed_mode = 0" +
           attribute("source", source) + attribute("ep_cache_context", path) +
           attribute("partition_name", partition) + ">(" + x + ") }";
}

inline std::string qnnBinary(const std::vector<std::string>& graphs) {
    std::string bytes("QNN?\0\1", 6);
    for (const std::string& graph : graphs)
        bytes += "PICKLE/256/" + graph + std::string(3, '\0') + graph + std::string(9, '\0') +
                 graph + std::string(1, '\0');
    return bytes;
}

inline std::string ovepBinary(const std::vector<std::pair<std::string, std::string>>& blobs) {
    OvepBin bin;
    bin.producer = "test";
    for (const auto& [name, data] : blobs)
        bin.blobs.push_back({name, bufferOf(data)});
    return std::string(joined(writeOvepBin(bin)).text());
}

/// A fixture of context models in a temporary folder, which a test merges.
class MergedFiles : public testing::Test {
protected:
    void write(const std::string& name, const std::string& bytes) {
        std::filesystem::create_directories((folder / name).parent_path());
        ASSERT_TRUE(writeFile(folder / name, std::string_view(bytes)));
    }
    void addModel(const std::string& name, const std::string& text, const std::string& prefix) {
        const Model model = modelFromText(text);
        const std::filesystem::path path = folder / name;
        std::filesystem::create_directories(path.parent_path());
        ASSERT_TRUE(writeModel(model, path));
        inputs.push_back({path, *readModel(path), prefix});
    }
    Result<MergePlan> plan() {
        options.output = folder / "out/merged.onnx";
        std::filesystem::create_directories(folder / "out");
        return planMerge(inputs, options);
    }
    /// Plans a merge, writes it and reads it back; lint must find nothing.
    Model merged() {
        auto made = plan();
        EXPECT_TRUE(made) << made.error().message();
        if (!made)
            return {};
        EXPECT_TRUE(writeMerge(*made, options.output));
        auto model = readModel(options.output);
        EXPECT_TRUE(model);
        const auto findings = lintContexts(*model, folder / "out");
        for (const Finding& finding : *findings)
            ADD_FAILURE() << finding.rule << ": " << finding.text;
        return *model;
    }
    static std::vector<std::string> nodeNames(const Model& model) {
        std::vector<std::string> names;
        for (const NodeId id : model.topologicalOrder(model.mainGraph()))
            names.push_back(model.node(id)->name);
        return names;
    }
    std::string refusal() {
        const auto made = plan();
        EXPECT_FALSE(made);
        return made ? std::string() : made.error().message();
    }

    TemporaryFolder folder;
    std::vector<MergeInput> inputs;
    MergeOptions options;
};

} // namespace partita::test
