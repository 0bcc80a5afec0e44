// The flat table that finds ids by a hash.

#include <gtest/gtest.h>

#include "core/base/ids.h"
#include "core/base/probe_table.h"

namespace partita {
namespace {

TEST(ProbeTable, FindsEachOfManyIds) {
    ProbeTable<NodeId> table;
    for (std::uint32_t i = 1; i <= 5000; ++i)
        table.insert(i % 700, NodeId{i}); // seven or eight of each hash
    for (std::uint32_t i = 1; i <= 5000; ++i) {
        const NodeId* found = table.find(i % 700, [i](NodeId id) { return id.value == i; });
        ASSERT_TRUE(found);
        EXPECT_EQ(found->value, i);
    }
    EXPECT_FALSE(table.find(3, [](NodeId id) { return id.value == 5001; }));
    EXPECT_FALSE(table.find(700, [](NodeId) { return true; })) << "no id has this hash";
}

TEST(ProbeTable, OfEqualHashesTheFirstOneInsertedIsFoundFirst) {
    ProbeTable<NodeId> table;
    for (std::uint32_t i = 1; i <= 300; ++i) // it grows several times
        table.insert(i % 3, NodeId{i});
    std::vector<std::uint32_t> order;
    EXPECT_FALSE(table.find(1, [&](NodeId id) {
        order.push_back(id.value);
        return false;
    }));
    ASSERT_EQ(order.size(), 100U);
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(ProbeTable, AnEmptyTableFindsNothing) {
    ProbeTable<NodeId> table;
    EXPECT_FALSE(table.find(0, [](NodeId) { return true; }));
}

} // namespace
} // namespace partita
