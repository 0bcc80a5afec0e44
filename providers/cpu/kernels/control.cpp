#include <algorithm>

#include "providers/cpu/kernels/bodies.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"

namespace partita::cpu {

namespace {

void runBody(KernelContext& context, GraphId body) {
    if (auto ran = context.runValues().runSubgraph(body, context.stop()); !ran)
        throw NodeFailure(ran.error().whole());
}

GraphId bodyOf(const Node& node, std::string_view name) {
    const Attribute* attribute = node.attribute(name);
    const auto* body = attribute ? std::get_if<GraphId>(&attribute->value) : nullptr;
    require(body, "a body is missing");
    return *body;
}

/// The value of a body's output, in memory that outlives the next run; throws where it has none.
RuntimeValue madeBy(RunValues& runValues, ValueId output) {
    require(runValues.at(output).present(), "a body does not compute one of its outputs");
    return runValues.at(output).settled();
}

/// Both branches of one node with their outputs.
class IfKernel : public Kernel {
public:
    explicit IfKernel(const KernelInit& init) {
        for (const auto& [name, branch] :
             {std::pair("then_branch", &m_then), std::pair("else_branch", &m_else)}) {
            branch->body = bodyOf(init.node, name);
            branch->outputs = bodyOutputs(init.model, branch->body, init.node.outputs.size());
        }
    }
    void run(KernelContext& context) override {
        const Branch& branch = flagOf(context, 0) ? m_then : m_else;
        require(branch.outputs.size() == context.node().outputs.size(),
                "the branch and the node differ in their number of outputs");
        runBody(context, branch.body);
        for (std::size_t i = 0; i < branch.outputs.size(); ++i)
            if (context.wants(i))
                placeOf(context, i) = madeBy(context.runValues(), branch.outputs[i]);
    }

private:
    struct Branch {
        GraphId body;
        std::vector<ValueId> outputs;
    };
    Branch m_then, m_else;
};

/// Stacks the values of one scan output along a new first axis; each must have the type and dims of
/// `pattern`.
RuntimeValue stacked(const std::vector<RuntimeValue>& items, const RuntimeValue& pattern) {
    Dims dims = {static_cast<std::int64_t>(items.size())};
    dims.insert(dims.end(), pattern.dims.begin(), pattern.dims.end());
    require(pattern.isTensor(), "only tensors can be collected");
    RuntimeValue result = RuntimeValue::allocate(pattern.type, dims);
    std::byte* to = result.data;
    auto text = result.strings ? result.strings->begin() : std::vector<std::string>::iterator();
    require(result.strings || dataTypeBits(pattern.type) >= 8,
            "elements of this size cannot be collected");
    for (const RuntimeValue& item : items) {
        require(item.dims == pattern.dims && item.type == pattern.type,
                "a scan output changed its shape between iterations");
        if (item.strings) {
            text = std::ranges::copy(*item.strings, text).out;
            continue;
        }
        to = std::copy_n(item.data, item.byteSize(), to); // without elements: no address at all
    }
    return result;
}

/// The body of one node with its inputs and outputs.
class LoopKernel : public Kernel {
public:
    explicit LoopKernel(const KernelInit& init) : m_body(bodyOf(init.node, "body")) {
        m_inputs = init.model.graph(m_body)->inputs;
        const std::size_t inputs = init.node.inputs.size(), carried = inputs < 2 ? 0 : inputs - 2;
        m_outputs = bodyOutputs(init.model, m_body, carried + 1);
        require(init.node.outputs.size() < m_outputs.size(),
                "the body returns fewer values than the loop needs");
        for (const ValueId id : m_outputs) {
            m_types.push_back(init.model.value(id)->type);
            m_madeHere.push_back(init.model.value(id)->graph == m_body && init.model.producer(id) &&
                                 std::ranges::count(m_outputs, id) == 1);
        }
    }
    void run(KernelContext& context) override {
        auto& runValues = context.runValues();
        const std::size_t carried = context.inputCount() < 2 ? 0 : context.inputCount() - 2;
        require(m_inputs.size() == carried + 2 && m_outputs.size() >= carried + 1,
                "the body does not fit the loop");
        const RuntimeValue* limit = context.optional(0);
        const std::int64_t trips =
            limit ? integerOf(context, 0) : std::numeric_limits<std::int64_t>::max();
        bool go = !context.optional(1) || flagOf(context, 1);
        for (std::size_t i = 0; i < carried; ++i) // copies: carryOver swaps them
            runValues.at(m_inputs[i + 2]) = context.input(i + 2).settled();
        std::vector<std::vector<RuntimeValue>> scans(m_outputs.size() - carried - 1);
        for (std::int64_t trip = 0; go && trip < trips; ++trip) {
            require(!context.stop().stop_requested(), "cancelled");
            *runValues.allocate(m_inputs[0], DataType::int64, {}).as<std::int64_t>() = trip;
            *runValues.allocate(m_inputs[1], DataType::boolean, {}).as<bool>() = true;
            runBody(context, m_body);
            const RuntimeValue& more = runValues.at(m_outputs[0]);
            require(more.type == DataType::boolean, "the condition of a loop must be a boolean");
            go = scalarOf<std::uint8_t>(more) != 0;
            for (std::size_t i = 0; i < scans.size(); ++i)
                scans[i].push_back(madeBy(runValues, m_outputs[carried + 1 + i]));
            carryOver(runValues, carried);
        }
        leave(context, carried, scans);
    }

private:
    /// Hands the carried values of one iteration to the next. A value that a node of the body made
    /// is swapped in, which frees the memory of the old one for the next iteration.
    void carryOver(RunValues& runValues, std::size_t carried) {
        if (carried > 1) { // outputs may permute inputs: all are read before one is written
            m_next.clear();
            for (std::size_t i = 0; i < carried; ++i)
                m_next.push_back(m_madeHere[i + 1] ? RuntimeValue()
                                                   : runValues.at(m_outputs[i + 1]).settled());
        }
        for (std::size_t i = 0; i < carried; ++i) {
            RuntimeValue& read = runValues.at(m_inputs[i + 2]);
            RuntimeValue& made = runValues.at(m_outputs[i + 1]);
            if (m_madeHere[i + 1] && !runValues.isFixed(m_outputs[i + 1]))
                std::swap(read, made);
            else
                read = carried > 1 && !m_madeHere[i + 1] ? std::move(m_next[i]) : made.settled();
        }
    }
    void leave(KernelContext& context, std::size_t carried,
               const std::vector<std::vector<RuntimeValue>>& scans) {
        auto& runValues = context.runValues();
        for (std::size_t i = 0; i < carried; ++i) {
            if (context.wants(i))
                runValues.at(context.node().outputs[i]) = runValues.at(m_inputs[i + 2]);
            runValues.release(m_inputs[i + 2]);
        }
        for (std::size_t i = 0; i < scans.size(); ++i) {
            if (!context.wants(carried + i))
                continue;
            const RuntimeValue pattern =
                scans[i].empty() ? declaredValue(m_types[carried + 1 + i]) : scans[i].front();
            runValues.at(context.node().outputs[carried + i]) = stacked(scans[i], pattern);
        }
    }

    GraphId m_body;
    std::vector<ValueId> m_inputs, m_outputs;
    std::vector<TypePtr> m_types;
    /// By output: a node of the body makes the value, and no other output is that value.
    std::vector<bool> m_madeHere;
    std::vector<RuntimeValue> m_next;
};

} // namespace

std::vector<ValueId> bodyOutputs(const Model& model, GraphId body, std::size_t least) {
    const std::vector<ValueId>& outputs = model.graph(body)->outputs;
    require(outputs.size() >= least, "the body returns fewer values than the node needs");
    for (const ValueId output : outputs)
        require(static_cast<bool>(output), "a value that the body returns has no name");
    return outputs;
}

RuntimeValue declaredValue(const TypePtr& type) {
    RuntimeValue value;
    value.type = type && type->isTensor() ? type->element : DataType::float32;
    for (const Dim& dim : type && type->shape ? *type->shape : Shape())
        value.dims.push_back(std::max<std::int64_t>(0, dim.value.value_or(0)));
    return value;
}

/// Runs one of two bodies, as a condition says.
///
/// Inputs:   cond bool, one element
/// Outputs:  the values that the chosen body returns
/// Method:   runs the body in the same run values, where it sees the values of outer graphs
/// Fails:    when the chosen body fails, or returns an output without a value
/// Source:   ONNX If-25
std::unique_ptr<Kernel> makeIf(const KernelInit& init) { return std::make_unique<IfKernel>(init); }

/// Repeats a body while its condition holds, up to a number of trips.
///
/// Inputs:   M int64 and cond bool, one element each, optional; initial carried values
/// Outputs:  the final carried values; scan outputs, stacked along a new first axis
/// Method:   runs the body in the same run values; carried values are swapped where the body made
///           them, else copied
/// Fails:    when the body fails or returns an output without a value, or a scan output changes its
///           type or shape between iterations
/// Source:   ONNX Loop-25
std::unique_ptr<Kernel> makeLoop(const KernelInit& init) {
    return std::make_unique<LoopKernel>(init);
}

} // namespace partita::cpu
