#include "core/onnx/made_up_symbols.h"

#include <algorithm>
#include <charconv>

namespace partita {

namespace {
constexpr std::string_view kMadeUp = "unk__";
}

bool isMadeUpSymbol(const std::string& symbol) { return symbol.starts_with(kMadeUp); }

void forEachMadeUp(const TypePtr& type, const std::function<void(const std::string&)>& visit) {
    for (const Type* each = type.get(); each; each = each->nested.get())
        if (each->shape)
            for (const Dim& dim : *each->shape)
                if (isMadeUpSymbol(dim.param))
                    visit(dim.param);
}

TypePtr withSymbols(const TypePtr& type,
                    const std::unordered_map<std::string, std::string>& names) {
    if (!type)
        return type;
    const auto isNamed = [&](const Dim& dim) { return names.contains(dim.param); };
    const TypePtr nested = withSymbols(type->nested, names);
    const bool own = type->shape && std::ranges::any_of(*type->shape, isNamed);
    if (!own && nested == type->nested)
        return type;
    Type renamed = *type;
    renamed.nested = nested;
    if (own)
        for (Dim& dim : *renamed.shape)
            if (isNamed(dim))
                dim.param = names.at(dim.param);
    return std::make_shared<const Type>(std::move(renamed));
}

std::string madeUpSymbol(std::uint64_t number) {
    return std::string(kMadeUp) + std::to_string(number);
}

std::uint64_t numberOfMadeUp(const std::string& symbol) {
    std::uint64_t number = 0;
    if (isMadeUpSymbol(symbol))
        std::from_chars(symbol.data() + kMadeUp.size(), symbol.data() + symbol.size(), number);
    return number;
}

} // namespace partita
