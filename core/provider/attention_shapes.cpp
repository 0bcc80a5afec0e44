#include "core/provider/attention_shapes.h"

#include <array>
#include <optional>
#include <string_view>

#include "core/ir/input_shape.h"

namespace partita {

namespace {

/// What the axes of the inputs count.
enum class Size : std::size_t {
    batches,
    queryHeads,
    keyHeads,
    queries,
    newKeys,
    pastKeys,
    keySize,
    valueSize,
};

struct InputAxes {
    std::size_t input;
    std::string_view name;
    std::array<Size, 4> axes; ///< where heads have an axis of their own
};
constexpr InputAxes kInputs[] = {
    {0, "Q", {Size::batches, Size::queryHeads, Size::queries, Size::keySize}},
    {1, "K", {Size::batches, Size::keyHeads, Size::newKeys, Size::keySize}},
    {2, "V", {Size::batches, Size::keyHeads, Size::newKeys, Size::valueSize}},
    {4, "past_key", {Size::batches, Size::keyHeads, Size::pastKeys, Size::keySize}},
    {5, "past_value", {Size::batches, Size::keyHeads, Size::pastKeys, Size::valueSize}}};
constexpr std::size_t kMask = 3, kLengths = 6;

/// The sizes that are known so far.
class AttentionSizes {
public:
    AttentionSizes(const Model& model, const Node& node) : m_model(model), m_node(node) {}

    Message broken() {
        for (const InputAxes& each : kInputs)
            if (const Shape* shape = inputShape(m_model, m_node, each.input)) {
                Message wrong = take(each, *shape);
                if (!wrong.empty())
                    return wrong;
            }
        const auto heads = of(Size::queryHeads), shared = of(Size::keyHeads);
        if (heads && shared && (*shared == 0 ? *heads != 0 : *heads % *shared != 0))
            return PARTITA_TEXT("{0} heads of Q cannot share {1} heads of K", *heads, *shared);
        if (const Shape* shape = inputShape(m_model, m_node, kMask)) {
            Message wrong = checkMask(*shape);
            if (!wrong.empty())
                return wrong;
        }
        const Shape* lengths = inputShape(m_model, m_node, kLengths);
        return lengths && lengths->size() == 1
                   ? agree("nonpad_kv_seqlen", 0, Size::batches, lengths->front().value)
                   : Message();
    }

private:
    using Known = std::optional<std::int64_t>;

    Known& of(Size what) { return m_sizes[static_cast<std::size_t>(what)]; }

    /// Notes a size, or says that the input has another one than those before.
    Message agree(std::string_view input, std::size_t axis, Size what, const Known& size) {
        Known& known = of(what);
        if (size && known && *size != *known)
            return PARTITA_TEXT("axis {0} of {1} is {2} instead of {3}", axis, input, *size,
                                *known);
        if (size)
            known = size;
        return {};
    }

    Message take(const InputAxes& each, const Shape& shape) {
        if (shape.size() == 3)
            return takeFlat(each, shape);
        for (std::size_t axis = 0; axis < 4 && shape.size() == 4; ++axis) {
            Message wrong = agree(each.name, axis, each.axes[axis], shape[axis].value);
            if (!wrong.empty())
                return wrong;
        }
        return {};
    }

    /// [batches, sequence, heads · size], where an attribute tells the number of heads.
    Message takeFlat(const InputAxes& each, const Shape& shape) {
        const std::int64_t heads =
            m_node.intAttribute(each.input == 0 ? "q_num_heads" : "kv_num_heads", 0);
        const Known& whole = shape[2].value;
        if (heads <= 0)
            return PARTITA_TEXT("{0} has three axes, but no attribute tells its heads", each.name);
        if (whole && *whole % heads != 0)
            return PARTITA_TEXT("axis 2 of {0} is {1}, which {2} heads cannot share", each.name,
                                *whole, heads);
        const Known sizes[] = {shape[0].value, heads, shape[1].value,
                               whole ? Known(*whole / heads) : Known()};
        for (std::size_t i = 0; i < 4; ++i) {
            constexpr std::size_t kAxes[] = {0, 2, 1, 2};
            Message wrong = agree(each.name, kAxes[i], each.axes[i], sizes[i]);
            if (!wrong.empty())
                return wrong;
        }
        return {};
    }

    /// The mask is broadcast to [batches, heads, queries, keys]; its last axis may be shorter.
    Message checkMask(const Shape& shape) {
        constexpr Size kRows[] = {Size::queries, Size::queryHeads, Size::batches};
        for (std::size_t i = 0; i < std::size(kRows) && i + 2 <= shape.size(); ++i) {
            const std::size_t axis = shape.size() - 2 - i;
            if (shape[axis].value == 1)
                continue;
            Message wrong = agree("attn_mask", axis, kRows[i], shape[axis].value);
            if (!wrong.empty())
                return wrong;
        }
        return {};
    }

    const Model& m_model;
    const Node& m_node;
    std::array<Known, 8> m_sizes;
};

} // namespace

Message brokenAttention(const Model& model, const Node& node) {
    return AttentionSizes(model, node).broken();
}

} // namespace partita
