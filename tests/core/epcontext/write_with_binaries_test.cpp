#include "core/epcontext/write_with_binaries.h"

#include <fstream>

#include "tests/support/merges.h"

namespace partita {
namespace {

/// A context model of QNN in the folder "from", whose binary has its hash in the metadata.
class WritesWithBinaries : public testing::Test {
protected:
    WritesWithBinaries() {
        std::filesystem::create_directories(folder / "from");
        std::filesystem::create_directories(folder / "to");
        const std::string bytes = test::qnnBinary({"part"});
        EXPECT_TRUE(writeFile(folder / "from/m.bin", std::string_view(bytes)));
        ModelEditor editor(
            test::modelFromText(test::contextModel(test::kQnn, "node", "m.bin", "part")));
        editor.changeInfo([&](ModelInfo& info) {
            auto annotations = std::make_shared<Annotations>();
            annotations->metadata.emplace_back(contentHashKey("m.bin"),
                                               contentHash(std::as_bytes(std::span(bytes))));
            info.annotations = std::move(annotations);
        });
        EXPECT_TRUE(writeModel(editor.model(), m_source));
    }
    Result<WrittenWithBinaries> write(const char* name) {
        return writeWithBinaries(*readModel(m_source), m_source.parent_path(), folder / name, {});
    }
    static std::vector<std::string> findingsOf(const std::filesystem::path& path) {
        const auto model = readModel(path);
        std::vector<std::string> texts;
        const auto findings = lintContexts(*model, path.parent_path());
        for (const Finding& finding : *findings)
            texts.push_back(finding.text.text());
        return texts;
    }
    static std::string binary(const std::filesystem::path& model) {
        return epContextsOf(*readModel(model)).front().path();
    }
    static std::string contentOf(const std::filesystem::path& file) {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    test::TemporaryFolder folder;
    const std::filesystem::path m_source = folder / "from/m_ctx.onnx";
};

TEST_F(WritesWithBinaries, TheyGoAlongToAnotherFolder) {
    ASSERT_TRUE(findingsOf(m_source).empty());
    ASSERT_TRUE(write("to/copy.onnx"));
    EXPECT_EQ(contentOf(folder / "to/m.bin"), contentOf(folder / "from/m.bin"));
    EXPECT_TRUE(findingsOf(folder / "to/copy.onnx").empty());
}

TEST_F(WritesWithBinaries, InTheSameFolderBothModelsShareThem) {
    ASSERT_TRUE(write("from/copy.onnx"));
    EXPECT_EQ(binary(folder / "from/copy.onnx"), binary(m_source));
    EXPECT_TRUE(findingsOf(folder / "from/copy.onnx").empty());
}

TEST_F(WritesWithBinaries, NoOtherFileIsReplaced) {
    const std::string name = binary(m_source);
    std::ofstream(folder / "to" / name) << "someone's";
    const auto written = write("to/copy.onnx");
    ASSERT_TRUE(written) << written.error().message();
    EXPECT_EQ(contentOf(folder / "to" / name), "someone's");
    EXPECT_EQ(binary(folder / "to/copy.onnx"), "m_2.bin");
    EXPECT_EQ(contentOf(folder / "to/m_2.bin"), contentOf(folder / "from/m.bin"));
    EXPECT_EQ(epContextsOf(written->model).front().path(), binary(folder / "to/copy.onnx"));
    EXPECT_TRUE(findingsOf(folder / "to/copy.onnx").empty());
}

TEST_F(WritesWithBinaries, TheSameBinaryIsWrittenOnce) {
    ASSERT_TRUE(write("to/one.onnx"));
    ASSERT_TRUE(write("to/two.onnx"));
    EXPECT_EQ(binary(folder / "to/one.onnx"), binary(folder / "to/two.onnx"));
}

TEST_F(WritesWithBinaries, AMissingOneIsToldAndItsPathStays) {
    const std::string name = binary(m_source);
    std::filesystem::remove(folder / "from" / name);
    const auto written = write("to/copy.onnx");
    ASSERT_TRUE(written);
    EXPECT_EQ(written->plan.notes.size(), 1U);
    EXPECT_EQ(binary(folder / "to/copy.onnx"), name);
}

TEST_F(WritesWithBinaries, OneThatWasLeftBehindComesOnceItsNodeIsThereAgain) {
    // A state of the document without the node was written to "to", where another file has the name.
    std::ofstream(folder / "to/m.bin") << "someone's";
    BinaryPaths written;
    const BinaryPlaces places = placesAfter(folder / "from", folder / "to", {"m.bin"}, written);
    EXPECT_TRUE(written.empty());
    const Model model = *readModel(m_source);
    const auto content = contextBinary(epContextsOf(model).front(), places);
    ASSERT_TRUE(content);
    EXPECT_EQ(content->text(), contentOf(folder / "from/m.bin"));
    const auto again = writeWithBinaries(model, places, folder / "to/copy.onnx", {});
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_EQ(again->paths, (BinaryPaths{{"m.bin", "m_2.bin"}}));
    EXPECT_EQ(contentOf(folder / "to/m_2.bin"), contentOf(folder / "from/m.bin"));
    EXPECT_EQ(contentOf(folder / "to/m.bin"), "someone's");
    EXPECT_TRUE(findingsOf(folder / "to/copy.onnx").empty());
    // It is beside the model now.
    BinaryPaths paths = again->paths;
    EXPECT_TRUE(placesAfter(places, folder / "to", {"m.bin"}, paths).elsewhere.empty());
}

TEST_F(WritesWithBinaries, OneThatWasLeftBehindGivesWayToTheNamesOfTheOthers) {
    BinaryPaths written{{"x.bin", "m.bin"}};
    const BinaryPlaces places = placesAfter(folder / "from", folder / "to", {"m.bin"}, written);
    EXPECT_EQ(written, (BinaryPaths{{"m.bin", "m_2.bin"}, {"x.bin", "m.bin"}}));
    ASSERT_EQ(places.elsewhere.size(), 1U);
    EXPECT_EQ(places.elsewhere.begin()->first, "m_2.bin");
    EXPECT_EQ(contentOf(places.elsewhere.begin()->second), contentOf(folder / "from/m.bin"));
}

TEST_F(WritesWithBinaries, NothingIsLeftWhereTheModelCannotBeWritten) {
    WriteOptions options;
    options.check = [](const Model&) -> Result<void> {
        return Error{Errc::io, Message("no"), {}, {}};
    };
    EXPECT_FALSE(writeWithBinaries(*readModel(m_source), m_source.parent_path(),
                                   folder / "to/copy.onnx", options));
    EXPECT_TRUE(std::filesystem::is_empty(folder / "to"));
}

} // namespace
} // namespace partita
