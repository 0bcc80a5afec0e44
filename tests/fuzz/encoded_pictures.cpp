#include "tests/fuzz/encoded_pictures.h"

#include "tests/support/pictures.h"

namespace partita::fuzz {

namespace {

/// Truncates the file or changes a few bytes, mostly behind those that tell its format.
void damage(std::string& file, Chance& chance) {
    if (chance.oneIn(3))
        file.resize(chance.pick(file.size()));
    const std::size_t kept = chance.oneIn(4) ? 2 : 12;
    for (std::size_t changes = 1 + chance.pick(4); changes > 0 && file.size() > kept; --changes)
        file[kept + chance.pick(file.size() - kept)] = static_cast<char>(chance.pick(256));
}

} // namespace

void fitPicture(OperatorCase& each, Chance& chance) {
    if (each.op != "ImageDecoder" || each.inputs.empty() || !each.inputs[0] || chance.oneIn(8))
        return;
    const auto width = static_cast<int>(chance.between(1, 20)),
               height = static_cast<int>(chance.between(1, 20));
    const auto pixels = test::somePixels(width, height, chance.bits());
    std::string file = chance.of(test::pictureFiles(width, height, pixels)).bytes;
    if (chance.oneIn(3))
        damage(file, chance);
    onnx::TensorProto tensor;
    tensor.set_data_type(onnx::TensorProto::UINT8);
    tensor.add_dims(static_cast<std::int64_t>(file.size()));
    tensor.set_raw_data(std::move(file));
    each.inputs[0]->tensors = {std::move(tensor)};
    each.attributes.clear();
    if (chance.oneIn(4))
        return;
    onnx::AttributeProto format;
    format.set_name("pixel_format");
    format.set_type(onnx::AttributeProto::STRING);
    format.set_s(chance.of({"RGB", "BGR", "Grayscale"}));
    each.attributes.push_back(std::move(format));
}

} // namespace partita::fuzz
