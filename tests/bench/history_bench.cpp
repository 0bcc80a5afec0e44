// The time of edits, of their undo and of the journal in a large model, and what they keep in
// memory: history_bench [NODES [EDITS]]

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <malloc.h>

#include "core/document/journal.h"
#include "core/edits/edit.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/models.h"

using namespace partita;

static double milliseconds(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

static std::size_t heapBytes() { return ::mallinfo2().uordblks; }

int main(int argc, char** argv) {
    const std::size_t nodes = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100'000;
    const std::size_t edits = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1'000;
    const test::TemporaryFolder folder;
    const auto path = folder / "large.onnx";
    std::ofstream(path, std::ios::binary) << *serializeModel(test::largeModel(nodes));
    const Model opened = *readModel(path);
    std::vector<NodeId> ids;
    opened.nodes().forEach([&](NodeId id, const auto&) { ids.push_back(id); });

    Model model = opened;
    std::vector<Edited> steps;
    steps.reserve(edits);
    const std::size_t before = heapBytes();
    const double made = milliseconds([&] {
        for (std::size_t i = 0; i < edits; ++i) {
            const NodeId id = ids[i * 7919 % ids.size()];
            auto edited = applyEdit(model, RenameNode{id, "edited_" + std::to_string(i)});
            if (!edited) {
                std::fprintf(stderr, "%s\n", edited.error().message().c_str());
                std::exit(1);
            }
            model = model.with(edited->delta);
            steps.push_back(*std::move(edited));
        }
    });
    const std::size_t after = heapBytes();
    const double undone = milliseconds([&] {
        for (std::size_t i = edits; i-- > 0;)
            model = model.with(steps[i].delta.inverse());
    });
    const double again = milliseconds([&] {
        for (const Edited& step : steps)
            model = model.with(step.delta);
    });
    auto journal = Journal::create(folder / "journals",
                                   {"bench", path.string(), stampOf(path).value_or(FileStamp())},
                                   {opened, {}});
    const double kept = milliseconds([&] {
        for (const Edited& step : steps)
            if (!journal->add({0, step.what, step.where, step.delta}))
                std::exit(1);
    });
    { const Journal ended = *std::move(journal); }
    auto left = leftJournals(folder / "journals");
    std::size_t restored = 0;
    const double replayed =
        milliseconds([&] { restored = replay(left.whole.at(0).content, opened)->done; });
    const auto each = [&](double all) { return 1e3 * all / static_cast<double>(edits); };
    std::printf("%zu nodes, %zu edits\n", nodes, edits);
    std::printf("made:     %8.1f ms, %.1f µs each, %.1f KiB each in memory\n", made, each(made),
                static_cast<double>(after - before) / 1024.0 / static_cast<double>(edits));
    std::printf("undone:   %8.1f ms, %.1f µs each\n", undone, each(undone));
    std::printf("redone:   %8.1f ms, %.1f µs each\n", again, each(again));
    std::printf("journal:  %8.1f ms, %.1f µs each, %.0f bytes each\n", kept, each(kept),
                static_cast<double>(std::filesystem::file_size(left.whole.at(0).file.path())) /
                    static_cast<double>(edits));
    std::printf("replayed: %8.1f ms, %zu steps\n", replayed, restored);
}
