#include "core/epcontext/merge/merge_binaries.h"

#include <algorithm>
#include <set>

#include "core/base/mapped_files.h"
#include "core/base/numbered_name.h"
#include "core/base/try.h"
#include "core/epcontext/formats/container.h"
#include "core/epcontext/formats/ovep_bin.h"
#include "core/epcontext/formats/qnn_binary.h"
#include "core/epcontext/merge/merge_refusal.h"
#include "core/epcontext/merge/merged_file_names.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

class BinaryPlanner {
public:
    BinaryPlanner(const std::vector<BinarySource>& sources, const MergeOptions& options)
        : m_sources(sources), m_options(options), m_names(options.output, staying(sources)) {
        m_merged.fates.resize(sources.size());
    }

    MergedBinaries run() {
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            for (const EpContext& context : m_sources[i].contexts)
                m_merged.fates[i][context.node] = {};
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            report(planQnn(i), i);
        auto openVino = planOpenVino();
        const std::size_t blamed = m_blamed;
        report(std::move(openVino), blamed);
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            report(planOthers(i), i);
        return std::move(m_merged);
    }

private:
    using Fix = MergeProblem::Fix;

    void report(Result<void> result, std::size_t model) {
        const Fix fix = std::exchange(m_fix, Fix::leaveModelOut);
        if (!result)
            m_merged.problems.push_back({MergeProblem::Severity::error,
                                         std::move(result).error(),
                                         model,
                                         std::nullopt,
                                         fix,
                                         {}});
    }

    struct Held {
        const EpContext* context;
        Buffer binary;
    };

    [[nodiscard]] std::vector<const EpContext*> of(std::size_t model, ContextSource kind) const {
        std::vector<const EpContext*> found;
        for (const EpContext& context : m_sources[model].contexts)
            if (context.kind() == kind)
                found.push_back(&context);
        return found;
    }

    Result<std::vector<Held>> binariesOf(std::size_t model,
                                         const std::vector<const EpContext*>& contexts) const {
        std::vector<Held> held;
        for (const EpContext* context : contexts) {
            if (!context->isMain)
                continue;
            auto binary = contextBinary(*context, m_sources[model].folder);
            if (!binary)
                return std::move(binary).error().at(m_sources[model].label);
            held.push_back({context, *std::move(binary)});
        }
        if (!contexts.empty() && held.empty())
            return refusal(
                PARTITA_TEXT("no EPContext node of {0} has main_context 1, so none has its binary",
                             m_sources[model].label),
                PARTITA_TEXT("generate the model again, or merge the one that holds the binary"));
        return held;
    }

    // QNN: the node's name is the key into a binary that has several graphs.
    Result<void> planQnn(std::size_t model) {
        const auto contexts = of(model, ContextSource::qnn);
        auto held = PARTITA_TRY(binariesOf(model, contexts));
        std::set<std::string> names;
        for (const EpContext* each : contexts)
            names.insert(each->name);
        for (Held& each : held) {
            const auto graphs = qnnGraphNames(each.binary.bytes(), names);
            const bool free = graphs.size() == 1;
            std::vector<std::pair<std::string, std::string>> renamed;
            if (!free)
                PARTITA_TRY(renameGraphs(model, each, graphs, renamed));
            for (const EpContext* context : contexts) {
                const bool here = free ? context == each.context
                                       : graphs.contains(context->name) || graphs.empty();
                if (!here)
                    continue;
                NodeFate& fate = m_merged.fates[model][context->node];
                fate.nameIsFixed = !free;
                fate.name = context->name;
                for (const auto& [from, to] : renamed)
                    if (context->name == from) {
                        fate.name = to;
                        if (context->partition == from)
                            fate.partition = to;
                    }
            }
            PARTITA_TRY(store(model, each, !renamed.empty()));
        }
        for (const EpContext* context : contexts) { // in no binary that can be read
            NodeFate& fate = m_merged.fates[model][context->node];
            if (!fate.nameIsFixed && !context->isMain) {
                fate.nameIsFixed = true;
                fate.name = context->name;
            }
        }
        return {};
    }

    /// Renames all graphs of a binary, in a copy, if another model has one of their names.
    Result<void> renameGraphs(std::size_t model, Held& held, const std::set<std::string>& graphs,
                              std::vector<std::pair<std::string, std::string>>& renamed) {
        const bool clashes = std::ranges::any_of(
            graphs, [&](const std::string& name) { return m_taken.contains(name); });
        if (!clashes) {
            m_taken.insert(graphs.begin(), graphs.end());
            return {};
        }
        const Message what =
            PARTITA_TEXT("graph '{0}' in the binary of {1} has the name of another one",
                         *graphs.begin(), m_sources[model].label);
        if (!m_options.rewriteBinaries) {
            m_fix = Fix::rewriteBinaries;
            return refusal(
                what,
                PARTITA_TEXT("rename the graphs in a copy of the binary, or compile one of the "
                             "models from a file of another name"));
        }
        // The names of a binary's graphs share the number that is replaced, so one seed renames all
        // of them.
        for (std::uint64_t seed = model + 1;; seed += m_sources.size() + 1) {
            renamed.clear();
            for (const std::string& name : graphs)
                renamed.emplace_back(name, renamedQnnGraph(name, seed));
            const bool fresh = std::ranges::none_of(renamed, [&](const auto& entry) {
                return m_taken.contains(entry.second) || entry.first == entry.second;
            });
            if (fresh)
                break;
            if (seed > 1'000'000)
                return refusal(
                    PARTITA_TEXT("{0}, and it holds no number to replace", what),
                    PARTITA_TEXT("compile one of the models from a file of another name"));
        }
        auto text = PARTITA_TRY(renameQnnGraphs(held.binary.bytes(), renamed));
        held.binary = Buffer::own(std::move(text));
        m_merged.clashes.push_back({what, PARTITA_TEXT("renamed in a copy of the binary"), model,
                                    renamed.front().first, renamed.front().second});
        for (const auto& [from, to] : renamed) {
            m_taken.insert(to);
            m_merged.renames.push_back({PARTITA_TEXT("graph"), model, from, to,
                                        PARTITA_TEXT("another binary has a graph of that name")});
        }
        return {};
    }

    // OpenVINO: a session reads one container, so all binaries are joined into one.
    Result<void> planOpenVino() {
        std::vector<std::pair<std::size_t, Held>> held;
        std::set<std::size_t> models;
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            m_blamed = i;
            auto own = PARTITA_TRY(binariesOf(i, of(i, ContextSource::openVino)));
            for (Held& each : own) {
                models.insert(i);
                held.emplace_back(i, std::move(each));
            }
        }
        if (held.empty())
            return {};
        const bool containers = std::ranges::all_of(
            held, [](const auto& entry) { return isOvepBin(entry.second.binary.bytes()); });
        if (!containers) {
            m_blamed = *models.rbegin();
            if (models.size() > 1)
                return refusal(
                    PARTITA_TEXT("OpenVINO reads one binary in a session, and these are of an old "
                                 "form that cannot be put together"),
                    PARTITA_TEXT(
                        "generate the models with OpenVINO's execution provider 1.24 or newer"));
            for (auto& [model, each] : held)
                PARTITA_TRY(store(model, each, false));
            return {};
        }
        return joinContainers(held);
    }

    /// Adds a blob of a model to a container that does not have it, and returns its name there: its own,
    /// or one with the model's prefix where another blob has that.
    std::string addBlob(OvepBin& joined, const OvepBlob& blob, std::size_t model) const {
        const auto isIts = [&](const std::string& name) {
            const auto other = std::ranges::find(joined.blobs, name, &OvepBlob::name);
            return other == joined.blobs.end() || sameBytes(other->data.bytes(), blob.data.bytes());
        };
        const BinarySource& source = m_sources[model];
        const std::string prefix = source.prefix.empty() ? source.stem + "_" : source.prefix;
        std::string name =
            isIts(blob.name) ? blob.name : numberedName(prefix + blob.name, 2, isIts);
        if (std::ranges::find(joined.blobs, name, &OvepBlob::name) == joined.blobs.end())
            joined.blobs.push_back({name, blob.data});
        return name;
    }

    Result<void> joinContainers(const std::vector<std::pair<std::size_t, Held>>& held) {
        OvepBin joined;
        std::map<std::pair<std::size_t, std::string>, std::string> names;
        MergePlan::File file;
        std::set<const std::byte*> read;
        bool changed = false;
        for (const auto& [model, each] : held) {
            m_blamed = model;
            auto bin = readOvepBin(each.binary);
            if (!bin)
                return std::move(bin).error().at(m_sources[model].label);
            joined.version = std::max(joined.version, bin->version);
            if (joined.producer.empty())
                joined.producer = bin->producer;
            for (const OvepBlob& blob : bin->blobs) {
                if (names.contains({model, blob.name}))
                    continue;
                const std::string name = addBlob(joined, blob, model);
                names[{model, blob.name}] = name;
                if (name != blob.name) {
                    m_merged.renames.push_back(
                        {PARTITA_TEXT("partition"), model, blob.name, name,
                         PARTITA_TEXT("another blob in the container has that name")});
                    changed = true;
                }
            }
            if (read.insert(each.binary.bytes().data()).second)
                file.sources.push_back(m_sources[model].label);
            addOrigin(file, model, each);
        }
        const bool one = !changed && std::ranges::all_of(held, [&](const auto& entry) {
            return sameBytes(entry.second.binary.bytes(), held.front().second.binary.bytes());
        });
        file.model = held.front().first;
        file.pieces = one ? std::vector{held.front().second.binary} : writeOvepBin(joined);
        file.name =
            m_names.take(m_options.output.stem().string() + "_OpenVINOExecutionProvider.bin", file);
        file.why = one ? PARTITA_TEXT("OpenVINO's binary")
                       : PARTITA_TEXT("one container: OpenVINO reads one in a session");
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            for (const EpContext* context : of(i, ContextSource::openVino)) {
                NodeFate& fate = m_merged.fates[i][context->node];
                fate.path = file.name;
                fate.makeMain = true;
                m_blamed = i;
                const auto name = names.find({i, context->partition});
                if (name == names.end())
                    return refusal(PARTITA_TEXT("the binary of {0} has no blob '{1}'",
                                                m_sources[i].label, context->partition),
                                   PARTITA_TEXT("generate the model again"));
                if (name->second != context->partition)
                    fate.partition = name->second;
            }
        m_merged.files.push_back(std::move(file));
        return {};
    }

    // Partita's own NPU and unknown sources: binaries are copied.
    Result<void> planOthers(std::size_t model) {
        for (const ContextSource kind : {ContextSource::partitaNpu, ContextSource::unknown}) {
            const auto contexts = of(model, kind);
            auto held = PARTITA_TRY(binariesOf(model, contexts));
            for (Held& each : held) {
                const bool reduced = m_sources[model].isPart && kind == ContextSource::partitaNpu;
                if (reduced)
                    PARTITA_TRY(leaveOthersOut(each, contexts));
                PARTITA_TRY(store(model, each, reduced));
            }
            // Names of Partita's own NPU hold a hash of the content, so equal names mean equal
            // graphs.
            for (const EpContext* context : contexts) {
                if (kind == ContextSource::partitaNpu)
                    break;
                NodeFate& fate = m_merged.fates[model][context->node];
                fate.nameIsFixed = true;
                fate.name = context->name;
                if (!m_partitions.insert(context->source + "\n" + context->partition).second)
                    return refusal(PARTITA_TEXT("partition '{0}' of {1} is there in two models",
                                                context->partition, context->source),
                                   PARTITA_TEXT("compile one of them with another prefix"));
            }
        }
        return {};
    }

    /// Removes the graphs of other nodes from a binary of Partita's own NPU.
    static Result<void> leaveOthersOut(Held& held, const std::vector<const EpContext*>& contexts) {
        std::set<std::string> graphs;
        for (const EpContext* context : contexts)
            graphs.insert(context->partition);
        held.binary = PARTITA_TRY(containerOf(held.binary, graphs));
        return {};
    }

    /// Adds a file for a binary: equal bytes are stored once, under their own name where it is
    /// free.
    Result<void> store(std::size_t model, const Held& held, bool changed) {
        NodeFate& fate = m_merged.fates[model][held.context->node];
        if (held.context->isEmbedded) {
            if (changed)
                fate.payload = held.binary;
            return {};
        }
        for (MergePlan::File& file : m_merged.files)
            if (file.holds(held.binary)) {
                file.sources.push_back(m_sources[model].label);
                addOrigin(file, model, held);
                fate.path = file.name;
                return {};
            }
        const std::string own = fs::path(held.context->path()).filename().string();
        MergePlan::File file{{}, {m_sources[model].label}, {}, {held.binary}, model};
        addOrigin(file, model, held);
        const std::string wish = m_names.wishFor(own);
        const bool isTaken = m_names.isTaken(wish);
        file.name = m_names.take(isTaken ? m_names.wishFor(prefixOf(model) + own) : wish, file);
        file.why = !changed ? copied(file)
                   : m_sources[model].isPart
                       ? PARTITA_TEXT("a copy with only the graphs that are used")
                       : PARTITA_TEXT("a copy with new names of graphs");
        if (file.name != wish)
            m_merged.clashes.push_back(
                {PARTITA_TEXT("file '{0}' of {1} has the name of another one", own,
                              m_sources[model].label),
                 PARTITA_TEXT("stored as '{0}'", file.name), model, own, file.name});
        fate.path = file.name;
        m_merged.files.push_back(std::move(file));
        return {};
    }

    /// Notes where the content of a file is now: in another file, or in its model.
    void addOrigin(MergePlan::File& file, std::size_t model, const Held& held) const {
        std::string name = held.context->isEmbedded
                               ? m_sources[model].label
                               : fs::path(held.context->path()).filename().string();
        if (std::ranges::find(file.from, name) == file.from.end())
            file.from.push_back(std::move(name));
    }

    [[nodiscard]] std::string prefixOf(std::size_t model) const {
        return m_sources[model].prefix.empty() ? m_sources[model].stem + "_"
                                               : m_sources[model].prefix;
    }

    /// What becomes of a binary whose bytes stay as they are.
    [[nodiscard]] Message copied(const MergePlan::File& file) {
        return m_names.isThere(file.name, file) ? PARTITA_TEXT("is there already, and stays")
                                                : PARTITA_TEXT("copied");
    }

    /// The binaries of the sources that stay beside the result.
    [[nodiscard]] std::set<fs::path> staying(const std::vector<BinarySource>& sources) const {
        std::set<fs::path> files;
        std::error_code error;
        for (const BinarySource& source : sources)
            for (const EpContext& context : source.contexts)
                if (context.isMain && !context.isEmbedded &&
                    !fs::equivalent(source.model, m_options.output, error))
                    files.insert(source.folder / context.path());
        return files;
    }

    const std::vector<BinarySource>& m_sources;
    const MergeOptions& m_options;
    MergedFileNames m_names;
    MergedBinaries m_merged;
    std::set<std::string> m_taken; ///< names of graphs in QNN binaries
    std::set<std::string> m_partitions;
    std::size_t m_blamed = 0; ///< the model that OpenVINO's binaries cannot be joined because of
    Fix m_fix = Fix::leaveModelOut; ///< what would help where a step fails
};

} // namespace

MergedBinaries planMergedBinaries(const std::vector<BinarySource>& sources,
                                  const MergeOptions& options) {
    return BinaryPlanner(sources, options).run();
}

} // namespace partita
