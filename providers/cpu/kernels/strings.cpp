// Operators on texts: StringConcat, StringSplit, StringNormalizer, RegexFullMatch, TfIdfVectorizer.

#include <algorithm>
#include <map>
#include <regex>
#include <unordered_set>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/small_numbers.h"

namespace partita::cpu {

namespace {

const std::vector<std::string>& textsOf(const RuntimeValue& value) {
    require(value.type == DataType::string && value.strings, "texts were expected");
    return *value.strings;
}

std::vector<std::string> stringsAttribute(const Node& node, std::string_view name) {
    const Attribute* found = node.attribute(name);
    const auto* list = found ? std::get_if<std::vector<std::string>>(&found->value) : nullptr;
    return list ? *list : std::vector<std::string>();
}

std::vector<std::string> splitText(const std::string& text, const std::string& delimiter,
                                   std::int64_t limit) {
    std::vector<std::string> parts;
    std::size_t at = 0;
    const auto mayCut = [&] {
        return limit < 0 || static_cast<std::int64_t>(parts.size()) < limit;
    };
    if (delimiter.empty()) { // at runs of spaces, those at the ends left out
        constexpr const char* kSpaces = " \t\n\r\f\v";
        at = text.find_first_not_of(kSpaces);
        while (at != std::string::npos) {
            const std::size_t end = mayCut() ? text.find_first_of(kSpaces, at) : std::string::npos;
            parts.push_back(text.substr(at, end == std::string::npos ? end : end - at));
            at = end == std::string::npos ? end : text.find_first_not_of(kSpaces, end);
        }
        return parts;
    }
    for (std::size_t next; mayCut() && (next = text.find(delimiter, at)) != std::string::npos;
         at = next + delimiter.size())
        parts.push_back(text.substr(at, next - at));
    parts.push_back(text.substr(at));
    return parts;
}

std::string changedCase(const std::string& text, std::string_view action) {
    if (action == "NONE")
        return text;
    std::string result = text;
    for (char& c : result) // ASCII; other letters keep their case
        if (static_cast<unsigned char>(c) < 0x80)
            c = static_cast<char>(action == "LOWER" ? std::tolower(c) : std::toupper(c));
    return result;
}

} // namespace

void stringConcatKernel(KernelContext& context) {
    const RuntimeValue &a = context.input(0), &b = context.input(1);
    const auto &left = textsOf(a), &right = textsOf(b);
    RuntimeValue& y = context.output(0, DataType::string, broadcastDims(a.dims, b.dims));
    std::size_t i = 0;
    forEachIndex<2>(y.dims, {broadcastStrides(a.dims, y.dims), broadcastStrides(b.dims, y.dims)},
                    [&](const auto& at) {
                        (*y.strings)[i++] = left[static_cast<std::size_t>(at[0])] +
                                            right[static_cast<std::size_t>(at[1])];
                    });
}

/// Parts along a new last axis, filled up with empty texts; and how many there are.
void stringSplitKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const std::string delimiter(context.node().stringAttribute("delimiter", ""));
    const std::int64_t limit = context.node().intAttribute("maxsplit", -1);
    std::vector<std::vector<std::string>> all;
    std::size_t most = 0;
    for (const std::string& text : textsOf(x)) {
        all.push_back(splitText(text, delimiter, limit));
        most = std::max(most, all.back().size());
    }
    Dims dims = x.dims;
    if (context.wants(1)) {
        RuntimeValue& counts = context.output(1, DataType::int64, dims);
        for (std::size_t i = 0; i < all.size(); ++i)
            counts.as<std::int64_t>()[i] = static_cast<std::int64_t>(all[i].size());
    }
    dims.push_back(static_cast<std::int64_t>(most));
    RuntimeValue& y = context.output(0, DataType::string, dims);
    for (std::size_t i = 0; i < all.size(); ++i)
        std::copy(all[i].begin(), all[i].end(),
                  y.strings->begin() + static_cast<std::ptrdiff_t>(i * most));
}

/// Leaves stop words out and changes the case; of [C] or [1, C].
void stringNormalizerKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const Node& node = context.node();
    require(x.dims.size() == 1 || (x.dims.size() == 2 && x.dims[0] == 1),
            "the input is [C] or [1, C]");
    const auto action = node.stringAttribute("case_change_action", "NONE");
    const bool exact = node.intAttribute("is_case_sensitive", 0) != 0;
    std::unordered_set<std::string> stops;
    for (const std::string& word : stringsAttribute(node, "stopwords"))
        stops.insert(exact ? word : changedCase(word, "LOWER"));
    std::vector<std::string> kept;
    for (const std::string& word : textsOf(x))
        if (!stops.contains(exact ? word : changedCase(word, "LOWER")))
            kept.push_back(changedCase(word, action));
    if (kept.empty())
        kept.emplace_back(); // an empty result is one empty text
    Dims dims = x.dims;
    dims.back() = static_cast<std::int64_t>(kept.size());
    RuntimeValue& y = context.output(0, DataType::string, dims);
    *y.strings = std::move(kept);
}

void regexFullMatchKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const auto& texts = textsOf(x);
    const std::string pattern(context.node().stringAttribute("pattern", ""));
    RuntimeValue& y = context.output(0, DataType::boolean, x.dims);
    const std::regex regex(pattern, std::regex::ECMAScript);
    for (std::size_t i = 0; i < texts.size(); ++i)
        y.as<bool>()[i] = std::regex_match(texts[i], regex);
}

/// Counts of n-grams of integers or texts, with gaps of up to `max_skip_count`.
void tfIdfVectorizerKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const Node& node = context.node();
    require(x.dims.size() == 1 || x.dims.size() == 2, "the input is [C] or [N, C]");
    const auto lengths = node.intsAttribute("ngram_counts"),
               indexes = node.intsAttribute("ngram_indexes");
    const auto words = stringsAttribute(node, "pool_strings");
    const auto numbers = node.intsAttribute("pool_int64s");
    const std::int64_t shortest = node.intAttribute("min_gram_length", 1),
                       longest = node.intAttribute("max_gram_length", 1),
                       skips = node.intAttribute("max_skip_count", 0);
    require(shortest > 0 && longest >= shortest && longest <= 64 && skips >= 0,
            "the lengths of the n-grams are not valid");
    const std::size_t pool = words.empty() ? numbers.size() : words.size();
    const auto poolItem = [&](std::size_t i) {
        return words.empty() ? std::to_string(numbers[i]) : words[i];
    };
    std::map<std::vector<std::string>, std::size_t> places; // n-gram → number of it in the pool
    std::size_t number = 0;
    for (std::size_t n = 0; n < lengths.size(); ++n) {
        const auto begin = static_cast<std::size_t>(std::max<std::int64_t>(0, lengths[n]));
        const std::size_t end =
            n + 1 < lengths.size()
                ? static_cast<std::size_t>(std::max<std::int64_t>(0, lengths[n + 1]))
                : pool;
        require(begin <= end && end <= pool, "ngram_counts does not fit the pool");
        for (std::size_t i = begin; i + n + 1 <= end; i += n + 1) {
            std::vector<std::string> gram;
            for (std::size_t k = 0; k <= n; ++k)
                gram.push_back(poolItem(i + k));
            places.emplace(std::move(gram), number++);
        }
    }
    require(number <= indexes.size(), "ngram_indexes is shorter than the pool");
    std::int64_t width = 0;
    for (const std::int64_t index : indexes) {
        require(index >= 0 && index < (std::int64_t{1} << 31), "an index is not valid");
        width = std::max(width, index + 1);
    }
    std::vector<float> weights;
    if (const Attribute* given = node.attribute("weights"))
        if (const auto* list = std::get_if<std::vector<float>>(&given->value))
            weights = *list;
    const auto mode = node.stringAttribute("mode", "TF");
    const std::int64_t rows = x.dims.size() == 2 ? x.dims[0] : 1, columns = x.dims.back();
    RuntimeValue& y =
        context.output(0, DataType::float32, x.dims.size() == 2 ? Dims{rows, width} : Dims{width});
    std::fill_n(y.as<float>(), y.count(), 0.0F);
    const auto item = [&](std::int64_t i) {
        return x.type == DataType::string
                   ? (*x.strings)[static_cast<std::size_t>(i)]
                   : std::to_string(static_cast<std::int64_t>(readNumber(x, i)));
    };
    std::vector<float> counts(indexes.size());
    for (std::int64_t row = 0; row < rows; ++row) {
        std::fill(counts.begin(), counts.end(), 0.0F);
        for (std::int64_t n = shortest; n <= longest; ++n)
            for (std::int64_t step = 1; step <= (n == 1 ? 1 : skips + 1); ++step)
                for (std::int64_t at = 0; at + (n - 1) * step < columns; ++at) {
                    std::vector<std::string> gram;
                    for (std::int64_t k = 0; k < n; ++k)
                        gram.push_back(item(row * columns + at + k * step));
                    if (const auto found = places.find(gram); found != places.end())
                        ++counts[found->second];
                }
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const float weight = i < weights.size() ? weights[i] : 1.0F;
            float& out = y.as<float>()[row * width + indexes[i]];
            if (mode == "TF")
                out += counts[i];
            else if (counts[i] > 0)
                out += mode == "IDF" ? weight : weight * counts[i];
        }
    }
}

} // namespace partita::cpu
