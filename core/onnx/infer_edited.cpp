#include "core/onnx/infer_edited.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/ir/constants.h"
#include "core/ir/extract.h"
#include "core/ir/graph_order.h"
#include "core/ir/own_type.h"
#include "core/onnx/edited_region.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/inferred_type.h"
#include "core/onnx/known_results.h"
#include "core/onnx/made_up_symbols.h"
#include "core/onnx/model_source.h"
#include "core/onnx/parts_suffice.h"
#include "core/onnx/propagated_numbers.h"
#include "core/onnx/symbol_origins.h"

namespace partita {

namespace {

/// Nodes of the first part; each later one may have `kGrowth` times as many.
constexpr std::size_t kFirstPart = 32, kGrowth = 8;

/// What inference of parts finds, added to the types of the model before the edit.
class EditedTypes {
public:
    EditedTypes(const InferredModel& before, const Model& after, const Progress& progress)
        : m_before(before), m_after(after), m_progress(progress), m_around(after),
          m_delta(diff(before.stored, after)), m_editor(typedAfter()),
          m_most(after.nodes().count() / 2 + 64), m_numbersBefore(before.typed) {}

    std::optional<Model> run() {
        if (!partsSuffice(m_before.stored, m_after, m_delta))
            return std::nullopt;
        openEdited();
        std::size_t inferred = 0;
        for (std::size_t budget = kFirstPart; !m_open.empty();) {
            const auto part = nextPart(budget);
            inferred += part.size();
            if (inferred > m_most || m_progress.cancelled() || !infer(part))
                return std::nullopt;
            if (repeatKnown() < part.size())
                budget = std::min(budget * kGrowth, m_most);
        }
        return withSource(m_editor.model(), m_after.source());
    }

private:
    const Model& model() const { return m_editor.model(); }

    /// The edited model with the types that were inferred before the edit.
    [[nodiscard]] Model typedAfter() const {
        ModelDelta delta = m_delta;
        for (auto& change : delta.values) {
            if (!change.after)
                continue;
            const auto& before = m_before.typed.value(change.id);
            const TypePtr type = !m_after.producer(change.id) ? ownType(*change.after)
                                 : before                     ? before->type
                                                              : change.after->type;
            if (type == change.after->type)
                continue;
            auto typed = std::make_shared<Value>(*change.after);
            typed->type = type;
            change.after = std::move(typed);
        }
        return m_before.typed.with(delta);
    }

    /// Opens the nodes that the edit changed, and those that read what it changed.
    void openEdited() {
        const NodeSurroundings before(m_before.stored);
        const auto openHolder = [&](GraphId graph) {
            open(before.holder(graph));
            open(m_around.holder(graph));
        };
        for (const auto& change : m_delta.nodes)
            for (const auto& node : {change.before, change.after})
                if (node) {
                    m_edited.insert(node->id);
                    open(node->id);
                    openHolder(node->graph);
                    std::ranges::for_each(node->outputs, [&](ValueId id) { rewired(id); });
                }
        for (const auto& change : m_delta.values) {
            for (const auto& value : {change.before, change.after})
                if (value)
                    openHolder(value->graph);
            rewired(change.id);
        }
        for (const auto& change : m_delta.graphs) {
            openHolder(change.id);
            for (const auto list : {&Graph::inputs, &Graph::outputs})
                rewireListed(change, list);
        }
    }

    /// The values of the main graph's interface that have become part of it, or are no more.
    void rewireListed(const Change<GraphId, Graph>& change, auto list) {
        const auto listOf = [&](const auto& graph) {
            std::unordered_set<ValueId> ids;
            if (graph && !graph->parent)
                ids.insert((graph.get()->*list).begin(), (graph.get()->*list).end());
            return ids;
        };
        const auto before = listOf(change.before), after = listOf(change.after);
        for (const auto& [some, others] : {std::tie(before, after), std::tie(after, before)})
            for (const ValueId id : some)
                if (!others.contains(id))
                    rewired(id);
    }

    /// A value whose producer or whose own record is another one.
    void rewired(ValueId id) {
        const auto& value = m_after.value(id);
        if (!id || !value)
            return;
        if (const NodeId producer = m_after.producer(id))
            open(m_around.holder(producer));
        else if (const TypePtr type = ownType(*value);
                 value->graph == m_after.mainGraph() &&
                 !sameTypeOrNone(type, model().value(id)->type))
            m_editor.changeValue(id, [&](Value& changed) { changed.type = type; });
        openReaders(id, {});
    }

    void open(NodeId id) {
        const auto& node = m_after.node(id);
        if (node && node->graph == m_after.mainGraph())
            m_open.insert(id);
    }
    void openReaders(ValueId id, const std::unordered_set<NodeId>& inferred) {
        for (const NodeId reader : m_around.readers(id))
            if (!inferred.contains(reader))
                open(reader);
    }

    /// All open nodes, and nodes behind them as far as the budget goes.
    std::vector<NodeId> nextPart(std::size_t budget) {
        std::vector<NodeId> part(m_open.begin(), m_open.end());
        std::ranges::sort(part);
        std::unordered_set<NodeId> seen = std::exchange(m_open, {});
        for (std::size_t i = 0; i < part.size() && part.size() < budget; ++i)
            for (const ValueId output : m_after.node(part[i])->outputs)
                for (const NodeId reader :
                     output ? m_around.readers(output) : std::vector<NodeId>())
                    if (part.size() < budget && seen.insert(reader).second)
                        part.push_back(reader);
        return part;
    }

    /// What stands around the nodes of a part.
    struct Border {
        std::vector<NodeId> nodes; ///< of the part, and those whose numbers they need
        std::vector<ValueId> inputs;
    };

    /// Nothing: what inference knows of a value at the border cannot be told.
    std::optional<Border> borderOf(const std::vector<NodeId>& part) {
        Border border{part, {}};
        std::unordered_set<NodeId> inside(part.begin(), part.end());
        PropagatedNumbers numbers(model());
        std::unordered_set<ValueId> seen;
        for (std::size_t i = 0; i < border.nodes.size(); ++i)
            for (const ValueId id : m_around.readBy(border.nodes[i])) {
                const Value& value = *model().value(id);
                const NodeId producer = model().producer(id);
                if (inside.contains(producer) || value.isConstant() || !seen.insert(id).second)
                    continue;
                if (producer && model().node(producer)->is("Constant"))
                    continue; // it comes along
                if (!isAsInferred(value.type))
                    return std::nullopt;
                if (producer && (mayBeRefused(id) || numbers.comeFromProducer(id))) {
                    inside.insert(producer);
                    border.nodes.push_back(producer);
                } else {
                    border.inputs.push_back(id);
                }
            }
        return border;
    }

    /// Whether inference may have worked with a shape that it gave a Reshape, but that no run accepts.
    [[nodiscard]] bool mayBeRefused(ValueId id) const {
        const NodeId producer = model().producer(id);
        const TypePtr& type = model().value(id)->type;
        return producer && model().node(producer)->is("Reshape") && type && !type->shape;
    }

    /// Whether inference of the whole model gets the type of a value as its file has it.
    [[nodiscard]] bool isFromFile(ValueId id) const {
        const auto& source = m_after.source();
        return source && source->baseline.value(id) &&
               source->baseline.value(id)->type == m_after.value(id)->type;
    }

    /// Infers a part and takes over what was found. False: that cannot be done.
    bool infer(const std::vector<NodeId>& part) {
        ModelEditor stated(model());
        for (const NodeId node : part)
            for (const ValueId id : m_around.madeBy(node)) {
                const TypePtr& type = m_after.value(id)->type;
                if (type && isFromFile(id) && !isSaidInFull(*type))
                    return false;
                if (type != stated.model().value(id)->type)
                    stated.changeValue(id, [&](Value& value) { value.type = type; });
            }
        const auto border = borderOf(part);
        const auto cut = border ? extractSubgraph(stated.model(), model().mainGraph(),
                                                  border->nodes, border->inputs, {})
                                : Result<Model>(Error{});
        const auto inferred = cut ? inferShapes(*cut, m_progress) : cut;
        if (!inferred)
            return false;
        takeOver(part, *cut, *inferred);
        return true;
    }

    /// What inference is asked of a node; nothing: more counts than is asked.
    std::optional<InferenceQuestion> questionOf(NodeId id, PropagatedNumbers& numbers) {
        InferenceQuestion question{m_after.node(id), {}, {}, {}};
        const Node& node = *question.node;
        if (!node.subgraphs().empty() || m_edited.contains(id))
            return std::nullopt;
        for (const ValueId input : node.inputs) {
            question.inputs.push_back(input ? ownType(*model().value(input)) : nullptr);
            question.constants.emplace_back();
            if (!input)
                continue;
            auto told = bytesThatTell(m_after, input, question.inputs.back());
            if (!told && (!tellsAll(question.inputs.back()) || m_after.value(input)->isConstant() ||
                          mayBeRefused(input) || numbers.comeFromProducer(input)))
                return std::nullopt;
            question.constants.back() = std::move(told).value_or("");
        }
        for (const ValueId output : node.outputs) {
            question.stated.push_back(output ? m_after.value(output)->type : nullptr);
            if (output &&
                ((m_before.typed.value(output) && m_numbersBefore.comeFromProducer(output)) ||
                 (isFromFile(output) && question.stated.back() &&
                  !isSaidInFull(*question.stated.back()))))
                return std::nullopt;
        }
        return question;
    }

    /// Notes what inference made of the nodes of a part.
    void learn(const std::vector<NodeId>& part, PropagatedNumbers& numbers) {
        for (const NodeId id : part) {
            std::vector<TypePtr> made;
            for (const ValueId output : m_after.node(id)->outputs) {
                made.push_back(output ? model().value(output)->type : nullptr);
                if (output && (!tellsAll(made.back()) || mayBeRefused(output) ||
                               numbers.comeFromProducer(output)))
                    made.clear();
                if (made.empty())
                    break;
            }
            if (auto question = made.empty() ? std::nullopt : questionOf(id, numbers))
                m_known.add(*std::move(question), std::move(made));
        }
    }

    /// Goes on from the open nodes, in execution order, as long as inference was asked the same
    /// before. Returns how many nodes that were.
    std::size_t repeatKnown() {
        if (m_known.empty() || m_open.empty())
            return 0;
        if (m_order.empty()) {
            m_order = m_after.topologicalOrder(m_after.mainGraph());
            m_places.resize(m_after.nodes().keyEnd());
            for (std::size_t i = 0; i < m_order.size(); ++i)
                m_places[m_order[i].value] = i;
        }
        std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> places;
        for (const NodeId id : m_open)
            places.push(m_places[id.value]);
        PropagatedNumbers numbers(model());
        std::size_t count = 0;
        for (; !places.empty(); places.pop()) {
            const NodeId id = m_order[places.top()];
            if (!m_open.contains(id)) // opened by two
                continue;
            const auto question = questionOf(id, numbers);
            const auto* made = question ? m_known.find(*question) : nullptr;
            if (!made)
                break;
            m_open.erase(id);
            ++count;
            for (const NodeId reader : takeOverKnown(*question->node, *made))
                if (m_open.insert(reader).second)
                    places.push(m_places[reader.value]);
        }
        return count;
    }

    /// Returns the nodes that read what is another type now.
    std::vector<NodeId> takeOverKnown(const Node& node, const std::vector<TypePtr>& made) {
        std::vector<NodeId> readers;
        for (std::size_t i = 0; i < node.outputs.size(); ++i) {
            const ValueId id = node.outputs[i];
            if (!id || sameTypeOrNone(made[i], model().value(id)->type))
                continue;
            m_editor.changeValue(id, [&](Value& each) { each.type = made[i]; });
            std::ranges::copy(m_around.readers(id), std::back_inserter(readers));
        }
        return readers;
    }

    void takeOver(const std::vector<NodeId>& part, const Model& cut, const Model& inferred) {
        std::unordered_map<std::string_view, TypePtr> found;
        inferred.values().forEach([&](ValueId, const auto& value) {
            if (!isInFunction(inferred, value->graph))
                found.emplace(value->name, value->type);
        });
        nameAsBefore(part, cut, inferred, found);
        std::vector<ValueId> changed;
        for (const NodeId node : part)
            for (const ValueId id : m_around.madeBy(node)) {
                const Value& value = *model().value(id);
                const auto now = found.find(value.name);
                const TypePtr type =
                    now == found.end() ? value.type : withSymbols(now->second, m_names);
                if (!sameTypeOrNone(type, value.type)) {
                    m_editor.changeValue(id, [&](Value& each) { each.type = type; });
                    changed.push_back(id);
                } else if (!isAsInferred(type) || mayBeRefused(id) ||
                           m_after.node(node)->is("Constant") ||
                           (m_before.typed.value(id) && m_numbersBefore.comeFromProducer(id))) {
                    changed.push_back(id);
                }
            }
        PropagatedNumbers numbers(model());
        const std::unordered_set<NodeId> inside(part.begin(), part.end());
        for (const NodeId node : part)
            for (const ValueId id : m_after.node(node)->outputs)
                if (id && numbers.comeFromProducer(id))
                    changed.push_back(id);
        for (const ValueId id : changed)
            if (m_after.value(id)->graph == m_after.mainGraph())
                openReaders(id, inside);
        std::ranges::for_each(m_again, [&](NodeId id) { open(id); });
        if (m_again.empty())
            learn(part, numbers);
    }

    /// Chooses names for the symbols that inference made up in a part: the old ones where a node made
    /// up a size in the same place before, and new ones elsewhere.
    void nameAsBefore(const std::vector<NodeId>& part, const Model& cut, const Model& inferred,
                      const std::unordered_map<std::string_view, TypePtr>& found) {
        m_names.clear();
        m_again.clear();
        std::unordered_set<std::string> given;
        cut.values().forEach([&](ValueId, const auto& value) {
            forEachMadeUp(value->type, [&](const auto& each) { given.insert(each); });
        });
        bool fresh = false;
        inferred.values().forEach([&](ValueId, const auto& value) {
            forEachMadeUp(value->type,
                          [&](const auto& each) { fresh = fresh || !given.contains(each); });
        });
        if (!fresh)
            return;
        if (!m_origins)
            m_origins.emplace(m_before.stored, m_before.typed, m_after);
        const std::unordered_set<NodeId> inside(part.begin(), part.end());
        std::unordered_set<std::string> taken;
        bool mistaken = false;
        for (const NodeId at : GraphOrder(inferred).topological(inferred.mainGraph())) {
            const NodeId node = inferred.node(at)->origin->derivedFrom.front();
            if (!inside.contains(node))
                continue;
            if (mistaken)
                m_again.push_back(node);
            // From there on, inference took a size for another one than the same at the border.
            mistaken = !nameSymbolsOf(node, given, found, taken) || mistaken;
        }
    }

    /// False: inference of the part took a size for another one than that at the border.
    bool nameSymbolsOf(NodeId node, const std::unordered_set<std::string>& given,
                       const std::unordered_map<std::string_view, TypePtr>& found,
                       std::unordered_set<std::string>& taken) {
        bool isRight = true;
        for (const ValueId id : m_around.madeBy(node)) {
            const auto& value = model().value(id);
            const auto now = found.find(value->name);
            if (now == found.end())
                continue;
            std::vector<std::string> before, after;
            symbolsByPlace(value->type, before);
            symbolsByPlace(now->second, after);
            for (std::size_t i = 0; i < after.size(); ++i) {
                if (!isMadeUpSymbol(after[i]) || given.contains(after[i]) ||
                    m_names.contains(after[i]))
                    continue;
                if (before.size() != after.size() || !m_origins->isOf(before[i], node) ||
                    !taken.insert(before[i]).second) {
                    m_names[after[i]] = m_origins->makeUp(node);
                    continue;
                }
                m_names[after[i]] = before[i];
                isRight = isRight && !given.contains(before[i]);
            }
        }
        return isRight;
    }

    /// The name of each size of a type, "" where it has none.
    static void symbolsByPlace(const TypePtr& type, std::vector<std::string>& names) {
        for (const Type* each = type.get(); each; each = each->nested.get())
            if (each->shape)
                for (const Dim& dim : *each->shape)
                    names.push_back(dim.param);
    }

    const InferredModel& m_before;
    const Model& m_after;
    Progress m_progress;
    NodeSurroundings m_around;
    ModelDelta m_delta;   ///< of the stored models
    ModelEditor m_editor; ///< the edited model, with types
    std::size_t m_most;   ///< nodes to infer by parts
    PropagatedNumbers m_numbersBefore;
    std::unordered_set<NodeId> m_edited;
    KnownResults m_known;
    std::vector<NodeId> m_order;       ///< of the main graph; empty: not needed yet
    std::vector<std::size_t> m_places; ///< in `m_order`, by node
    std::unordered_set<NodeId> m_open;
    std::unordered_map<std::string, std::string> m_names; ///< of the symbols made up in a part
    std::vector<NodeId> m_again;                          ///< of the part, to be inferred once more
    std::optional<SymbolOrigins> m_origins;               ///< nothing: not needed yet
};

} // namespace

std::optional<Model> inferEditedParts(const InferredModel& before, const Model& stored,
                                      const Progress& progress) {
    return EditedTypes(before, stored, progress).run();
}

Result<Model> inferShapesAfterRewrite(const Model& typed, const Model& rewritten,
                                      const Progress& progress) {
    bool complete = true; // whether `typed` has been inferred, as far as can be seen
    typed.nodes().forEach([&](NodeId, const auto& node) {
        for (const ValueId output : node->outputs)
            complete = complete && (!output || typed.value(output)->type);
    });
    return complete ? inferShapesAfterEdit({typed, typed}, rewritten, progress)
                    : inferShapes(rewritten, progress);
}

Result<Model> inferShapesAfterEdit(const InferredModel& before, const Model& stored,
                                   const Progress& progress) {
    if (auto known = inferEditedParts(before, stored, progress))
        return *std::move(known);
    if (progress.cancelled())
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    return inferShapes(stored, progress);
}

} // namespace partita
