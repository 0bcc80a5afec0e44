#pragma once

#include <QWidget>
#include <functional>

#include "core/edits/edit.h"
#include "views/panels/editor_key.h"
#include "views/theme/theme.h"

class QBoxLayout;
class QVBoxLayout;

namespace partita {

class CommitField;
class DocumentController;

/// The inputs and outputs of the model, its opsets, and what it says about itself, each with an
/// editor. An input or output has its name, and below its element type and its sizes.
class InterfaceEditor : public QWidget {
    Q_OBJECT
public:
    InterfaceEditor(DocumentController& document, const Theme& theme);

private:
    void addPorts(bool outputs);
    void addPort(ValueId id, std::size_t place, std::size_t count, bool outputs);
    void addType(const Value& value);
    void addKnownSizes(const Value& value);
    void addOpsets();
    void addSizes();
    void addProducer();
    void addDocumentation(const QString& none, const Annotated& part, const char* link,
                          const QString& tip);
    void addMetadata();
    void heading(const QString& text);
    /// A line with a field; `rest` holds what stands beside it.
    CommitField* line(const QString& label, const EditorKey& key, const QString& value,
                      std::function<Result<Edit>(const QString&)> edit,
                      QBoxLayout** rest = nullptr);
    void button(QBoxLayout& line, const QString& sign, const QString& name, const QString& tip,
                std::function<void()> run);
    QString apply(const Edit& edit); ///< the rule that it breaks
    void applyOrTell(const Edit& edit);
    [[nodiscard]] const Model& model() const;

    DocumentController& m_document;
    const Theme& m_theme;
    QVBoxLayout* m_layout;
};

} // namespace partita
