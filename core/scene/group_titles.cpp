#include "core/scene/group_titles.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "core/base/count_text.h"
#include "core/ir/element_type.h"
#include "core/onnx/operator_facts.h"

namespace partita {

namespace {

using Scope = NodeScopes::Scope;
using Path = NodeScopes::Path;

constexpr std::size_t kOperators = 3; ///< more do not fit on a box

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string numbered(const std::string& title, std::size_t number, std::size_t of) {
    return fmt::format("{} · {}/{}", title, number, grouped(of));
}

/// Names the groups of one graph.
class Namer {
public:
    Namer(const NodeScopes& scopes, const Model& model, std::span<const NodeId> order)
        : m_scopes(scopes), m_model(model), m_order(order) {}

    void run(NodeGroup& whole) {
        m_depthOfAll = m_scopes.shared(whole.begin, whole.end).size();
        visit(whole);
        std::map<std::string_view, std::vector<Named*>> alike;
        for (Named& each : m_groups)
            alike[each.group->title].push_back(&each);
        std::vector<std::vector<Named*>> lists;
        for (auto& [title, list] : alike)
            if (list.size() > 1)
                lists.push_back(std::move(list));
        for (auto& list : lists)
            tellApart(std::move(list));
    }

private:
    struct Named {
        NodeGroup* group;
        Path shared;
        std::size_t own; ///< the scopes of `shared` before this one are those around the title
    };
    using List = std::vector<Named*>;

    void visit(NodeGroup& group) {
        numberUntitled(group);
        for (NodeGroup& child : group.children) {
            const Path shared = m_scopes.shared(child.begin, child.end);
            const auto titled = std::ranges::find_if(
                shared, [&](Scope scope) { return m_scopes.name(scope) == child.title; });
            auto own = static_cast<std::size_t>(titled - shared.begin());
            if (child.title.empty() && shared.size() > m_depthOfAll) {
                own = shared.size() - 1;
                child.title = m_scopes.name(shared.back());
                // A number or "self" alone tells too little.
                if (child.title.size() < 6 && own > m_depthOfAll &&
                    child.title.find('.') == std::string::npos)
                    child.title = m_scopes.name(shared[--own]) + "/" + child.title;
            }
            if (!child.title.empty() && !shared.empty())
                m_groups.push_back({&child, shared, own});
            visit(child);
        }
    }

    /// Calls the children that share no scope by those from their first to their last node. Numbers
    /// those that are still called alike, or have the same operators.
    void numberUntitled(NodeGroup& parent) {
        std::map<std::string, std::vector<NodeGroup*>> alike;
        for (NodeGroup& child : parent.children)
            if (child.title.empty() &&
                m_scopes.shared(child.begin, child.end).size() <= m_depthOfAll) {
                child.title = spannedScopes(child);
                alike[titleOf(m_model, m_order, child)].push_back(&child);
            }
        for (const auto& [title, groups] : alike)
            for (std::size_t i = 0; groups.size() > 1 && i < groups.size(); ++i)
                groups[i]->title = numbered(title, i + 1, groups.size());
    }

    /// "embed … layers.11": the outermost scopes that differ, of the first and the last node; empty
    /// where they do not tell what is between.
    [[nodiscard]] std::string spannedScopes(const NodeGroup& group) const {
        std::map<Scope, std::size_t> counts;
        Scope first = 0, last = 0;
        for (std::size_t i = group.begin; i < group.end; ++i)
            if (const Scope scope = m_scopes.at(i, m_depthOfAll)) {
                first = first ? first : scope;
                last = scope;
                ++counts[scope];
            }
        const std::size_t told = counts[first] + (first == last ? 0 : counts[last]);
        if (!first || 2 * told < group.size() || isDigit(m_scopes.name(first).front()))
            return {};
        return rangeTitle(m_scopes.name(first), m_scopes.name(last));
    }

    /// Groups with one title, in execution order. One inside of another is never seen beside it.
    void tellApart(List list) {
        List inner;
        std::size_t end = 0;
        std::erase_if(list, [&](Named* each) {
            const bool isInner = each->group->begin < end;
            if (isInner)
                inner.push_back(each);
            else
                end = each->group->end;
            return isInner;
        });
        if (inner.size() > 1)
            tellApart(std::move(inner));
        std::map<Path, List> byPlace; // by the scopes around the title, of which there is then one
        for (Named* each : list)
            byPlace[around(*each)].push_back(each);
        if (byPlace.size() > 1)
            nameOuter(byPlace);
        for (auto& [path, same] : byPlace)
            if (same.size() > 1 && !nameInner(same))
                for (std::size_t i = 0; i < same.size(); ++i)
                    same[i]->group->title = numbered(same[i]->group->title, i + 1, same.size());
    }

    /// The scopes around a title that not the whole graph shares.
    [[nodiscard]] Path around(const Named& each) const {
        const auto begin = each.shared.begin();
        const std::size_t first = std::min(m_depthOfAll, each.own);
        return {begin + static_cast<std::ptrdiff_t>(first),
                begin + static_cast<std::ptrdiff_t>(each.own)};
    }

    /// Puts as many scopes before the titles as are needed to tell the places apart.
    void nameOuter(const std::map<Path, List>& byPlace) {
        std::size_t deepest = 0;
        for (const auto& [path, list] : byPlace)
            deepest = std::max(deepest, path.size());
        const auto ending = [](const Path& path, std::size_t length) {
            return Path(path.end() - static_cast<std::ptrdiff_t>(std::min(length, path.size())),
                        path.end());
        };
        std::size_t length = 1;
        for (; length < deepest; ++length) {
            std::set<Path> endings;
            for (const auto& [path, list] : byPlace)
                endings.insert(ending(path, length));
            if (endings.size() == byPlace.size())
                break;
        }
        for (const auto& [path, list] : byPlace) {
            std::string before;
            for (const Scope scope : ending(path, length))
                before += m_scopes.name(scope) + "/";
            for (const Named* each : list)
                each->group->title.insert(0, before);
        }
    }

    /// Puts the scopes of their nodes behind the titles. False, and nothing done: that does not tell
    /// the groups apart.
    bool nameInner(const List& list) const {
        std::vector<std::string> inside;
        for (const Named* each : list) {
            const std::size_t depth = each->shared.size();
            std::vector<Scope> scopes;
            for (std::size_t i = each->group->begin; i < each->group->end; ++i)
                if (const Scope scope = m_scopes.at(i, depth))
                    scopes.push_back(scope);
            inside.push_back(scopes.empty() ? std::string()
                                            : rangeTitle(m_scopes.name(scopes.front()),
                                                         m_scopes.name(scopes.back())));
        }
        if (std::set(inside.begin(), inside.end()).size() < inside.size())
            return false;
        for (std::size_t i = 0; i < list.size(); ++i)
            if (!inside[i].empty()) // one of them may be what is around the others
                list[i]->group->title += "/" + inside[i];
        return true;
    }

    const NodeScopes& m_scopes;
    const Model& m_model;
    const std::span<const NodeId> m_order;
    std::size_t m_depthOfAll = 0; ///< scopes that all nodes of the graph share tell nothing
    std::vector<Named> m_groups;  ///< those with a title
};

/// How much an operator tells of what a group is for.
enum class Weight : std::uint8_t {
    product, ///< a sum of products: most of the work of most models
    compute,
    condition, ///< makes only true and false, by which others choose
    light      ///< moves, shapes or converts what others compute, or computes sizes
};

/// Whether the result is a size, or a list of them: a whole number or a vector of those.
bool isOfSizes(const Model& model, ValueId result) {
    const TypePtr& type = model.value(result)->type;
    return isInteger(elementTypeOf(model, result)) && type && type->shape &&
           type->shape->size() <= 1;
}

/// Of an operator that computes each element or one for many.
Weight weightOfResult(const Model& model, const Node& node) {
    const ValueId result = node.outputs.empty() ? ValueId{} : node.outputs[0];
    if (result && elementTypeOf(model, result) == DataType::boolean)
        return Weight::condition;
    return result && isOfSizes(model, result) ? Weight::light : Weight::compute;
}

Weight weightOf(const Model& model, const Node& node, const OperatorFacts& facts) {
    if (facts.isProduct())
        return Weight::product;
    switch (facts.kind) {
    case OperatorKind::unary:
    case OperatorKind::broadcasting:
    case OperatorKind::reduction: return weightOfResult(model, node);
    case OperatorKind::view:
    case OperatorKind::movement:
    case OperatorKind::assembly:
    case OperatorKind::conversion:
    case OperatorKind::generator: return Weight::light;
    default: return Weight::compute;
    }
}

/// Whether the node is the Softmax of an attention: its result is multiplied with the values.
bool weighsValues(const Model& model, const Node& node) {
    return node.is("Softmax") && !node.outputs.empty() &&
           std::ranges::any_of(model.consumers(node.outputs[0]), [&](NodeId reader) {
               return reader && model.node(reader)->opType == "MatMul";
           });
}

struct CountedOperator {
    const OperatorFacts* facts = nullptr; ///< of the domain that was met last
    std::string_view domain, name;
    Weight weight = Weight::light;
    std::size_t count = 0;
};

/// "Conv ×54 · Clip ×35 · Add": of each of `repeats` equal parts.
std::string listedOperators(const std::vector<CountedOperator>& most, std::size_t repeats) {
    std::string text;
    for (std::size_t i = 0; i < std::min(most.size(), kOperators); ++i) {
        text.append(text.empty() ? "" : " · ").append(most[i].name);
        if (most[i].count / repeats > 1)
            text += fmt::format(" ×{}", grouped(most[i].count / repeats));
    }
    return text;
}

} // namespace

std::string rangeTitle(const std::string& first, const std::string& last) {
    if (first == last)
        return first;
    if (first.empty() || last.empty())
        return {};
    auto [a, b] = std::ranges::mismatch(first, last);
    while (a != first.begin() && isDigit(*std::prev(a)))
        --a, --b;
    const auto endA = std::find_if_not(a, first.end(), isDigit),
               endB = std::find_if_not(b, last.end(), isDigit);
    const bool numbers = a != endA && b != endB && std::equal(endA, first.end(), endB, last.end());
    return numbers ? std::string(first.begin(), endA) + "–" + std::string(b, last.end())
                   : first + " … " + last;
}

void nameGroups(NodeGroup& whole, const NodeScopes& scopes, const Model& model,
                std::span<const NodeId> order) {
    Namer(scopes, model, order).run(whole);
}

std::string operatorsTitle(const Model& model, std::span<const NodeId> order,
                           const NodeGroup& group, const Partitioning* partitioning) {
    std::vector<CountedOperator> counts; // few, which a search finds sooner than a map
    std::string_view first, last;
    bool isAttention = false;
    for (const NodeId id : order.subspan(group.begin, group.size())) {
        const Node& node = *model.node(id);
        if (partitioning && partitioning->isFolded(id))
            continue;
        last = node.opType.str();
        first = first.empty() ? last : first;
        auto found = std::ranges::find(counts, last, &CountedOperator::name);
        if (found == counts.end()) {
            counts.push_back({nullptr, {}, last});
            found = std::prev(counts.end());
        }
        CountedOperator& counted = *found;
        if (!counted.facts || counted.domain != node.domain.str()) { // mostly there is one domain
            counted.facts = &operatorFacts(node);
            counted.domain = node.domain.str();
        }
        isAttention = isAttention || weighsValues(model, node);
        const Weight weight = weightOf(model, node, *counted.facts);
        if (weight < counted.weight) // those that tell more count
            counted.count = 0;
        counted.weight = std::min(weight, counted.weight);
        counted.count += weight == counted.weight;
    }
    if (counts.empty() && partitioning)
        return operatorsTitle(model, order, group);
    std::vector<CountedOperator>& most = counts;
    for (CountedOperator& counted : most)
        if (isAttention && counted.name == "Softmax") // it tells more than what is added or scaled
            counted.weight = Weight::product;
    std::ranges::sort(most, [](const CountedOperator& a, const CountedOperator& b) {
        return std::tie(a.weight, b.count, a.name) < std::tie(b.weight, a.count, b.name);
    });
    if (most.size() > 1 && most.front().weight == Weight::light)
        return rangeTitle(std::string(first), std::string(last));
    const Weight least = std::max(most.front().weight, Weight::compute);
    std::erase_if(most, [&](const CountedOperator& each) { return each.weight > least; });
    return listedOperators(most, group.repeats) + (isAttention ? " (attention)" : "");
}

std::string titleOf(const Model& model, std::span<const NodeId> order, const NodeGroup& group,
                    const Partitioning* partitioning) {
    return group.title.empty() ? operatorsTitle(model, order, group, partitioning) : group.title;
}

} // namespace partita
