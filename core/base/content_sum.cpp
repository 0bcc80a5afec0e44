#include "core/base/content_sum.h"

#include <memory>
#include <new>

#include <xxhash.h>

#include "core/base/mapped_files.h"

namespace partita {

struct ContentSum::State {
    XXH3_state_t* xxh = XXH3_createState();
};

ContentSum::ContentSum() : m_state(std::make_unique<State>()) {
    if (!m_state->xxh)
        throw std::bad_alloc();
    XXH3_64bits_reset(m_state->xxh);
}

ContentSum::~ContentSum() { XXH3_freeState(m_state->xxh); }

void ContentSum::add(Bytes bytes) {
    inBlocks(bytes, [this](Bytes block) {
        XXH3_64bits_update(m_state->xxh, block.data(), block.size());
        return true;
    });
}

std::uint64_t ContentSum::value() const { return XXH3_64bits_digest(m_state->xxh); }

std::uint64_t contentSumOf(Bytes bytes) {
    constexpr std::size_t kAtOnce = std::size_t{1} << 20;
    if (bytes.size() <= kAtOnce)
        return XXH3_64bits(bytes.data(), bytes.size());
    ContentSum sum;
    sum.add(bytes);
    return sum.value();
}

} // namespace partita
