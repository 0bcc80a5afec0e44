#include "app/window/saving.h"

#include <QEventLoop>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <algorithm>
#include <utility>

#include "app/window/comparing.h"
#include "app/window/main_window.h"
#include "app/window/parts/message_bar.h"
#include "core/edits/part_of_model.h"
#include "views/dialogs/file_dialog.h"
#include "views/dialogs/save_file.h"
#include "views/merge/merge_page.h"
#include "views/panels/simplify_panel.h"
#include "views/panels/what_if_panel.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

using As = SaveController::As;

namespace {

constexpr int kMostProblems = 8; ///< problems in a question

/// The stored model, with inferred types where they are known already: problems are found in these.
Model withKnownTypes(DocumentController& document) {
    const auto state = DocumentState::unchanged(document.sharedState());
    return diff(state->original, document.storedModel()).empty() ? state->model
                                                                 : document.storedModel();
}

} // namespace

Saving::Saving(MainWindow& window, MessageBar& bar)
    : QObject(&window), m_window(window), m_bar(bar) {
    connect(&window.document(), &DocumentController::documentChanged, this,
            [this] { m_agreed.clear(); });
    const SimplifyController& simplifier = window.document().simplifier();
    for (const auto changed :
         {&SimplifyController::historyChanged, &SimplifyController::positionChanged,
          &SimplifyController::unsavedChanged})
        connect(&simplifier, changed, this, &Saving::withdrawOffer);
    connect(&window.document().scenarios(), &ScenarioController::changed, this,
            &Saving::withdrawOffer);
}

QString Saving::askWhere(const QString& title, const QString& proposed) {
    return askWhereToSave(&m_window, title, proposed, tr("ONNX models (*.onnx)"));
}

/// The sample stays as it is: it is written anew each time that it is opened.
bool Saving::goesElsewhere() const {
    const QString samples = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    return QFileInfo(m_window.path()).absolutePath() == samples;
}

namespace {

/// Whether a document is the same as when this was made: another one may come while the user is asked.
class SameDocument : public QObject {
public:
    explicit SameDocument(DocumentController& document) {
        connect(&document, &DocumentController::documentChanged, this, [this] { m_is = false; });
    }
    explicit operator bool() const { return m_is; }

private:
    bool m_is = true;
};

/// Waits for a worker, without input of the user.
void waitFor(QEventLoop& loop) {
    QGuiApplication::setOverrideCursor(Qt::WaitCursor);
    loop.exec(QEventLoop::ExcludeUserInputEvents);
    QGuiApplication::restoreOverrideCursor();
}

} // namespace

/// A worker compares a file that was touched; the user waits for it, as for the saving.
bool Saving::hasChangedOnDisk() {
    DocumentController& document = m_window.document();
    QEventLoop loop;
    connect(&document, &DocumentController::documentChanged, &loop, &QEventLoop::quit);
    bool isKnown = false;
    document.saving().lookAtFile([&] {
        isKnown = true;
        loop.quit();
    });
    if (!isKnown)
        waitFor(loop);
    return document.hasDocument() && document.saving().hasChangedOnDisk();
}

/// Whether the file holds the model as it was read or saved: it is there, and no other program has
/// written it since.
bool Saving::holdsModel() { return !m_window.document().saving().isGone() && !hasChangedOnDisk(); }

/// Asks, where another program has written the file since it was read.
bool Saving::mayOverwriteChanges() {
    QMessageBox box(QMessageBox::Warning, tr("Changed on disk"),
                    tr("%1 was changed by another program since it was opened. To save the "
                       "document over it would lose those changes.")
                        .arg(QFileInfo(m_window.path()).fileName()),
                    QMessageBox::Cancel, &m_window);
    box.setTextFormat(Qt::PlainText);
    const auto* over = box.addButton(tr("Overwrite"), QMessageBox::DestructiveRole);
    const auto* as = box.addButton(tr("Save as…"), QMessageBox::AcceptRole);
    const auto* compare = box.addButton(tr("Compare"), QMessageBox::ActionRole);
    box.button(QMessageBox::Cancel)->setText(tr("Cancel"));
    box.setDefaultButton(QMessageBox::Cancel); // what is replaced is lost: Enter does not do it
    const SameDocument isSame(m_window.document());
    box.exec();
    if (!isSame)
        return false;
    if (box.clickedButton() == as)
        saveAs();
    else if (box.clickedButton() == compare)
        m_window.comparing().withFile();
    return box.clickedButton() == over;
}

/// ONNX's checker may take a while for a large model; the user waits for it, as for the saving.
std::vector<ListedProblem> Saving::newErrors() {
    using Problems = std::vector<ListedProblem>;
    DocumentController& document = m_window.document();
    Problems problems;
    QEventLoop loop;
    JobRunner jobs;
    jobs.setSubject(document.subject());
    jobs.start<Problems>(
        {},
        [before = document.edits().savedModel(), after = document.storedModel(),
         typed = withKnownTypes(document)](const Progress& progress) {
            return partita::newErrors(before, after, typed, progress);
        },
        [&](Result<Problems> found) {
            if (found)
                problems = *std::move(found);
            loop.quit();
        });
    waitFor(loop);
    return problems;
}

bool Saving::mayKeepProblems() {
    DocumentController& document = m_window.document();
    if (!document.edits().isModified()) // it is as it was opened
        return true;
    QStringList lines;
    std::set<std::string> found;
    for (const ListedProblem& problem : newErrors())
        if (const std::string key = problem.key();
            !m_agreed.contains(key) && found.insert(key).second)
            lines += problem.finding.node || problem.finding.detail.empty()
                         ? messageText(problem.finding.text)
                         : messageText(problem.finding.text) + QStringLiteral("\n    ") +
                               messageText(problem.finding.detail);
    const auto count = static_cast<int>(lines.size());
    if (count == 0)
        return true;
    if (count > kMostProblems)
        lines = lines.mid(0, kMostProblems) << QStringLiteral("…");
    QMessageBox box(
        QMessageBox::Warning, tr("Save with problems"),
        tr("The model has %n problem(s) that it did not have when it was opened:", nullptr, count) +
            QStringLiteral("\n\n") + lines.join(QLatin1Char('\n')),
        QMessageBox::Cancel, &m_window);
    box.setTextFormat(Qt::PlainText);
    const auto* anyway = box.addButton(tr("Save anyway"), QMessageBox::AcceptRole);
    auto* show = box.addButton(tr("Show problems"), QMessageBox::ActionRole);
    box.button(QMessageBox::Cancel)->setText(tr("Cancel"));
    box.setDefaultButton(show);
    box.exec();
    if (box.clickedButton() == show) {
        m_window.setEditing(true); // their ways out are offered then
        m_window.showPanel("problems");
    }
    if (box.clickedButton() != anyway)
        return false;
    m_agreed.merge(found);
    return true;
}

bool Saving::begin() {
    DocumentController& document = m_window.document();
    if (!document.hasDocument() || document.saving().isSaving())
        return false;
    const SameDocument isSame(document);
    if (!document.edits().isModified() && holdsModel()) {
        sayNothingToSave();
        return false;
    }
    if (!isSame)
        return false;
    if (document.saving().isReadOnly())
        return beginAs(tr("%1 may not be written: save the model as")
                           .arg(QFileInfo(m_window.path()).fileName()));
    if (goesElsewhere())
        return beginAs(tr("Save the model as"));
    if (!mayKeepProblems() || !isSame)
        return false;
    const bool hasChanged = hasChangedOnDisk();
    if (isSame && hasChanged && !mayOverwriteChanges())
        return false;
    if (!isSame)
        return false;
    document.saving().save(document.state().path, As::document, hasChanged);
    return true;
}

/// The file holds the model. What else was done goes elsewhere, and the bar offers to save it there.
void Saving::sayNothingToSave() {
    const QString file = QFileInfo(m_window.path()).fileName();
    if (m_window.document().edits().hasRewrites()) {
        m_window.note(tr("The rewrites in view are not part of %1 yet").arg(file));
        offerToSave(
            tr("they can be"), tr("Apply and save"),
            [this] {
                m_window.document().edits().applyRewrites();
                save();
            },
            [this] { return m_window.document().edits().hasRewrites(); });
        return;
    }
    const std::vector<Unsaved> others = unsaved();
    if (others.empty()) {
        m_bar.showPassing(tr("There is nothing to save: %1 holds this model").arg(file));
        return;
    }
    m_window.note(tr("%1 holds this model. %2").arg(file, others.front().what));
    offerToSave(
        tr("it goes into a file of its own"), others.front().button,
        [save = others.front().save] { (void)save(); },
        [this, button = others.front().button] {
            return std::ranges::any_of(unsaved(),
                                       [&](const Unsaved& each) { return each.button == button; });
        });
}

void Saving::offerToSave(const QString& where, const QString& button, std::function<void()> act,
                         std::function<bool()> holds) {
    m_bar.offer(where, button, std::move(act));
    m_offer = {m_bar.shown(), std::move(holds)};
}

void Saving::withdrawOffer() {
    if (m_offer.holds && !m_offer.holds())
        m_bar.hideMessage(std::exchange(m_offer, {}).message);
}

bool Saving::beginAs(const QString& title) {
    DocumentController& document = m_window.document();
    if (!document.hasDocument() || document.saving().isSaving())
        return false;
    const SameDocument isSame(document);
    if (!mayKeepProblems() || !isSame)
        return false;
    const QString path = askWhere(title, m_window.path());
    if (path.isEmpty() || !isSame)
        return false;
    document.saving().save(QFileInfo(path).absoluteFilePath().toStdString(), As::document, true);
    return true;
}

void Saving::save() {
    if (MergePage* merge = m_window.merge())
        (void)merge->saveRecipe();
    else
        begin();
}
void Saving::saveAs() { beginAs(tr("Save the model as")); }

void Saving::saveCopy() {
    DocumentController& document = m_window.document();
    if (!document.hasDocument() || document.saving().isSaving())
        return;
    const SameDocument isSame(document);
    if (!mayKeepProblems() || !isSame)
        return;
    const QString path = askWhere(tr("Save a copy of the model"),
                                  besideModel(document, QStringLiteral("_copy.onnx")));
    if (!path.isEmpty() && isSame)
        document.saving().save(QFileInfo(path).absoluteFilePath().toStdString(), As::copy, true);
}

void Saving::saveSelection() {
    DocumentController& document = m_window.document();
    if (!document.hasDocument() || document.saving().isSaving())
        return;
    const SameDocument isSame(document); // the binaries of the part are beside it
    const auto part = partOfModel(document.model(), document.selection());
    if (!part) {
        m_window.fail(part.error());
        return;
    }
    const QString path = askWhere(tr("Save the selection as a model"),
                                  besideModel(document, QStringLiteral("_part.onnx")));
    if (!path.isEmpty() && isSame)
        document.saving().savePart(*part, QFileInfo(path).absoluteFilePath().toStdString());
}

void Saving::revert() {
    if (m_window.document().hasDocument())
        m_window.document().edits().revert();
}

/// Until the saving that runs has ended; the user can do nothing meanwhile.
void Saving::wait() {
    SaveController& saving = m_window.document().saving();
    if (!saving.isSaving())
        return;
    QEventLoop loop;
    connect(&saving, &SaveController::finished, &loop, &QEventLoop::quit);
    loop.exec(QEventLoop::ExcludeUserInputEvents);
}

std::vector<Saving::Unsaved> Saving::unsaved() {
    DocumentController& document = m_window.document();
    std::vector<Unsaved> all;
    if (!document.hasDocument())
        return all;
    const QString file = toQString(document.state().path.filename().string());
    if (document.edits().isModified())
        all.push_back(
            {tr("%1 has %n edit(s) that are not saved.", nullptr, document.history().unsavedSteps())
                 .arg(file),
             tr("Save"), [this, &document] {
                 if (begin())
                     wait();
                 return !document.edits().isModified();
             }});
    else if (m_window.isFileGone())
        all.push_back({tr("%1 is gone from the disk: only this window has the model.").arg(file),
                       tr("Save"), [this, &document] {
                           if (begin())
                               wait();
                           return !document.saving().isGone();
                       }});
    if (document.simplifier().hasUnsavedChoices())
        all.push_back(
            {tr("Rewrites of %1 were left out, and neither the recipe nor the model is saved.")
                 .arg(file),
             tr("Save the recipe…"), [this, &document] {
                 static_cast<SimplifyPanel*>(m_window.panel("simplify"))->saveRecipe();
                 return !document.simplifier().hasUnsavedChoices();
             }});
    if (document.scenarios().isUnsaved())
        all.push_back({tr("The scenario of %1 is not saved: %n change(s).", nullptr,
                          static_cast<int>(document.scenarios().scenario().changes.size()))
                           .arg(file),
                       tr("Save the scenario…"), [this, &document] {
                           static_cast<WhatIfPanel*>(m_window.panel("whatIf"))->saveScenario();
                           return !document.scenarios().isUnsaved();
                       }});
    return all;
}

bool Saving::mayLeave() {
    if (MergePage* merge = m_window.merge(); merge && !merge->mayLeave())
        return false;
    wait();
    const std::vector<Unsaved> all = unsaved();
    if (all.empty())
        return true;
    QStringList lines;
    for (const Unsaved& each : all)
        lines += each.what;
    QMessageBox box(QMessageBox::Question, tr("Not saved"), lines.join(QLatin1Char('\n')),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    box.setTextFormat(Qt::PlainText);
    box.button(QMessageBox::Save)->setText(all.size() == 1 ? all.front().button : tr("Save all"));
    box.button(QMessageBox::Discard)->setText(tr("Do not save"));
    box.button(QMessageBox::Cancel)->setText(tr("Cancel"));
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return std::ranges::all_of(all, [](const Unsaved& each) { return each.save(); });
    case QMessageBox::Discard: return true;
    default: return false;
    }
}

} // namespace partita
