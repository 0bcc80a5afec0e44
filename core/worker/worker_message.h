#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita {

/// What a program and its worker tell each other: a list of byte strings.
using WorkerMessage = std::vector<std::string>;

/// The length of what follows goes before each message and each part, 8 bytes in the machine's
/// order: both ends run on one machine.
inline constexpr std::size_t kMessageHead = 8;
std::string packed(const WorkerMessage& message);
/// The length that a head tells.
std::uint64_t lengthOf(const char* head);
/// The message in what followed a head; nothing where lengths do not fit.
std::optional<WorkerMessage> unpacked(std::string_view bytes);

/// Blocking; false when the other end is gone or what comes is no message of at most `mostBytes`.
bool sendMessage(int channel, const WorkerMessage& message);
bool receiveMessage(int channel, WorkerMessage& message, std::uint64_t mostBytes);

} // namespace partita
