#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/message.h"

namespace partita {

enum class Errc {
    invalidModel,  ///< a file or model that is not what it claims to be
    unsupported,   ///< valid, but more than this program or device can do
    shapeMismatch, ///< data does not fit the declared type or shape
    nameClash,
    usage, ///< a wrong option or argument
    io,    ///< the operating system said no
    provider,
    cancelled,
    internal, ///< a bug in Partita
};

/// What went wrong, where, and what to do about it.
struct Error {
    Errc code = Errc::internal;
    Message what;               ///< one sentence without a full stop
    std::vector<Message> where; ///< innermost first: tensor, node, graph, file
    Message remedy;             ///< what the user can do; may be empty

    /// Adds a place one level further out.
    [[nodiscard]] Error at(Message place) && {
        where.push_back(std::move(place));
        return std::move(*this);
    }
    /// `WHAT (file, graph, node): WHAT TO DO`, the form that window and command line print.
    [[nodiscard]] Message whole() const;
    /// `whole` in English.
    [[nodiscard]] std::string message() const { return whole().text(); }
};

/// A value or an Error. The member names are those of std::expected, which g++ 12 lacks.
template <class T> class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }
    [[nodiscard]] T& value() & {
        assert(has_value());
        return *std::get_if<0>(&m_state);
    }
    [[nodiscard]] const T& value() const& {
        assert(has_value());
        return *std::get_if<0>(&m_state);
    }
    [[nodiscard]] T&& value() && {
        assert(has_value());
        return std::move(*std::get_if<0>(&m_state));
    }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    [[nodiscard]] const Error& error() const& { return *std::get_if<1>(&m_state); }
    [[nodiscard]] Error&& error() && { return std::move(*std::get_if<1>(&m_state)); }

private:
    std::variant<T, Error> m_state;
};

template <> class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : m_state(std::move(error)) {}
    [[nodiscard]] bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }
    [[nodiscard]] const Error& error() const& { return *std::get_if<1>(&m_state); }
    [[nodiscard]] Error&& error() && { return std::move(*std::get_if<1>(&m_state)); }

private:
    std::variant<std::monostate, Error> m_state;
};

} // namespace partita
