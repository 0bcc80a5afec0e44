#pragma once

namespace partita {

/// A visitor of a std::variant made of one function for each alternative.
template <class... F> struct Overloaded : F... { using F::operator()...; };
// clang before 17 deduces no arguments of aggregates by itself.
template <class... F> Overloaded(F...) -> Overloaded<F...>;

} // namespace partita
