#pragma once

#include "core/edits/name_patterns.h"
#include "core/edits/script_steps.h"
#include "core/edits/script_tensors.h"

namespace partita {

/// Reads the values of one line of a script, and finds what its patterns mean in a model.
class StepReader {
public:
    StepReader(const Model& model, const nlohmann::json& form, const std::filesystem::path& folder)
        : m_model(model), m_form(form), m_folder(folder) {}

    [[nodiscard]] const Model& model() const { return m_model; }
    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }
    [[nodiscard]] bool has(const char* key) const { return m_form.contains(key); }
    [[nodiscard]] const nlohmann::json& at(const char* key) const { return m_form.at(key); }
    /// How many nodes or tensors were found.
    [[nodiscard]] std::size_t matched() const { return m_matched; }

    Result<std::string> text(const char* key) const;
    /// Empty where the key is missing.
    Result<std::string> textOrNone(const char* key) const;
    Result<bool> flag(const char* key) const; ///< false where it is missing
    Result<std::int64_t> number(const char* key) const;
    Result<Dim> size(const char* key) const;
    Result<GraphId> graph() const; ///< of the key "graph"; main where it is missing

    /// All that a pattern, or a list of patterns, means; fails when one means nothing.
    Result<std::vector<NodeId>> nodes(const char* key);
    Result<std::vector<ValueId>> tensors(const char* key);
    /// Exactly one.
    Result<NodeId> node(const char* key);
    Result<ValueId> tensor(const char* key);
    /// The one tensor of a name; an empty name is the id "none": omitted.
    Result<ValueId> tensorOf(const nlohmann::json& name);
    /// {"node": …, "input": 1}, or {"output": name} of a graph.
    Result<Slot> slot(const nlohmann::json& form);
    /// Which of the places that read a tensor are meant: those of the key "readers", or all.
    Result<std::vector<Slot>> readers(ValueId of);
    Result<TensorPtr> tensorData(const char* key, const ExpectedTensor& expected = {}) const;

private:
    template <class Id, class F>
    Result<std::vector<Id>> all(const nlohmann::json& patterns, F&& find, const Message& what);
    template <class Id, class F>
    Result<Id> one(const nlohmann::json& pattern, F&& find, const Message& what);

    const Model& m_model;
    const nlohmann::json& m_form;
    const std::filesystem::path& m_folder;
    std::size_t m_matched = 0;
};

/// One kind of line: its name, its keys, and what it means.
struct StepKind {
    std::string_view op;
    std::string_view required, optional; ///< keys, with spaces between
    Result<std::vector<Edit>> (*edits)(StepReader& step);
};

// script_node_steps.cpp, script_model_steps.cpp and script_structure_steps.cpp
std::span<const StepKind> nodeSteps();
std::span<const StepKind> modelSteps();
std::span<const StepKind> structureSteps();

/// "Conv", "com.microsoft.Gelu": the part behind the last point is the operator.
NewNode operatorOf(const std::string& text);

/// The error of a value of a line.
Error wrongValue(Message what);

} // namespace partita
