// Decoding in a process of its own: the libraries behind the decoders may crash on a file that is
// made for that, or take any time and memory.

#include "providers/cpu/images/picture_service.h"

#include <cstring>
#include <new>

#include "core/base/archive.h"
#include "core/base/message_archive.h"
#include "core/provider/node_failure.h"
#include "core/worker/worker_pool.h"
#include "providers/cpu/images/decode.h"

namespace partita::cpu {

namespace {

// What a request asks for, and how a reply begins.
constexpr std::string_view kSize = "size", kPixels = "pixels", kDone = "done", kRefused = "refused";

/// Some ten times what the slowest decoders need: JPEG 2000 120 ns for a byte, WebP 20 ns for a
/// pixel. Before the size of the picture is known, no pixels are counted.
WorkerLimits limitsOf(std::uint64_t fileBytes, std::uint64_t pixels) {
    WorkerLimits limits;
    limits.processorTime = std::chrono::milliseconds(1000 + fileBytes / 1000 + pixels / 5000);
    limits.wallTime += 4 * limits.processorTime;
    limits.addressSpace = (std::uint64_t{1} << 30) + 64 * fileBytes + 48 * pixels;
    limits.replyBytes = (std::uint64_t{64} << 10) + 3 * pixels;
    return limits;
}

/// A picture as a worker returned it, whose size is checked again.
struct Answer {
    Picture picture;
    std::string pixels;
};

Answer answerTo(std::string_view wanted, Bytes bytes, std::uint64_t pixels,
                const std::stop_token& stop) {
    const std::string_view picture(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    auto reply = askWorker(kPictureService, {wanted, picture}, limitsOf(bytes.size(), pixels),
                           Progress{stop, {}});
    if (!reply)
        throw NodeFailure(reply.error().whole());
    using End = WorkerReply::End;
    require(reply->end != End::cancelled, "cancelled");
    require(reply->end != End::outOfTime, "the picture takes too long to be decoded");
    require(reply->end == End::replied, "the picture crashes its decoder");
    WorkerMessage& parts = reply->message;
    require(parts != WorkerMessage{"memory"},
            "the decoder needs more memory than the size of the picture justifies");
    Message failure;
    if (parts.size() == 2 && parts[0] == kRefused && unpackedFrom(failure, parts[1]))
        throw NodeFailure(failure);
    std::pair<std::int64_t, std::int64_t> size;
    require(parts.size() == 3 && parts[0] == kDone && unpackedFrom(size, parts[1]),
            "a message to or from a worker process is damaged");
    Answer answer;
    (void)answer.picture.resize(size.first, size.second, bytes.size(), Wanted::size);
    answer.pixels = std::move(parts[2]);
    return answer;
}

} // namespace

Picture decodeImage(Bytes bytes, const std::stop_token& stop) {
    if (worksInProcess())
        return decodeHere(bytes);
    const Picture size = answerTo(kSize, bytes, 0, stop).picture;
    const auto count = static_cast<std::uint64_t>(size.width * size.height);
    auto [picture, pixels] = answerTo(kPixels, bytes, count, stop);
    require(picture.width == size.width && picture.height == size.height &&
                pixels.size() == 3 * count,
            "a message to or from a worker process is damaged");
    const auto* first = reinterpret_cast<const std::uint8_t*>(pixels.data());
    picture.rgb.assign(first, first + pixels.size());
    return std::move(picture);
}

WorkerMessage answerPictureRequest(const WorkerMessage& request) {
    try {
        require(request.size() == 2, "a message to or from a worker process is damaged");
        const Picture picture = decodeHere(std::as_bytes(std::span(request[1])),
                                           request[0] == kSize ? Wanted::size : Wanted::pixels);
        std::pair size(picture.width, picture.height);
        WorkerMessage reply{std::string(kDone), packedInto(size)};
        reply.emplace_back(reinterpret_cast<const char*>(picture.rgb.data()), picture.rgb.size());
        return reply;
    } catch (const std::bad_alloc&) {
        return {"memory"};
    } catch (const std::exception& error) {
        Message failure = messageOf(error);
        return {std::string(kRefused), packedInto(failure)};
    }
}

} // namespace partita::cpu
