#pragma once

#include <QEvent>
#include <QWidget>
#include <optional>

#include "views/document/document_controller.h"
#include "views/theme/theme.h"

namespace partita {

/// What every panel gets; a panel has access to nothing else.
struct PanelContext {
    DocumentController& document;
    const Theme* theme;
};

/// The content of a dock, or of the strip below the graph. Without a document, a panel shows its own empty state.
class Panel : public QWidget {
    Q_OBJECT
public:
    explicit Panel(const PanelContext& context)
        : m_document(context.document), m_theme(context.theme) {}
    void setTheme(const Theme& theme) {
        m_theme = &theme;
        refresh();
    }
    virtual void refresh() = 0; ///< updates all after a change of document, theme, language or font
    /// How many things the panel lists, for its title; nothing: it lists none, or cannot tell yet.
    [[nodiscard]] virtual std::optional<std::size_t> count() const { return std::nullopt; }
    /// The page of the manual about it, "simplifier.md"; empty: none is.
    [[nodiscard]] const QString& manualPage() const { return m_manualPage; }
    void setManualPage(const QString& page) { m_manualPage = page; }

Q_SIGNALS:
    void countChanged();

protected:
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
            refresh();
        QWidget::changeEvent(event);
    }
    [[nodiscard]] DocumentController& document() const { return m_document; }
    [[nodiscard]] const Theme& theme() const { return *m_theme; }

private:
    DocumentController& m_document;
    const Theme* m_theme;
    QString m_manualPage;
};

/// One row of panels.def.
struct PanelRow {
    const char* id;
    const char* title;   ///< translated in context "partita::Panels"
    const char* purpose; ///< what the panel is for, translated in the same context
    Qt::DockWidgetArea area;
    const char* page; ///< of the manual; empty: none
    Panel* (*make)(const PanelContext& context);
};
/// All rows of panels.def, in their order.
const std::vector<PanelRow>& panelRows();

} // namespace partita
