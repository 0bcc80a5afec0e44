#pragma once

#include <stdexcept>

namespace partita::cpu {

/// Data that a kernel cannot work on: thrown inside kernels and caught where a node is run, which
/// adds the node's name. The libraries behind the kernels throw as well.
class KernelFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Fails with `what` unless `holds`.
inline void require(bool holds, const char* what) {
    if (!holds)
        throw KernelFailure(what);
}

} // namespace partita::cpu
