#include "core/base/result.h"

namespace partita {

std::string Error::message() const {
    std::string text = what;
    if (!where.empty()) {
        text += " (";
        for (auto place = where.rbegin(); place != where.rend(); ++place) {
            if (place != where.rbegin())
                text += ", ";
            text += *place;
        }
        text += ")";
    }
    if (!remedy.empty())
        text += ": " + remedy;
    return text;
}

} // namespace partita
