#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/buffer.h"

namespace partita {

/// Visits a document element by element and stops the parser where it is nested too deeply. A class
/// that builds something while parsing derives from this one.
class JsonVisitor : public nlohmann::json_sax<nlohmann::json> {
public:
    static constexpr std::size_t kMostLevels = 100;

    bool null() override { return item(); }
    bool boolean(bool) override { return item(); }
    bool number_integer(number_integer_t) override { return item(); }
    bool number_unsigned(number_unsigned_t) override { return item(); }
    bool number_float(number_float_t, const string_t&) override { return item(); }
    bool string(string_t&) override { return item(); }
    bool binary(binary_t&) override { return item(); }
    bool key(string_t&) override { return true; }
    bool start_object(std::size_t) override { return item() && enter(); }
    bool start_array(std::size_t) override { return item() && enter(); }
    bool end_object() override { return leave(); }
    bool end_array() override { return leave(); }
    bool parse_error(std::size_t, const std::string&,
                     const nlohmann::detail::exception& error) override;

    std::string problem; ///< why the document was refused

protected:
    /// Called at the start of each value: of the last key of an object, the next element of an
    /// array, or the whole document.
    virtual bool item() { return true; }
    bool enter();
    bool leave() {
        --m_levels;
        return true;
    }

private:
    std::size_t m_levels = 0;
};

/// Parses the text of a file; all JSON from outside goes through here. Limits the size (64 MiB) and
/// the depth (100 levels), and takes time linear in the size. The error says what is wrong and
/// where.
Result<nlohmann::json> parseJson(std::string_view text);
/// Parses BSON under the same limits.
Result<nlohmann::json> parseBson(Bytes bytes);

} // namespace partita
