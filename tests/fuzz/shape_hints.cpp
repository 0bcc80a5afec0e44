#include "tests/fuzz/shape_hints.h"

#include <algorithm>

#include "core/ir/type.h"
#include "tests/fuzz/case_values.h"

namespace partita::fuzz {

namespace {

/// Sizes that kernels treat differently: 0, 1, odd sizes, and sizes near a vector's width.
std::int64_t randomSize(Chance& chance) {
    return chance.oneIn(12)  ? 0
           : chance.oneIn(5) ? 1
           : chance.oneIn(8) ? chance.of({8, 16, 17, 33})
                             : chance.between(2, 7);
}

} // namespace

ShapeHint hintFor(std::string_view op, Chance& chance) {
    const ShapeHint any{op, "*", ""};
    const auto hints = shapeHintsOf(op);
    return hints.front().inputs == any.inputs || chance.oneIn(8) ? any : chance.of(hints);
}

HintReader::HintReader(Chance& chance) : m_chance(chance) {
    for (std::size_t rank = 1 + chance.pick(3); rank > 0; --rank) {
        m_spatial.push_back(chance.oneIn(20) ? 0 : chance.between(1, 9));
        m_kernel.push_back(chance.between(1, 3));
    }
    for (std::size_t rank = chance.pick(3); rank > 0; --rank)
        m_batch.push_back(randomSize(chance));
}

std::int64_t HintReader::letter(char name) {
    const auto [at, isNew] = m_letters.try_emplace(name, 0);
    if (isNew)
        at->second = randomSize(m_chance);
    return at->second;
}

std::vector<std::int64_t> HintReader::shape(std::string_view word) {
    return dimsOf(
        word, [this](char c) { return c == 'X'   ? m_spatial
                                      : c == 'K' ? m_kernel
                                                 : m_batch; },
        [this](char c) { return letter(c); });
}

std::vector<std::int64_t> HintReader::anyShape() {
    std::vector<std::int64_t> dims(m_chance.pick(6));
    for (std::int64_t& size : dims)
        size = dims.size() > 3 ? std::min<std::int64_t>(randomSize(m_chance), 4)
                               : randomSize(m_chance);
    return dims;
}

std::vector<std::int64_t> HintReader::broadcastShape() {
    std::vector<std::int64_t> dims = m_first;
    for (std::int64_t& size : dims)
        if (m_chance.oneIn(5))
            size = 1;
    if (m_chance.oneIn(4))
        dims.erase(dims.begin(),
                   dims.begin() + static_cast<std::ptrdiff_t>(m_chance.pick(dims.size() + 1)));
    else if (m_chance.oneIn(12))
        dims.insert(dims.begin(), m_chance.between(1, 3));
    return dims;
}

/// Another shape with the same number of elements.
std::vector<std::int64_t> HintReader::newShape() {
    std::vector<std::int64_t> dims = m_first;
    if (dims.size() > 1 && m_chance.oneIn(2)) {
        dims[0] *= dims[1];
        dims.erase(dims.begin() + 1);
    }
    if (m_chance.oneIn(3))
        dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(m_chance.pick(dims.size() + 1)), 1);
    if (!dims.empty() && m_chance.oneIn(3))
        dims[m_chance.pick(dims.size())] = m_chance.of({-1, 0});
    return dims;
}

/// A list with a number for each axis of the first input, or for some of them.
std::vector<std::int64_t> HintReader::forAxes(std::string_view word) {
    std::vector<std::int64_t> numbers;
    for (std::size_t axis = 0; axis < m_first.size(); ++axis) {
        const std::int64_t size = m_first[axis];
        if (word == "starts")
            numbers.push_back(m_chance.between(-size - 1, size));
        else if (word == "ends")
            numbers.push_back(m_chance.oneIn(5) ? INT64_MAX
                                                : m_chance.between(-size - 1, size + 1));
        else if (word == "steps")
            numbers.push_back(m_chance.of({1, 1, 2, -1, -2, 3}));
        else if (word == "repeats")
            numbers.push_back(m_chance.of({1, 1, 2, 3, 0}));
        else if (word == "sizes")
            numbers.push_back(m_chance.oneIn(3) ? size : m_chance.between(0, 2 * size));
        else if (word == "expand")
            numbers.push_back(size == 1 ? m_chance.between(0, 4) : m_chance.oneIn(3) ? 1 : size);
        else
            numbers.push_back(static_cast<std::int64_t>(axis));
    }
    return numbers;
}

std::vector<std::int64_t> HintReader::list(std::string_view word) {
    const auto rank = static_cast<std::int64_t>(m_first.size());
    std::vector<std::int64_t> numbers;
    if (word == "none") {
        numbers.clear();
    } else if (word == "axes" || word == "newaxes") {
        for (std::int64_t axis = 0; axis < rank + (word == "newaxes"); ++axis)
            if (m_chance.oneIn(2))
                numbers.push_back(m_chance.oneIn(3) && word == "axes" ? axis - rank : axis);
        if (m_chance.oneIn(20))
            numbers.push_back(rank);
    } else if (word == "shape") {
        numbers = newShape();
    } else if (word == "pads") {
        for (std::int64_t i = 0; i < 2 * rank; ++i)
            numbers.push_back(m_chance.oneIn(8) ? -1 : m_chance.between(0, 2));
    } else if (word == "dims") {
        numbers = anyShape();
    } else if (word == "split" || word == "k") {
        const std::int64_t size = m_first.empty() ? 1 : m_first[0];
        const std::int64_t some = m_chance.between(0, size);
        numbers = word == "k" ? std::vector{some} : std::vector{some, size - some};
    } else if (word.starts_with("dims") || word.starts_with("list")) {
        for (int i = 0; i < word[4] - '0'; ++i)
            numbers.push_back(m_chance.between(1, 4));
    } else {
        numbers = forAxes(word);
    }
    return numbers;
}

onnx::TensorProto HintReader::tensor(std::string_view word, int elementType, bool special) {
    ValueRange range;
    range.special = special;
    if (word == "." || word == "axis" || word == "depth" || word == "few") {
        range.first = word == "." ? -3 : 0;
        range.last = word == "axis"
                         ? std::max<std::int64_t>(0, static_cast<std::int64_t>(m_first.size()) - 1)
                     : word == "depth" ? 6
                     : word == "few"   ? 9
                                       : 3;
        return randomTensor(m_chance, elementType, {}, range);
    }
    if (word == "scales") {
        onnx::TensorProto tensor =
            randomTensor(m_chance, elementType, {static_cast<std::int64_t>(m_first.size())},
                         {1, 2, special, true});
        return tensor;
    }
    if (word == "index" || word == "indexsame") {
        std::int64_t least = 1;
        for (const std::int64_t size : m_first)
            least = std::min(least == 1 ? size : least, size);
        range.first = m_chance.oneIn(3) ? -least : 0;
        range.last = std::max<std::int64_t>(least - 1, range.first);
        return randomTensor(m_chance, elementType, word == "index" ? anyShape() : m_first, range);
    }
    if (word[0] >= 'a' && word[0] <= 'z') {
        const std::vector<std::int64_t> numbers = list(word);
        return numbersTensor(elementType, {static_cast<std::int64_t>(numbers.size())}, numbers);
    }
    std::vector<std::int64_t> dims;
    if (word == "*")
        dims = anyShape();
    else if (word == "=")
        dims = m_first;
    else if (word == "~")
        dims = broadcastShape();
    else
        dims = shape(word.substr(0, word.find(':')));
    if (const auto colon = word.find(':'); colon != std::string_view::npos) {
        range.first = 0;
        range.last = std::max<std::int64_t>(0, letter(word[colon + 1]) - 1);
        range.special = false;
    } else if (m_chance.oneIn(10)) { // where exp overflows
        range.first = -200;
        range.last = 200;
    }
    if (!m_hasFirst) {
        m_first = dims;
        m_hasFirst = true;
    }
    return randomTensor(m_chance, elementType, dims, range);
}

std::vector<std::int64_t> HintReader::numbers(std::string_view word) {
    if (word.starts_with('['))
        word = word.substr(1, word.size() - 2);
    if (word.starts_with('-'))
        return {-static_cast<std::int64_t>(word[1] - '0')};
    return shape(word);
}

} // namespace partita::fuzz
