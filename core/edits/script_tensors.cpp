#include "core/edits/script_tensors.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/mapped_files.h"
#include "core/base/try.h"
#include "core/data/npz.h"
#include "core/ir/convert_elements.h"
#include "core/ir/tensor_size.h"
#include "core/onnx/read.h"

namespace partita {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// Larger tensors are in files beside a script.
constexpr std::int64_t kMostInline = 64;
/// The largest tensor that a script makes itself.
constexpr std::uint64_t kMostMade = std::uint64_t{1} << 31;

Error badTensor(Message what) {
    return {Errc::usage, std::move(what), {}, PARTITA_TEXT("docs/editing.md shows the forms")};
}

/// The numbers or texts of nested lists, and the shape that the nesting gives.
struct Flat {
    std::vector<json> items;
    std::vector<std::int64_t> dims;
};

Result<void> flatten(const json& form, std::size_t depth, Flat& flat) {
    if (!form.is_array()) {
        if (depth != flat.dims.size())
            return badTensor(PARTITA_TEXT("the lists of values are not of one depth"));
        flat.items.push_back(form);
        return {};
    }
    const auto size = static_cast<std::int64_t>(form.size());
    if (depth == flat.dims.size()) {
        if (!flat.items.empty())
            return badTensor(PARTITA_TEXT("the lists of values are not of one depth"));
        flat.dims.push_back(size);
    } else if (flat.dims[depth] != size) {
        return badTensor(PARTITA_TEXT("the lists of values are not of one length"));
    }
    for (const json& each : form)
        PARTITA_TRY(flatten(each, depth + 1, flat));
    return {};
}

/// The type of values without one: that of the JSON.
DataType typeOf(const std::vector<json>& items) {
    const auto all = [&](auto is) { return std::ranges::all_of(items, is); };
    if (!items.empty() && all([](const json& each) { return each.is_string(); }))
        return DataType::string;
    if (!items.empty() && all([](const json& each) { return each.is_boolean(); }))
        return DataType::boolean;
    return !items.empty() && all([](const json& each) { return each.is_number_integer(); })
               ? DataType::int64
               : DataType::float32;
}

/// JSON has no such numbers.
std::optional<double> specialNumber(const json& item) {
    if (!item.is_string())
        return std::nullopt;
    const auto& text = item.get_ref<const std::string&>();
    if (text == "nan")
        return std::nan("");
    if (text == "inf" || text == "-inf")
        return text == "inf" ? INFINITY : -INFINITY;
    return std::nullopt;
}

Result<Tensor> textTensor(const std::vector<json>& items, std::vector<std::int64_t> dims) {
    std::vector<std::string> texts;
    for (const json& item : items) {
        if (!item.is_string())
            return badTensor(PARTITA_TEXT("{0} is no text", item.dump()));
        texts.push_back(item.get<std::string>());
    }
    return Tensor::ofStrings(std::move(dims), std::move(texts));
}

/// Numbers of JSON as a tensor of int64, uint64 or float64, whichever holds them exactly.
Result<Tensor> exactNumbers(const std::vector<json>& items, std::vector<std::int64_t> dims) {
    bool whole = true, large = false, negative = false;
    std::vector<double> reals;
    for (const json& item : items) {
        const auto special = specialNumber(item);
        if (!item.is_number() && !item.is_boolean() && !special)
            return badTensor(PARTITA_TEXT("{0} is no number", item.dump()));
        whole = whole && (item.is_number_integer() || item.is_boolean());
        large = large || (item.is_number_unsigned() && item.get<std::uint64_t>() > INT64_MAX);
        negative = negative || (item.is_number() && item.get<double>() < 0);
        reals.push_back(special             ? *special
                        : item.is_boolean() ? (item.get<bool>() ? 1.0 : 0.0)
                                            : item.get<double>());
    }
    const auto of = [&]<class T>(DataType type) {
        std::vector<T> numbers;
        for (const json& item : items)
            numbers.push_back(item.is_boolean() ? T{item.get<bool>()} : item.get<T>());
        return Tensor::of(type, dims, numbers);
    };
    if (whole && !large)
        return of.template operator()<std::int64_t>(DataType::int64);
    if (whole && !negative)
        return of.template operator()<std::uint64_t>(DataType::uint64);
    return Tensor::of(DataType::float64, dims, reals);
}

/// Reads one tensor of a script.
class TensorReader {
public:
    TensorReader(const json& form, const fs::path& folder, ExpectedTensor expected)
        : m_form(form), m_folder(folder), m_expected(std::move(expected)) {}

    Result<TensorPtr> read() {
        if (!m_form.is_object())
            return fromValues(m_form, false);
        PARTITA_TRY(readTypeAndShape());
        const auto known = [](const std::string& key) {
            return key == "type" || key == "shape" || key == "values" || key == "fill" ||
                   key == "random" || key == "file" || key == "array";
        };
        int sources = 0;
        for (const auto& [key, value] : m_form.items()) {
            if (!known(key))
                return badTensor(PARTITA_TEXT("a tensor has no key \"{0}\"", key));
            sources += key == "values" || key == "fill" || key == "random" || key == "file";
        }
        if (sources != 1)
            return badTensor(PARTITA_TEXT(
                "a tensor needs one of \"values\", \"fill\", \"random\" and \"file\""));
        if (m_form.contains("values"))
            return fromValues(m_form["values"], m_form.contains("shape"));
        if (m_form.contains("file"))
            return fromFile();
        return made();
    }

private:
    Result<void> readTypeAndShape() {
        if (m_form.contains("type")) {
            const auto type = m_form["type"].is_string()
                                  ? dataTypeFromName(m_form["type"].get<std::string>())
                                  : std::nullopt;
            if (!type)
                return badTensor(PARTITA_TEXT("{0} is no type", m_form["type"].dump()));
            m_expected.type = *type;
        }
        if (!m_form.contains("shape"))
            return {};
        std::vector<std::int64_t> dims;
        for (const json& size : m_form["shape"]) {
            if (!size.is_number_integer() || size.get<std::int64_t>() < 0)
                return badTensor(PARTITA_TEXT("{0} is no size of a tensor", size.dump()));
            dims.push_back(size.get<std::int64_t>());
        }
        if (!m_form["shape"].is_array())
            return badTensor(PARTITA_TEXT("{0} is no shape", m_form["shape"].dump()));
        m_expected.dims = std::move(dims);
        return {};
    }

    Result<TensorPtr> as(Tensor tensor, DataType type) {
        if (type != DataType::undefined && tensor.type != type) {
            auto converted = PARTITA_TRY(convertElements(tensor, type));
            if (converted.clipped)
                return badTensor(
                    PARTITA_TEXT("{0} cannot hold all of the numbers", dataTypeName(type)));
            tensor = std::move(converted.tensor);
        }
        return TensorPtr(std::make_shared<const Tensor>(std::move(tensor)));
    }

    Result<TensorPtr> fromValues(const json& values, bool shapeGiven) {
        Flat flat;
        PARTITA_TRY(flatten(values, 0, flat));
        const DataType type =
            m_expected.type == DataType::undefined ? typeOf(flat.items) : m_expected.type;
        if (shapeGiven) {
            const auto count = elementCount(*m_expected.dims);
            if (count != static_cast<std::int64_t>(flat.items.size()))
                return badTensor(
                    PARTITA_TEXT("{0} values do not fill the shape", flat.items.size()));
            flat.dims = *m_expected.dims;
        }
        if (type == DataType::string)
            return as(PARTITA_TRY(textTensor(flat.items, flat.dims)), type);
        return as(PARTITA_TRY(exactNumbers(flat.items, flat.dims)), type);
    }

    Result<TensorPtr> fromFile() {
        if (!m_form["file"].is_string())
            return badTensor(PARTITA_TEXT("\"file\" must be the name of a file"));
        const fs::path path = m_folder / m_form["file"].get<std::string>();
        auto tensor = readFile(path);
        if (!tensor)
            return std::move(tensor).error().at(path.string());
        if (m_form.contains("shape") && tensor->dims != *m_expected.dims)
            return badTensor(
                PARTITA_TEXT("the file holds the shape {0}", shapeText(tensor->shape())));
        return as(*std::move(tensor),
                  m_form.contains("type") ? m_expected.type : DataType::undefined);
    }

    [[nodiscard]] Result<Tensor> readFile(const fs::path& path) const {
        if (path.extension() == ".npz") {
            auto arrays = PARTITA_TRY(readNpz(path));
            const std::string wanted = m_form.contains("array") && m_form["array"].is_string()
                                           ? m_form["array"].get<std::string>()
                                       : arrays.size() == 1 ? arrays.begin()->first
                                                            : "";
            const auto found = arrays.find(wanted);
            if (found == arrays.end())
                return badTensor(PARTITA_TEXT("the file has no array '{0}'", wanted));
            return found->second;
        }
        const auto bytes = PARTITA_TRY(mapFile(path));
        if (path.extension() == ".npy")
            return readNpy(bytes.bytes());
        if (path.extension() == ".pb")
            return readTensorProto(bytes);
        return badTensor(PARTITA_TEXT("the ending of the file is not .npy, .npz or .pb"));
    }

    /// All elements equal, or random: the same for the same seed on every machine.
    Result<TensorPtr> made() {
        const DataType type =
            m_expected.type == DataType::undefined ? DataType::float32 : m_expected.type;
        if (!m_expected.dims)
            return badTensor(PARTITA_TEXT("the tensor needs a \"shape\""));
        const auto count = elementCount(*m_expected.dims);
        if (!count || impossibleSize(DataType::float64, *m_expected.dims) ||
            packedBytes(DataType::float64, *count).value_or(kMostMade) >= kMostMade)
            return badTensor(PARTITA_TEXT("a tensor of this size is too large"));
        std::vector<double> values(static_cast<std::size_t>(*count));
        if (m_form.contains("fill")) {
            const json& fill = m_form["fill"];
            const auto special = specialNumber(fill);
            if (!fill.is_number() && !fill.is_boolean() && !special)
                return badTensor(PARTITA_TEXT("{0} is no number", fill.dump()));
            std::ranges::fill(values, special             ? *special
                                      : fill.is_boolean() ? (fill.get<bool>() ? 1.0 : 0.0)
                                                          : fill.get<double>());
        } else {
            PARTITA_TRY(fillRandom(values, type));
        }
        return as(Tensor::of(DataType::float64, *m_expected.dims, values), type);
    }

    Result<void> fillRandom(std::vector<double>& values, DataType type) {
        const json& random = m_form["random"];
        if (!random.is_object())
            return badTensor(PARTITA_TEXT("\"random\" must be an object"));
        for (const auto& [key, value] : random.items())
            if ((key != "seed" && key != "low" && key != "high") || !value.is_number())
                return badTensor(PARTITA_TEXT("\"random\" has no key \"{0}\" of that kind", key));
        const double low = random.value("low", 0.0), high = random.value("high", 1.0);
        if (!(low <= high))
            return badTensor(PARTITA_TEXT("\"low\" is above \"high\""));
        std::mt19937_64 bits(random.value("seed", std::uint64_t{0}));
        const bool whole =
            dataTypeName(type).find("int") != std::string_view::npos || type == DataType::boolean;
        for (double& value : values) {
            const double part = static_cast<double>(bits() >> 11) * 0x1p-53; // [0, 1)
            value = whole ? std::floor(low + part * (high - low + 1)) : low + part * (high - low);
        }
        return {};
    }

    const json& m_form;
    const fs::path& m_folder;
    ExpectedTensor m_expected;
};

} // namespace

Result<TensorPtr> tensorFromJson(const json& form, const fs::path& folder,
                                 const ExpectedTensor& expected) {
    return TensorReader(form, folder, expected).read();
}

Result<json> tensorToJson(const TensorPtr& tensor, ScriptFiles& files) {
    if (!tensor)
        return badTensor(PARTITA_TEXT("no tensor is given"));
    const bool wide = tensor->type == DataType::int64 || tensor->type == DataType::uint64;
    json values = json::array();
    bool fits = tensor->count() <= kMostInline && !wide;
    if (fits && tensor->type == DataType::string) {
        values = tensor->strings;
    } else if (fits) {
        for (const double number : PARTITA_TRY(elementsAsDoubles(*tensor))) {
            fits = fits && std::isfinite(number) && !(number == 0 && std::signbit(number));
            if (number == std::floor(number) && std::fabs(number) < 0x1p53)
                values.push_back(static_cast<std::int64_t>(number));
            else
                values.push_back(number);
        }
        fits = fits && tensor->type != DataType::complex64 && tensor->type != DataType::complex128;
    } else if (wide && tensor->type == DataType::int64 && tensor->count() <= kMostInline) {
        values = PARTITA_TRY(elementsAsInts(*tensor));
        fits = true;
    }
    if (fits)
        return json{
            {"type", dataTypeName(tensor->type)}, {"shape", tensor->dims}, {"values", values}};
    const std::string file =
        files.prefix + "tensor_" + std::to_string(files.tensors.size() + 1) + ".pb";
    files.tensors.emplace_back(file, tensor);
    return json{{"file", file}};
}

} // namespace partita
