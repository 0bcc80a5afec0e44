// Sequences and optional values.

#include <algorithm>

#include "providers/reference/catalogue.h"
#include "providers/reference/moved.h"

namespace partita::reference {

namespace {

using Items = std::vector<RuntimeValue>;

const Items& itemsOf(Call& call, std::size_t input) {
    const RuntimeValue& value = call.value(input);
    require(value.items && !value.isMap, "a sequence was expected");
    return *value.items;
}

/// The position that an input names, in [0, count); the last one where the input is omitted.
std::ptrdiff_t position(Call& call, std::size_t input, std::size_t count) {
    const auto size = static_cast<std::int64_t>(count);
    return indexIn(call.has(input) ? call.in(input).onlyInteger() : -1, size);
}

} // namespace

void sequenceConstruct(Call& call) {
    Items items;
    for (std::size_t i = 0; i < call.inputCount(); ++i) {
        items.push_back(call.value(i).settled());
        require(items[i].type == items[0].type, "the items differ in type");
    }
    call.give(0, RuntimeValue::sequence(std::move(items)));
}

void sequenceEmpty(Call& call) { call.give(0, RuntimeValue::sequence({})); }

void sequenceLength(Call& call) {
    call.give(Array::int64s({static_cast<std::int64_t>(itemsOf(call, 0).size())}).reshaped({}));
}

void sequenceAt(Call& call) {
    const Items& items = itemsOf(call, 0);
    require(call.has(1), "the position is missing");
    call.give(0, items.at(static_cast<std::size_t>(position(call, 1, items.size()))).settled());
}

/// Inserts before `position`; n, or an omitted position, appends.
void sequenceInsert(Call& call) {
    Items items = itemsOf(call, 0);
    const RuntimeValue& item = call.value(1);
    require(items.empty() || items[0].type == item.type, "the items differ in type");
    const auto at =
        call.has(2) ? axisOrEndOf(call.in(2).onlyInteger(), items.size()) : items.size();
    require(at.has_value(), "the position is out of range");
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(*at), item.settled());
    call.give(0, RuntimeValue::sequence(std::move(items)));
}

void sequenceErase(Call& call) {
    Items items = itemsOf(call, 0);
    items.erase(items.begin() + position(call, 1, items.size()));
    call.give(0, RuntimeValue::sequence(std::move(items)));
}

/// `split` is a scalar, the size of all parts but a smaller last one, or a list of sizes. Without
/// it every part has size 1, and keepdims = 0 removes its axis.
void splitToSequence(Call& call) {
    const Array& data = call.in(0);
    const std::size_t axis = axisIn(call.integer("axis", 0), data.rank());
    const bool drop = !call.has(1) && call.integer("keepdims", 1) == 0;
    const std::int64_t length = data.dims()[axis];
    Dims sizes;
    if (call.has(1) && call.in(1).rank() > 0) {
        sizes = call.in(1).integers();
    } else {
        const std::int64_t size = call.has(1) ? call.in(1).onlyInteger() : 1;
        require(size > 0, "the size of a part is not positive");
        for (std::int64_t left = length; left > 0; left -= sizes.back())
            sizes.push_back(std::min(size, left));
    }
    Items items;
    std::int64_t first = 0;
    for (const std::int64_t size : sizes) {
        const Array each = part(data, axis, first, size);
        items.push_back((drop ? dropped(each, axis) : each).toRuntime());
        first += size;
    }
    require(first == length, "the sizes of the parts do not add up to the size of the axis");
    call.give(0, RuntimeValue::sequence(std::move(items)));
}

void concatFromSequence(Call& call) {
    std::vector<Array> parts;
    for (const RuntimeValue& item : itemsOf(call, 0))
        parts.push_back(Array::from(item));
    require(!parts.empty(), "the sequence is empty");
    require(call.hasAttribute("axis"), "the attribute axis is missing");
    const std::int64_t axis = call.integer("axis", 0);
    call.give(call.integer("new_axis", 0) != 0 ? stacked(parts, axisIn(axis, parts[0].rank() + 1))
                                               : joined(parts, axisIn(axis, parts[0].rank())));
}

/// An optional is represented by its value, or by a value marked `none`.
void optional(Call& call) {
    RuntimeValue none;
    none.none = true;
    call.give(0, call.has(0) ? call.value(0).settled() : none);
}

void optionalHasElement(Call& call) {
    call.give(Array::scalar(DataType::boolean, call.has(0) && !call.value(0).none ? 1 : 0));
}

void optionalGetElement(Call& call) {
    require(!call.value(0).none, "the optional has no value");
    call.give(0, call.value(0).settled());
}

} // namespace partita::reference
