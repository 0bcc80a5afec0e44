#pragma once

#include <gtest/gtest.h>

#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/models.h"

namespace partita::test {

/// Writes a model from ONNX's text form with all its weights in a file of data beside it.
inline void writeWithData(const std::string& text, const std::filesystem::path& path) {
    const auto read = readModel(Buffer::own(bytesFromText(text)));
    ASSERT_TRUE(read);
    WriteOptions options;
    options.data = DataPlacement::external;
    options.threshold = 4;
    ASSERT_TRUE(writeModel(*read, path, options));
}

} // namespace partita::test
