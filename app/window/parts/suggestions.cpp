#include "app/window/parts/suggestions.h"

#include "app/window/parts/suggestion_bar.h"
#include "views/document/remedies_controller.h"

namespace partita {

Suggestions::Suggestions(DocumentController& document, RemediesController& remedies,
                         SuggestionBar& bar, QObject* parent)
    : QObject(parent), m_remedies(remedies), m_bar(bar) {
    connect(&document, &DocumentController::documentChanged, this, [this] { m_closed = false; });
    connect(&bar, &SuggestionBar::closed, this, [this] { m_closed = true; });
    connect(&remedies, &RemediesController::changed, this, &Suggestions::offer);
}

void Suggestions::offer() {
    const auto found = m_remedies.remedies();
    const Remedy* best = found ? found->best() : nullptr;
    if (!best || m_closed) {
        m_bar.withdraw();
        return;
    }
    m_bar.offer(best->offer(), [this, remedy = *best] { m_remedies.apply(remedy); });
}

} // namespace partita
