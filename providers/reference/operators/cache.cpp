// TensorScatter: updates of key and value caches.

#include "providers/reference/catalogue.h"

namespace partita::reference {

/// Writes `update` into past_cache along `axis`, for each sample from its write_indices on. Mode
/// circular wraps around at the end of the axis; mode linear refuses an update beyond it.
void tensorScatter(Call& call) {
    Array result = call.in(0);
    const Array& update = call.in(1);
    require(result.rank() >= 2 && update.rank() == result.rank() && update.type() == result.type(),
            "the update does not fit the cache");
    const std::size_t axis = axisIn(call.integer("axis", -2), result.rank());
    const bool circular = call.text("mode", "linear") == "circular";
    require(axis != 0, "axis must not be the batch axis");
    require(!call.has(2) || call.in(2).count() == result.size(0),
            "one write position for each entry of the batch was expected");
    for (std::size_t i = 0; i < result.rank(); ++i)
        require(i == axis ? update.dims()[i] <= result.dims()[i]
                          : update.dims()[i] == result.dims()[i],
                "the update does not fit the cache");
    for (Index at(update.dims()); at; ++at) {
        Dims to = at.at();
        to[axis] += call.has(2) ? call.in(2).integer(static_cast<std::size_t>(at[0])) : 0;
        require(to[axis] >= 0, "a write index is negative");
        if (circular)
            to[axis] %= result.dims()[axis];
        require(to[axis] < result.dims()[axis], "an update goes beyond the end of the cache");
        result.copy(placeOf(result.dims(), to), update, at.place());
    }
    call.give(result);
}

} // namespace partita::reference
