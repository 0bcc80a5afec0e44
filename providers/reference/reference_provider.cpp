#include "providers/reference/reference_provider.h"

#include <algorithm>

#include "core/base/message_pool.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/ir/function_calls.h"
#include "core/onnx/schema_rules.h"
#include "providers/reference/catalogue.h"

namespace partita {

namespace {

using reference::Call;

/// A node and the function that computes it.
struct Step {
    std::shared_ptr<const Node> node;
    int version = 0;
    reference::Operator compute = nullptr;
    std::vector<PortRule> rules;
};

/// Checks input types at run time, because shape inference may not have known them before.
void checkTypes(const Step& step, const Call& call) {
    std::vector<PortKind> given;
    for (std::size_t i = 0; i < call.inputCount() && !step.rules.empty(); ++i) {
        const PortRule& rule = step.rules[std::min(i, step.rules.size() - 1)];
        if (!call.has(i))
            given.push_back(kNoPort);
        else if (!call.value(i).isTensor())
            given.push_back(kNoTensor);
        else // an optional that holds a tensor is a plain tensor here
            given.push_back(rule.allowed & 1 ? kUnknownPort
                                             : static_cast<PortKind>(call.value(i).type));
    }
    if (const Message broken = brokenRule(step.rules, given); !broken.empty())
        throw NodeFailure(broken);
}

class ReferencePartition : public CompiledPartition {
public:
    ReferencePartition(Model model, std::vector<Step> steps)
        : m_model(std::move(model)), m_steps(std::move(steps)) {}

    /// Every result has memory of its own, so there is nothing to plan.
    [[nodiscard]] std::vector<PartitionStep> steps() const override {
        std::vector<PartitionStep> steps;
        for (const Step& step : m_steps)
            steps.push_back({{step.node->id}, {}, {}, {}});
        return steps;
    }

    Result<void> run(RunValues& runValues, std::stop_token stop) override {
        for (const Step& step : m_steps) {
            const auto begin = std::chrono::steady_clock::now();
            PARTITA_TRY(runStep(step, runValues, stop));
            if (runValues.timings)
                runValues.record({step.node->id,
                                  begin - runValues.start,
                                  std::chrono::steady_clock::now() - begin,
                                  {}});
        }
        return {};
    }

private:
    Result<void> runStep(const Step& step, RunValues& runValues, const std::stop_token& stop) {
        const auto refusal = [&](const Message& why) {
            return Error{Errc::shapeMismatch,
                         PARTITA_TEXT("{0}: {1}", step.node->opType, why),
                         {PARTITA_TEXT("node '{0}'", step.node->label())},
                         {}};
        };
        try {
            Call call(m_model, *step.node, step.version, runValues, stop);
            call.checkStop();
            checkTypes(step, call);
            step.compute(call);
        } catch (const reference::Cancelled&) {
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        } catch (const std::bad_alloc&) {
            return refusal(PARTITA_TEXT("not enough memory"));
        } catch (const std::exception& error) {
            return refusal(messageOf(error));
        }
        return {};
    }

    Model m_model;
    std::vector<Step> m_steps;
};

} // namespace

ProviderInfo ReferenceProvider::info() const {
    return {"reference", "Reference", "by ONNX's text", "",
            "leaves out: training (ai.onnx.preview.training), com.microsoft"};
}

Result<ProviderPtr> ReferenceProvider::withOption(const std::string& name,
                                                  const std::string& value) const {
    (void)value;
    return Error{Errc::usage,
                 PARTITA_TEXT("the reference has no option '{0}'", name),
                 {},
                 seeTyped(PARTITA_TEXT("name an option of the provider"), "`providers`")};
}

Capabilities ReferenceProvider::getCapability(const CapabilityRequest& request) const {
    static const Message kText = PARTITA_TEXT("computed by the operator's text");
    MessagePool texts;
    const FunctionIndex functions(request.model);
    Capabilities answer;
    for (std::size_t i = 0; i < request.order.size(); ++i) {
        const Node& node = *request.model.node(request.order[i]);
        const auto& entry = request.versions.of(node);
        const bool claimed = functions.called(node) ||
                             (entry.schema && (reference::findOperator(node.domain, node.opType) ||
                                               entry.schema->hasFunction));
        answer.verdicts.push_back(
            {0, claimed, claimed ? ReasonCode::claimed : ReasonCode::noKernel,
             claimed ? kText
                     : texts.shared(PARTITA_TEXT("the reference has no operator {0}", node.opType)),
             nullptr});
        if (claimed && request.free[i])
            answer.claims.push_back({{request.order[i]}, false});
    }
    return answer;
}

bool ReferenceProvider::runsAsFunction(const Model& model, const Node& node,
                                       const OpVersions& versions) const {
    (void)model;
    (void)versions;
    return !reference::findOperator(node.domain, node.opType);
}

Result<std::unique_ptr<CompiledPartition>> ReferenceProvider::compile(const Model& model,
                                                                      const Partition& partition,
                                                                      const OpVersions& versions,
                                                                      std::stop_token stop) const {
    (void)stop;
    std::vector<Step> steps;
    for (const NodeId id : partition.nodes) {
        const auto& node = model.node(id);
        if (node->is("Constant"))
            continue;
        Step step{node, versions.inForce(*node),
                  reference::findOperator(node->domain, node->opType),
                  schemaRules(node->opType, node->domain, versions.inForce(*node)).inputs};
        if (!step.compute)
            return Error{Errc::unsupported,
                         PARTITA_TEXT("the reference has no operator {0}", node->opType),
                         {PARTITA_TEXT("node '{0}'", node->label())},
                         {}};
        steps.push_back(std::move(step));
    }
    return std::unique_ptr<CompiledPartition>(
        std::make_unique<ReferencePartition>(model, std::move(steps)));
}

} // namespace partita
