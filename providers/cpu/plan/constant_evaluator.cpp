#include "providers/cpu/plan/constant_evaluator.h"

#include "core/base/large_memory.h"
#include "core/base/try.h"
#include "core/ir/constants.h"
#include "core/onnx/schema.h"
#include "providers/cpu/plan/kernel_choice.h"

namespace partita::cpu {

namespace {

Error cannot(const Node& node, Message why) {
    return {Errc::unsupported, std::move(why), {PARTITA_TEXT("node '{0}'", node.label())}, {}};
}

} // namespace

RunValues& CpuConstantEvaluator::runValuesFor(const Model& model) {
    const std::size_t needed = model.values().keyEnd() + 1;
    if (!m_runValues || m_capacity < needed) {
        m_capacity = needed * 2;
        m_runValues = std::make_unique<RunValues>(m_capacity, nullptr);
    }
    return *m_runValues;
}

bool CpuConstantEvaluator::knows(const Model& model, const Node& node) const {
    const auto opset = model.info().opset(node.domain).value_or(1);
    const auto schema = findSchema(node.opType, node.domain, opset);
    return schema && kernelFor(model, node, schema->sinceVersion).kernel;
}

Result<std::vector<Tensor>> CpuConstantEvaluator::evaluate(const Model& model, const Node& node,
                                                           std::uint64_t mostBytes) {
    const AllocationLimit limit(mostBytes);
    RunValues& runValues = runValuesFor(model);
    const auto opset = model.info().opset(node.domain).value_or(1);
    const auto schema = findSchema(node.opType, node.domain, opset);
    if (!schema)
        return cannot(node, PARTITA_TEXT("the operator is not known"));
    for (const ValueId input : node.inputs) {
        if (!input)
            continue;
        const auto tensor = constantOf(model, input);
        if (!tensor)
            return cannot(node, PARTITA_TEXT("an input is not constant"));
        auto value = PARTITA_TRY(RuntimeValue::from(*tensor));
        runValues.at(input) = value.aligned();
    }
    Result<std::vector<Tensor>> results = std::vector<Tensor>();
    const auto chosen = chooseKernel({model, node, schema->sinceVersion, {}}, &*schema);
    if (!chosen) {
        results = chosen.error();
    } else {
        try {
            const std::stop_token never;
            KernelContext context(node, schema->sinceVersion, runValues, never);
            chosen->run(context);
            for (const ValueId output : node.outputs) {
                if (output && !runValues.at(output).isTensor())
                    throw NodeFailure("its result is not a tensor");
                results->push_back(output ? runValues.at(output).toTensor({}) : Tensor());
            }
        } catch (const std::bad_alloc&) {
            results = cannot(node, PARTITA_TEXT("its result is too large to be kept"));
        } catch (const std::exception& error) {
            results = cannot(node, messageOf(error));
        }
    }
    for (const auto& list : {node.inputs, node.outputs})
        for (const ValueId id : list)
            if (id)
                runValues.release(id);
    return results;
}

} // namespace partita::cpu
