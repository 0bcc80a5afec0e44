#include "core/epcontext/write_with_binaries.h"

#include <map>

#include "core/base/atomic_files.h"
#include "core/base/mapped_files.h"
#include "core/base/numbered_name.h"
#include "core/base/output_files.h"
#include "core/base/try.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

/// Where binaries go, and what they are called there.
struct Copies {
    std::map<std::string, std::string> names; ///< new paths by the present ones
    std::map<std::string, Buffer> contents;   ///< of the files to write, by new paths
    std::vector<Message> notes;
};

bool isSameFolder(const fs::path& a, const fs::path& b) {
    return resolvedPath(a.empty() ? fs::path(".") : a) ==
           resolvedPath(b.empty() ? fs::path(".") : b);
}

/// The name that a binary gets in a folder: the first that is free, or whose file is this binary.
std::string nameIn(const fs::path& folder, const std::string& wanted, const Buffer& content,
                   const Copies& copies, bool& isThere) {
    return numberedFile(wanted, [&](const std::string& name) {
        if (copies.contents.contains(name))
            return false; // another binary of this model
        std::error_code failed;
        const auto status = fs::symlink_status(folder / name, failed);
        isThere = status.type() != fs::file_type::not_found;
        if (!isThere)
            return true;
        const auto there = mapFile(folder / name);
        return there && sameBytes(there->bytes(), content.bytes());
    });
}

Copies copiesOf(const Model& model, const BinaryPlaces& from, const fs::path& folder) {
    const bool isHere = isSameFolder(from.folder, folder);
    Copies copies;
    for (const EpContext& context : epContextsOf(model)) {
        const std::string path = context.path();
        if (path.empty() || copies.names.contains(path))
            continue;
        if (isHere && !from.elsewhere.contains(path)) {
            copies.names[path] = path;
            continue;
        }
        const auto content = contextBinary(context, from);
        if (!content) {
            copies.notes.push_back(content.error().whole());
            continue;
        }
        bool isThere = false;
        const std::string name = nameIn(folder, path, *content, copies, isThere);
        copies.names[path] = name;
        if (!isThere)
            copies.contents[name] = *content;
    }
    return copies;
}

/// The node with the new path of its binary; the node itself where that has none.
std::shared_ptr<const Node> withPath(const std::shared_ptr<const Node>& node,
                                     const BinaryPaths& paths) {
    if (!node || !isEpContext(*node))
        return node;
    const auto path = paths.find(epContextOf(*node).path());
    if (path == paths.end() || path->first == path->second)
        return node;
    auto changed = std::make_shared<Node>(*node);
    auto attributes = std::make_shared<Attributes>(*node->attributes);
    for (auto& attribute : *attributes)
        if (attribute->name == "ep_cache_context")
            attribute = Attribute::string("ep_cache_context", path->second);
    changed->attributes = std::move(attributes);
    return changed;
}

/// The same of the hashes of binaries, which the metadata has by their paths.
std::shared_ptr<const ModelInfo> withPaths(const std::shared_ptr<const ModelInfo>& info,
                                           const BinaryPaths& paths) {
    if (!info || !info->annotations)
        return info;
    auto annotations = std::make_shared<Annotations>(*info->annotations);
    bool isSame = true;
    for (auto& entry : annotations->metadata)
        for (const auto& [from, to] : paths)
            if (from != to && entry.first == contentHashKey(from)) {
                entry.first = contentHashKey(to);
                isSame = false;
                break;
            }
    if (isSame)
        return info;
    auto changed = std::make_shared<ModelInfo>(*info);
    changed->annotations = std::move(annotations);
    return changed;
}

} // namespace

Result<WrittenWithBinaries> writeWithBinaries(const Model& model, const BinaryPlaces& from,
                                              const fs::path& path, const WriteOptions& options,
                                              const Progress& progress) {
    const fs::path folder = path.parent_path();
    if (epContextsOf(model).empty())
        return WrittenWithBinaries{
            PARTITA_TRY(writeModel(model, path, options, progress)), model, {}};
    const auto lock = PARTITA_TRY(FolderLock::of(folder));
    const Copies copies = copiesOf(model, from, folder);
    FilesTogether files(Replace::no);
    for (const auto& [name, content] : copies.contents) {
        if (progress.cancelled())
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled, nothing was written"), {}, {}};
        PARTITA_TRY(makeFolder((folder / name).parent_path()));
        PARTITA_TRY(files.write(folder / name, std::vector{content}));
    }
    WrittenWithBinaries written{{}, withBinaryPaths(model, copies.names), copies.names};
    written.plan = PARTITA_TRY(writeModel(written.model, path, options, progress));
    written.plan.notes.insert(written.plan.notes.end(), copies.notes.begin(), copies.notes.end());
    files.keep();
    return written;
}

Model withBinaryPaths(const Model& model, const BinaryPaths& paths) {
    ModelDelta delta;
    for (const EpContext& context : epContextsOf(model))
        if (auto now = withPath(model.node(context.node), paths); now != model.node(context.node))
            delta.nodes.push_back({context.node, model.node(context.node), std::move(now)});
    if (auto now = withPaths(model.infoPtr(), paths); now != model.infoPtr()) {
        delta.infoBefore = model.infoPtr();
        delta.infoAfter = std::move(now);
    }
    return model.with(delta);
}

std::set<std::string> binaryPathsOf(const ModelDelta& delta) {
    std::set<std::string> paths;
    for (const auto& change : delta.nodes)
        for (const auto& node : {change.before, change.after})
            if (node && isEpContext(*node))
                if (std::string path = epContextOf(*node).path(); !path.empty())
                    paths.insert(std::move(path));
    return paths;
}

BinaryPlaces placesAfter(const BinaryPlaces& before, const fs::path& folder,
                         const std::set<std::string>& paths, BinaryPaths& written) {
    std::set<std::string> taken;
    for (const auto& [from, to] : written)
        taken.insert(to);
    const bool hasMoved = !isSameFolder(before.folder, folder);
    std::map<std::string, fs::path> left;
    for (const std::string& path : paths) {
        if (written.contains(path))
            continue;
        if (const auto known = before.elsewhere.find(path); known != before.elsewhere.end())
            left.insert(*known);
        else if (hasMoved)
            if (const auto file = contextFile(path, before.folder))
                left.emplace(path, *file);
    }
    BinaryPlaces after(folder);
    for (const auto& [path, file] : left) {
        std::string name =
            numberedFile(path, [&](const std::string& each) { return taken.insert(each).second; });
        if (name != path)
            written.emplace(path, name);
        after.elsewhere.emplace(std::move(name), file);
    }
    return after;
}

ModelDelta withBinaryPaths(ModelDelta delta, const BinaryPaths& paths) {
    for (auto& change : delta.nodes) {
        change.before = withPath(change.before, paths);
        change.after = withPath(change.after, paths);
    }
    delta.infoBefore = withPaths(delta.infoBefore, paths);
    delta.infoAfter = withPaths(delta.infoAfter, paths);
    return delta;
}

} // namespace partita
