#include "views/text/texts.h"

#include <QCoreApplication>
#include <QLocale>

#include "views/text/qt_text.h"
#include "views/text/text_forms.h"

namespace partita {

QString reasonText(ReasonCode code) {
    switch (code) {
    case ReasonCode::claimed: return QCoreApplication::translate("partita::Texts", "takes it");
    case ReasonCode::noKernel:
        return QCoreApplication::translate("partita::Texts", "does not have the operator");
    case ReasonCode::opsetOutOfRange:
        return QCoreApplication::translate("partita::Texts", "operator version out of range");
    case ReasonCode::typeUnsupported:
        return QCoreApplication::translate("partita::Texts", "element type not supported");
    case ReasonCode::rankUnsupported:
        return QCoreApplication::translate("partita::Texts", "rank not supported");
    case ReasonCode::attributeUnsupported:
        return QCoreApplication::translate("partita::Texts", "attribute value not supported");
    case ReasonCode::weightNotConstant:
        return QCoreApplication::translate("partita::Texts", "weights are not constant");
    case ReasonCode::dynamicShape:
        return QCoreApplication::translate("partita::Texts", "dynamic shape");
    case ReasonCode::unknownDomain:
        return QCoreApplication::translate("partita::Texts", "unknown operator domain");
    case ReasonCode::controlFlow:
        return QCoreApplication::translate("partita::Texts",
                                           "something in its body is not supported");
    case ReasonCode::runTooShort:
        return QCoreApplication::translate("partita::Texts", "run of supported nodes too short");
    case ReasonCode::memoryLimit:
        return QCoreApplication::translate("partita::Texts", "not enough device memory");
    case ReasonCode::takenByHigherPriority:
        return QCoreApplication::translate("partita::Texts", "taken by a provider before it");
    case ReasonCode::lostGroup:
        return QCoreApplication::translate("partita::Texts", "its group was broken up");
    case ReasonCode::epContextSourceMismatch:
        return QCoreApplication::translate("partita::Texts", "compiled for another provider");
    case ReasonCode::excludedByUser:
        return QCoreApplication::translate("partita::Texts", "excluded by you");
    case ReasonCode::constantNode:
        return QCoreApplication::translate("partita::Texts", "constant, folded away");
    }
    return {};
}

namespace {

const TextForm kEvidenceForms[] = {
    {"^(.+) has no ([^ ]+)$", QT_TRANSLATE_NOOP("partita::Texts", "%1 has no %2")},
    {"^opset (.+) is above ([^ ]+) (.+) of (.+)$",
     QT_TRANSLATE_NOOP("partita::Texts", "opset %1 is above %2 %3 of %4")},
    {"^opset (.+) is below ([^ ]+) (.+) of (.+)$",
     QT_TRANSLATE_NOOP("partita::Texts", "opset %1 is below %2 %3 of %4")},
    {"^opset (.+) is below (.+), the oldest of (.+)$",
     QT_TRANSLATE_NOOP("partita::Texts", "opset %1 is below %2, the oldest of %3")},
    {"^(.+) by the function that ONNX defines it by$",
     QT_TRANSLATE_NOOP("partita::Texts", "%1 by the function that ONNX defines it by")},
    {"^(.+) is in (.+) and later$", QT_TRANSLATE_NOOP("partita::Texts", "%1 is in %2 and later")},
    {"^run of (.+) supported nodes?, needs more than (.+)$",
     QT_TRANSLATE_NOOP("partita::Texts", "run of %1 supported nodes, needs more than %2")},
    {"^dimension (.+) of input (.+) is dynamic(.*)$",
     QT_TRANSLATE_NOOP("partita::Texts", "dimension %1 of input %2 is dynamic%3")},
    {"^the rank of input (.+) is not known$",
     QT_TRANSLATE_NOOP("partita::Texts", "the rank of input %1 is not known")},
    {"^input ([^ ]+) is computed(.*)$",
     QT_TRANSLATE_NOOP("partita::Texts", "input %1 is computed%2")},
    {"^(.+) takes ([^ ]+) only with (.+), not (.+)$",
     QT_TRANSLATE_NOOP("partita::Texts", "%1 takes %2 only with %3, not %4")},
    {"^(.+) is (.+), (.+) takes (.+) only with (.+)$",
     QT_TRANSLATE_NOOP("partita::Texts", "%1 is %2, %3 takes %4 only with %5")},
    {"^(.+) takes only ai.onnx, not domain (.+)$",
     QT_TRANSLATE_NOOP("partita::Texts", "%1 takes only ai.onnx, not domain %2")},
    {"^rank (.+): (.+)$", QT_TRANSLATE_NOOP("partita::Texts", "rank %1: %2")},
    {"^its body holds ([^ ]+): (.+)$",
     QT_TRANSLATE_NOOP("partita::Texts", "its body holds %1: %2")},
    {"^all its inputs are constant: the device's compiler folds it away, so it is not sent there$",
     QT_TRANSLATE_NOOP("partita::Texts", "all its inputs are constant: the device's compiler folds "
                                         "it away, so it is not sent there")},
    {"^could take it, but (.+) comes first$",
     QT_TRANSLATE_NOOP("partita::Texts", "could take it, but %1 comes first")},
    {"^excluded by you$", QT_TRANSLATE_NOOP("partita::Texts", "excluded by you")},
    {"^a Constant node becomes an initializer before nodes are placed$",
     QT_TRANSLATE_NOOP("partita::Texts",
                       "a Constant node becomes an initializer before nodes are placed")},
    {"^compiled for (.+), this device loads (.+)$",
     QT_TRANSLATE_NOOP("partita::Texts", "compiled for %1, this device loads %2")},
    {"^holds a model compiled for (.+)$",
     QT_TRANSLATE_NOOP("partita::Texts", "holds a model compiled for %1")},
    {"^its group lost (.+), and a group is taken whole or not at all$",
     QT_TRANSLATE_NOOP("partita::Texts",
                       "its group lost %1, and a group is taken whole or not at all")},
    {"^runs inside the compiled node that holds it$",
     QT_TRANSLATE_NOOP("partita::Texts", "runs inside the compiled node that holds it")},
    {"^domain '(.+)' is not known$",
     QT_TRANSLATE_NOOP("partita::Texts", "domain '%1' is not known")},
    {"^takes every operator that ONNX defines; to run it here, a kernel is missing: (.+)$",
     QT_TRANSLATE_NOOP(
         "partita::Texts",
         "takes every operator that ONNX defines; to run it here, a kernel is missing: %1")},
    {"^a model-local function: its nodes are placed one by one when it runs$",
     QT_TRANSLATE_NOOP("partita::Texts",
                       "a model-local function: its nodes are placed one by one when it runs")},
    {"^(.+) is in ([^ ]+) (.+)$", QT_TRANSLATE_NOOP("partita::Texts", "%1 is in %2 %3")},
};

} // namespace

QString evidenceText(const Verdict& verdict) {
    static const TextForms kForms(kEvidenceForms);
    return kForms.translated(*verdict.evidence);
}

QString shortProviderName(const Partitioning& partitioning, std::uint32_t provider) {
    const QString full = toQString(partitioning.providerNames[provider]);
    return full.section(QStringLiteral(" · "), 0, 0);
}

QString explanation(const Partitioning& partitioning, NodeId node) {
    const auto& verdicts = partitioning.verdicts(node);
    if (verdicts.empty())
        return {};
    if (verdicts.front().code == ReasonCode::constantNode && !partitioning.partition(node))
        return QCoreApplication::translate(
            "partita::Texts", "A Constant node becomes an initializer before nodes are placed");
    const auto provider = partitioning.providerOf(node);
    const QString evidence = evidenceText(verdicts.front());
    if (!provider)
        return QCoreApplication::translate("partita::Texts", "Nothing runs it: %1").arg(evidence);
    return QCoreApplication::translate("partita::Texts", "Runs on %1: %2")
        .arg(shortProviderName(partitioning, *provider), evidence);
}

QStringList headlineParts(const Partitioning& partitioning) {
    const auto& s = partitioning.summary;
    const QLocale locale;
    const auto partitions = static_cast<int>(s.partitionsByProvider[0]),
               boundaries = static_cast<int>(s.boundaryTensors),
               unassigned = static_cast<int>(s.unassigned);
    const auto bold = [](const QString& text) { return QStringLiteral("<b>%1</b>").arg(text); };
    const auto number = [&](std::size_t n) { return locale.toString(static_cast<qulonglong>(n)); };
    QString share = bold(
        QCoreApplication::translate("partita::Texts", "%1 %2/%3 nodes")
            .arg(shortProviderName(partitioning, 0), number(s.byProvider[0]), number(s.nodes)));
    if (s.nodes)
        share += QStringLiteral(" %1 %").arg(
            100.0 * static_cast<double>(s.byProvider[0]) / static_cast<double>(s.nodes), 0, 'f', 1);
    const QString bytes = toQString(byteText(s.boundaryBytes));
    QStringList parts = {
        share,
        bold(QCoreApplication::translate("partita::Texts", "%n partition(s)", nullptr, partitions)),
        bold(QCoreApplication::translate("partita::Texts", "%n boundary tensor(s)", nullptr,
                                         boundaries)),
        bold(s.boundaryBytesComplete
                 ? QCoreApplication::translate("partita::Texts", "%1 per run").arg(bytes)
                 : QCoreApplication::translate("partita::Texts", "%1 or more per run").arg(bytes))};
    if (s.unassigned)
        parts += QCoreApplication::translate("partita::Texts", "%n node(s) that nothing runs",
                                             nullptr, unassigned);
    return parts;
}

QString errorText(const Error& error) {
    // How a process that works for the window ends; what is wrong with a model is said as it is.
    [[maybe_unused]] static const char* const kTexts[] = {
        QT_TRANSLATE_NOOP("partita::Errors", "the process that worked on the model has crashed"),
        QT_TRANSLATE_NOOP("partita::Errors", "use other providers, and report it with the model"),
        QT_TRANSLATE_NOOP("partita::Errors", "there is not enough memory to work on the model"),
        QT_TRANSLATE_NOOP("partita::Errors", "the system has ended the process that worked on the "
                                             "model, as it does when memory runs out"),
        QT_TRANSLATE_NOOP("partita::Errors", "close other programs or use a smaller model")};
    const auto translated = [](const std::string& text) {
        return QCoreApplication::translate("partita::Errors", text.c_str()).toStdString();
    };
    return toQString(
        Error{error.code, translated(error.what), error.where, translated(error.remedy)}.message());
}

std::map<std::string, std::int64_t> sizesFrom(const QString& text) {
    std::map<std::string, std::int64_t> sizes;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const qlonglong size = part.section(QLatin1Char('='), 1).trimmed().toLongLong(&isNumber);
        if (isNumber && size >= 0)
            sizes[part.section(QLatin1Char('='), 0, 0).trimmed().toStdString()] = size;
    }
    return sizes;
}

QString streamText(const std::string& name) {
    const QString text = toQString(name);
    const QString kind = text.section(QLatin1Char(' '), 0, 0), rest = text.mid(kind.size());
    if (kind == QLatin1String("cube"))
        return QCoreApplication::translate("partita::Texts", "cube");
    if (kind == QLatin1String("vector"))
        return QCoreApplication::translate("partita::Texts", "vector") + rest;
    if (kind == QLatin1String("compute"))
        return QCoreApplication::translate("partita::Texts", "compute");
    if (text == QLatin1String("copy in"))
        return QCoreApplication::translate("partita::Texts", "copy in");
    if (text == QLatin1String("copy out"))
        return QCoreApplication::translate("partita::Texts", "copy out");
    return text == QLatin1String("host") ? QCoreApplication::translate("partita::Texts", "host")
                                         : text;
}

QString streamHint(const std::string& name) {
    if (name == "cube")
        return QCoreApplication::translate("partita::Texts", "matrix unit");
    if (name.starts_with("vector"))
        return QCoreApplication::translate("partita::Texts", "vector unit");
    if (name == "copy in")
        return QCoreApplication::translate("partita::Texts", "host → device");
    if (name == "copy out")
        return QCoreApplication::translate("partita::Texts", "device → host");
    return {};
}

} // namespace partita
