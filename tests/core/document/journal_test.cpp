// The journal of unsaved edits: every kind of delta, torn and damaged files, processes that are
// killed at any moment.

#include "core/document/journal.h"

#include <csignal>
#include <fstream>
#include <gmock/gmock.h>
#include <random>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "core/edits/edit.h"
#include "core/onnx/read.h"
#include "core/onnx/same_model.h"
#include "core/onnx/write.h"
#include "tests/support/models.h"

namespace partita {
namespace {

namespace fs = std::filesystem;

/// With a body, a function, attributes of many kinds, constants, a sequence and metadata.
constexpr const char* kRich = R"(<ir_version: 10, opset_import: ["" : 21, "f" : 1],
    producer_name: "p", metadata_props: ["k" : "v"]>
    g (float[n,2] x, bool c, seq(float[2]) s) => (float[n,2] y, float[n,2] z)
    <float[2] w = {3, 4}> {
      [twice] a = f.twice<times = 2>(x) [sum] b = Add(a, w)
      [either] y = If (c) <then_branch = t () => (float[n,2] u) { [inside] u = Neg(b) },
                           else_branch = e () => (float[n,2] v) { v = Abs(b) }>
      [five] k = Constant<value = float[2] {1, 2}>() [last] z = Mul(b, k) }
    <domain: "f", opset_import: ["" : 21]> twice <times>(x) => (y) { y = Add(x, x) })";

std::string bytesOf(const Model& model) {
    auto bytes = serializeModel(model);
    return bytes ? *bytes : bytes.error().message();
}

class Journals : public testing::Test {
protected:
    [[nodiscard]] Model file(const char* text = kRich) const {
        const fs::path path = files / "m.onnx";
        std::ofstream(path, std::ios::binary) << test::bytesFromText(text);
        auto model = readModel(path);
        EXPECT_TRUE(model);
        return *model;
    }
    [[nodiscard]] JournalHead head() const {
        const fs::path path = files / "m.onnx";
        return {"1", path.string(), stampOf(path).value_or(FileStamp())};
    }
    Journal begin(const Model& model) {
        auto journal = Journal::create(folder(), head(), {model, {}});
        EXPECT_TRUE(journal) << journal.error().message();
        return *std::move(journal);
    }
    [[nodiscard]] fs::path folder() const { return files / "state" / "journals"; }
    [[nodiscard]] std::vector<fs::path> journals() const {
        std::vector<fs::path> found;
        std::error_code failed;
        for (const auto& each : fs::directory_iterator(folder(), failed))
            found.push_back(each.path());
        return found;
    }
    /// What is left when the program ends, replayed on the file as it is read again.
    Model left(std::size_t steps) {
        auto found = leftJournals(folder());
        EXPECT_EQ(found.whole.size(), 1U);
        EXPECT_TRUE(found.setAside.empty());
        if (found.whole.size() != 1)
            return {};
        EXPECT_EQ(found.whole[0].content.done(), steps);
        Model model = *readModel(files / "m.onnx");
        auto made = replay(found.whole[0].content, model);
        EXPECT_TRUE(made) << made.error().message();
        for (std::size_t i = 0; made && i < made->done; ++i)
            model = model.with(made->steps[i].delta);
        return model;
    }
    static ModelDelta deltaOf(const Model& model, const std::function<void(ModelEditor&)>& edit) {
        ModelEditor editor(model);
        edit(editor);
        return std::move(editor).commit();
    }
    static JournalStep step(ModelDelta delta, const char* what = "step") {
        return {1, PARTITA_TEXT("{0} of a test", what), Message(std::string("place")),
                std::move(delta)};
    }
    /// Keeps one delta and compares what comes back.
    void keeps(const Model& model, ModelDelta delta) {
        const std::string wanted = bytesOf(model.with(delta));
        {
            Journal journal = begin(model);
            ASSERT_TRUE(journal.add(step(std::move(delta))));
        }
        EXPECT_EQ(bytesOf(left(1)), wanted);
        for (const fs::path& each : journals())
            fs::remove(each);
    }
    test::TemporaryFolder files;
};

TEST_F(Journals, CanBeBroughtToTheDiskOnAnotherThreadAlsoWhenTheyAreGone) {
    const Model model = file();
    auto journal = std::make_unique<Journal>(begin(model));
    auto first = journal->syncing(), second = journal->syncing();
    std::thread([&] { EXPECT_TRUE(first()); }).join();
    journal->remove();
    journal.reset();
    EXPECT_TRUE(second());
    EXPECT_FALSE(first()) << "it is of use once";
}

TEST_F(Journals, EveryKindOfChangeComesBack) {
    const Model model = file();
    const NodeId sum = test::nodeNamed(model, "sum"), five = test::nodeNamed(model, "five");
    const ValueId w = test::valueNamed(model, "w"), b = test::valueNamed(model, "b");
    const auto change = [&](const std::function<void(ModelEditor&)>& edit) {
        keeps(model, deltaOf(model, edit));
    };
    change([&](ModelEditor& e) { e.changeNode(sum, [](Node& node) { node.name = "Summe"; }); });
    change([&](ModelEditor& e) {
        e.setAttribute(
            five, Attribute::make("value", std::make_shared<const Tensor>(
                                               Tensor::of<float>(DataType::float32, {2}, {7, 8}))));
    });
    for (const Attribute::Value& value : std::initializer_list<Attribute::Value>{
             1.5F, std::int64_t{7}, Buffer::own(std::string("text")), std::vector<float>{1, 2},
             std::vector<std::int64_t>{3, 4}, std::vector<std::string>{"a", "b"},
             std::vector<TensorPtr>{std::make_shared<const Tensor>(Tensor::int64s({5}))},
             TypePtr(Type::tensor(DataType::float32, Shape{Dim{2, "", ""}, Dim{{}, "n", ""}}))})
        change([&](ModelEditor& e) { e.setAttribute(sum, Attribute::make("extra", value)); });
    change([&](ModelEditor& e) {
        e.changeValue(w, [](Value& value) {
            value.name = "weights";
            value.initializer =
                std::make_shared<const Tensor>(Tensor::of<float>(DataType::float32, {2}, {5, 6}));
        });
    });
    change([&](ModelEditor& e) {
        Value made;
        made.graph = e.model().mainGraph();
        made.name = "new";
        const ValueId output = e.addValue(made);
        Node node;
        node.graph = e.model().mainGraph();
        node.opType = SharedString("Relu");
        node.inputs = {b};
        node.outputs = {output};
        node.attributes = std::make_shared<const Attributes>();
        e.addNode(std::move(node));
        e.changeGraph(e.model().mainGraph(),
                      [&](Graph& graph) { graph.outputs.push_back(output); });
    });
    change([&](ModelEditor& e) {
        e.changeInfo([](ModelInfo& info) {
            info.producerName = "hand";
            info.modelVersion = 9;
            auto notes = std::make_shared<Annotations>();
            notes->docString = "text";
            notes->metadata = {{"a", "b"}};
            info.annotations = notes;
        });
    });
}

TEST_F(Journals, EditsOfEveryPartOfAModelComeBack) {
    const Model model = file();
    const NodeId either = test::nodeNamed(model, "either"), last = test::nodeNamed(model, "last");
    for (const Edit& edit : std::initializer_list<Edit>{
             RenameNode{either, "choice"}, DeleteNodes{{last}}, DeleteNodes{{either}},
             DeleteNodes{{test::nodeNamed(model, "sum")}}})
        if (auto edited = applyEdit(model, edit))
            keeps(model, edited->delta);
        else
            ADD_FAILURE() << edited.error().message();
}

TEST_F(Journals, UndoneStepsAreNotDoneAndNewOnesTakeTheirPlace) {
    const Model model = file();
    const NodeId sum = test::nodeNamed(model, "sum");
    const auto named = [&](const Model& now, const char* name) {
        return deltaOf(
            now, [&](ModelEditor& e) { e.changeNode(sum, [&](Node& node) { node.name = name; }); });
    };
    const Model one = model.with(named(model, "one"));
    {
        Journal journal = begin(model);
        ASSERT_TRUE(journal.add(step(named(model, "one"))));
        ASSERT_TRUE(journal.add(step(named(one, "two"))));
        ASSERT_TRUE(journal.goTo(1));
        ASSERT_TRUE(journal.add(step(named(one, "three"))));
        ASSERT_TRUE(journal.goTo(0));
        ASSERT_TRUE(journal.goTo(2));
    }
    const Model third = left(2);
    EXPECT_EQ(third.node(sum)->name, "three");
}

TEST_F(Journals, TextsOfStepsStayTranslatable) {
    const Model model = file();
    const ModelDelta delta = deltaOf(model, [&](ModelEditor& e) {
        e.changeInfo([](ModelInfo& info) { info.modelVersion = 2; });
    });
    {
        Journal journal = begin(model);
        ASSERT_TRUE(journal.add(step(delta, "name")));
    }
    const auto found = leftJournals(folder());
    const auto made = replay(found.whole.at(0).content, model);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->steps[0].what.format(), "{0} of a test");
    EXPECT_EQ(made->steps[0].where.text(), "place");
}

TEST_F(Journals, LargeConstantsOfTheFileAreNotCopied) {
    const auto tensor = std::make_shared<const Tensor>(
        Tensor::of<float>(DataType::float32, {1 << 16}, std::vector<float>(1 << 16, 1)));
    const Model small = file();
    const ValueId w = test::valueNamed(small, "w");
    const Model large = small.with(deltaOf(small, [&](ModelEditor& e) {
        e.changeValue(w, [&](Value& v) { v.initializer = tensor; });
    }));
    ASSERT_TRUE(writeModel(large, files / "m.onnx"));
    const Model model = *readModel(files / "m.onnx");
    const ValueId weights = test::valueNamed(model, "w");
    const auto renamed = [&](const Model& now, const char* name) {
        return deltaOf(now, [&](ModelEditor& e) {
            e.changeValue(weights, [&](Value& value) { value.name = name; });
        });
    };
    {
        Journal journal = begin(model);
        ASSERT_TRUE(journal.add(step(renamed(model, "a"))));
        const Model next = model.with(renamed(model, "a"));
        const ModelDelta other = deltaOf(next, [&](ModelEditor& e) {
            e.changeValue(weights, [&](Value& value) { value.initializer = tensor; });
        });
        ASSERT_TRUE(journal.add(step(other)));
        ASSERT_TRUE(journal.add(step(renamed(next.with(other), "b"))));
    }
    EXPECT_LT(fs::file_size(journals().at(0)), 300'000U) << "one copy of the new constant";
    EXPECT_GT(fs::file_size(journals().at(0)), 262'144U);
    const Model back = left(3);
    EXPECT_EQ(back.value(weights)->name, "b");
    EXPECT_EQ(elements(*back.value(weights)->initializer)->size(), 262'144U);
}

TEST_F(Journals, ATornEndIsDroppedWhereverItIs) {
    const Model model = file();
    const NodeId sum = test::nodeNamed(model, "sum");
    Model now = model;
    std::vector<std::uintmax_t> ends;
    {
        Journal journal = begin(model);
        ends.push_back(fs::file_size(journals().at(0)));
        for (int i = 0; i < 3; ++i) {
            const ModelDelta delta = deltaOf(now, [&](ModelEditor& e) {
                e.changeNode(sum, [&](Node& node) { node.name = std::to_string(i); });
            });
            ASSERT_TRUE(journal.add(step(delta)));
            now = now.with(delta);
            ends.push_back(fs::file_size(journals().at(0)));
        }
    }
    std::ifstream in(journals().at(0), std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(in), {}};
    for (std::size_t size = 1; size <= whole.size(); ++size) {
        const auto read = readJournal(Buffer::own(whole.substr(0, size)));
        ASSERT_TRUE(read) << size;
        const auto done = std::ranges::upper_bound(ends, size) - ends.begin();
        ASSERT_EQ(read->done(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(done - 1, 0)))
            << size;
    }
}

TEST_F(Journals, ADamagedJournalIsPutAside) {
    const Model model = file();
    {
        Journal journal = begin(model);
        for (int i = 0; i < 2; ++i)
            ASSERT_TRUE(journal.add(step(deltaOf(model, [&](ModelEditor& e) {
                e.changeInfo([](ModelInfo& info) { info.modelVersion = 2; });
            }))));
    }
    const fs::path path = journals().at(0);
    {
        std::fstream out(path, std::ios::binary | std::ios::in | std::ios::out);
        out.seekp(static_cast<std::streamoff>(fs::file_size(path) / 2));
        out.put('\x55').put('\x55').put('\x55');
    }
    const auto found = leftJournals(folder());
    EXPECT_TRUE(found.whole.empty());
    ASSERT_EQ(found.setAside.size(), 1U);
    EXPECT_TRUE(fs::exists(found.setAside[0])) << "it is kept";
    EXPECT_TRUE(leftJournals(folder()).setAside.empty()) << "and not told again";
}

TEST_F(Journals, NoDamagedByteIsTakenForAnEdit) {
    const Model model = file();
    {
        Journal journal = begin(model);
        ASSERT_TRUE(journal.add(step(deltaOf(model, [&](ModelEditor& e) {
            e.changeNode(test::nodeNamed(model, "sum"), [](Node& node) { node.name = "other"; });
        }))));
    }
    std::ifstream in(journals().at(0), std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(in), {}};
    const auto sound = readJournal(Buffer::own(std::string(whole)));
    ASSERT_TRUE(sound);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
        EXPECT_FALSE(readJournal(Buffer::own(std::move(bytes)))) << at;
    }
}

TEST_F(Journals, BytesOfADeltaThatFitNothingAreRefused) {
    const Model model = file();
    DeltaWriter writer({model, {}});
    const std::string good = writer.write(deltaOf(model, [&](ModelEditor& e) {
        e.changeNode(test::nodeNamed(model, "sum"), [](Node& node) { node.name = "other"; });
        e.removeNode(test::nodeNamed(model, "last"));
        e.changeValue(test::valueNamed(model, "w"), [](Value& value) {
            value.initializer = std::make_shared<const Tensor>(Tensor::int64s({1, 2}));
        });
    }));
    std::mt19937 random(7); // the seed of all runs
    for (int round = 0; round < 3'000; ++round) {
        std::string bytes = good;
        for (int i = 0; i <= round % 3; ++i)
            bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
        DeltaReader reader(model);
        if (const auto delta = reader.read(bytes, model)) {
            const auto written = serializeModel(model.with(*delta));
            (void)written; // it must only return
        }
    }
}

TEST_F(Journals, AnotherModelIsNoticed) {
    {
        const Model model = file();
        Journal journal = begin(model);
        ASSERT_TRUE(journal.add(step(deltaOf(model, [&](ModelEditor& e) {
            e.changeNode(test::nodeNamed(model, "sum"), [](Node& node) { node.name = "other"; });
        }))));
    }
    const Model other = file(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [a] y = Neg(x) })");
    auto found = leftJournals(folder());
    ASSERT_EQ(found.whole.size(), 1U);
    EXPECT_FALSE(replay(found.whole[0].content, other));
    EXPECT_NE(found.whole[0].content.head.stamp, head().stamp);
}

TEST_F(Journals, AfterSavingEditsAreKeptByTheIdsOfTheNewFile) {
    const Model model = file();
    const ModelDelta first = deltaOf(model, [&](ModelEditor& e) {
        e.removeNode(test::nodeNamed(model, "last"));
        e.removeNode(test::nodeNamed(model, "five"));
        e.removeValue(test::valueNamed(model, "k"));
        e.removeValue(test::valueNamed(model, "z"));
        e.changeGraph(model.mainGraph(), [](Graph& graph) { graph.outputs.resize(1); });
    });
    const Model saved = model.with(first);
    ASSERT_TRUE(writeModel(saved, files / "m.onnx"));
    const Model written = *readModel(files / "m.onnx");
    const ModelDelta second = deltaOf(saved, [&](ModelEditor& e) {
        e.changeNode(test::nodeNamed(saved, "inside"), [](Node& node) { node.name = "deep"; });
        e.changeValue(test::valueNamed(saved, "w"), [](Value& value) { value.name = "weights"; });
    });
    {
        auto journal = Journal::create(folder(), head(), {saved, IdMap(saved, written)});
        ASSERT_TRUE(journal);
        ASSERT_TRUE(journal->add(step(second)));
        ASSERT_TRUE(journal->add(step(first.inverse()))) << "back to what was there before";
    }
    const Model back = left(2);
    EXPECT_TRUE(test::nodeNamed(back, "deep"));
    EXPECT_TRUE(test::nodeNamed(back, "last"));
    EXPECT_TRUE(test::valueNamed(back, "weights"));
    EXPECT_TRUE(checkSameModel(
        model.with(deltaOf(model,
                           [&](ModelEditor& e) {
                               e.changeNode(test::nodeNamed(model, "inside"),
                                            [](Node& node) { node.name = "deep"; });
                               e.changeValue(test::valueNamed(model, "w"),
                                             [](Value& value) { value.name = "weights"; });
                           })),
        back));
}

TEST_F(Journals, AJournalInUseIsNotTakenByAnotherProgram) {
    const Model model = file();
    Journal journal = begin(model);
    ASSERT_TRUE(journal.add(step(deltaOf(model, [&](ModelEditor& e) {
        e.changeInfo([](ModelInfo& info) { info.modelVersion = 2; });
    }))));
    EXPECT_TRUE(leftJournals(folder()).whole.empty());
    { const Journal ended = std::move(journal); }
    const auto first = leftJournals(folder());
    EXPECT_EQ(first.whole.size(), 1U);
    EXPECT_TRUE(leftJournals(folder()).whole.empty()) << "the first one offers it";
}

TEST_F(Journals, AProgramThatIsKilledAtAnyMomentLosesNoStepThatWasDone) {
    const Model model = file();
    const NodeId sum = test::nodeNamed(model, "sum");
    std::mt19937 random(11);
    for (int round = 0; round < 40; ++round) {
        int tell[2];
        ASSERT_EQ(::pipe(tell), 0);
        const pid_t child = ::fork();
        if (child == 0) { // tells each step when it is done
            ::close(tell[0]);
            Model now = model;
            auto journal = Journal::create(folder(), head(), {model, {}});
            for (int i = 0; journal; ++i) {
                const ModelDelta delta = deltaOf(now, [&](ModelEditor& e) {
                    e.changeNode(sum, [&](Node& node) { node.name = "n" + std::to_string(i); });
                });
                now = now.with(delta);
                if (!journal->add(step(delta)) || ::write(tell[1], &i, sizeof i) != sizeof i)
                    break;
            }
            ::_exit(1);
        }
        ::close(tell[1]);
        int last = -1;
        for (auto steps = random() % 200; steps > 0; --steps)
            ASSERT_EQ(::read(tell[0], &last, sizeof last), static_cast<ssize_t>(sizeof last));
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 300));
        ASSERT_EQ(::kill(child, SIGKILL), 0);
        ::waitpid(child, nullptr, 0);
        int more = 0;
        while (::read(tell[0], &more, sizeof more) == static_cast<ssize_t>(sizeof more))
            last = more;
        ::close(tell[0]);
        auto found = leftJournals(folder());
        EXPECT_TRUE(found.setAside.empty());
        if (last < 0 && found.whole.empty())
            continue;
        ASSERT_EQ(found.whole.size(), 1U) << round;
        const auto made = replay(found.whole[0].content, model);
        ASSERT_TRUE(made);
        EXPECT_GE(static_cast<int>(made->done), last + 1) << "a step that was done is there";
        EXPECT_LE(static_cast<int>(made->done), last + 2) << "at most the one that was being told";
        found.whole[0].file.remove();
    }
}

} // namespace
} // namespace partita
