#include "views/text/texts.h"

#include <QCoreApplication>

#include "core/report/timeline_report.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

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
    case ReasonCode::folded:
        return QCoreApplication::translate("partita::Texts", "folded before nodes are placed");
    case ReasonCode::unused:
        return QCoreApplication::translate("partita::Texts",
                                           "nothing reads it: dropped before nodes are placed");
    case ReasonCode::pinnedByUser:
        return QCoreApplication::translate("partita::Texts", "pinned by you");
    case ReasonCode::assumedByUser:
        return QCoreApplication::translate("partita::Texts", "assumed to be taken, by you");
    case ReasonCode::ruleOffByUser:
        return QCoreApplication::translate("partita::Texts", "a rule is off, by you");
    case ReasonCode::inputUnsupported:
        return QCoreApplication::translate("partita::Texts", "input or output not supported");
    case ReasonCode::failsToCompile:
        return QCoreApplication::translate("partita::Texts", "taken, but fails to compile");
    }
    return {};
}

QString triageText(TriageKind kind) {
    switch (kind) {
    case TriageKind::costly: return QCoreApplication::translate("partita::Texts", "costly");
    case TriageKind::joins: return QCoreApplication::translate("partita::Texts", "joins");
    case TriageKind::harmless: return QCoreApplication::translate("partita::Texts", "harmless");
    }
    return {};
}

QString shortProviderName(const Partitioning& partitioning, std::uint32_t provider) {
    return toQString(partitioning.providerNames[provider].name);
}

QString staysText(const Partitioning& partitioning, std::uint32_t provider) {
    return QCoreApplication::translate("partita::Texts", "stays on %1")
        .arg(shortProviderName(partitioning, provider));
}

QString staysText(const Partitioning& partitioning, const BoundaryTensor& tensor) {
    const std::uint32_t partition = tensor.from ? tensor.from : tensor.to;
    return staysText(partitioning, partitioning.partitions[partition - 1].provider);
}

QString shapeWords(const Shape& shape) {
    return shape.empty() ? QCoreApplication::translate("partita::Texts", "scalar")
                         : toQString(shapeText(std::optional(shape)));
}

QString typeWords(const Type& type) {
    QString text = toQString(type.text());
    const Type* inner = &type;
    while (inner->nested)
        inner = inner->nested.get();
    // Without sizes there is no other name in it than those of types.
    return inner->shape && inner->shape->empty()
               ? text.replace(toQString(shapeText(inner->shape)), shapeWords(*inner->shape))
               : text;
}

QString streamText(const TimelineStream& stream) { return messageText(streamName(stream)); }

QString streamHint(const TimelineStream& stream) {
    switch (stream.kind) {
    case TimelineStream::Kind::cube:
        return QCoreApplication::translate("partita::Texts", "matrix unit");
    case TimelineStream::Kind::vector:
        return QCoreApplication::translate("partita::Texts", "vector unit");
    case TimelineStream::Kind::copyIn:
        return QCoreApplication::translate("partita::Texts", "host → device");
    case TimelineStream::Kind::copyOut:
        return QCoreApplication::translate("partita::Texts", "device → host");
    case TimelineStream::Kind::compute:
    case TimelineStream::Kind::host: break;
    }
    return {};
}

} // namespace partita
