#pragma once

#include <string>

#include "core/base/result.h"

namespace partita {

/// A merge that the rules of a source do not allow, with the way out.
inline Error refusal(std::string what, std::string remedy) {
    return {Errc::nameClash, std::move(what), {}, std::move(remedy)};
}

} // namespace partita
