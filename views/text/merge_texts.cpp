#include "views/text/text_forms.h"
#include "views/text/texts.h"

#include <QCoreApplication>

namespace partita {

namespace {

const TextForm kMergeForms[] = {
    {"^node$", QT_TRANSLATE_NOOP("partita::Texts", "node")},
    {"^tensor$", QT_TRANSLATE_NOOP("partita::Texts", "tensor")},
    {"^partition$", QT_TRANSLATE_NOOP("partita::Texts", "partition")},
    {"^function$", QT_TRANSLATE_NOOP("partita::Texts", "function")},
    {"^graph$", QT_TRANSLATE_NOOP("partita::Texts", "graph")},
    {"^prefix of its model$", QT_TRANSLATE_NOOP("partita::Texts", "prefix of its model")},
    {"^another model has one of that name$",
     QT_TRANSLATE_NOOP("partita::Texts", "another model has one of that name")},
    {"^another binary has a graph of that name$",
     QT_TRANSLATE_NOOP("partita::Texts", "another binary has a graph of that name")},
    {"^another blob in the container has that name$",
     QT_TRANSLATE_NOOP("partita::Texts", "another blob in the container has that name")},
    {"^renamed in a copy of the binary$",
     QT_TRANSLATE_NOOP("partita::Texts", "renamed in a copy of the binary")},
    {"^metadata '(.+)' differs in (.+)$",
     QT_TRANSLATE_NOOP("partita::Texts", "metadata '%1' differs in %2")},
    {"^that of an earlier model is kept$",
     QT_TRANSLATE_NOOP("partita::Texts", "that of an earlier model is kept")},
    {"^'(.+)' of (.+) is connected, and its binary knows it by that name$",
     QT_TRANSLATE_NOOP("partita::Texts",
                       "'%1' of %2 is connected, and its binary knows it by that name")},
    {"^a Concat of one tensor gives it that name$",
     QT_TRANSLATE_NOOP("partita::Texts", "a Concat of one tensor gives it that name")},
    {"^graph '(.+)' in the binary of (.+) has the name of another one$",
     QT_TRANSLATE_NOOP("partita::Texts",
                       "graph '%1' in the binary of %2 has the name of another one")},
    {"^file '(.+)' of (.+) has the name of another one$",
     QT_TRANSLATE_NOOP("partita::Texts", "file '%1' of %2 has the name of another one")},
    {"^stored as '(.+)'$", QT_TRANSLATE_NOOP("partita::Texts", "stored as '%1'")},
    {"^opset (.+) of (.+)$", QT_TRANSLATE_NOOP("partita::Texts", "opset %1 of %2")},
    {"^converted to (.+)$", QT_TRANSLATE_NOOP("partita::Texts", "converted to %1")},
    {"^OpenVINO's binary$", QT_TRANSLATE_NOOP("partita::Texts", "OpenVINO's binary")},
    {"^one container: OpenVINO reads one in a session$",
     QT_TRANSLATE_NOOP("partita::Texts", "one container: OpenVINO reads one in a session")},
    {"^was inside the model$", QT_TRANSLATE_NOOP("partita::Texts", "was inside the model")},
    {"^copied$", QT_TRANSLATE_NOOP("partita::Texts", "copied")},
    {"^a copy with only the graphs that are used$",
     QT_TRANSLATE_NOOP("partita::Texts", "a copy with only the graphs that are used")},
    {"^a copy with new names of graphs$",
     QT_TRANSLATE_NOOP("partita::Texts", "a copy with new names of graphs")},
};

} // namespace

QString mergeText(const std::string& english) {
    static const TextForms kForms(kMergeForms);
    return kForms.translated(english);
}

} // namespace partita
