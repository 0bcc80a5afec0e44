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
        const RuntimeValue aligned = value.aligned();
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
