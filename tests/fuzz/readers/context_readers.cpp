#include <cstring>
#include <nlohmann/json.hpp>

#include "core/base/atomic_files.h"
#include "core/epcontext/formats/container_program.h"
#include "core/epcontext/formats/ovep_bin.h"
#include "core/epcontext/formats/qnn_binary.h"
#include "tests/fuzz/readers/readers.h"

namespace partita::fuzz {

namespace {

constexpr std::size_t kHeaderBytes = 64;

std::uint64_t numberAt(std::string_view bytes, std::size_t at) {
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

void putNumber(std::string& bytes, std::size_t at, std::uint64_t number) {
    std::memcpy(bytes.data() + at, &number, sizeof number);
}

std::uint64_t checksum(std::string_view text, std::uint32_t version) {
    return checksumOf(std::as_bytes(std::span(text.data(), text.size())), version);
}

/// Corrects the checksums of the pieces in an index.
void repairPieces(nlohmann::json& index, std::string_view bytes, std::uint32_t version) {
    for (const char* list : {"graphs", "tensors"}) {
        if (!index.is_object() || !index.contains(list) || !index[list].is_array())
            continue;
        for (auto& piece : index[list]) {
            if (!piece.is_object() ||
                !piece.value("offset", nlohmann::json()).is_number_unsigned() ||
                !piece.value("size", nlohmann::json()).is_number_unsigned())
                continue;
            const auto offset = piece["offset"].get<std::uint64_t>(),
                       size = piece["size"].get<std::uint64_t>();
            if (offset <= bytes.size() && size <= bytes.size() - offset)
                piece["checksum"] = checksum(bytes.substr(offset, size), version);
        }
    }
}

/// The file with correct checksums: random damage would not pass them, but an attacker can compute
/// them.
std::string repaired(const Buffer& bytes) {
    std::string file(bytes.text());
    if (file.size() < kHeaderBytes)
        return file;
    const auto version = static_cast<std::uint32_t>(numberAt(file, 8));
    const std::uint64_t offset = numberAt(file, 24), size = numberAt(file, 32);
    if (offset < kHeaderBytes || offset > file.size() || size > file.size() - offset)
        return file;
    auto index = nlohmann::json::parse(file.substr(offset, size), nullptr, false);
    if (!index.is_discarded()) {
        repairPieces(index, file, version);
        file = file.substr(0, offset) +
               index.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        putNumber(file, 32, file.size() - offset);
    } else {
        file.resize(offset + size);
    }
    putNumber(file, 16, file.size());
    putNumber(file, 40, checksum(std::string_view(file).substr(offset), version));
    return file;
}

/// Reads the program of a graph; it reads the same after writing.
void examineProgram(std::string_view reader, const std::string& text, const Model& model) {
    const auto program = programFromText(text, model);
    if (!program)
        return;
    const std::string written = programText(*program);
    const auto again = programFromText(written, model);
    if (!again)
        broken(reader, "what was written cannot be read: " + again.error().message());
    if (programText(*again) != written)
        broken(reader, "the program is another one after writing");
}

void openContainer(const Buffer& bytes) {
    const auto container = Container::open(bytes);
    if (!container)
        return;
    for (const ContainerInfo::Entry& graph : container->info().graphs) {
        (void)programIn(*container, graph.name);
        const auto model = container->graph(graph.name);
        if (!model)
            continue;
        exerciseModel("container", *model);
        examineProgram("container", container->program(graph.name), *model);
    }
    if (container->info().graphs.empty())
        return;
    const auto part = containerOf(bytes, {container->info().graphs.front().name});
    if (part && !Container::open(*part))
        broken("container", "a part of a whole container cannot be opened");
}

} // namespace

void readContainerFile(const Buffer& bytes) {
    (void)isContainer(bytes.bytes());
    openContainer(bytes);
    openContainer(Buffer::own(repaired(bytes)));
}

/// What the NPU's compiler decided about the sample.
void readProgramFile(const Buffer& bytes) {
    examineProgram("npu_program", std::string(bytes.text()), sampleModel());
}

void readOvepBinFile(const Buffer& bytes) {
    (void)isOvepBin(bytes.bytes());
    (void)openVinoTensorNames(bytes.bytes());
    const auto bin = readOvepBin(bytes);
    if (!bin)
        return;
    for (const OvepBlob& blob : bin->blobs)
        (void)openVinoTensorNames(blob.data.bytes());
    const auto again = readOvepBin(joined(writeOvepBin(*bin)));
    if (!again || again->blobs.size() != bin->blobs.size())
        broken("ovep_bin", "what was written cannot be read");
    for (std::size_t i = 0; i < bin->blobs.size(); ++i)
        if (again->blobs[i].name != bin->blobs[i].name ||
            again->blobs[i].data.text() != bin->blobs[i].data.text())
            broken("ovep_bin", "a blob is another one after writing");
}

void readQnnBinary(const Buffer& bytes) {
    const auto names = qnnGraphNames(bytes.bytes(), {"QNN_main_graph", "graph_1"});
    for (const std::string& name : names) {
        const std::string other = renamedQnnGraph(name, 1);
        if (other.size() != name.size())
            broken("qnn_binary", "a new name of another length");
        const auto renamed = renameQnnGraphs(bytes.bytes(), {{name, other}});
        if (renamed && renamed->size() != bytes.size())
            broken("qnn_binary", "another size after renaming");
    }
}

} // namespace partita::fuzz
