// Scan: runs a body over slices of its inputs.

#include <algorithm>
#include <cstring>

#include "providers/cpu/kernels/bodies.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"

namespace partita::cpu {

namespace {

/// A copy of slice `at` of an axis, without that axis.
RuntimeValue slice(const RuntimeValue& value, std::size_t axis, std::int64_t at) {
    require(axis < value.dims.size() && at < value.dims[axis] && dataTypeBits(value.type) >= 8,
            "this input cannot be scanned");
    Dims dims = value.dims;
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
    RuntimeValue part = RuntimeValue::allocate(value.type, dims);
    const std::int64_t outer = product(value.dims, 0, axis), inner = product(value.dims, axis + 1);
    const std::size_t bytes = elementBytes(value, inner);
    for (std::int64_t o = 0; o < outer; ++o)
        std::memcpy(part.data + static_cast<std::size_t>(o) * bytes,
                    value.data + static_cast<std::size_t>(o * value.dims[axis] + at) * bytes,
                    bytes);
    return part;
}

/// Stacks parts of one shape along a new axis of `size`, in reverse order when `backwards`; missing
/// parts are 0.
RuntimeValue joined(const std::vector<RuntimeValue>& parts, const RuntimeValue& pattern,
                    std::int64_t wantedAxis, std::int64_t size, bool backwards) {
    require(dataTypeBits(pattern.type) >= 8, "these values cannot be collected");
    const std::size_t axis = normalizeAxis(wantedAxis, pattern.dims.size() + 1);
    Dims dims = pattern.dims;
    const auto count = static_cast<std::int64_t>(parts.size());
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), size);
    RuntimeValue result = RuntimeValue::allocate(pattern.type, dims);
    if (count < size)
        std::memset(result.data, 0, result.byteSize());
    const std::int64_t outer = product(pattern.dims, 0, axis), inner = product(pattern.dims, axis);
    const std::size_t bytes = elementBytes(pattern, inner);
    for (std::int64_t i = 0; i < count; ++i) {
        const RuntimeValue& part = parts[static_cast<std::size_t>(backwards ? count - 1 - i : i)];
        require(part.dims == pattern.dims && part.type == pattern.type,
                "a scan output changed its shape between iterations");
        for (std::int64_t o = 0; o < outer; ++o)
            std::memcpy(result.data + static_cast<std::size_t>(o * size + i) * bytes,
                        part.data + static_cast<std::size_t>(o) * bytes, bytes);
    }
    return result;
}

/// Whether a tensor of these sizes can be of that type; what a type leaves open admits any.
bool admits(const TypePtr& type, const Dims& dims) {
    if (!type || !type->isTensor() || !type->shape)
        return true;
    return std::ranges::equal(*type->shape, dims, [](const Dim& declared, std::int64_t size) {
        return declared.value.value_or(size) == size;
    });
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
        for (const ValueId input : m_inputs)
            m_inputTypes.push_back(init.model.value(input)->type);
        m_outputs = bodyOutputs(init.model, m_body, m_states);
        for (const ValueId output : m_outputs)
            m_declared.push_back(declaredValue(init.model.value(output)->type));
    }

    void run(KernelContext& context) override {
        const std::size_t first = m_batched ? 1 : 0; // sequence_lens of version 8 comes first
        require(context.inputCount() == m_inputs.size() + first,
                "the body does not fit the inputs");
        std::vector<RuntimeValue> states, scans;
        for (std::size_t i = 0; i < m_states; ++i)
            states.push_back(context.input(first + i).settled());
        for (std::size_t i = 0; i < m_scans; ++i)
            scans.push_back(context.input(first + m_states + i));
        const auto results =
            m_batched ? runBatches(context, states, scans) : runOne(context, states, scans);
        for (std::size_t i = 0; i < results.size(); ++i)
            if (context.wants(i))
                placeOf(context, i) = results[i];
    }

private:
    [[nodiscard]] std::int64_t listed(const char* name, std::size_t i) const {
        const auto values = m_node.intsAttribute(name);
        return i < values.size() ? values[i] : 0;
    }

    /// The values that the iterations made, by output of the body.
    using Collected = std::vector<std::vector<RuntimeValue>>;

    /// Version 8: every state and scan input has a batch axis in front, and each sequence of the
    /// batch has its own length; the rest of its outputs is 0.
    std::vector<RuntimeValue> runBatches(KernelContext& context,
                                         const std::vector<RuntimeValue>& states,
                                         const std::vector<RuntimeValue>& scans) {
        require(scans[0].dims.size() >= 2, "there is no batch to scan over");
        const std::int64_t batches = scans[0].dims[0], most = scans[0].dims[1];
        const Dims lengths =
            context.optional(0) ? context.ints(0) : Dims(static_cast<std::size_t>(batches), most);
        require(static_cast<std::int64_t>(lengths.size()) == batches,
                "one length for each entry of the batch was expected");
        std::vector<RuntimeValue> patterns = m_declared;
        std::vector<Collected> made;
        for (std::int64_t b = 0; b < batches; ++b) {
            std::vector<RuntimeValue> state, scan;
            for (const RuntimeValue& each : states)
                state.push_back(slice(each, 0, b));
            for (const RuntimeValue& each : scans)
                scan.push_back(slice(each, 0, b));
            const std::int64_t length = lengths[static_cast<std::size_t>(b)];
            require(length >= 0 && length <= most, "a sequence is longer than the input");
            made.push_back(iterate(context, std::move(state), scan,
                                   std::vector<std::size_t>(m_scans, 0), length, "directions"));
            for (std::size_t i = 0; i < made.back().size(); ++i)
                if (!made.back()[i].empty())
                    patterns[i] = made.back()[i].front();
        }
        std::vector<RuntimeValue> results;
        for (std::size_t i = 0; i < m_outputs.size(); ++i) {
            RuntimeValue pattern = patterns[i];
            std::vector<RuntimeValue> parts;
            for (Collected& each : made)
                parts.push_back(i < m_states ? std::move(each[i].front())
                                             : joined(each[i], patterns[i], 0, most, false));
            if (i >= m_states)
                pattern.dims.insert(pattern.dims.begin(), most);
            results.push_back(joined(parts, pattern, 0, batches, false));
        }
        return results;
    }

    std::vector<RuntimeValue> runOne(KernelContext& context, std::vector<RuntimeValue> states,
                                     const std::vector<RuntimeValue>& scans) {
        std::vector<std::size_t> axes;
        for (std::size_t i = 0; i < m_scans; ++i)
            axes.push_back(normalizeAxis(listed("scan_input_axes", i), scans[i].dims.size()));
        const std::int64_t length = scans[0].dims[axes[0]];
        const Collected made =
            iterate(context, std::move(states), scans, axes, length, "scan_input_directions");
        std::vector<RuntimeValue> results;
        for (std::size_t i = 0; i < m_outputs.size(); ++i) {
            const RuntimeValue& pattern = made[i].empty() ? m_declared[i] : made[i].front();
            const std::size_t output = i - std::min(i, m_states);
            results.push_back(i < m_states
                                  ? pattern
                                  : joined(made[i], pattern, listed("scan_output_axes", output),
                                           length, listed("scan_output_directions", output) != 0));
        }
        return results;
    }

    /// Runs the body `length` times; returns the last value of each state and all values of each
    /// scan output. In version 8 the inputs may be longer than `length`.
    Collected iterate(KernelContext& context, std::vector<RuntimeValue> states,
                      const std::vector<RuntimeValue>& scans, const std::vector<std::size_t>& axes,
                      std::int64_t length, const char* directions) {
        auto& runValues = context.runValues();
        for (std::size_t i = 0; i < m_scans; ++i)
            require(axes[i] < scans[i].dims.size() &&
                        scans[i].dims[axes[i]] == scans[0].dims[axes[0]],
                    "the scan inputs differ in length");
        Collected made(m_outputs.size());
        for (std::int64_t step = 0; step < length; ++step) {
            require(!context.stop().stop_requested(), "cancelled");
            for (std::size_t i = 0; i < m_states; ++i)
                enter(runValues, i, states[i]);
            for (std::size_t i = 0; i < m_scans; ++i)
                enter(runValues, m_states + i,
                      slice(scans[i], axes[i], listed(directions, i) ? length - 1 - step : step));
            if (auto ran = runValues.runSubgraph(m_body, context.stop()); !ran)
                throw NodeFailure(ran.error().whole());
            for (std::size_t i = 0; i < m_states; ++i)
                states[i] = runValues.at(m_outputs[i]).settled();
            for (std::size_t i = m_states; i < made.size(); ++i)
                made[i].push_back(runValues.at(m_outputs[i]).settled());
        }
        for (std::size_t i = 0; i < m_states; ++i)
            made[i].push_back(std::move(states[i]));
        return made;
    }

    /// Gives the body an input. The shape has to be the declared one, because that of the outputs
    /// was inferred from it.
    void enter(RunValues& values, std::size_t input, RuntimeValue value) const {
        require(admits(m_inputTypes[input], value.dims),
                "a state or a slice has another shape than the body declares");
        values.at(m_inputs[input]) = std::move(value);
    }

    const Node m_node;
    bool m_batched;
    GraphId m_body;
    std::vector<ValueId> m_inputs, m_outputs;
    std::vector<TypePtr> m_inputTypes;
    std::vector<RuntimeValue> m_declared; ///< by output of the body: only type and dims
    std::size_t m_scans = 0, m_states = 0;
};

} // namespace

/// Runs a body once for each slice of its scan inputs, carrying states from one iteration to the
/// next.
///
/// Inputs:   initial states of any type; scan inputs with axes of one length; version 8:
///           sequence_lens int64 [batch] in front, optional, and a batch axis in each input
/// Outputs:  the last states; what the iterations made of each scan output, stacked along a new
///           axis
/// Method:   copies each slice into the inputs of the body, runs the body and joins the collected
///           outputs at the end; sequences of version 8 that end early are filled up with 0
/// Fails:    when an input of the body has another shape than declared, scan inputs differ in
///           length, a length (version 8) exceeds its input, a scan output changes its shape between
///           iterations, or the body fails
/// Source:   ONNX Scan-25
std::unique_ptr<Kernel> makeScan(const KernelInit& init) {
    return std::make_unique<ScanKernel>(init);
}

} // namespace partita::cpu
