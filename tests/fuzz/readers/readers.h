#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "core/base/buffer.h"
#include "core/ir/model.h"

namespace partita::fuzz {

/// Reads one input as a file of its kind. Whatever the bytes are, it returns: with an error, or with
/// a value that is then looked at whole and, where we can write it, written and read again. What
/// must never happen ends the program.
using ReadFunction = void (*)(const Buffer& bytes);

/// One kind of file that the program reads.
struct Reader {
    std::string_view name; ///< also the folder of its corpus
    ReadFunction read;
};

std::span<const Reader> readers();
/// Null: there is none of that name.
const Reader* readerNamed(std::string_view name);

// One function for each row of readers.def: a row without its function does not link.
#define READER(name, function) void function(const Buffer& bytes);
#include "tests/fuzz/readers/readers.def"
#undef READER

/// Ends the program: a reader broke a promise. `what` is a sentence.
[[noreturn]] void broken(std::string_view reader, std::string_view what);

/// A file with these bytes, in memory, the same one in every call.
std::filesystem::path asFile(const Buffer& bytes, std::string_view ending);

/// Reads all constants, looks up all values, and writes the model: it must be readable again and be
/// written the same way then.
void exerciseModel(std::string_view reader, const Model& model);

} // namespace partita::fuzz
