// RNN, GRU and LSTM at sizes around those of panels and tiles, against the reference.

#include <gtest/gtest.h>

#include "tests/support/agreement.h"
#include "tests/support/shape_text.h"
#include "tests/support/some_floats.h"

namespace partita {
namespace {

using namespace agreement;

struct Layer {
    std::string op;
    std::int64_t gates, steps, batch, hidden;
    std::string direction = "forward";
    std::string attributes = {};
    std::vector<std::int32_t> lengths = {}; ///< of the sequences; none: all steps
    bool peephole = false;
};

/// Checks all outputs of the layer, with biases and states to begin with.
void expectLayer(const Layer& layer) {
    SCOPED_TRACE(layer.op + " of " + std::to_string(layer.batch) + " × " +
                 std::to_string(layer.hidden) + ", " + layer.direction + layer.attributes);
    constexpr std::int64_t kInput = 3;
    const std::int64_t h = layer.hidden, width = layer.gates * h,
                       d = layer.direction == "bidirectional" ? 2 : 1;
    Feeds feeds;
    std::string inputs, names;
    const auto give = [&](const std::string& name, const std::vector<std::int64_t>& dims,
                          float most = 1) {
        std::int64_t count = 1;
        for (const std::int64_t size : dims)
            count *= size;
        std::vector<float> values = test::someFloats(count, static_cast<unsigned>(feeds.size()));
        for (float& each : values)
            each *= most;
        inputs += (inputs.empty() ? "" : ", ") + test::typeText(dims) + " " + name;
        names += (names.empty() ? "" : ", ") + name;
        feeds[name] = {floats(dims, values)};
    };
    give("x", {layer.steps, layer.batch, kInput});
    give("w", {d, width, kInput});
    give("r", {d, width, h}, 1.0F / std::sqrt(static_cast<float>(h)));
    give("b", {d, 2 * width});
    names += ", ";
    if (!layer.lengths.empty()) {
        feeds["l"] = {Tensor::of(DataType::int32, {layer.batch}, layer.lengths)};
        inputs += ", int32[" + std::to_string(layer.batch) + "] l";
        names += "l";
    }
    give("h0", {d, layer.batch, h});
    if (layer.gates == 4)
        give("c0", {d, layer.batch, h});
    if (layer.peephole)
        give("p", {d, 3 * h});
    const bool hasCell = layer.gates == 4;
    outputsOf("(" + inputs + ") => (float[] y, float[] yh" + (hasCell ? ", float[] yc" : "") +
                  ") { y, yh" + (hasCell ? ", yc" : "") + " = " + layer.op +
                  " <hidden_size = " + std::to_string(h) + ", direction = \"" + layer.direction +
                  "\"" + layer.attributes + "> (" + names + ") }",
              feeds);
}

TEST(RecurrentLayers, OfAnySizeAreThoseOfTheReference) {
    for (const std::int64_t hidden : {1, 15, 63, 64, 65, 128, 150})
        for (const std::int64_t batch : {1, 2, 5, 6, 7, 13}) {
            expectLayer({"RNN", 1, 3, batch, hidden});
            expectLayer({"GRU", 3, 3, batch, hidden});
            expectLayer({"GRU", 3, 3, batch, hidden, "reverse", ", linear_before_reset = 1"});
            expectLayer({"LSTM", 4, 3, batch, hidden, "bidirectional"});
        }
}

TEST(RecurrentLayers, EachSequenceEndsWhereItsLengthSays) {
    for (const char* direction : {"forward", "reverse", "bidirectional"}) {
        const std::vector<std::int32_t> lengths{4, 0, 1, 5, 3, 5, 2};
        expectLayer({"RNN", 1, 5, 7, 20, direction, "", lengths});
        expectLayer({"GRU", 3, 5, 7, 20, direction, "", lengths});
        expectLayer({"GRU", 3, 5, 7, 20, direction, ", linear_before_reset = 1", lengths});
        expectLayer({"LSTM", 4, 5, 7, 20, direction, "", lengths});
    }
}

TEST(RecurrentLayers, UnusualCellsAreThoseOfTheReference) {
    for (const std::int64_t batch : {1, 3}) {
        expectLayer({"RNN", 1, 4, batch, 17, "forward", ", clip = 0.5"});
        expectLayer({"RNN", 1, 4, batch, 17, "forward", ", activations = [\"Relu\"]"});
        expectLayer({"GRU", 3, 4, batch, 17, "forward", ", clip = 0.5"});
        expectLayer(
            {"GRU", 3, 4, batch, 17, "reverse", ", activations = [\"HardSigmoid\", \"Relu\"]"});
        expectLayer({"LSTM", 4, 4, batch, 17, "forward", ", clip = 0.5"});
        expectLayer({"LSTM", 4, 4, batch, 17, "forward", ", input_forget = 1"});
        expectLayer({"LSTM", 4, 4, batch, 17, "bidirectional", "", {}, true});
        expectLayer({"LSTM", 4, 4, batch, 17, "bidirectional",
                     ", activations = [\"Sigmoid\", \"Tanh\", \"Tanh\", \"Sigmoid\", "
                     "\"Softsign\", \"Tanh\"]"});
    }
}

} // namespace
} // namespace partita
