#include "views/text/whole_number.h"

namespace partita {

std::optional<std::int64_t> wholeNumber(const QString& text) {
    bool isNumber = false;
    const qlonglong number = text.trimmed().toLongLong(&isNumber);
    return isNumber ? std::optional<std::int64_t>(number) : std::nullopt;
}

Result<std::int64_t> wholeNumberFrom(const QString& text) {
    if (const auto number = wholeNumber(text))
        return *number;
    return Error{Errc::usage,
                 PARTITA_TEXT("'{0}' is no whole number", text.toStdString()),
                 {},
                 PARTITA_TEXT("write digits only")};
}

} // namespace partita
