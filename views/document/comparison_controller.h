#pragma once

#include <QObject>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "core/tasks/compared_sides.h"
#include "views/document/document_controller.h"

namespace partita {

/// The comparison of the open document with another side: a file, itself under a scenario, or the
/// model that the simplifier started from. While there is one, the other side is shown beside the
/// document, both mark what differs, and another placement of the document is compared again.
class ComparisonController : public QObject {
    Q_OBJECT
public:
    explicit ComparisonController(DocumentController& document, QObject* parent = nullptr);

    /// Compares a file with the document. `documentFirst`: the document is the side before.
    void compareWith(const std::filesystem::path& file, bool documentFirst = false);
    /// Compares the document with itself under a scenario from a file.
    void compareWithScenario(const std::filesystem::path& file);
    /// Compares the document with itself with an option of a provider set: its device.
    void compareWithOption(const std::string& provider, const std::string& option,
                           const std::string& value);
    /// Compares the model that the simplifier started from with the document.
    void compareWithStart();
    [[nodiscard]] bool hasStart() const;
    /// Compares another state of the document with it: what it is without its scenario. `state` is
    /// asked for each comparison; null: there is none now.
    using StateSource = std::function<std::shared_ptr<const DocumentState>()>;
    void compareWithState(const QString& name, StateSource state);
    /// Exchanges the side before and the side after.
    void swap();
    /// Ends the comparison; the document stays.
    void clear();
    /// Null: nothing is compared.
    [[nodiscard]] const std::shared_ptr<const SideComparison>& comparison() const {
        return m_comparison;
    }
    /// How long the last comparison took, placing and reading included.
    [[nodiscard]] double seconds() const { return m_seconds; }
    /// Points at a difference, for the marks beside the panes; null: at none.
    void point(const NodeDifference* difference);
    /// The node beside the document that is pointed at; none: no, or the document has it.
    [[nodiscard]] NodeId pointedBeside() const { return m_pointed; }

Q_SIGNALS:
    void changed();
    void pointed();

private:
    /// What the other side is made from. It outlives changes of the document's placement.
    struct Source {
        enum class Kind : std::uint8_t {
            file,
            scenario,
            scenarioFile,
            start,
            state
        } kind = Kind::file;
        std::string name;
        std::filesystem::path path{};
        Scenario scenario{};
        bool documentFirst = false;
        StateSource state{};
    };
    void start(const Source& source);
    static Result<PlacedSide> otherSide(const Source& source, ComparisonSide side,
                                        const DocumentState* state, const Progress& progress);
    void placementChanged();
    void sceneChanged();
    void forget();

    DocumentController& m_document;
    Source m_source;
    std::shared_ptr<const SideComparison> m_comparison;
    NodeId m_pointed;
    bool m_isShown = false; ///< the scene of the comparison is in view
    double m_seconds = 0;
};

} // namespace partita
