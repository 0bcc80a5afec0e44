#pragma once

#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/data/random_feeds.h"
#include "core/data/value_comparison.h"
#include "providers/npu/simulator/simulator.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita::test {

/// A device with round figures. A cycle is 1 ns; in a cycle the vector unit does 64 fp16
/// operations, the cube 16 fp32 operations, memory moves 16 bytes and the host link 4 bytes.
inline constexpr const char* kDevice = R"({
  "name": "round", "contextSource": "PartitaNpuExecutionProvider", "devices": 2,
  "memoryBytes": 1048576, "onChipBytes": 65536,
  "throughput": { "clockHz": 1e9, "cubeFlops": 64e9, "cubeFlops32": 16e9, "vectorFlops": 64e9,
                  "memoryBytesPerSecond": 16e9, "hostBytesPerSecond": 4e9,
                  "cpuFlops": 1e9, "cpuBytesPerSecond": 1e9 },
  "latency": { "launchCycles": 10, "operatorCycles": 100, "operatorLoadCycles": 1000,
               "copyCycles": 20, "cubeBlock": 1 },
  "fusions": [{ "name": "activation", "chain": [{ "op": ["Conv", "MatMul"] }, "Relu"] }],
  "graph": { "Relu": [{ "versions": [1] }], "Abs": [{ "versions": [1] }], "Add": [{ "versions": [1] }],
             "Neg": [{ "versions": [1] }], "MatMul": [{ "versions": [1] }], "Conv": [{ "versions": [1] }],
             "Softmax": [{ "versions": [1] }], "Exp": [{ "versions": [1] }],
             "AveragePool": [{ "versions": [1] }], "Reshape": [{ "versions": [1] }],
             "LayerNormalization": [{ "versions": [1] }], "Mul": [{ "versions": [1] }] }
})";

/// A session of a model on such devices.
class Simulated {
public:
    explicit Simulated(const Model& model,
                       std::vector<std::pair<std::string, std::string>> options = {},
                       std::vector<std::string> ids = {"npu", "cpu"}) {
        std::ofstream(m_folder / "round.json") << kDevice;
        auto providers =
            makeProviders({std::move(ids), m_folder / "round.json", std::move(options)});
        EXPECT_TRUE(providers) << (providers ? "" : providers.error().message());
        if (!providers)
            return;
        auto made = Session::create(model, *providers, PartitionOptions::asWritten());
        if (made)
            m_session = *std::move(made);
        else
            m_error = made.error().message();
    }
    Timeline timeline() {
        auto made = simulateRun(*m_session);
        EXPECT_TRUE(made && *made) << (made ? "nothing" : made.error().message());
        return made && *made ? **made : Timeline();
    }
    Session* operator->() { return m_session.get(); }
    Session& operator*() { return *m_session; }
    [[nodiscard]] const std::string& error() const { return m_error; }

private:
    TemporaryFolder m_folder;
    std::unique_ptr<Session> m_session;
    std::string m_error;
};

inline const TimelineTask& taskNamed(const Timeline& timeline, std::string_view name,
                                     TimelineTask::Kind kind = TimelineTask::Kind::compute) {
    for (const TimelineTask& task : timeline.tasks)
        if (task.name == name && task.kind == kind)
            return task;
    ADD_FAILURE() << "no task " << name;
    static const TimelineTask kNone;
    return kNone;
}

/// Three operators, one after the other; each reads and writes 4096 bytes.
inline constexpr const char* kChain = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1024] x) => (float[1024] y) {
  [a] a = Relu(x) [b] b = Abs(a) [c] y = Neg(b)
})";

/// The largest relative difference between the first outputs of the device and of the host.
inline double largestDifference(const std::vector<std::pair<std::string, std::string>>& options,
                                const Model& model) {
    Simulated device(model, options);
    auto providers = makeProviders({{"cpu"}, "", {}});
    auto host = Session::create(model, *providers);
    const auto feeds = *randomFeeds(model, 7);
    auto expected = (*host)->run(feeds), found = device->run(feeds);
    EXPECT_TRUE(found) << (found ? "" : found.error().message());
    if (!found)
        return -1;
    return compareValues(expected->outputs[0], found->outputs[0], 0, 0).maxRelative;
}

} // namespace partita::test
