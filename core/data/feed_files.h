#pragma once

#include <filesystem>

#include "core/provider/io_binding.h"

namespace partita {

/// The types of values, beside them.
std::vector<TypePtr> typesOf(const Model& model, const std::vector<ValueId>& values);

/// What a model is to be fed with, from a file or a folder: an .npz with arrays of the inputs'
/// names, of which only the model's are unpacked and others are an error; or input_0.pb, input_1.pb
/// … of ONNX's test data, in the order of the inputs.
Result<Feeds> readFeeds(const std::filesystem::path& path, const Model& model);

/// What a model is expected to give: the same with output_0.pb …, or an .npz, which may hold other
/// arrays as well. In the order of the model's outputs; fails where one is missing or left over.
Result<std::vector<DataValue>> readExpected(const std::filesystem::path& path, const Model& model);

} // namespace partita
