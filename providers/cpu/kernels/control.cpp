#include <algorithm>
#include <cstring>

#include "providers/cpu/kernels/kernels.h"

namespace partita::cpu {

namespace {

void runBody(KernelContext& context, GraphId body) {
    if (auto ran = context.environment().runSubgraph(body, context.stop()); !ran)
        throw KernelFailure(ran.error().message());
}

GraphId bodyOf(const Node& node, std::string_view name) {
    const Attribute* attribute = node.attribute(name);
    const auto* body = attribute ? std::get_if<GraphId>(&attribute->value) : nullptr;
    require(body, "a body is missing");
    return *body;
}

class IfKernel : public Kernel {
public:
    explicit IfKernel(const KernelInit& init) {
        for (const auto& [name, branch] :
             {std::pair("then_branch", &m_then), std::pair("else_branch", &m_else)}) {
            branch->body = bodyOf(init.node, name);
            branch->outputs = init.model.graph(branch->body)->outputs;
        }
    }
    void run(KernelContext& context) override {
        const RuntimeValue& condition = context.input(0);
        require(condition.type == DataType::boolean && condition.count() == 1,
                "the condition must be one boolean");
        const Branch& branch = *condition.as<bool>() ? m_then : m_else;
        require(branch.outputs.size() == context.node().outputs.size(),
                "the branch has another number of outputs than the node");
        runBody(context, branch.body);
        for (std::size_t i = 0; i < branch.outputs.size(); ++i)
            if (context.wants(i))
                context.environment().at(context.node().outputs[i]) =
                    context.environment().at(branch.outputs[i]).settled();
    }

private:
    struct Branch {
        GraphId body;
        std::vector<ValueId> outputs;
    };
    Branch m_then, m_else;
};

/// Joins the values that a Loop collected along a new first axis.
RuntimeValue stacked(const std::vector<RuntimeValue>& items, const RuntimeValue& pattern) {
    Dims dims = {static_cast<std::int64_t>(items.size())};
    dims.insert(dims.end(), pattern.dims.begin(), pattern.dims.end());
    RuntimeValue result = RuntimeValue::allocate(pattern.type, dims);
    std::byte* to = result.data;
    for (const RuntimeValue& item : items) {
        require(item.dims == pattern.dims && item.type == pattern.type,
                "a scan output changed its shape between iterations");
        std::memcpy(to, item.data, item.byteSize());
        to += item.byteSize();
    }
    return result;
}

class LoopKernel : public Kernel {
public:
    explicit LoopKernel(const KernelInit& init) : m_body(bodyOf(init.node, "body")) {
        m_inputs = init.model.graph(m_body)->inputs;
        m_outputs = init.model.graph(m_body)->outputs;
        for (const ValueId id : m_outputs) {
            m_types.push_back(init.model.value(id)->type);
            m_madeHere.push_back(init.model.value(id)->graph == m_body && init.model.producer(id) &&
                                 std::ranges::count(m_outputs, id) == 1);
        }
    }
    void run(KernelContext& context) override {
        auto& environment = context.environment();
        const std::size_t carried = context.inputCount() < 2 ? 0 : context.inputCount() - 2;
        require(m_inputs.size() == carried + 2 && m_outputs.size() >= carried + 1,
                "the body does not fit the loop");
        const RuntimeValue* limit = context.optional(0);
        const std::int64_t trips =
            limit ? context.ints(0).at(0) : std::numeric_limits<std::int64_t>::max();
        bool go = !context.optional(1) || *context.input(1).as<bool>();
        for (std::size_t i = 0; i < carried; ++i) // a copy: the loop's values change places
            environment.at(m_inputs[i + 2]) = context.input(i + 2).settled();
        std::vector<std::vector<RuntimeValue>> scans(m_outputs.size() - carried - 1);
        for (std::int64_t trip = 0; go && trip < trips; ++trip) {
            require(!context.stop().stop_requested(), "cancelled");
            *environment.allocate(m_inputs[0], DataType::int64, {}).as<std::int64_t>() = trip;
            *environment.allocate(m_inputs[1], DataType::boolean, {}).as<bool>() = true;
            runBody(context, m_body);
            go = *environment.at(m_outputs[0]).as<bool>();
            for (std::size_t i = 0; i < scans.size(); ++i)
                scans[i].push_back(environment.at(m_outputs[carried + 1 + i]).settled());
            carryOver(environment, carried);
        }
        leave(context, carried, scans);
    }

private:
    /// What an iteration made is what the next one reads. Where the body made it, the memory of
    /// what it read is free for what it makes next.
    void carryOver(Environment& environment, std::size_t carried) {
        if (carried >
            1) { // outputs may be inputs in another order: all are taken before any is given
            m_next.clear();
            for (std::size_t i = 0; i < carried; ++i)
                m_next.push_back(m_madeHere[i + 1] ? RuntimeValue()
                                                   : environment.at(m_outputs[i + 1]).settled());
        }
        for (std::size_t i = 0; i < carried; ++i) {
            RuntimeValue& read = environment.at(m_inputs[i + 2]);
            RuntimeValue& made = environment.at(m_outputs[i + 1]);
            if (m_madeHere[i + 1] && !environment.isFixed(m_outputs[i + 1]))
                std::swap(read, made);
            else
                read = carried > 1 && !m_madeHere[i + 1] ? std::move(m_next[i]) : made.settled();
        }
    }
    void leave(KernelContext& context, std::size_t carried,
               const std::vector<std::vector<RuntimeValue>>& scans) {
        auto& environment = context.environment();
        for (std::size_t i = 0; i < carried; ++i) {
            if (context.wants(i))
                environment.at(context.node().outputs[i]) = environment.at(m_inputs[i + 2]);
            environment.release(m_inputs[i + 2]);
        }
        for (std::size_t i = 0; i < scans.size(); ++i) {
            if (!context.wants(carried + i))
                continue;
            RuntimeValue pattern;
            if (scans[i].empty()) { // no iteration: the declared type tells what is missing
                const TypePtr& type = m_types[carried + 1 + i];
                pattern.type = type ? type->element : DataType::float32;
                for (const Dim& dim : type && type->shape ? *type->shape : Shape())
                    pattern.dims.push_back(dim.value.value_or(0));
            } else {
                pattern = scans[i].front();
            }
            environment.at(context.node().outputs[carried + i]) = stacked(scans[i], pattern);
        }
    }

    GraphId m_body;
    std::vector<ValueId> m_inputs, m_outputs;
    std::vector<TypePtr> m_types;
    std::vector<bool> m_madeHere; ///< by output: a node of the body makes it, for this output alone
    std::vector<RuntimeValue> m_next;
};

} // namespace

std::unique_ptr<Kernel> makeIf(const KernelInit& init) { return std::make_unique<IfKernel>(init); }
std::unique_ptr<Kernel> makeLoop(const KernelInit& init) {
    return std::make_unique<LoopKernel>(init);
}

} // namespace partita::cpu
