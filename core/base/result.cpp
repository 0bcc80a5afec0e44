#include "core/base/result.h"

namespace partita {

Message Error::whole() const {
    Message places;
    for (auto place = where.rbegin(); place != where.rend(); ++place)
        places = places.empty() ? *place : PARTITA_TEXT("{0}, {1}", places, *place);
    const Message said = places.empty() ? what : PARTITA_TEXT("{0} ({1})", what, places);
    return remedy.empty() ? said : PARTITA_TEXT("{0}: {1}", said, remedy);
}

} // namespace partita
