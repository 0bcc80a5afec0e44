#pragma once

#include <QString>
#include <optional>

#include "core/base/result.h"
#include "core/ir/type.h"

namespace partita {

/// Sizes in the text of a field: "1, 3, height, ?"; no text: a scalar.
QString sizesText(const Shape& shape);
/// Null, and `rule` says why, for a text that is no shape.
std::optional<Shape> shapeFrom(const QString& text, QString& rule);
/// One size: a number, or the name of one that is open.
Result<Dim> sizeFrom(const QString& text);

} // namespace partita
