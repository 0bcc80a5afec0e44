#include <gtest/gtest.h>

#include "core/base/archive.h"

namespace partita {
namespace {

struct Thing {
    std::string text;
    std::optional<double> number;
    std::vector<std::pair<NodeId, std::string>> pairs;
    std::chrono::nanoseconds time{};
    bool yes = false;
    std::vector<Thing> inner;
};

template <class Archive> void archive(Archive& a, Thing& t) {
    a(t.text, t.number, t.pairs, t.time, t.yes, t.inner);
}

std::string archiveBytes(Thing& thing) {
    Packer packer;
    packer(thing);
    return packer.take();
}

Thing thing() {
    return {"a", 0.5, {{NodeId{3}, "x"}}, std::chrono::nanoseconds(7), true, {{}, {}}};
}

TEST(Archive, GivesBackWhatWasPutIn) {
    Thing before = thing(), after;
    const std::string bytes = archiveBytes(before);
    Unpacker unpacker(bytes);
    unpacker(after);
    EXPECT_TRUE(unpacker.isWhole());
    EXPECT_EQ(after.text, "a");
    EXPECT_EQ(after.number, 0.5);
    EXPECT_EQ(after.pairs, before.pairs);
    EXPECT_EQ(after.time.count(), 7);
    EXPECT_TRUE(after.yes);
    EXPECT_EQ(after.inner.size(), 2U);
    EXPECT_FALSE(after.inner[1].number);
}

TEST(Archive, WhatLiesTooDeepIsNotUnpacked) {
    const auto nested = [](int levels) {
        Thing thing;
        for (int i = 1; i < levels; ++i) {
            Thing outer;
            outer.inner.push_back(std::move(thing));
            thing = std::move(outer);
        }
        return thing;
    };
    Thing within = nested(Unpacker::kMostLevels), beyond = nested(Unpacker::kMostLevels + 1), after;
    EXPECT_TRUE(unpackedFrom(after, packedInto(within)));
    EXPECT_FALSE(unpackedFrom(after, packedInto(beyond)));
    // What begins each level but the last, more often than the stack of a thread has room for.
    Thing pair = nested(2), last;
    std::string level = packedInto(pair), bytes;
    level.resize(level.size() - packedInto(last).size());
    for (int i = 0; i < 500'000; ++i)
        bytes += level;
    EXPECT_FALSE(unpackedFrom(after, bytes));
}

TEST(Archive, BytesThatAreCutOffOrWrongAreNotedAndTakeNoMemory) {
    Thing before = thing();
    const std::string bytes = archiveBytes(before);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        Thing after;
        Unpacker unpacker(std::string_view(bytes).substr(0, size));
        unpacker(after);
        EXPECT_FALSE(unpacker.isWhole()) << size;
    }
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string changed = bytes;
        changed[at] = '\xFF';
        Thing after;
        Unpacker unpacker(changed);
        unpacker(after);
        EXPECT_LE(after.inner.size(), changed.size());
    }
}

} // namespace
} // namespace partita
