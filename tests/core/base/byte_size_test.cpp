#include "core/base/byte_size.h"

#include <gtest/gtest.h>

#include "core/provider/partitioning.h"

namespace partita {
namespace {

TEST(ByteSize, UnitsArePowersOf1024InEverySpelling) {
    EXPECT_EQ(*parseSize("10"), 10U);
    EXPECT_EQ(*parseSize("10B"), 10U);
    for (const char* kilobytes : {"1.5KB", "1.5kb", "1.5K", "1.5KiB", "1.5kib", "1.5 KiB"})
        EXPECT_EQ(*parseSize(kilobytes), 1536U) << kilobytes;
    EXPECT_EQ(*parseSize("2mb"), std::uint64_t{2} << 20);
    EXPECT_EQ(*parseSize("3GiB"), std::uint64_t{3} << 30);
    EXPECT_EQ(*parseSize("1TB"), std::uint64_t{1} << 40);
    EXPECT_EQ(*parseSize("1p"), std::uint64_t{1} << 50);
}

TEST(ByteSize, WhatIsPrintedIsRead) {
    for (const std::uint64_t bytes : {512ULL, 16ULL << 10, 3ULL << 20, 5ULL << 30})
        EXPECT_EQ(*parseSize(byteText(bytes)), bytes) << byteText(bytes);
}

TEST(ByteSize, AnythingElseIsRefused) {
    for (const char* wrong :
         {"", "KB", "-1", "1e300GB", "1  KB", "1 ", "1iB", "1KBit", "inf", "nan", "0x10", "1,5KB"})
        EXPECT_FALSE(parseSize(wrong)) << wrong;
}

} // namespace
} // namespace partita
