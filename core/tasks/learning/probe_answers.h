#pragma once

#include <map>
#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "core/base/appended_file.h"
#include "core/tasks/learning/probe_runtime.h"

namespace partita {

/// The answers of a provider, in a file that grows with each: learning that was interrupted goes on
/// behind the last one.
class ProbeAnswers {
public:
    /// Takes up the file, or makes it with the first answer; the empty path: no file. Fails for a file that is none of
    /// answers, or of another provider, other options or another interpreter (`of`).
    static Result<ProbeAnswers> open(const std::filesystem::path& path, const ProbeRequest& of);

    [[nodiscard]] const ProbeAnswer* find(const std::string& key) const;
    Result<void> add(const std::string& key, const ProbeAnswer& answer);
    /// Who answered, as far as it is known.
    [[nodiscard]] const ProbedProvider& provider() const { return m_provider; }
    Result<void> setProvider(const ProbedProvider& provider);
    /// Whether the provider answered about any model without crashing.
    [[nodiscard]] bool hasAny() const;
    /// Removes the file: the work is done.
    void remove();

private:
    Result<void> read(std::string_view text, const nlohmann::json& head);
    Result<void> append(const nlohmann::json& line);

    std::filesystem::path m_path; ///< of a file that is made with the first answer
    std::string m_head;           ///< its first line
    std::optional<AppendedFile> m_file;
    std::map<std::string, ProbeAnswer> m_answers;
    ProbedProvider m_provider;
};

} // namespace partita
