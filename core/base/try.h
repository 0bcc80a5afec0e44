#pragma once

#include <utility>

#include "core/base/result.h"

namespace partita::detail {

template <class T> T taken(Result<T>&& result) { return *std::move(result); }
inline void taken(Result<void>&&) {}

} // namespace partita::detail

/// The value of a Result; if the Result is an error, the enclosing function returns that error.
/// With a `Result<void>` it is a statement without a value. Uses statement expressions, a GNU
/// extension of g++ and clang.
#define PARTITA_TRY(...)                                                                           \
    __extension__({                                                                                \
        _Pragma("GCC diagnostic push")                                                             \
            _Pragma("GCC diagnostic ignored \"-Wshadow\"") auto partitaTried = (__VA_ARGS__);      \
        _Pragma("GCC diagnostic pop") if (!partitaTried) return std::move(partitaTried).error();   \
        ::partita::detail::taken(std::move(partitaTried));                                         \
    })
