#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

#include "core/base/mapped_files.h"
#include "core/data/npz.h"
#include "tests/support/models.h"

namespace partita {
namespace {

Tensor numbers(std::string name, const std::vector<std::int64_t>& values) {
    Tensor tensor = Tensor::int64s(values);
    tensor.name = std::move(name);
    return tensor;
}

/// An .npy file with the given header and the 64-bit data 1, 2, 3 …
std::string npy(std::string header, std::int64_t count) {
    header.resize(118, ' ');
    std::string bytes("\x93NUMPY\x01\x00\x76\x00", 10);
    bytes += header;
    for (std::int64_t value = 1; value <= count; ++value)
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    return bytes;
}

Result<Tensor> read(const std::string& bytes) { return readNpy(std::as_bytes(std::span(bytes))); }

class Npz : public ::testing::Test {
protected:
    /// Reads an .npz file of two arrays "a" and "b" after `change` was applied to its bytes.
    template <class F> Result<std::map<std::string, Tensor>> changed(F&& change) {
        EXPECT_TRUE(writeNpz(folder / "t.npz", {numbers("a", {1, 2, 3}), numbers("b", {4, 5})}));
        std::string bytes(mapFile(folder / "t.npz")->text());
        change(bytes);
        EXPECT_TRUE(writeFile(folder / "t.npz", bytes));
        return readNpz(folder / "t.npz");
    }
    test::TemporaryFolder folder;
};

TEST_F(Npz, ReadsBackWhatWasWritten) {
    Tensor a = Tensor::of<float>(DataType::float32, {2, 3}, {1, 2, 3, 4, 5, 6});
    Tensor scalar = Tensor::of<std::uint8_t>(DataType::boolean, {}, {1});
    Tensor none = Tensor::of<float>(DataType::float32, {0, 3}, {});
    a.name = "a/b:0";
    scalar.name = "s";
    none.name = "none";
    ASSERT_TRUE(writeNpz(folder / "t.npz", {a, numbers("b", {7, -8}), scalar, none}));
    const auto back = readNpz(folder / "t.npz");
    ASSERT_TRUE(back) << back.error().message();
    EXPECT_EQ(back->at("a/b:0").dims, a.dims);
    EXPECT_EQ(elements(back->at("a/b:0"))->text(), elements(a)->text());
    EXPECT_EQ(*elementsAsInts(back->at("b")), (std::vector<std::int64_t>{7, -8}));
    EXPECT_TRUE(back->at("s").dims.empty());
    EXPECT_EQ(back->at("none").dims, none.dims);
    ASSERT_TRUE(writeNpz(folder / "empty.npz", {}));
    EXPECT_TRUE(readNpz(folder / "empty.npz")->empty());
}

TEST_F(Npz, TheSameArraysGiveTheSameBytes) {
    ASSERT_TRUE(writeNpz(folder / "1.npz", {numbers("a", {1})}));
    ASSERT_TRUE(writeNpz(folder / "2.npz", {numbers("a", {1})}));
    EXPECT_EQ(mapFile(folder / "1.npz")->text(), mapFile(folder / "2.npz")->text());
}

TEST_F(Npz, AChangedElementIsFoundByTheChecksum) {
    EXPECT_TRUE(changed([](std::string&) {}));
    const auto read = changed([](std::string& bytes) {
        bytes[bytes.find("NUMPY") + 127] ^= 1; // an element, behind the header of 128 bytes
    });
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message(), ::testing::HasSubstr("array 'a'"));
}

TEST_F(Npz, WhatIsNotWantedIsNotRead) {
    const auto damage = [](std::string& bytes) {
        bytes[bytes.find("NUMPY", bytes.find("NUMPY") + 1) + 127] ^= 1;
    };
    EXPECT_FALSE(changed(damage));
    const auto one = readNpz(folder / "t.npz", NpzSelection{{{"a", nullptr}}, true});
    ASSERT_TRUE(one) << one.error().message();
    EXPECT_EQ(one->size(), 1U);
    const auto strict = readNpz(folder / "t.npz", NpzSelection{{{"a", nullptr}}, false});
    ASSERT_FALSE(strict);
    EXPECT_THAT(strict.error().message(), ::testing::HasSubstr("array 'b'"));
}

TEST_F(Npz, AnArrayOfAnotherSizeThanWantedIsRefusedByItsHeader) {
    ASSERT_TRUE(writeNpz(folder / "t.npz", {numbers("a", {1, 2, 3})}));
    const auto wanted = [&](std::vector<Dim> shape) {
        return readNpz(folder / "t.npz",
                       NpzSelection{{{"a", Type::tensor(DataType::int64, shape)}}, true});
    };
    EXPECT_TRUE(wanted({Dim{3, {}, {}}}));
    EXPECT_TRUE(wanted({Dim{std::nullopt, "n", {}}}));
    EXPECT_FALSE(wanted({Dim{4, {}, {}}}));
    EXPECT_FALSE(wanted({}));
}

TEST_F(Npz, EntriesThatOverlapAreRefused) {
    const std::vector<std::int64_t> large(1000, 7);
    ASSERT_TRUE(writeNpz(folder / "t.npz", {numbers("a", large), numbers("b", large)}));
    std::string bytes(mapFile(folder / "t.npz")->text());
    const auto data = bytes.find("PK\3\4", 4), first = bytes.find("PK\1\2", data);
    const auto second = bytes.find("PK\1\2", first + 4), end = bytes.find("PK\5\6", second);
    const auto size = static_cast<std::uint32_t>(end - first),
               begin = static_cast<std::uint32_t>(data);
    std::memcpy(bytes.data() + end + 16, &begin, sizeof begin); // where the directory is now
    std::memset(bytes.data() + second + 42, 0, 4);              // where the second entry begins
    ASSERT_EQ(bytes.substr(end + 12, 4), std::string(reinterpret_cast<const char*>(&size), 4));
    ASSERT_TRUE(writeFile(folder / "o.npz", bytes.erase(data, first - data)));
    const auto read = readNpz(folder / "o.npz");
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message(), ::testing::HasSubstr("overlap"));
}

TEST_F(Npz, TwoArraysOfOneNameAreRefused) {
    const auto read = changed([](std::string& bytes) {
        for (auto at = bytes.find("b.npy"); at != std::string::npos; at = bytes.find("b.npy"))
            bytes[at] = 'a';
    });
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message(), ::testing::HasSubstr("two arrays 'a'"));
}

TEST_F(Npz, DamagedArchivesAreErrors) {
    ASSERT_TRUE(writeNpz(folder / "t.npz", {numbers("a", {1, 2, 3})}));
    const std::string bytes(mapFile(folder / "t.npz")->text());
    std::mt19937 random(3);
    for (int round = 0; round < 2000; ++round) {
        std::string damaged = bytes.substr(0, round % 2 ? bytes.size() : random() % bytes.size());
        if (!damaged.empty())
            damaged[random() % damaged.size()] = static_cast<char>(random());
        ASSERT_TRUE(writeFile(folder / "d.npz", damaged));
        if (const auto read = readNpz(folder / "d.npz"); read && read->contains("a")) {
            EXPECT_EQ(*elementsAsInts(read->at("a")), (std::vector<std::int64_t>{1, 2, 3}));
        }
    }
}

TEST(Npy, FortranOrderIsTurned) {
    const auto tensor = read(npy("{'descr': '<i8', 'fortran_order': True, 'shape': (2, 2), }", 4));
    ASSERT_TRUE(tensor) << tensor.error().message();
    EXPECT_EQ(*elementsAsInts(*tensor), (std::vector<std::int64_t>{1, 3, 2, 4}));
}

TEST(Npy, WhatNumpyWritesIsRead) {
    for (const char* header : {"{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }",
                               "{'shape': (3L,), 'fortran_order': False, 'descr': '<i8'}",
                               "{\"descr\": \"<i8\", \"fortran_order\": False, \"shape\": (1, 3)}"})
        EXPECT_TRUE(read(npy(header, 3))) << header;
}

TEST(Npy, HeadersThatNumpyDoesNotWriteAreErrors) {
    for (const char* header :
         {"{'descr': '|O', 'fortran_order': False, 'shape': (3,), }",
          "{'descr': '>i8', 'fortran_order': False, 'shape': (3,), }",
          "{'descr': [('x', '<i8')], 'fortran_order': False, 'shape': (3,), }",
          "{'descr': '<i8', 'fortran_order': False, 'shape': (-3,), }",
          "{'descr': '<i8', 'fortran_order': False, 'shape': ((3)), }",
          "{'descr': '<i8', 'fortran_order': False, 'shape': (3}, }",
          "{'descr': '<i8', 'fortran_order': False, 'shape': (4,), }",
          "{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }",
          "{'descr': '<i8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }",
          "{'descr': '<i8', 'fortran_order': False, 'shape': (99999999999999999999,), }",
          "{'descr': '<i8', 'fortran_order': 3, 'shape': (3,), }",
          "{'descr': '<i8', 'shape': (3,), }", "{'descr': '<i8', 'fortran_order': False}",
          "{'descr': '<i8', 'fortran_order': False, 'shape': (3,), 'shape': (3,)}",
          "{'descr': '<i8', 'fortran_order': False, 'shape': (3,), } rest", "{", ""})
        EXPECT_FALSE(read(npy(header, 3))) << header;
}

} // namespace
} // namespace partita
