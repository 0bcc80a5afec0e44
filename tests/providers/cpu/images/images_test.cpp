#include "providers/cpu/images/decode.h"

#include <gtest/gtest.h>
#include <random>

#include "core/provider/node_failure.h"

namespace partita::cpu {
namespace {

Bytes bytesOf(const std::string& text) { return std::as_bytes(std::span(text)); }

/// A BMP of two rows of three 24-bit pixels, bottom row first, each row padded to 12 bytes.
std::string bmp() {
    std::string file("BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\3\0\0\0\2\0\0\0\1\0\x18\0", 30);
    file.resize(54, '\0');
    for (int i = 0; i < 24; ++i)
        file += static_cast<char>(i);
    return file;
}

TEST(Images, ABmpIsReadFromItsLastRowUp) {
    const Picture picture = decodeImage(bytesOf(bmp()));
    EXPECT_EQ(picture.width, 3);
    EXPECT_EQ(picture.height, 2);
    EXPECT_EQ(picture.rgb, (std::vector<std::uint8_t>{14, 13, 12, 17, 16, 15, 20, 19, 18, //
                                                      2, 1, 0, 5, 4, 3, 8, 7, 6}));
}

TEST(Images, APnmIsReadFromTextAndBytesInGreyAndColour) {
    EXPECT_EQ(decodeImage(bytesOf("P3 # a comment\n1 2\n255\n1 2 3 4 5 6")).rgb,
              (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(decodeImage(bytesOf("P2 2 1 3 0 3")).rgb,
              (std::vector<std::uint8_t>{0, 0, 0, 255, 255, 255}));
    EXPECT_EQ(decodeImage(bytesOf("P5 2 1 255\nAB")).rgb,
              (std::vector<std::uint8_t>{65, 65, 65, 66, 66, 66}));
    EXPECT_EQ(decodeImage(bytesOf("P6 1 1 255\nABC")).rgb, (std::vector<std::uint8_t>{65, 66, 67}));
}

TEST(Images, WhatIsNoPictureOrClaimsMoreThanItHasIsRefused) {
    using namespace std::string_literals;
    for (const std::string& file :
         {"P6 100000 100000 255\nABC"s, "P6 1 1 255"s, "P3 1 1 255 1 2"s, "P6"s, "hello"s, "BM"s,
          "P4 1 1 "s, "P6 -1 1 255\nABC"s, "\x89PNG"s, "\xFF\xD8\xFF"s, "II*\0"s, "\0\0\0\x0CjP  "s,
          "RIFF\0\0\0\0WEBPVP8 "s, "P6 0 0 255\n"s})
        EXPECT_THROW(decodeImage(bytesOf(file)), NodeFailure) << file;
}

TEST(Images, AFewBytesThatClaimManyPixelsAreRefusedBeforeThereIsMemoryForThem) {
    Picture picture;
    EXPECT_THROW(picture.resize(16384, 16384, 100), NodeFailure);
    EXPECT_TRUE(picture.rgb.empty());
    picture.resize(1024, 1024, 100);
    EXPECT_EQ(picture.rgb.size(), std::size_t{3} << 20);
    // A PNG of 30,000 × 8,000 pixels that ends after its header.
    const char header[] =
        "\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR\0\0\x75\x30\0\0\x1F\x40\x08\x02\0\0\0\0\0\0\0";
    const std::string png(header, sizeof header - 1);
    EXPECT_THROW(decodeImage(bytesOf(png)), NodeFailure);
}

std::string fromHex(std::string_view digits) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
    return bytes;
}

TEST(Images, SamplesOfFewBitsAreFromBlackToWhite) {
    // JPEG 2000, a row of 0, 1, 8, 15 of 4 bits each.
    EXPECT_EQ(decodeImage(
                  bytesOf(fromHex("FF4FFF5100290000000000040000000100000000000000000000000400000001"
                                  "00000000000000000001030101FF52000C00000001000004040001FF5C000440"
                                  "20FF90000A0000000000140001FF93DF2030066A2FFFD9")))
                  .rgb,
              (std::vector<std::uint8_t>{0, 0, 0, 17, 17, 17, 136, 136, 136, 255, 255, 255}));
}

TEST(Images, AJpegOfFourInksIsNotCalledDamaged) {
    const std::string file = fromHex(
        "FFD8FFEE000E41646F626500640000000000FFDB004300FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"
        "FFFFFFFF"
        "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC000140800"
        "010001044311004D11005911004B1100FFC4001500010100000000000000000000000000000300FFC400141001"
        "00"
        "000000000000000000000000000000FFDA000E0443004D0059004B00003F003441BFFFD9");
    try {
        (void)decodeImage(bytesOf(file));
        FAIL() << "it was read";
    } catch (const std::exception& error) {
        EXPECT_EQ(std::string(error.what()), "the JPEG has neither one nor three components");
    }
}

TEST(Images, ADamagedFileIsAPictureOrAnErrorButNoCrash) {
    std::mt19937 generator(1);
    const std::string whole = bmp();
    for (int i = 0; i < 20000; ++i) {
        std::string file = whole.substr(0, generator() % (whole.size() + 1));
        for (int change = 0; change < 3 && file.size() > 2; ++change)
            file[2 + generator() % (file.size() - 2)] = static_cast<char>(generator());
        try {
            (void)decodeImage(bytesOf(file));
        } catch (const NodeFailure&) {
        }
    }
}

} // namespace
} // namespace partita::cpu
