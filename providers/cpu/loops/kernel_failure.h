#pragma once

#include <stdexcept>

namespace partita::cpu {

/// Thrown by kernels for data that they cannot work on. The program that runs the node catches it
/// and adds the node's name; it also catches what libraries throw.
class KernelFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws KernelFailure with `what` unless `holds`.
inline void require(bool holds, const char* what) {
    if (!holds)
        throw KernelFailure(what);
}

} // namespace partita::cpu
