#include "tests/fuzz/minimize.h"

#include <algorithm>
#include <vector>

#include "core/ir/type.h"
#include "tests/fuzz/case_values.h"

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

/// Applies a step to a copy; false when it changes nothing, as after steps that removed its place.
bool applies(const OperatorCase& each, const Step& step, OperatorCase& tried) {
    tried = each;
    step(tried);
    return contentOf(tried) != contentOf(each);
}

} // namespace

OperatorCase minimized(OperatorCase each, const std::function<bool(const OperatorCase&)>& isWrong) {
    for (int round = 0; round < 4; ++round) {
        bool smaller = false;
        for (const auto& kind : {addSurroundings, addOmissions, addSizes}) {
            std::vector<Step> steps;
            kind(each, steps);
            std::ranges::reverse(steps); // from the end, so that indices stay valid
            for (const Step& step : steps) {
                OperatorCase tried;
                if (applies(each, step, tried) && isWrong(tried)) {
                    each = std::move(tried);
                    smaller = true;
                }
            }
        }
        if (!smaller)
            break;
    }
    return each;
}

} // namespace partita::fuzz
