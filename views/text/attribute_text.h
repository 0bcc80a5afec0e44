#pragma once

#include <QString>
#include <optional>

#include "core/ir/attribute.h"

namespace partita {

/// What a field shows for an attribute: "2, 3", "0.5", a text as it is.
QString fieldText(const Attribute& attribute);
/// An attribute of an AttributeProto.AttributeType from the text of its field; null, and `rule` says
/// why, for a text that is no such value.
AttributePtr attributeFrom(const std::string& name, std::int32_t type, const QString& text,
                           QString& rule);
/// Whether attributes of the type are written in a field.
bool isWritten(std::int32_t type);

} // namespace partita
