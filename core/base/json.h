#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/buffer.h"

namespace partita {

/// Sees a document go by, element after element, and stops it where it is nested too deeply: who
/// builds something on the way derives from this.
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

    std::string problem; ///< why the document was not taken

protected:
    /// A value begins: of an object's last key, an array's next one, or the whole document.
    virtual bool item() { return true; }
    bool enter();
    bool leave() {
        --m_levels;
        return true;
    }

private:
    std::size_t m_levels = 0;
};

/// The one way from a file's text to JSON: bounded in size and depth, in time that grows with the
/// text. Fails with what is wrong and where.
Result<nlohmann::json> parseJson(std::string_view text);
/// The same of BSON.
Result<nlohmann::json> parseBson(Bytes bytes);

} // namespace partita
