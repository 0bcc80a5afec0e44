// What a run copies between host and device.

#include "core/session/device_copies.h"

#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "core/session/placement.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// Seven Relu, Mish, which the device has not, seven Relu.
Model cut(const char* size) {
    std::string text = "<ir_version: 9, opset_import: [\"\" : 18]> g (float[" + std::string(size) +
                       "] v0) => (float[" + size + "] v15) {";
    for (int i = 0; i < 15; ++i)
        text += " v" + std::to_string(i + 1) + " = " + (i == 7 ? "Mish" : "Relu") + "(v" +
                std::to_string(i) + ")";
    return *inferShapes(test::modelFromText(text + " }"));
}

CopyEstimate estimated(const Model& model, const ProviderList& providers) {
    return estimateCopies(model, providers, placeModel(model, providers)->ofSource);
}

TEST(DeviceCopies, InputsOutputsAndBoundariesAreCopiedOnceEach) {
    const auto providers = *makeProviders({});
    const Model model = cut("1,1000000");
    const CopyEstimate estimate = estimated(model, providers);
    EXPECT_EQ(estimate.copies, 4U) << "the input, to Mish, from Mish, the output";
    ASSERT_TRUE(estimate.seconds);
    EXPECT_GT(*estimate.seconds, 0);
    EXPECT_TRUE(estimate.complete);
    const std::string text = estimate.text().text();
    EXPECT_TRUE(text.starts_with("est. 4 copies, ") && text.ends_with(" ms")) << text;
    const auto parts = headlineOf(model, providers, placeModel(model, providers)->ofSource);
    ASSERT_GT(parts.size(), 4U);
    EXPECT_EQ(parts[3].figure, HeadlinePart::Figure::bytes);
    EXPECT_EQ(parts[4].figure, HeadlinePart::Figure::copies);
    EXPECT_EQ(parts[4].text.text(), text) << "behind the bytes";
}

TEST(DeviceCopies, AnUnknownSizeIsSaidAndWithoutADeviceNothingIsCopied) {
    const CopyEstimate open = estimated(cut("N,1000"), *makeProviders({}));
    EXPECT_FALSE(open.complete);
    EXPECT_TRUE(open.text().text().ends_with(" or more")) << open.text().text();
    ProviderList host = *makeProviders({});
    host.erase(host.begin());
    EXPECT_EQ(estimated(cut("1,8"), host).copies, 0U);
    EXPECT_TRUE(estimated(cut("1,8"), host).text().empty());
}

TEST(DeviceCopies, AnOutputBehindAFoldedNodeIsCopiedAsWell) {
    std::string text =
        "<ir_version: 9, opset_import: [\"\" : 18]> g (float[1,8] v0) => (float[1,8] y) {";
    for (int i = 0; i < 8; ++i)
        text += " v" + std::to_string(i + 1) + " = Relu(v" + std::to_string(i) + ")";
    const Model model = *inferShapes(test::modelFromText(text + " y = Identity(v8) }"));
    EXPECT_EQ(estimated(model, *makeProviders({})).copies, 2U);
}

TEST(DeviceCopies, AChangeSaysBothFigures) {
    CopyEstimate was, is;
    was.copies = 4;
    was.seconds = 0.00031;
    is.copies = 1;
    is.seconds = 0.0002;
    EXPECT_EQ(is.textAfter(was).text(), "est. 4 → 1 copies, 0.31 → 0.2 ms");
    EXPECT_EQ(is.text().text(), "est. 1 copy, 0.2 ms");
    was.complete = false;
    EXPECT_EQ(is.textAfter(was).text(), "est. 4 → 1 copies, 0.31 ms or more → 0.2 ms");
    EXPECT_EQ(was.textAfter(is).text(), "est. 1 → 4 copies, 0.2 ms → 0.31 ms or more");
    EXPECT_EQ(was.textAfter(was).text(), "est. 4 copies, 0.31 ms or more");
    is.seconds.reset();
    EXPECT_EQ(is.text().text(), "est. 1 copy");
}

} // namespace
} // namespace partita
