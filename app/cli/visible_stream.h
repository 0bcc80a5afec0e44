#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace partita::cli {

/// While it lives, what is printed to the stream is made visible (`visibleText`): names in files
/// can do nothing to a terminal. Ends of lines and tabs stay, and JSON keeps its meaning.
class VisibleStream : public std::streambuf {
public:
    explicit VisibleStream(std::ostream& stream);
    ~VisibleStream() override;
    VisibleStream(const VisibleStream&) = delete;
    VisibleStream& operator=(const VisibleStream&) = delete;

protected:
    int_type overflow(int_type each) override;
    std::streamsize xsputn(const char* text, std::streamsize count) override;
    int sync() override;

private:
    /// Passes on the first bytes of what waits.
    bool pass(std::size_t bytes);

    std::ostream& m_stream;
    std::streambuf* m_target;
    std::string m_waiting; ///< the beginning of a line: a character may come in two parts
};

} // namespace partita::cli
