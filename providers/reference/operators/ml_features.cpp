// ai.onnx.ml: operators that prepare features.

#include <algorithm>
#include <cmath>

#include "providers/reference/catalogue.h"
#include "providers/reference/ml_scores.h"
#include "providers/reference/moved.h"

namespace partita::reference {

/// Gathers elements of the last axis by index; a one-dimensional input becomes one row.
void arrayFeatureExtractor(Call& call) {
    const Array& data = call.in(0);
    require(data.rank() > 0, "the input must have at least one axis");
    const Dims indices = call.in(1).integers();
    require(!indices.empty(), "there are no indices");
    const std::int64_t width = data.dims().back();
    for (const std::int64_t index : indices)
        require(index >= 0 && index < width, "an index is out of range");
    Dims dims = data.rank() == 1 ? Dims{1, 0} : data.dims();
    dims.back() = static_cast<std::int64_t>(indices.size());
    call.give(moved(data, dims, [&](const Index& at) {
        const std::size_t row = at.place() / indices.size();
        return row * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(indices[at.place() % indices.size()]);
    }));
}

void binarizer(Call& call) {
    Array result = call.in(0);
    for (std::size_t i = 0; i < result.count(); ++i)
        result.set(i, result.real(i) > call.real("threshold", 0) ? 1 : 0);
    call.give(result);
}

namespace {

/// Number of features: the size of the last axis, 1 for a scalar.
std::size_t featuresOf(const Array& x) { return x.rank() == 0 ? 1 : x.size(x.rank() - 1); }

/// The list's entry for a feature; a list of one entry holds for all features.
template <class T> T entry(const std::vector<T>& list, std::size_t feature) {
    return list.size() == 1 ? list[0] : list[feature];
}

template <class T> void requireEntries(const std::vector<T>& list, const Array& x) {
    require(list.size() == 1 || list.size() == featuresOf(x),
            "an attribute must have one number, or one for each feature");
}

} // namespace

/// Y = (X - offset) * scale.
void scaler(Call& call) {
    const Array& x = call.in(0);
    const auto offset = call.reals("offset"), scale = call.reals("scale");
    requireEntries(offset, x);
    requireEntries(scale, x);
    Array result(DataType::float32, x.dims());
    for (std::size_t i = 0; i < x.count(); ++i) {
        const std::size_t feature = i % featuresOf(x);
        result.set(i, (x.real(i) - entry(offset, feature)) * entry(scale, feature));
    }
    call.give(result);
}

/// Divides each row by its largest element, its L1 norm or its L2 norm; a divisor of 0 leaves the
/// row.
void normalizer(Call& call) {
    const Array& x = call.in(0);
    const std::string norm = call.text("norm", "MAX");
    require(norm == "MAX" || norm == "L1" || norm == "L2", "this norm is not known");
    const std::size_t width = featuresOf(x);
    Array result(DataType::float32, x.dims());
    for (std::size_t first = 0; first < x.count(); first += width) {
        double most = -HUGE_VAL, sum = 0, squares = 0;
        for (std::size_t i = first; i < first + width; ++i) {
            most = std::max(most, x.real(i));
            sum += std::fabs(x.real(i));
            squares += x.real(i) * x.real(i);
        }
        const double divisor = norm == "MAX" ? most : norm == "L1" ? sum : std::sqrt(squares);
        for (std::size_t i = first; i < first + width; ++i)
            result.set(i, divisor == 0 ? x.real(i) : x.real(i) / divisor);
    }
    call.give(result);
}

/// Replaces elements that equal replaced_value, also where it is NaN.
void imputer(Call& call) {
    const Array& x = call.in(0);
    Array result = x;
    if (x.isFloat()) {
        const auto instead = call.reals("imputed_value_floats");
        const double missing = call.real("replaced_value_float", 0);
        requireEntries(instead, x);
        for (std::size_t i = 0; i < x.count(); ++i)
            if (std::isnan(missing) ? std::isnan(x.real(i)) : x.real(i) == missing)
                result.set(i, entry(instead, i % featuresOf(x)));
        return call.give(result);
    }
    const auto instead = call.integers("imputed_value_int64s").toVector();
    requireEntries(instead, x);
    for (std::size_t i = 0; i < x.count(); ++i)
        if (x.integer(i) == call.integer("replaced_value_int64", 0))
            result.as<std::int64_t>()[i] = entry(instead, i % featuresOf(x));
    call.give(result);
}

/// Adds a last axis with 1 at the element's category, else 0; numbers are truncated to integers
/// first.
void oneHotEncoder(Call& call) {
    const Array& x = call.in(0);
    const Array categories = x.isString() ? textsOf(call.texts("cats_strings"))
                                          : Array::int64s(call.integers("cats_int64s"));
    require(categories.count() > 0, "there are no categories of the input's type");
    Dims dims = x.dims();
    dims.push_back(categories.dims()[0]);
    Array result(DataType::float32, dims);
    for (std::size_t i = 0; i < x.count(); ++i) {
        bool found = false;
        for (std::size_t c = 0; c < categories.count() && !found; ++c) {
            found = x.isString() ? x.as<std::string>()[i] == categories.as<std::string>()[c]
                                 : x.integer(i) == categories.integer(c);
            if (found)
                result.set(i * categories.count() + c, 1);
        }
        require(found || call.integer("zeros", 1) != 0,
                "an input value is in none of the categories");
    }
    call.give(result);
}

/// Concatenates the inputs along the feature axis, `inputdimensions` features of each.
void featureVectorizer(Call& call) {
    const Dims widths = call.integers("inputdimensions");
    require(!widths.empty() && widths.size() == call.inputCount(),
            "inputdimensions must have one entry for each input");
    std::vector<Array> columns;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const Features x(call.in(i));
        const Array rows = call.in(i).reshaped(
            {static_cast<std::int64_t>(x.count), static_cast<std::int64_t>(x.width)});
        Array reals(DataType::float32, rows.dims());
        for (std::size_t k = 0; k < rows.count(); ++k)
            reals.set(k, rows.real(k));
        columns.push_back(part(reals, 1, 0, widths[i]));
    }
    call.give(joined(columns, 1));
}

namespace {

/// Whether two elements are equal as keys: NaN equals NaN.
bool same(const Array& a, std::size_t i, const Array& b, std::size_t k) {
    if (a.isString())
        return a.as<std::string>()[i] == b.as<std::string>().at(k);
    if (a.isFloat())
        return a.real(i) == b.real(k) || (std::isnan(a.real(i)) && std::isnan(b.real(k)));
    return a.integer(i) == b.integer(k);
}

/// Looks each element of input 0 up among the keys; `otherwise` where it is missing. A repeated key
/// counts where it is last if `lastCounts`, else where it is first.
void giveMapped(Call& call, const Array& keys, const Array& values, const Array& otherwise,
                bool lastCounts) {
    const Array& x = call.in(0);
    require(keys.count() == values.count(), "the number of values differs from the number of keys");
    require(otherwise.count() == 1 && otherwise.type() == values.type(),
            "the default must be one value of the output's type");
    require(x.isString() == keys.isString() && x.isFloat() == keys.isFloat(),
            "the input and the keys must have the same type");
    Array result(values.type(), x.dims());
    for (std::size_t i = 0; i < x.count(); ++i) {
        result.copy(i, otherwise, 0);
        for (std::size_t k = 0; k < keys.count(); ++k)
            if (same(x, i, keys, k)) {
                result.copy(i, values, k);
                if (!lastCounts)
                    break;
            }
    }
    call.give(result);
}

Array oneText(const std::string& text) { return textsOf({text}); }

} // namespace

/// Maps int64 categories to strings and strings to int64 categories.
void categoryMapper(Call& call) {
    const Array texts = textsOf(call.texts("cats_strings")),
                numbers = Array::int64s(call.integers("cats_int64s"));
    if (call.in(0).isString())
        giveMapped(call, texts, numbers, Array::int64s({call.integer("default_int64", -1)}), false);
    else
        giveMapped(call, numbers, texts, oneText(call.text("default_string", "_Unused")), false);
}

namespace {

/// Version 1: maps the strings of classes_strings to their indices and back.
void encodeByPlace(Call& call) {
    const Array texts = textsOf(call.texts("classes_strings"));
    Dims places;
    for (std::size_t i = 0; i < texts.count(); ++i)
        places.push_back(static_cast<std::int64_t>(i));
    if (call.in(0).isString())
        giveMapped(call, texts, Array::int64s(places),
                   Array::int64s({call.integer("default_int64", -1)}), false);
    else
        giveMapped(call, Array::int64s(places), texts,
                   oneText(call.text("default_string", "_Unused")), false);
}

/// Keys or values of LabelEncoder: the attribute `prefix` with _tensor, _strings, _int64s or
/// _floats.
Array listOf(Call& call, const std::string& prefix) {
    if (const auto tensor = call.tensor(prefix + "_tensor"))
        return tensor->reshaped({static_cast<std::int64_t>(tensor->count())});
    if (call.hasAttribute(prefix + "_strings"))
        return textsOf(call.texts(prefix + "_strings"));
    if (call.hasAttribute(prefix + "_int64s"))
        return Array::int64s(call.integers(prefix + "_int64s"));
    require(call.hasAttribute(prefix + "_floats"), "keys or values are missing");
    Array list = realsOf(call.reals(prefix + "_floats"));
    Array reals(DataType::float32, list.dims());
    for (std::size_t i = 0; i < list.count(); ++i)
        reals.copy(i, list, i);
    return reals;
}

} // namespace

/// Since version 2 keys and values may have any types. Of a repeated key the last one counts since
/// version 4, the first one before.
void labelEncoder(Call& call) {
    if (call.version() < 2)
        return encodeByPlace(call);
    const Array values = listOf(call, "values");
    Array otherwise(values.type(), {});
    if (const auto tensor = call.tensor("default_tensor"))
        otherwise = *tensor;
    else if (values.isString())
        otherwise = oneText(call.text("default_string", "_Unused"));
    else if (values.isFloat())
        otherwise.set(0, call.real("default_float", -0.0F));
    else
        otherwise.as<std::int64_t>()[0] = call.integer("default_int64", -1);
    giveMapped(call, listOf(call, "keys"), values, otherwise, call.version() >= 4);
}

} // namespace partita::reference
