#pragma once

#include <filesystem>

#include "core/provider/io_binding.h"

namespace partita {

/// The types of the values, in their order.
std::vector<TypePtr> typesOf(const Model& model, const std::vector<ValueId>& values);

/// Reads the inputs of a model from an .npz file whose arrays have the names of the inputs, or from
/// a folder with input_0.pb, input_1.pb … (the layout of ONNX's test data) in the order of the
/// inputs. An array or a file that belongs to no input is an error.
Result<Feeds> readFeeds(const std::filesystem::path& path, const Model& model);

/// Reads the expected outputs of a model from a folder with output_0.pb … or from an .npz file,
/// which may hold other arrays as well. In the order of the model's outputs; fails when their
/// number is not that of the outputs.
Result<std::vector<ModelData>> readExpected(const std::filesystem::path& path, const Model& model);

} // namespace partita
