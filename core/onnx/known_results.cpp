#include "core/onnx/known_results.h"

#include <algorithm>

#include "core/ir/constants.h"
#include "core/ir/element_type.h"
#include "core/ir/tensor.h"
#include "core/onnx/inferred_type.h"

namespace partita {

namespace {

/// Shapes are computed from short lists: sizes, axes, pads, scales.
constexpr std::int64_t kLongestList = 64;

void mixIn(std::size_t& hash, std::size_t more) { hash = hash * 1'000'003 + more; }

void mixIn(std::size_t& hash, const TypePtr& type) {
    if (!type || !type->shape)
        return mixIn(hash, std::size_t{1});
    mixIn(hash, static_cast<std::size_t>(type->element));
    for (const Dim& dim : *type->shape)
        mixIn(hash, dim.value ? static_cast<std::size_t>(*dim.value)
                              : std::hash<std::string>()(dim.param));
}

std::size_t hashOf(const InferenceQuestion& question) {
    std::size_t hash = std::hash<std::string>()(question.node->opType.str());
    mixIn(hash, question.node->attributes->size());
    for (const TypePtr& type : question.inputs)
        mixIn(hash, type);
    for (const std::string& constant : question.constants)
        mixIn(hash, std::hash<std::string>()(constant));
    return hash;
}

bool areSame(const InferenceQuestion& one, const InferenceQuestion& other) {
    const Node &a = *one.node, &b = *other.node;
    return a.opType == b.opType && a.domain == b.domain && a.overload == b.overload &&
           std::ranges::equal(one.inputs, other.inputs, sameTypeOrNone) &&
           std::ranges::equal(one.stated, other.stated, sameTypeOrNone) &&
           one.constants == other.constants &&
           std::ranges::equal(a.outputs, b.outputs,
                              [](ValueId x, ValueId y) { return bool(x) == bool(y); }) &&
           (a.attributes == b.attributes || sameAttributes(*a.attributes, *b.attributes));
}

/// Whether a value is a constant of many elements that its file does not hold one after another, or a
/// list in an attribute.
bool isLongOrSparse(const Model& model, ValueId id, const TypePtr& type) {
    const Value& value = *model.value(id);
    if (value.initializer)
        return false; // its bytes are shared
    if (value.sparseInitializer)
        return true;
    const NodeId producer = model.producer(id);
    if (!producer || !model.node(producer)->is("Constant"))
        return false;
    const bool isSparse =
        std::ranges::any_of(*model.node(producer)->attributes, [](const AttributePtr& each) {
            return std::holds_alternative<SparseTensorPtr>(each->value);
        });
    const auto dims = type ? staticDims(type->shape) : std::nullopt;
    const auto count = dims ? elementCount(*dims) : std::nullopt;
    return isSparse || !count || *count > kLongestList;
}

} // namespace

const std::vector<TypePtr>* KnownResults::find(const InferenceQuestion& question) const {
    return find(question, hashOf(question));
}

const std::vector<TypePtr>* KnownResults::find(const InferenceQuestion& question,
                                               std::size_t hash) const {
    const auto [first, last] = m_results.equal_range(hash);
    const auto found = std::find_if(
        first, last, [&](const auto& entry) { return areSame(entry.second.question, question); });
    return found == last ? nullptr : &found->second.made;
}

void KnownResults::add(InferenceQuestion question, std::vector<TypePtr> made) {
    // Nodes that differ in their attributes only share a hash; more of them are not worth the search.
    constexpr std::size_t kMostOfOneHash = 64;
    const std::size_t hash = hashOf(question);
    const auto isWide = [](const TypePtr& type) {
        return type && type->shape && type->shape->size() > kLongestList; // so are lists for it
    };
    if (std::ranges::any_of(question.inputs, isWide) || find(question, hash) ||
        m_results.count(hash) >= kMostOfOneHash)
        return;
    m_results.emplace(hash, Result{std::move(question), std::move(made)});
}

std::optional<std::string> bytesThatTell(const Model& model, ValueId id, const TypePtr& type) {
    // What is long or sparse is not copied for each of its readers.
    if (isLongOrSparse(model, id, type))
        return std::nullopt;
    const auto constant = constantOf(model, id);
    if (!constant || constant->type == DataType::string || constant->isComputed())
        return std::nullopt;
    if (constant->count() > kLongestList) // weights, of which only the type counts
        return isInteger(constant->type) && constant->dims.size() <= 1
                   ? std::nullopt
                   : std::optional(std::string());
    const auto bytes = elements(*constant);
    if (!bytes)
        return std::nullopt;
    const auto* data = reinterpret_cast<const char*>(bytes->bytes().data());
    return std::string(data, bytes->bytes().size());
}

} // namespace partita
