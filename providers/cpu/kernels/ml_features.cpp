// Operators of ai.onnx.ml that prepare features.

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/ml_scores.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

namespace {

/// Element of a list that has one entry for all features, or one for each.
template <class T> T perFeature(const std::vector<T>& list, std::int64_t feature) {
    return list.size() == 1 ? list[0] : list[static_cast<std::size_t>(feature)];
}

std::int64_t featureCount(const RuntimeValue& x) { return x.dims.empty() ? 1 : x.dims.back(); }

/// Whether a list of that size has one entry for all features, or one for each.
bool fitsFeatures(std::size_t size, std::int64_t features) {
    return size == 1 || size == static_cast<std::size_t>(features);
}

} // namespace

/// Computes (X - offset) · scale, with an offset and a scale for each feature or for all.
///
/// Inputs:   X any number type […, F]
/// Outputs:  Y float32 of X's shape
/// Method:   plain loop in float64
/// Source:   ONNX-ML Scaler-1
void scalerKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const std::int64_t features = featureCount(x);
    const auto offset = context.node().floatsAttribute("offset"),
               scale = context.node().floatsAttribute("scale");
    require(fitsFeatures(offset.size(), features),
            "offset must have one number, or one for each feature");
    require(fitsFeatures(scale.size(), features),
            "scale must have one number, or one for each feature");
    RuntimeValue& y = context.output(0, DataType::float32, x.dims);
    forNumericType(x.type, [&]<class T>() {
        for (std::int64_t i = 0, n = x.count(); i < n; ++i)
            y.as<float>()[i] =
                static_cast<float>((static_cast<double>(x.as<T>()[i]) -
                                    static_cast<double>(perFeature(offset, i % features))) *
                                   static_cast<double>(perFeature(scale, i % features)));
    });
}

/// Divides each row by its largest element (MAX), its L1 norm or its L2 norm.
///
/// Inputs:   X any number type […, F]
/// Outputs:  Y float32 of X's shape
/// Method:   plain loops in float64; a row whose divisor is 0 stays as it is
/// Source:   ONNX-ML Normalizer-1
void normalizerKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const std::string_view norm = context.node().stringAttribute("norm", "MAX");
    require(norm == "MAX" || norm == "L1" || norm == "L2", "this norm is not known");
    const std::int64_t width = featureCount(x), rows = width ? x.count() / width : 0;
    RuntimeValue& y = context.output(0, DataType::float32, x.dims);
    const bool largest = norm == "MAX", absolute = norm == "L1";
    forNumericType(x.type, [&]<class T>() {
        for (std::int64_t row = 0; row < rows; ++row) {
            const T* from = x.as<T>() + row * width;
            double length = largest ? -HUGE_VAL : 0;
            for (std::int64_t i = 0; i < width; ++i) {
                const auto v = static_cast<double>(from[i]);
                length = largest ? std::max(length, v) : length + (absolute ? std::fabs(v) : v * v);
            }
            if (!largest && !absolute)
                length = std::sqrt(length);
            for (std::int64_t i = 0; i < width; ++i)
                y.as<float>()[row * width + i] =
                    static_cast<float>(static_cast<double>(from[i]) / (length != 0 ? length : 1));
        }
    });
}

/// Replaces the value that stands for a missing one by one number for each feature or for all.
///
/// Inputs:   X any number type […, F]
/// Outputs:  Y of X's type and shape
/// Method:   plain loop, int64 exactly and other types in float64; NaN equals NaN here
/// Source:   ONNX-ML Imputer-1
void imputerKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const Node& node = context.node();
    const std::int64_t features = featureCount(x);
    const bool real = x.type == DataType::float32 || x.type == DataType::float64;
    const auto reals = node.floatsAttribute("imputed_value_floats");
    const std::vector<std::int64_t> whole = node.intsAttribute("imputed_value_int64s");
    require(fitsFeatures(real ? reals.size() : whole.size(), features),
            "one imputed value was expected, or one for each feature");
    RuntimeValue& y = context.output(0, x.type, x.dims);
    if (x.type == DataType::int64) { // a double has not all its digits
        const std::int64_t gone = node.intAttribute("replaced_value_int64", 0);
        for (std::int64_t i = 0, n = x.count(); i < n; ++i) {
            const std::int64_t value = x.as<std::int64_t>()[i];
            y.as<std::int64_t>()[i] = value == gone ? perFeature(whole, i % features) : value;
        }
        return;
    }
    const double missing = real
                               ? static_cast<double>(node.floatAttribute("replaced_value_float", 0))
                               : static_cast<double>(node.intAttribute("replaced_value_int64", 0));
    for (std::int64_t i = 0, n = x.count(); i < n; ++i) {
        const double value = readNumber(x, i);
        const bool gone = std::isnan(missing) ? std::isnan(value) : value == missing;
        const double instead = real ? static_cast<double>(perFeature(reals, i % features))
                                    : static_cast<double>(perFeature(whole, i % features));
        writeNumber(y, i, gone ? instead : value);
    }
}

/// Encodes each element as a row that is 1 at the element's category and 0 elsewhere.
///
/// Inputs:   X strings, numbers or bool, of any shape
/// Outputs:  Y float32 of X's shape with a last axis of all categories
/// Method:   linear search among the categories; numbers are truncated to int64
/// Fails:    when an element is of none of the categories and `zeros` is 0
/// Source:   ONNX-ML OneHotEncoder-1
void oneHotEncoderKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const auto texts = context.node().stringsAttribute("cats_strings");
    const std::vector<std::int64_t> numbers = context.node().intsAttribute("cats_int64s");
    const bool zeros = context.node().intAttribute("zeros", 1) != 0;
    require((x.type == DataType::string ? texts.size() : numbers.size()) > 0,
            "there are no categories of the input's type");
    const auto count =
        static_cast<std::int64_t>(x.type == DataType::string ? texts.size() : numbers.size());
    Dims dims = x.dims;
    dims.push_back(count);
    RuntimeValue& y = context.output(0, DataType::float32, dims);
    std::fill_n(y.as<float>(), y.count(), 0.0F);
    const auto numberAt = [&](std::int64_t i) {
        return x.type == DataType::int64 ? x.as<std::int64_t>()[i]
                                         : numberAs<std::int64_t>(readNumber(x, i));
    };
    for (std::int64_t i = 0, n = x.count(); i < n; ++i) {
        const auto at = x.type == DataType::string
                            ? std::ranges::find(texts, (*x.strings)[static_cast<std::size_t>(i)]) -
                                  texts.begin()
                            : std::ranges::find(numbers, numberAt(i)) - numbers.begin();
        require(at < count || zeros, "an input value is in none of the categories");
        if (at < count)
            y.as<float>()[i * count + at] = 1;
    }
}

/// Concatenates the features of all inputs.
///
/// Inputs:   one or more, the first of any number type; [N, F] or [F]
/// Outputs:  Y float32 [N, sum of inputdimensions]
/// Method:   plain loops; features that an input lacks are 0, those beyond its inputdimension are
///           left out
/// Source:   ONNX-ML FeatureVectorizer-1
void featureVectorizerKernel(KernelContext& context) {
    const std::vector<std::int64_t> widths = context.node().intsAttribute("inputdimensions");
    require(widths.size() == context.inputCount(),
            "inputdimensions must have one entry for each input");
    const RuntimeValue& first = context.input(0);
    const std::int64_t rows = first.dims.size() < 2 ? 1 : first.dims[0];
    std::int64_t total = 0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const RuntimeValue& x = context.input(i);
        require(
            widths[i] >= 0 && widths[i] <= 1 << 30 && (x.dims.size() < 2 ? 1 : x.dims[0]) == rows,
            "an input has another number of rows, or its entry of inputdimensions is out of range");
        total = plus(total, widths[i]);
    }
    RuntimeValue& y = context.output(0, DataType::float32, {rows, total});
    std::int64_t at = 0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const RuntimeValue& x = context.input(i);
        const std::int64_t width = rows ? x.count() / rows : 0;
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t c = 0; c < widths[i]; ++c)
                y.as<float>()[row * total + at + c] =
                    c < width ? static_cast<float>(readNumber(x, row * width + c)) : 0.0F;
        at += widths[i];
    }
}

/// Maps categories from strings to integers or from integers to strings.
///
/// Inputs:   X string or int64, of any shape
/// Outputs:  Y int64 or string, of X's shape
/// Method:   hash table; unknown categories give the default, of equal ones the first counts
/// Source:   ONNX-ML CategoryMapper-1
void categoryMapperKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const Node& node = context.node();
    const auto texts = node.stringsAttribute("cats_strings");
    const std::vector<std::int64_t> numbers = node.intsAttribute("cats_int64s");
    require(texts.size() == numbers.size(), "cats_strings and cats_int64s differ in length");
    if (x.type == DataType::string) {
        std::unordered_map<std::string, std::int64_t> places;
        for (std::size_t i = 0; i < texts.size(); ++i)
            places.emplace(texts[i], numbers[i]);
        RuntimeValue& y = context.output(0, DataType::int64, x.dims);
        for (std::size_t i = 0; i < x.strings->size(); ++i) {
            const auto found = places.find((*x.strings)[i]);
            y.as<std::int64_t>()[i] =
                found == places.end() ? node.intAttribute("default_int64", -1) : found->second;
        }
        return;
    }
    std::unordered_map<std::int64_t, std::string> places;
    for (std::size_t i = 0; i < texts.size(); ++i)
        places.emplace(numbers[i], texts[i]);
    RuntimeValue& y = context.output(0, DataType::string, x.dims);
    for (std::int64_t i = 0, n = x.count(); i < n; ++i) {
        const auto found = places.find(x.as<std::int64_t>()[i]);
        (*y.strings)[static_cast<std::size_t>(i)] =
            found == places.end() ? std::string(node.stringAttribute("default_string", "_Unused"))
                                  : found->second;
    }
}

} // namespace partita::cpu
