// Showing the steps of the simplifier to a room.

#include <QPointer>

#include "core/report/pass_page.h"
#include "tests/support/dialogs.h"
#include "tests/support/painted.h"
#include "views/presenter/presenter.h"
#include "views/presenter/presenter_page.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

/// Types that are inferred, three Identities that go, and an unused constant.
constexpr const char* kChain = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[n,2] x) => (float[n,2] y)
      <float[n,2] a, float[n,2] b, float[n,2] c, float[n,2] d, float[n,2] e, float[2] w = {1, 2}> {
      [one] a = Identity(x) [abs] b = Abs(a) [two] c = Identity(b) [neg] d = Neg(c)
      [three] e = Identity(d) [exp] y = Exp(e) })";
constexpr const char* kNothing =
    R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) { y = Abs(x) })";

class PresenterWindow : public test::OperatedWindow {
protected:
    ~PresenterWindow() override { delete presenter; }
    void present(const char* model) {
        open(modelFile("chain.onnx", model));
        window.activateWindow();
        QTest::keyClick(&window, Qt::Key_F11, Qt::ShiftModifier);
        usePresenter();
    }
    void presentNow() {
        window.action("present")->trigger();
        usePresenter();
    }
    void usePresenter() {
        presenter = window.findChild<Presenter*>();
        ASSERT_TRUE(presenter);
        EXPECT_TRUE(presenter->windowState() & Qt::WindowFullScreen);
        presenter->setMotionWanted(false);
        presenter->showNormal();
        presenter->resize(1600, 1000);
        ASSERT_TRUE(waitFor([&] { return simplifier().history() != nullptr; }) && idle());
        key(Qt::Key_Home);
    }
    void key(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(presenter, static_cast<Qt::Key>(key), modifiers);
    }
    SimplifyController& simplifier() { return window.document().simplifier(); }
    QPointer<Presenter> presenter;
};

TEST_F(PresenterWindow, KeysOfAClickerAndOfAKeyboardStep) {
    present(kChain);
    const std::size_t all = presenter->steps();
    ASSERT_GE(all, 4U);
    const std::pair<int, std::size_t> kSteps[] = {
        {Qt::Key_Right, 1}, {Qt::Key_PageDown, 2}, {Qt::Key_PageUp, 1},     {Qt::Key_Left, 0},
        {Qt::Key_Left, 0},  {Qt::Key_End, all},    {Qt::Key_PageDown, all}, {Qt::Key_Home, 0}};
    for (const auto& [pressed, state] : kSteps) {
        key(pressed);
        EXPECT_EQ(presenter->state(), state) << pressed;
    }
    key(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(presenter->state(), 1U);
    key(Qt::Key_Right, Qt::ShiftModifier);
    const std::size_t second = presenter->state();
    EXPECT_GT(second, 1U);
    key(Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_EQ(presenter->state(), 1U);
}

TEST_F(PresenterWindow, BeginsWithTheStepThatThePanesShow) {
    open(modelFile("chain.onnx", kChain));
    window.action("simplify")->trigger();
    ASSERT_TRUE(waitFor([&] { return simplifier().history(); }) && idle());
    const RewriteHistory& history = *simplifier().history();
    ASSERT_EQ(simplifier().position(), history.size());
    ASSERT_LT(simplifier().shownRewrite() + 1, history.size()) << "an unused constant goes last";
    window.action("present")->trigger();
    presenter = window.findChild<Presenter*>();
    ASSERT_TRUE(presenter);
    EXPECT_EQ(presenter->state(), simplifier().shownRewrite() + 1);
    ASSERT_TRUE(presenter->page().picture);
    EXPECT_FALSE(presenter->page().picture->empty());
}

TEST_F(PresenterWindow, TypesThatAreInferredAreShownAtOneTensor) {
    std::string model = R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) {
)";
    std::string sum = "x";
    for (int i = 0; i < 9; ++i) {
        const std::string name = "t" + std::to_string(i);
        model += name + " = Exp(" + (i ? "t" + std::to_string(i - 1) : "x") + ")\n";
        sum += ", " + name;
    }
    present((model + "y = Sum(" + sum + ") }").c_str());
    key(Qt::Key_Right);
    const PresentedPage page = presenter->page();
    ASSERT_EQ(page.pass, QStringLiteral("infer_shapes"));
    ASSERT_TRUE(page.picture && page.picture->after.scene);
    EXPECT_EQ(page.picture->after.scene->boxes.size(), 3U) << "what makes t0, and its readers";
}

TEST_F(PresenterWindow, DigitsAndEnterGoToAStep) {
    present(kChain);
    key(Qt::Key_3);
    EXPECT_EQ(presenter->page().goal, QStringLiteral("3"));
    EXPECT_EQ(presenter->state(), 0U);
    key(Qt::Key_Return);
    EXPECT_EQ(presenter->state(), 3U);
    EXPECT_TRUE(presenter->page().goal.isEmpty());
    key(Qt::Key_9);
    key(Qt::Key_9);
    key(Qt::Key_Enter, Qt::KeypadModifier);
    EXPECT_EQ(presenter->state(), presenter->steps()) << "beyond the end is the end";
    key(Qt::Key_2);
    key(Qt::Key_Left); // forgets the digits
    key(Qt::Key_Return);
    EXPECT_EQ(presenter->state() + 1, presenter->steps());
}

TEST_F(PresenterWindow, SpacePlaysToTheEndAndPauses) {
    present(kChain);
    for (int i = 0; i < 8; ++i)
        key(Qt::Key_Plus);
    EXPECT_EQ(presenter->stepsPerSecond(), 32);
    key(Qt::Key_Space);
    EXPECT_TRUE(presenter->isPlaying());
    key(Qt::Key_Space);
    EXPECT_FALSE(presenter->isPlaying());
    key(Qt::Key_Space);
    EXPECT_TRUE(waitFor([&] { return presenter->state() == presenter->steps(); }));
    EXPECT_TRUE(waitFor([&] { return !presenter->isPlaying(); }));
    key(Qt::Key_Minus);
    EXPECT_EQ(presenter->stepsPerSecond(), 16);
}

TEST_F(PresenterWindow, TheFormulaTheBlackScreenAndTheHintsAreSwitched) {
    present(kChain);
    key(Qt::Key_End);
    EXPECT_FALSE(presenter->page().sentence.isEmpty());
    EXPECT_TRUE(presenter->page().formula.empty());
    key(Qt::Key_F);
    ASSERT_EQ(presenter->page().formula.size(), 2U);
    EXPECT_FALSE(presenter->page().formula[0].second.isEmpty());
    key(Qt::Key_B);
    EXPECT_TRUE(presenter->isBlack());
    EXPECT_EQ(presenter->grab().toImage().pixelColor(800, 500), QColor(Qt::black));
    key(Qt::Key_Left); // any other key shows the steps again
    EXPECT_FALSE(presenter->isBlack());
    EXPECT_TRUE(presenter->hintsShown());
    key(Qt::Key_H);
    EXPECT_FALSE(presenter->hintsShown());
    EXPECT_TRUE(presenter->page().hints.empty());
}

TEST_F(PresenterWindow, DarkAndLightAreItsOwn) {
    present(kChain);
    const auto canvas = [&] { return presenter->grab().toImage().pixelColor(4, 500); };
    EXPECT_EQ(canvas(), Theme::get(Theme::Kind::dark).canvas);
    key(Qt::Key_D);
    EXPECT_EQ(canvas(), Theme::get(Theme::Kind::light).canvas);
    key(Qt::Key_Escape);
    ASSERT_TRUE(waitFor([&] { return presenter.isNull(); }));
    window.action("present")->trigger();
    presenter = window.findChild<Presenter*>();
    ASSERT_TRUE(presenter);
    presenter->showNormal();
    presenter->resize(1600, 1000);
    EXPECT_EQ(canvas(), Theme::get(Theme::Kind::light).canvas) << "the room is as bright as before";
    key(Qt::Key_D);
    EXPECT_EQ(canvas(), Theme::get(Theme::Kind::dark).canvas);
}

TEST_F(PresenterWindow, HighContrastIsThatOfTheWindow) {
    Appearance::shared()->setTheme(Theme::Kind::contrast);
    present(kChain);
    const QColor canvas = Theme::get(Theme::Kind::contrast).canvas;
    EXPECT_EQ(presenter->grab().toImage().pixelColor(4, 500), canvas);
    const auto hasKey = [&](const char* name) {
        const auto hints = presenter->page().hints;
        return std::ranges::any_of(
            hints, [&](const auto& hint) { return hint.first.contains(QLatin1String(name)); });
    };
    EXPECT_TRUE(hasKey("H"));
    EXPECT_FALSE(hasKey("D"));
    key(Qt::Key_D);
    EXPECT_EQ(presenter->grab().toImage().pixelColor(4, 500), canvas);
    Appearance::shared()->setTheme(Theme::Kind::light);
}

TEST_F(PresenterWindow, AClickOnASegmentGoesThere) {
    present(kChain);
    const auto segments = PresenterPage::segments(presenter->page().segments, presenter->size());
    ASSERT_EQ(segments.size(), presenter->page().segments.size());
    QTest::mouseClick(presenter, Qt::LeftButton, Qt::NoModifier, segments.back().toRect().center());
    EXPECT_GT(presenter->state(), presenter->page().segments.back().first);
    for (std::size_t i = 1; i < segments.size(); ++i)
        EXPECT_GT(segments[i].left(), segments[i - 1].right());
    EXPECT_LE(segments.back().right(), presenter->width());
}

TEST_F(PresenterWindow, ShowsTheFiguresOfTheStateAndThePassWithItsPlace) {
    present(kChain);
    ASSERT_TRUE(waitFor([&] { return presenter->page().figures.size() >= 2; }));
    EXPECT_EQ(presenter->page().figures[0].shown, QStringLiteral("6"));
    key(Qt::Key_End);
    const PresentedPage page = presenter->page();
    EXPECT_EQ(page.figures[0].shown, QStringLiteral("3"));
    EXPECT_EQ(page.figures[0].change, QStringLiteral("−3"));
    EXPECT_TRUE(page.figures[0].isGood);
    EXPECT_EQ(page.place, QString::number(presenter->steps()));
    EXPECT_EQ(page.placeOf, QStringLiteral("step"));
    EXPECT_FALSE(page.pass.isEmpty());
    EXPECT_FALSE(page.device.isEmpty());
}

TEST_F(PresenterWindow, StepsGlideAndCountUnlessTheyAreFastOrUnwanted) {
    present(kChain);
    presenter->setMotionWanted(true);
    key(Qt::Key_Right);
    EXPECT_TRUE(presenter->isMoving());
    EXPECT_TRUE(waitFor([&] { return !presenter->isMoving(); }));
    for (int i = 0; i < 8; ++i)
        key(Qt::Key_Plus);
    key(Qt::Key_Right);
    EXPECT_FALSE(presenter->isMoving());
    presenter->setMotionWanted(false);
    for (int i = 0; i < 8; ++i)
        key(Qt::Key_Minus);
    key(Qt::Key_Right);
    EXPECT_FALSE(presenter->isMoving());
}

TEST_F(PresenterWindow, EscapeLeavesWhereTheDocumentStood) {
    present(kChain);
    simplifier().goTo(2);
    ASSERT_TRUE(idle());
    key(Qt::Key_End);
    key(Qt::Key_Escape);
    EXPECT_TRUE(waitFor([&] { return presenter.isNull(); }));
    EXPECT_EQ(simplifier().position(), 2U);
}

TEST_F(PresenterWindow, ADocumentThatWasNotSimplifiedIsNotAfterwards) {
    present(kChain);
    ASSERT_GT(simplifier().position(), 0U);
    key(Qt::Key_End);
    key(Qt::Key_Escape);
    EXPECT_TRUE(waitFor([&] { return presenter.isNull(); }) && idle());
    EXPECT_FALSE(simplifier().isActive());
    EXPECT_FALSE(window.document().state().before);
    EXPECT_EQ(countNodes(window.document().model()), 6U);
    EXPECT_FALSE(window.document().edits().isModified());
}

TEST_F(PresenterWindow, LeavesTheGraphWhereItWasSeen) {
    open(modelFile("chain.onnx", kChain));
    GraphView& graph = window.graph();
    const auto seen = [&] { return graph.mapToGlobal(graph.boxCenter(node("abs"))); };
    const QPoint before = seen();
    const int width = graph.width();
    for (int time = 0; time < 2; ++time) {
        presentNow();
        EXPECT_LT(graph.width(), width) << "there is a pane beside it";
        key(Qt::Key_Escape);
        EXPECT_TRUE(waitFor([&] { return presenter.isNull(); }) && idle());
        EXPECT_TRUE(waitFor([&] { return graph.width() == width; }));
        EXPECT_LT((seen() - before).manhattanLength(), 2) << time;
    }
}

TEST_F(PresenterWindow, LeavesTheErrorsOfTheModelInTheHeader) {
    open(modelFile("bad.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { a = Identity(x) [far] y = Softmax<axis = 7>(a) })"));
    const auto tellsError = [&] { return headline().contains(QStringLiteral("1 error")); };
    ASSERT_TRUE(waitFor(tellsError));
    window.dock("problems")->hide();
    presentNow();
    ASSERT_GT(simplifier().position(), 0U);
    key(Qt::Key_Escape);
    EXPECT_TRUE(waitFor([&] { return presenter.isNull(); }) && idle());
    EXPECT_TRUE(waitFor(tellsError)) << headline().toStdString();
}

TEST_F(PresenterWindow, AnErrorIsOneLineAndPlayingStops) {
    present(kChain);
    key(Qt::Key_Space);
    Q_EMIT simplifier().failed(Error{Errc::internal, PARTITA_TEXT("no memory is left"), {}, {}});
    EXPECT_FALSE(presenter->isPlaying());
    EXPECT_EQ(presenter->page().error, QStringLiteral("no memory is left"));
    presenter->grab();
}

TEST_F(PresenterWindow, SaysThatNoPassChangedTheModel) {
    present(kNothing);
    for (const int pressed : {Qt::Key_Right, Qt::Key_Left, Qt::Key_End, Qt::Key_Space, Qt::Key_F})
        key(pressed);
    ASSERT_EQ(presenter->steps(), 0U);
    EXPECT_EQ(presenter->page().note,
              QStringLiteral("Nothing to show: no pass changed this model."));
    EXPECT_FALSE(presenter->isPlaying());
    presenter->grab();
}

TEST_F(PresenterWindow, AnotherHistoryTakesThePlaceOfTheOneThatWasShown) {
    present(kChain);
    key(Qt::Key_End);
    simplifier().leaveOutPass("eliminate_identity");
    ASSERT_TRUE(waitFor([&] { return presenter->steps() == simplifier().history()->size(); }) &&
                idle());
    EXPECT_LE(presenter->state(), presenter->steps());
    presenter->grab();
}

TEST_F(PresenterWindow, WithoutRewritesTheEditsOfTheHistoryAreItsSteps) {
    open(modelFile("chain.onnx", kChain));
    EditController& edits = window.document().edits();
    ASSERT_TRUE(edits.apply(RenameNode{node("abs"), "absolute"}));
    ASSERT_TRUE(edits.apply(RenameNode{node("neg"), "negative"}));
    ASSERT_TRUE(edits.apply(BypassNodes{{node("two")}}));
    ASSERT_TRUE(edits.apply(RenameNode{node("exp"), "last"}));
    window.document().history().undo(); // what is undone is not shown
    ASSERT_TRUE(idle());
    window.activateWindow();
    QTest::keyClick(&window, Qt::Key_F11, Qt::ShiftModifier);
    presenter = window.findChild<Presenter*>();
    ASSERT_TRUE(presenter);
    presenter->setMotionWanted(false);
    presenter->showNormal();
    presenter->resize(1600, 1000);
    ASSERT_EQ(presenter->steps(), 3U);
    EXPECT_FALSE(simplifier().history());
    EXPECT_EQ(presenter->page().segments.size(), 2U); // two names, one node
    key(Qt::Key_Right);
    EXPECT_EQ(presenter->page().pass, QStringLiteral("Names"));
    EXPECT_TRUE(presenter->page().sentence.contains(QStringLiteral("absolute")))
        << presenter->page().sentence.toStdString();
    key(Qt::Key_End);
    ASSERT_TRUE(waitFor([&] { return !presenter->page().figures.empty(); }));
    EXPECT_EQ(presenter->page().figures[0].shown, QStringLiteral("5"));
    EXPECT_TRUE(presenter->page().verdict.isEmpty());
    presenter->grab();
    window.document().history().undo();
    ASSERT_TRUE(waitFor([&] { return presenter->steps() == 2; }));
    presenter->grab();
}

TEST(PresentedHead, BothItsNumbersAreWrittenAlike) {
    const QLocale usual;
    QLocale::setDefault(QLocale(QLocale::English));
    PresentedPage page;
    page.pass = QStringLiteral("eliminate_identity");
    page.place = QStringLiteral("1,234");
    page.segments = {{page.pass, 1, 1646}};
    page.size = 1646;
    test::TextDevice device({1600, 1000});
    {
        QPainter painter(&device);
        PresenterPage(painter, {1600, 1000}, Theme::get(Theme::Kind::dark)).paint(page);
    }
    EXPECT_TRUE(test::findText(device.texts(), QStringLiteral("/ 1,646")));
    QLocale::setDefault(usual);
}

QStringList paintedTexts(const PresentedPage& page, const QSize& size) {
    test::TextDevice device(size);
    {
        QPainter painter(&device);
        PresenterPage(painter, size, Theme::get(Theme::Kind::dark)).paint(page);
    }
    QStringList texts;
    for (const test::PaintedText& each : device.texts())
        texts += each.words;
    return texts;
}

TEST(PresenterPage, AFormulaIsReadWhole) {
    for (const PassInfo& pass : passCatalogue()) {
        PresentedPage page;
        page.size = 1;
        page.pass = toQString(pass.name);
        for (const auto& [label, text] : passDocumentation(pass).entries)
            if (label == "Before" || label == "After")
                page.formula.emplace_back(
                    toQString(label), toQString(text).replace(QLatin1Char('\n'), QLatin1Char(' ')));
        const QString painted =
            paintedTexts(page, {1600, 1000}).join(QLatin1Char(' ')).simplified();
        for (const auto& half : page.formula)
            EXPECT_TRUE(painted.contains(half.second.simplified())) << painted.toStdString();
    }
}

TEST(PresenterPage, TheTextOfTheStageIsReadAtTheBackOfTheRoom) {
    StepPicture picture;
    picture.before.scene = picture.after.scene = std::make_shared<const GraphScene>();
    picture.before.drawing.bounds = picture.after.drawing.bounds = {0, 0, 2000, 900};
    picture.before.frame = {1500, 300, 1700, 400};
    const auto view = PresenterPage::viewOf(picture, {1600, 1000});
    EXPECT_GE(view.scale * 10, 16); // the small text is 10 high
    EXPECT_EQ(view.middle, QPointF(1600, 350)) << "the step is in the middle";
    picture.before.drawing.bounds = {0, 0, 200, 100};
    EXPECT_EQ(PresenterPage::viewOf(picture, {1600, 1000}).middle, QPointF(100, 50));
}

TEST(PresenterPage, TheNameOfAPassIsNotCutForTheNamesOfItsNodes) {
    PresentedPage page;
    page.size = 1646;
    page.pass = QStringLiteral("eliminate_duplicate_initializer");
    page.which = QStringLiteral("9 of 11 · /m/encoder/layer.10/attention/self/query/MatMul_split");
    for (const QSize& size : {QSize(1600, 1000), QSize(1024, 768)}) {
        const QStringList texts = paintedTexts(page, size);
        EXPECT_TRUE(texts.contains(page.pass)) << texts.join(QLatin1Char('\n')).toStdString();
    }
}

TEST(PresenterPage, WhichOfHowManyIsReadWholeAndSoIsASentence) {
    PresentedPage page;
    page.size = 1465;
    page.pass = QStringLiteral("eliminate_unused_initializer");
    page.which = QStringLiteral("2 of 5,000 steps in all · /m/encoder/layer.10/MatMul");
    page.sentence = QStringLiteral("Removes operations that do not change a value: + 0, - 0, * 1, "
                                   "/ 1, ^ 1, and true, or false");
    const QStringList texts = paintedTexts(page, {1024, 768});
    const QString all = texts.join(QLatin1Char(' ')).simplified();
    EXPECT_TRUE(texts.contains(QStringLiteral("2 of 5,000 steps in all"))) << all.toStdString();
    EXPECT_TRUE(all.contains(page.sentence)) << all.toStdString();
    EXPECT_TRUE(paintedTexts(page, {2400, 1000}).contains(page.sentence)) << "one line";
}

} // namespace
} // namespace partita
