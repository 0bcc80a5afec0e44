#pragma once

#include <memory>

#include "core/base/buffer.h"

namespace partita {

/// The 64-bit XXH3 hash of bytes that come one after another; a large mapped file does not fill
/// the memory.
class ContentSum {
public:
    ContentSum();
    ~ContentSum();
    ContentSum(const ContentSum&) = delete;
    ContentSum& operator=(const ContentSum&) = delete;
    void add(Bytes bytes);
    [[nodiscard]] std::uint64_t value() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// The hash of `bytes` alone.
std::uint64_t contentSumOf(Bytes bytes);

} // namespace partita
