#include "providers/cpu/cpu_provider.h"

#include <thread>
#include <unordered_map>

#include <fmt/format.h>
#include <oneapi/dnnl/dnnl.hpp>

#include "core/base/message_pool.h"
#include "core/base/number_text.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/ir/function_calls.h"
#include "core/provider/later_opset.h"
#include "providers/common/host_provider.h"
#include "providers/cpu/plan/constant_evaluator.h"
#include "providers/cpu/plan/kernel_program.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita {

namespace {

/// Sets the number of threads for the calling thread while the object lives, then restores it.
class ThreadsInUse {
public:
    explicit ThreadsInUse(int threads) : m_before(cpu::ThreadTeam::threads()) {
        cpu::ThreadTeam::setThreads(threads);
    }
    ~ThreadsInUse() { cpu::ThreadTeam::setThreads(m_before); }
    ThreadsInUse(const ThreadsInUse&) = delete;
    ThreadsInUse& operator=(const ThreadsInUse&) = delete;

private:
    int m_before;
};

class CpuPartition : public CompiledPartition {
public:
    CpuPartition(cpu::KernelProgram program, int threads)
        : m_program(std::move(program)), m_threads(threads) {}
    Result<void> run(RunValues& runValues, std::stop_token stop) override {
        if (cpu::ThreadTeam::inRegion()) // the body of a node that has one thread stays on it
            return m_program.run(runValues, stop);
        const ThreadsInUse threads(m_threads);
        return m_program.run(runValues, stop);
    }
    void prepare(RunValues& runValues) override { m_program.prepare(runValues); }
    [[nodiscard]] std::vector<PartitionStep> steps() const override { return m_program.steps(); }

private:
    cpu::KernelProgram m_program;
    int m_threads;
};

std::string versionRange(const OpVersions::Entry& entry) {
    return entry.version ? std::to_string(*entry.version) : "?";
}

/// Makes the verdicts; equal verdicts share their text.
class CpuJudge {
public:
    explicit CpuJudge(const CapabilityRequest& request)
        : m_request(request), m_functions(request.model) {}

    Verdict judge(const Node& node) {
        const auto& entry = m_request.versions.of(node);
        if (node.opType == "EPContext")
            return verdict(false, ReasonCode::epContextSourceMismatch,
                           PARTITA_TEXT("holds a model compiled for {0}",
                                        node.stringAttribute("source", "an unnamed provider")));
        if (m_functions.called(node))
            return verdict(
                true, ReasonCode::claimed,
                PARTITA_TEXT(
                    "a model-local function: its nodes are placed one by one when it runs"));
        if (!entry.schema) {
            if (Message later = laterOpsetText(node, entry); !later.empty())
                return verdict(false, ReasonCode::opsetOutOfRange, std::move(later));
            const bool known =
                node.isOnnx() || node.domain == "ai.onnx.ml" || node.domain == "com.microsoft";
            if (known)
                return verdict(
                    false, ReasonCode::noKernel,
                    PARTITA_TEXT("no operator {0} in opset {1}", node.opType, entry.opset));
            return verdict(false, ReasonCode::unknownDomain,
                           PARTITA_TEXT("domain '{0}' is not known", node.domain));
        }
        const auto answer = cpu::kernelFor(m_request.model, node, m_request.versions);
        if (answer.kernel) {
            Message& claimed = m_claimed[&entry];
            if (claimed.empty())
                claimed = PARTITA_TEXT("{0} {1}", node.opType, versionRange(entry));
            return {0, true, ReasonCode::claimed, claimed, nullptr};
        }
        if (entry.schema && entry.schema->hasFunction)
            return verdict(
                true, ReasonCode::claimed,
                PARTITA_TEXT("{0} by the function that ONNX defines it by", node.opType));
        return verdict(
            true, ReasonCode::claimed,
            PARTITA_TEXT(
                "takes every operator that ONNX defines; to run it here, a kernel is missing: {0}",
                answer.why));
    }

private:
    Verdict verdict(bool claimed, ReasonCode code, Message evidence) {
        return {0, claimed, code, m_texts.shared(std::move(evidence)), nullptr};
    }
    const CapabilityRequest& m_request;
    FunctionIndex m_functions;
    MessagePool m_texts;
    std::unordered_map<const OpVersions::Entry*, Message> m_claimed; ///< texts by operator
};

} // namespace

std::shared_ptr<ExecutionProvider> makeHostProvider() { return std::make_shared<CpuProvider>(); }

ProviderInfo CpuProvider::info() const {
    const auto* version = dnnl_version();
    return {"cpu", "CPU", fmt::format("oneDNN {}.{}", version->major, version->minor), "",
            "leaves out: training (ai.onnx.preview.training)"};
}

std::vector<ProviderOption> CpuProvider::options() const {
    return {
        {"threads",
         std::to_string(m_threads),
         "0",
         PARTITA_TEXT("threads inside one operator; 0: one for each core"),
         {}},
        {"fusion",
         m_fusion ? "1" : "0",
         "1",
         PARTITA_TEXT(
             "1: one kernel may compute several nodes; 0: each node by itself, with its own time"),
         {"1", "0"}},
        {"executor",
         m_parallel ? "parallel" : "sequential",
         "sequential",
         PARTITA_TEXT("parallel: kernels that do not need each other run at the same time, each on "
                      "one thread"),
         {"sequential", "parallel"}}};
}

Result<ProviderPtr> CpuProvider::withOption(const std::string& name,
                                            const std::string& value) const {
    const auto refused = [&](const Message& remedy) {
        return Error{Errc::usage, PARTITA_TEXT("{0} is '{1}'", name, value), {}, remedy};
    };
    auto changed = std::make_shared<CpuProvider>(*this);
    if (name == "fusion") {
        if (value != "0" && value != "1")
            return refused(PARTITA_TEXT("give 0 or 1"));
        changed->m_fusion = value == "1";
    } else if (name == "executor") {
        if (value != "sequential" && value != "parallel")
            return refused(PARTITA_TEXT("give sequential or parallel"));
        changed->m_parallel = value == "parallel";
    } else if (name == "threads") {
        const auto threads = parseWholeNumber(value);
        if (!threads || *threads > 1024)
            return refused(PARTITA_TEXT("give a whole number from 0 to 1024"));
        changed->m_threads = static_cast<int>(*threads);
    } else {
        return Error{Errc::usage,
                     PARTITA_TEXT("the CPU has no option '{0}'", name),
                     {},
                     seeTyped(PARTITA_TEXT("name an option of the provider"), "`providers`")};
    }
    return ProviderPtr(std::move(changed));
}

Capabilities CpuProvider::getCapability(const CapabilityRequest& request) const {
    Capabilities answer;
    CpuJudge judge(request);
    answer.verdicts.reserve(request.order.size());
    for (std::size_t i = 0; i < request.order.size(); ++i) {
        answer.verdicts.push_back(judge.judge(*request.model.node(request.order[i])));
        if (answer.verdicts.back().claimed && request.free[i])
            answer.claims.push_back({{request.order[i]}, false});
    }
    return answer;
}

bool CpuProvider::runsAsFunction(const Model& model, const Node& node,
                                 const OpVersions& versions) const {
    return !cpu::kernelFor(model, node, versions).kernel;
}

ProviderPtr CpuProvider::foldingWith(MakeEvaluator evaluator) const {
    auto copy = std::make_shared<CpuProvider>(*this);
    copy->m_evaluator = std::move(evaluator);
    return copy;
}

std::unique_ptr<ConstantEvaluator> CpuProvider::constantEvaluator() const {
    return m_evaluator ? m_evaluator() : std::make_unique<cpu::CpuConstantEvaluator>();
}

Result<std::unique_ptr<CompiledPartition>> CpuProvider::compile(const Model& model,
                                                                const Partition& partition,
                                                                const OpVersions& versions,
                                                                std::stop_token stop) const {
    auto program = PARTITA_TRY(
        cpu::KernelProgram::compile(model, partition, versions, stop, {m_fusion, m_parallel}));
    return std::unique_ptr<CompiledPartition>(std::make_unique<CpuPartition>(
        std::move(program), m_threads ? m_threads : cpu::ThreadTeam::cores()));
}

} // namespace partita
