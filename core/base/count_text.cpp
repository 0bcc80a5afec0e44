#include "core/base/count_text.h"

namespace partita {

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3)
        text.insert(at - 3, ",");
    return text;
}

std::string countText(std::uint64_t number, std::string_view one, std::string_view many) {
    return grouped(number).append(" ").append(number == 1 ? one : many);
}

Message amountText(const std::string& amount, bool complete) {
    return complete ? Message(amount) : PARTITA_TEXT("{0} or more", amount);
}

} // namespace partita
