#include "core/worker/worker_message.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace partita {

namespace {

void appendLength(std::string& to, std::uint64_t length) {
    char bytes[kMessageHead];
    std::memcpy(bytes, &length, sizeof bytes);
    to.append(bytes, sizeof bytes);
}

bool readAll(int channel, char* to, std::size_t size) {
    while (size > 0) {
        const ssize_t done = ::read(channel, to, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        to += done;
        size -= static_cast<std::size_t>(done);
    }
    return true;
}

} // namespace

std::string packed(const WorkerMessage& message) {
    std::uint64_t length = 0;
    for (const auto& part : message)
        length += kMessageHead + part.size();
    std::string bytes;
    bytes.reserve(kMessageHead + length);
    appendLength(bytes, length);
    for (const auto& part : message) {
        appendLength(bytes, part.size());
        bytes += part;
    }
    return bytes;
}

std::uint64_t lengthOf(const char* head) {
    std::uint64_t length = 0;
    std::memcpy(&length, head, sizeof length);
    return length;
}

std::optional<WorkerMessage> unpacked(std::string_view bytes) {
    WorkerMessage message;
    while (!bytes.empty()) {
        if (bytes.size() < kMessageHead)
            return std::nullopt;
        const std::uint64_t length = lengthOf(bytes.data());
        bytes.remove_prefix(kMessageHead);
        if (length > bytes.size())
            return std::nullopt;
        message.emplace_back(bytes.substr(0, length));
        bytes.remove_prefix(length);
    }
    return message;
}

bool sendMessage(int channel, const WorkerMessage& message) {
    const std::string bytes = packed(message);
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t done = ::write(channel, bytes.data() + at, bytes.size() - at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += static_cast<std::size_t>(done);
    }
    return true;
}

bool receiveMessage(int channel, WorkerMessage& message, std::uint64_t mostBytes) {
    char head[kMessageHead];
    if (!readAll(channel, head, sizeof head) || lengthOf(head) > mostBytes)
        return false;
    std::string bytes(lengthOf(head), '\0');
    if (!readAll(channel, bytes.data(), bytes.size()))
        return false;
    auto parts = unpacked(bytes);
    if (!parts)
        return false;
    message = *std::move(parts);
    return true;
}

} // namespace partita
