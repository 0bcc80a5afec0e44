#pragma once

#include <QObject>

namespace partita {

class DocumentController;
class RemediesController;
class SuggestionBar;

/// Offers the best of what would help in the bar above the graph, until the user tries it or closes
/// the bar; closed, it stays so for this model.
class Suggestions : public QObject {
    Q_OBJECT
public:
    Suggestions(DocumentController& document, RemediesController& remedies, SuggestionBar& bar,
                QObject* parent);

private:
    void offer();

    RemediesController& m_remedies;
    SuggestionBar& m_bar;
    bool m_closed = false;
};

} // namespace partita
