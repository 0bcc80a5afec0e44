#pragma once

#include <span>
#include <string_view>

#include "core/ir/model.h"
#include "core/onnx/operator_description.h"

namespace partita {

/// The texts that an attribute of ONNX may have; empty: any text.
std::span<const std::string_view> allowedTexts(std::string_view opType, std::string_view attribute);

/// Why an attribute may not stand at a node: its operator or function has no such attribute, it is
/// of another type, or its value has no meaning. Empty: it may.
/// `description`: of the node, as `descriptionOf` returns it.
Message brokenAttribute(const Model& model, const Node& node, const Attribute& attribute,
                        const OperatorDescriptionPtr& description);

} // namespace partita
