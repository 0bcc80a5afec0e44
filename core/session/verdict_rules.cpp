#include "core/session/verdict_rules.h"

namespace partita {

Message ruleText(const Verdict& verdict) {
    if (verdict.code == ReasonCode::runTooShort)
        return PARTITA_TEXT("option {0}", std::string(kRunLengthOption));
    if (!verdict.place)
        return {};
    return verdict.code == ReasonCode::noKernel ? PARTITA_TEXT("no row in {0}", *verdict.place)
                                                : Message(*verdict.place);
}

bool declinesByRule(const Verdict& verdict) {
    return !verdict.claimed && verdict.place && verdict.code != ReasonCode::noKernel;
}

} // namespace partita
