#include "tests/fuzz/minimize.h"

#include <algorithm>
#include <vector>

#include "core/ir/type.h"
#include "tests/fuzz/case_values.h"
#include "tests/fuzz/shrink.h"

namespace partita::fuzz {

namespace {

using Step = std::function<void(OperatorCase&)>;

void addSurroundings(const OperatorCase& each, std::vector<Step>& steps) {
    if (each.body != OperatorCase::Body::none)
        steps.push_back([](OperatorCase& c) { c.body = OperatorCase::Body::none; });
    if (!each.after.empty())
        steps.push_back([](OperatorCase& c) { c.after.clear(); });
    if (each.symbolic)
        steps.push_back([](OperatorCase& c) { c.symbolic = false; });
    for (std::size_t i = 0; i < each.inputs.size(); ++i) {
        if (!each.inputs[i])
            continue;
        if (!each.inputs[i]->before.empty())
            steps.push_back([i](OperatorCase& c) { c.inputs[i]->before.clear(); });
        if (each.inputs[i]->source != CaseInput::Source::feed)
            steps.push_back(
                [i](OperatorCase& c) { c.inputs[i]->source = CaseInput::Source::feed; });
    }
}

void addOmissions(const OperatorCase& each, std::vector<Step>& steps) {
    for (std::size_t i = 0; i < each.attributes.size(); ++i)
        steps.push_back([i](OperatorCase& c) {
            c.attributes.erase(c.attributes.begin() + static_cast<std::ptrdiff_t>(i));
        });
    for (std::size_t i = 0; i < each.inputs.size(); ++i)
        if (each.inputs[i])
            steps.push_back([i](OperatorCase& c) {
                if (i < c.inputs.size())
                    c.inputs[i].reset();
                while (!c.inputs.empty() && !c.inputs.back())
                    c.inputs.pop_back();
            });
    for (std::size_t i = 1; i < each.outputs.size(); ++i)
        if (each.wanted[i])
            steps.push_back([i](OperatorCase& c) { c.wanted[i] = false; });
}

onnx::TensorProto plain(const onnx::TensorProto& tensor, const std::vector<std::int64_t>& dims) {
    Chance chance(1);
    return randomTensor(chance, tensor.data_type(), dims, {1, 1, false, false});
}

void addSizes(const OperatorCase& each, std::vector<Step>& steps) {
    std::vector<std::int64_t> sizes;
    for (const auto& input : each.inputs)
        if (input)
            for (const auto& tensor : input->tensors)
                sizes.insert(sizes.end(), tensor.dims().begin(), tensor.dims().end());
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    for (const std::int64_t size : sizes)
        for (const std::int64_t smaller : {std::int64_t{1}, size / 2, size - 1})
            if (size > 1 && smaller < size)
                steps.push_back([size, smaller](OperatorCase& c) {
                    for (auto& input : c.inputs)
                        if (input)
                            for (auto& tensor : input->tensors) {
                                std::vector<std::int64_t> dims(tensor.dims().begin(),
                                                               tensor.dims().end());
                                std::ranges::replace(dims, size, smaller);
                                if (!std::ranges::equal(dims, tensor.dims()))
                                    tensor = plain(tensor, dims);
                            }
                });
    for (std::size_t i = 0; i < each.inputs.size(); ++i)
        if (each.inputs[i])
            steps.push_back([i](OperatorCase& c) {
                for (auto& tensor : c.inputs[i]->tensors)
                    tensor = plain(tensor, {tensor.dims().begin(), tensor.dims().end()});
            });
}

/// Everything that a run depends on, as bytes.
std::string contentOf(const OperatorCase& each) {
    std::string text = modelOf(each).SerializeAsString();
    for (const auto& input : each.inputs)
        if (input)
            for (const auto& tensor : input->tensors)
                text += tensor.SerializeAsString();
    return text;
}

/// The steps of a kind from the end, so that indices stay valid; a step that removed the place of
/// another one leaves nothing for that to change.
template <void (*add)(const OperatorCase&, std::vector<Step>&)>
std::vector<ShrinkStep<OperatorCase>> stepsBy(const OperatorCase& each) {
    std::vector<Step> steps;
    add(each, steps);
    std::vector<ShrinkStep<OperatorCase>> shrinking;
    for (std::size_t i = steps.size(); i-- > 0;)
        shrinking.push_back(
            [step = steps[i]](const OperatorCase& now) -> std::optional<OperatorCase> {
                OperatorCase tried = now;
                step(tried);
                if (contentOf(tried) == contentOf(now))
                    return std::nullopt;
                return tried;
            });
    return shrinking;
}

} // namespace

OperatorCase minimized(OperatorCase each, const std::function<bool(const OperatorCase&)>& isWrong) {
    return shrunk<OperatorCase>(
        std::move(each), {stepsBy<addSurroundings>, stepsBy<addOmissions>, stepsBy<addSizes>},
        isWrong);
}

} // namespace partita::fuzz
