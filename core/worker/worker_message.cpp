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

OutgoingMessage::OutgoingMessage(const std::vector<std::string_view>& parts) {
    std::uint64_t length = 0;
    for (const auto& part : parts)
        length += kMessageHead + part.size();
    appendLength(m_heads, length);
    for (const auto& part : parts)
        appendLength(m_heads, part.size());
    for (std::size_t i = parts.size(); i > 0; --i) {
        if (!parts[i - 1].empty())
            m_left.push_back(parts[i - 1]);
        m_left.push_back(std::string_view(m_heads).substr(i * kMessageHead, kMessageHead));
    }
    m_left.push_back(std::string_view(m_heads).substr(0, kMessageHead));
}

OutgoingMessage::OutgoingMessage(const WorkerMessage& message)
    : OutgoingMessage(std::vector<std::string_view>(message.begin(), message.end())) {}

void OutgoingMessage::sent(std::size_t bytes) {
    m_left.back().remove_prefix(bytes);
    if (m_left.back().empty())
        m_left.pop_back();
}

std::string packed(const WorkerMessage& message) {
    std::string bytes;
    for (OutgoingMessage going(message); !going.next().empty(); going.sent(going.next().size()))
        bytes += going.next();
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
    OutgoingMessage going(message);
    while (!going.next().empty()) {
        const ssize_t done = ::write(channel, going.next().data(), going.next().size());
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        going.sent(static_cast<std::size_t>(done));
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
