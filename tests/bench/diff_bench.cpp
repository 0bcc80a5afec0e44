// How long comparing two models takes: diff_bench [NODES…]
//
// Compares a generated model of each size (5,000 and 100,000 unless given) with itself, with a copy
// whose nodes and values are all renamed, and with one in which every tenth node has another
// attribute. Prints milliseconds and what was found.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/compare/model_differences.h"
#include "tests/support/models.h"

namespace {

using namespace partita;

void measure(const char* what, const Model& a, const Model& b) {
    const auto start = std::chrono::steady_clock::now();
    const auto found = compareModels({a}, {b});
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    if (found)
        std::printf("  %-10s %8.1f ms   %zu matched, %zu nodes differ\n", what, time.count(),
                    found->matching.pairs.size(), found->nodes.size());
}

/// The model with other names, or with another attribute of every tenth node.
Model edited(const Model& model, bool names) {
    ModelEditor editor(model);
    model.nodes().forEach([&](NodeId id, const auto&) {
        if (names)
            editor.changeNode(id, [&](Node& node) { node.name = "n" + std::to_string(id.value); });
        else if (id.value % 10 == 0)
            editor.setAttribute(id, Attribute::make("extra", std::int64_t{1}));
    });
    if (names)
        model.values().forEach([&](ValueId id, const auto&) {
            editor.changeValue(
                id, [&](Value& value) { value.name = "other" + std::to_string(id.value); });
        });
    return editor.model();
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::size_t> sizes;
    for (int i = 1; i < argc; ++i)
        sizes.push_back(std::strtoull(argv[i], nullptr, 10));
    if (sizes.empty())
        sizes = {5'000, 100'000};
    for (const std::size_t size : sizes) {
        const Model model = test::largeModel(size);
        std::printf("%zu nodes\n", model.nodes().count());
        measure("itself", model, test::largeModel(size));
        measure("renamed", model, edited(model, true));
        measure("edited", model, edited(model, false));
    }
}
