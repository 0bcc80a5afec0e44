#pragma once

#include <QString>
#include <optional>

#include "core/ir/tensor.h"

namespace partita {

/// The elements of a small tensor of numbers for a field: "2, 1.5"; nothing: it has more than
/// `limit`, or no numbers.
std::optional<QString> elementsText(const Tensor& tensor, std::int64_t limit);
/// A tensor of the same type and shape with the elements of a field; of one dimension, there may be
/// more or fewer of them. Null, and `rule` says why, for a text that does not fit.
TensorPtr tensorFrom(const Tensor& like, const QString& text, QString& rule);

} // namespace partita
