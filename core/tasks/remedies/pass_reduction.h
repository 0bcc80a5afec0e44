#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace partita {

struct PassReduction {
    std::vector<std::string> passes; ///< that are enough
    bool isFewest = true; ///< none of them can be left out; false: the trials ended before
};

/// Leaves out passes as long as the others are enough: first the least effective ones, by halving,
/// then any (delta debugging: halves first, then smaller parts). `passes`: in the order in which they
/// run; all together are enough, and no single one is. `ranked`: the same, the most effective first.
/// `isEnough` is asked only while `mayAsk` is true.
PassReduction reducePasses(std::vector<std::string> passes, const std::vector<std::string>& ranked,
                           const std::function<bool(const std::vector<std::string>&)>& isEnough,
                           const std::function<bool()>& mayAsk);

/// The questions that `reducePasses` asks next, at most `most`, if those to which `known` knows no
/// answer are answered with no.
std::vector<std::vector<std::string>>
nextQuestions(const std::vector<std::string>& passes, const std::vector<std::string>& ranked,
              const std::function<std::optional<bool>(const std::vector<std::string>&)>& known,
              std::size_t most);

} // namespace partita
