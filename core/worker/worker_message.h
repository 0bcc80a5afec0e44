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
