// The rule of InsertConversion.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/overloaded.h"
#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/edits/output_types.h"
#include "core/edits/slots.h"
#include "core/ir/convert_elements.h"

namespace partita::edits {

namespace {

/// The smallest and the largest number of an integer type of up to 16 bits; nothing: another type.
std::optional<std::pair<std::int64_t, std::int64_t>> codesOf(DataType type) {
    using enum DataType;
    const bool isSigned = type == int4 || type == int8 || type == int16;
    if (!isSigned && type != uint4 && type != uint8 && type != uint16)
        return std::nullopt;
    const std::int64_t count = std::int64_t{1} << dataTypeBits(type);
    return isSigned ? std::pair{-count / 2, count / 2 - 1} : std::pair{std::int64_t{0}, count - 1};
}

/// The permutation that takes `perm` back; fails for what is no permutation.
Result<std::vector<std::int64_t>> inverseOf(const std::vector<std::int64_t>& perm) {
    std::vector<std::int64_t> inverse(perm.size(), -1);
    for (std::size_t i = 0; i < perm.size(); ++i) {
        const auto at = static_cast<std::size_t>(perm[i]);
        if (perm[i] < 0 || at >= perm.size() || inverse[at] >= 0)
            return Error{
                Errc::usage,
                PARTITA_TEXT("an order of {0} dimensions has each of the numbers from 0 to "
                             "{1} once",
                             perm.size(), perm.size() - 1),
                {},
                PARTITA_TEXT("write for example 0,2,3,1")};
        inverse[at] = static_cast<std::int64_t>(i);
    }
    return inverse;
}

/// Puts nodes one behind the other on the way of a tensor to some of its readers.
class EdgeConversion {
public:
    EdgeConversion(const Model& model, const InsertConversion& edit)
        : m_before(model), m_edit(edit), m_now(model) {}

    Result<Edited> run() {
        const auto value = PARTITA_TRY(existing(m_before, m_edit.value));
        m_graph = value->graph;
        m_name = tensorText(m_before, m_edit.value);
        m_type = knownType(m_before, m_edit.value);
        PARTITA_TRY(checkReaders());
        Message what =
            PARTITA_TRY(std::visit([this](const auto& each) { return insert(each); }, m_edit.how));
        return Edited{diff(m_before, m_now), std::move(what), m_name, std::move(m_nodes)};
    }

private:
    Result<void> checkReaders() const {
        if (m_edit.readers.empty())
            return Error{Errc::usage, PARTITA_TEXT("nothing reads '{0}' there", m_name), {}, {}};
        for (const Slot& reader : m_edit.readers) {
            PARTITA_TRY(checkSlot(m_before, reader));
            if (valueAt(m_before, reader) != m_edit.value)
                return Error{
                    Errc::usage,
                    PARTITA_TEXT("{0} does not read '{1}'", slotText(m_before, reader), m_name),
                    {},
                    {}};
        }
        return {};
    }

    Error unknownType() const {
        return {Errc::usage,
                PARTITA_TEXT("the type of '{0}' is not known", m_name),
                {},
                PARTITA_TEXT("correct the nodes in front of it first")};
    }

    /// Adds a node; `isLast`: the readers read it. Returns its output.
    Result<ValueId> add(const char* op, Attributes attributes, std::vector<ValueId> inputs,
                        bool isLast) {
        InsertNode insertion{m_graph,
                             {"", op, "", "", std::move(attributes), 0},
                             std::move(inputs),
                             isLast ? m_edit.readers : std::vector<Slot>()};
        const Edited made = PARTITA_TRY(apply(m_now, insertion));
        m_now = m_now.with(made.delta);
        m_nodes.push_back(made.nodes.front());
        return m_now.node(made.nodes.front())->outputs[0];
    }

    /// Adds an initializer, or, in a function, which has none, a Constant.
    Result<ValueId> addConstant(const std::string& suffix, Tensor tensor) {
        auto content = std::make_shared<const Tensor>(std::move(tensor));
        if (m_now.graph(rootOf(m_now, m_graph))->function) {
            const ValueId made = PARTITA_TRY(
                add("Constant", {Attribute::make("value", std::move(content))}, {}, false));
            m_nodes.pop_back(); // it goes with the nodes that read it
            return made;
        }
        const std::string name = NamesInUse(m_now).unique(m_name + suffix);
        const Edited made = PARTITA_TRY(apply(m_now, AddInitializer{m_graph, name, content}));
        m_now = m_now.with(made.delta);
        return std::ranges::find_if(made.delta.values,
                                    [](const auto& each) { return !each.before; })
            ->id;
    }

    Result<Message> insert(const CastOnEdge& cast) {
        const auto to = [](DataType type) {
            return Attributes{Attribute::make("to", static_cast<std::int64_t>(type))};
        };
        const DataType own = m_type && m_type->isTensor() ? m_type->element : DataType::undefined;
        if (cast.back && own == DataType::undefined)
            return unknownType();
        if (own == cast.type)
            return nothingToDo(PARTITA_TEXT("'{0}' is {1} already", m_name, dataTypeName(own)));
        const ValueId made = PARTITA_TRY(add("Cast", to(cast.type), {m_edit.value}, !cast.back));
        if (cast.back)
            PARTITA_TRY(add("Cast", to(own), {made}, true));
        return cast.back ? PARTITA_TEXT("Insert Cast to {0} and back", dataTypeName(cast.type))
                         : PARTITA_TEXT("Insert Cast to {0}", dataTypeName(cast.type));
    }

    Result<Message> insert(const TransposeOnEdge& transpose) {
        const auto inverse = PARTITA_TRY(inverseOf(transpose.perm));
        if (std::ranges::is_sorted(transpose.perm))
            return nothingToDo(PARTITA_TEXT("this order of dimensions is the present one"));
        if (m_type && m_type->shape && m_type->shape->size() != inverse.size())
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' has {1} dimensions", m_name, m_type->shape->size()),
                         {},
                         PARTITA_TEXT("give the new order of all of them")};
        const ValueId made = PARTITA_TRY(add("Transpose", {Attribute::make("perm", transpose.perm)},
                                             {m_edit.value}, !transpose.back));
        if (transpose.back)
            PARTITA_TRY(add("Transpose", {Attribute::make("perm", inverse)}, {made}, true));
        return transpose.back ? PARTITA_TEXT("Insert Transpose and its inverse")
                              : PARTITA_TEXT("Insert Transpose");
    }

    Result<Message> insert(const QuantizeOnEdge& quantize) {
        PARTITA_TRY(checkQuantization(quantize));
        std::vector<std::int64_t> dims, zeros = quantize.zeroPoint;
        zeros.resize(quantize.scale.size());
        Attributes attributes;
        if (zeros.size() > 1) {
            dims = {static_cast<std::int64_t>(zeros.size())};
            attributes.push_back(Attribute::make("axis", quantize.axis));
        }
        // From this version on the scale is of the type that it scales.
        constexpr std::int64_t kTypedScale = 19;
        const bool isTyped = opsetIn(m_before, m_graph, "").value_or(0) >= kTypedScale;
        auto scaleTensor = PARTITA_TRY(
            Tensor::ofFloats(isTyped ? m_type->element : DataType::float32, dims, quantize.scale));
        auto zeroTensor =
            PARTITA_TRY(convertElements(Tensor::of(DataType::int64, dims, zeros), quantize.type));
        const ValueId scale = PARTITA_TRY(addConstant("_scale", std::move(scaleTensor)));
        const ValueId zero = PARTITA_TRY(addConstant("_zero_point", std::move(zeroTensor.tensor)));
        const ValueId codes =
            PARTITA_TRY(add("QuantizeLinear", attributes, {m_edit.value, scale, zero}, false));
        PARTITA_TRY(add("DequantizeLinear", attributes, {codes, scale, zero}, true));
        return PARTITA_TEXT("Insert QuantizeLinear and DequantizeLinear");
    }

    Result<void> checkQuantization(const QuantizeOnEdge& quantize) const {
        using enum DataType;
        const DataType own = m_type && m_type->isTensor() ? m_type->element : undefined;
        if (own == undefined)
            return unknownType();
        if (own != float32 && own != float16 && own != bfloat16)
            return wrong(
                PARTITA_TEXT("'{0}' is {1}, which is not quantized", m_name, dataTypeName(own)));
        const auto codes = codesOf(quantize.type);
        if (!codes)
            return wrong(
                PARTITA_TEXT("{0} is no type of quantized elements", dataTypeName(quantize.type)),
                PARTITA_TEXT("take int8, uint8, int16, uint16, int4 or uint4"));
        if (quantize.scale.empty() || std::ranges::any_of(quantize.scale, [](double each) {
                return !std::isfinite(each) || each <= 0;
            }))
            return wrong(PARTITA_TEXT("a scale must be positive"));
        if (!quantize.zeroPoint.empty() && quantize.zeroPoint.size() != quantize.scale.size())
            return wrong(PARTITA_TEXT("there are {0} scales and {1} zero points",
                                      quantize.scale.size(), quantize.zeroPoint.size()));
        for (const std::int64_t zero : quantize.zeroPoint)
            if (zero < codes->first || zero > codes->second)
                return wrong(PARTITA_TEXT("a zero point of {0} must be from {1} to {2}",
                                          dataTypeName(quantize.type), codes->first,
                                          codes->second));
        return quantize.scale.size() == 1 ? Result<void>() : checkAxis(quantize);
    }

    Result<void> checkAxis(const QuantizeOnEdge& quantize) const {
        if (!m_type->shape)
            return {};
        const auto axis = axisOf(quantize.axis, m_type->shape->size());
        if (!axis)
            return wrong(PARTITA_TEXT("'{0}' has no axis {1}", m_name, quantize.axis));
        const auto size = (*m_type->shape)[*axis].value;
        if (size && *size != static_cast<std::int64_t>(quantize.scale.size()))
            return wrong(
                PARTITA_TEXT("axis {0} of '{1}' has the size {2}, and there are {3} scales",
                             quantize.axis, m_name, *size, quantize.scale.size()));
        return {};
    }

    static Error wrong(Message what, Message hint = {}) {
        return {Errc::usage, std::move(what), {}, std::move(hint)};
    }

    const Model& m_before;
    const InsertConversion& m_edit;
    Model m_now;
    GraphId m_graph;
    std::string m_name;
    TypePtr m_type; ///< of the tensor; null: not known
    std::vector<NodeId> m_nodes;
};

} // namespace

Result<Edited> apply(const Model& model, const InsertConversion& edit) {
    return EdgeConversion(model, edit).run();
}

} // namespace partita::edits
