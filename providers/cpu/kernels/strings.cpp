// Operators on strings: StringConcat, StringSplit, StringNormalizer, RegexFullMatch,
// TfIdfVectorizer.

#include <algorithm>
#include <array>
#include <climits>
#include <clocale>
#include <cwchar>
#include <cwctype>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include <re2/re2.h>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/loops/narrow_types.h"

namespace partita::cpu {

namespace {

const std::vector<std::string>& textsOf(const RuntimeValue& value) {
    require(value.type == DataType::string && value.strings, "texts were expected");
    return *value.strings;
}

std::vector<std::string> splitText(const std::string& text, const std::string& delimiter,
                                   std::int64_t limit) {
    std::vector<std::string> parts;
    std::size_t at = 0;
    const auto mayCut = [&] {
        return limit < 0 || static_cast<std::int64_t>(parts.size()) < limit;
    };
    if (delimiter.empty()) { // split at runs of white space, ignoring those at the ends
        constexpr const char* kSpaces = " \t\n\r\f\v";
        const std::size_t length = text.find_last_not_of(kSpaces) + 1;
        at = text.find_first_not_of(kSpaces);
        while (at < length) {
            const std::size_t cut = mayCut() ? text.find_first_of(kSpaces, at) : length,
                              end = std::min(cut, length);
            parts.push_back(text.substr(at, end - at));
            at = text.find_first_not_of(kSpaces, end);
        }
        return parts;
    }
    for (std::size_t next; mayCut() && (next = text.find(delimiter, at)) != std::string::npos;
         at = next + delimiter.size())
        parts.push_back(text.substr(at, next - at));
    parts.push_back(text.substr(at));
    return parts;
}

/// Sets the locale C.UTF-8 for this thread as long as it lives, so that <cwctype> knows the letters
/// of Unicode; on a system without it only those of ASCII. The locale of the process does not
/// change.
class UnicodeLetters {
public:
    UnicodeLetters() {
        static const locale_t kUnicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        if (kUnicode)
            m_before = uselocale(kUnicode);
    }
    ~UnicodeLetters() {
        if (m_before)
            uselocale(m_before);
    }
    UnicodeLetters(const UnicodeLetters&) = delete;
    UnicodeLetters& operator=(const UnicodeLetters&) = delete;

private:
    locale_t m_before = nullptr;
};

/// Changes the case by Unicode's simple mappings, letter by letter; bytes that are no valid UTF-8
/// stay.
std::string changedCase(const std::string& text, std::string_view action) {
    if (action == "NONE")
        return text;
    const UnicodeLetters letters;
    std::string result;
    std::mbstate_t reading{}, writing{};
    for (std::size_t at = 0; at < text.size();) {
        wchar_t letter = 0;
        const std::size_t length = std::mbrtowc(&letter, &text[at], text.size() - at, &reading);
        if (length == 0 || length > text.size() - at) {
            reading = {};
            result.push_back(text[at++]);
            continue;
        }
        const auto wide = static_cast<std::wint_t>(letter);
        std::array<char, MB_LEN_MAX> bytes{};
        const std::size_t size = std::wcrtomb(
            bytes.data(),
            static_cast<wchar_t>(action == "LOWER" ? std::towlower(wide) : std::towupper(wide)),
            &writing);
        require(size <= bytes.size(), "a letter cannot be encoded after its change of case");
        result.append(bytes.data(), size);
        at += length;
    }
    return result;
}

} // namespace

/// Joins two strings element by element, with broadcasting.
///
/// Inputs:   X string, Y string of shapes that broadcast
/// Outputs:  Z string, of the common shape
/// Method:   one element after the other
/// Source:   ONNX StringConcat-20
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

/// Splits each string at a delimiter, or at runs of white space.
///
/// Inputs:   X string [D1, …, Dn]
/// Outputs:  Y string [D1, …, Dn, most parts], filled up with empty strings; Z int64 [D1, …, Dn],
///           the number of parts
/// Method:   one string after the other, with at most `maxsplit` cuts
/// Source:   ONNX StringSplit-20
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

/// Leaves stop words out and changes the case of the rest.
///
/// Inputs:   X string [C] or [1, C]
/// Outputs:  Y string [kept] or [1, kept]; one empty string where nothing is kept
/// Method:   a hash set of the stop words; the case changes by Unicode's simple mappings, letter by
///           letter, whatever the locale
/// Source:   ONNX StringNormalizer-10
void stringNormalizerKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const Node& node = context.node();
    require(x.dims.size() == 1 || (x.dims.size() == 2 && x.dims[0] == 1),
            "the input must be [C] or [1, C]");
    const auto action = node.stringAttribute("case_change_action", "NONE");
    require(action == "NONE" || action == "LOWER" || action == "UPPER",
            "this case_change_action is not known");
    const bool exact = node.intAttribute("is_case_sensitive", 0) != 0;
    std::unordered_set<std::string> stops;
    for (const std::string& word : node.stringsAttribute("stopwords"))
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

/// Tells for each string whether a regular expression matches all of it.
///
/// Inputs:   X string [D1, …, Dn]
/// Outputs:  Y boolean [D1, …, Dn]
/// Method:   RE2, whose syntax ONNX asks for; it takes linear time and no recursion, whatever the
///           pattern
/// Source:   ONNX RegexFullMatch-20
void regexFullMatchKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const auto& texts = textsOf(x);
    const std::string pattern(context.node().stringAttribute("pattern", ""));
    RuntimeValue& y = context.output(0, DataType::boolean, x.dims);
    const RE2 regex(pattern, RE2::Quiet);
    if (!regex.ok())
        throw NodeFailure(PARTITA_TEXT("the pattern is not valid: {0}", regex.error()));
    for (std::size_t i = 0; i < texts.size(); ++i)
        y.as<bool>()[i] = RE2::FullMatch(texts[i], regex);
}

namespace {

/// A trie of the n-grams of the pool. Words are the numbers that the pool gives them, from 0 on.
class GramTree {
public:
    using Words = std::span<const std::int32_t>;

    /// Adds an n-gram with its number; of equal n-grams the first stays.
    void add(Words gram, std::size_t number) {
        std::uint32_t at = 0;
        for (const std::int32_t word : gram) {
            std::uint32_t next = child(at, word);
            if (!next) {
                next = static_cast<std::uint32_t>(m_numbers.size());
                m_numbers.push_back(-1);
                join(at, word, next);
            }
            at = next;
        }
        if (m_numbers[at] < 0)
            m_numbers[at] = static_cast<std::int64_t>(number);
    }
    /// The number of the n-gram of `length` words that lie `step` apart; -1 where the pool lacks
    /// it. Words that the pool does not have are negative.
    [[nodiscard]] std::int64_t find(const std::int32_t* words, std::int64_t length,
                                    std::int64_t step) const {
        std::uint32_t at = 0;
        for (std::int64_t i = 0; i < length; ++i) {
            const std::int32_t word = words[i * step];
            if (word < 0 || (at = child(at, word)) == 0)
                return -1;
        }
        return m_numbers[at];
    }

private:
    /// From a node by a word to another node; 0, the root, stands for none.
    struct Edge {
        std::uint32_t from, word, to;
    };

    /// The words that n-grams begin with have a table of their own, the others are hashed.
    [[nodiscard]] std::uint32_t child(std::uint32_t from, std::int32_t word) const {
        const auto number = static_cast<std::uint32_t>(word);
        if (from == 0)
            return number < m_starts.size() ? m_starts[number] : 0;
        for (std::size_t at = slotOf(from, number); m_edges[at].to; at = (at + 1) & mask())
            if (m_edges[at].from == from && m_edges[at].word == number)
                return m_edges[at].to;
        return 0;
    }
    void join(std::uint32_t from, std::int32_t word, std::uint32_t to) {
        const auto number = static_cast<std::uint32_t>(word);
        if (from == 0) {
            m_starts.resize(std::max<std::size_t>(m_starts.size(), number + std::size_t{1}));
            m_starts[number] = to;
            return;
        }
        if (2 * ++m_count > m_edges.size()) {
            std::vector<Edge> before(2 * m_edges.size());
            before.swap(m_edges);
            for (const Edge& edge : before)
                if (edge.to)
                    put(edge);
        }
        put({from, number, to});
    }
    void put(const Edge& edge) {
        std::size_t at = slotOf(edge.from, edge.word);
        while (m_edges[at].to)
            at = (at + 1) & mask();
        m_edges[at] = edge;
    }
    [[nodiscard]] std::size_t mask() const { return m_edges.size() - 1; }
    [[nodiscard]] std::size_t slotOf(std::uint32_t from, std::uint32_t word) const {
        const std::uint64_t both = (std::uint64_t{from} << 32) | word;
        return static_cast<std::size_t>((both * 0x9E3779B97F4A7C15U) >> 32) & mask();
    }

    std::vector<std::int64_t> m_numbers = {-1};        ///< of each node
    std::vector<std::uint32_t> m_starts;               ///< the node after each first word
    std::vector<Edge> m_edges = std::vector<Edge>(16); ///< a power of two, at most half full
    std::size_t m_count = 0;
};

/// The numbers of the pool's words, which are integers or strings.
class WordNumbers {
public:
    /// The pool's words as their numbers, in the order in which they first occur.
    std::vector<std::int32_t> add(const std::vector<std::string>& pool) {
        return numbered(pool, m_texts);
    }
    std::vector<std::int32_t> add(const std::vector<std::int64_t>& pool) {
        std::vector<std::int32_t> numbers = numbered(pool, m_integers);
        if (pool.empty())
            return numbers;
        const auto [low, high] = std::ranges::minmax(pool);
        const std::uint64_t range =
            static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
        if (range < 4 * pool.size() + 1024) {
            m_low = low;
            m_table.assign(static_cast<std::size_t>(range) + 1, -1);
            for (const auto& [word, number] : m_integers)
                m_table[static_cast<std::size_t>(word - low)] = number;
        }
        return numbers;
    }
    /// -1 where the pool does not have the word.
    [[nodiscard]] std::int32_t of(std::int64_t word) const {
        if (!m_table.empty()) {
            const std::uint64_t at =
                static_cast<std::uint64_t>(word) - static_cast<std::uint64_t>(m_low);
            return at < m_table.size() ? m_table[at] : -1;
        }
        return lookUp(m_integers, word);
    }
    [[nodiscard]] std::int32_t of(const std::string& word) const { return lookUp(m_texts, word); }

private:
    template <class T> using Numbers = std::unordered_map<T, std::int32_t>;

    template <class T>
    static std::vector<std::int32_t> numbered(const std::vector<T>& pool, Numbers<T>& words) {
        std::vector<std::int32_t> numbers;
        for (const T& word : pool)
            numbers.push_back(
                words.try_emplace(word, static_cast<std::int32_t>(words.size())).first->second);
        return numbers;
    }
    template <class T> static std::int32_t lookUp(const Numbers<T>& words, const T& word) {
        const auto found = words.find(word);
        return found == words.end() ? -1 : found->second;
    }

    Numbers<std::string> m_texts;
    Numbers<std::int64_t> m_integers;
    std::vector<std::int32_t> m_table; ///< of the integers from m_low on, where they lie close
    std::int64_t m_low = 0;
};

/// Counts of n-grams of integers or texts, with gaps of up to `max_skip_count`.
class TfIdfVectorizer : public Kernel {
public:
    explicit TfIdfVectorizer(const KernelInit& init)
        : m_shortest(init.node.intAttribute("min_gram_length", 1)),
          m_longest(init.node.intAttribute("max_gram_length", 1)),
          m_skips(init.node.intAttribute("max_skip_count", 0)),
          m_mode(init.node.stringAttribute("mode", "TF")),
          m_indexes(init.node.intsAttribute("ngram_indexes")) {
        require(m_shortest > 0 && m_longest >= m_shortest && m_longest <= 64 && m_skips >= 0,
                "min_gram_length, max_gram_length or max_skip_count is out of range");
        for (const std::int64_t index : m_indexes) {
            require(index >= 0 && index < (std::int64_t{1} << 31),
                    "an index in ngram_indexes is out of range");
            m_width = std::max(m_width, index + 1);
        }
        if (const Attribute* given = init.node.attribute("weights"))
            if (const auto* list = std::get_if<std::vector<float>>(&given->value))
                m_weights = *list;
        fillTree(init.node);
    }

    void run(KernelContext& context) override {
        const RuntimeValue x = context.input(0);
        require(x.dims.size() == 1 || x.dims.size() == 2, "the input must be [C] or [N, C]");
        const bool matrix = x.dims.size() == 2;
        const std::int64_t rows = matrix ? x.dims[0] : 1, columns = x.dims.back();
        RuntimeValue& y =
            context.output(0, DataType::float32, matrix ? Dims{rows, m_width} : Dims{m_width});
        std::fill_n(y.as<float>(), y.count(), 0.0F);
        std::vector<std::int32_t> words(static_cast<std::size_t>(columns));
        std::vector<float> counts(m_indexes.size());
        for (std::int64_t row = 0; row < rows; ++row) {
            for (std::int64_t i = 0; i < columns; ++i)
                words[static_cast<std::size_t>(i)] = wordOf(x, row * columns + i);
            count(words, counts);
            weigh(counts, y.as<float>() + row * m_width);
        }
    }

private:
    void fillTree(const Node& node) {
        const auto lengths = node.intsAttribute("ngram_counts");
        const auto integers = node.intsAttribute("pool_int64s");
        const auto texts = node.stringsAttribute("pool_strings");
        require(integers.empty() || texts.empty(),
                "only one of pool_strings and pool_int64s may be given");
        const auto pool = texts.empty() ? m_words.add(integers) : m_words.add(texts);
        std::size_t number = 0;
        for (std::size_t n = 0; n < lengths.size(); ++n) {
            const auto boundary = [&](std::size_t i) {
                return static_cast<std::size_t>(std::max<std::int64_t>(0, lengths[i]));
            };
            const std::size_t begin = boundary(n),
                              end = n + 1 < lengths.size() ? boundary(n + 1) : pool.size();
            require(begin <= end && end <= pool.size(), "ngram_counts does not match the pool");
            for (std::size_t i = begin; i + n + 1 <= end; i += n + 1)
                m_tree.add(GramTree::Words(pool).subspan(i, n + 1), number++);
        }
        require(number <= m_indexes.size(),
                "ngram_indexes has fewer entries than the pool has n-grams");
    }

    [[nodiscard]] std::int32_t wordOf(const RuntimeValue& x, std::int64_t i) const {
        if (x.type == DataType::int64)
            return m_words.of(x.as<std::int64_t>()[i]);
        return x.type == DataType::string ? m_words.of((*x.strings)[static_cast<std::size_t>(i)])
                                          : m_words.of(static_cast<std::int64_t>(readNumber(x, i)));
    }

    void count(const std::vector<std::int32_t>& words, std::vector<float>& counts) const {
        const auto columns = static_cast<std::int64_t>(words.size());
        std::fill(counts.begin(), counts.end(), 0.0F);
        for (std::int64_t n = m_shortest; n <= m_longest; ++n)
            for (std::int64_t step = 1; step <= (n == 1 ? 1 : std::min(m_skips, columns) + 1);
                 ++step)
                for (std::int64_t at = 0; at < columns - (n - 1) * step; ++at)
                    if (const auto found = m_tree.find(words.data() + at, n, step); found >= 0)
                        ++counts[static_cast<std::size_t>(found)];
    }

    void weigh(const std::vector<float>& counts, float* row) const {
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const float weight = i < m_weights.size() ? m_weights[i] : 1.0F;
            float& out = row[m_indexes[i]];
            if (m_mode == "TF")
                out += counts[i];
            else if (counts[i] > 0)
                out += m_mode == "IDF" ? weight : weight * counts[i];
        }
    }

    std::int64_t m_shortest, m_longest, m_skips, m_width = 0;
    std::string m_mode;
    std::vector<std::int64_t> m_indexes;
    std::vector<float> m_weights;
    WordNumbers m_words;
    GramTree m_tree;
};

} // namespace

/// Counts the n-grams of a pool in each row and weighs the counts (TF, IDF or TFIDF).
///
/// Inputs:   X string, int32, int64 [C] or [N, C]
/// Outputs:  Y float32 [size] or [N, size], size being the largest of ngram_indexes + 1
/// Method:   a tree of the n-grams of the pool, looked up for each start, length and gap of up to
///           max_skip_count
/// Source:   ONNX TfIdfVectorizer-9
std::unique_ptr<Kernel> makeTfIdfVectorizer(const KernelInit& init) {
    return std::make_unique<TfIdfVectorizer>(init);
}

} // namespace partita::cpu
