// Control flow: If, Loop and Scan.

#include <algorithm>
#include <limits>

#include "providers/reference/catalogue.h"
#include "providers/reference/moved.h"

namespace partita::reference {

namespace {

/// The value of a body's output after the body has run.
RuntimeValue result(Call& call, const Graph& body, std::size_t output) {
    RuntimeValue value = call.runValues().at(body.outputs.at(output)).settled();
    require(value.present(), "an output of the body has no value");
    return value;
}

void set(Call& call, const Graph& body, std::size_t input, const RuntimeValue& value) {
    call.runValues().at(body.inputs.at(input)) = value;
}

/// The scan output of a loop that never ran: the body's declared type and shape with a new axis of
/// size 0. Unknown sizes count as 0, an unknown type as float32.
Array nothing(Call& call, const Graph& body, std::size_t output, std::int64_t axis = 0) {
    const auto& value = call.model().value(body.outputs.at(output));
    Dims dims;
    if (value->type && value->type->shape)
        for (const Dim& dim : *value->type->shape)
            dims.push_back(dim.value.value_or(0));
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axisIn(axis, dims.size() + 1)), 0);
    return {value->type && value->type->element != DataType::undefined ? value->type->element
                                                                       : DataType::float32,
            dims};
}

} // namespace

void ifOperator(Call& call) {
    const bool condition = call.in(0).onlyInteger() != 0;
    const Graph& branch = call.graph(condition ? "then_branch" : "else_branch");
    require(branch.outputs.size() >= call.outputCount(),
            "the branch has fewer outputs than the node");
    call.run(branch);
    for (std::size_t i = 0; i < call.outputCount(); ++i)
        if (call.wants(i))
            call.give(i, result(call, branch, i));
}

/// The body maps (iteration, condition, carried…) to (condition, carried…, scan outputs…).
void loop(Call& call) {
    const Graph& body = call.graph("body");
    const std::size_t carried = std::max<std::size_t>(call.inputCount(), 2) - 2;
    require(body.inputs.size() == carried + 2 && body.outputs.size() >= carried + 1,
            "the body does not fit the loop");
    const std::int64_t trips =
        call.has(0) ? call.in(0).onlyInteger() : std::numeric_limits<std::int64_t>::max();
    bool go = !call.has(1) || call.in(1).onlyInteger() != 0;
    std::vector<RuntimeValue> state;
    for (std::size_t i = 0; i < carried; ++i)
        state.push_back(call.value(i + 2).settled());
    std::vector<std::vector<Array>> collected(body.outputs.size() - carried - 1);
    for (std::int64_t trip = 0; trip < trips && go; ++trip) {
        set(call, body, 0, Array::int64s({trip}).reshaped({}).toRuntime());
        set(call, body, 1, Array::scalar(DataType::boolean, 1).toRuntime());
        for (std::size_t i = 0; i < carried; ++i)
            set(call, body, i + 2, state[i]);
        call.run(body);
        go = Array::from(result(call, body, 0)).onlyInteger() != 0;
        for (std::size_t i = 0; i < carried; ++i)
            state[i] = result(call, body, i + 1);
        for (std::size_t i = 0; i < collected.size(); ++i)
            collected[i].push_back(Array::from(result(call, body, carried + 1 + i)));
    }
    for (std::size_t i = 0; i < carried; ++i)
        call.give(i, state[i]);
    for (std::size_t i = 0; i < collected.size(); ++i)
        if (call.wants(carried + i))
            call.give(carried + i, collected[i].empty() ? nothing(call, body, carried + 1 + i)
                                                        : stacked(collected[i], 0));
}

namespace {

/// A scan without a batch axis: the body maps (states…, slices…) to (states…, scan outputs…).
struct Scanner {
    explicit Scanner(Call& of)
        : call(of), body(call.graph("body")),
          scans(static_cast<std::size_t>(call.integer("num_scan_inputs", 0))),
          states(body.inputs.size() - scans) {
        require(scans > 0 && scans <= body.inputs.size() && body.outputs.size() >= states,
                "num_scan_inputs does not fit the body");
    }

    /// Runs the body for `length` positions of `inputs` along `axes`; where `backwards` is not 0,
    /// from the last position to the first. Updates `state` and returns the scan outputs of each
    /// iteration, in order of execution.
    std::vector<std::vector<Array>> run(std::vector<RuntimeValue>& state,
                                        const std::vector<Array>& inputs,
                                        const std::vector<std::size_t>& axes, const Dims& backwards,
                                        std::int64_t length) const {
        std::vector<std::vector<Array>> collected(body.outputs.size() - states);
        for (std::int64_t step = 0; step < length; ++step) {
            for (std::size_t i = 0; i < states; ++i)
                set(call, body, i, state[i]);
            for (std::size_t i = 0; i < scans; ++i) {
                const std::int64_t at =
                    backwards[i] != 0 ? inputs[i].dims()[axes[i]] - 1 - step : step;
                set(call, body, states + i,
                    dropped(part(inputs[i], axes[i], at, 1), axes[i]).toRuntime());
            }
            call.run(body);
            for (std::size_t i = 0; i < states; ++i)
                state[i] = result(call, body, i);
            for (std::size_t i = 0; i < collected.size(); ++i)
                collected[i].push_back(Array::from(result(call, body, states + i)));
        }
        return collected;
    }

    /// A list attribute with one number for each of `count` values; all 0 where it is absent.
    [[nodiscard]] Dims each(const char* name, std::size_t count) const {
        Dims list = call.integers(name, Dims(count));
        require(list.size() == count, "an attribute with axes or directions has the wrong length");
        return list;
    }

    Call& call;
    const Graph& body;
    std::size_t scans, states;
};

/// Scan of version 8: input 0 is sequence_lens, all other values have a batch axis first, and scan
/// inputs and outputs a time axis second. Scan outputs of shorter sequences are padded with zeros.
void batchedScan(Call& call) {
    const Scanner scanner(call);
    require(call.inputCount() == scanner.body.inputs.size() + 1,
            "the node and its body differ in their number of inputs");
    const Array& first = call.in(1 + scanner.states);
    require(first.rank() >= 2, "a scan input must have a batch axis and a time axis");
    const std::int64_t batches = first.dims()[0], longest = first.dims()[1];
    require(batches > 0, "there is no batch to scan over");
    const Dims lengths =
        call.has(0) ? call.in(0).integers() : Dims(static_cast<std::size_t>(batches), longest);
    require(lengths.size() == static_cast<std::size_t>(batches),
            "one length for each entry of the batch was expected");
    std::vector<std::vector<Array>> all(scanner.body.outputs.size());
    for (std::int64_t batch = 0; batch < batches; ++batch) {
        const std::int64_t length = lengths[static_cast<std::size_t>(batch)];
        require(length >= 0 && length <= longest, "the length of a sequence is out of range");
        std::vector<RuntimeValue> state;
        std::vector<Array> inputs;
        for (std::size_t i = 0; i < scanner.body.inputs.size(); ++i) {
            const Array& whole = call.in(1 + i);
            const Array own = dropped(part(whole, 0, batch, 1), 0);
            if (i < scanner.states) {
                state.push_back(own.toRuntime());
                continue;
            }
            require(own.rank() >= 1 && own.dims()[0] == longest && whole.dims()[0] == batches,
                    "the scan inputs differ in length");
            inputs.push_back(part(own, 0, 0, length)); // backward scans start at its end
        }
        const auto collected = scanner.run(state, inputs, std::vector<std::size_t>(scanner.scans),
                                           scanner.each("directions", scanner.scans), length);
        for (std::size_t i = 0; i < scanner.states; ++i)
            all[i].push_back(Array::from(state[i]));
        for (std::size_t i = 0; i < collected.size(); ++i) {
            const Array given = collected[i].empty()
                                    ? nothing(call, scanner.body, scanner.states + i)
                                    : stacked(collected[i], 0);
            Dims rest = given.dims();
            rest[0] = longest - given.dims()[0];
            all[scanner.states + i].push_back(joined({given, Array(given.type(), rest)}, 0));
        }
    }
    for (std::size_t i = 0; i < all.size(); ++i)
        call.give(i, stacked(all[i], 0));
}

} // namespace

void scan(Call& call) {
    if (call.version() < 9)
        return batchedScan(call);
    const Scanner scanner(call);
    require(call.inputCount() == scanner.body.inputs.size(),
            "the node and its body differ in their number of inputs");
    std::vector<RuntimeValue> state;
    for (std::size_t i = 0; i < scanner.states; ++i)
        state.push_back(call.value(i).settled());
    const Dims inputAxes = scanner.each("scan_input_axes", scanner.scans);
    std::vector<Array> inputs;
    std::vector<std::size_t> axes;
    for (std::size_t i = 0; i < scanner.scans; ++i) {
        inputs.push_back(call.in(scanner.states + i));
        axes.push_back(axisIn(inputAxes[i], inputs[i].rank()));
        require(inputs[i].dims()[axes[i]] == inputs[0].dims()[axes[0]],
                "the scan inputs differ in length");
    }
    auto collected =
        scanner.run(state, inputs, axes, scanner.each("scan_input_directions", scanner.scans),
                    inputs[0].dims()[axes[0]]);
    const Dims outputAxes = scanner.each("scan_output_axes", collected.size()),
               backwards = scanner.each("scan_output_directions", collected.size());
    for (std::size_t i = 0; i < scanner.states; ++i)
        call.give(i, state[i]);
    for (std::size_t i = 0; i < collected.size(); ++i) {
        if (backwards[i] != 0)
            std::ranges::reverse(collected[i]);
        if (collected[i].empty())
            call.give(scanner.states + i,
                      nothing(call, scanner.body, scanner.states + i, outputAxes[i]));
        else
            call.give(scanner.states + i,
                      stacked(collected[i], axisIn(outputAxes[i], collected[i][0].rank() + 1)));
    }
}

} // namespace partita::reference
