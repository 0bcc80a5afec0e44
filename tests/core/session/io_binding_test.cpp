// Values that are bound to inputs and outputs of a session, and where they lie in memory.

#include <array>
#include <cstring>
#include <gtest/gtest.h>

#include "core/provider/io_binding.h"
#include "core/session/session.h"
#include "providers/registry.h"
#include "tests/support/agreement.h"
#include "tests/support/models.h"
#include "tests/support/session_runs.h"

namespace partita {
namespace {

using agreement::floats;
using test::modelFromText;
using test::numbers;

TEST(IoBinding, WhatOneRunReturnsIsWhatTheNextOneReads) {
    const Model model = modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x, float[2] s) => (float[2] y, float[2] t) {
          y = Mul(x, s)  t = Add(x, s) })");
    auto session = Session::create(model, *makeProviders({{"cpu"}, "", {}}));
    ASSERT_TRUE(session);
    IoBinding binding;
    ASSERT_TRUE(binding.bindInput("x", ModelData(floats({2}, {1, 2}))));
    ASSERT_TRUE(binding.bindInput("s", ModelData(floats({2}, {0, 0}))));
    binding.bindOutput("t");
    for (int round = 1; round <= 3; ++round) {
        const auto report = (*session)->run(binding);
        ASSERT_TRUE(report) << report.error().message();
        ASSERT_EQ(report->outputs.size(), 1U); // t stays in the binding
        EXPECT_EQ(numbers(*report), (std::vector<double>{1.0 * (round - 1), 4.0 * (round - 1)}));
        binding.bindInput("s", binding.output("t"));
        EXPECT_EQ(binding.output("t").as<float>()[1], 2.0F * static_cast<float>(round));
    }
}

/// A step of a decoder with one head of one element, whose cache has room for four tokens.
constexpr const char* kStep =
    R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]> g
       (float[1,1,1] x, float[1,1,4,1] k, float[1,1,4,1] v, int32[1] last, int32 total)
       => (float[1,1,1] y, float[1,1,4,1] keys, float[1,1,4,1] values) {
       y, keys, values = com.microsoft.GroupQueryAttention <num_heads = 1, kv_num_heads = 1>
                           (x, x, x, k, v, last, total) })";

TEST(IoBinding, ACacheThatIsGivenGrowsInPlace) {
    auto session = Session::create(modelFromText(kStep), *makeProviders({{"cpu"}, "", {}}));
    ASSERT_TRUE(session) << session.error().message();
    IoBinding binding;
    for (const char* name : {"y", "keys", "values"})
        binding.bindOutput(name);
    std::map<std::string, const float*> memory;
    for (const char* name : {"k", "v"}) {
        RuntimeValue cache = RuntimeValue::allocate(DataType::float32, {1, 1, 4, 1});
        std::fill_n(cache.as<float>(), 4, 0.0F);
        memory[name] = cache.as<float>();
        binding.giveInput(name, std::move(cache));
    }
    for (std::int32_t i = 0; i < 4; ++i) {
        ASSERT_TRUE(binding.bindInput("x", floats({1, 1, 1}, {static_cast<float>(i + 1)})));
        ASSERT_TRUE(binding.bindInput("last", Tensor::of(DataType::int32, {1}, std::vector{i})));
        ASSERT_TRUE(
            binding.bindInput("total", Tensor::of(DataType::int32, {}, std::vector{i + 1})));
        const auto report = (*session)->run(binding);
        ASSERT_TRUE(report) << report.error().message();
        EXPECT_EQ(binding.output("values").as<float>()[i], static_cast<float>(i + 1));
        EXPECT_EQ(binding.output("values").as<float>()[0], 1.0F); // what was there is kept
        EXPECT_EQ(binding.output("keys").as<float>(), memory["k"]);
        EXPECT_EQ(binding.output("values").as<float>(), memory["v"]);
        binding.giveInput("k", binding.takeOutput("keys"));
        binding.giveInput("v", binding.takeOutput("values"));
    }
}

TEST(IoBinding, WhatIsBoundOrKeptIsNeverWritten) {
    auto session = Session::create(modelFromText(kStep), *makeProviders({{"cpu"}, "", {}}));
    ASSERT_TRUE(session) << session.error().message();
    RuntimeValue kept = RuntimeValue::allocate(DataType::float32, {1, 1, 4, 1});
    std::fill_n(kept.as<float>(), 4, 0.0F);
    for (const bool given : {false, true}) {
        IoBinding binding;
        for (const char* name : {"k", "v"})
            given ? binding.giveInput(name, kept) : binding.bindInput(name, kept);
        ASSERT_TRUE(binding.bindInput("x", floats({1, 1, 1}, {7})));
        ASSERT_TRUE(binding.bindInput("last", Tensor::of(DataType::int32, {1}, std::vector{0})));
        ASSERT_TRUE(binding.bindInput("total", Tensor::of(DataType::int32, {}, std::vector{1})));
        const auto report = (*session)->run(binding);
        ASSERT_TRUE(report) << report.error().message();
        EXPECT_EQ(numbers(*report).at(0), 7);
        EXPECT_EQ(kept.as<float>()[0], 0.0F);
        EXPECT_EQ(binding.inputs().contains("k"), !given);
    }
}

TEST(IoBinding, ANameThatIsNotAnOutputIsAnError) {
    const Model model = modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) { y = Neg(x) })");
    auto session = Session::create(model, *makeProviders({{"cpu"}, "", {}}));
    ASSERT_TRUE(session);
    IoBinding binding;
    binding.bindOutput("z");
    const auto report = (*session)->run(binding);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().where.front().text(), "output 'z'");
}

TEST(Session, PartsOfAValueAreAlignedLikeAnyTensor) {
    std::vector<std::byte> bytes(1 + sizeof(std::int64_t));
    RuntimeValue number;
    number.type = DataType::int64;
    number.dims = {1};
    number.data = bytes.data() + 1;
    if (number.isAligned())
        GTEST_SKIP() << "an odd address was expected";
    for (const RuntimeValue& value :
         {RuntimeValue::sequence({number}), RuntimeValue::map(number, number)}) {
        EXPECT_FALSE(value.isAligned());
        const RuntimeValue aligned = value.aligned();
        EXPECT_TRUE(aligned.isAligned());
        for (const RuntimeValue& item : *aligned.items)
            EXPECT_TRUE(item.isAligned());
    }
}

TEST(Session, AViewThatIsMovedToAnotherAddressIsStillThatView) {
    // A 2×3 matrix viewed as 3×2, at an odd address, as weights in a file may be.
    std::vector<std::byte> bytes(1 + 6 * sizeof(float));
    const std::array<float, 6> numbers{1, 2, 3, 4, 5, 6};
    std::memcpy(bytes.data() + 1, numbers.data(), sizeof numbers);
    RuntimeValue view;
    view.type = DataType::float32;
    view.dims = {3, 2};
    view.strides = {1, 3};
    view.data = bytes.data() + 1;
    if (view.isAligned())
        GTEST_SKIP() << "an odd address was expected";
    EXPECT_EQ(*elementsAsDoubles(view.aligned().toTensor("w")),
              (std::vector<double>{1, 4, 2, 5, 3, 6}));

    // The same holds where one session makes the view and another session multiplies it.
    const Model model = test::modelFromText(R"(<ir_version: 10, opset_import: ["" : 21]>
        g (float[1,3] x, float[3,2] w) => (float[1,2] y) { y = MatMul(x, w) })");
    auto session = Session::create(model, *makeProviders({{"cpu"}, {}, {}}));
    ASSERT_TRUE(session) << session.error().message();
    IoBinding binding;
    const auto x = Tensor::of<float>(DataType::float32, {1, 3}, {1, 10, 100});
    ASSERT_TRUE(binding.bindInput("x", ModelData(x)));
    binding.bindInput("w", view);
    binding.bindOutput("y");
    ASSERT_TRUE((*session)->run(binding));
    EXPECT_EQ(*elementsAsDoubles(binding.output("y").toTensor("y")),
              (std::vector<double>{321, 654}));
}

} // namespace
} // namespace partita
