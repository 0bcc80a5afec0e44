#include "core/edits/context_rules.h"

#include <algorithm>
#include <set>

#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/edits/edit_tools.h"
#include "core/ir/ep_context.h"
#include "core/ir/function_calls.h"
#include "core/onnx/infer_shapes.h"

namespace partita {

namespace {

/// How a binary finds the tensors at the boundary of its node.
enum class Binds {
    byPlace,  ///< their names are free
    byEither, ///< by name where the names are those in the binary in any order, else by place
    byName    ///< or nobody knows: their names stay
};

/// What may be changed of the nodes of one source; `merge` follows the same rules.
struct SourceRules {
    ContextSource source;
    bool renamesNode;      ///< its name is no key into the binary
    bool renamesPartition; ///< nor is its partition_name
    bool hasNotes;         ///< `notes` are for people
    Binds binds;
    bool takesCopies; ///< a graph may be run by several nodes
};

constexpr SourceRules kSourceRules[] = {
    {ContextSource::qnn, false, true, true, Binds::byEither, false},
    {ContextSource::openVino, true, false, true, Binds::byName, false},
    {ContextSource::partitaNpu, true, false, true, Binds::byPlace, true},
    {ContextSource::unknown, false, false, false, Binds::byName, false},
};

std::string_view sourceOf(const Node& node) { return node.stringAttribute("source", ""); }

const SourceRules& rulesOf(const Node& node) {
    return *std::ranges::find(kSourceRules, contextSourceOf(sourceOf(node)), &SourceRules::source);
}

bool isMainContext(const Node& node) { return node.intAttribute("main_context", 1) != 0; }

bool isUnknownSource(const Node& node) { return rulesOf(node).source == ContextSource::unknown; }

/// How an unknown source is called in a sentence.
Message sourceText(const Node& node) {
    const std::string_view source = sourceOf(node);
    return source.empty() ? PARTITA_TEXT("the unnamed source")
                          : Message(std::string(shortSource(source)));
}

Message compileAgain() { return PARTITA_TEXT("compile the model again with what it should be"); }

/// How the node is told to change what an edit may not change.
Message otherWay(const Node& node, std::string_view attribute) {
    const bool isPacking =
        attribute == "embed_mode" || attribute == "ep_cache_context" || attribute == "main_context";
    if (!isPacking || isUnknownSource(node))
        return compileAgain();
    return seeTyped(PARTITA_TEXT("move the binary in or out together with the attributes"),
                    "`repack`");
}

AttributePtr attributeNamed(const Node& node, std::string_view name) {
    const auto at = std::ranges::find_if(
        *node.attributes, [&](const AttributePtr& each) { return each->name == name; });
    return at == node.attributes->end() ? nullptr : *at;
}

bool isAttributeSame(const Node& before, const Node& after, const std::string& name) {
    const AttributePtr a = attributeNamed(before, name), b = attributeNamed(after, name);
    if (a == b || (a && b && sameAttributes({a}, {b})))
        return true;
    // The default and the same value in words mean the same.
    return (name == "main_context" || name == "embed_mode") && (!a || !b) &&
           before.intAttribute(name, 1) == after.intAttribute(name, 1);
}

Error refusedContext(Message what, const Node& node, Message remedy) {
    Error error = refusedAt(std::move(what), node);
    error.remedy = std::move(remedy);
    return error;
}

Result<void> checkAttributesStay(const Node& before, const Node& after) {
    std::set<std::string> names;
    for (const Node* node : {&before, &after})
        for (const AttributePtr& each : *node->attributes)
            names.insert(each->name);
    for (const std::string& name : names)
        if (!isAttributeSame(before, after, name))
            if (Message why = whyAttributeStays(before, name); !why.empty())
                return refusedContext(std::move(why), before, otherWay(before, name));
    return {};
}

Result<void> checkNodeStays(const Node& before, const Node& after) {
    if (!isEpContext(after))
        return refusedContext(whyOperatorStays(before), before,
                              PARTITA_TEXT("delete it, and connect another node in its place"));
    if (before.graph != after.graph)
        return refusedContext(
            PARTITA_TEXT("it stays in its graph: what loads the binary looks for it there"), before,
            PARTITA_TEXT("leave it where it is"));
    if (before.name != after.name)
        if (Message why = whyNameStays(before); !why.empty())
            return refusedContext(std::move(why), before,
                                  isUnknownSource(before)
                                      ? compileAgain()
                                      : seeTyped(PARTITA_TEXT("rename it together with its binary, "
                                                              "where that has one graph"),
                                                 "`repack --prefix`"));
    return checkAttributesStay(before, after);
}

/// Whether a tensor may stand where one of another type stood when the binary was compiled.
/// `mayForget`: what was known may be unknown.
bool fitsBinary(const TypePtr& before, const TypePtr& now, bool mayForget) {
    if (!before || before->kind == Type::Kind::none)
        return true;
    if (!now || now->kind == Type::Kind::none)
        return mayForget;
    if (!before->isTensor() || !now->isTensor())
        return before->kind == now->kind;
    if (before->element != DataType::undefined && now->element != before->element &&
        !(mayForget && now->element == DataType::undefined))
        return false;
    if (!before->shape)
        return true;
    if (!now->shape)
        return mayForget;
    return std::ranges::equal(*before->shape, *now->shape, [&](const Dim& a, const Dim& b) {
        return !a.value || (b.value ? *a.value == *b.value : mayForget);
    });
}

/// The inputs or the outputs of an EPContext node before and after a change.
class Boundary {
public:
    Boundary(const Model& before, const Model& after, const Node& node, bool outputs)
        : m_before(before), m_after(after), m_node(node), m_isOutputs(outputs),
          m_old(outputs ? node.outputs : node.inputs),
          m_new(outputs ? after.node(node.id)->outputs : after.node(node.id)->inputs) {}

    Result<void> check() {
        PARTITA_TRY(checkPlaces());
        for (std::size_t i = 0; i < m_old.size(); ++i)
            if (m_old[i] && m_new[i]) {
                PARTITA_TRY(checkName(i));
                PARTITA_TRY(checkType(i));
            }
        return {};
    }

private:
    [[nodiscard]] Error refused(Message what) const {
        return refusedContext(std::move(what), m_node, compileAgain());
    }

    Result<void> checkPlaces() const {
        bool isSame = m_old.size() == m_new.size();
        for (std::size_t i = 0; isSame && i < m_old.size(); ++i)
            isSame = !m_old[i] || m_new[i];
        if (!isSame)
            return refused(m_isOutputs ? PARTITA_TEXT("its outputs stay as many as they are: its "
                                                      "binary makes {0}",
                                                      m_old.size())
                                       : PARTITA_TEXT("its inputs stay as many as they are: its "
                                                      "binary reads {0}",
                                                      m_old.size()));
        if (!std::ranges::equal(m_old, m_new) && std::ranges::is_permutation(m_old, m_new))
            return refused(m_isOutputs
                               ? PARTITA_TEXT("its outputs stay in their order, which is that of "
                                              "its binary")
                               : PARTITA_TEXT("its inputs stay in their order, which is that of "
                                              "its binary"));
        return {};
    }

    Result<void> checkName(std::size_t i) const {
        const std::string& old = m_before.value(m_old[i])->name;
        const std::string& now = m_after.value(m_new[i])->name;
        if (old == now || rulesOf(m_node).binds == Binds::byPlace)
            return {};
        if (rulesOf(m_node).binds == Binds::byName)
            return refused(knownByName(m_node, old));
        for (std::size_t other = 0; other < m_old.size(); ++other)
            if (other != i && m_old[other] && m_before.value(m_old[other])->name == now)
                return refused(PARTITA_TEXT("'{0}' may not be '{1}', as another one is called: QNN "
                                            "would mix them up",
                                            old, now));
        return {};
    }

    Result<void> checkType(std::size_t i) {
        const auto &old = m_before.value(m_old[i]), &now = m_after.value(m_new[i]);
        const bool isComputed = !m_isOutputs && m_after.producer(m_new[i]);
        TypePtr type = now->type;
        if (isComputed && !fitsBinary(old->type, type, false) && fitsBinary(old->type, type, true))
            type = inferredType(m_new[i]);
        if (fitsBinary(old->type, type, isComputed))
            return {};
        return refused(PARTITA_TEXT("'{0}' stays {1}, for which its binary was compiled", now->name,
                                    old->type->text()));
    }

    /// The type that follows where an edit forgot it.
    TypePtr inferredType(ValueId id) {
        constexpr std::size_t kMostNodes = 20'000; // above, it takes seconds
        if (m_after.nodes().count() > kMostNodes)
            return nullptr;
        if (!m_inferred)
            m_inferred = inferShapes(m_after);
        return *m_inferred ? (*m_inferred)->value(id)->type : nullptr;
    }

public:
    static Message knownByName(const Node& node, const std::string& name) {
        return isUnknownSource(node)
                   ? PARTITA_TEXT("'{0}' keeps its name: nobody knows whether the binary of {1} "
                                  "looks it up by it",
                                  name, sourceText(node))
                   : PARTITA_TEXT("'{0}' keeps its name: OpenVINO's blob knows it by this name",
                                  name);
    }

private:
    const Model& m_before;
    const Model& m_after;
    std::optional<Result<Model>> m_inferred; ///< `m_after` with all types that follow
    const Node& m_node;                      ///< before
    bool m_isOutputs;
    const IdList<ValueId>&m_old, &m_new;
};

/// The node that uses the binary of one that is gone; none: nobody needs it.
NodeId leftWithoutBinary(const Node& gone, const Model& after) {
    if (!isMainContext(gone))
        return {};
    NodeId left;
    bool hasOther = false;
    after.nodes().forEach([&](NodeId id, const auto& node) {
        if (!isEpContext(*node) || sourceOf(*node) != sourceOf(gone))
            return;
        if (!isMainContext(*node))
            left = left ? left : id;
        // Which of several binaries holds a graph is known where the source is.
        else if (!isUnknownSource(gone) || isAttributeSame(gone, *node, "ep_cache_context"))
            hasOther = true;
    });
    return hasOther ? NodeId{} : left;
}

Result<void> checkMayGo(const Node& gone, const Model& after) {
    const NodeId left = leftWithoutBinary(gone, after);
    if (!left)
        return {};
    return refusedContext(
        PARTITA_TEXT("'{0}' needs it: that one has main_context 0, and its graph is in this one's "
                     "binary",
                     after.node(left)->label()),
        gone, PARTITA_TEXT("delete both at once"));
}

Result<void> checkMayCome(const Node& made, const Model& before, const Model& after) {
    bool isCopy = false;
    before.nodes().forEach([&](NodeId, const auto& node) {
        isCopy = isCopy || (isEpContext(*node) && sourceOf(*node) == sourceOf(made) &&
                            isAttributeSame(*node, made, "partition_name"));
    });
    if (!isCopy)
        return refusedContext(
            PARTITA_TEXT("an EPContext node is made only together with its binary"), made,
            seeTyped(PARTITA_TEXT("compile the nodes, or merge the models"), "`compile`, `merge`"));
    if (rulesOf(made).takesCopies && !graphsOfFunctions(after)[made.graph.value])
        return {};
    const auto twice = [&] {
        switch (rulesOf(made).source) {
        case ContextSource::qnn:
            return PARTITA_TEXT(
                "a copy has another name, by which QNN finds no graph in the binary");
        case ContextSource::openVino:
            return PARTITA_TEXT(
                "the outputs of a copy have other names, which OpenVINO's blob does not know");
        case ContextSource::partitaNpu:
            return PARTITA_TEXT("an EPContext node stays outside of functions: what loads the "
                                "binary does not look for it there");
        default:
            return PARTITA_TEXT("nobody knows whether {0} runs one graph of a binary twice",
                                sourceText(made));
        }
    };
    return refusedContext(
        twice(), made,
        seeTyped(PARTITA_TEXT("compile the part once more, and merge the models"), "`merge`"));
}

/// Adds the EPContext nodes that read or make a tensor.
void addNeighbours(const Model& model, ValueId value, std::set<NodeId>& into) {
    const auto add = [&](NodeId id) {
        if (const auto& node = model.node(id); node && isEpContext(*node))
            into.insert(id);
    };
    if (!model.value(value))
        return;
    add(model.producer(value));
    std::ranges::for_each(model.consumers(value), add);
}

/// The EPContext nodes that a change touches, by themselves or by their tensors.
std::set<NodeId> touched(const Model& before, const ModelDelta& delta) {
    std::set<NodeId> found;
    for (const auto& [id, old, now] : delta.nodes)
        if ((old && isEpContext(*old)) || (now && isEpContext(*now)))
            found.insert(id);
    for (const auto& [id, old, now] : delta.values)
        if (old && (!now || old->name != now->name || old->type != now->type))
            addNeighbours(before, id, found);
    return found;
}

} // namespace

Message whyAttributeStays(const Node& node, std::string_view attribute) {
    if (!isEpContext(node))
        return {};
    const SourceRules& rules = rulesOf(node);
    if (attribute == "source")
        return sourceOf(node).empty()
                   ? Message() // nobody takes the node as it is
                   : PARTITA_TEXT("source stays: only {0} loads what it compiled",
                                  std::string(shortSource(sourceOf(node))));
    if (isUnknownSource(node))
        return PARTITA_TEXT("{0} stays: nobody knows what {1} does with it", attribute,
                            sourceText(node));
    if (attribute == "notes" && rules.hasNotes)
        return {};
    if (attribute == "partition_name")
        return rules.renamesPartition
                   ? Message()
                   : PARTITA_TEXT("partition_name stays: it is the key into the binary");
    if (attribute == "main_context")
        return PARTITA_TEXT("main_context stays: it says which node has the binary");
    if (attribute == "embed_mode" || attribute == "ep_cache_context")
        return PARTITA_TEXT("{0} stays: it says where the binary is", attribute);
    return PARTITA_TEXT("{0} stays: the binary was compiled with it", attribute);
}

Message whyNameStays(const Node& node) {
    if (!isEpContext(node) || rulesOf(node).renamesNode)
        return {};
    return isUnknownSource(node)
               ? PARTITA_TEXT("its name stays: nobody knows what {0} looks up by it",
                              sourceText(node))
               : PARTITA_TEXT("its name stays: QNN finds the graph in the binary by it");
}

Message whyOperatorStays(const Node& node) {
    return isEpContext(node) ? PARTITA_TEXT("it stays an EPContext node: what it computes is only "
                                            "in its binary")
                             : Message();
}

Message whyTensorNameStays(const Model& model, ValueId value) {
    std::set<NodeId> nodes;
    addNeighbours(model, value, nodes);
    for (const NodeId id : nodes)
        if (rulesOf(*model.node(id)).binds == Binds::byName)
            return Boundary::knownByName(*model.node(id), model.value(value)->name);
    return {};
}

Message whyInputStays(const Model& model, const Node& node, std::size_t input, ValueId from) {
    if (!isEpContext(node))
        return {};
    if (input >= node.inputs.size())
        return PARTITA_TEXT("its inputs stay as many as they are: its binary reads {0}",
                            node.inputs.size());
    const auto& old = model.value(node.inputs[input]);
    return old && old->name != model.value(from)->name ? whyTensorNameStays(model, old->id)
                                                       : Message();
}

Result<void> checkContexts(const Model& before, const ModelDelta& delta) {
    const std::set<NodeId> nodes = touched(before, delta);
    if (nodes.empty())
        return {};
    const Model after = before.with(delta);
    for (const NodeId id : nodes) {
        const auto &old = before.node(id), &now = after.node(id);
        if (old && isEpContext(*old) && !now)
            PARTITA_TRY(checkMayGo(*old, after));
        else if (now && !(old && isEpContext(*old)))
            PARTITA_TRY(checkMayCome(*now, before, after));
        else if (now) {
            PARTITA_TRY(checkNodeStays(*old, *now));
            PARTITA_TRY(Boundary(before, after, *old, false).check());
            PARTITA_TRY(Boundary(before, after, *old, true).check());
        }
    }
    return {};
}

Result<void> checkContexts(const Model& first, const Model& before, const Model& after) {
    if (epContextsOf(first).empty())
        return {};
    auto checked = checkContexts(first, diff(first, after));
    return checked || !checkContexts(first, diff(first, before)) ? Result<void>() : checked;
}

} // namespace partita
