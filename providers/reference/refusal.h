#pragma once

#include <stdexcept>

namespace partita::reference {

/// Data that an operator cannot work on; the evaluator adds the node.
class Refusal : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Refuses with `what` unless `holds`.
inline void require(bool holds, const char* what) {
    if (!holds)
        throw Refusal(what);
}

} // namespace partita::reference
