#include "core/base/json.h"

#include <fmt/format.h>

namespace partita {

namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20; ///< the parsed values take some 20 times
                                                          ///< as much

Error badJson(const Message& problem) {
    return {Errc::usage,
            PARTITA_TEXT("not valid JSON: {0}", problem),
            {},
            PARTITA_TEXT("correct the file")};
}

} // namespace

bool JsonVisitor::parse_error(std::size_t, const std::string&,
                              const nlohmann::detail::exception& error) {
    problem = error.what(); // "[json.exception.parse_error.101] parse error at line 1, …"
    if (const auto end = problem.find("] "); end != std::string::npos)
        problem.erase(0, end + 2);
    return false;
}

bool JsonVisitor::enter() {
    if (++m_levels <= kMostLevels)
        return true;
    problem = fmt::format("nested deeper than {} levels", kMostLevels);
    return false;
}

Result<nlohmann::json> parseJson(std::string_view text) {
    if (text.size() > kMostBytes)
        return badJson(PARTITA_TEXT("larger than {0} MiB", kMostBytes >> 20));
    JsonVisitor visitor;
    if (!nlohmann::json::sax_parse(text, &visitor))
        return badJson(visitor.problem);
    return nlohmann::json::parse(text, nullptr, false);
}

Result<nlohmann::json> parseBson(Bytes bytes) {
    if (bytes.size() > kMostBytes)
        return badJson(PARTITA_TEXT("larger than {0} MiB", kMostBytes >> 20));
    const auto* begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
    const auto* end = begin + bytes.size();
    JsonVisitor visitor;
    if (!nlohmann::json::sax_parse(begin, end, &visitor, nlohmann::json::input_format_t::bson))
        return badJson(visitor.problem);
    return nlohmann::json::from_bson(begin, end, true, false);
}

} // namespace partita
