#include "app/cli/visible_stream.h"

#include <algorithm>

#include "core/base/escaped_text.h"
#include "core/base/text_parts.h"

namespace partita::cli {

namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 16; ///< longer ones are passed on in parts

} // namespace

VisibleStream::VisibleStream(std::ostream& stream)
    : m_stream(stream), m_target(stream.rdbuf(this)) {}

VisibleStream::~VisibleStream() {
    pass(m_waiting.size());
    m_stream.rdbuf(m_target);
}

VisibleStream::int_type VisibleStream::overflow(int_type each) {
    const char c = traits_type::to_char_type(each);
    return xsputn(&c, 1) == 1 ? each : traits_type::eof();
}

std::streamsize VisibleStream::xsputn(const char* text, std::streamsize count) {
    m_waiting.append(text, static_cast<std::size_t>(count));
    const auto end = m_waiting.rfind('\n');
    std::size_t ready = end == std::string::npos ? 0 : end + 1;
    if (m_waiting.size() - ready > kLongestLine) {
        ready = m_waiting.size() - 1;
        while (ready > 0 && continuesCharacter(m_waiting[ready]))
            --ready;
    }
    return pass(ready) ? count : 0;
}

int VisibleStream::sync() { return pass(m_waiting.size()) ? m_target->pubsync() : -1; }

bool VisibleStream::pass(std::size_t bytes) {
    if (bytes == 0)
        return true;
    const std::string shown =
        visibleText(std::string_view(m_waiting).substr(0, bytes), LineEnds::kept);
    m_waiting.erase(0, bytes);
    const auto count = static_cast<std::streamsize>(shown.size());
    return m_target->sputn(shown.data(), count) == count;
}

} // namespace partita::cli
