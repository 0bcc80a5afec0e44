#include "tests/fuzz/readers/readers.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <unistd.h>

#include "core/onnx/parse_text.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/fuzz/readers/sample_model.h"

namespace partita::fuzz {

std::span<const Reader> readers() {
#define READER(name, function) Reader{#name, function},
    static constexpr std::array kReaders = {
#include "tests/fuzz/readers/readers.def"
    };
#undef READER
    return kReaders;
}

const Reader* readerNamed(std::string_view name) {
    const auto all = readers();
    const auto found = std::ranges::find(all, name, &Reader::name);
    return found == all.end() ? nullptr : &*found;
}

void broken(std::string_view reader, std::string_view what) {
    std::fprintf(stderr, "%.*s: %.*s\n", static_cast<int>(reader.size()), reader.data(),
                 static_cast<int>(what.size()), what.data());
    std::abort();
}

namespace {

/// A file that is removed when this process ends.
struct OwnFile {
    explicit OwnFile(std::string_view ending) {
        path = std::filesystem::exists("/dev/shm") ? "/dev/shm"
                                                   : std::filesystem::temp_directory_path();
        path /= "partita-fuzz-" + std::to_string(::getpid()) + std::string(ending);
    }
    OwnFile(const OwnFile&) = delete;
    OwnFile& operator=(const OwnFile&) = delete;
    ~OwnFile() { remove(); }
    void remove() const {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
    std::filesystem::path path;
};

} // namespace

std::filesystem::path asFile(const Buffer& bytes, std::string_view ending) {
    static std::map<std::string, OwnFile, std::less<>> files;
    const OwnFile& file = files.try_emplace(std::string(ending), ending).first->second;
    // A new file each time, because a value read from the previous one may still be mapped.
    file.remove();
    std::ofstream(file.path, std::ios::binary).write(bytes.text().data(), std::ssize(bytes.text()));
    return file.path;
}

const Model& sampleModel() {
    static const Model kModel = *parseModelText(kSampleModel);
    return kModel;
}

void expectSame(std::string_view reader, const Tensor& before, const Tensor& after) {
    bool same = before.type == after.type && before.dims == after.dims;
    if (same && before.type == DataType::string) {
        same = before.strings == after.strings;
    } else if (same) {
        const auto a = elements(before), b = elements(after);
        same = a && b && a->text() == b->text();
    }
    if (!same)
        broken(reader, "the array is another one after writing");
}

void exerciseModel(std::string_view reader, const Model& model) {
    model.values().forEach([&](ValueId, const auto& value) {
        if (value->initializer && value->initializer->byteSize() < (1 << 24))
            (void)elements(*value->initializer);
    });
    model.graphs().forEach(
        [&](GraphId graph, const auto&) { (void)model.topologicalOrder(graph); });
    const auto written = serializeModel(model);
    if (!written)
        return; // external data is missing
    const auto again = readModel(Buffer::own(*written), sourceFolder(model));
    if (!again)
        broken(reader, "what was written cannot be read: " + again.error().message());
    const auto twice = serializeModel(*again);
    if (!twice || *twice != *written)
        broken(reader, "what was written is written in another way when it was read");
}

} // namespace partita::fuzz
