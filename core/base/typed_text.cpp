#include "core/base/typed_text.h"

namespace partita {

namespace {

/// No text to translate: only the command line, which speaks English, prints it.
constexpr std::string_view kSee = "{0} (see {1})";

} // namespace

Message seeTyped(const Message& remedy, std::string_view typed) {
    return composeMessage(kSee, {remedy, typed});
}

const Message* remedyOfTyped(const Message& message) {
    const bool isTyped = message.format() == kSee && !message.arguments().empty();
    return isTyped ? std::get_if<Message>(&message.arguments().front()) : nullptr;
}

} // namespace partita
