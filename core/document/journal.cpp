#include "core/document/journal.h"

#include <atomic>
#include <unistd.h>
#include <xxhash.h>

#include "core/base/archive.h"
#include "core/base/message_archive.h"
#include "core/base/output_files.h"
#include "core/base/try.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

// A journal is a row of records: the length of the payload, a hash of that number, a hash of the
// payload (8 bytes each, in the order of bytes of the machine), then the payload. The first holds the
// head, each other one a step or a place in the history.

constexpr std::string_view kMagic = "partita journal 1";
constexpr std::size_t kFrame = 24;
constexpr const char *kEnding = ".journal", *kDamagedEnding = ".journal-damaged";
enum class RecordKind : std::uint8_t { added, moved };

struct Head {
    std::string magic{kMagic};
    JournalHead head;
};
template <class Archive> void archive(Archive& a, Head& it) {
    a(it.magic, it.head.program, it.head.path, it.head.stamp);
}

std::uint64_t hashOf(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

struct Frame {
    std::uint64_t length = 0, lengthHash = 0, payloadHash = 0;
    [[nodiscard]] static std::uint64_t hashOfLength(std::uint64_t length) {
        return hashOf({reinterpret_cast<const char*>(&length), sizeof length});
    }
};
template <class Archive> void archive(Archive& a, Frame& it) {
    a(it.length, it.lengthHash, it.payloadHash);
}

std::string framed(const std::string& payload) {
    Frame frame{payload.size(), Frame::hashOfLength(payload.size()), hashOf(payload)};
    return packedInto(frame) + payload;
}

/// The next payload of `bytes`, which begin after it then; nothing: it is torn or damaged.
std::optional<std::string_view> nextPayload(std::string_view& bytes) {
    Frame frame;
    if (bytes.size() < kFrame || !unpackedFrom(frame, bytes.substr(0, kFrame)) ||
        frame.lengthHash != Frame::hashOfLength(frame.length) ||
        frame.length > bytes.size() - kFrame)
        return std::nullopt;
    const std::string_view payload = bytes.substr(kFrame, frame.length);
    if (hashOf(payload) != frame.payloadHash)
        return std::nullopt;
    bytes.remove_prefix(kFrame + payload.size());
    return payload;
}

/// Whether what is left can be a record that was being written: it ends early, or the disk never
/// got its bytes.
bool isTorn(std::string_view rest) {
    Frame frame;
    if (rest.size() < kFrame || rest.find_first_not_of('\0') == std::string_view::npos)
        return true;
    return unpackedFrom(frame, rest.substr(0, kFrame)) &&
           frame.lengthHash == Frame::hashOfLength(frame.length) &&
           frame.length > rest.size() - kFrame;
}

std::optional<JournalContent::Record> recordIn(std::string_view payload) {
    Unpacker in(payload);
    RecordKind kind{};
    in(kind);
    if (kind == RecordKind::moved) {
        std::uint64_t count = 0;
        in(count);
        return in.isWhole() ? std::optional<JournalContent::Record>(count) : std::nullopt;
    }
    JournalContent::Added added;
    in(added.kind, added.what, added.where, added.delta);
    return kind == RecordKind::added && in.isWhole()
               ? std::optional<JournalContent::Record>(std::move(added))
               : std::nullopt;
}

Error damaged() { return {Errc::invalidModel, PARTITA_TEXT("the journal is damaged"), {}, {}}; }

/// Adds a record to a list of steps of which some are done.
template <class Step> void follow(std::vector<Step>& steps, std::size_t& done, Step step) {
    steps.resize(done);
    steps.push_back(std::move(step));
    ++done;
}

} // namespace

Result<Journal> Journal::create(const fs::path& folder, const JournalHead& head, JournalBase base) {
    PARTITA_TRY(makeFolder(folder));
    static std::atomic<int> number{0};
    for (int attempt = 0;; ++attempt) { // an id of a process comes again some day
        const fs::path path =
            folder / (fs::path(head.path).stem().string().substr(0, 100) + "-" +
                      std::to_string(::getpid()) + "-" + std::to_string(++number) + kEnding);
        auto file = AppendedFile::create(path);
        std::error_code failed;
        if (!file && attempt < 100 && fs::exists(path, failed))
            continue;
        Journal journal(PARTITA_TRY(std::move(file)), std::move(base));
        Head first{std::string(kMagic), head};
        if (auto written = journal.append(packedInto(first)); !written) {
            journal.remove();
            return std::move(written).error();
        }
        return journal;
    }
}

Result<void> Journal::append(std::string payload) {
    const std::string record = framed(payload);
    return m_file.append(std::as_bytes(std::span(record)));
}

Result<void> Journal::add(JournalStep step) {
    std::string delta = m_writer.write(step.delta);
    Packer out;
    RecordKind kind = RecordKind::added;
    out(kind, step.kind, step.what, step.where, delta);
    return append(out.take());
}

Result<void> Journal::goTo(std::size_t count) {
    Packer out;
    RecordKind kind = RecordKind::moved;
    std::uint64_t done = count;
    out(kind, done);
    return append(out.take());
}

Result<JournalContent> readJournal(const Buffer& bytes) {
    std::string_view rest = bytes.text();
    const auto first = nextPayload(rest);
    if (!first && isTorn(rest)) // it had just been made
        return JournalContent();
    Head head;
    if (!first || !unpackedFrom(head, *first) || head.magic != kMagic)
        return damaged();
    JournalContent content{std::move(head.head), {}};
    std::size_t steps = 0, done = 0;
    while (!rest.empty()) {
        const auto payload = nextPayload(rest);
        if (!payload && isTorn(rest))
            return content;
        auto record = payload ? recordIn(*payload) : std::nullopt;
        if (!record)
            return damaged();
        if (const auto* count = std::get_if<std::uint64_t>(&*record)) {
            if (*count > steps)
                return damaged();
            done = *count;
        } else {
            steps = ++done;
        }
        content.records.push_back(*std::move(record));
    }
    return content;
}

std::size_t JournalContent::done() const {
    std::size_t count = 0;
    for (const Record& record : records)
        count = std::holds_alternative<Added>(record) ? count + 1 : std::get<1>(record);
    return count;
}

Result<JournalReplay> replay(const JournalContent& content, const Model& file) {
    JournalReplay made;
    std::vector<Model> models{file}; // after each step; they share what is the same
    DeltaReader reader(file);
    for (const JournalContent::Record& record : content.records) {
        if (const auto* count = std::get_if<std::uint64_t>(&record)) {
            made.done = std::min<std::size_t>(*count, made.steps.size());
            continue;
        }
        const auto& added = std::get<JournalContent::Added>(record);
        const Model& before = models[made.done];
        auto delta = PARTITA_TRY(reader.read(added.delta, before));
        JournalStep step{added.kind, added.what, added.where, std::move(delta)};
        Model after = before.with(step.delta);
        models.resize(made.done + 1);
        models.push_back(std::move(after));
        follow(made.steps, made.done, std::move(step));
    }
    return made;
}

fs::path setAside(AppendedFile& journal) {
    fs::path aside = journal.path();
    aside.replace_extension(kDamagedEnding);
    return journal.setAside(aside) ? aside : journal.path();
}

LeftJournals leftJournals(const fs::path& folder) {
    LeftJournals found;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end;
         at.increment(failed)) {
        if (at->path().extension() != kEnding)
            continue;
        auto file = AppendedFile::leftBehind(at->path());
        if (!file)
            continue;
        const auto bytes = file->content(); // an empty file cannot be mapped
        auto content = fs::file_size(at->path(), failed) == 0
                           ? Result<JournalContent>(JournalContent())
                       : bytes ? readJournal(*bytes)
                               : Result<JournalContent>(bytes.error());
        if (!content)
            found.setAside.push_back(setAside(*file));
        else if (content->done() == 0)
            file->remove();
        else
            found.whole.push_back({*std::move(file), *std::move(content)});
    }
    return found;
}

} // namespace partita
