#pragma once

#include <filesystem>
#include <vector>

#include "core/ir/ep_context.h"
#include "core/ir/model.h"
#include "core/onnx/wire.h"

namespace partita {

/// Where one field of a model, graph or function message is in the file, and the id it got.
struct SourceEntry {
    std::uint32_t field = 0;
    std::uint32_t id = 0; ///< NodeId, ValueId (input, output, initializer, value info); 0: none
    wire::Span whole;
};

/// The bytes a model was read from. Saving reuses them for everything that was not edited, unknown
/// fields and the order of fields included.
struct ModelSource {
    std::filesystem::path path;                   ///< empty: read from memory
    BinaryPlaces files = std::filesystem::path(); ///< where those are that the model refers to
    Buffer file;
    Model baseline;                        ///< the model as read; it has no source itself
    std::vector<SourceEntry> modelEntries; ///< graph and functions carry their GraphId
    std::vector<std::vector<SourceEntry>> graphEntries; ///< by GraphId
    std::vector<wire::Span> nodeSpans;                  ///< by NodeId, with tag and length

    [[nodiscard]] Bytes bytes(wire::Span span) const {
        return file.bytes().subspan(span.begin, span.size);
    }
};

} // namespace partita
