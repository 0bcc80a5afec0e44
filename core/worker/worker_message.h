#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita {

/// A message between a program and its worker: a list of byte strings.
using WorkerMessage = std::vector<std::string>;

/// Size of the length that precedes each message and each of its parts: 8 bytes in native byte
/// order, as both ends run on the same machine.
inline constexpr std::size_t kMessageHead = 8;

/// A message while it is sent. Its parts are as large as models: they stay where they are, with the
/// caller, and are not copied.
class OutgoingMessage {
public:
    explicit OutgoingMessage(const std::vector<std::string_view>& parts);
    explicit OutgoingMessage(const WorkerMessage& message);
    OutgoingMessage(const OutgoingMessage&) = delete;
    OutgoingMessage& operator=(const OutgoingMessage&) = delete;
    /// What is to be sent next; empty: all of the message was.
    [[nodiscard]] std::string_view next() const { return m_left.empty() ? "" : m_left.back(); }
    /// So many bytes of `next` were sent.
    void sent(std::size_t bytes);

private:
    std::string m_heads;
    std::vector<std::string_view> m_left; // heads and parts, the last one first
};

/// The bytes of a message as they are sent.
std::string packed(const WorkerMessage& message);
/// The length that a head of kMessageHead bytes holds.
std::uint64_t lengthOf(const char* head);
/// The message in the bytes after its head; nothing where a length does not fit.
std::optional<WorkerMessage> unpacked(std::string_view bytes);

/// Blocking. False when the other end is closed, or when the received bytes are no message or one
/// of more than `mostBytes`.
bool sendMessage(int channel, const WorkerMessage& message);
bool receiveMessage(int channel, WorkerMessage& message, std::uint64_t mostBytes);

} // namespace partita
