#include "core/document/same_content.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "core/document/delta_fields.h"

namespace partita {

namespace {

/// Takes the addresses of the fields of a part.
struct Addresses {
    std::vector<const void*> all;
    template <class... T> void operator()(T&... field) { (all.push_back(&field), ...); }
};

template <class T>
concept HasFields = requires(Addresses& addresses, T& part) {
    fields(addresses, part);
};

/// Compares the fields of a part with those of another part of the same type.
class SameFields {
public:
    template <HasFields T> static bool of(const T& a, const T& b) {
        Addresses others;
        fields(others, const_cast<T&>(b)); // which only takes addresses
        SameFields compared(std::move(others.all));
        fields(compared, const_cast<T&>(a));
        return compared.m_same;
    }
    template <class... T> void operator()(T&... field) { (compare(field), ...); }

private:
    explicit SameFields(std::vector<const void*> others) : m_others(std::move(others)) {}
    template <class T> void compare(const T& field) {
        const auto* other = static_cast<const T*>(m_others[m_next++]);
        m_same = m_same && isSame(field, *other);
    }

    template <class T> static bool isSame(const T& a, const T& b) {
        if constexpr (HasFields<T>)
            return of(a, b);
        else
            return a == b;
    }
    static bool isSame(float a, float b) { // 0 and -0 are two, and NaN is what it is
        return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
    }
    static bool isSame(const Buffer& a, const Buffer& b) {
        constexpr std::size_t kShort = 1 << 16;
        return a.size() == b.size() && (a.bytes().data() == b.bytes().data() ||
                                        (a.size() <= kShort && a.text() == b.text()));
    }
    template <class T>
    static bool isSame(const std::shared_ptr<const T>& a, const std::shared_ptr<const T>& b) {
        constexpr bool isLarge = std::is_same_v<T, Tensor> || std::is_same_v<T, SparseTensor>;
        if (isLarge || a == b || !a || !b)
            return a == b;
        return isSame(*a, *b);
    }
    static bool isSame(const std::shared_ptr<const Origin>&, const std::shared_ptr<const Origin>&) {
        return true;
    }
    template <class A, class B>
    static bool isSame(const std::pair<A, B>& a, const std::pair<A, B>& b) {
        return isSame(a.first, b.first) && isSame(a.second, b.second);
    }
    template <class T> static bool isSame(const std::optional<T>& a, const std::optional<T>& b) {
        return a.has_value() == b.has_value() && (!a || isSame(*a, *b));
    }
    template <class T> static bool isSame(const std::vector<T>& a, const std::vector<T>& b) {
        return std::ranges::equal(a, b, [](const T& x, const T& y) { return isSame(x, y); });
    }
    template <class... T>
    static bool isSame(const std::variant<T...>& a, const std::variant<T...>& b) {
        const auto equals = [](const auto& x, const auto& y) {
            if constexpr (std::is_same_v<decltype(x), decltype(y)>)
                return isSame(x, y);
            else
                return false;
        };
        return std::visit(equals, a, b);
    }

    std::vector<const void*> m_others;
    std::size_t m_next = 0;
    bool m_same = true;
};

template <class Changes> bool allSame(const Changes& changes) {
    return std::ranges::all_of(changes, [](const auto& each) {
        return each.before && each.after && SameFields::of(*each.before, *each.after);
    });
}

} // namespace

bool changesNothing(const ModelDelta& delta) {
    const auto& before = delta.infoBefore;
    const auto& after = delta.infoAfter;
    return allSame(delta.nodes) && allSame(delta.values) && allSame(delta.graphs) &&
           (before == after || (before && after && SameFields::of(*before, *after)));
}

} // namespace partita
