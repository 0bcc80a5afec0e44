// String operators.

#include <algorithm>
#include <cctype>
#include <clocale>
#include <cwctype>
#include <limits>
#include <map>
#include <set>

#include "providers/reference/catalogue.h"
#include "providers/reference/moved.h"
#include "providers/reference/regular_expression.h"

namespace partita::reference {

void stringConcat(Call& call) {
    const Array &a = call.in(0), &b = call.in(1);
    Array result(DataType::string, broadcast(a.dims(), b.dims()));
    for (Index at(result.dims()); at; ++at)
        result.as<std::string>()[at.place()] =
            a.as<std::string>()[at.in(a.dims())] + b.as<std::string>()[at.in(b.dims())];
    call.give(result);
}

namespace {

/// Splits from the left at most `most` times: at each delimiter, or without one at runs of white
/// space, where leading and trailing white space is dropped.
std::vector<std::string> pieces(std::string text, const std::string& delimiter, std::int64_t most) {
    constexpr const char* kSpace = " \t\n\r\f\v";
    std::vector<std::string> found;
    const auto mayCut = [&] { return static_cast<std::int64_t>(found.size()) < most; };
    if (!delimiter.empty()) {
        for (std::size_t at; mayCut() && (at = text.find(delimiter)) != std::string::npos;) {
            found.push_back(text.substr(0, at));
            text.erase(0, at + delimiter.size());
        }
        found.push_back(text);
        return found;
    }
    text.erase(text.find_last_not_of(kSpace) + 1);
    text.erase(0, text.find_first_not_of(kSpace));
    while (!text.empty()) {
        const std::size_t end = mayCut() ? text.find_first_of(kSpace) : std::string::npos;
        found.push_back(text.substr(0, end));
        text.erase(0, end);
        text.erase(0, text.find_first_not_of(kSpace));
    }
    return found;
}

} // namespace

/// Y has the pieces along a new last axis, padded with empty strings; Z has their numbers.
void stringSplit(Call& call) {
    const Array& texts = call.in(0);
    const std::int64_t most = call.integer("maxsplit", std::numeric_limits<std::int64_t>::max());
    require(most >= 0, "maxsplit is negative");
    std::vector<std::vector<std::string>> all;
    std::size_t longest = 0;
    Array counts(DataType::int64, texts.dims());
    for (std::size_t i = 0; i < texts.count(); ++i) {
        all.push_back(pieces(texts.as<std::string>()[i], call.text("delimiter", ""), most));
        longest = std::max(longest, all[i].size());
        counts.set(i, static_cast<double>(all[i].size()));
    }
    Dims dims = texts.dims();
    dims.push_back(static_cast<std::int64_t>(longest));
    Array result(DataType::string, dims);
    for (std::size_t i = 0; i < all.size(); ++i)
        std::ranges::copy(all[i], result.as<std::string>().begin() +
                                      static_cast<std::ptrdiff_t>(i * longest));
    call.give(0, result);
    call.give(1, counts);
}

namespace {

/// Maps the case of each code point by Unicode's simple mappings; only ASCII where the system has
/// no UTF-8 locale.
std::string inCase(const std::string& text, bool lower) {
    static const locale_t kUnicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    std::u32string letters = decoded(text);
    for (char32_t& letter : letters) {
        const auto wide = static_cast<std::wint_t>(letter);
        if (kUnicode && letter < kNoText)
            letter = static_cast<char32_t>(lower ? towlower_l(wide, kUnicode)
                                                 : towupper_l(wide, kUnicode));
        else if (letter < 0x80)
            letter = static_cast<char32_t>(lower ? std::tolower(static_cast<int>(letter))
                                                 : std::toupper(static_cast<int>(letter)));
    }
    return encoded(letters);
}

} // namespace

/// Removes the stopwords, then changes the case. An empty result becomes one empty string.
void stringNormalizer(Call& call) {
    const Array& texts = call.in(0);
    require(texts.rank() == 1 || (texts.rank() == 2 && texts.dims()[0] == 1),
            "the input must be [C] or [1, C]");
    const bool exact = call.integer("is_case_sensitive", 0) != 0;
    const std::string action = call.text("case_change_action", "NONE");
    require(action == "NONE" || action == "LOWER" || action == "UPPER",
            "this case_change_action is not known");
    const auto key = [&](const std::string& word) { return exact ? word : inCase(word, true); };
    std::set<std::string> stops;
    for (const std::string& word : call.texts("stopwords"))
        stops.insert(key(word));
    std::vector<std::string> kept;
    for (const std::string& word : texts.as<std::string>())
        if (!stops.contains(key(word)))
            kept.push_back(action == "NONE" ? word : inCase(word, action == "LOWER"));
    if (kept.empty())
        kept.emplace_back();
    Dims dims = texts.dims();
    dims.back() = static_cast<std::int64_t>(kept.size());
    Array result(DataType::string, dims);
    result.as<std::string>() = kept;
    call.give(result);
}

void regexFullMatch(Call& call) {
    const Array& texts = call.in(0);
    const RegularExpression pattern(call.text("pattern", ""));
    Array result(DataType::boolean, texts.dims());
    for (std::size_t i = 0; i < texts.count(); ++i)
        result.set(i, pattern.matches(texts.as<std::string>()[i]) ? 1 : 0);
    call.give(result);
}

namespace {

/// The n-grams of the pool with their numbers, ordered by length; `starts` is ngram_counts.
template <class Word>
std::map<std::vector<Word>, std::size_t> ngrams(const std::vector<Word>& pool, const Dims& starts) {
    std::map<std::vector<Word>, std::size_t> found;
    std::size_t number = 0;
    for (std::size_t n = 1; n <= starts.size(); ++n) {
        const auto end = n < starts.size() ? starts[n] : static_cast<std::int64_t>(pool.size());
        const auto length = static_cast<std::int64_t>(n);
        require(starts[n - 1] >= 0 && starts[n - 1] <= end &&
                    end <= static_cast<std::int64_t>(pool.size()) &&
                    (end - starts[n - 1]) % length == 0,
                "ngram_counts does not match the pool");
        for (std::int64_t at = starts[n - 1]; at < end; at += length)
            found.emplace(std::vector<Word>(pool.begin() + at, pool.begin() + at + length),
                          number++);
    }
    return found;
}

/// How often each n-gram occurs in a row, with 0 to max_skip_count words skipped between its words.
template <class Word>
std::vector<double> occurrences(Call& call, const std::map<std::vector<Word>, std::size_t>& known,
                                std::size_t numbers, const std::vector<Word>& row) {
    std::vector<double> counts(numbers);
    const auto length = static_cast<std::int64_t>(row.size());
    const std::int64_t shortest = call.integer("min_gram_length", 1),
                       longest = std::min(
                           {call.integer("max_gram_length", 1), length,
                            static_cast<std::int64_t>(call.integers("ngram_counts").size())});
    require(shortest > 0, "min_gram_length is not positive");
    for (std::int64_t n = shortest; n <= longest; ++n) {
        const std::int64_t skips = n == 1 ? 0 : std::min(call.integer("max_skip_count", 0), length);
        for (std::int64_t step = 1; step <= skips + 1; ++step) // a 1-gram has nothing to skip
            for (std::int64_t first = 0; first + (n - 1) * step < length; ++first) {
                std::vector<Word> words;
                for (std::int64_t i = 0; i < n; ++i)
                    words.push_back(row[static_cast<std::size_t>(first + i * step)]);
                if (const auto found = known.find(words); found != known.end())
                    counts[found->second] += 1;
            }
    }
    return counts;
}

template <class Word> void countNgrams(Call& call, const std::vector<Word>& pool) {
    const Array& words = call.in(0);
    require(words.rank() == 1 || words.rank() == 2, "the input must be [C] or [N, C]");
    const auto known = ngrams(pool, call.integers("ngram_counts"));
    const Dims places = call.integers("ngram_indexes");
    const std::vector<double> weights = call.reals("weights");
    const std::string mode = call.text("mode", "");
    require(mode == "TF" || mode == "IDF" || mode == "TFIDF", "this mode is not known");
    std::int64_t width = 0;
    for (const std::int64_t place : places) {
        require(place >= 0 && place < (1 << 30), "ngram_indexes is out of range");
        width = std::max(width, place + 1);
    }
    std::size_t numbers = 0;
    for (const auto& [ngram, number] : known)
        numbers = std::max(numbers, number + 1);
    require(places.size() >= numbers && (weights.empty() || weights.size() >= numbers),
            "ngram_indexes or weights has fewer entries than the pool has n-grams");
    Dims dims = words.dims();
    dims.back() = width;
    Array result(DataType::float32, dims);
    const std::size_t length = words.size(words.rank() - 1);
    const auto rows = static_cast<std::size_t>(words.rank() == 1 ? 1 : words.dims()[0]);
    for (std::size_t row = 0; row < rows; ++row) {
        const auto first = words.as<Word>().begin() + static_cast<std::ptrdiff_t>(row * length);
        const auto counts = occurrences<Word>(call, known, numbers,
                                              {first, first + static_cast<std::ptrdiff_t>(length)});
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const double weight = mode == "TF" || weights.empty() ? 1 : weights[i];
            const double count = mode == "IDF" ? std::min(counts[i], 1.0) : counts[i];
            const std::size_t place =
                row * static_cast<std::size_t>(width) + static_cast<std::size_t>(places[i]);
            if (count > 0) // several n-grams may have one place
                result.set(place, result.real(place) + count * weight);
        }
    }
    call.give(result);
}

} // namespace

void tfIdfVectorizer(Call& call) {
    require(call.texts("pool_strings").empty() || call.integers("pool_int64s").empty(),
            "only one of pool_strings and pool_int64s may be given");
    if (call.in(0).isString())
        countNgrams(call, call.texts("pool_strings"));
    else
        countNgrams(call, call.integers("pool_int64s").toVector());
}

} // namespace partita::reference
