#include "core/tasks/remedies/pass_reduction.h"

#include <algorithm>

namespace partita {

namespace {

/// The passes that are among the first `count` of `ranked`.
std::vector<std::string> mostEffective(const std::vector<std::string>& passes,
                                       const std::vector<std::string>& ranked, std::size_t count) {
    const auto end = ranked.begin() + static_cast<std::ptrdiff_t>(count);
    std::vector<std::string> some;
    std::ranges::copy_if(passes, std::back_inserter(some), [&](const std::string& pass) {
        return std::find(ranked.begin(), end, pass) != end;
    });
    return some;
}

std::vector<std::string> without(const std::vector<std::string>& passes, std::size_t begin,
                                 std::size_t length) {
    std::vector<std::string> some;
    for (std::size_t i = 0; i < passes.size(); ++i)
        if (i < begin || i >= begin + length)
            some.push_back(passes[i]);
    return some;
}

} // namespace

PassReduction reducePasses(std::vector<std::string> passes, const std::vector<std::string>& ranked,
                           const std::function<bool(const std::vector<std::string>&)>& isEnough,
                           const std::function<bool()>& mayAsk) {
    for (std::size_t least = 2, most = passes.size(); least < most && mayAsk();) {
        const std::size_t middle = (least + most) / 2;
        auto fewer = mostEffective(passes, ranked, middle);
        if (isEnough(fewer)) {
            most = middle;
            passes = std::move(fewer);
        } else {
            least = middle + 1;
        }
    }
    for (std::size_t parts = 2; passes.size() > 1;) {
        const std::size_t length = (passes.size() + parts - 1) / parts;
        bool isSmaller = false;
        for (std::size_t at = 0; at < passes.size() && !isSmaller; at += length) {
            if (!mayAsk())
                return {std::move(passes), false};
            auto fewer = without(passes, at, length);
            isSmaller = isEnough(fewer);
            if (isSmaller)
                passes = std::move(fewer);
        }
        if (!isSmaller && length == 1)
            break;
        parts =
            isSmaller ? std::max<std::size_t>(parts - 1, 2) : std::min(2 * parts, passes.size());
    }
    return {std::move(passes), true};
}

std::vector<std::vector<std::string>>
nextQuestions(const std::vector<std::string>& passes, const std::vector<std::string>& ranked,
              const std::function<std::optional<bool>(const std::vector<std::string>&)>& known,
              std::size_t most) {
    std::vector<std::vector<std::string>> questions;
    const auto answer = [&](const std::vector<std::string>& fewer) {
        const auto told = known(fewer);
        if (!told)
            questions.push_back(fewer);
        return told.value_or(false);
    };
    reducePasses(passes, ranked, answer, [&] { return questions.size() < most; });
    return questions;
}

} // namespace partita
