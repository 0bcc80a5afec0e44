// Maps of ai.onnx.ml, made from scores and turned into tensors.

#include <algorithm>

#include <fmt/format.h>

#include "core/base/number_text.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/ml_scores.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

namespace {

const RuntimeValue& keysOf(const RuntimeValue& map) {
    require(map.isMap && map.items->size() == 2 &&
                map.items->front().count() == map.items->back().count(),
            "a map was expected");
    require(map.items->front().type == DataType::string ||
                map.items->front().type == DataType::int64,
            "the keys of a map must be texts or int64");
    return map.items->front();
}
const RuntimeValue& valuesOf(const RuntimeValue& map) {
    require(map.isMap, "a map was expected");
    return map.items->back();
}

/// The indices of `labels`, in ascending order of the labels.
template <class Label> std::vector<std::size_t> ascending(const std::vector<Label>& labels) {
    std::vector<std::size_t> order(labels.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::sort(order, {}, [&](std::size_t i) -> const Label& { return labels[i]; });
    return order;
}

/// Writes value `i` of a map to element `at`, cast to the type of `to`; throws for a text that does
/// not spell a number where one is wanted.
void castElement(const RuntimeValue& from, std::int64_t i, RuntimeValue& to, std::int64_t at) {
    if (to.type == DataType::string) {
        (*to.strings)[static_cast<std::size_t>(at)] =
            from.type == DataType::string
                ? (*from.strings)[static_cast<std::size_t>(i)]
                : fmt::format("{:f}", static_cast<float>(readNumber(from, i)));
        return;
    }
    double number = 0;
    if (from.type == DataType::string) {
        const std::string& text = (*from.strings)[static_cast<std::size_t>(i)];
        const auto parsed = parseNumber<double>(text);
        require(parsed.has_value(), "a text in the map is not a number");
        number = *parsed;
    } else {
        number = readNumber(from, i);
    }
    if (to.type == DataType::int64)
        to.as<std::int64_t>()[at] = numberAs<std::int64_t>(number);
    else
        to.as<float>()[at] = static_cast<float>(number);
}

} // namespace

/// Turns each row of scores into a map from class label to score.
///
/// Inputs:   X float32 [N, classes] or [classes]
/// Outputs:  Z sequence of N maps, from string or int64 to float32
/// Method:   the keys, in ascending order, are shared by all maps
/// Source:   ONNX-ML ZipMap-1
void zipMapKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const auto texts = context.node().stringsAttribute("classlabels_strings");
    const std::vector<std::int64_t> numbers = context.node().intsAttribute("classlabels_int64s");
    require(texts.empty() != numbers.empty(),
            "class labels must be given either as texts or as whole numbers");
    const std::size_t classes = std::max(texts.size(), numbers.size());
    require((x.dims.size() == 1 || x.dims.size() == 2) &&
                x.dims.back() == static_cast<std::int64_t>(classes),
            "one score for each label was expected");
    const auto order = texts.empty() ? ascending(numbers) : ascending(texts);
    RuntimeValue keys = RuntimeValue::allocate(texts.empty() ? DataType::int64 : DataType::string,
                                               {static_cast<std::int64_t>(classes)});
    for (std::size_t i = 0; i < classes; ++i)
        if (texts.empty())
            keys.as<std::int64_t>()[i] = numbers[order[i]];
        else
            (*keys.strings)[i] = texts[order[i]];
    std::vector<RuntimeValue> maps;
    for (std::int64_t row = 0, rows = x.count() / static_cast<std::int64_t>(classes); row < rows;
         ++row) {
        RuntimeValue values =
            RuntimeValue::allocate(DataType::float32, {static_cast<std::int64_t>(classes)});
        for (std::size_t i = 0; i < classes; ++i)
            values.as<float>()[i] = x.as<float>()[row * static_cast<std::int64_t>(classes) +
                                                  static_cast<std::int64_t>(order[i])];
        maps.push_back(RuntimeValue::map(keys, std::move(values)));
    }
    give(context, RuntimeValue::sequence(std::move(maps)));
}

/// Turns the values of a map into a tensor of type `cast_to`.
///
/// Inputs:   X map from int64 to numbers or strings
/// Outputs:  Y float32, int64 or string [1, entries]; [1, max_map] where map_form is SPARSE
/// Method:   in the order of the keys, or SPARSE at their places, with 0 or "" elsewhere
/// Fails:    when a string is cast to a number that it does not spell, or a key of a SPARSE map is
///           not in [0, max_map)
/// Source:   ONNX-ML CastMap-1
void castMapKernel(KernelContext& context) {
    const RuntimeValue &keys = keysOf(context.input(0)), &values = valuesOf(context.input(0));
    const std::string_view to = context.node().stringAttribute("cast_to", "TO_FLOAT");
    const DataType type = to == "TO_STRING"  ? DataType::string
                          : to == "TO_INT64" ? DataType::int64
                                             : DataType::float32;
    require(to == "TO_STRING" || to == "TO_INT64" || to == "TO_FLOAT", "this cast_to is not known");
    const bool sparse = context.node().stringAttribute("map_form", "DENSE") == "SPARSE";
    const std::int64_t most = context.node().intAttribute("max_map", 1);
    require(keys.type == DataType::int64, "the keys must be whole numbers");
    require(!sparse || (most > 0 && most < (std::int64_t{1} << 28)),
            "max_map, the length of the output, must be positive and below 2^28");
    RuntimeValue& y = context.output(0, type, {1, sparse ? most : keys.count()});
    if (type != DataType::string)
        std::fill_n(y.data, y.byteSize(), std::byte{});
    for (std::int64_t i = 0, at = 0; i < keys.count(); ++i) {
        at = sparse ? keys.as<std::int64_t>()[i] : i;
        require(at >= 0 && at < y.dims[1], "a key is outside of the output");
        castElement(values, i, y, at);
    }
}

/// Turns a map into a row with the value of each word of a vocabulary.
///
/// Inputs:   X map from string or int64, as the vocabulary has them, to numbers or strings
/// Outputs:  Y of the values' type [1, words]
/// Method:   linear search among the keys; 0 or "" for words that are not there
/// Source:   ONNX-ML DictVectorizer-1
void dictVectorizerKernel(KernelContext& context) {
    const RuntimeValue &keys = keysOf(context.input(0)), &values = valuesOf(context.input(0));
    const auto texts = context.node().stringsAttribute("string_vocabulary");
    const std::vector<std::int64_t> numbers = context.node().intsAttribute("int64_vocabulary");
    require(texts.empty() != numbers.empty(),
            "the vocabulary must be given either as texts or as whole numbers");
    require((keys.type == DataType::string) == numbers.empty(),
            "the map's keys are not of the vocabulary's type");
    const std::size_t words = std::max(texts.size(), numbers.size());
    RuntimeValue& y = context.output(0, values.type, {1, static_cast<std::int64_t>(words)});
    const std::size_t width = dataTypeBits(values.type) / 8;
    for (std::size_t word = 0; word < words; ++word) {
        std::size_t found = 0;
        const auto count = static_cast<std::size_t>(keys.count());
        while (found < count && !(texts.empty() ? keys.as<std::int64_t>()[found] == numbers[word]
                                                : (*keys.strings)[found] == texts[word]))
            ++found;
        if (values.type == DataType::string)
            (*y.strings)[word] = found < count ? (*values.strings)[found] : std::string();
        else if (found < count)
            std::copy_n(values.data + found * width, width, y.data + word * width);
        else
            std::fill_n(y.data + word * width, width, std::byte{});
    }
}

} // namespace partita::cpu
