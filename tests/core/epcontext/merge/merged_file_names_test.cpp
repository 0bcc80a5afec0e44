// The binaries beside a merged model are its own: no compiler that is run later writes over them.

#include "core/onnx/write.h"
#include "tests/support/merges.h"

namespace partita {
namespace {

namespace fs = std::filesystem;

using test::contextModel;
using test::kQnn;
using test::qnnBinary;

class MergedFileName : public test::MergedFiles {
protected:
    void SetUp() override {
        fs::create_directories(folder / "out");
        options.single = true;
        options.output = folder / "out/merged.onnx";
        write("a/a_qnn.bin", binary);
        addModel("a/a_ctx.onnx", contextModel(kQnn, "QNN_1_0", "a_qnn.bin", "QNN_1_0"), "a_");
    }
    Result<MergePlan> plan() const { return planMerge(inputs, options); }
    /// Writes a compiled model that stays beside the result.
    void writeBeside(const std::string& name, const std::string& file) {
        write("out/" + file, binary);
        ASSERT_TRUE(writeModel(test::modelFromText(contextModel(kQnn, "QNN_1_0", file, "QNN_1_0")),
                               folder / "out" / name));
    }
    std::string planned() const {
        const auto made = plan();
        return made && made->files.size() == 1
                   ? made->files[0].name + ", " + made->files[0].why.text()
               : made ? "several files"
                      : made.error().message();
    }
    const std::string binary = qnnBinary({"QNN_1_0"}) + "weights";
};

TEST_F(MergedFileName, BeginsWithThatOfTheModel) {
    EXPECT_EQ(planned(), "merged_a_qnn.bin, copied");
    options.output = folder / "out/both_ctx.onnx";
    EXPECT_EQ(planned(), "both_a_qnn.bin, copied");
    options.output = folder / "out/a_ctx.onnx"; // as a compiler calls it
    EXPECT_EQ(planned(), "a_qnn.bin, copied");
}

TEST_F(MergedFileName, IsAnotherOneThanAModelThatIsCompiledThereLaterHas) {
    const auto made = plan();
    ASSERT_TRUE(made && writeMerge(*made, options.output));
    writeBeside("a_ctx.onnx", "a_qnn.bin");
    write("out/a_qnn.bin", qnnBinary({"QNN_1_0"}) + "new weights");
    EXPECT_TRUE(lintContexts(*readModel(options.output), folder / "out")->empty());
}

TEST_F(MergedFileName, IsAnotherOneThanAnEqualFileOfAnotherModelHas) {
    writeBeside("a_ctx.onnx", "a_qnn.bin");
    EXPECT_EQ(planned(), "merged_a_qnn.bin, copied");
    writeBeside("other.onnx", "merged_a_qnn.bin");
    EXPECT_EQ(planned(), "merged_a_qnn_2.bin, copied");
}

TEST_F(MergedFileName, IsAnotherOneThanALinkHas) {
    fs::create_hard_link(folder / "a/a_qnn.bin", folder / "out/merged_a_qnn.bin");
    fs::create_symlink(folder / "a/a_qnn.bin", folder / "out/merged_a_qnn_2.bin");
    fs::create_symlink(folder / "nowhere", folder / "out/merged_a_qnn_3.bin");
    EXPECT_EQ(planned(), "merged_a_qnn_4.bin, copied");
}

TEST_F(MergedFileName, StaysWhereAMergeIsRepeated) {
    const auto first = plan();
    ASSERT_TRUE(first && writeMerge(*first, options.output));
    const auto written = fs::last_write_time(folder / "out/merged_a_qnn.bin");
    EXPECT_EQ(planned(), "merged_a_qnn.bin, is there already, and stays");
    const auto second = plan();
    ASSERT_TRUE(second && writeMerge(*second, options.output));
    EXPECT_EQ(fs::last_write_time(folder / "out/merged_a_qnn.bin"), written);
    EXPECT_TRUE(lintContexts(*readModel(options.output), folder / "out")->empty());
    // Compiled again meanwhile: the old file is not written over.
    write("a/a_qnn.bin", binary + "new weights");
    EXPECT_EQ(planned(), "merged_a_qnn_2.bin, copied");
}

TEST_F(MergedFileName, OfABinaryThatWasInsideStaysWhereAMergeIsRepeated) {
    options.embed = true;
    options.output = folder / "inside_ctx.onnx";
    const auto inside = plan();
    ASSERT_TRUE(inside && writeMerge(*inside, options.output)) << inside.error().message();
    inputs = {{options.output, *readModel(options.output), "b_"}};
    options.embed = false;
    options.output = folder / "out/merged.onnx";
    for (int i = 0; i < 2; ++i) {
        const auto made = plan();
        ASSERT_TRUE(made && writeMerge(*made, options.output)) << made.error().message();
        EXPECT_EQ(made->files[0].name, "merged_QNNExecutionProvider.bin");
    }
}

} // namespace
} // namespace partita
