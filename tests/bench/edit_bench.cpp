// How long edits by hand take: edit_bench [NODES…]
//
// On a generated model of each size (10,000 and 100,000 unless given): each kind of edit in its
// middle, the slots that fit a tensor from the middle and one from the end, and all problems. Prints
// milliseconds of processor time, without that of ONNX's library, the best of five. Then what the
// window does after edits of a file that states no inner types, in milliseconds that pass and, behind
// them, of processor time, without that of ONNX's library: the whole of it, in groups as such a model
// opens and with all nodes, and its shares; once more with a symbol for the first size.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "core/edits/edit.h"
#include "core/edits/fitting_slots.h"
#include "core/edits/model_problems.h"
#include "core/edits/operator_catalogue.h"
#include "core/onnx/infer_edited.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/write.h"
#include "core/scene/drawing_svg.h"
#include "core/session/sized_model.h"
#include "core/tasks/models/document_state.h"
#include "core/tasks/problem_list.h"
#include "providers/registry.h"
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

template <class F> void measureTime(const char* what, F&& run) {
    double best = 1e9, processor = 1e9;
    for (int i = 0; i < 5; ++i) {
        const auto start = std::chrono::steady_clock::now();
        const std::clock_t clock = std::clock();
        run();
        const double used = 1000.0 * static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC;
        const std::chrono::duration<double, std::milli> time =
            std::chrono::steady_clock::now() - start;
        best = std::min(best, time.count());
        processor = std::min(processor, used);
    }
    std::printf("  %-28s %8.2f ms %8.2f ms\n", what, best, processor);
}

/// The model as a file has it that states the types of its inputs and outputs only.
Model withoutInnerTypes(const Model& model) {
    ModelEditor editor(model);
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->type && !model.isGraphInput(id) && !model.isGraphOutput(id))
            editor.changeValue(id, [](Value& changed) { changed.type = nullptr; });
    });
    return editor.model();
}

/// The model with a symbol for the first size of its inputs and outputs, as an export with a dynamic
/// batch has it.
Model withSymbol(const Model& model) {
    ModelEditor editor(model);
    const Graph& main = *model.graph(model.mainGraph());
    for (const auto* list : {&main.inputs, &main.outputs})
        for (const ValueId id : *list)
            editor.changeValue(id, [](Value& value) {
                Type type = *value.type;
                type.shape->front() = Dim{{}, "batch", {}};
                value.type = std::make_shared<const Type>(std::move(type));
            });
    return editor.model();
}

using State = std::shared_ptr<const DocumentState>;

/// The state that the window shows after a change of the stored model.
DocumentRequest requestAfter(const State& base, const Model& edited) {
    auto next = std::make_shared<DocumentState>(*base);
    next->original = next->model = next->sized = edited;
    DocumentRequest request{base->path, next};
    request.inferTypes = true;
    request.earlier = base;
    request.providers = base->providers;
    return request;
}

void measureShares(const State& base, const DocumentRequest& request, const Model& edited) {
    const Model typed = *inferShapes(edited);
    measureTime("- shapes of the whole", [&] { (void)inferShapes(edited); });
    measureTime("- problems", [&] { (void)listProblems(typed, {}); });
    const auto place = [&] { return *placeModel(typed, request.providers, {}, {}, nullptr); };
    measureTime("- placement", place);
    const auto placed = place();
    const Model sized = sizedModel(typed, *placed.optimized);
    measureTime("- sizes", [&] { (void)sizedModel(typed, *placed.optimized); });
    measureTime("- triage", [&] { (void)triage(sized, placed.ofSource); });
    measureTime("- outline", [&] { (void)Outline(sized, placed.ofSource); });
    const Outline outline(sized, placed.ofSource);
    for (const bool collapse : {true, false}) {
        SceneOptions options = request.scene;
        options.collapse = collapse;
        options.previous = base->scene.get();
        options.outline = outline.of(sized.mainGraph());
        measureTime(collapse ? "- picture of the groups" : "- picture of all nodes",
                    [&] { (void)buildScene(sized, sized.mainGraph(), &placed.ofSource, options); });
    }
}

/// What is done in the middle of the model that is shown.
std::vector<std::pair<std::string, Edit>> shownEdits(const Model& model) {
    const auto nodes = model.nodesOf(model.mainGraph());
    const NodeId middle = nodes[nodes.size() / 2];
    const ValueId read = model.node(middle)->inputs[0];
    return {{"an attribute", SetAttribute{{middle}, Attribute::make("__note", std::int64_t{1})}},
            {"a node more",
             InsertNode{model.mainGraph(), {"", "Abs", "", "", {}, 0}, {read}, {{middle, {}, 0}}}},
            {"a node less", BypassNodes{{middle}}},
            {"another batch", SetBatch{Dim{4, {}, {}}}}};
}

void measureShown(const Model& model) {
    const test::TemporaryFolder folder;
    const auto path = folder / "m.onnx";
    if (!writeModel(withoutInnerTypes(model), path))
        return;
    DocumentRequest opening{path, nullptr};
    opening.providers = *makeProviders({});
    opening.scene.textWidth = estimatedTextWidth;
    for (const bool collapse : {true, false}) {
        const auto opened = makeDocumentState(opening, {});
        if (!opened)
            return;
        DocumentRequest placed{path, *opened, false};
        placed.providers = opening.providers;
        placed.scene = opening.scene;
        placed.scene.collapse = collapse;
        const State base = *makeDocumentState(placed, {});
        for (const auto& [what, edit] : shownEdits(base->original)) {
            const auto made = applyEdit(base->original, edit);
            if (!made)
                continue;
            const Model edited = base->original.with(made->delta);
            DocumentRequest request = requestAfter(base, edited);
            request.scene = placed.scene;
            const std::string where = collapse ? ", in groups" : ", all nodes";
            measureTime((what + where).c_str(), [&] { (void)makeDocumentState(request, {}); });
            if (collapse)
                measureTime("- shapes", [&] {
                    (void)inferShapesAfterEdit({base->original, base->model}, edited);
                });
            if (!collapse && edit.index() == Edit(BypassNodes{}).index())
                measureShares(base, request, edited);
        }
    }
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
        std::printf("  shown after\n");
        measureShown(model);
        std::printf("  shown after, with a symbol for the batch\n");
        measureShown(withSymbol(model));
    }
}
