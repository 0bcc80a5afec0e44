#pragma once

#include <QDialog>

#include "views/document/document_controller.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace partita {

class RealProviderBox;

/// Asks where the record that was asked for should be, and writes it there.
void saveRecord(DocumentController& document, QWidget* parent);

/// "Who runs it really?": asks the user's ONNX Runtime for the assignment of the document's nodes to
/// a provider, and lays the answer over the prediction. The answer can be saved.
class RecordDialog : public QDialog {
    Q_OBJECT
public:
    RecordDialog(DocumentController& document, QWidget* parent);
    void ask(); ///< starts the job, and closes the dialog

private:
    void showState();

    DocumentController& m_document;
    RealProviderBox* m_who;
    QComboBox* m_level;
    QCheckBox* m_run;
    QLabel* m_state;
    QPushButton *m_save, *m_ask;
};

} // namespace partita
