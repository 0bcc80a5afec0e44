#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "core/base/buffer.h"
#include "core/ir/model.h"

namespace partita::fuzz {

/// Reads one input as a file of one kind. It must return for any bytes: after an error, or after
/// the value was examined and, where Partita can write it, written and read again. A broken promise
/// ends the program.
using ReadFunction = void (*)(const Buffer& bytes);

/// One kind of file that the program reads.
struct Reader {
    std::string_view name; ///< also the folder of its corpus
    ReadFunction read;
};

/// All rows of readers.def.
std::span<const Reader> readers();
/// The reader of that name, or null.
const Reader* readerNamed(std::string_view name);

// One function for each row of readers.def: a row without its function does not link.
#define READER(name, function) void function(const Buffer& bytes);
#include "tests/fuzz/readers/readers.def"
#undef READER

/// Ends the program: a reader broke a promise. `what` is a sentence.
[[noreturn]] void broken(std::string_view reader, std::string_view what);

/// Writes the bytes to a file in memory; every call with the same ending uses the same path.
std::filesystem::path asFile(const Buffer& bytes, std::string_view ending);

/// `kSampleModel`, read once.
const Model& sampleModel();

/// Ends the program unless both have the same type, shape and elements.
void expectSame(std::string_view reader, const Tensor& before, const Tensor& after);

/// Reads all constants, looks up all values, and writes the model, which must be readable and give
/// the same bytes when it is written again.
void exerciseModel(std::string_view reader, const Model& model);

} // namespace partita::fuzz
