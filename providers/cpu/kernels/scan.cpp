// Scan: a body run over slices of its inputs.

#include <cstring>

#include "providers/cpu/kernels/bodies.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"

namespace partita::cpu {

namespace {

/// Slice `at` of an axis, without that axis.
RuntimeValue slice(const RuntimeValue& value, std::size_t axis, std::int64_t at) {
    require(axis < value.dims.size() && at < value.dims[axis] && dataTypeBits(value.type) >= 8,
            "this cannot be scanned over");
    Dims dims = value.dims;
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
    RuntimeValue part = RuntimeValue::allocate(value.type, dims);
    const std::int64_t outer = product(value.dims, 0, axis), inner = product(value.dims, axis + 1);
    const std::size_t bytes = dataTypeBits(value.type) / 8 * static_cast<std::size_t>(inner);
    for (std::int64_t o = 0; o < outer; ++o)
        std::memcpy(part.data + static_cast<std::size_t>(o) * bytes,
                    value.data + static_cast<std::size_t>(o * value.dims[axis] + at) * bytes,
                    bytes);
    return part;
}

/// Slices joined along a new axis, the last of them first when `backwards`.
RuntimeValue joined(const std::vector<RuntimeValue>& parts, std::int64_t wantedAxis,
                    bool backwards) {
    require(!parts.empty() && dataTypeBits(parts.front().type) >= 8,
            "these values cannot be collected");
    const RuntimeValue& first = parts.front();
    const std::size_t axis = normalizeAxis(wantedAxis, first.dims.size() + 1);
    Dims dims = first.dims;
    const auto count = static_cast<std::int64_t>(parts.size());
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), count);
    RuntimeValue result = RuntimeValue::allocate(first.type, dims);
    const std::int64_t outer = product(first.dims, 0, axis), inner = product(first.dims, axis);
    const std::size_t bytes = dataTypeBits(first.type) / 8 * static_cast<std::size_t>(inner);
    for (std::int64_t i = 0; i < count; ++i) {
        const RuntimeValue& part = parts[static_cast<std::size_t>(backwards ? count - 1 - i : i)];
        require(part.dims == first.dims && part.type == first.type,
                "a scan output changed its shape between iterations");
        for (std::int64_t o = 0; o < outer; ++o)
            std::memcpy(result.data + static_cast<std::size_t>(o * count + i) * bytes,
                        part.data + static_cast<std::size_t>(o) * bytes, bytes);
    }
    return result;
}

class ScanKernel : public Kernel {
public:
    explicit ScanKernel(const KernelInit& init) : m_node(init.node), m_batched(init.version < 9) {
        const Attribute* body = init.node.attribute("body");
        const auto* graph = body ? std::get_if<GraphId>(&body->value) : nullptr;
        require(graph, "a body is missing");
        m_body = *graph;
        m_inputs = init.model.graph(m_body)->inputs;
        m_scans = static_cast<std::size_t>(init.node.intAttribute("num_scan_inputs", 0));
        require(m_scans > 0 && m_scans <= m_inputs.size(), "num_scan_inputs does not fit the body");
        m_states = m_inputs.size() - m_scans;
        m_outputs = bodyOutputs(init.model, m_body, m_states);
    }

    void run(KernelContext& context) override {
        const std::size_t first = m_batched ? 1 : 0; // version 8 has lengths before them
        require(context.inputCount() == m_inputs.size() + first,
                "the body does not fit the inputs");
        std::vector<RuntimeValue> states, scans;
        for (std::size_t i = 0; i < m_states; ++i)
            states.push_back(context.input(first + i).settled());
        for (std::size_t i = 0; i < m_scans; ++i)
            scans.push_back(context.input(first + m_states + i));
        std::vector<RuntimeValue> results;
        if (m_batched)
            results = runBatches(context, states, scans);
        else
            results = runOnce(context, states, scans, "scan_input_axes", "scan_output_axes");
        for (std::size_t i = 0; i < results.size(); ++i)
            if (context.wants(i))
                placeOf(context, i) = results[i];
    }

private:
    [[nodiscard]] std::int64_t listed(const char* name, std::size_t i) const {
        const auto values = m_node.intsAttribute(name);
        return i < values.size() ? values[i] : 0;
    }

    /// Version 8: every state and scan has a batch axis in front.
    std::vector<RuntimeValue> runBatches(KernelContext& context,
                                         const std::vector<RuntimeValue>& states,
                                         const std::vector<RuntimeValue>& scans) {
        const std::int64_t batches = scans[0].dims.empty() ? 0 : scans[0].dims[0];
        require(batches > 0, "there is no batch to scan over");
        std::vector<std::vector<RuntimeValue>> all(m_outputs.size());
        for (std::int64_t b = 0; b < batches; ++b) {
            std::vector<RuntimeValue> state, scan;
            for (const RuntimeValue& each : states)
                state.push_back(slice(each, 0, b));
            for (const RuntimeValue& each : scans)
                scan.push_back(slice(each, 0, b));
            auto results = runOnce(context, state, scan, "", "");
            for (std::size_t i = 0; i < results.size(); ++i)
                all[i].push_back(std::move(results[i]));
        }
        std::vector<RuntimeValue> results;
        for (const auto& parts : all)
            results.push_back(joined(parts, 0, false));
        return results;
    }

    std::vector<RuntimeValue> runOnce(KernelContext& context, std::vector<RuntimeValue> states,
                                      const std::vector<RuntimeValue>& scans, const char* inputAxes,
                                      const char* outputAxes) {
        auto& environment = context.environment();
        std::vector<std::size_t> axes;
        std::int64_t length = -1;
        for (std::size_t i = 0; i < scans.size(); ++i) {
            axes.push_back(normalizeAxis(listed(inputAxes, i), scans[i].dims.size()));
            const std::int64_t size = scans[i].dims[axes[i]];
            require(length < 0 || length == size, "the scan inputs differ in length");
            length = size;
        }
        const char* inputDirections = m_batched ? "directions" : "scan_input_directions";
        std::vector<std::vector<RuntimeValue>> collected(m_outputs.size() - m_states);
        for (std::int64_t step = 0; step < length; ++step) {
            require(!context.stop().stop_requested(), "cancelled");
            for (std::size_t i = 0; i < m_states; ++i)
                environment.at(m_inputs[i]) = states[i];
            for (std::size_t i = 0; i < m_scans; ++i)
                environment.at(m_inputs[m_states + i]) =
                    slice(scans[i], axes[i], listed(inputDirections, i) ? length - 1 - step : step);
            if (auto ran = environment.runSubgraph(m_body, context.stop()); !ran)
                throw KernelFailure(ran.error().message());
            for (std::size_t i = 0; i < m_states; ++i)
                states[i] = environment.at(m_outputs[i]).settled();
            for (std::size_t i = 0; i < collected.size(); ++i)
                collected[i].push_back(environment.at(m_outputs[m_states + i]).settled());
        }
        require(length > 0 || collected.empty(), "a scan over nothing has no outputs");
        for (std::size_t i = 0; i < collected.size(); ++i)
            states.push_back(joined(collected[i], listed(outputAxes, i),
                                    !m_batched && listed("scan_output_directions", i) != 0));
        return states;
    }

    const Node m_node;
    bool m_batched;
    GraphId m_body;
    std::vector<ValueId> m_inputs, m_outputs;
    std::size_t m_scans = 0, m_states = 0;
};

} // namespace

std::unique_ptr<Kernel> makeScan(const KernelInit& init) {
    return std::make_unique<ScanKernel>(init);
}

} // namespace partita::cpu
