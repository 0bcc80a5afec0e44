#include "core/probes/shape_words.h"

#include <algorithm>

#include "core/ir/tensor_size.h"

namespace partita {

namespace {

constexpr ShapeHint kHints[] = {
#define HINT(op, inputs, attributes) {#op, inputs, attributes},
#include "core/probes/operator_shapes.def"
#undef HINT
};

constexpr std::int64_t kSpace = 8, kKernel = 3;
/// Of a tensor of any shape: as many of the last ones as it has axes.
constexpr std::int64_t kAnyShape[] = {1, 1, 2, 4, 8, 8};

std::int64_t letter(char name) {
    switch (name) {
    case 'N':
    case 'B':
    case 'R': return 1;
    case 'H':
    case 'W': return kSpace;
    default: return 4;
    }
}

bool isLetters(std::string_view word) { return word[0] >= 'a' && word[0] <= 'z'; }

/// "axes2", "starts2": a list for the last two axes.
struct CountedWord {
    std::string_view word;
    std::size_t count = SIZE_MAX; ///< of axes; without a digit all
};

CountedWord countedWord(std::string_view word) {
    if (const char last = word.back(); last >= '1' && last <= '9')
        return {word.substr(0, word.size() - 1), static_cast<std::size_t>(last - '0')};
    return {word};
}

} // namespace

std::vector<ShapeHint> shapeHintsOf(std::string_view op) {
    std::vector<ShapeHint> found;
    for (const ShapeHint& hint : kHints)
        if (hint.op == op)
            found.push_back(hint);
    if (found.empty())
        found.push_back({op, "*", ""});
    return found;
}

std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

std::string_view wordAt(const ShapeHint& hint, std::size_t index) {
    const auto words = wordsOf(hint.inputs);
    return index < words.size() && words[index] != "-" ? words[index] : index ? "~" : "*";
}

ShapeWords::Free ShapeWords::freeOf(std::string_view inputs) {
    if (inputs.find('X') != std::string_view::npos)
        return {0, 2, 4};
    if (inputs.find('*') != std::string_view::npos)
        return {0, 4, 6};
    return inputs.find('_') != std::string_view::npos ? Free{0, 1, 3} : Free{0, 0, 0};
}

std::size_t ShapeWords::variantsOf(std::string_view whole) {
    const auto [word, count] = countedWord(whole);
    if (word == "axes" && count != SIZE_MAX)
        return 2;
    if (word == "~" || word == "steps" || word == "scales" || word == "sizes" || word == "index")
        return 3;
    if (word == "pads" || word == "newaxes" || word == "unitaxes" || word == "shape")
        return 4;
    if (word == "axes")
        return 5;
    return word == "split" || word == "repeats" || word == "expand" || word == "starts" ||
                   word == "axis"
               ? 2
               : 1;
}

std::vector<std::int64_t> dimsOf(std::string_view word,
                                 const std::function<std::vector<std::int64_t>(char)>& axes,
                                 const std::function<std::int64_t(char)>& letterOf) {
    std::vector<std::int64_t> dims;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char c = word[i];
        if (c == 'X' || c == 'K' || c == '_') {
            const auto some = axes(c);
            dims.insert(dims.end(), some.begin(), some.end());
        } else if (c == '{') { // {4H}, {16}
            std::int64_t size = 0;
            for (++i; word[i] >= '0' && word[i] <= '9'; ++i)
                size = 10 * size + (word[i] - '0');
            for (; word[i] != '}'; ++i)
                size *= letterOf(word[i]);
            dims.push_back(size);
        } else {
            dims.push_back(c >= '0' && c <= '9' ? c - '0' : letterOf(c));
        }
    }
    return dims;
}

std::vector<std::int64_t> ShapeWords::shape(std::string_view word) const {
    const auto axesOf = [this](char c) -> std::vector<std::int64_t> {
        if (c == 'K')
            return std::vector<std::int64_t>(m_free ? m_free : 1, kKernel);
        return std::vector<std::int64_t>(m_free, c == 'X' ? kSpace : 2);
    };
    return dimsOf(word.substr(0, word.find('@')), axesOf, letter); // probes choose the type
}

std::vector<double> ShapeWords::axes(std::string_view word, std::size_t variant) const {
    const auto rank = static_cast<double>(m_first.size());
    if (word == "newaxes")
        return std::vector<std::vector<double>>{{0}, {rank}, {0, 1}, {0, 1, 2}}[variant];
    if (word == "unitaxes")
        return std::vector<std::vector<double>>{{0}, {rank - 1}, {0, rank - 1}, {}}[variant];
    if (const std::size_t count = countedWord(word).count; count != SIZE_MAX) {
        std::vector<double> some;
        for (std::size_t i = std::min(count, m_first.size()); i > 0; --i)
            some.push_back(variant ? static_cast<double>(some.size())
                                   : rank - static_cast<double>(i));
        return some;
    }
    std::vector<double> every;
    for (double axis = 0; axis < rank; ++axis)
        every.push_back(axis);
    if (every.size() < 2)
        return variant == 3 ? std::vector<double>{} : every;
    return std::vector<std::vector<double>>{
        {rank - 1}, {0}, every, {}, {rank - 2, rank - 1}}[variant];
}

/// Another shape with the same number of elements.
std::vector<double> ShapeWords::newShape(std::size_t variant) const {
    if (m_first.empty() && variant == 2)
        return {}; // a number stays one
    if (m_first.size() < 2 || variant == 0)
        return {-1};
    if (variant == 1)
        return {0, -1};
    if (variant == 3)
        return {1, 1, 1, 1, 1, -1}; // more axes than many devices have
    std::vector<double> dims;
    for (const std::int64_t size : m_first)
        dims.push_back(static_cast<double>(size));
    std::swap(dims.front(), dims.back());
    return dims;
}

/// A list with a number for each axis of the first input, or for as many of the last ones as the
/// word says.
std::vector<double> ShapeWords::forAxes(std::string_view whole, std::size_t variant) const {
    const auto [word, count] = countedWord(whole);
    std::vector<double> numbers;
    for (std::size_t axis = m_first.size() - std::min(count, m_first.size()); axis < m_first.size();
         ++axis) {
        const auto size = static_cast<double>(m_first[axis]);
        const bool isInner = axis >= 2 || m_first.size() < 3;
        if (word == "starts")
            numbers.push_back(variant ? -size : 0);
        else if (word == "ends")
            numbers.push_back(std::max(1.0, size - 1));
        else if (word == "steps")
            numbers.push_back(std::vector<double>{1, 2, -1}[variant]);
        else if (word == "repeats")
            numbers.push_back(variant ? 1 : 2);
        else if (word == "sizes")
            numbers.push_back(!isInner || variant == 1 ? size : variant ? size / 2 : 2 * size);
        else if (word == "scales")
            numbers.push_back(!isInner || variant == 1 ? 1 : variant ? 0.5 : 2);
        else
            numbers.push_back(word == "expand" ? size : static_cast<double>(axis));
    }
    if (word == "expand" && variant)
        numbers.insert(numbers.begin(), 2);
    return numbers;
}

WordTensor ShapeWords::list(std::string_view word, std::size_t variant) const {
    WordTensor made;
    const double first = m_first.empty() ? 2 : static_cast<double>(m_first[0]);
    if (countedWord(word).word == "axes" || word == "newaxes" || word == "unitaxes") {
        made.numbers = axes(word, variant);
    } else if (word == "none") {
        made.numbers.clear();
    } else if (word == "shape") {
        made.numbers = newShape(variant);
    } else if (word == "pads") {
        made.numbers.assign(2 * m_first.size(), variant == 1 ? 0 : variant == 3 ? -1 : 1);
        if (variant == 2 && !made.numbers.empty())
            made.numbers.back() = 2;
    } else if (word == "dims") {
        made.numbers = {2, 3};
    } else if (word == "split") {
        const double half = variant ? 1 : static_cast<double>(static_cast<int>(first / 2));
        made.numbers = {half, first - half};
    } else if (word == "k") {
        made.numbers = {1};
    } else if (word.starts_with("dims") || word.starts_with("list")) {
        made.numbers.assign(static_cast<std::size_t>(word[4] - '0'), 2);
    } else {
        made.numbers = forAxes(word, variant);
    }
    made.dims = {static_cast<std::int64_t>(made.numbers.size())};
    return made;
}

WordTensor ShapeWords::tensor(std::string_view word, std::size_t variant) {
    if (word == ".")
        return {{}, {}};
    if (word == "axis")
        return {{}, {variant || m_first.empty() ? 0.0 : static_cast<double>(m_first.size() - 1)}};
    if (word == "depth" || word == "few")
        return {{}, {4}};
    if (word == "index" || word == "indexsame") {
        WordTensor made{m_first, {}};
        if (word == "index")
            made.dims = std::vector<std::vector<std::int64_t>>{{2}, {}, {2, 2}}[variant];
        made.numbers.assign(static_cast<std::size_t>(std::max<std::int64_t>(countOf(made.dims), 0)),
                            0);
        return made;
    }
    if (isLetters(word))
        return list(word, variant);
    WordTensor made;
    if (word == "*")
        made.dims.assign(std::end(kAnyShape) - static_cast<std::ptrdiff_t>(m_free),
                         std::end(kAnyShape));
    else if (word == "=" || (word == "~" && variant == 0))
        made.dims = m_first;
    else if (word == "~")
        made.dims = variant == 1 || m_first.empty() ? std::vector<std::int64_t>{}
                                                    : std::vector{m_first.back()};
    else
        made.dims = shape(word.substr(0, word.find(':')));
    if (word.find(':') != std::string_view::npos)
        made.numbers.assign(static_cast<std::size_t>(countOf(made.dims)), 0);
    if (!m_hasFirst)
        m_first = made.dims;
    m_hasFirst = true;
    return made;
}

std::vector<std::int64_t> ShapeWords::numbers(std::string_view word) const {
    if (word.starts_with('[')) {
        const auto length = shape(word.substr(1, word.size() - 2));
        return std::vector<std::int64_t>(static_cast<std::size_t>(length.empty() ? 0 : length[0]),
                                         1);
    }
    if (word.starts_with('-'))
        return {-static_cast<std::int64_t>(word[1] - '0')};
    return shape(word);
}

} // namespace partita
