#include "views/document/journal_keeper.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <span>

#include "core/base/try.h"
#include "views/document/document_controller.h"

namespace partita {

namespace {
constexpr std::chrono::seconds kSyncDelay(1);
}

JournalKeeper::JournalKeeper(DocumentController& document, std::filesystem::path folder)
    : m_document(document), m_folder(std::move(folder)) {
    connect(&document, &DocumentController::documentChanged, this, &JournalKeeper::begin);
    connect(&document.history(), &DocumentHistory::moved, this, &JournalKeeper::keep);
    connect(&document.saving(), &SaveController::savedAs, this, &JournalKeeper::savedAs);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSyncDelay);
    connect(&m_soon, &QTimer::timeout, this, &JournalKeeper::sync);
}

/// A disk may take long: the user does not wait for it. The next steps wait for the next time.
void JournalKeeper::sync() {
    if (!m_journal)
        return;
    if (m_syncs.isRunning()) {
        m_soon.start();
        return;
    }
    m_syncs.start<std::monostate>(
        {},
        [run = m_journal->syncing()](const Progress&) -> Result<std::monostate> {
            PARTITA_TRY(run());
            return std::monostate();
        },
        [this](const Result<std::monostate>& done) {
            if (done)
                Q_EMIT synced();
            else if (!std::exchange(m_hasFailed, true))
                Q_EMIT failed(done.error());
        });
}

void JournalKeeper::forget() {
    m_soon.stop();
    if (m_journal)
        m_journal->remove();
    m_journal.reset();
}

void JournalKeeper::begin() {
    m_jobs.cancel();
    forget();
    m_base = {m_document.hasDocument() ? m_document.storedModel() : Model(), {}};
    m_atBase.clear();
    m_written.clear();
    m_hasFailed = false;
}

/// The edits so far are in the file. Those that come after it are kept by the ids that the file
/// has.
void JournalKeeper::savedAs(const Model& written) {
    forget();
    m_atBase = stepsOfSaved();
    m_written.clear();
    const auto work = [document = m_document.edits().savedModel(), written](const Progress&) {
        return Result<std::shared_ptr<JournalBase>>(
            std::make_shared<JournalBase>(JournalBase{document, IdMap(document, written)}));
    };
    m_jobs.start<std::shared_ptr<JournalBase>>({}, work,
                                               [this](Result<std::shared_ptr<JournalBase>> base) {
                                                   m_base = std::move(**base);
                                                   keep();
                                               });
}

/// The steps up to the saved model, which may be undone meanwhile. Where they were dropped, no state
/// comes after them.
std::vector<std::uint64_t> JournalKeeper::stepsOfSaved() const {
    constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
    const DocumentHistory& history = m_document.history();
    std::vector<std::uint64_t> versions;
    if (history.savedVersion() == 0)
        return versions;
    for (int i = 0; i < history.size(); ++i) {
        if (m_document.edits().deltaOf(history.step(i)))
            versions.push_back(history.step(i).version);
        if (history.step(i).version == history.savedVersion())
            return versions;
    }
    return {kNever};
}

/// The steps that are done and change the model, by the versions that they lead to.
std::vector<std::uint64_t> JournalKeeper::steps() const {
    std::vector<std::uint64_t> versions;
    const DocumentHistory& history = m_document.history();
    for (int i = 0; i < history.index(); ++i)
        if (m_document.edits().deltaOf(history.step(i)))
            versions.push_back(history.step(i).version);
    return versions;
}

void JournalKeeper::keep() {
    if (m_folder.empty() || m_hasFailed || m_jobs.isRunning() || !m_document.hasDocument())
        return;
    const auto now = steps();
    if (now == m_atBase || !m_document.history().isModified()) {
        forget(); // the file has what is in view: there is nothing to restore
        return;
    }
    if (auto kept = follow(now); !kept) {
        m_hasFailed = true;
        Q_EMIT failed(kept.error());
        return;
    }
    if (!m_soon.isActive()) // not from the start again: steps may come all the time
        m_soon.start();
}

/// Brings the journal to the state in view.
Result<void> JournalKeeper::follow(const std::vector<std::uint64_t>& steps) {
    if (!m_journal) {
        m_journal = PARTITA_TRY(Journal::create(
            m_folder, {PARTITA_VERSION, m_document.state().path.string(), m_document.state().stamp},
            m_base));
        m_written.clear();
        m_isDetour = false;
    }
    if (!std::ranges::equal(m_atBase,
                            std::span(steps).first(std::min(m_atBase.size(), steps.size()))))
        return addDetour();
    const std::span<const std::uint64_t> wanted = std::span(steps).subspan(m_atBase.size());
    const auto [mine, theirs] = std::ranges::mismatch(m_written, wanted);
    const auto same = static_cast<std::size_t>(mine - m_written.begin());
    // Steps that were undone are done again by going there, if they are still in the journal.
    if (m_isDetour || same < m_written.size()) {
        PARTITA_TRY(m_journal->goTo(m_isDetour ? 0 : same));
        m_written.resize(m_isDetour ? 0 : same);
        m_isDetour = false;
    }
    for (std::size_t next = m_written.size(); next < wanted.size(); ++next) {
        PARTITA_TRY(addStep(m_atBase.size() + next));
        m_written.push_back(wanted[next]);
    }
    return {};
}

Result<void> JournalKeeper::addStep(std::size_t modelStep) {
    const DocumentHistory& history = m_document.history();
    for (int i = 0; i < history.size(); ++i) {
        const ModelDelta* delta = m_document.edits().deltaOf(history.step(i));
        if (!delta || modelStep-- > 0)
            continue;
        const DocumentStep& step = history.step(i);
        return m_journal->add(
            {static_cast<std::uint8_t>(step.kind), step.what, step.where, *delta});
    }
    return {};
}

/// The state in view is one before that of the file: the journal has one step, which leads there.
Result<void> JournalKeeper::addDetour() {
    PARTITA_TRY(m_journal->goTo(0));
    m_written.clear();
    m_isDetour = true;
    return m_journal->add({static_cast<std::uint8_t>(StepKind::reverted),
                           PARTITA_TEXT("Go back before the saved model"),
                           {},
                           diff(m_base.model, m_document.storedModel())});
}

void JournalKeeper::restore(const JournalContent& content, std::function<void(Result<void>)> done) {
    const auto work = [content, file = m_document.storedModel()](const Progress&) {
        return replay(content, file);
    };
    m_jobs.start<JournalReplay>(
        {}, work,
        [this, done = std::move(done), stamp = content.head.stamp](Result<JournalReplay> made) {
            if (!made) {
                done(std::move(made).error());
                return;
            }
            const int before = m_document.history().index();
            for (JournalStep& step : made->steps)
                m_document.edits().applyDelta(std::move(step.delta), std::move(step.what),
                                              std::move(step.where), {},
                                              static_cast<StepKind>(step.kind));
            m_document.history().goTo(before + static_cast<int>(made->done));
            if (stamp != m_document.state().stamp) // saving it asks first
                m_document.movedTo(m_document.state().path, stamp);
            done({});
        });
}

} // namespace partita
