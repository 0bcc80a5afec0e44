#pragma once

#include <QEvent>
#include <QWidget>

#include "views/document/document_controller.h"
#include "views/theme/theme.h"

namespace partita {

/// What every panel is given; nothing else is within its reach.
struct PanelContext {
    DocumentController& document;
    const Theme* theme;
};

/// A dock's content. Shows an empty state of its own when there is no document.
class Panel : public QWidget {
    Q_OBJECT
public:
    explicit Panel(const PanelContext& context)
        : m_document(context.document), m_theme(context.theme) {}
    void setTheme(const Theme& theme) {
        m_theme = &theme;
        refresh();
    }
    virtual void refresh() = 0; ///< everything anew: document, theme or language changed

protected:
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::LanguageChange)
            refresh();
        QWidget::changeEvent(event);
    }
    [[nodiscard]] DocumentController& document() const { return m_document; }
    [[nodiscard]] const Theme& theme() const { return *m_theme; }

private:
    DocumentController& m_document;
    const Theme* m_theme;
};

/// One row of panels.def.
struct PanelRow {
    const char* id;
    const char* title; ///< translated in context "partita::Panels"
    Qt::DockWidgetArea area;
    Panel* (*make)(const PanelContext& context);
};
const std::vector<PanelRow>& panelRows();

} // namespace partita
