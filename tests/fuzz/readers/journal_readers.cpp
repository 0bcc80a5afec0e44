#include "core/document/journal.h"
#include "core/onnx/write.h"
#include "tests/fuzz/readers/readers.h"

namespace partita::fuzz {

namespace {

/// What a delta made of the model is a model: its nodes can be ordered and it can be written.
void examine(const Model& model) {
    model.graphs().forEach([&](GraphId id, const auto&) { (void)model.topologicalOrder(id); });
    (void)serializeModel(model);
}

} // namespace

/// After the byte 'd' one delta, which no checksum protects, else a whole journal; both are for
/// the sample.
void readJournalFile(const Buffer& bytes) {
    const Model& sample = sampleModel();
    if (!bytes.empty() && bytes.text()[0] == 'd') {
        DeltaReader reader(sample);
        if (const auto delta = reader.read(bytes.text().substr(1), sample))
            examine(sample.with(*delta));
        return;
    }
    const auto content = readJournal(bytes);
    if (!content)
        return;
    const auto made = replay(*content, sample);
    if (!made)
        return;
    if (made->done > made->steps.size())
        broken("journal", "more steps are done than there are");
    Model model = sample;
    for (std::size_t i = 0; i < made->done; ++i)
        model = model.with(made->steps[i].delta);
    examine(model);
}

} // namespace partita::fuzz
