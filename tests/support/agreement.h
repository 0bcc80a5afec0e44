#pragma once

#include <cmath>

#include <gtest/gtest.h>

#include "core/session/session.h"
#include "providers/registry.h"
#include "tests/support/models.h"

/// Graphs on which the CPU's kernels and the reference must agree.
namespace partita::agreement {

using Numbers = std::vector<double>;

inline Tensor floats(std::vector<std::int64_t> dims, std::vector<float> values) {
    return Tensor::of(DataType::float32, std::move(dims), values);
}
inline Tensor doubles(std::vector<std::int64_t> dims, std::vector<double> values) {
    return Tensor::of(DataType::float64, std::move(dims), values);
}
inline Tensor ints(std::vector<std::int64_t> dims, std::vector<std::int64_t> values) {
    return Tensor::of(DataType::int64, std::move(dims), values);
}
inline Tensor texts(std::vector<std::string> values) {
    Tensor tensor;
    tensor.type = DataType::string;
    tensor.dims = {static_cast<std::int64_t>(values.size())};
    tensor.strings = std::move(values);
    return tensor;
}

inline Result<RunReport> runOn(const std::string& provider, const std::string& graph,
                               const Feeds& feeds, int opset) {
    auto session = Session::create(
        test::modelFromText("<ir_version: 10, opset_import: [\"\" : " + std::to_string(opset) +
                            ", \"ai.onnx.ml\" : 5, \"com.microsoft\" : 1]> g " + graph),
        *makeProviders({{provider}, {}, {}}));
    if (!session)
        return std::move(session).error();
    return (*session)->run(feeds);
}

/// The first output of a graph on the CPU.
inline Numbers numbersOnCpu(const std::string& graph, const Feeds& feeds) {
    const auto report = runOn("cpu", graph, feeds, 22);
    EXPECT_TRUE(report) << report.error().message();
    return report ? *elementsAsDoubles(report->outputs[0].tensor) : Numbers();
}

/// The outputs of a graph on the CPU, after a check that they equal those of the reference.
inline std::vector<ModelData> outputsOf(const std::string& graph, const Feeds& feeds,
                                        int opset = 22) {
    auto report = runOn("cpu", graph, feeds, opset);
    const auto judged = runOn("reference", graph, feeds, opset);
    if (!report || !judged) {
        ADD_FAILURE() << (report ? judged : report).error().message();
        return {};
    }
    EXPECT_EQ(report->outputs.size(), judged->outputs.size());
    for (std::size_t i = 0; i < judged->outputs.size(); ++i) {
        const Tensor &made = report->outputs[i].tensor, &wanted = judged->outputs[i].tensor;
        EXPECT_EQ(made.type, wanted.type);
        EXPECT_EQ(made.dims, wanted.dims);
        EXPECT_EQ(made.strings, wanted.strings);
        if (made.type == DataType::string || made.dims != wanted.dims)
            continue;
        const auto numbers = *elementsAsDoubles(made), expected = *elementsAsDoubles(wanted);
        for (std::size_t n = 0; n < expected.size(); ++n)
            if (numbers[n] != expected[n] &&
                (!std::isnan(numbers[n]) || !std::isnan(expected[n]))) {
                EXPECT_NEAR(numbers[n], expected[n], 1e-5 * (1 + std::fabs(expected[n]))) << n;
            }
    }
    return std::move(report->outputs);
}

inline std::vector<double> numbersOf(const std::string& graph, const Feeds& feeds, int opset = 22) {
    const auto outputs = outputsOf(graph, feeds, opset);
    return outputs.empty() ? std::vector<double>() : *elementsAsDoubles(outputs[0].tensor);
}

} // namespace partita::agreement
