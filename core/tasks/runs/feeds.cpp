#include "core/tasks/runs/feeds.h"

#include <algorithm>
#include <numeric>

#include "core/base/mapped_files.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/data/feed_files.h"
#include "core/data/npz.h"
#include "core/data/random_feeds.h"
#include "core/edits/edit_tools.h"
#include "core/ir/convert_elements.h"
#include "core/provider/partitioning.h"

namespace partita {

namespace {

Result<Feeds> randomOf(const FeedSource& source, const Model& model) {
    PARTITA_TRY(checkSizes(source.sizes, model));
    if (source.shapes.empty())
        return randomFeeds(model, source.seed, source.sizes);
    auto shapes = source.shapes;
    for (const auto& [symbol, size] : source.sizes)
        shapes[symbol] = {size};
    return randomFeedsOfShapes(model, source.seed, shapes);
}

/// A tensor of the type and the shape of `like`, filled as wished.
Result<Tensor> filled(const Tensor& like, FeedFill fill) {
    std::vector<double> numbers(static_cast<std::size_t>(like.count()),
                                fill == FeedFill::ones ? 1.0 : 0.0);
    if (fill == FeedFill::arange)
        std::iota(numbers.begin(), numbers.end(), 0.0);
    auto made = convertElements(Tensor::of(DataType::float64, like.dims, numbers), like.type);
    if (!made)
        return std::move(made).error();
    made->tensor.name = like.name;
    return std::move(made->tensor);
}

/// The elements of a file, of the type and the shape of `like`; or the array of an .npy file.
Result<Tensor> readElements(const std::filesystem::path& path, const Tensor& like) {
    auto bytes = PARTITA_TRY(mapFile(path));
    if (bytes.text().starts_with("\x93NUMPY")) {
        auto array = readNpy(bytes.bytes());
        if (!array)
            return std::move(array).error().at(path.string());
        array->name = like.name;
        return array;
    }
    if (like.type == DataType::string || bytes.size() != like.byteSize())
        return Error{Errc::usage,
                     PARTITA_TEXT("{0} of data for an input of {1}", byteText(bytes.size()),
                                  byteText(like.byteSize())),
                     {path.string()},
                     PARTITA_TEXT("give the shape of the input, or a file that fits it")};
    Tensor made = Tensor::fromBytes(like.type, like.dims, std::move(bytes));
    made.name = like.name;
    return made;
}

} // namespace

std::optional<FeedFill> feedFillNamed(std::string_view name) {
    static constexpr std::string_view kNames[] = {"random", "ones", "zeros", "arange"};
    for (std::size_t i = 0; i < std::size(kNames); ++i)
        if (name == kNames[i])
            return static_cast<FeedFill>(i);
    return std::nullopt;
}

bool dropOtherSizes(std::map<std::string, std::int64_t>& sizes, const Model& model) {
    const std::vector<std::string> symbols = inputSymbolsOf(model);
    return std::erase_if(sizes, [&](const auto& size) {
               return std::ranges::find(symbols, size.first) == symbols.end();
           }) > 0;
}

Result<void> checkSizes(const std::map<std::string, std::int64_t>& sizes, const Model& model) {
    const std::vector<std::string> symbols = inputSymbolsOf(model);
    for (const auto& [name, size] : sizes)
        if (std::ranges::find(symbols, name) == symbols.end())
            return Error{Errc::usage,
                         PARTITA_TEXT("no input of the model has a size '{0}'", name),
                         {},
                         symbols.empty()
                             ? PARTITA_TEXT("leave it out: all sizes of the inputs are known")
                             : PARTITA_TEXT("choose one of: {0}", joinText(symbols, ", "))};
    return {};
}

std::map<std::string, std::int64_t> symbolSizesOf(const Feeds& feeds, const Model& model) {
    std::map<std::string, std::int64_t> sizes;
    for (const ValueId id : model.graph(model.mainGraph())->inputs) {
        const Value& input = *model.value(id);
        const auto given = feeds.find(input.name);
        if (given == feeds.end() || !given->second.isTensor() || !input.type ||
            !input.type->isTensor() || !input.type->shape)
            continue;
        const auto& dims = given->second.tensor.dims;
        for (std::size_t i = 0; i < std::min(dims.size(), input.type->shape->size()); ++i)
            if (const Dim& dim = (*input.type->shape)[i]; !dim.value && !dim.param.empty())
                sizes.try_emplace(dim.param, dims[i]);
    }
    return sizes;
}

Result<Feeds> feedsOf(const FeedSource& source, const Model& model) {
    if (!source.file.empty())
        return readFeeds(source.file, model);
    auto feeds = PARTITA_TRY(randomOf(source, model));
    if (source.fill != FeedFill::random)
        for (auto& [name, feed] : feeds)
            if (feed.isTensor() && feed.tensor.type != DataType::string)
                feed = ModelData(PARTITA_TRY(filled(feed.tensor, source.fill)));
    for (const auto& [name, path] : source.rawFiles) {
        const auto feed = feeds.find(name);
        if (feed == feeds.end() || !feed->second.isTensor())
            return Error{Errc::usage,
                         PARTITA_TEXT("the model has no input '{0}' of a tensor", name),
                         {path.string()},
                         seeTyped(PARTITA_TEXT("name an input of the model"), "`info`")};
        feed->second = ModelData(PARTITA_TRY(readElements(path, feed->second.tensor)));
    }
    return feeds;
}

} // namespace partita
