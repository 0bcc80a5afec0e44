#include <gtest/gtest.h>

#include "core/base/archive.h"
#include "core/base/message_archive.h"
#include "core/base/message_pool.h"
#include "core/base/result.h"

namespace partita {
namespace {

Message nested(int levels) {
    Message message = PARTITA_TEXT("not enough memory");
    for (int i = 0; i < levels; ++i)
        message = PARTITA_TEXT("{0} at byte {1}", message, i);
    return message;
}

Message there(Message message) {
    Message after;
    EXPECT_TRUE(unpackedFrom(after, packedInto(message)));
    return after;
}

/// The bytes of a message with one argument, as a hostile process could send them.
std::string messageBytes(std::string format, std::uint8_t kind, std::string argument) {
    Packer packer;
    std::uint8_t count = 1;
    packer(format, count, kind);
    return packer.take() + argument;
}

TEST(Message, PutsTextsNumbersAndMessagesInTheirPlaces) {
    const Message inner = PARTITA_TEXT("rank {0}", -5);
    EXPECT_EQ(PARTITA_TEXT("{1}: {0} and {2}", std::string("b"), inner, std::size_t{7}).text(),
              "rank -5: b and 7");
    EXPECT_EQ(PARTITA_TEXT("{0} bytes", UINT64_MAX).text(), "18446744073709551615 bytes");
    EXPECT_TRUE(Message().text().empty());
}

TEST(Message, LeavesBracesOfArgumentsAndOtherBracesAlone) {
    EXPECT_EQ(PARTITA_TEXT("{ \"in\": {0} } {x}", std::string("{0}{1}")).text(),
              "{ \"in\": {0}{1} } {x}");
}

TEST(Message, OfATextFromElsewhereHasNothingToTranslate) {
    const Message message(std::string("No space left on device {0}"));
    EXPECT_EQ(message.format(), "{0}");
    EXPECT_EQ(message.text(), "No space left on device {0}");
    EXPECT_TRUE(Message(std::string()).empty());
}

TEST(Message, IsEqualByItsContent) {
    EXPECT_EQ(nested(3), nested(3));
    EXPECT_EQ(nested(3).hash(), nested(3).hash());
    EXPECT_NE(nested(3), nested(2));
    EXPECT_NE(PARTITA_TEXT("input {0}", 1), PARTITA_TEXT("input {0}", std::string("1")));
}

TEST(Message, OfEqualContentIsKeptOnceInAPool) {
    MessagePool pool;
    const Message first = pool.shared(nested(2));
    EXPECT_EQ(pool.shared(nested(2)).identity(), first.identity());
    EXPECT_NE(pool.shared(nested(1)).identity(), first.identity());
}

TEST(Message, ReachesAnotherProcessWithFormatAndArguments) {
    EXPECT_EQ(there(nested(5)), nested(5));
    EXPECT_EQ(there(Message()), Message());
    const Message text(std::string("a {0}"));
    EXPECT_EQ(there(text), text);
}

TEST(Message, ThatIsNestedDeeplyTravelsAsText) {
    const Message after = there(nested(100));
    EXPECT_EQ(after.text(), nested(100).text());
    EXPECT_NE(after, nested(100));
}

TEST(Message, FromAnotherProcessIsRefusedWhereItNestsTooDeeply) {
    std::string bytes = messageBytes("{0}", 1, std::string(8, '\0'));
    for (int i = 0; i < kMostMessageLevels; ++i)
        bytes = messageBytes("{0}", 2, bytes);
    Message message;
    EXPECT_TRUE(unpackedFrom(message, bytes));
    EXPECT_FALSE(unpackedFrom(message, messageBytes("{0}", 2, bytes)));
}

TEST(Message, FromAnotherProcessThatDoesNotFitItsFormatIsAPlainText) {
    std::int64_t number = 7;
    Packer packer;
    packer(number);
    const std::string seven = packer.take();
    Message message;
    for (const char* format : {"{0}{0}{0}", "{0} {1}", "none"}) {
        ASSERT_TRUE(unpackedFrom(message, messageBytes(format, 0, seven)));
        EXPECT_EQ(message.text(), format);
    }
    EXPECT_FALSE(unpackedFrom(message, messageBytes("{0}", 0, seven.substr(1))));
}

TEST(Message, OfAnErrorSaysWhatWhereAndWhatToDo) {
    Error error{Errc::io, PARTITA_TEXT("cannot read the file"), {}, {}};
    EXPECT_EQ(error.message(), "cannot read the file");
    error = std::move(error).at(PARTITA_TEXT("node '{0}'", std::string("a")));
    EXPECT_EQ(error.message(), "cannot read the file (node 'a')");
    error = std::move(error).at(std::string("m.onnx"));
    error.remedy = PARTITA_TEXT("check the path");
    EXPECT_EQ(error.message(), "cannot read the file (m.onnx, node 'a'): check the path");
}

TEST(Message, OfAnErrorWithoutASubjectBeginsWithTheInnermostPlace) {
    Error error{Errc::shapeMismatch, PARTITA_TEXT("has shape {0}", std::string("2×3")), {}, {}};
    EXPECT_EQ(error.message(), "has shape 2×3");
    error = std::move(error).at(PARTITA_TEXT("input '{0}'", std::string("x")));
    EXPECT_EQ(error.message(), "input 'x' has shape 2×3");
    error = std::move(error).at(std::string("m.onnx"));
    error.remedy = PARTITA_TEXT("reshape the data");
    EXPECT_EQ(error.message(), "input 'x' has shape 2×3 (m.onnx): reshape the data");
}

} // namespace
} // namespace partita
