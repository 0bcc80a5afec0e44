#include "providers/npu/npu_provider.h"

#include <charconv>

#include <fmt/format.h>

#include "core/epcontext/container.h"
#include "core/epcontext/ep_context.h"
#include "providers/cpu/kernel_program.h"
#include "providers/npu/npu_context.h"
#include "providers/npu/npu_judge.h"

namespace partita {

namespace {

/// A partition as the device runs it. The arithmetic is that of the CPU kernels.
class NpuProgram : public CompiledPartition {
public:
    explicit NpuProgram(cpu::KernelProgram program) : m_program(std::move(program)) {}
    Result<void> run(Environment& environment, std::stop_token stop) override {
        return m_program.run(environment, stop);
    }
    void prepare(Environment& environment) override { m_program.prepare(environment); }
    [[nodiscard]] std::vector<PartitionStep> steps() const override { return m_program.steps(); }

private:
    cpu::KernelProgram m_program;
};

/// Runs of consecutive supported nodes; a run that is too short is given back with its reason.
class RunFinder {
public:
    RunFinder(const CapabilityRequest& request, NpuJudge& judge, std::int64_t least)
        : m_request(request), m_judge(judge), m_least(least) {}

    Capabilities find() {
        m_answer.verdicts.reserve(m_request.order.size());
        for (std::size_t i = 0; i < m_request.order.size(); ++i) {
            const Node& node = *m_request.model.node(m_request.order[i]);
            m_answer.verdicts.push_back(m_judge.judge(node));
            const bool mine = m_answer.verdicts.back().claimed && m_request.free[i];
            if (!mine || isEpContext(node))
                close(i);
            if (mine && isEpContext(node)) // compiled before, by itself
                m_answer.claims.push_back({{node.id}, true});
        }
        close(m_request.order.size());
        return std::move(m_answer);
    }

private:
    /// Ends the run that reaches up to, and does not include, `end`.
    void close(std::size_t end) {
        const std::size_t begin = std::exchange(m_begin, end + 1);
        if (begin >= end)
            return;
        const auto length = static_cast<std::int64_t>(end - begin);
        if (length >= m_least) {
            m_answer.claims.push_back(
                {{m_request.order.begin() + static_cast<std::ptrdiff_t>(begin),
                  m_request.order.begin() + static_cast<std::ptrdiff_t>(end)},
                 true});
            return;
        }
        const std::string text = fmt::format("run of {} supported {}, needs more than {}", length,
                                             length == 1 ? "node" : "nodes", m_least - 1);
        for (std::size_t i = begin; i < end; ++i)
            m_answer.verdicts[i] = m_judge.verdict(false, ReasonCode::runTooShort, text);
    }

    const CapabilityRequest& m_request;
    NpuJudge& m_judge;
    std::int64_t m_least;
    std::size_t m_begin = 0;
    Capabilities m_answer;
};

} // namespace

Result<std::shared_ptr<NpuProvider>> NpuProvider::create(const std::string& device) {
    auto profile = loadDeviceProfile(device);
    if (!profile)
        return std::move(profile).error();
    auto provider = std::make_shared<NpuProvider>(*std::move(profile));
    provider->m_device = device;
    return provider;
}

ProviderInfo NpuProvider::info() const {
    return {"npu", "NPU", m_profile.name, m_profile.contextSource, ""};
}

std::vector<ProviderOption> NpuProvider::options() const {
    return {{"device", m_device, "ascend310", "device profile: a built-in name or a .json file",
             deviceNames()},
            {"min_run_length",
             std::to_string(m_minRunLength),
             std::to_string(m_profile.minRunLength),
             "a shorter run of supported nodes is left to the next provider; ONNX Runtime uses 0",
             {}},
            {"enable_cann_graph",
             m_graphMode ? "1" : "0",
             "1",
             "1: whole runs as one graph; 0: operator by operator",
             {"1", "0"}}};
}

Result<void> NpuProvider::setOption(const std::string& name, const std::string& value) {
    if (name == "device") {
        auto profile = loadDeviceProfile(value);
        if (!profile)
            return std::move(profile).error();
        m_profile = *std::move(profile);
        m_minRunLength = m_profile.minRunLength;
        m_device = value;
        return {};
    }
    if (name == "min_run_length") {
        std::int64_t number = 0;
        const auto [end, error] =
            std::from_chars(value.data(), value.data() + value.size(), number);
        if (error != std::errc() || end != value.data() + value.size() || number < 0)
            return Error{Errc::usage,
                         "min_run_length is '" + value + "'",
                         {},
                         "give a whole number of at least 0"};
        m_minRunLength = number;
        return {};
    }
    if (name == "enable_cann_graph") {
        if (value != "0" && value != "1" && value != "true" && value != "false")
            return Error{Errc::usage, "enable_cann_graph is '" + value + "'", {}, "give 0 or 1"};
        m_graphMode = value == "1" || value == "true";
        return {};
    }
    return Error{
        Errc::usage, "the NPU has no option '" + name + "'", {}, "`providers` lists the options"};
}

Capabilities NpuProvider::getCapability(const CapabilityRequest& request) const {
    NpuJudge judge(m_profile, m_graphMode, request);
    if (m_graphMode)
        return RunFinder(request, judge, m_minRunLength).find();
    Capabilities answer;
    for (std::size_t i = 0; i < request.order.size(); ++i) {
        answer.verdicts.push_back(judge.judge(*request.model.node(request.order[i])));
        if (answer.verdicts.back().claimed && request.free[i])
            answer.claims.push_back({{request.order[i]}, false});
    }
    return answer;
}

bool NpuProvider::runsAsFunction(const Model& model, const Node& node,
                                 const OpVersions& versions) const {
    return !cpu::kernelFor(model, node, versions).kernel;
}

Result<std::unique_ptr<CompiledPartition>> NpuProvider::compile(const Model& model,
                                                                const Partition& partition,
                                                                const OpVersions& versions,
                                                                std::stop_token stop) {
    if (partition.nodes.size() == 1 && isEpContext(*model.node(partition.nodes.front())))
        return m_contexts.load(model, partition, info().device);
    auto program = cpu::KernelProgram::compile(model, partition, versions, stop, {});
    if (!program)
        return std::move(program).error();
    return std::unique_ptr<CompiledPartition>(std::make_unique<NpuProgram>(*std::move(program)));
}

Result<ContextBinary> NpuProvider::compileContext(const std::vector<ContextPart>& parts,
                                                  const Progress&) {
    if (m_profile.contextSource != kPartitaSource)
        return Error{Errc::unsupported,
                     "binaries of " + m_profile.contextSource + " are written by its own compiler",
                     {},
                     "choose a device whose profile has the contextSource " +
                         std::string(kPartitaSource)};
    return writeContainer(parts, PARTITA_VERSION, info().device);
}

} // namespace partita
