#include "core/rewrite/pass.h"

namespace partita {

std::string_view passEfficiencyName(PassEfficiency efficiency) {
    return efficiency == PassEfficiency::partial ? "Partial" : "Complete";
}

} // namespace partita
