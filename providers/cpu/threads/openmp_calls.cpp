#include "providers/cpu/threads/openmp_calls.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>

#if defined(__linux__) && defined(__LP64__)
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace partita::cpu {

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) && defined(__LP64__)

namespace {

#if defined(__x86_64__)
constexpr std::uint64_t kCallSlot = R_X86_64_JUMP_SLOT, kAddressSlot = R_X86_64_GLOB_DAT;
#else
constexpr std::uint64_t kCallSlot = R_AARCH64_JUMP_SLOT, kAddressSlot = R_AARCH64_GLOB_DAT;
#endif

/// The relocation tables of a loaded ELF library, which the dynamic linker fills.
class LoadedLibrary {
public:
    /// The loaded library whose file name begins with `name`; empty where there is none.
    static std::optional<LoadedLibrary> find(std::string_view name) {
        struct Search {
            std::string_view name;
            std::optional<LoadedLibrary> found;
        } search{name, std::nullopt};
        dl_iterate_phdr(
            [](dl_phdr_info* info, std::size_t, void* given) {
                auto* wanted = static_cast<Search*>(given);
                const std::string file = std::filesystem::path(info->dlpi_name).filename();
                if (!file.starts_with(wanted->name))
                    return 0;
                wanted->found = LoadedLibrary(*info);
                return 1;
            },
            &search);
        return search.found;
    }

    /// Calls visit(name, slot) for each slot with the address of an imported function.
    template <class Visit> void forEachImport(Visit&& visit) const {
        for (const auto& [table, bytes] :
             {std::pair(m_calls, m_callBytes), std::pair(m_addresses, m_addressBytes)})
            for (std::size_t i = 0; table && i < bytes / sizeof(Elf64_Rela); ++i) {
                const auto kind = ELF64_R_TYPE(table[i].r_info);
                if (kind != kCallSlot && kind != kAddressSlot)
                    continue;
                const Elf64_Sym& symbol = m_symbols[ELF64_R_SYM(table[i].r_info)];
                visit(std::string_view(m_names + symbol.st_name),
                      reinterpret_cast<void**>(m_base + table[i].r_offset));
            }
    }

    /// Writes an address into a slot, whose page the linker may have made read-only (RELRO).
    void write(void** slot, void* address) const {
        const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
        const auto at = reinterpret_cast<std::uintptr_t>(slot);
        void* start = reinterpret_cast<void*>(at / page * page);
        const bool readOnly = at >= m_readOnlyBegin && at < m_readOnlyEnd;
        if (readOnly && ::mprotect(start, page, PROT_READ | PROT_WRITE) != 0)
            return;
        *slot = address;
        if (readOnly)
            (void)::mprotect(start, page, PROT_READ);
    }

private:
    explicit LoadedLibrary(const dl_phdr_info& info) : m_base(info.dlpi_addr) {
        for (std::size_t i = 0; i < info.dlpi_phnum; ++i) {
            const Elf64_Phdr& part = info.dlpi_phdr[i];
            if (part.p_type == PT_GNU_RELRO) {
                m_readOnlyBegin = m_base + part.p_vaddr;
                m_readOnlyEnd = m_readOnlyBegin + part.p_memsz;
            }
            if (part.p_type == PT_DYNAMIC)
                readDynamic(reinterpret_cast<const Elf64_Dyn*>(m_base + part.p_vaddr));
        }
    }

    void readDynamic(const Elf64_Dyn* entry) {
        for (; entry->d_tag != DT_NULL; ++entry)
            switch (entry->d_tag) {
            case DT_SYMTAB: m_symbols = at<Elf64_Sym>(*entry); break;
            case DT_STRTAB: m_names = at<char>(*entry); break;
            case DT_JMPREL: m_calls = at<Elf64_Rela>(*entry); break;
            case DT_PLTRELSZ: m_callBytes = entry->d_un.d_val; break;
            case DT_RELA: m_addresses = at<Elf64_Rela>(*entry); break;
            case DT_RELASZ: m_addressBytes = entry->d_un.d_val; break;
            default: break;
            }
    }

    /// The address of a table: the dynamic linker replaces most offsets by addresses.
    template <class T> [[nodiscard]] const T* at(const Elf64_Dyn& entry) const {
        const std::uintptr_t given = entry.d_un.d_ptr;
        return reinterpret_cast<const T*>(given < m_base ? m_base + given : given);
    }

    std::uintptr_t m_base = 0, m_readOnlyBegin = 0, m_readOnlyEnd = 0;
    const Elf64_Sym* m_symbols = nullptr;
    const char* m_names = nullptr;
    const Elf64_Rela* m_calls = nullptr;
    const Elf64_Rela* m_addresses = nullptr;
    std::size_t m_callBytes = 0, m_addressBytes = 0;
};

bool isOpenMp(std::string_view name) {
    return name.starts_with("GOMP_") || name.starts_with("omp_");
}

} // namespace

Redirection redirectOpenMpCalls(std::string_view library, std::span<const OpenMpCall> answers) {
    Redirection result;
    const auto loaded = LoadedLibrary::find(library);
    if (!loaded)
        return result;
    const auto answerTo = [&](std::string_view name) {
        return std::ranges::find(
            answers, name, [](const OpenMpCall& call) { return std::string_view(call.name); });
    };
    loaded->forEachImport([&](std::string_view name, void**) {
        if (isOpenMp(name) && answerTo(name) == answers.end())
            result.unanswered.emplace_back(name);
    });
    if (!result.unanswered.empty())
        return result;
    loaded->forEachImport([&](std::string_view name, void** slot) {
        if (!isOpenMp(name))
            return;
        loaded->write(slot, answerTo(name)->function);
        ++result.calls;
    });
    return result;
}

#else

Redirection redirectOpenMpCalls(std::string_view, std::span<const OpenMpCall>) { return {}; }

#endif

} // namespace partita::cpu
