#include "views/document/runtime_choice.h"

#include <algorithm>

#include "core/base/try.h"

namespace partita {

namespace {

constexpr std::chrono::seconds kLimit(60); ///< of an answer that somebody waits for

Result<std::vector<RealProvider>> providersOf(const QStringList& texts) {
    std::vector<RealProvider> providers;
    for (const QString& text : texts)
        providers.push_back(PARTITA_TRY(realProviderOf(text.toStdString())));
    return providers;
}

} // namespace

std::shared_ptr<RuntimeChoice> RuntimeChoice::shared() {
    static std::weak_ptr<RuntimeChoice> now;
    auto kept = now.lock();
    if (!kept)
        now = kept = std::make_shared<RuntimeChoice>();
    return kept;
}

void RuntimeChoice::choose(const QString& python, const QStringList& plugins) {
    RealRuntime wanted;
    if (!python.isEmpty())
        wanted.python = python.toStdString();
    if (wanted == m_runtime && plugins == m_plugins)
        return;
    m_runtime = std::move(wanted);
    m_plugins = plugins;
    m_facts.reset();
    m_problem.reset();
    m_jobs.cancel();
    Q_EMIT changed();
}

void RuntimeChoice::ask() {
    if (!m_facts && !m_problem && !isAsking())
        askAgain();
}

void RuntimeChoice::askAgain() {
    auto runtime = m_runtime;
    runtime.limit = kLimit;
    const auto work = [runtime, plugins = m_plugins](const Progress& progress) {
        auto libraries = providersOf(plugins);
        return libraries ? factsOf(runtime, *libraries, progress)
                         : Result<RuntimeFacts>(libraries.error());
    };
    m_jobs.start<RuntimeFacts>({}, work, [this](Result<RuntimeFacts> facts) {
        m_facts.reset();
        m_problem.reset();
        if (facts)
            m_facts = *std::move(facts);
        else
            m_problem = facts.error();
        Q_EMIT changed();
    });
    Q_EMIT changed();
}

std::vector<RealProvider> RuntimeChoice::providers() const {
    std::vector<RealProvider> all;
    if (!m_facts)
        return all;
    if (auto plugins = providersOf(m_plugins))
        all = *std::move(plugins);
    for (const std::string& name : m_facts->providers)
        all.push_back({.name = name, .library = {}});
    return all;
}

} // namespace partita
