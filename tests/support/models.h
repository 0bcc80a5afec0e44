#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "core/ir/model.h"
#include "core/session/partitioner.h"

namespace partita::test {

/// A model from ONNX's text form; fails the test on a mistake.
Model modelFromText(const std::string& text);
/// The serialized bytes of that model.
std::string bytesFromText(const std::string& text);
Buffer bufferOf(std::string_view bytes);

/// A valid decoder-like model of about `nodes` nodes without weights, for sizes that no test file
/// has; always the same model for the same size.
Model largeModel(std::size_t nodes);

/// `y = x + w` with a weight of `floats` floats, all 1.
Model weightModel(std::size_t floats);

/// A folder that is removed after the test.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
        return m_path / name;
    }
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// Every .onnx file of ONNX's own test data and, where present, of the shared models.
std::vector<std::filesystem::path> realModels();

/// Domain and name of every operator in ONNX's library, except training and preview operators.
std::set<std::pair<std::string, std::string>> operatorsOfLibrary();

NodeId nodeNamed(const Model& model, std::string_view name);
ValueId valueNamed(const Model& model, std::string_view name);

} // namespace partita::test
