// Sequences and optionals. A new sequence shares its items with the sequence it was made from.

#include <cstring>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/narrow_types.h"

namespace partita::cpu {

namespace {

const std::vector<RuntimeValue>& itemsOf(const RuntimeValue& value) {
    require(value.items != nullptr, "a sequence was expected");
    return *value.items;
}

void giveBool(KernelContext& context, bool answer) {
    *context.output(0, DataType::boolean, {}).as<bool>() = answer;
}

/// A position from an input, which may count from the end; `inserting` also allows the place after
/// the last item. Fails for any other.
std::size_t position(const KernelContext& context, std::size_t input, std::size_t size,
                     bool inserting) {
    const std::int64_t given = integerOf(context, input);
    const auto at = inserting ? axisOrEndOf(given, size) : axisOf(given, size);
    require(at.has_value(), "the position is outside of the sequence");
    return *at;
}

/// A copy of `size` indices of an axis, beginning at `begin`.
RuntimeValue part(const RuntimeValue& x, std::size_t axis, std::int64_t begin, std::int64_t size) {
    Dims dims = x.dims;
    dims[axis] = size;
    RuntimeValue result = RuntimeValue::allocate(x.type, dims);
    const std::int64_t outer = product(x.dims, 0, axis), inner = product(x.dims, axis + 1);
    for (std::int64_t o = 0; o < outer; ++o) {
        const std::int64_t from = (o * x.dims[axis] + begin) * inner, to = o * size * inner;
        if (x.type == DataType::string) {
            std::copy_n(x.strings->begin() + from, size * inner, result.strings->begin() + to);
            continue;
        }
        const std::size_t bytes = elementBytes(x);
        std::memcpy(result.data + static_cast<std::size_t>(to) * bytes,
                    x.data + static_cast<std::size_t>(from) * bytes,
                    static_cast<std::size_t>(size * inner) * bytes);
    }
    return result;
}

} // namespace

/// Makes a sequence of its inputs.
///
/// Inputs:   inputs: tensors of any type
/// Outputs:  output_sequence
/// Method:   shares the tensors; one that lies in the arena of the run is copied
/// Source:   ONNX SequenceConstruct-11
void sequenceConstructKernel(KernelContext& context) {
    std::vector<RuntimeValue> items;
    for (std::size_t i = 0; i < context.inputCount(); ++i)
        items.push_back(context.input(i).settled());
    give(context, RuntimeValue::sequence(std::move(items)));
}

/// Makes an empty sequence.
///
/// Inputs:   none
/// Outputs:  output: a sequence
/// Method:   an empty list
/// Source:   ONNX SequenceEmpty-11
void sequenceEmptyKernel(KernelContext& context) { give(context, RuntimeValue::sequence({})); }

/// Counts the tensors of a sequence.
///
/// Inputs:   input_sequence
/// Outputs:  length int64 []
/// Method:   reads the size of the list
/// Source:   ONNX SequenceLength-11
void sequenceLengthKernel(KernelContext& context) {
    const auto size = static_cast<std::int64_t>(itemsOf(context.input(0)).size());
    *context.output(0, DataType::int64, {}).as<std::int64_t>() = size;
}

/// Takes one tensor out of a sequence.
///
/// Inputs:   input_sequence; position int32, int64 [], which may count from the end
/// Outputs:  tensor
/// Method:   shares the tensor
/// Fails:    when the position is outside of the sequence
/// Source:   ONNX SequenceAt-11
void sequenceAtKernel(KernelContext& context) {
    const auto& items = itemsOf(context.input(0));
    give(context, RuntimeValue(items[position(context, 1, items.size(), false)]));
}

/// Makes a sequence with one more tensor, at a position or at the end.
///
/// Inputs:   input_sequence; tensor of any type; position int32, int64 [], optional
/// Outputs:  output_sequence
/// Method:   shares all tensors; a new one that lies in the arena of the run is copied
/// Fails:    when the position is outside of the sequence
/// Source:   ONNX SequenceInsert-11
void sequenceInsertKernel(KernelContext& context) {
    std::vector<RuntimeValue> items = itemsOf(context.input(0));
    const std::size_t at =
        context.optional(2) ? position(context, 2, items.size(), true) : items.size();
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(at), context.input(1).settled());
    give(context, RuntimeValue::sequence(std::move(items)));
}

/// Makes a sequence without the tensor at a position, or without the last one.
///
/// Inputs:   input_sequence; position int32, int64 [], optional
/// Outputs:  output_sequence
/// Method:   shares the tensors that stay
/// Fails:    when the sequence is empty or the position is outside of it
/// Source:   ONNX SequenceErase-11
void sequenceEraseKernel(KernelContext& context) {
    std::vector<RuntimeValue> items = itemsOf(context.input(0));
    require(!items.empty(), "nothing can be taken out of an empty sequence");
    const std::size_t at =
        context.optional(1) ? position(context, 1, items.size(), false) : items.size() - 1;
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
    give(context, RuntimeValue::sequence(std::move(items)));
}

/// Splits a tensor along an axis into a sequence of pieces.
///
/// Inputs:   input of any type [D1, …, Dn]; split int32, int64: [] one size for all, or [k] the
///           sizes, optional (then pieces of 1)
/// Outputs:  output_sequence, its tensors without the axis where split is omitted and keepdims is 0
/// Method:   copies each piece
/// Fails:    when a size is not positive ([]) or negative ([k]), or the sizes do not add up to the
///           axis
/// Source:   ONNX SplitToSequence-24
void splitToSequenceKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    require(!x.dims.empty() && (x.type == DataType::string || dataTypeBits(x.type) >= 8),
            "this input cannot be split");
    const std::size_t axis = normalizeAxis(context.node().intAttribute("axis", 0), x.dims.size());
    const std::int64_t size = x.dims[axis];
    Dims sizes;
    const bool single = !context.optional(1);
    if (single) {
        sizes.assign(static_cast<std::size_t>(size), 1);
    } else if (context.input(1).dims.empty()) {
        const std::int64_t each = integerOf(context, 1);
        require(each > 0, "the size of a piece must be positive");
        for (std::int64_t done = 0; done < size; done += each)
            sizes.push_back(std::min(each, size - done));
    } else {
        sizes = context.ints(1);
    }
    const bool keep = context.node().intAttribute("keepdims", 1) != 0;
    std::vector<RuntimeValue> items;
    std::int64_t begin = 0;
    for (const std::int64_t each : sizes) {
        require(each >= 0 && each <= size - begin, "the pieces do not fit the axis");
        items.push_back(part(x, axis, begin, each));
        if (single && !keep)
            items.back().dims.erase(items.back().dims.begin() + static_cast<std::ptrdiff_t>(axis));
        begin += each;
    }
    require(begin == size, "the pieces do not cover the whole axis");
    give(context, RuntimeValue::sequence(std::move(items)));
}

/// Joins the tensors of a sequence along an axis, or along a new one.
///
/// Inputs:   input_sequence
/// Outputs:  concat_result
/// Method:   copies each tensor into its place
/// Fails:    when the sequence is empty, or its tensors differ in type, rank or another dimension
///           than the axis
/// Source:   ONNX ConcatFromSequence-11
void concatFromSequenceKernel(KernelContext& context) {
    const auto& items = itemsOf(context.input(0));
    require(!items.empty(), "an empty sequence cannot be joined");
    const bool fresh = context.node().intAttribute("new_axis", 0) != 0;
    const std::size_t rank = items[0].dims.size() + (fresh ? 1 : 0);
    const std::size_t axis = normalizeAxis(context.node().intAttribute("axis", 0), rank);
    std::vector<Dims> shapes;
    std::int64_t total = 0;
    for (const RuntimeValue& item : items) {
        shapes.push_back(item.dims);
        if (fresh)
            shapes.back().insert(shapes.back().begin() + static_cast<std::ptrdiff_t>(axis), 1);
        require(item.type == items[0].type && shapes.back().size() == rank,
                "the items differ in type or rank");
        require(item.type == DataType::string || dataTypeBits(item.type) >= 8,
                "these items cannot be joined");
        for (std::size_t i = 0; i < rank; ++i)
            require(i == axis || shapes.back()[i] == shapes[0][i], "the items differ in shape");
        total = plus(total, shapes.back()[axis]);
    }
    Dims dims = shapes[0];
    dims[axis] = total;
    RuntimeValue& y = context.output(0, items[0].type, dims);
    const std::int64_t outer = product(dims, 0, axis), inner = product(dims, axis + 1);
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::int64_t size = shapes[i][axis];
        for (std::int64_t o = 0; o < outer; ++o) {
            const std::int64_t from = o * size * inner, to = (o * total + begin) * inner;
            if (y.type == DataType::string) {
                std::copy_n(items[i].strings->begin() + from, size * inner,
                            y.strings->begin() + to);
                continue;
            }
            const std::size_t bytes = elementBytes(y);
            std::memcpy(y.data + static_cast<std::size_t>(to) * bytes,
                        items[i].data + static_cast<std::size_t>(from) * bytes,
                        static_cast<std::size_t>(size * inner) * bytes);
        }
        begin += size;
    }
}

/// Makes an optional of its input, or one without a value.
///
/// Inputs:   input: a tensor or sequence, optional
/// Outputs:  output: an optional
/// Method:   shares the value; a tensor that lies in the arena of the run is copied
/// Source:   ONNX Optional-28
void optionalKernel(KernelContext& context) {
    if (const RuntimeValue* given = context.optional(0)) {
        give(context, given->settled());
        return;
    }
    RuntimeValue none;
    none.none = true;
    give(context, std::move(none));
}

/// Tells whether an optional has a value.
///
/// Inputs:   input: an optional, tensor or sequence, may be omitted
/// Outputs:  output boolean []
/// Method:   reads a flag
/// Source:   ONNX OptionalHasElement-28
void optionalHasElementKernel(KernelContext& context) {
    const RuntimeValue* given = context.optional(0);
    giveBool(context, given && !given->none);
}

/// Takes the value out of an optional.
///
/// Inputs:   input: an optional, tensor or sequence
/// Outputs:  output: its value
/// Method:   shares the value; a tensor that lies in the arena of the run is copied
/// Fails:    when the optional has no value
/// Source:   ONNX OptionalGetElement-28
void optionalGetElementKernel(KernelContext& context) {
    const RuntimeValue& given = context.input(0);
    require(!given.none, "the optional has no value");
    give(context, given.settled());
}

} // namespace partita::cpu
