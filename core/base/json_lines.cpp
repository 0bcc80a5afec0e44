#include "core/base/json_lines.h"

namespace partita {

namespace {

/// Input iterator for the JSON parser that counts the lines it has passed.
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

/// Records the line of each key and array item.
class LineRecorder : public JsonVisitor {
public:
    LineRecorder(const int& line, JsonLines& lines) : m_line(line), m_at(&lines) {}

    bool start_object(std::size_t size) override {
        return JsonVisitor::start_object(size) && open(false);
    }
    bool start_array(std::size_t size) override {
        return JsonVisitor::start_array(size) && open(true);
    }
    bool key(string_t& name) override {
        m_at = note(*m_levels.back().lines, name);
        return true;
    }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

protected:
    bool item() override {
        if (!m_levels.empty() && m_levels.back().isArray)
            m_at = note(*m_levels.back().lines, std::to_string(m_levels.back().next++));
        return true;
    }

private:
    struct Level {
        JsonLines* lines;
        bool isArray;
        std::size_t next; ///< index of the next array item
    };
    JsonLines* note(JsonLines& around, const std::string& name) {
        return &around.inner.try_emplace(name, JsonLines{m_line, {}}).first->second;
    }
    bool open(bool isArray) {
        m_levels.push_back({m_at, isArray, 0});
        return true;
    }
    bool close() {
        m_levels.pop_back();
        return leave();
    }
    const int& m_line;
    JsonLines* m_at; ///< entry of the value that starts next
    std::vector<Level> m_levels;
};

/// Finds the deepest entry on the pointer's path. Tries longer names, too, as a key may contain
/// '/'.
int lineAt(const JsonLines& lines, std::string_view pointer) {
    for (auto end = pointer.find('/', 1); !pointer.empty(); end = pointer.find('/', end + 1)) {
        const auto found = lines.inner.find(pointer.substr(1, end - 1));
        if (found != lines.inner.end())
            return lineAt(found->second, end == std::string_view::npos ? "" : pointer.substr(end));
        if (end == std::string_view::npos)
            break;
    }
    return lines.line;
}

} // namespace

int LinedJson::line(std::string_view pointer) const { return lineAt(lines, pointer); }

Result<LinedJson> parseLinedJson(std::string_view text, const std::string& fileName) {
    LinedJson result;
    int line = 1;
    LineRecorder recorder(line, result.lines);
    const char* end = text.data() + text.size();
    if (!nlohmann::json::sax_parse(CountingIterator(text.data(), &line),
                                   CountingIterator(end, nullptr), &recorder)) {
        std::string what = recorder.problem;
        if (const auto colon = what.find("syntax error"); colon != std::string::npos)
            what = what.substr(colon);
        return Error{Errc::usage,
                     PARTITA_TEXT("not valid JSON: {0}", what),
                     {fileName + ":" + std::to_string(line)},
                     PARTITA_TEXT("correct the file")};
    }
    auto document = parseJson(text);
    if (!document)
        return std::move(document).error().at(fileName);
    result.document = *std::move(document);
    return result;
}

} // namespace partita
