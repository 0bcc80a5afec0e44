#include "tests/fuzz/random_edits.h"

#include <functional>

#include "core/edits/constant_tools.h"
#include "core/edits/edit_tools.h"
#include "core/edits/slots.h"

namespace partita::fuzz {

namespace {

constexpr DataType kTypes[] = {DataType::float32,  DataType::float16,  DataType::int64,
                               DataType::int32,    DataType::boolean,  DataType::float64,
                               DataType::bfloat16, DataType::int8,     DataType::uint4,
                               DataType::string,   DataType::undefined};

class Draw {
public:
    Draw(const Model& model, Chance& chance) : m_model(model), m_chance(chance) {
        model.nodes().forEach([&](NodeId id, const auto&) { m_nodes.push_back(id); });
        model.values().forEach([&](ValueId id, const auto& value) {
            m_values.push_back(id);
            if (value->isConstant() || edits::constantNodeOf(model, id))
                m_constants.push_back(id);
        });
        model.graphs().forEach([&](GraphId id, const auto&) { m_graphs.push_back(id); });
    }

    Edit edit() {
        // In the order of the variant.
        const std::function<Edit()> kinds[] = {
            [&] { return insertNode(); },
            [&] { return DeleteNodes{nodes()}; },
            [&] { return BypassNodes{nodes()}; },
            [&] {
                return ReplaceOperator{node(), domain(), opType(), {}};
            },
            [&] {
                return PasteNodes{std::make_shared<const Model>(m_model), nodes(), graph()};
            },
            [&] {
                return RenameNode{node(), name()};
            },
            [&] {
                return Connect{value(), slot()};
            },
            [&] { return Disconnect{slot()}; },
            [&] {
                return RerouteReaders{value(), value()};
            },
            [&] {
                return SetAttribute{nodes(), attribute()};
            },
            [&] {
                return ResetAttribute{nodes(), attributeName()};
            },
            [&] { return setTensor(); },
            [&] {
                return AddInitializer{graph(), name(), tensor()};
            },
            [&] {
                return ConvertElementType{constants(), m_chance.of(kTypes), m_chance.oneIn(2)};
            },
            [&] { return changeForm(); },
            [&] {
                return PlaceTensors{constants(), m_chance.oneIn(2)};
            },
            [&] {
                return RenameTensor{value(), name()};
            },
            [&] { return ShareEqualTensors{}; },
            [&] {
                return AddInput{graph(), name(), type()};
            },
            [&] { return RemoveInput{input()}; },
            [&] { return AddOutput{value()}; },
            [&] { return RemoveOutput{output()}; },
            [&] { return reorder(); },
            [&] {
                return SetValueType{input(), type()};
            },
            [&] {
                return SetDimension{symbol(), size()};
            },
            [&] { return SetBatch{size()}; },
            [&] {
                return ConvertOpset{domain(), m_chance.between(12, 26)};
            },
            [&] {
                return SetDocumentation{part(), m_chance.of({"", "text", "other"})};
            },
            [&] {
                return SetMetadata{part(), m_chance.of({"", "a", "b"}), "v", m_chance.oneIn(3)};
            },
            [&] { return producer(); },
            [&] {
                return ExtractFunction{several(), functionName(), m_chance.of({"my", "my", ""})};
            },
            [&] {
                return m_chance.oneIn(4) ? InlineFunction{{}, function()}
                                         : InlineFunction{calls(), {}};
            },
            [&] { return TakeBranch{branching()}; },
            [&] { return conversion(); },
            [&] {
                return MarkNodes{several(), m_chance.of({"", "npu", "cpu", "a(b"})};
            },
        };
        static_assert(std::size(kinds) == std::variant_size_v<Edit>);
        constexpr std::size_t kConvert = 26; // ONNX's converter takes its time
        std::size_t kind = m_chance.pick(std::size(kinds));
        if (kind == kConvert && !m_chance.oneIn(10))
            kind = m_chance.pick(kConvert);
        return kinds[kind]();
    }

private:
    template <class Id> Id of(const std::vector<Id>& ids) {
        if (ids.empty() || m_chance.oneIn(60))
            return Id{static_cast<std::uint32_t>(m_chance.pick(3) * 7919)}; // none, or unknown
        return m_chance.of(ids);
    }
    NodeId node() { return of(m_nodes); }
    ValueId value() { return of(m_values); }
    ValueId constant() { return m_chance.oneIn(20) ? value() : of(m_constants); }
    GraphId graph() { return m_chance.oneIn(3) ? of(m_graphs) : m_model.mainGraph(); }
    template <class F> auto some(F&& one) {
        std::vector<decltype(one())> list;
        for (std::size_t count = m_chance.oneIn(3) ? m_chance.pick(4) : 1; count > 0; --count)
            list.push_back(one());
        return list;
    }
    std::vector<NodeId> nodes() {
        return some([&] { return node(); });
    }
    /// Some nodes that read from each other.
    std::vector<NodeId> several() {
        std::vector<NodeId> found = {node()};
        for (std::size_t i = 0; i < found.size() && found.size() < 5; ++i)
            if (const auto& from = m_model.node(found[i]))
                for (const ValueId output : from->outputs)
                    for (const NodeId reader : m_model.consumers(output))
                        if (m_chance.oneIn(2))
                            found.push_back(reader);
        return found;
    }
    GraphId function() {
        const auto& functions = m_model.info().functions;
        return m_chance.oneIn(10) ? graph() : of(functions);
    }
    NodeId call() {
        std::vector<NodeId> calls;
        for (const NodeId id : m_nodes)
            if (functionOf(m_model, *m_model.node(id)))
                calls.push_back(id);
        return m_chance.oneIn(10) ? node() : of(calls);
    }
    std::vector<NodeId> calls() {
        return some([&] { return call(); });
    }
    NodeId branching() {
        std::vector<NodeId> found;
        for (const NodeId id : m_nodes)
            if (m_model.node(id)->is("If"))
                found.push_back(id);
        return m_chance.oneIn(10) ? node() : of(found);
    }
    InsertConversion conversion() {
        InsertConversion edit;
        edit.value = value();
        if (m_model.value(edit.value))
            edit.readers = readersOf(m_model, edit.value);
        if (m_chance.oneIn(10))
            edit.readers.push_back(slot());
        if (edit.readers.size() > 1 && m_chance.oneIn(3))
            edit.readers.pop_back();
        switch (m_chance.pick(3)) {
        case 0: edit.how = CastOnEdge{m_chance.of(kTypes), !m_chance.oneIn(3)}; break;
        case 1: edit.how = TransposeOnEdge{order(edit.value), !m_chance.oneIn(3)}; break;
        default: edit.how = quantization();
        }
        return edit;
    }
    QuantizeOnEdge quantization() {
        QuantizeOnEdge how;
        how.type = m_chance.oneIn(8) ? m_chance.of(kTypes)
                                     : m_chance.of({DataType::uint8, DataType::int8});
        how.scale.assign(m_chance.oneIn(4) ? m_chance.pick(5) : 1, m_chance.of({0.5, 0.01, 0.0}));
        if (m_chance.oneIn(2))
            how.zeroPoint.assign(how.scale.size(), m_chance.between(-5, 200));
        how.axis = m_chance.between(-2, 3);
        return how;
    }
    /// An order of the dimensions of a tensor, mostly.
    std::vector<std::int64_t> order(ValueId id) {
        const auto& found = m_model.value(id);
        const bool isKnown = found && found->type && found->type->shape && !m_chance.oneIn(10);
        std::vector<std::int64_t> perm(isKnown ? found->type->shape->size() : m_chance.pick(4));
        for (std::size_t i = 0; i < perm.size(); ++i)
            perm[i] = static_cast<std::int64_t>(perm.size() - 1 - i);
        if (!perm.empty() && m_chance.oneIn(8))
            perm[0] = m_chance.between(-1, 3);
        return perm;
    }
    std::string functionName() {
        return m_chance.oneIn(20) ? m_chance.of({"", "1", "a.b"})
                                  : "f" + std::to_string(m_chance.pick(12));
    }
    std::vector<ValueId> constants() {
        return some([&] { return constant(); });
    }
    ValueId input() {
        const auto& graph = *m_model.graph(m_model.mainGraph());
        return m_chance.oneIn(8) ? value() : of(m_chance.oneIn(3) ? graph.outputs : graph.inputs);
    }

    std::string name() {
        if (m_chance.oneIn(4) && !m_values.empty())
            return m_model.value(m_chance.of(m_values))->name;
        return m_chance.oneIn(30) ? "" : "name" + std::to_string(m_chance.pick(40));
    }
    std::string symbol() { return m_chance.of({"n", "batch", "k", ""}); }
    std::string domain() { return m_chance.oneIn(12) ? m_chance.of({"my", "ai.onnx"}) : ""; }
    std::string opType() {
        return m_chance.of({"Relu",    "Neg",    "Add",       "Mul",   "Sub",      "Identity",
                            "Softmax", "Concat", "Transpose", "Clip",  "Cast",     "Dropout",
                            "Split",   "MatMul", "Reshape",   "Shape", "Constant", "If",
                            "Nothing", "Max",    "Where"});
    }
    std::string attributeName() {
        return m_chance.of({"axis", "to", "perm", "alpha", "mode", "keepdims", "value", "none"});
    }
    AttributePtr attribute() {
        if (m_chance.oneIn(40))
            return nullptr;
        const std::string called = attributeName();
        switch (m_chance.pick(called == "axis" || called == "to" ? 2 : 6)) {
        case 2: return Attribute::make(called, 0.5F);
        case 3: return Attribute::string(called, m_chance.of({"constant", "linear", ""}));
        case 4: return Attribute::make(called, some([&] { return m_chance.between(-2, 4); }));
        case 5: return Attribute::make(called, tensor());
        default: return Attribute::make(called, m_chance.between(-3, 12));
        }
    }

    Slot slot() {
        if (m_chance.oneIn(5))
            return output();
        const NodeId id = node();
        const auto& found = m_model.node(id);
        return {id, {}, m_chance.pick((found ? found->inputs.size() : 0) + 2)};
    }
    Slot output() {
        const GraphId id = graph();
        const auto& found = m_model.graph(id);
        return {{}, id, m_chance.pick((found ? found->outputs.size() : 0) + 1)};
    }

    InsertNode insertNode() {
        InsertNode edit;
        edit.graph = graph();
        edit.node.opType = opType();
        edit.node.domain = domain();
        edit.node.name = m_chance.oneIn(2) ? name() : "";
        if (m_chance.oneIn(2))
            if (auto made = attribute())
                edit.node.attributes.push_back(std::move(made));
        edit.inputs = some([&] { return m_chance.oneIn(6) ? ValueId{} : value(); });
        if (!edit.inputs.empty() && m_chance.oneIn(2) && m_model.value(edit.inputs[0]))
            edit.readers = readersOf(m_model, edit.inputs[0]);
        else if (m_chance.oneIn(3))
            edit.readers = some([&] { return slot(); });
        return edit;
    }

    std::vector<std::int64_t> dims() {
        std::vector<std::int64_t> sizes;
        for (std::size_t rank = m_chance.pick(4); rank > 0; --rank)
            sizes.push_back(m_chance.between(m_chance.oneIn(10) ? 0 : 1, 4));
        return sizes;
    }
    TensorPtr tensor() {
        if (m_chance.oneIn(40))
            return nullptr;
        return tensorOf(m_chance.of(kTypes), dims());
    }
    TensorPtr tensorOf(DataType type, const std::vector<std::int64_t>& sizes) {
        const auto bytes = packedBytes(type, countOf(sizes));
        std::vector<std::byte> content(bytes.value_or(3));
        for (std::byte& each : content)
            each = static_cast<std::byte>(type == DataType::boolean ? m_chance.pick(2)
                                                                    : m_chance.pick(256));
        return std::make_shared<const Tensor>(
            Tensor::fromBytes(type, sizes, Buffer::own(std::move(content))));
    }
    SetTensor setTensor() {
        const ValueId id = constant();
        const auto now =
            m_model.value(id) ? edits::constantTensor(m_model, id) : Result<TensorPtr>(TensorPtr());
        if (now && *now && m_chance.oneIn(2))
            return {id, tensorOf((*now)->type, (*now)->dims)};
        return {id, tensor()};
    }
    ChangeTensorForm changeForm() {
        const ValueId id = m_chance.oneIn(2) ? constant() : input();
        const auto form =
            m_chance.of({TensorForm::input, TensorForm::initializer, TensorForm::constant});
        const auto& value = m_model.value(id);
        const auto fixed = value && value->type ? staticDims(value->type->shape)
                                                : std::optional<std::vector<std::int64_t>>();
        return {id, form, fixed ? tensorOf(value->type->element, *fixed) : tensor()};
    }

    Dim size() {
        switch (m_chance.pick(6)) {
        case 0: return {{}, symbol(), ""};
        case 1: return {{}, "size" + std::to_string(m_chance.pick(5)), ""};
        default: return {m_chance.between(m_chance.oneIn(20) ? -2 : 1, 9), "", ""};
        }
    }
    TypePtr type() {
        if (m_chance.oneIn(40))
            return nullptr;
        if (m_chance.oneIn(6))
            return Type::tensor(m_chance.of(kTypes), std::nullopt);
        Shape shape;
        for (std::size_t rank = m_chance.pick(5); rank > 0; --rank)
            shape.push_back(size());
        return Type::tensor(m_chance.of(kTypes), std::move(shape));
    }
    ReorderInterface reorder() {
        ReorderInterface edit{graph(), m_chance.oneIn(2), {}};
        const auto& found = m_model.graph(edit.graph);
        const std::size_t count =
            found ? (edit.outputs ? found->outputs : found->inputs).size() : 0;
        for (std::size_t i = 0; i < count; ++i)
            edit.order.push_back(count - 1 - i);
        if (count > 0 && m_chance.oneIn(4))
            edit.order[0] = m_chance.pick(count);
        return edit;
    }
    Annotated part() {
        switch (m_chance.pick(4)) {
        case 0: return {node(), {}, {}};
        case 1: return {{}, value(), {}};
        case 2: return {{}, {}, graph()};
        default: return {};
        }
    }
    SetProducer producer() {
        SetProducer edit;
        edit.producerName = m_chance.of({"", "me", "you"});
        if (m_chance.oneIn(2))
            edit.modelVersion = m_chance.between(0, 5);
        return edit;
    }

    const Model& m_model;
    Chance& m_chance;
    std::vector<NodeId> m_nodes;
    std::vector<ValueId> m_values, m_constants;
    std::vector<GraphId> m_graphs;
};

} // namespace

Edit randomEdit(const Model& model, Chance& chance) { return Draw(model, chance).edit(); }

} // namespace partita::fuzz
