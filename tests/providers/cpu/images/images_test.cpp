#include "providers/cpu/images/decode.h"

#include <gtest/gtest.h>
#include <random>
#include <stop_token>

#include <sys/wait.h>
#include <unistd.h>

#include "core/provider/node_failure.h"
#include "tests/support/pictures.h"

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
    EXPECT_THROW((void)picture.resize(16384, 16384, 100, Wanted::pixels), NodeFailure);
    EXPECT_TRUE(picture.rgb.empty());
    EXPECT_FALSE(picture.resize(1024, 1024, 100, Wanted::size));
    EXPECT_TRUE(picture.rgb.empty());
    EXPECT_TRUE(picture.resize(1024, 1024, 100, Wanted::pixels));
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

std::string damaged(std::string file, std::mt19937& generator) {
    if (generator() % 3 == 0)
        file.resize(generator() % (file.size() + 1));
    // The first bytes tell the format, and a change there is seldom of interest.
    const std::size_t kept = generator() % 4 == 0 ? 2 : 12;
    for (std::size_t changes = 1 + generator() % 4; changes > 0 && file.size() > kept; --changes)
        file[kept + generator() % (file.size() - kept)] = static_cast<char>(generator());
    return file;
}

std::vector<test::PictureFile> somePictures() {
    return test::pictureFiles(17, 9, test::somePixels(17, 9, 1));
}

TEST(Images, ADamagedFileIsAPictureOrAnErrorButNoCrash) {
    std::mt19937 generator(1);
    for (const test::PictureFile& picture : somePictures())
        for (int i = 0; i < 1000; ++i)
            try {
                (void)decodeHere(bytesOf(damaged(picture.bytes, generator)));
            } catch (const NodeFailure&) {
            }
}

TEST(Images, AFormatWithoutLossGivesThePixelsThatItWasMadeOf) {
    for (const auto& [width, height] : {std::pair{17, 9}, {1, 1}, {40, 33}}) {
        const auto pixels = test::somePixels(width, height, 1);
        for (const test::PictureFile& file : test::pictureFiles(width, height, pixels)) {
            const Picture size = decodeHere(bytesOf(file.bytes), Wanted::size);
            EXPECT_TRUE(size.width == width && size.height == height) << file.name;
            EXPECT_TRUE(size.rgb.empty()) << file.name;
            const Picture picture = decodeImage(bytesOf(file.bytes));
            EXPECT_TRUE(picture.width == width && picture.height == height) << file.name;
            EXPECT_EQ(picture.rgb.size(), pixels.size()) << file.name;
            EXPECT_TRUE(!file.lossless || picture.rgb == pixels) << file.name;
        }
    }
}

TEST(Images, AWorkerSaysOfAFileWhatThisProcessSays) {
    const auto told = [](const auto& decode) -> std::string {
        try {
            const Picture picture = decode(); // whose pixels may be what memory held before
            return std::to_string(picture.width) + " x " + std::to_string(picture.rgb.size());
        } catch (const NodeFailure& failure) {
            return failure.what();
        }
    };
    std::mt19937 generator(2);
    for (const test::PictureFile& picture : somePictures())
        for (int i = 0; i < 10; ++i) {
            const std::string file = i ? damaged(picture.bytes, generator) : picture.bytes;
            EXPECT_EQ(told([&] { return decodeImage(bytesOf(file)); }),
                      told([&] { return decodeHere(bytesOf(file)); }))
                << picture.name;
        }
}

/// What decoding says in a fork of this process, whose worker does what a test asks for.
std::string saidInFork(const std::string& file, const std::stop_token& stop = {}) {
    int ends[2];
    if (::pipe(ends) != 0)
        return "no pipe";
    const pid_t child = ::fork();
    if (child == 0) {
        ::setenv("PARTITA_WORKER_TESTS", "1", 1);
        std::string said = "decoded";
        try {
            (void)decodeImage(bytesOf(file), stop);
        } catch (const NodeFailure& failure) {
            said = failure.what();
        }
        const std::string whole = somePictures().front().bytes; // the next one is decoded
        if (decodeImage(bytesOf(whole)).rgb != decodeHere(bytesOf(whole)).rgb)
            said += ", and then nothing";
        const ssize_t written = ::write(ends[1], said.data(), said.size());
        ::_exit(written < 0);
    }
    ::close(ends[1]);
    std::string said(1000, '\0');
    const ssize_t size = ::read(ends[0], said.data(), said.size());
    said.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    return said;
}

TEST(Images, ADecoderThatCrashesIsAnError) {
    for (const char* how : {"crash", "abort"})
        EXPECT_EQ(saidInFork(std::string("misbehave ") + how), "the picture crashes its decoder");
    EXPECT_EQ(saidInFork("misbehave, not for a test"),
              "the bytes are none of BMP, JPEG, JPEG 2000, PNG, PNM, TIFF and WebP");
}

TEST(Images, ADecoderThatDoesNotComeToAnEndIsAnError) {
    EXPECT_EQ(saidInFork("misbehave loop"), "the picture takes too long to be decoded");
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(saidInFork("misbehave sleep", stop.get_token()), "cancelled");
}

TEST(Images, ADecoderGetsNoMoreMemoryThanThePictureJustifies) {
#ifdef PARTITA_SANITIZED
    GTEST_SKIP() << "shadow memory counts as addresses";
#endif
    EXPECT_EQ(saidInFork("misbehave take memory"),
              "the decoder needs more memory than the size of the picture justifies");
}

} // namespace
} // namespace partita::cpu
