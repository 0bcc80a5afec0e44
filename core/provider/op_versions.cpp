#include "core/provider/op_versions.h"

#include <algorithm>

namespace partita {

namespace {

std::string key(const Node& node) {
    std::string text = node.isOnnx() ? std::string() : node.domain.str();
    text += '\n';
    text += node.opType;
    return text;
}

} // namespace

OpVersions::OpVersions(const Model& model) {
    model.nodes().forEach([&](NodeId, const auto& node) {
        const auto [at, fresh] = m_entries.try_emplace(key(*node));
        if (!fresh)
            return;
        Entry& entry = at->second;
        entry.opset = model.info().opset(node->domain).value_or(0);
        // ONNX Runtime writes com.microsoft nodes into models that forget to import the domain.
        const std::int64_t opset = entry.opset ? entry.opset : 1;
        entry.schema = findSchema(node->opType, node->domain, opset);
        if (entry.schema)
            entry.version = entry.schema->sinceVersion;
    });
}

const OpVersions::Entry& OpVersions::of(const Node& node) const {
    static const Entry kUnknown;
    const auto found = m_entries.find(key(node));
    return found == m_entries.end() ? kUnknown : found->second;
}

int OpVersions::inForce(const Node& node) const {
    const Entry& entry = of(node);
    return entry.version.value_or(static_cast<int>(std::clamp<std::int64_t>(entry.opset, 1, 1000)));
}

} // namespace partita
