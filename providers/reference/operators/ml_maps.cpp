// ai.onnx.ml: maps. A map is stored as two tensors, keys in ascending order and their values.

#include <algorithm>
#include <charconv>

#include "providers/reference/catalogue.h"
#include "providers/reference/ml_scores.h"

namespace partita::reference {

namespace {

struct Map {
    Map(Call& call, std::size_t input) {
        const RuntimeValue& value = call.value(input);
        require(value.isMap && value.items && value.items->size() == 2, "a map was expected");
        keys = Array::from(value.items->front());
        values = Array::from(value.items->back());
        require(keys.count() == values.count(),
                "the number of values in a map differs from the number of its keys");
    }
    Array keys, values;
};

} // namespace

/// X [N, C] to a sequence of N maps from class label to score.
void zipMap(Call& call) {
    const Features x(call.in(0));
    const std::vector<std::string> texts = call.texts("classlabels_strings");
    const Dims numbers = call.integers("classlabels_int64s");
    require(texts.empty() != numbers.empty(),
            "class labels must be given either as texts or as whole numbers");
    const Array labels = texts.empty() ? Array::int64s(numbers) : textsOf(texts);
    require(labels.count() == x.width, "one score for each label was expected");
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < labels.count(); ++i)
        order.push_back(i);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return texts.empty() ? numbers[a] < numbers[b] : texts[a] < texts[b];
    });
    Array keys(labels.type(), labels.dims());
    for (std::size_t i = 0; i < order.size(); ++i)
        keys.copy(i, labels, order[i]);
    std::vector<RuntimeValue> maps;
    for (std::size_t row = 0; row < x.count; ++row) {
        Array values(DataType::float32, labels.dims());
        for (std::size_t i = 0; i < order.size(); ++i)
            values.set(i, x.at(row, order[i]));
        maps.push_back(RuntimeValue::map(keys.toRuntime(), values.toRuntime()));
    }
    call.give(0, RuntimeValue::sequence(std::move(maps)));
}

/// The values in order of their keys, or in map_form SPARSE at the index that the key is; output
/// [1, n].
void castMap(Call& call) {
    const Map map(call, 0);
    const std::string to = call.text("cast_to", "TO_FLOAT"), form = call.text("map_form", "DENSE");
    require(to == "TO_FLOAT" || to == "TO_INT64" || to == "TO_STRING", "this cast_to is not known");
    require(form == "DENSE" || form == "SPARSE", "this map_form is not known");
    const bool sparse = form == "SPARSE";
    Array result(to == "TO_STRING"  ? DataType::string
                 : to == "TO_INT64" ? DataType::int64
                                    : DataType::float32,
                 {1, sparse ? call.integer("max_map", 1) : countOf(map.keys.dims())});
    for (std::size_t i = 0; i < map.values.count(); ++i) {
        const std::int64_t key = map.keys.integer(i);
        require(!sparse || (key >= 0 && key < result.dims()[1]),
                "a key is negative, or not less than max_map");
        const std::size_t at = sparse ? static_cast<std::size_t>(key) : i;
        if (map.values.isString() == result.isString()) {
            if (result.isString())
                result.copy(at, map.values, i);
            else
                result.set(at, map.values.real(i));
        } else if (result.isString()) {
            result.as<std::string>()[at] = std::to_string(map.values.real(i));
        } else {
            const std::string& text = map.values.as<std::string>()[i];
            double number = 0;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), number);
            require(error == std::errc() && end == text.data() + text.size(),
                    "a text in the map is not a number");
            result.set(at, number);
        }
    }
    call.give(result);
}

/// The value of each vocabulary word in the map; 0 or an empty string where the word is missing.
/// The output is [1, n] as in ONNX Runtime, although the operator's text describes one axis.
void dictVectorizer(Call& call) {
    const Map map(call, 0);
    const Array words = map.keys.isString() ? textsOf(call.texts("string_vocabulary"))
                                            : Array::int64s(call.integers("int64_vocabulary"));
    require(words.count() > 0, "the vocabulary for the type of the keys is missing");
    Array result(map.values.type(), {1, words.dims()[0]});
    for (std::size_t word = 0; word < words.count(); ++word)
        for (std::size_t i = 0; i < map.keys.count(); ++i)
            if (map.keys.isString() ? map.keys.as<std::string>()[i] == words.as<std::string>()[word]
                                    : map.keys.integer(i) == words.integer(word))
                result.copy(word, map.values, i);
    call.give(result);
}

} // namespace partita::reference
