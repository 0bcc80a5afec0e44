#pragma once

#include <gtest/gtest.h>

#include "core/edits/edit.h"
#include "core/edits/slots.h"
#include "core/onnx/check.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/model_bytes.h"
#include "tests/support/models.h"

namespace partita::test {

/// What an edit makes of a model, after a check that its delta gives the model and that its inverse
/// gives the model before, exactly.
inline Edited made(const Model& model, const Edit& edit) {
    auto result = applyEdit(model, edit);
    if (!result) {
        ADD_FAILURE() << result.error().message();
        return {};
    }
    const Model after = model.with(result->delta);
    EXPECT_FALSE(result->delta.empty());
    EXPECT_FALSE(result->what.empty());
    EXPECT_TRUE(diff(model, after.with(result->delta.inverse())).empty());
    after.nodes().forEach([&](NodeId id, const auto& node) {
        for (const ValueId input : node->inputs) {
            EXPECT_TRUE(!input || after.value(input)) << node->label();
            const auto readers = after.consumers(input);
            EXPECT_TRUE(!input || std::ranges::find(readers, id) != readers.end());
        }
        for (const ValueId output : node->outputs)
            EXPECT_TRUE(!output || (after.value(output) && after.producer(output) == id));
    });
    after.values().forEach(
        [&](ValueId, const auto& value) { EXPECT_TRUE(after.graph(value->graph)) << value->name; });
    return *result;
}

/// The model after an edit.
inline Model edited(const Model& model, const Edit& edit) {
    return model.with(made(model, edit).delta);
}

/// Why an edit is refused; "made" if it is not.
inline std::string refusal(const Model& model, const Edit& edit) {
    const auto result = applyEdit(model, edit);
    return result ? "made" : result.error().message();
}

/// The errors that ONNX's checker finds in the file of a model; empty: none.
inline std::string checkerErrors(const Model& model) {
    const auto bytes = serializeModel(model);
    if (!bytes)
        return bytes.error().message();
    const auto read = readModel(bufferOf(*bytes));
    if (!read)
        return read.error().message();
    const auto findings = checkModel(*read);
    if (!findings)
        return findings.error().message();
    std::string errors;
    for (const Finding& finding : *findings)
        if (finding.severity == Finding::Severity::error)
            errors += finding.text.text() + "\n";
    return errors;
}

/// "Add(a, b); Relu(s)": the nodes of a graph in topological order, with the names of what they read.
inline std::string nodesText(const Model& model, GraphId graph = {}) {
    std::string text;
    for (const NodeId id : model.topologicalOrder(graph ? graph : model.mainGraph())) {
        const Node& node = *model.node(id);
        text += (text.empty() ? "" : "; ") + node.opType.str() + "(";
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            text += (i > 0 ? ", " : "") +
                    (node.inputs[i] ? model.value(node.inputs[i])->name : std::string("-"));
        text += ")";
    }
    return text;
}

inline Slot input(const Model& model, std::string_view node, std::size_t index) {
    return {nodeNamed(model, node), {}, index};
}

inline Slot output(const Model& model, std::size_t index) { return {{}, model.mainGraph(), index}; }

inline std::string typeText(const Model& model, std::string_view value) {
    const ValueId id = valueNamed(model, value);
    return !id ? "missing" : model.value(id)->type ? model.value(id)->type->text() : "unknown";
}

} // namespace partita::test
