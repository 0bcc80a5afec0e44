// The frames of an animated simplification.

#include <gtest/gtest.h>

#include "core/scene/drawing_svg.h"
#include "core/tasks/replay/replay_film.h"
#include "providers/registry.h"
#include "tests/support/passes.h"

namespace partita::test {
namespace {

/// Relu, Identity, Relu … of so many Identities: each is taken out by a step.
SimplifyReplay identities(int count) {
    std::string text = "g (float[2] x) => (float[2] y) { v0 = Relu(x) ";
    for (int i = 0; i < count; ++i)
        text += "i" + std::to_string(i) + " = Identity(v" + std::to_string(i) + ") v" +
                std::to_string(i + 1) + " = " + (i % 2 ? "Relu" : "Sigmoid") + "(i" +
                std::to_string(i) + ") ";
    const Model model = parse(text + "y = Tanh(v" + std::to_string(count) + ") }");
    auto result = apply(model, {"eliminate_identity"});
    EXPECT_TRUE(result);
    return SimplifyReplay(RewriteHistory(model, *std::move(result)));
}

Result<std::vector<FilmFrame>> framesOf(SimplifyReplay& replay, const FilmOptions& options = {}) {
    ReplayFilm film(replay, options, DrawingText::english(estimatedTextWidth));
    return film.frames({});
}

std::string wordsOf(ReplayFilm& film, const FilmFrame& frame) {
    std::string words;
    for (const FramePart& part : film.draw(frame))
        for (const DrawnShape& shape : part.drawing.shapes)
            if (const auto* text = std::get_if<DrawnText>(&shape))
                words += text->words + "\n";
    return words;
}

TEST(ReplayFilm, BeginsWithTheModelAsOpenedAndEndsWithTheLastStep) {
    auto replay = identities(6);
    const auto frames = framesOf(replay);
    ASSERT_TRUE(frames);
    EXPECT_EQ(frames->front().last, 0U);
    EXPECT_EQ(frames->back().last, replay.size());
    EXPECT_GT(frames->back().milliseconds, frames->at(1).milliseconds);
    std::size_t state = 0;
    for (std::size_t i = 1; i < frames->size(); ++i) {
        EXPECT_EQ(frames->at(i).first, state + 1);
        state = frames->at(i).last;
    }
}

TEST(ReplayFilm, HasNoMoreFramesThanAsked) {
    auto replay = identities(30);
    FilmOptions options;
    options.mostFrames = 5;
    const auto frames = framesOf(replay, options);
    ASSERT_TRUE(frames);
    EXPECT_LE(frames->size(), 5U);
    EXPECT_EQ(frames->back().last, replay.size());
}

TEST(ReplayFilm, DrawsThePassItsPlaceAndTheNumberOfNodes) {
    auto replay = identities(3);
    ReplayFilm film(replay, {}, DrawingText::english(estimatedTextWidth));
    const auto frames = film.frames({});
    ASSERT_TRUE(frames);
    const std::string words = wordsOf(film, frames->back());
    for (const char* text : {"eliminate_identity", "3 / 3", "from 8", "Identity"})
        EXPECT_NE(words.find(text), std::string::npos) << text << " in\n" << words;
}

TEST(ReplayFilm, TheFirstFrameSaysWhatThereIsToSee) {
    for (const auto& [count, said] :
         {std::pair{3, "8 → 5 nodes\nin 3 steps"}, std::pair{1, "4 → 3 nodes\nin 1 step"}}) {
        auto replay = identities(count);
        ReplayFilm film(replay, {}, DrawingText::english(estimatedTextWidth));
        const std::string words = wordsOf(film, film.frames({})->front());
        EXPECT_NE(words.find(said), std::string::npos) << words;
        EXPECT_EQ(words.find("before"), std::string::npos) << "there is no step yet";
    }
}

TEST(SimplifyReplay, ACurveIsPartedAtTheStateInViewAndHasRoomForTheGreatestAmount) {
    const auto replay = identities(3); // 8 nodes, then 7, 6 and 5
    const auto curve = replay.curveAt(1, ReplayFigure::nodes);
    ASSERT_TRUE(curve);
    EXPECT_EQ(curve->start, 8);
    EXPECT_EQ(curve->now, 7);
    EXPECT_EQ(curve->most, 8);
    using Points = std::vector<std::pair<double, double>>;
    EXPECT_EQ(curve->until, (Points{{0, 8}, {1.0 / 3, 7}}));
    EXPECT_EQ(curve->later, (Points{{2.0 / 3, 6}, {1, 5}}));
    EXPECT_FALSE(replay.curveAt(1, ReplayFigure::partitions)) << "nothing is placed";
}

TEST(ReplayFilm, StopsWhenCancelled) {
    auto replay = identities(3);
    std::stop_source source;
    source.request_stop();
    ReplayFilm film(replay, {}, DrawingText::english(estimatedTextWidth));
    const auto frames = film.frames({source.get_token(), {}});
    ASSERT_FALSE(frames);
    EXPECT_EQ(frames.error().code, Errc::cancelled);
}

} // namespace
} // namespace partita::test
