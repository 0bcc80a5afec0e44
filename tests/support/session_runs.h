#pragma once

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "core/onnx/infer_shapes.h"
#include "core/session/session.h"
#include "providers/registry.h"

namespace partita::test {

/// The second of two runs of a model on the providers, after a check that both gave the same.
inline Result<RunReport> runOn(const Model& model, const Feeds& feeds,
                               std::vector<std::string> ids) {
    auto inferred = inferShapes(model);
    auto session =
        Session::create(inferred ? *inferred : model, *makeProviders({std::move(ids), "", {}}));
    if (!session)
        return std::move(session).error();
    auto first = (*session)->run(feeds);
    if (!first)
        return first;
    auto second = (*session)->run(feeds); // memory is reused: the numbers must not change
    for (std::size_t i = 0; second && i < first->outputs.size(); ++i)
        EXPECT_EQ(elements(first->outputs[i].tensor)->text(),
                  elements(second->outputs[i].tensor)->text());
    return second;
}

inline std::vector<double> numbers(const RunReport& report, std::size_t output = 0) {
    return *elementsAsDoubles(report.outputs[output].tensor);
}

} // namespace partita::test
