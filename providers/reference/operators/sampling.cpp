// Sampling in images: AffineGrid, GridSample, Col2Im and NonMaxSuppression.

#include <algorithm>
#include <cmath>
#include <limits>

#include "providers/reference/catalogue.h"
#include "providers/reference/moved.h"

namespace partita::reference {

/// grid = theta · (x, y, 1) or theta · (x, y, z, 1) for every output position. Coordinates run from
/// -1 to 1: pixel centres of the border with align_corners, else the border's outer edges.
void affineGrid(Call& call) {
    const Array& theta = call.in(0);
    const Dims sizes = call.in(1).integers();
    const std::size_t axes = sizes.size() < 2 ? 0 : sizes.size() - 2;
    require((axes == 2 || axes == 3) && theta.rank() == 3 && theta.dims()[0] == sizes[0] &&
                theta.size(1) == axes && theta.size(2) == axes + 1,
            "theta must be [N, 2, 3] for sizes (N, C, H, W), or [N, 3, 4] for (N, C, D, H, W)");
    const bool corners = call.integer("align_corners", 0) != 0;
    Dims dims{sizes[0]};
    dims.insert(dims.end(), sizes.begin() + 2, sizes.end());
    dims.push_back(static_cast<std::int64_t>(axes));
    Array grid(theta.type(), dims);
    for (Index at(dims); at; ++at) {
        const std::int64_t row = at[axes + 1];
        double sum =
            theta.real(placeOf(theta.dims(), {at[0], row, static_cast<std::int64_t>(axes)}));
        for (std::size_t i = 0; i < axes; ++i) { // x is the last axis, y the one before
            const std::size_t axis = axes - i;
            const auto place = static_cast<double>(at[axis]),
                       size = static_cast<double>(dims[axis]);
            const double x = corners ? (dims[axis] > 1 ? -1 + 2 * place / (size - 1) : 0)
                                     : -1 + (2 * place + 1) / size;
            sum +=
                x * theta.real(placeOf(theta.dims(), {at[0], row, static_cast<std::int64_t>(i)}));
        }
        grid.set(at.place(), sum);
    }
    call.give(grid);
}

namespace {

/// GridSample's attributes and how they read an image.
struct Sampler {
    explicit Sampler(Call& call)
        : image(call.in(0)), mode(call.text("mode", call.version() < 20 ? "bilinear" : "linear")),
          padding(call.text("padding_mode", "zeros")),
          corners(call.integer("align_corners", 0) != 0) {
        mode = mode == "bilinear" ? "linear" : mode == "bicubic" ? "cubic" : mode;
        require(mode == "linear" || mode == "nearest" || mode == "cubic", "this mode is not known");
        require(padding == "zeros" || padding == "border" || padding == "reflection",
                "this padding_mode is not known");
    }

    [[nodiscard]] double lowest() const { return corners ? 0 : -0.5; }
    [[nodiscard]] double highest(std::size_t axis) const {
        return static_cast<double>(image.dims()[axis]) - (corners ? 1 : 0.5);
    }

    /// Mirrors a coordinate at both borders until it lies inside.
    [[nodiscard]] double reflected(double x, std::size_t axis) const {
        const double width = highest(axis) - lowest();
        if (width <= 0)
            return lowest();
        const double way = std::fmod(std::fabs(x - lowest()), 2 * width);
        return lowest() + (way <= width ? way : 2 * width - way);
    }

    /// A coordinate in [-1, 1] as a pixel coordinate on an axis, with padding_mode applied. In mode
    /// cubic with border padding the coordinate stays as it is, because the weights depend on it;
    /// `pixel` applies the border instead.
    [[nodiscard]] double place(double normalized, std::size_t axis) const {
        const auto size = static_cast<double>(image.dims()[axis]);
        double x = corners ? (normalized + 1) / 2 * (size - 1) : ((normalized + 1) * size - 1) / 2;
        constexpr double kFar = 0x1p40; // beyond all images, yet x + 1 is still exact
        x = std::clamp(x, -kFar, kFar);
        if (mode == "nearest")
            x = std::nearbyint(x); // ties to even
        if ((x >= lowest() && x <= highest(axis)) || (mode == "cubic" && padding == "border"))
            return x;
        return padding == "border"       ? std::clamp(x, 0.0, size - 1)
               : padding == "reflection" ? reflected(x, axis)
                                         : x;
    }

    /// The pixel at integral coordinates, which may lie in the padding.
    [[nodiscard]] double pixel(std::int64_t n, std::int64_t c, const std::vector<double>& x) const {
        Dims at{n, c};
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto last = static_cast<double>(image.dims()[i + 2] - 1);
            double inside = x[i];
            if (padding == "reflection" && (inside < lowest() || inside > highest(i + 2)))
                inside = std::trunc(reflected(inside, i + 2));
            if (padding == "zeros" && (inside < 0 || inside > last))
                return 0;
            at.push_back(static_cast<std::int64_t>(std::clamp(inside, 0.0, last)));
        }
        return image.real(placeOf(image.dims(), at));
    }

    /// Interpolation weight at distance x: Keys' cubic with a = -0.75, or a triangle.
    [[nodiscard]] double weight(double x) const {
        x = std::fabs(x);
        if (mode != "cubic")
            return x < 1 ? 1 - x : 0;
        constexpr double a = -0.75;
        if (x < 1)
            return ((a + 2) * x - (a + 3)) * x * x + 1;
        return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
    }

    /// The value at a pixel coordinate, interpolated recursively from `axis` on.
    [[nodiscard]] double value(std::int64_t n, std::int64_t c, std::vector<double>& x,
                               std::size_t axis = 0) const {
        if (axis == x.size())
            return pixel(n, c, x);
        const double exact = x[axis];
        if (std::isnan(exact))
            return exact;
        if (mode == "nearest")
            return value(n, c, x, axis + 1);
        double sum = 0;
        const int before = mode == "cubic" ? 1 : 0;
        for (int i = -before; i <= 1 + before; ++i) {
            x[axis] = std::floor(exact) + i;
            const double w = weight(x[axis] - exact);
            if (w != 0)
                sum += w * value(n, c, x, axis + 1);
        }
        x[axis] = exact;
        return sum;
    }

    const Array& image;
    std::string mode, padding;
    bool corners;
};

} // namespace

/// X [N, C, D1, …, Dr] sampled at grid [N, D1_out, …, Dr_out, r]; the last axis of grid starts with
/// the coordinate of the innermost axis.
void gridSample(Call& call) {
    const Sampler sampler(call);
    const Array &image = call.in(0), &grid = call.in(1);
    const std::size_t axes = image.rank() - std::min<std::size_t>(image.rank(), 2);
    require(axes > 0 && grid.rank() == image.rank() && grid.size(grid.rank() - 1) == axes &&
                grid.dims()[0] == image.dims()[0],
            "X and grid do not match");
    Dims dims{image.dims()[0], image.dims()[1]};
    dims.insert(dims.end(), grid.dims().begin() + 1, grid.dims().end() - 1);
    Array result(image.type(), dims);
    require(result.count() == 0 || image.count() > 0, "an empty image cannot be sampled");
    std::vector<double> x(axes);
    for (Index at(dims); at; ++at) {
        Dims from{at[0]};
        from.insert(from.end(), at.at().begin() + 2, at.at().end());
        from.push_back(0);
        const std::size_t first = placeOf(grid.dims(), from);
        for (std::size_t i = 0; i < axes; ++i)
            x[i] = sampler.place(grid.real(first + axes - 1 - i), i + 2);
        result.set(at.place(), sampler.value(at[0], at[1], x));
    }
    call.give(result);
}

/// Sums the columns [N, C * block size, L] into the image where blocks overlap.
void col2Im(Call& call) {
    const Array& columns = call.in(0);
    const Dims image = call.in(1).integers(), block = call.in(2).integers();
    const std::size_t axes = image.size();
    const Dims ones(axes, 1), strides = call.integers("strides", ones),
                              dilations = call.integers("dilations", ones),
                              pads = call.integers("pads", Dims(2 * axes));
    require(columns.rank() == 3 && axes > 0 && block.size() == axes && strides.size() == axes &&
                dilations.size() == axes && pads.size() == 2 * axes,
            "image_shape, block_shape and attributes do not match, or the input is not of rank 3");
    Dims blocks;
    for (std::size_t i = 0; i < axes; ++i) {
        constexpr std::int64_t kMost = std::int64_t{1} << 30;
        for (const std::int64_t number : {image[i], block[i], strides[i], dilations[i]})
            require(number > 0 && number < kMost, "a size, stride or dilation is out of range");
        require(std::abs(pads[i]) < kMost && std::abs(pads[i + axes]) < kMost,
                "a pad is out of range");
        const std::int64_t room =
            image[i] + pads[i] + pads[i + axes] - dilations[i] * (block[i] - 1) - 1;
        require(room >= 0, "the block is larger than the padded image");
        blocks.push_back(room / strides[i] + 1);
    }
    const std::int64_t area = countOf(block);
    require(columns.dims()[1] % area == 0 && columns.dims()[2] == countOf(blocks),
            "the input does not match image_shape and block_shape");
    Dims dims{columns.dims()[0], columns.dims()[1] / area};
    dims.insert(dims.end(), image.begin(), image.end());
    Array result(columns.type(), dims);
    Dims all{dims[0], dims[1]}; // n, c, position in the block…, index of the block…
    all.insert(all.end(), block.begin(), block.end());
    all.insert(all.end(), blocks.begin(), blocks.end());
    for (Index at(all); at; ++at) {
        Dims to{at[0], at[1]};
        bool inside = true;
        for (std::size_t i = 0; i < axes; ++i) {
            to.push_back(at[2 + axes + i] * strides[i] + at[2 + i] * dilations[i] - pads[i]);
            inside = inside && to.back() >= 0 && to.back() < image[i];
        }
        if (!inside)
            continue;
        const std::size_t place = placeOf(dims, to);
        result.visit([&]<class T>(std::vector<T>& sums) {
            if constexpr (std::is_integral_v<T>) // they wrap around
                sums[place] =
                    static_cast<T>(static_cast<std::uint64_t>(result.integer(place)) +
                                   static_cast<std::uint64_t>(columns.integer(at.place())));
            else
                result.set(place, result.real(place) + columns.real(at.place()));
        });
    }
    call.give(result);
}

namespace {

/// A box in float32, the type of the operator: whether boxes that touch overlap, and whether an
/// overlap is above the threshold, is decided by its rounding.
struct Box {
    float left, right, top, bottom; ///< left <= right, top <= bottom

    Box(const Array& boxes, std::size_t first, bool centered) {
        const auto number = [&](std::size_t i) {
            return static_cast<float>(boxes.real(first + i));
        };
        const float a = number(0), b = number(1), c = number(2), d = number(3);
        if (centered) { // x_center, y_center, width, height
            left = a - c / 2, right = a + c / 2, top = b - d / 2, bottom = b + d / 2;
        } else { // y1, x1, y2, x2 of two opposite corners
            left = std::min(b, d), right = std::max(b, d), top = std::min(a, c),
            bottom = std::max(a, c);
        }
    }
    [[nodiscard]] float area() const { return (right - left) * (bottom - top); }
};

/// Intersection over union.
float overlap(const Box& a, const Box& b) {
    const float width = std::min(a.right, b.right) - std::max(a.left, b.left),
                height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
    if (width <= 0 || height <= 0 || a.area() <= 0 || b.area() <= 0)
        return 0;
    const float both = width * height;
    return both / (a.area() + b.area() - both);
}

} // namespace

/// For each batch and class, keeps boxes in order of their scores and drops a box that overlaps a
/// kept one by more than iou_threshold. Output rows are [batch, class, box].
void nonMaxSuppression(Call& call) {
    const Array &boxes = call.in(0), &scores = call.in(1);
    require(boxes.rank() == 3 && scores.rank() == 3 && boxes.size(2) == 4 &&
                boxes.dims()[0] == scores.dims()[0] && boxes.dims()[1] == scores.dims()[2],
            "boxes must be [batches, boxes, 4] and scores [batches, classes, boxes]");
    const std::int64_t most = call.has(2) ? call.in(2).onlyInteger() : 0;
    const double limit = call.has(3) ? call.in(3).onlyReal() : 0;
    require(limit >= 0 && limit <= 1, "the threshold of overlap must be between 0 and 1");
    const double least =
        call.has(4) ? call.in(4).onlyReal() : -std::numeric_limits<double>::infinity();
    const bool centered = call.integer("center_point_box", 0) != 0;
    const std::size_t count = boxes.size(1);
    Dims found;
    for (Index of({scores.dims()[0], scores.dims()[1]}); of; ++of) {
        call.checkStop();
        const auto score = [&](std::size_t i) { return scores.real(of.place() * count + i); };
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < count; ++i)
            if (score(i) > least || (!call.has(4) && !std::isnan(score(i))))
                order.push_back(i);
        std::ranges::stable_sort(order,
                                 [&](std::size_t a, std::size_t b) { return score(a) > score(b); });
        std::vector<Box> kept;
        for (const std::size_t i : order) {
            if (static_cast<std::int64_t>(kept.size()) >= most)
                break;
            const Box box(boxes, (static_cast<std::size_t>(of[0]) * count + i) * 4, centered);
            if (std::ranges::any_of(kept, [&](const Box& k) { return overlap(k, box) > limit; }))
                continue;
            kept.push_back(box);
            found.insert(found.end(), {of[0], of[1], static_cast<std::int64_t>(i)});
        }
    }
    call.give(Array::int64s(found).reshaped({static_cast<std::int64_t>(found.size()) / 3, 3}));
}

} // namespace partita::reference
