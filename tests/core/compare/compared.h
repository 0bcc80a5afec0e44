#pragma once

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "core/compare/difference_groups.h"
#include "core/compare/model_differences.h"
#include "tests/support/models.h"

namespace partita::test {

/// The differences of two models; fails the test if they cannot be compared.
inline ModelDifferences compared(const Model& a, const Model& b,
                                 const CompareOptions& options = {}) {
    auto found = compareModels({a}, {b}, options);
    EXPECT_TRUE(found);
    return *std::move(found);
}

/// Every difference as a line, so that two results can be compared: "~ relu→relu side  cpu npu".
/// `mirrored`: as if the models were swapped.
inline std::multiset<std::string> linesOf(const ModelDifferences& found, const Model& a,
                                          const Model& b, bool mirrored = false) {
    std::multiset<std::string> lines;
    const auto pair = [&](std::string x, std::string y) {
        return mirrored ? y + " → " + x : x + " → " + y;
    };
    const auto label = [](const Model& model, NodeId id) {
        return id ? std::to_string(id.value) + model.node(id)->label() : std::string();
    };
    for (const NodeDifference& each : found.nodes) {
        std::string line = pair(label(a, each.a), label(b, each.b));
        for (const PropertyChange& change : each.changes)
            line += "; " + std::string(kindName(change.kind)) + " " + change.what.text() + " " +
                    pair(change.from.text(), change.to.text());
        lines.insert(line + " " + std::to_string(each.related.size()));
    }
    for (const ConstantDifference& each : found.constants)
        lines.insert("constant " + pair(each.change.from.text(), each.change.to.text()));
    for (const ModelFactDifference& each : found.facts)
        lines.insert(each.change.what.text() + " " +
                     pair(each.change.from.text(), each.change.to.text()));
    return lines;
}

/// The kinds of all differences.
inline std::set<std::string> kindsOf(const ModelDifferences& found) {
    std::set<std::string> kinds;
    for (const NodeDifference& each : found.nodes) {
        if (each.status != NodeDifference::Status::changed)
            kinds.emplace(statusName(each.status));
        for (const PropertyChange& change : each.changes)
            kinds.emplace(kindName(change.kind));
    }
    for (const ConstantDifference& each : found.constants)
        kinds.emplace(kindName(each.change.kind));
    for (const ModelFactDifference& each : found.facts)
        kinds.emplace(kindName(each.change.kind));
    return kinds;
}

/// The model with other names for every node, value and graph; ids stay.
inline Model renamed(const Model& model) {
    ModelEditor editor(model);
    model.nodes().forEach([&](NodeId id, const auto&) {
        editor.changeNode(id, [&](Node& node) { node.name = "other_" + std::to_string(id.value); });
    });
    model.values().forEach([&](ValueId id, const auto&) {
        editor.changeValue(id,
                           [&](Value& value) { value.name = "value_" + std::to_string(id.value); });
    });
    model.graphs().forEach([&](GraphId id, const auto& graph) {
        if (!graph->function)
            editor.changeGraph(id, [](Graph& changed) { changed.name = "renamed"; });
    });
    return editor.model();
}

} // namespace partita::test
