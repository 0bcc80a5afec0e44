#include "core/onnx/library_words.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "core/base/text_parts.h"

namespace partita {

namespace {

/// What stands between two words of a text, the second one of which may be missing.
std::optional<std::string> between(const std::string& text, std::string_view before,
                                   std::string_view after) {
    const auto at = text.find(before);
    if (at == std::string::npos)
        return std::nullopt;
    const auto begin = at + before.size();
    return text.substr(begin, text.find(after, begin) - begin);
}

bool has(const std::string& text, std::string_view words) {
    return text.find(words) != std::string::npos;
}

/// "FLOAT" as the library writes it in other places: "float".
std::string typeName(std::string_view text) { return lowerLetters(text); }

/// The node that the library names; the error may say it as its place.
NodeId nodeOf(const Model& model, const Error& error, const std::string& said) {
    auto name = between(said, "node name: ", "): ");
    if (!name)
        name = between(said, "Name: ", " OpType: ");
    NodeId found;
    if (!name)
        return found; // the place is then that of another fault
    model.nodes().forEach([&](NodeId id, const auto& node) {
        const bool isPlace =
            !error.where.empty() && error.where[0] == PARTITA_TEXT("node '{0}'", node->name);
        if (!found && !node->name.empty() && (isPlace || name == node->name))
            found = id;
    });
    return found;
}

/// What is wrong with a node, in the order in which the texts are the more exact; empty: another
/// text.
Message ofAttributes(const Node& node, const std::string& label, const std::string& said) {
    if (const auto name = between(said, "Unrecognized attribute: ", " for operator"))
        return PARTITA_TEXT("node '{0}' has the attribute '{1}', which {2} of this opset does not "
                            "know: take it away",
                            label, *name, node.opType);
    if (const auto name = between(said, "Required attribute '", "'"))
        return PARTITA_TEXT("node '{0}' lacks the attribute '{1}', which {2} needs: set it", label,
                            *name, node.opType);
    const auto first = between(said, "'axis' must be in [", " ,"),
               last = first ? between(said, *first + " , ", "]") : std::nullopt;
    if (last)
        return PARTITA_TEXT("the axis of node '{0}' ({1}) is not from {2} to {3}: set another one",
                            label, node.opType, *first, *last);
    if (const auto opset = between(said, "with domain_version of ", ";"))
        return PARTITA_TEXT("node '{0}' is a {1}, which opset {2} does not have: replace its "
                            "operator, or convert the model",
                            label, node.opType, *opset);
    return {};
}

Message ofNumbers(const Node& node, const std::string& label, const std::string& said) {
    const auto least = between(said, "[min=", ","), most = between(said, "max=", "]");
    if (!least || !most)
        return {};
    const Message allowed = *least == *most         ? PARTITA_TEXT("{0}", *least)
                            : *most == "2147483647" ? PARTITA_TEXT("at least {0}", *least)
                                                    : PARTITA_TEXT("{0} to {1}", *least, *most);
    if (const auto count = between(said, "has input size ", " "))
        return PARTITA_TEXT("the number of inputs of node '{0}' ({1}) is {2}, and has to be {3}: "
                            "connect or disconnect some",
                            label, node.opType, *count, allowed);
    if (const auto count = between(said, "has output size ", " "))
        return PARTITA_TEXT("the number of outputs of node '{0}' ({1}) is {2}, and has to be {3}: "
                            "replace the node",
                            label, node.opType, *count, allowed);
    return {};
}

Message ofTypes(const Node& node, const std::string& label, const std::string& said) {
    const auto made = between(said, "differs from existing elem type: (", ")"),
               declared = between(said, ") vs (", ")");
    if (made && declared)
        return PARTITA_TEXT(
            "node '{0}' ({1}) makes {2}, and its output is declared as {3}: correct "
            "the declared type, or insert a Cast",
            label, node.opType, typeName(*made), typeName(*declared));
    if (has(said, "Inferred shape and existing shape differ") ||
        has(said, "Can't merge shape info"))
        return PARTITA_TEXT("node '{0}' ({1}) makes another shape than its output is declared "
                            "with: correct the declared shape, or the inputs of the node",
                            label, node.opType);
    const bool isOfInputs = !has(said, "attribute") && !node.inputs.empty();
    if (isOfInputs && (has(said, "TypeInferenceError") || has(said, "inconsistent type")))
        return PARTITA_TEXT(
            "the types at node '{0}' ({1}) do not go together: insert a Cast before "
            "an input",
            label, node.opType);
    if (isOfInputs && has(said, "ShapeInferenceError"))
        return PARTITA_TEXT("the shapes at node '{0}' ({1}) do not go together: look at the shapes "
                            "of its inputs, and at its attributes",
                            label, node.opType);
    return {};
}

Message wordsFor(const Model& model, NodeId id, std::string_view rule, const std::string& said) {
    const auto& node = model.node(id);
    if (!node)
        return rule == "onnx-checker"
                   ? PARTITA_TEXT("ONNX's checker refuses the model: the detail is in its words")
                   : PARTITA_TEXT("the types and shapes of the model do not go together: the "
                                  "detail is in the words of ONNX's shape inference");
    const std::string label = node->label();
    for (const auto& words : {&ofAttributes, &ofNumbers, &ofTypes})
        if (Message found = words(*node, label, said); !found.empty())
            return found;
    return PARTITA_TEXT(
        "ONNX's library refuses node '{0}' ({1}): look at its inputs and attributes", label,
        node->opType);
}

} // namespace

Finding libraryFinding(const Model& model, std::string_view rule, const Error& error) {
    // Shape inference lists the faults of all nodes; the first one is told.
    const std::string all = error.what.text(), said = all.substr(0, all.find("; (op_type:"));
    const NodeId node = nodeOf(model, error, said);
    return {Finding::Severity::error, std::string(rule), node, wordsFor(model, node, rule, said),
            error.whole()};
}

} // namespace partita
