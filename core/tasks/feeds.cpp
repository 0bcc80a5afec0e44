#include "core/tasks/feeds.h"

#include "core/data/feed_files.h"
#include "core/data/random_feeds.h"

namespace partita {

Result<Feeds> feedsOf(const FeedSource& source, const Model& model) {
    if (!source.file.empty())
        return readFeeds(source.file, model);
    if (source.shapes.empty())
        return randomFeeds(model, source.seed, source.sizes);
    auto shapes = source.shapes;
    for (const auto& [symbol, size] : source.sizes)
        shapes[symbol] = {size};
    return randomFeedsOfShapes(model, source.seed, shapes);
}

} // namespace partita
