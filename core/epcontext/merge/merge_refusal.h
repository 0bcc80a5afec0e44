#pragma once

#include <utility>

#include "core/base/result.h"

namespace partita {

/// A merge that the rules of a source do not allow, with the way out.
inline Error refusal(Message what, Message remedy) {
    return {Errc::nameClash, std::move(what), {}, std::move(remedy)};
}

} // namespace partita
