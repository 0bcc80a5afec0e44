#include <gtest/gtest.h>

#include "core/base/log.h"
#include "providers/npu/profile/npu_options.h"

namespace partita {
namespace {

std::string valueOf(const NpuOptions& options, const std::string& name) {
    for (const ProviderOption& option : npuOptionList(options))
        if (option.name == name)
            return option.value;
    return "none";
}

std::string refusal(const std::string& name, const std::string& value) {
    NpuOptions options;
    const std::string before = npuOptionsText(options);
    const auto set = setNpuOption(options, name, value, 2);
    EXPECT_EQ(npuOptionsText(options), before);
    return set ? "" : set.error().message();
}

TEST(NpuOptions, HaveTheDefaultsOfTheDocumentation) {
    const NpuOptions options;
    EXPECT_EQ(valueOf(options, "device_id"), "0");
    EXPECT_EQ(valueOf(options, "npu_mem_limit"), "18446744073709551615");
    EXPECT_EQ(valueOf(options, "arena_extend_strategy"), "kNextPowerOfTwo");
    EXPECT_EQ(valueOf(options, "enable_cann_graph"), "1");
    EXPECT_EQ(valueOf(options, "dump_graphs"), "0");
    EXPECT_EQ(valueOf(options, "dump_om_model"), "1");
    for (const ProviderOption& option : npuOptionList(options))
        EXPECT_EQ(option.value, option.defaultValue) << option.name;
}

TEST(NpuOptions, TakeTheirDefaultsWithoutAChange) {
    NpuOptions options;
    const std::string before = npuOptionsText(options);
    for (const ProviderOption& option : npuOptionList(options))
        if (!option.defaultValue.empty()) {
            EXPECT_TRUE(setNpuOption(options, option.name, option.defaultValue, 1)) << option.name;
            EXPECT_EQ(npuOptionsText(options), before) << option.name;
        }
}

TEST(NpuOptions, TakeWhatTheDocumentationShowsAndKeepTheWords) {
    NpuOptions options;
    const std::pair<const char*, const char*> given[] = {
        {"device_id", "1"},
        {"npu_mem_limit", "2147483648"},
        {"arena_extend_strategy", "kSameAsRequested"},
        {"enable_cann_graph", "0"},
        {"enable_cann_subgraph", "0"},
        {"dump_graphs", "1"},
        {"dump_om_model", "0"},
        {"op_select_impl_mode", "high_performance"},
        {"optypelist_for_implmode", "Pooling,SoftmaxV2,LRN,ROIAlign"},
        {"do_copy_in_default_stream", "1"},
        {"max_opqueue_num", "100"},
        {"input_format", "NCHW"},
        {"dynamic_batch_size", "1,2,4"},
    };
    for (const auto& [name, value] : given) {
        const auto set = setNpuOption(options, name, value, 2);
        EXPECT_TRUE(set) << name << (set ? "" : set.error().message());
        EXPECT_EQ(valueOf(options, name), value);
    }
    for (const char* mode :
         {"force_fp32", "cube_fp16in_fp32out", "force_fp16", "allow_fp32_to_fp16",
          "must_keep_origin_dtype", "allow_mix_precision", "allow_mix_precision_fp16"}) {
        EXPECT_TRUE(setNpuOption(options, "precision_mode", mode, 1));
        EXPECT_EQ(valueOf(options, "precision_mode"), mode);
    }
    EXPECT_TRUE(setNpuOption(options, "enable_cann_graph", "true", 1));
    EXPECT_TRUE(options.graphMode);
}

TEST(NpuOptions, SynonymsMeanTheSame) {
    const auto modeOf = [](const char* name, const char* value) {
        NpuOptions options;
        EXPECT_TRUE(setNpuOption(options, name, value, 1));
        return options.precision;
    };
    EXPECT_EQ(modeOf("precision_mode", "force_fp32"),
              modeOf("precision_mode", "cube_fp16in_fp32out"));
    EXPECT_EQ(modeOf("precision_mode", "allow_mix_precision"),
              modeOf("precision_mode", "allow_mix_precision_fp16"));
    EXPECT_EQ(modeOf("precision_mode_v2", "fp16"), modeOf("precision_mode", "force_fp16"));
    EXPECT_EQ(modeOf("precision_mode_v2", "origin"),
              modeOf("precision_mode", "must_keep_origin_dtype"));
}

TEST(NpuOptions, RefuseOtherValuesAndSayWhatMayBeGiven) {
    EXPECT_EQ(refusal("device_id", "2"),
              "Invalid device ID: 2, must be between 0 (inclusive) and 2 (exclusive).: the device "
              "profile says how many devices there are");
    EXPECT_EQ(refusal("device_id", "-1").substr(0, 21), "Invalid device ID: -1");
    EXPECT_NE(refusal("npu_mem_limit", "2GB"), "");
    EXPECT_NE(refusal("npu_mem_limit", "99999999999999999999"), "");
    EXPECT_EQ(refusal("arena_extend_strategy", "kBoth"),
              "arena_extend_strategy is 'kBoth': give kNextPowerOfTwo or kSameAsRequested");
    EXPECT_NE(refusal("enable_cann_graph", "yes"), "");
    EXPECT_NE(refusal("precision_mode", "fp8").find("force_fp16"), std::string::npos);
    EXPECT_NE(refusal("op_select_impl_mode", "fast"), "");
    EXPECT_NE(refusal("dynamic_batch_size", "1,x"), "");
    EXPECT_NE(refusal("dynamic_image_size", "224"), "");
    EXPECT_NE(refusal("dynamic_dims", "1,2;3"), "");
    EXPECT_NE(refusal("nonsense", "1").find("no option 'nonsense'"), std::string::npos);
}

TEST(NpuOptions, OneKindOfDynamicSizesAtATime) {
    NpuOptions options;
    EXPECT_TRUE(setNpuOption(options, "dynamic_batch_size", "1,2", 1));
    EXPECT_FALSE(setNpuOption(options, "dynamic_dims", "1,2;3,4", 1));
    EXPECT_TRUE(setNpuOption(options, "dynamic_batch_size", "", 1));
    EXPECT_TRUE(setNpuOption(options, "dynamic_dims", "1,2;3,4", 1));
}

TEST(NpuOptions, AnOperatorWithoutAChoiceIsTakenWithAWarning) {
    std::vector<std::string> lines;
    const LogListener listener([&](const LogLine& line) {
        if (line.level == LogLevel::warning)
            lines.push_back(line.text.text());
    });
    NpuOptions options;
    EXPECT_TRUE(setNpuOption(options, "optypelist_for_implmode", "Gelu", 1));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_NE(lines[0].find("'Gelu'"), std::string::npos);
}

} // namespace
} // namespace partita
