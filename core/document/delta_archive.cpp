#include "core/document/delta_archive.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "core/base/archive.h"
#include "core/base/try.h"
#include "core/document/delta_check.h"
#include "core/document/delta_fields.h"

namespace partita {

namespace {

/// How a tensor or an attribute is written.
enum class Form : std::uint8_t {
    none,
    whole,
    again,   ///< a tensor of the journal, by its number
    ofValue, ///< the initializer of a value of the file
    ofFile,  ///< an attribute of a node of the file, by its place
};
constexpr int kMostNested = 64; ///< types in types

} // namespace

/// Writes parts of a model; the counterpart of DeltaUnpacker.
class DeltaPacker {
public:
    explicit DeltaPacker(DeltaWriter& writer) : m_writer(writer) {}
    template <class... T> void operator()(T&... values) { (put(values), ...); }
    [[nodiscard]] std::string take() { return m_out.take(); }
    void setNode(NodeId id) { m_node = id; } ///< whose attributes come next

private:
    template <class T>
    static constexpr bool isPlain =
        std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, std::string>;
    template <class T> void put(T& value) {
        if constexpr (isPlain<T>) {
            m_out(value);
        } else {
            fields(*this, value);
        }
    }
    void put(StepId& id) { m_out(id); }
    template <class Tag> void put(Id<Tag>& id) {
        auto mapped = m_writer.m_base.ids(id);
        m_out(mapped);
    }
    void put(SharedString& text) {
        std::string copy = text;
        m_out(copy);
    }
    void put(Buffer& buffer) {
        std::string copy(buffer.text());
        m_out(copy);
    }
    template <class T> void put(std::optional<T>& value) {
        bool is = value.has_value();
        m_out(is);
        if (is)
            put(*value);
    }
    template <class A, class B> void put(std::pair<A, B>& pair) {
        (*this)(pair.first, pair.second);
    }
    template <class List> void putList(List& list) {
        std::uint64_t count = list.size();
        m_out(count);
        for (auto& each : list)
            put(each);
    }
    template <class T> void put(std::vector<T>& list) { putList(list); }
    template <class T> void put(IdList<T>& list) { putList(list); }
    /// What is shared is constant, and reading it writes nothing.
    template <class T> void put(std::shared_ptr<const T>& shared) {
        bool is = shared != nullptr;
        m_out(is);
        if (is)
            put(const_cast<T&>(*shared));
    }
    void put(std::shared_ptr<const Attributes>& list) { put(const_cast<Attributes&>(*list)); }
    void put(Attributes& list) {
        std::uint64_t count = list.size();
        m_out(count);
        const auto& node = m_writer.m_base.model.node(m_node);
        for (auto& each : list) {
            const auto found =
                node ? std::ranges::find(*node->attributes, each) : Attributes::const_iterator();
            const bool isOfFile = node && found != node->attributes->end();
            Form form = isOfFile ? Form::ofFile : Form::whole;
            m_out(form);
            if (isOfFile) {
                auto at = static_cast<std::uint32_t>(found - node->attributes->begin());
                NodeId id = m_node;
                (*this)(id, at);
            } else {
                put(const_cast<Attribute&>(*each));
            }
        }
    }
    void put(Attribute::Value& value) {
        auto kind = static_cast<std::uint8_t>(value.index());
        m_out(kind);
        std::visit(
            [this]<class T>(T& held) {
                if constexpr (!std::is_same_v<T, std::monostate>)
                    put(held);
            },
            value);
    }
    void put(TensorPtr& tensor) {
        if (!tensor) {
            Form form = Form::none;
            m_out(form);
        } else if (const ValueId value = ofBase(tensor)) {
            Form form = Form::ofValue;
            ValueId id = value;
            (*this)(form, id);
        } else if (const auto known = m_writer.m_tensors.find(tensor.get());
                   known != m_writer.m_tensors.end()) {
            Form form = Form::again;
            (*this)(form, known->second);
        } else {
            Form form = Form::whole;
            m_out(form);
            m_writer.m_tensors.emplace(tensor.get(),
                                       static_cast<std::uint32_t>(m_writer.m_kept.size()));
            m_writer.m_kept.push_back(tensor); // its address stays its own
            Tensor copy = inside(*tensor);
            fields(*this, copy);
        }
    }
    /// A tensor with its bytes. Those in a file of data, or not computed yet, are read: the journal
    /// is whole without that file.
    static Tensor inside(const Tensor& tensor) {
        Tensor copy = tensor;
        if (tensor.storage != Tensor::Storage::external)
            return copy;
        if (const auto bytes = elements(tensor)) {
            copy.storage = Tensor::Storage::raw;
            copy.payload = *bytes;
            copy.external = nullptr;
        }
        return copy;
    }
    /// The value of the file that has this tensor; none: no value has it.
    [[nodiscard]] ValueId ofBase(const TensorPtr& tensor) {
        constexpr std::uint64_t kWorthLooking = 1024; ///< bytes: others are as short as a reference
        if (tensor->byteSize() < kWorthLooking)
            return {};
        if (!std::exchange(m_writer.m_isListed, true))
            m_writer.m_base.model.values().forEach([this](ValueId id, const auto& value) {
                if (value->initializer)
                    m_writer.m_ofBase.try_emplace(value->initializer.get(), id);
            });
        const auto found = m_writer.m_ofBase.find(tensor.get());
        return found == m_writer.m_ofBase.end() ? ValueId{} : found->second;
    }

    DeltaWriter& m_writer;
    Packer m_out;
    NodeId m_node;
};

/// Reads what a DeltaPacker wrote. Nothing of it is trusted: what does not fit makes it fail.
class DeltaUnpacker {
public:
    DeltaUnpacker(DeltaReader& reader, std::string_view bytes)
        : m_reader(reader), m_in(bytes), m_left(bytes.size()) {}
    template <class... T> void operator()(T&... values) { (get(values), ...); }
    [[nodiscard]] bool isWhole() const { return !m_failed && m_in.isWhole(); }
    [[nodiscard]] bool failed() const { return m_failed; }
    void setNode(NodeId) {}
    /// The number of entries of a list, each of which has at least a byte.
    std::uint64_t count() {
        std::uint64_t number = 0;
        m_in(number);
        if (number > m_left)
            m_failed = true;
        return m_failed ? 0 : number;
    }

private:
    template <class T>
    static constexpr bool isPlain =
        std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, std::string>;
    template <class T> void get(T& value) {
        if constexpr (isPlain<T>)
            m_in(value);
        else
            fields(*this, value);
    }
    template <class Tag> void get(Id<Tag>& id) { m_in(id); }
    void get(SharedString& text) {
        std::string read;
        m_in(read);
        text = SharedString(std::move(read));
    }
    void get(Buffer& buffer) {
        std::string read;
        m_in(read);
        buffer = Buffer::own(std::move(read));
    }
    template <class T> void get(std::optional<T>& value) {
        bool is = false;
        m_in(is);
        value.reset();
        if (is)
            get(value.emplace());
    }
    template <class A, class B> void get(std::pair<A, B>& pair) {
        (*this)(pair.first, pair.second);
    }
    template <class T> void get(std::vector<T>& list) {
        list.clear();
        for (std::uint64_t left = count(); left > 0 && !m_failed; --left)
            get(list.emplace_back());
    }
    template <class T> void get(IdList<T>& list) {
        list.clear();
        for (std::uint64_t left = count(); left > 0 && !m_failed; --left) {
            T id;
            get(id);
            list.push_back(id);
        }
    }
    template <class T> void get(std::shared_ptr<const T>& shared) {
        bool is = false;
        m_in(is);
        if (!is || ++m_nested > kMostNested) {
            m_failed = m_failed || is;
            return;
        }
        auto made = std::make_shared<T>();
        get(*made);
        shared = std::move(made);
        --m_nested;
    }
    void get(std::shared_ptr<const Attributes>& list) {
        auto made = std::make_shared<Attributes>();
        get(*made);
        list = std::move(made);
    }
    void get(Attributes& list) {
        list.clear();
        for (std::uint64_t left = count(); left > 0 && !m_failed; --left) {
            Form form{};
            m_in(form);
            if (form == Form::ofFile) {
                NodeId id;
                std::uint32_t at = 0;
                (*this)(id, at);
                const auto& node = m_reader.m_file.node(id);
                if (node && at < node->attributes->size())
                    list.push_back((*node->attributes)[at]);
                else
                    m_failed = true;
            } else if (form == Form::whole) {
                auto made = std::make_shared<Attribute>();
                get(*made);
                list.push_back(std::move(made));
            } else {
                m_failed = true;
            }
        }
    }
    template <std::size_t I = 0> void getKind(std::uint8_t kind, Attribute::Value& value) {
        if constexpr (I < std::variant_size_v<Attribute::Value>) {
            if (kind != I)
                return getKind<I + 1>(kind, value);
            auto& held = value.emplace<I>();
            if constexpr (I > 0)
                get(held);
        } else {
            m_failed = true;
        }
    }
    void get(Attribute::Value& value) {
        std::uint8_t kind = 0;
        m_in(kind);
        getKind(kind, value);
    }
    void get(TensorPtr& tensor) {
        Form form{};
        m_in(form);
        if (form == Form::none)
            return;
        if (form == Form::ofValue) {
            ValueId id;
            get(id);
            if (const auto& value = m_reader.m_file.value(id))
                tensor = value->initializer;
        } else if (form == Form::again) {
            std::uint32_t number = 0;
            m_in(number);
            if (number < m_reader.m_tensors.size())
                tensor = m_reader.m_tensors[number];
        } else if (form == Form::whole) {
            auto made = std::make_shared<Tensor>();
            fields(*this, *made);
            if (!m_failed && isSound(*made))
                tensor = std::move(made);
            m_reader.m_tensors.push_back(tensor);
        }
        m_failed = m_failed || !tensor;
    }

    DeltaReader& m_reader;
    Unpacker m_in;
    std::uint64_t m_left;
    int m_nested = 0;
    bool m_failed = false;
};

namespace {

/// A change as it is written: what there is after it, and by which names what was before is known.
template <class T> struct WrittenChange {
    bool was = false;
    std::string name;
    std::shared_ptr<const T> after;
};

template <class K, class V> void write(DeltaPacker& out, const std::vector<Change<K, V>>& changes) {
    std::uint64_t count = changes.size();
    out(count);
    for (const Change<K, V>& change : changes) {
        K id = change.id;
        WrittenChange<V> it{change.before != nullptr,
                            change.before ? nameOf(*change.before) : std::string(), change.after};
        if constexpr (std::is_same_v<V, Node>)
            out.setNode(id);
        out(id, it.was, it.name, it.after);
    }
}

template <class K, class V, class Get>
bool read(DeltaUnpacker& in, std::vector<Change<K, V>>& changes, Get&& now) {
    for (std::uint64_t left = in.count(); left > 0 && !in.failed(); --left) {
        K id;
        WrittenChange<V> it;
        in(id, it.was, it.name, it.after);
        if (in.failed())
            return false;
        const auto& before = now(id);
        if ((before != nullptr) != it.was || (before && nameOf(*before) != it.name))
            return false; // it is another model
        if (it.after) {
            auto own = std::make_shared<V>(*it.after);
            own->id = id;
            it.after = std::move(own);
        }
        changes.push_back({id, before, it.after});
    }
    return !in.failed();
}

} // namespace

std::string DeltaWriter::write(const ModelDelta& delta) {
    DeltaPacker out(*this);
    partita::write(out, delta.graphs);
    partita::write(out, delta.values);
    partita::write(out, delta.nodes);
    auto info = delta.infoBefore == delta.infoAfter ? nullptr : delta.infoAfter;
    out(info);
    return out.take();
}

Result<ModelDelta> DeltaReader::read(std::string_view bytes, const Model& now) {
    const Error another{
        Errc::invalidModel,
        PARTITA_TEXT("the edits were made on another model than the one in the file"),
        {},
        {}};
    ModelDelta delta;
    DeltaUnpacker in(*this, bytes);
    const bool fits = partita::read(in, delta.graphs, [&](GraphId id) { return now.graph(id); }) &&
                      partita::read(in, delta.values, [&](ValueId id) { return now.value(id); }) &&
                      partita::read(in, delta.nodes, [&](NodeId id) { return now.node(id); });
    if (fits)
        in(delta.infoAfter);
    if (!fits || !in.isWhole())
        return another;
    if (delta.infoAfter)
        delta.infoBefore = now.infoPtr();
    return isSound(delta, now) ? Result<ModelDelta>(std::move(delta)) : Result<ModelDelta>(another);
}

} // namespace partita
