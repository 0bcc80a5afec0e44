#include "views/text/tensor_text.h"

#include <QCoreApplication>
#include <QLocale>

#include "core/ir/convert_elements.h"
#include "views/text/attribute_text.h"
#include "views/text/message_text.h"

namespace partita {

namespace {

constexpr std::int32_t kFloatList = 6, kIntList = 7; ///< AttributeProto.AttributeType

bool isWhole(DataType type) {
    switch (type) {
    case DataType::float32:
    case DataType::float64:
    case DataType::float16:
    case DataType::bfloat16: return false;
    default: return true;
    }
}

QString tensorWords(const char* text) {
    return QCoreApplication::translate("partita::TensorText", text);
}

/// The numbers of a text as a tensor of int64 or float.
Result<Tensor> numbersIn(const QString& text, bool whole, QString& rule) {
    const auto read = attributeFrom(
        tensorWords(QT_TRANSLATE_NOOP("partita::TensorText", "the tensor")).toStdString(),
        whole ? kIntList : kFloatList, text, rule);
    if (!read)
        return Error{Errc::usage, {}, {}, {}};
    if (const auto* ints = std::get_if<std::vector<std::int64_t>>(&read->value))
        return Tensor::int64s(*ints);
    const auto& floats = std::get<std::vector<float>>(read->value);
    return Tensor::of(DataType::float32, {static_cast<std::int64_t>(floats.size())}, floats);
}

} // namespace

std::optional<QString> elementsText(const Tensor& tensor, std::int64_t limit) {
    if (tensor.count() > limit || tensor.isComputed())
        return std::nullopt;
    if (isWhole(tensor.type)) {
        const auto numbers = elementsAsInts(tensor, limit);
        if (!numbers)
            return std::nullopt;
        return fieldText(*Attribute::make("", *numbers));
    }
    const auto numbers = elementsAsDoubles(tensor, limit);
    if (!numbers)
        return std::nullopt;
    return fieldText(*Attribute::make("", std::vector<float>(numbers->begin(), numbers->end())));
}

TensorPtr tensorFrom(const Tensor& like, const QString& text, QString& rule) {
    auto numbers = numbersIn(text, isWhole(like.type), rule);
    if (!numbers)
        return nullptr;
    if (numbers->count() != like.count() && like.dims.size() != 1) {
        rule = tensorWords(QT_TRANSLATE_NOOP("partita::TensorText", "it has %1 elements"))
                   .arg(like.count());
        return nullptr;
    }
    if (like.dims.size() != 1)
        numbers->dims = like.dims;
    auto converted = convertElements(*numbers, like.type);
    if (!converted) {
        rule = errorSentence(converted.error());
        return nullptr;
    }
    if (converted->clipped > 0) {
        rule = tensorWords(
                   QT_TRANSLATE_NOOP("partita::TensorText", "a number is beyond the range of %1"))
                   .arg(QString::fromLatin1(dataTypeName(like.type).data()));
        return nullptr;
    }
    converted->tensor.name = like.name;
    return std::make_shared<const Tensor>(std::move(converted->tensor));
}

} // namespace partita
