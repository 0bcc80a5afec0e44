#include <gtest/gtest.h>

#include "core/worker/worker_message.h"

namespace partita {
namespace {

TEST(OutgoingMessage, SendsItsPartsFromWhereTheyAre) {
    const std::string model(1 << 20, 'm');
    OutgoingMessage going(std::vector<std::string_view>{"check", model});
    bool seen = false;
    for (; !going.next().empty(); going.sent(going.next().size()))
        seen = seen || going.next().data() == model.data();
    EXPECT_TRUE(seen) << "a large part was copied";
}

TEST(OutgoingMessage, IsTheSameHoweverLittleIsSentAtOnce) {
    const WorkerMessage message{"", "one", "", "two", ""};
    std::string bytes;
    OutgoingMessage going(message);
    while (!going.next().empty()) {
        bytes += going.next().front();
        going.sent(1);
    }
    EXPECT_EQ(bytes, packed(message));
    ASSERT_EQ(lengthOf(bytes.data()), bytes.size() - kMessageHead);
    EXPECT_EQ(unpacked(std::string_view(bytes).substr(kMessageHead)), message);
}

TEST(OutgoingMessage, OfNoPartsHasAHead) { EXPECT_EQ(packed({}), std::string(kMessageHead, '\0')); }

} // namespace
} // namespace partita
