#pragma once

#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

// One declaration for each row of kernels.def: a row without a function does not link.
#define FUNCTION(domain, op, since, types, function) void function(KernelContext& context);
#define OBJECT(domain, op, since, types, factory)                                                  \
    std::unique_ptr<Kernel> factory(const KernelInit& init);
#include "providers/cpu/kernels/kernels.def"
#undef FUNCTION
#undef OBJECT

} // namespace partita::cpu
