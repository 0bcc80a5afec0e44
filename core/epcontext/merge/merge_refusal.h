#pragma once

#include <utility>

#include "core/base/result.h"

namespace partita {

/// The error for a merge that a source's rules do not allow, with a remedy.
inline Error refusal(Message what, Message remedy) {
    return {Errc::nameClash, std::move(what), {}, std::move(remedy)};
}

} // namespace partita
