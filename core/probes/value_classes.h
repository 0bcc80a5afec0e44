#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/ir/attribute.h"
#include "core/ir/tensor.h"

namespace partita {

/// What devices tell apart in numbers: a rule that holds for dilations of 2 holds for 3, too.
/// "zeros", "ones", "equal", "mixed", "negative" (one of them is), "none" (there are no numbers).
std::string classOfIntegers(std::span<const std::int64_t> numbers);
/// Of an attribute that is one number: "0" to "4", "more", "negative".
std::string classOfInteger(std::int64_t number);
/// "zeros", "ones", "up" (none is below 1), "down" (none is above 1), "mixed", "none".
std::string classOfReals(std::span<const double> numbers);
/// "only", "first", "last" or "inner"; nothing: a tensor of that rank has no such axis.
std::optional<std::string> classOfAxis(std::int64_t axis, std::size_t rank);
/// "none", "all", "last", "first", "inner" (one other), "several".
std::optional<std::string> classOfAxes(std::span<const std::int64_t> axes, std::size_t rank);

/// Whether the values of an attribute or input of that name are axes of the first input.
bool namesAxes(std::string_view name);

/// The class of an attribute: a text itself, an element type by its name, 0 or 1 of a flag, and a
/// class of numbers of the rest. Nothing for tensors and graphs, and for axes where the rank of the
/// first input is not known.
std::optional<std::string> classOfAttribute(const Attribute& attribute,
                                            std::optional<std::size_t> rank);
/// The class of a constant input of that name; nothing for texts and large tensors.
std::optional<std::string> classOfConstant(std::string_view name, const Tensor& tensor,
                                           std::optional<std::size_t> rank);

} // namespace partita
