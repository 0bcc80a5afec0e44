#include "core/tasks/merge_task.h"

#include <filesystem>

#include "tests/support/contexts.h"

namespace partita {
namespace {

using test::npuAndCpu;

class MergeTask : public test::Context {
protected:
    void SetUp() override {
        for (const std::string name : {"a", "b"}) {
            const std::filesystem::path path = compile(name + ".onnx");
            inputs.push_back({path, *readModel(path), name + "_"});
        }
        options.output = folder / "merged_ctx.onnx";
    }
    Result<WrittenMerge> written(const ProviderList& devices,
                                 const std::optional<MergeTrial>& trial) {
        const MergePlan plan = draftMergeFor(inputs, options, devices);
        EXPECT_FALSE(plan.refusal());
        return writeAndTry(plan, inputs, options.output, trial, Replace::no);
    }
    std::vector<MergeInput> inputs;
    MergeOptions options;
};

TEST_F(MergeTask, ThePlanWarnsWhereNoDeviceLoadsTheModels) {
    EXPECT_TRUE(draftMergeFor(inputs, options, npuAndCpu("ascend310")).problems.empty());
    const MergePlan plan = draftMergeFor(inputs, options, npuAndCpu("ascend910"));
    ASSERT_EQ(plan.problems.size(), 1U);
    EXPECT_EQ(plan.problems[0].severity, MergeProblem::Severity::warning);
    EXPECT_EQ(plan.problems[0].fix, MergeProblem::Fix::useDevice);
    EXPECT_EQ(plan.problems[0].subject, "ascend310");
}

TEST_F(MergeTask, WithoutATrialItIsWrittenAndNotRun) {
    const auto result = written(npuAndCpu(), std::nullopt);
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_TRUE(std::filesystem::exists(options.output));
    EXPECT_FALSE(result->ran || result->notRun);
    EXPECT_FALSE(written(npuAndCpu(), std::nullopt)); // the file is there already
}

TEST_F(MergeTask, ATrialComparesEachOutputWithItsSource) {
    const auto result = written(npuAndCpu(), MergeTrial{npuAndCpu(), makeJudges()});
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_TRUE(result->ran);
    EXPECT_FALSE(result->notRun);
    ASSERT_EQ(result->compared.outputs.size(), 2U);
    for (const MergedOutput& each : result->compared.outputs)
        EXPECT_TRUE(each.difference.difference.within);
}

TEST_F(MergeTask, WhatAnotherDeviceCannotRunIsWrittenAndNamesTheDeviceThatCan) {
    const ProviderList other = npuAndCpu("ascend910");
    const auto result = written(other, MergeTrial{other, {}});
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_TRUE(std::filesystem::exists(options.output));
    EXPECT_FALSE(result->ran);
    ASSERT_TRUE(result->notRun);
    EXPECT_EQ(result->notRun->subject, "ascend310");
}

} // namespace
} // namespace partita
