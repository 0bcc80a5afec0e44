#include "core/tasks/scenario/element_types.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/edit_tools.h"
#include "core/ir/convert_elements.h"
#include "core/ir/ep_context.h"
#include "core/ir/own_type.h"
#include "core/ir/sourced_tensor.h"
#include "core/onnx/schema_rules.h"
#include "core/session/size_nodes.h"

namespace partita {

namespace {

constexpr std::array<DataType, 4> kFloatingTypes = {DataType::float16, DataType::bfloat16,
                                                    DataType::float32, DataType::float64};
/// Attributes that name the type of what a node makes; without one, it is float32, or that of its
/// first input.
constexpr const char* kTypeAttributes[] = {"to", "dtype", "output_dtype", "output_datatype"};

constexpr std::uint64_t bitOf(DataType type) {
    return std::uint64_t{1} << static_cast<unsigned>(type);
}

/// The elements of a large constant as another type, converted when they are read: a placement reads
/// few of them.
class ConvertedElements : public ExternalSource {
public:
    ConvertedElements(TensorPtr from, DataType to) : m_from(std::move(from)), m_to(to) {}
    [[nodiscard]] Result<Buffer> load() const override {
        const auto made = PARTITA_TRY(convertElements(*m_from, m_to));
        return elements(made.tensor);
    }
    [[nodiscard]] bool isComputed() const override { return true; }

private:
    TensorPtr m_from;
    DataType m_to;
};

Result<TensorPtr> withType(const TensorPtr& tensor, DataType to) {
    constexpr std::uint64_t kLarge = 1 << 16; // bytes
    Tensor form = *tensor;
    form.type = to;
    if (!tensor->isComputed() &&
        !elements(*tensor)) // a weight that is not there is not there in any type
        return std::make_shared<const Tensor>(std::move(form));
    if (tensor->byteSize() >= kLarge)
        return sourcedTensor(form, std::make_shared<ConvertedElements>(tensor, to));
    return std::make_shared<const Tensor>(PARTITA_TRY(convertElements(*tensor, to)).tensor);
}

/// Decides first which tensors become another type, by who makes them, and then casts them for the
/// readers that want the other one.
class TypeConversion {
public:
    TypeConversion(const Model& model, DataType from, DataType to)
        : m_model(model), m_from(from), m_to(to), m_editor(model), m_names(model),
          m_isSize(sizeNodes(model)) {}

    Result<Model> run(const Progress& progress) {
        PARTITA_TRY(check());
        m_model.values().forEach([&](ValueId id, const auto& value) {
            if (elementOf(ownType(*value)) == m_from && turns(id))
                m_turning.insert(id);
        });
        for (const ValueId id : m_turning) {
            if (progress.cancelled())
                return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
            PARTITA_TRY(turn(id));
        }
        m_model.nodes().forEach([&](NodeId, const auto& node) { castInputs(*node); });
        m_model.graphs().forEach([&](GraphId, const auto& graph) { castOutputs(*graph); });
        return m_editor.model();
    }

private:
    Result<void> check() const {
        bool any = false;
        m_model.values().forEach(
            [&](ValueId, const auto& value) { any = any || elementOf(ownType(*value)) == m_from; });
        if (!any)
            return Error{Errc::usage,
                         PARTITA_TEXT("no tensor of the model is {0}", dataTypeName(m_from)),
                         {},
                         {}};
        PARTITA_TRY(edits::checkCast(m_model, m_model.mainGraph(), m_from, m_to));
        return edits::checkCast(m_model, m_model.mainGraph(), m_to, m_from);
    }

    /// The rules of a node's operator; none for one that stays as it is: it is not known, or its
    /// binary is compiled.
    const SchemaRules& rulesOf(const Node& node) {
        const auto [at, fresh] =
            m_rules.try_emplace({node.domain.str(), node.opType.str()}, SchemaRules());
        const std::string domain = node.isOnnx() ? "" : node.domain.str();
        const auto opset = fresh ? m_model.info().opset(domain) : std::nullopt;
        if (opset && !isEpContext(node))
            at->second = schemaRules(node.opType.str(), domain, *opset);
        return at->second;
    }
    static const PortRule* portOf(const std::vector<PortRule>& rules, std::size_t index) {
        if (index < rules.size())
            return &rules[index];
        return rules.empty() || !rules.back().repeats ? nullptr : &rules.back();
    }
    [[nodiscard]] bool isFrom(ValueId id) const {
        return id && elementOf(ownType(*m_model.value(id))) == m_from;
    }
    [[nodiscard]] bool isTensor(ValueId id) const {
        return ownType(*m_model.value(id))->isTensor();
    }
    /// Whether a port may have a value of the new type in place of this one.
    [[nodiscard]] bool allows(const PortRule* port, ValueId id) const {
        return port && (port->allowed & (isTensor(id) ? bitOf(m_to) : 1));
    }
    /// Whether a node computes sizes in the old type, which it keeps: the new one may count less far.
    [[nodiscard]] bool keepsSizes(const Node& node) const {
        return m_isSize[node.id.value] && node.subgraphs().empty() && !node.is("Constant") &&
               std::ranges::any_of(node.outputs, [&](ValueId id) { return isFrom(id); });
    }

    /// Whether an input and nothing else of a node has its parameter: then it may have either type.
    bool isAlone(const Node& node, std::size_t input) {
        const SchemaRules& rules = rulesOf(node);
        const std::string& parameter = portOf(rules.inputs, input)->parameter;
        if (!node.subgraphs().empty() || parameter.empty())
            return false;
        const auto count = [&](const auto& values, const std::vector<PortRule>& ports) {
            std::size_t found = 0;
            for (std::size_t i = 0; i < values.size(); ++i)
                if (const PortRule* port = portOf(ports, i); port && values[i])
                    found += port->parameter == parameter;
            return found;
        };
        return count(node.inputs, rules.inputs) + count(node.outputs, rules.outputs) == 1;
    }

    /// Whether an input of a node is to have the new type; `own`: that of the value that it reads.
    bool wantsNew(const Node& node, std::size_t input, bool own) {
        const PortRule* port = portOf(rulesOf(node).inputs, input);
        if (!allows(port, node.inputs[input]) || keepsSizes(node))
            return false;
        return own || !isAlone(node, input);
    }

    /// Whether a value becomes the new type, by who makes it.
    bool turns(ValueId id) {
        const NodeId maker = m_model.producer(id);
        const bool isConstant = m_model.value(id)->isConstant();
        if (maker && !m_model.node(maker)->is("Constant"))
            return makesNew(*m_model.node(maker), id);
        if ((isConstant || maker) && !m_model.isGraphInput(id) && !m_model.isGraphOutput(id))
            return anyReaderWantsNew(id);
        return true;
    }
    bool anyReaderWantsNew(ValueId id) {
        const auto& readers = m_model.consumers(id);
        return readers.empty() || std::ranges::any_of(readers, [&](NodeId reader) {
                   if (!reader) // a graph returns it
                       return true;
                   const Node& node = *m_model.node(reader);
                   for (std::size_t i = 0; i < node.inputs.size(); ++i)
                       if (node.inputs[i] == id && wantsNew(node, i, false))
                           return true;
                   return false;
               });
    }
    bool makesNew(const Node& node, ValueId id) {
        const auto at = std::ranges::find(node.outputs, id) - node.outputs.begin();
        const SchemaRules& rules = rulesOf(node);
        const PortRule* port = portOf(rules.outputs, static_cast<std::size_t>(at));
        if (!allows(port, id) || keepsSizes(node))
            return false;
        if (!node.subgraphs().empty())
            return true; // the bodies decide
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            if (const PortRule* input = portOf(rules.inputs, i); input && isFrom(node.inputs[i]))
                if (!port->parameter.empty() && input->parameter == port->parameter)
                    return true;
        return (node.is("ConstantOfShape") || typeAttributeOf(node, rules)) &&
               anyReaderWantsNew(id);
    }
    static const char* typeAttributeOf(const Node& node, const SchemaRules& rules) {
        for (const char* name : kTypeAttributes)
            if (node.attribute(name) || rules.attributes.contains(name))
                return name;
        return nullptr;
    }

    Result<void> turn(ValueId id) {
        const Value value = *m_model.value(id);
        const NodeId maker = m_model.producer(id);
        const auto* node = maker ? m_model.node(maker).get() : nullptr;
        if (value.isConstant() || (node && node->is("Constant"))) {
            const auto tensor = PARTITA_TRY(edits::constantTensor(m_model, id));
            edits::setConstant(m_editor, id, PARTITA_TRY(withType(tensor, m_to)));
        } else if (node && node->subgraphs().empty()) {
            PARTITA_TRY(turnAttributes(*node));
        }
        if (value.type)
            m_editor.changeValue(
                id, [&](Value& changed) { changed.type = withElement(value.type, m_to); });
        return {};
    }

    /// Names the new type in a node that names the type of what it makes.
    Result<void> turnAttributes(const Node& node) {
        if (node.is("ConstantOfShape")) {
            Tensor zero = PARTITA_TRY(Tensor::ofFloats(m_from, {1}, {0}));
            const auto* attribute = node.attribute("value");
            const auto* given = attribute ? std::get_if<TensorPtr>(&attribute->value) : nullptr;
            const auto filling =
                given && *given ? *given : std::make_shared<const Tensor>(std::move(zero));
            m_editor.setAttribute(node.id,
                                  Attribute::make("value", PARTITA_TRY(withType(filling, m_to))));
        } else if (const char* name = typeAttributeOf(node, rulesOf(node))) {
            m_editor.setAttribute(node.id, Attribute::make(name, static_cast<std::int64_t>(m_to)));
        }
        return {};
    }

    void castInputs(const Node& node) {
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const ValueId id = node.inputs[i];
            if (!isFrom(id) || !isTensor(id))
                continue;
            const bool own = m_turning.contains(id), wanted = wantsNew(node, i, own);
            if (own == wanted)
                continue;
            const ValueId read = castOf(id, wanted ? m_to : m_from);
            m_editor.changeNode(node.id, [&](Node& changed) { changed.inputs[i] = read; });
        }
    }

    /// What a graph returns has the new type: the node that holds it, or the user, expects it.
    void castOutputs(const Graph& graph) {
        for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
            const ValueId id = graph.outputs[i];
            if (!isFrom(id) || m_turning.contains(id) || !isTensor(id))
                continue;
            const ValueId made = castOf(id, m_to);
            m_editor.changeGraph(graph.id, [&](Graph& changed) { changed.outputs[i] = made; });
            if (m_renamed.insert(id).second) { // the name is that of what is returned
                const std::string name = m_model.value(id)->name;
                m_editor.changeValue(id, [&](Value& value) {
                    value.name = m_names.unique(name + "_" + std::string(dataTypeName(m_from)));
                });
                m_editor.changeValue(made, [&](Value& value) { value.name = name; });
            }
        }
    }

    /// The output of a Cast of a value, one for all its readers.
    ValueId castOf(ValueId id, DataType type) {
        const auto [at, fresh] = m_casts.try_emplace({id, type});
        if (!fresh)
            return at->second;
        const Value value = *m_editor.model().value(id);
        const std::string wish = value.name + "_as_" + std::string(dataTypeName(type));
        Value made;
        made.graph = value.graph;
        made.name = m_names.unique(wish);
        made.type = withElement(ownType(value), type);
        at->second = m_editor.addValue(std::move(made));
        m_editor.addNode(
            castNode(value.graph, m_names.unique(wish + "_Cast"), id, at->second, type));
        return at->second;
    }

    const Model& m_model;
    const DataType m_from, m_to;
    ModelEditor m_editor;
    NamesInUse m_names;
    const std::vector<bool> m_isSize; ///< by node
    std::map<std::pair<std::string, std::string>, SchemaRules> m_rules;
    std::unordered_set<ValueId> m_turning; ///< values that become the new type
    std::map<std::pair<ValueId, DataType>, ValueId> m_casts;
    std::unordered_set<ValueId> m_renamed;
};

} // namespace

std::span<const DataType> convertibleTypes() { return kFloatingTypes; }

Result<Model> withElementType(const Model& model, DataType from, DataType to,
                              const Progress& progress) {
    return TypeConversion(model, from, to).run(progress);
}

} // namespace partita
