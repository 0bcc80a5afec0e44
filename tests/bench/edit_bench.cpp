// How long edits by hand take: edit_bench [NODES…]
//
// On a generated model of each size (10,000 and 100,000 unless given): each kind of edit in its
// middle, the slots that fit a tensor from the middle and one from the end, and all problems. Prints
// milliseconds of processor time, without that of ONNX's library, the best of five.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "core/edits/edit.h"
#include "core/edits/fitting_slots.h"
#include "core/edits/model_problems.h"
#include "core/edits/operator_catalogue.h"
#include "tests/support/models.h"

namespace {

using namespace partita;

template <class F> void measure(const char* what, F&& run) {
    double best = 1e9;
    std::size_t count = 0;
    for (int i = 0; i < 5; ++i) {
        const std::clock_t start = std::clock();
        count = run();
        const double time = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        best = std::min(best, time);
    }
    std::printf("  %-28s %8.2f ms   %zu\n", what, best, count);
}

void measureEdit(const char* what, const Model& model, const Edit& edit) {
    measure(what, [&] {
        const auto made = applyEdit(model, edit);
        return made ? made->delta.nodes.size() + made->delta.values.size() : 0;
    });
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::size_t> sizes;
    for (int i = 1; i < argc; ++i)
        sizes.push_back(std::strtoull(argv[i], nullptr, 10));
    if (sizes.empty())
        sizes = {10'000, 100'000};
    for (const std::size_t size : sizes) {
        const Model model = test::largeModel(size);
        std::printf("%zu nodes\n", model.nodes().count());
        const auto nodes = model.nodesOf(model.mainGraph());
        const NodeId middle = nodes[nodes.size() / 2], last = nodes.back();
        const ValueId read = model.node(middle)->inputs[0], made = model.node(last)->outputs[0];
        measureEdit("rename", model, RenameNode{middle, "renamed"});
        measureEdit("set an attribute", model,
                    SetAttribute{{middle}, Attribute::make("__note", std::int64_t{1})});
        measureEdit(
            "insert on an edge", model,
            InsertNode{model.mainGraph(), {"", "Abs", "", "", {}, 0}, {read}, {{middle, {}, 0}}});
        measureEdit("connect", model,
                    Connect{model.graph(model.mainGraph())->inputs[0], {middle, {}, 0}});
        measureEdit("delete", model, DeleteNodes{{middle}});
        measureEdit("bypass", model, BypassNodes{{middle}});
        measureEdit("paste 14 nodes", model,
                    PasteNodes{std::make_shared<const Model>(model),
                               {nodes.begin() + 14, nodes.begin() + 28},
                               model.mainGraph()});
        measure("slots for the middle", [&] { return SlotFinder(model, read).all().size(); });
        measure("slots for the end", [&] { return SlotFinder(model, made).all().size(); });
        measure("one slot", [&] {
            return whyNotConnect(model, made, {middle, {}, 0}).text().size();
        });
        measure("problems", [&] { return modelProblems(model).size(); });
        measure("catalogue", [&] { return OperatorCatalogue(model).entries().size(); });
        const OperatorCatalogue catalogue(model);
        measure("search", [&] { return catalogue.search("pool").size(); });
    }
}
