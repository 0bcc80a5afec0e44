#include "core/base/result.h"

#include <algorithm>

#include "core/base/message_list.h"

namespace partita {

namespace {

/// Whether a text lacks its subject, which is the innermost place: "has shape 2×3".
bool isPredicate(const Message& text) {
    constexpr std::string_view kVerbs[] = {"is ", "has ", "holds "};
    return std::ranges::any_of(kVerbs, [&](auto verb) { return text.format().starts_with(verb); });
}

} // namespace

Message Error::whole() const {
    const bool hasSubject = !where.empty() && isPredicate(what);
    Message places;
    for (auto place = where.rbegin(); place != where.rend() - hasSubject; ++place)
        places = listWith(places, *place);
    const Message clause = hasSubject ? PARTITA_TEXT("{0} {1}", where.front(), what) : what;
    const Message said = places.empty() ? clause : PARTITA_TEXT("{0} ({1})", clause, places);
    return remedy.empty() ? said : PARTITA_TEXT("{0}: {1}", said, remedy);
}

} // namespace partita
