#include "views/texts.h"

#include <QCoreApplication>
#include <QLocale>

#include "views/qt_text.h"

namespace partita {

QString reasonText(ReasonCode code) {
    switch (code) {
    case ReasonCode::claimed: return QCoreApplication::translate("partita::Texts", "takes it");
    case ReasonCode::noKernel: return QCoreApplication::translate("partita::Texts", "does not have the operator");
    case ReasonCode::opsetOutOfRange: return QCoreApplication::translate("partita::Texts", "operator version out of range");
    case ReasonCode::typeUnsupported: return QCoreApplication::translate("partita::Texts", "element type not supported");
    case ReasonCode::rankUnsupported: return QCoreApplication::translate("partita::Texts", "rank not supported");
    case ReasonCode::attributeUnsupported: return QCoreApplication::translate("partita::Texts", "attribute value not supported");
    case ReasonCode::weightNotConstant: return QCoreApplication::translate("partita::Texts", "weights are not constant");
    case ReasonCode::dynamicShape: return QCoreApplication::translate("partita::Texts", "dynamic shape");
    case ReasonCode::unknownDomain: return QCoreApplication::translate("partita::Texts", "unknown operator domain");
    case ReasonCode::controlFlow: return QCoreApplication::translate("partita::Texts", "something in its body is not supported");
    case ReasonCode::runTooShort: return QCoreApplication::translate("partita::Texts", "run of supported nodes too short");
    case ReasonCode::memoryLimit: return QCoreApplication::translate("partita::Texts", "not enough device memory");
    case ReasonCode::takenByHigherPriority: return QCoreApplication::translate("partita::Texts", "taken by a provider before it");
    case ReasonCode::lostGroup: return QCoreApplication::translate("partita::Texts", "its group was broken up");
    case ReasonCode::wouldMakeCycle: return QCoreApplication::translate("partita::Texts", "would make a cycle");
    case ReasonCode::cpuPreferred: return QCoreApplication::translate("partita::Texts", "faster on the CPU");
    case ReasonCode::epContextSourceMismatch: return QCoreApplication::translate("partita::Texts", "compiled for another provider");
    case ReasonCode::excludedByUser: return QCoreApplication::translate("partita::Texts", "excluded by you");
    case ReasonCode::constantNode: return QCoreApplication::translate("partita::Texts", "constant, not placed");
    }
    return {};
}

QString shortProviderName(const Partitioning& partitioning, std::uint32_t provider) {
    const QString full = toQString(partitioning.providerNames[provider]);
    return full.section(QStringLiteral(" · "), 0, 0);
}

QString explanation(const Partitioning& partitioning, NodeId node) {
    if (node.value >= partitioning.verdicts.size() || partitioning.verdicts[node.value].empty())
        return {};
    const auto& verdicts = partitioning.verdicts[node.value];
    if (verdicts.front().code == ReasonCode::constantNode && !partitioning.partition(node))
        return QCoreApplication::translate("partita::Texts", "A Constant node becomes an initializer before nodes are placed");
    const auto provider = partitioning.providerOf(node);
    const QString evidence = toQString(*verdicts.front().evidence);
    if (!provider)
        return QCoreApplication::translate("partita::Texts", "Nothing runs it: %1").arg(evidence);
    return QCoreApplication::translate("partita::Texts", "Runs on %1: %2").arg(shortProviderName(partitioning, *provider), evidence);
}

QString headlineHtml(const Partitioning& partitioning) {
    const auto& s = partitioning.summary;
    const QLocale locale;
    const auto partitions = static_cast<int>(s.partitionsByProvider[0]), boundaries = static_cast<int>(s.boundaryTensors), unassigned = static_cast<int>(s.unassigned);
    const QString dot = QStringLiteral("&nbsp;&nbsp;·&nbsp;&nbsp;");
    const auto bold = [](const QString& text) { return QStringLiteral("<b>%1</b>").arg(text); };
    const auto number = [&](std::size_t n) { return locale.toString(static_cast<qulonglong>(n)); };
    QString text = bold(QCoreApplication::translate("partita::Texts", "%1 %2/%3 nodes").arg(shortProviderName(partitioning, 0), number(s.byProvider[0]), number(s.nodes)));
    if (s.nodes)
        text += QStringLiteral(" %1 %").arg(100.0 * static_cast<double>(s.byProvider[0]) / static_cast<double>(s.nodes), 0, 'f', 1);
    text += dot + bold(QCoreApplication::translate("partita::Texts", "%n partition(s)", nullptr, partitions));
    text += dot + bold(QCoreApplication::translate("partita::Texts", "%n boundary tensor(s)", nullptr, boundaries));
    const QString bytes = toQString(byteText(s.boundaryBytes));
    text += dot + bold(s.boundaryBytesComplete ? QCoreApplication::translate("partita::Texts", "%1 per run").arg(bytes) : QCoreApplication::translate("partita::Texts", "%1 or more per run").arg(bytes));
    if (s.unassigned)
        text += dot + QCoreApplication::translate("partita::Texts", "%n node(s) that nothing runs", nullptr, unassigned);
    return text;
}

QString errorText(const Error& error) { return toQString(error.message()); }

} // namespace partita
