#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/escaped_text.h"

namespace partita {

/// A value as it stands in a line of text: texts are made visible, so that a name never ends a line.
template <class T> auto shownInLine(const T& value) {
    if constexpr (std::convertible_to<const T&, std::string_view>)
        return visibleText(std::string_view(value));
    else
        return value;
}

template <class T> using ShownInLine = decltype(shownInLine(std::declval<const T&>()));

/// fmt::format for lines that people read: texts among the values are made visible, the format
/// stays as it is.
template <class... T>
std::string lineText(fmt::format_string<ShownInLine<T>...> format, const T&... values) {
    return fmt::format(format, shownInLine(values)...);
}

} // namespace partita
