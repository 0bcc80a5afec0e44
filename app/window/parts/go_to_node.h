#pragma once

#include "app/window/parts/filtered_list.h"

namespace partita {

class DocumentController;

/// Completes the name of a node, or takes its number; Enter goes there, into bodies and groups too.
class GoToNode : public FilteredList {
    Q_OBJECT
public:
    GoToNode(DocumentController& document, QWidget* parent);

protected:
    void fill(QListWidget& list, const QString& text) override;
    void choose(const QListWidgetItem& item) override;

private:
    DocumentController& m_document;
};

} // namespace partita
