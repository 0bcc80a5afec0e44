#include "core/tasks/replay/replay_film.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/count_text.h"

namespace partita {

namespace {

constexpr double kUnit = 960; ///< the width for which the sizes below are meant
constexpr int kFirstFrame = 900, kLastFrame = 2500; ///< milliseconds

/// Whether two pictures show the same, wherever their nodes are in the model.
bool looksLike(const StepPicture& a, const StepPicture& b) {
    const auto same = [](const StepSide& x, const StepSide& y) {
        if (!x.scene || !y.scene)
            return !x.scene && !y.scene;
        const auto sameBox = [](const SceneBox& one, const SceneBox& other) {
            return one.title == other.title && one.provider == other.provider;
        };
        return x.drawing.shapes.size() == y.drawing.shapes.size() &&
               x.drawing.bounds == y.drawing.bounds && x.drawing.points == y.drawing.points &&
               std::ranges::equal(x.scene->boxes, y.scene->boxes, sameBox);
    };
    return same(a.before, b.before) && same(a.after, b.after);
}

std::string milliseconds(double seconds) {
    const double ms = seconds * 1000;
    return fmt::format("{:.{}f} ms", ms, ms < 10 ? 2 : ms < 100 ? 1 : 0);
}

} // namespace

/// Draws one frame.
class ReplayFilm::Page {
public:
    Page(ReplayFilm& film, const FilmFrame& frame)
        : m_film(film), m_replay(film.m_replay), m_frame(frame),
          m_zoom(film.m_options.width / kUnit) {}

    std::vector<FramePart> draw() {
        head();
        panes();
        figures();
        segments();
        return std::move(m_parts);
    }

private:
    [[nodiscard]] std::string said(const Message& message) const {
        return m_film.m_text.words(message);
    }
    [[nodiscard]] double width(const std::string& words, bool title, double size) const {
        return m_film.m_text.width(words, title) * size;
    }
    /// One line of text; `size`: 1 is that of the canvas.
    void text(PointF at, std::string words, bool title, double size, Role role,
              DrawnText::Align align = DrawnText::Align::left) {
        Drawing drawing;
        drawing.shapes.emplace_back(DrawnText{{}, align, title, false, role, std::move(words)});
        add(std::move(drawing), at, size);
    }
    void add(Drawing drawing, PointF at, double scale = 1) {
        m_parts.push_back({std::move(drawing), {at.x * m_zoom, at.y * m_zoom}, scale * m_zoom});
    }
    void line(PointF from, PointF to, Pen pen) {
        Drawing drawing;
        drawing.addLine(std::array{from, to}, {.pen = pen});
        add(std::move(drawing), {});
    }

    [[nodiscard]] const ReplayPass* pass() const {
        return m_frame.last ? &m_replay.passes()[m_replay.passOf(m_frame.last - 1)] : nullptr;
    }

    void head() {
        const ReplayPass* pass = this->pass();
        const std::string place =
            fmt::format("{} / {}", grouped(m_frame.last), grouped(m_replay.size()));
        text({kUnit - 24, 42}, place, true, 1.6, Role::text, DrawnText::Align::right);
        const std::string name =
            pass ? pass->name : said(PARTITA_TEXT("The model as it was opened"));
        text({24, 42}, name, true, 1.9, Role::text);
        if (!pass)
            return;
        const double left = 24 + width(name, true, 1.9) + 16;
        const std::size_t from = m_frame.first - pass->first, to = m_frame.last - pass->first;
        const std::string which =
            said(from == to ? PARTITA_TEXT("{0} of {1}", to, pass->count)
                            : PARTITA_TEXT("{0} to {1} of {2}", from, to, pass->count));
        const double room = kUnit - 48 - width(place, true, 1.6) - left - 24;
        text({left, 42},
             m_film.m_text.elided(which + " · " +
                                      m_replay.history().rewrite(m_frame.last - 1).anchorName,
                                  false, room / 1.4),
             false, 1.4, Role::second);
        text({24, 70}, m_film.m_text.elided(pass->sentence, false, (kUnit - 48) / 1.5), false, 1.5,
             Role::text);
    }

    /// What a pane shows, in the middle of it.
    void pane(const StepSide& side, const Rect& room) {
        if (!side.scene)
            return;
        const Rect& bounds = side.drawing.bounds;
        const double scale =
            std::min({1.5, room.width() / bounds.width(), room.height() / bounds.height()});
        add(side.drawing,
            {(room.left + room.right - bounds.width() * scale) / 2 - bounds.left * scale,
             (room.top + room.bottom - bounds.height() * scale) / 2 - bounds.top * scale},
            scale);
    }

    /// What there is to see: chats and slides show the first frame until somebody plays it.
    void overview() {
        const auto nodes = m_replay.curveAt(0, ReplayFigure::nodes);
        const auto end = m_replay.amountAt(m_replay.size(), ReplayFigure::nodes);
        if (!nodes || !end)
            return;
        const auto count = [](double number) {
            return grouped(static_cast<std::uint64_t>(std::llround(number)));
        };
        text({362, 310}, said(PARTITA_TEXT("{0} → {1} nodes", count(nodes->start), count(*end))),
             true, 3, Role::text, DrawnText::Align::centre);
        text({362, 350},
             said(m_replay.size() == 1 ? PARTITA_TEXT("in 1 step")
                                       : PARTITA_TEXT("in {0} steps", grouped(m_replay.size()))),
             false, 1.6, Role::second, DrawnText::Align::centre);
    }

    void panes() {
        if (!m_frame.last) {
            overview();
            return;
        }
        const Rect before{24, 112, 352, 540}, after{372, 112, 700, 540};
        text({24, 104}, said(PARTITA_TEXT("before")), false, 1.3, Role::second);
        text({372, 104}, said(PARTITA_TEXT("after")), false, 1.3, Role::second);
        const StepPicture picture = m_replay.picture(m_frame.last - 1, m_film.m_painter);
        pane(picture.before, before);
        pane(picture.after, after);
        if (picture.empty())
            text({362, 320}, said(PARTITA_TEXT("No node changes.")), false, 1.4, Role::second,
                 DrawnText::Align::centre);
    }

    void figures() {
        line({724, 96}, {724, 540}, Pen{Role::lineStrong});
        double top = 110;
        const auto plain = [](double number) {
            return grouped(static_cast<std::uint64_t>(std::llround(number)));
        };
        figure(top, said(PARTITA_TEXT("Nodes")), plain, ReplayFigure::nodes);
        figure(top, said(PARTITA_TEXT("Partitions of {0}", m_replay.device().name)), plain,
               ReplayFigure::partitions);
        figure(
            top, said(PARTITA_TEXT("Time per run, simulated")),
            [](double seconds) { return milliseconds(seconds); }, ReplayFigure::seconds);
    }

    /// A number with its curve; nothing where it is not known.
    void figure(double& top, const std::string& name,
                const std::function<std::string(double)>& shown, ReplayFigure which) {
        const auto figure = m_replay.curveAt(m_frame.last, which);
        if (!figure)
            return;
        constexpr double kLeft = 744, kRight = kUnit - 24, kHeight = 44;
        const std::string from = said(PARTITA_TEXT("from {0}", shown(figure->start)));
        const double room = kRight - kLeft - width(from, false, 1.2) - 8;
        text({kLeft, top}, m_film.m_text.elided(name, false, room / 1.2), false, 1.2, Role::second);
        text({kRight, top}, from, false, 1.2, Role::second, DrawnText::Align::right);
        text({kLeft, top + 34}, shown(figure->now), true, 2.4, Role::text);
        curve(Rect{kLeft, top + 46, kRight, top + 46 + kHeight}, *figure);
        top += 142;
    }

    void curve(const Rect& room, const FigureCurve& figure) {
        const auto at = [&](double place, double amount) {
            return PointF{room.left + room.width() * place,
                          room.bottom - 2 - (room.height() - 4) * amount / figure.most};
        };
        const PointF here = at(
            static_cast<double>(m_frame.last) / static_cast<double>(m_replay.size()), figure.now);
        std::vector<PointF> until, later{here};
        for (const auto& [place, amount] : figure.until)
            until.push_back(at(place, amount));
        until.push_back(here);
        for (const auto& [place, amount] : figure.later)
            later.push_back(at(place, amount));
        Drawing drawing;
        drawing.addLine(std::array{PointF{room.left, room.bottom}, PointF{room.right, room.bottom}},
                        {.pen = Pen{Role::lineStrong}});
        drawing.addLine(until, {.pen = Pen{Role::text, 1.5}});
        if (later.size() > 1)
            drawing.addLine(later, {.pen = Pen{Role::second, 1.5, Pen::Dash::dotted}});
        drawing.shapes.emplace_back(
            DrawnBox{Rect{here.x, here.y, here.x, here.y}.grown(3.5), 3.5, Role::accent, {}});
        add(std::move(drawing), {});
    }

    /// One bar for each pass, as wide as its number of steps.
    void segments() {
        constexpr double kLeft = 24, kGap = 2;
        const double room = kUnit - 2 * kLeft;
        Drawing drawing;
        for (const ReplayPass& pass : m_replay.passes()) {
            const auto x = [&](std::size_t state) {
                return kLeft +
                       room * static_cast<double>(state) / static_cast<double>(m_replay.size());
            };
            const double left = x(pass.first), right = std::max(left + 1, x(pass.end()) - kGap);
            drawing.shapes.emplace_back(
                DrawnBox{{left, 566, right, 576}, 0, Paint(Role::lineWeak), {}});
            const double done =
                std::min(right, x(std::clamp(m_frame.last, pass.first, pass.end())));
            if (done > left)
                drawing.shapes.emplace_back(
                    DrawnBox{{left, 566, done, 576},
                             0,
                             Paint(&pass == this->pass() ? Role::accent : Role::second),
                             {}});
        }
        add(std::move(drawing), {});
    }

    ReplayFilm& m_film;
    SimplifyReplay& m_replay;
    const FilmFrame& m_frame;
    double m_zoom;
    std::vector<FramePart> m_parts;
};

ReplayFilm::ReplayFilm(SimplifyReplay& replay, FilmOptions options, DrawingText text)
    : m_replay(replay), m_options(options), m_text(text), m_painter(std::move(text)) {}

Result<std::vector<FilmFrame>> ReplayFilm::frames(const Progress& progress) {
    const int pace = static_cast<int>(std::lround(1000 / m_options.framesPerSecond));
    std::vector<FilmFrame> frames{{0, 0, std::max(kFirstFrame, pace)}};
    StepPicture last;
    for (std::size_t step = 0; step < m_replay.size(); ++step) {
        if (progress.cancelled())
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        StepPicture picture = m_replay.picture(step, m_painter);
        const bool joins = step > 0 && m_replay.passOf(step) == m_replay.passOf(step - 1) &&
                           looksLike(picture, last);
        if (joins)
            frames.back().last = step + 1;
        else
            frames.push_back({step + 1, step + 1, pace});
        last = std::move(picture);
    }
    // Of the rest, every so many-th stays, with the steps that it now stands for.
    if (const std::size_t most = std::max<std::size_t>(2, m_options.mostFrames);
        frames.size() > most) {
        std::vector<FilmFrame> kept{frames.front()};
        for (std::size_t i = 1; i < most; ++i) {
            const std::size_t at = i * (frames.size() - 1) / (most - 1);
            FilmFrame frame = frames[at];
            const std::size_t pass = m_replay.passOf(frame.last - 1);
            frame.first = std::max(kept.back().last, m_replay.passes()[pass].first) + 1;
            kept.push_back(frame);
        }
        frames = std::move(kept);
    }
    frames.back().milliseconds = std::max(kLastFrame, pace);
    return frames;
}

std::vector<FramePart> ReplayFilm::draw(const FilmFrame& frame) {
    return Page(*this, frame).draw();
}

} // namespace partita
