#pragma once

#include <QObject>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "core/tasks/compared_sides.h"
#include "core/tasks/records/node_times.h"
#include "views/document/document_controller.h"

namespace partita {

/// The comparison of the open document with another side: a file, another open document, itself under
/// a scenario, or a state of the simplifier. While there is one, the other side is shown beside the
/// document, both mark what differs, and another placement of the document is compared again.
class ComparisonController : public QObject {
    Q_OBJECT
public:
    explicit ComparisonController(DocumentController& document, QObject* parent = nullptr);

    /// Whether the document is the side before; nothing: as the kind of the other side suggests. A
    /// file, another document and the start of the simplifier come before it, what would become of
    /// it comes after.
    using DocumentFirst = std::optional<bool>;
    /// Compares a file with the document.
    void compareWith(const std::filesystem::path& file, DocumentFirst first = {});
    /// Compares the document with itself under a scenario from a file.
    void compareWithScenario(const std::filesystem::path& file, DocumentFirst first = {});
    /// Compares the document as it is predicted to run with what a file of a runtime says.
    void compareWithRecord(const std::filesystem::path& file, DocumentFirst first = {});
    /// The same with the record that is laid over the document.
    void compareWithMeasured(DocumentFirst first = {});
    /// Compares the document with what a recipe of the simplifier from a file makes of it.
    void compareWithRecipe(const std::filesystem::path& file, DocumentFirst first = {});
    /// Compares the document with itself with an option of a provider set: its device.
    void compareWithOption(const std::string& provider, const std::string& option,
                           const std::string& value, DocumentFirst first = {});
    /// Compares the model that the simplifier started from with the document.
    void compareWithStart(DocumentFirst first = {});
    [[nodiscard]] bool hasStart() const;
    /// Asked for each comparison; null: there is none now.
    using StateSource = std::function<std::shared_ptr<const DocumentState>()>;
    /// Compares another state of the document with it: what it is without its scenario.
    void compareWithState(const Message& name, StateSource state, DocumentFirst first = {});
    /// Times of the nodes of another document; nothing: it has none.
    using TimesSource = std::function<std::optional<NodeTimes>()>;
    /// Compares another open document with it, placed as it is there.
    void compareWithDocument(const QString& name, StateSource state, DocumentFirst first = {},
                             TimesSource times = {});
    /// The times of the last run of a document, or those of its record.
    [[nodiscard]] static std::optional<NodeTimes> timesOf(DocumentController& document);
    /// Exchanges the side before and the side after.
    void swap();
    /// Compares again, with a node of the document and one beside it as the same node. Both lose the
    /// partners that they have.
    void matchByHand(NodeId own, NodeId beside);
    void forgetMatches();
    /// The number of pairs that the user made.
    [[nodiscard]] std::size_t matches() const { return m_byHand.size(); }
    /// Ends the comparison; the document stays.
    void clear();
    /// Null: nothing is compared.
    [[nodiscard]] const std::shared_ptr<const SideComparison>& comparison() const {
        return m_comparison;
    }
    /// How the times of both sides differ; null: one of them has none. A side has those of its record
    /// or of its last run.
    [[nodiscard]] const std::shared_ptr<const TimeDifferences>& times() const { return m_times; }
    /// How long the last comparison took, placing and reading included.
    [[nodiscard]] double seconds() const { return m_seconds; }
    /// Selects the nodes of differences in the document, and points at them in both panes.
    void point(const std::vector<const NodeDifference*>& differences);
    /// Where the document and the other side show the differences that are pointed at.
    [[nodiscard]] const std::vector<PointedNode>& pointed() const { return m_pointed; }
    [[nodiscard]] const std::vector<PointedNode>& pointedBeside() const { return m_pointedBeside; }

Q_SIGNALS:
    void changed();
    void timesChanged();
    void pointedChanged();
    void told(const partita::Message& what); ///< what became of another comparison

private:
    /// What the other side is made from. It outlives changes of the document's placement.
    struct Source {
        enum class Kind : std::uint8_t {
            file,
            scenario,
            scenarioFile,
            recipe,
            recordFile,
            record,
            start,
            state,
            document
        } kind = Kind::file;
        Message name; ///< in the language that the window has when it shows it
        std::filesystem::path path{};
        Scenario scenario{};
        bool documentFirst = false;
        StateSource state{};
        std::shared_ptr<const MeasuredPlacement> measured{}; ///< of a record that is read
        TimesSource times{};
        /// Whether it is a state of the document, whose ids it has.
        [[nodiscard]] bool isOfDocument() const {
            return kind != Kind::file && kind != Kind::document;
        }
    };
    void choose(Source source);
    void replace(const Source& source);
    void start(const Source& source);
    void tellOfReplacement(const JobRunner::Job& job, const QString& title);
    [[nodiscard]] bool isComparing() const;
    static Result<PlacedSide> otherSide(const Source& source, ComparisonSide side,
                                        const DocumentState* state, const Model& saved,
                                        const Progress& progress);
    void placementChanged();
    void sceneChanged();
    void forget();
    void unpoint();
    void compareTimesAgain();
    [[nodiscard]] std::optional<NodeTimes> ownTimes(const PlacedSide& other) const;

    DocumentController& m_document;
    Source m_source;
    Source m_wanted; ///< of the job that runs, or ran last
    JobRunner::Job m_job;
    std::vector<std::pair<NodeId, NodeId>> m_byHand; ///< nodes of the document and the other side
    std::shared_ptr<const SideComparison> m_comparison;
    std::shared_ptr<const TimeDifferences> m_times;
    std::vector<PointedNode> m_pointed, m_pointedBeside;
    bool m_isPointing = false; ///< the current node changes to what is pointed at
    bool m_isShown = false;    ///< the scene of the comparison is in view
    double m_seconds = 0;
};

} // namespace partita
