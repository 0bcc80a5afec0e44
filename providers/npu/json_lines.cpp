#include "providers/npu/json_lines.h"

#include <algorithm>

namespace partita {

namespace {

/// Feeds the parser and counts the lines it has taken.
class CountingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, int* line) : m_at(at), m_line(line) {}
    reference operator*() const { return *m_at; }
    CountingIterator& operator++() {
        if (m_line && *m_at == '\n')
            ++*m_line;
        ++m_at;
        return *this;
    }
    CountingIterator operator++(int) {
        auto before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return m_at == other.m_at; }
    bool operator!=(const CountingIterator& other) const { return m_at != other.m_at; }

private:
    const char* m_at;
    int* m_line;
};

/// Follows the path through the document and notes the line of each key and item.
class LineRecorder : public nlohmann::json_sax<nlohmann::json> {
public:
    LineRecorder(const int& line, std::map<std::string, int>& lines)
        : m_line(line), m_lines(lines) {}

    bool null() override { return item(); }
    bool boolean(bool) override { return item(); }
    bool number_integer(number_integer_t) override { return item(); }
    bool number_unsigned(number_unsigned_t) override { return item(); }
    bool number_float(number_float_t, const string_t&) override { return item(); }
    bool string(string_t&) override { return item(); }
    bool binary(binary_t&) override { return item(); }
    bool start_object(std::size_t) override {
        item();
        m_levels.push_back({false, 0, {}});
        return true;
    }
    bool start_array(std::size_t) override {
        item();
        m_levels.push_back({true, 0, {}});
        return true;
    }
    bool key(string_t& name) override {
        m_levels.back().key = name;
        m_lines.emplace(path(), m_line);
        return true;
    }
    bool end_object() override { return leave(); }
    bool end_array() override { return leave(); }
    bool parse_error(std::size_t, const std::string&,
                     const nlohmann::detail::exception& error) override {
        message = error.what();
        return false;
    }
    std::string message;

private:
    struct Level {
        bool array;
        std::size_t index;
        std::string key;
    };
    bool item() {
        if (!m_levels.empty() && m_levels.back().array) {
            m_lines.emplace(path(), m_line);
            ++m_levels.back().index;
        }
        return true;
    }
    bool leave() {
        m_levels.pop_back();
        return true;
    }
    [[nodiscard]] std::string path() const {
        std::string result;
        for (std::size_t i = 0; i < m_levels.size(); ++i) {
            const Level& level = m_levels[i];
            const bool inner = i + 1 < m_levels.size();
            // Deeper than the item being entered: the index was already counted up.
            result +=
                "/" + (level.array ? std::to_string(level.index - (inner ? 1 : 0)) : level.key);
        }
        return result;
    }
    const int& m_line;
    std::map<std::string, int>& m_lines;
    std::vector<Level> m_levels;
};

} // namespace

int LinedJson::line(std::string pointer) const {
    for (;;) {
        const auto found = lines.find(pointer);
        if (found != lines.end())
            return found->second;
        const auto slash = pointer.rfind('/');
        if (slash == std::string::npos || pointer.empty())
            return 1;
        pointer.resize(slash);
    }
}

Result<LinedJson> parseLinedJson(std::string_view text, const std::string& fileName) {
    LinedJson result;
    int line = 1;
    LineRecorder recorder(line, result.lines);
    const char* end = text.data() + text.size();
    if (!nlohmann::json::sax_parse(CountingIterator(text.data(), &line),
                                   CountingIterator(end, nullptr), &recorder)) {
        std::string what = recorder.message;
        if (const auto colon = what.find("syntax error"); colon != std::string::npos)
            what = what.substr(colon);
        return Error{Errc::usage,
                     "not valid JSON: " + what,
                     {fileName + ":" + std::to_string(line)},
                     "correct the file"};
    }
    result.document = nlohmann::json::parse(text);
    return result;
}

} // namespace partita
