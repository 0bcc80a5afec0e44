#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace partita {

/// The beginning of a self-contained page: its style in the light and the dark palette, of which
/// the reader's system chooses one, and a policy under which it loads nothing. The rules are those
/// of the page's pictures in both palettes.
std::string pageHead(const std::string& title, const std::string& lightRules,
                     const std::string& darkRules);
/// The end of the page: the script that sorts and filters its tables, follows its links and zooms
/// its pictures. Without it everything is shown in the order of the page.
std::string pageFoot();

/// A table of a page. Every text is escaped; `…Html` takes HTML.
class PageTable {
public:
    /// `id` names it for links; a table with a filter gets a field above it.
    explicit PageTable(std::string_view id, bool filtered = true);
    void head(std::string_view title, bool figures = false);
    /// Starts a row. `kind`: what buttons above the table choose rows by; `group`: what links
    /// choose them by. Each may be empty.
    void row(const std::string& id = {}, std::string_view kind = {}, const std::string& group = {});
    void text(std::string_view text);
    void code(std::string_view text, const std::string& link = {});
    void html(const std::string& html);
    /// A number as it is shown, and the number it is sorted by.
    void figure(std::string_view shown, double number);
    [[nodiscard]] std::string str() const;
    [[nodiscard]] std::size_t rows() const { return m_count; }

private:
    std::string m_id, m_heads, m_rows;
    bool m_filtered;
    std::size_t m_count = 0;
};

/// A link to another part of the page, as HTML; without a target only its text.
std::string pageLink(std::string_view text, const std::string& target);

} // namespace partita
