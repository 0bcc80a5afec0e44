#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace partita {

using Bytes = std::span<const std::byte>;

/// Read-only bytes together with their owner, which keeps them alive: owned memory or a mapped
/// file.
class Buffer {
public:
    Buffer() = default;
    Buffer(Bytes bytes, std::shared_ptr<const void> owner)
        : m_bytes(bytes), m_owner(std::move(owner)) {}
    static Buffer own(std::vector<std::byte> bytes);
    static Buffer own(std::string bytes);
    static Buffer copyOf(Bytes bytes);
    /// New bytes, all of which `fill` writes.
    static Buffer make(std::size_t size, const std::function<void(std::span<std::byte>)>& fill);

    [[nodiscard]] Bytes bytes() const { return m_bytes; }
    [[nodiscard]] std::size_t size() const { return m_bytes.size(); }
    [[nodiscard]] bool empty() const { return m_bytes.empty(); }
    [[nodiscard]] Buffer slice(std::size_t offset, std::size_t count) const {
        return {m_bytes.subspan(offset, count), m_owner};
    }
    [[nodiscard]] std::string_view text() const {
        return {reinterpret_cast<const char*>(m_bytes.data()), m_bytes.size()};
    }

private:
    Bytes m_bytes;
    std::shared_ptr<const void> m_owner;
};

/// Writes `pieces` one after another to a temporary file beside `path`, then moves that into place:
/// an old file stays intact until the new one is complete and on disk.
Result<void> writeFile(const std::filesystem::path& path, std::span<const Bytes> pieces);
Result<void> writeFile(const std::filesystem::path& path, std::string_view text);

} // namespace partita
