#include "core/tasks/replay/simplify_replay.h"

#include <algorithm>

#include "core/base/try.h"
#include "core/report/pass_page.h"
#include "core/tasks/models/inferred_placement.h"
#include "core/tasks/models/placement_time.h"

namespace partita {

namespace {

/// The formula of a pass on as few lines as its documentation has.
std::string entryOf(const PassPage& page, std::string_view label) {
    for (const auto& [name, text] : page.entries)
        if (name == label)
            return text;
    return {};
}

ReplayPass passOf(const PassTrace& trace, std::size_t first) {
    ReplayPass pass{std::string(trace.pass), {}, {}, {}, trace.round, first, trace.rewrites.size()};
    if (const PassInfo* info = findPass(trace.pass)) {
        const PassPage page = passDocumentation(*info);
        pass.sentence = info->summary;
        pass.before = entryOf(page, "Before");
        pass.after = entryOf(page, "After");
    }
    return pass;
}

std::optional<double> amountOf(const ReplayFigures& figures, ReplayFigure figure) {
    switch (figure) {
    case ReplayFigure::partitions:
        return figures.partitions ? std::optional(static_cast<double>(*figures.partitions))
                                  : std::nullopt;
    case ReplayFigure::seconds: return figures.seconds;
    case ReplayFigure::nodes: break;
    }
    return static_cast<double>(figures.nodes);
}

} // namespace

SimplifyReplay::SimplifyReplay(RewriteHistory history) : m_history(std::move(history)) {
    for (const PassTrace& trace : m_history.result().traces)
        if (!trace.rewrites.empty()) {
            m_passOf.insert(m_passOf.end(), trace.rewrites.size(), m_passes.size());
            const std::size_t first = m_passes.empty() ? 0 : m_passes.back().end();
            m_passes.push_back(partita::passOf(trace, first));
        }
    m_figures.resize(size() + 1);
    auto nodes = static_cast<std::int64_t>(countNodes(m_history.start()));
    for (std::size_t state = 0; state <= size(); ++state) {
        m_figures[state].nodes = static_cast<std::size_t>(std::max<std::int64_t>(0, nodes));
        if (state < size())
            nodes += nodeDifference(m_history.rewrite(state));
    }
}

ReplayFigures SimplifyReplay::figuresAt(std::size_t state) const {
    ReplayFigures figures = m_figures[state];
    const std::vector<std::size_t> toPlace = statesToPlace();
    for (std::size_t earlier = state + 1; earlier-- > 0;)
        if (m_figures[earlier].partitions) {
            figures.partitions = m_figures[earlier].partitions;
            figures.seconds = m_figures[earlier].seconds;
            break;
        } else if (std::ranges::binary_search(toPlace, earlier)) {
            break; // what the rewrites before it changed is not known yet
        }
    return figures;
}

std::optional<double> SimplifyReplay::amountAt(std::size_t state, ReplayFigure figure) const {
    return amountOf(figuresAt(state), figure);
}

std::optional<FigureCurve> SimplifyReplay::curveAt(std::size_t state, ReplayFigure figure) const {
    const auto start = amountAt(0, figure), now = amountAt(state, figure);
    if (!start || !now)
        return {};
    FigureCurve curve{*start, *now, std::max(*now, 1e-12), {}, {}};
    const double last = std::max<double>(1, static_cast<double>(size()));
    for (std::size_t i = 0; i < m_figures.size(); ++i)
        if (const auto amount = amountOf(m_figures[i], figure)) {
            (i <= state ? curve.until : curve.later)
                .emplace_back(static_cast<double>(i) / last, *amount);
            curve.most = std::max(curve.most, *amount);
        }
    return curve;
}

std::vector<std::size_t> SimplifyReplay::statesToPlace() const {
    std::vector<std::size_t> states{0};
    const std::size_t stride = std::max<std::size_t>(1, size() / kMostBetween);
    for (const ReplayPass& pass : m_passes) {
        for (std::size_t state = pass.first + stride; state < pass.end(); state += stride)
            states.push_back(state);
        states.push_back(pass.end());
    }
    return states;
}

Result<void> SimplifyReplay::placeState(std::size_t state, const ProviderList& providers,
                                        const PartitionOptions& wishes, const Progress& progress) {
    if (providers.empty() || m_placed.contains(state))
        return {};
    auto [model, placement] =
        PARTITA_TRY(placeInferred(m_history.at(state), providers, wishes, progress));
    const auto placed = std::make_shared<const Partitioning>(std::move(placement.ofSource));
    m_device = placed->providerNames.front();
    m_figures[state].partitions = placed->summary.partitionsByProvider.front();
    const PlacementTime time =
        placed->inlined
            ? PlacementTimer(placed->inlined->model, providers).timeOf(placed->inlined->placed)
            : PlacementTimer(model, providers).timeOf(*placed);
    if (time.known && time.unknownNodes.empty() && time.unknownCopies.empty())
        m_figures[state].seconds = time.seconds;
    m_placed[state] = placed;
    return {};
}

Result<void> SimplifyReplay::place(const ProviderList& providers, const PartitionOptions& wishes,
                                   const Progress& progress) {
    const auto states = statesToPlace();
    for (std::size_t i = 0; i < states.size(); ++i) {
        PARTITA_TRY(placeState(states[i], providers, wishes, {progress.stop, {}}));
        progress.at(static_cast<double>(i + 1) / static_cast<double>(states.size()));
    }
    return {};
}

std::shared_ptr<const Partitioning> SimplifyReplay::placedBefore(std::size_t state) const {
    const auto next = m_placed.upper_bound(state);
    return next == m_placed.begin() ? nullptr : std::prev(next)->second;
}

std::shared_ptr<const Partitioning> SimplifyReplay::placedAfter(std::size_t state) const {
    const auto next = m_placed.lower_bound(state);
    return next == m_placed.end() ? placedBefore(state) : next->second;
}

StepPicture SimplifyReplay::picture(std::size_t step, StepPainter& painter) {
    const Model before = m_history.at(step);
    return painter.paint(before, m_history.at(step + 1), m_history.rewrite(step),
                         placedBefore(step).get(), placedAfter(step + 1).get());
}

} // namespace partita
