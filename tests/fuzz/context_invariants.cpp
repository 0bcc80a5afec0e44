#include "tests/fuzz/context_invariants.h"

#include <set>

#include "core/edits/edit_tools.h"
#include "core/ir/ep_context.h"

namespace partita::fuzz {

namespace {

bool staysNamed(ContextSource source) {
    return source == ContextSource::qnn || source == ContextSource::unknown;
}

/// Whether an attribute may change by hand.
bool isFree(ContextSource source, const std::string& attribute) {
    return (attribute == "partition_name" && source == ContextSource::qnn) ||
           (attribute == "notes" && source != ContextSource::unknown) ||
           (attribute == "source" && source == ContextSource::unknown); // it may be named
}

AttributePtr attributeOf(const Node& node, const std::string& name) {
    for (const AttributePtr& each : *node.attributes)
        if (each->name == name)
            return each;
    return nullptr;
}

bool isAttributeKept(const Node& before, const Node& after, const std::string& name) {
    const AttributePtr a = attributeOf(before, name), b = attributeOf(after, name);
    if (a && b)
        return sameAttributes({a}, {b});
    return a == b || name == "main_context" || name == "embed_mode"; // with its default
}

bool areNamesKept(const Model& a, const Model& b, const IdList<ValueId>& before,
                  const IdList<ValueId>& after) {
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto &x = a.value(before[i]), &y = b.value(after[i]);
        if (x && y && x->name != y->name)
            return false;
    }
    return true;
}

std::string brokenNode(const Model& a, const Model& b, const Node& before, const Node& after) {
    const ContextSource source = epContextOf(before).kind();
    if (!isEpContext(after) || before.graph != after.graph)
        return "is another node, or elsewhere";
    if (staysNamed(source) && before.name != after.name)
        return "has another name";
    std::set<std::string> names;
    for (const Node* node : {&before, &after})
        for (const auto& each : *node->attributes)
            names.insert(each->name);
    for (const std::string& name : names)
        if (!isFree(source, name) && !isAttributeKept(before, after, name))
            return "has another " + name;
    if (before.inputs.size() != after.inputs.size() ||
        before.outputs.size() != after.outputs.size())
        return "has another number of inputs or outputs";
    const bool isByName = source == ContextSource::openVino || source == ContextSource::unknown;
    if (isByName && (!areNamesKept(a, b, before.inputs, after.inputs) ||
                     !areNamesKept(a, b, before.outputs, after.outputs)))
        return "reads or makes a tensor of another name";
    return {};
}

/// The sources whose nodes without a binary rest on another node.
std::set<std::string> sourcesLeftAlone(const Model& model) {
    std::set<std::string> mains, others;
    for (const EpContext& each : epContextsOf(model))
        (each.isMain ? mains : others).insert(each.source);
    for (const std::string& source : mains)
        others.erase(source);
    return others;
}

} // namespace

std::string brokenContext(const Model& before, const Model& after) {
    std::string broken;
    for (const EpContext& each : epContextsOf(before))
        if (const auto& now = after.node(each.node); now && broken.empty())
            if (std::string what = brokenNode(before, after, *before.node(each.node), *now);
                !what.empty())
                broken = "EPContext node '" + each.name + "' " + what;
    for (const EpContext& each : epContextsOf(after))
        if (!before.node(each.node) && each.kind() != ContextSource::partitaNpu)
            broken = "EPContext node '" + each.name + "' is new";
    const auto alone = sourcesLeftAlone(before);
    for (const std::string& source : sourcesLeftAlone(after))
        if (!alone.contains(source))
            broken = "no node has the binary of '" + source + "'";
    return broken;
}

} // namespace partita::fuzz
