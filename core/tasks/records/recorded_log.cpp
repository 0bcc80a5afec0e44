// The lines "Node placements" of ONNX Runtime's verbose log.

#include <charconv>

#include "core/base/escaped_text.h"
#include "core/base/try.h"
#include "core/tasks/records/recorded_placement.h"

namespace partita {

namespace {

constexpr std::string_view kFunction = "VerifyEachNodeIsAssignedToAnEp] ";

/// What stands between two texts; nothing where they are not both there.
std::optional<std::string> between(std::string_view text, std::string_view before,
                                   std::string_view after) {
    const auto from = text.find(before);
    if (from == std::string_view::npos)
        return std::nullopt;
    const auto begin = from + before.size(), end = text.find(after, begin);
    if (end == std::string_view::npos)
        return std::nullopt;
    return std::string(text.substr(begin, end - begin));
}

/// "Conv (name)"
std::optional<RecordedNode> nodeOf(std::string_view text) {
    const auto open = text.find(" (");
    if (open == std::string_view::npos || !text.ends_with(')'))
        return std::nullopt;
    RecordedNode node;
    node.op = text.substr(0, open);
    node.name = text.substr(open + 2, text.size() - open - 3);
    return node;
}

/// Reads the placements of one session after another; the last one counts.
class LogReader {
public:
    void line(std::string_view text) {
        if (text == "Node placements") {
            begin();
        } else if (const auto all = between(text, " placed on [", "]");
                   all && (text.find("All nodes") != std::string_view::npos)) {
            m_record.everythingOn = *all;
            m_record.everythingNodes = number(text);
        } else if (all && text.starts_with(" Node(s)")) {
            m_record.parts.push_back({*all, {}, {}, {}});
            m_announced += number(text);
        } else if (text.starts_with(" Provider: [")) {
            oldList(text);
        } else if (text.starts_with("  ") && !m_record.parts.empty()) {
            if (auto node = nodeOf(text.substr(2)))
                m_record.parts.back().nodes.push_back(std::move(*node));
        }
    }

    Result<RecordedPlacement> finish() {
        if (m_sessions == 0 && m_record.parts.empty() && m_record.everythingOn.empty())
            return Error{Errc::invalidModel,
                         PARTITA_TEXT("there is no line 'Node placements' in it"),
                         {},
                         PARTITA_TEXT("have ONNX Runtime log everything: log_severity_level 0")};
        std::size_t listed = 0;
        for (const RecordedPart& part : m_record.parts)
            listed += part.nodes.size();
        if (m_record.everythingOn.empty() && listed == 0)
            return Error{Errc::invalidModel,
                         PARTITA_TEXT("the list of nodes is missing: the log is cut off"),
                         {},
                         PARTITA_TEXT("give the whole log")};
        if (listed < m_announced)
            m_record.notes.push_back(PARTITA_TEXT(
                "the log announces {0} nodes and lists {1}: it is cut off", m_announced, listed));
        if (m_sessions > 1)
            m_record.notes.push_back(
                PARTITA_TEXT("the log tells of {0} sessions; the last one counts", m_sessions));
        return std::move(m_record);
    }

private:
    void begin() {
        ++m_sessions;
        m_announced = 0;
        m_record = {};
        m_record.form = RecordedPlacement::Form::log;
    }

    static std::size_t number(std::string_view text) {
        constexpr std::string_view kBefore = "Number of nodes: ";
        std::size_t value = 0;
        if (const auto at = text.find(kBefore); at != std::string_view::npos)
            std::from_chars(text.data() + at + kBefore.size(), text.data() + text.size(), value);
        return value;
    }

    /// Versions before 1.13: " Provider: [X]: [Conv (a), Relu (b), ]"
    void oldList(std::string_view text) {
        const auto provider = between(text, "Provider: [", "]");
        const auto open = text.find("]: [");
        if (!provider || open == std::string_view::npos)
            return;
        RecordedPart part{*provider, {}, {}, {}};
        std::string_view rest = text.substr(open + 4);
        for (auto comma = rest.find("), "); comma != std::string_view::npos;
             comma = rest.find("), ")) {
            if (auto node = nodeOf(rest.substr(0, comma + 1)))
                part.nodes.push_back(std::move(*node));
            rest.remove_prefix(comma + 3);
        }
        m_record.parts.push_back(std::move(part));
    }

    RecordedPlacement m_record = [] {
        RecordedPlacement record;
        record.form = RecordedPlacement::Form::log;
        return record;
    }();
    std::size_t m_sessions = 0, m_announced = 0;
};

} // namespace

Result<RecordedPlacement> recordFromLog(std::string_view text) {
    LogReader reader;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.find(kFunction.substr(0, kFunction.size() - 2)) == std::string_view::npos)
            continue;
        const std::string plain = withoutColours(line);
        if (const auto at = plain.find(kFunction); at != std::string::npos)
            reader.line(std::string_view(plain).substr(at + kFunction.size()));
    }
    return reader.finish();
}

} // namespace partita
